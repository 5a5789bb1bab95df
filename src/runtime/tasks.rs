//! Work on the threads of the runtime: started here, reported to the window by its event.

use tokio::runtime::Handle;
use tokio::task::JoinSet;

use paydesk_core::Message;

use super::messages::MessageSender;

/// Where executors start their work. After the threads have ended, what is started does nothing.
#[derive(Clone)]
pub struct Tasks {
    threads: Handle,
    pub sender: MessageSender,
}

impl Tasks {
    pub fn new(threads: Handle, sender: MessageSender) -> Self {
        Self { threads, sender }
    }

    /// Runs `work`; its event waits for room there, never here. A panic inside is answered with the event that is
    /// `owed`.
    pub fn report(
        &self,
        work: impl Future<Output = Message> + Send + 'static,
        owed: impl FnOnce() -> Message + Send + 'static,
    ) {
        let sender = self.sender.clone();
        self.spawn(async move { sender.send(guarded(work, owed).await).await });
    }

    /// Tells what is known already.
    pub fn send(&self, event: Message) {
        let sender = self.sender.clone();
        self.spawn(async move { sender.send(event).await });
    }

    /// Runs `work`, which reports what it has to report by itself.
    pub fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        drop(self.threads.spawn(work));
    }
}

/// Runs `work` so that a panic inside is answered with the event that is `owed`.
pub async fn guarded(
    work: impl Future<Output = Message> + Send + 'static,
    owed: impl FnOnce() -> Message + Send + 'static,
) -> Message {
    // A set ends its tasks when it is dropped, which is how a read is given up.
    let mut task = JoinSet::new();
    task.spawn(work);
    match task.join_next().await {
        Some(Ok(event)) => event,
        Some(Err(error)) => {
            tracing::error!(%error, "a runtime task failed");
            owed()
        }
        None => owed(),
    }
}
