//! Reads under way, each of which can be given up: its connection is let go and no event follows.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use paydesk_core::read::RequestId;

/// The reads under way by their request id; dropping one closes its connection, and no message follows.
#[derive(Clone, Default)]
pub struct RunningReads {
    running: Arc<Mutex<HashMap<RequestId, oneshot::Sender<()>>>>,
}

/// A read that has begun.
pub struct StartedRead {
    given_up: oneshot::Receiver<()>,
}

impl RunningReads {
    pub fn begin(&self, request_id: RequestId) -> StartedRead {
        let (stop, given_up) = oneshot::channel();
        self.lock().insert(request_id, stop);
        StartedRead { given_up }
    }

    /// Lets go of the read, if it is still under way.
    pub fn give_up(&self, request_id: RequestId) {
        if let Some(stop) = self.lock().remove(&request_id) {
            // Err means it has just ended.
            let _ = stop.send(());
        }
    }

    pub fn end(&self, request_id: RequestId) {
        self.lock().remove(&request_id);
    }

    /// A panic leaves only plain data behind the lock.
    fn lock(&self) -> MutexGuard<'_, HashMap<RequestId, oneshot::Sender<()>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StartedRead {
    /// What `work` brings, or nothing when it was given up first; dropping `work` closes its connection.
    pub async fn run<T>(self, work: impl Future<Output = T>) -> Option<T> {
        tokio::select! {
            biased;
            _ = self.given_up => None,
            done = work => Some(done),
        }
    }
}
