//! Writes down every call for the person who looks at the requests, and hands what was written over in one batch a
//! frame.
//!
//! It never waits and never holds anybody up: what the window has not taken yet is bounded in number and in bytes, and
//! the oldest gives way. What is written holds no secret (see [`paydesk_api::exchange`]) and never reaches a disk.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use paydesk_api::exchange::{Exchange, RequestMeta, ResponseMeta};
use paydesk_api::outcome::Attempt;
use paydesk_core::Message;
use paydesk_domain::profile::ProfileId;

use super::messages::Wake;

/// Most calls that wait for the window: as many as it keeps.
const WAITING_MAX: usize = 1_000;
/// Most their bodies may take, in bytes; beyond, those that wait are let go.
const WAITING_MAX_BYTES: usize = 8 * 1024 * 1024;

/// Collects the calls of all clients for the request log; the window takes them in one batch per frame.
#[derive(Clone)]
pub struct Recorder {
    waiting: Arc<Mutex<Waiting>>,
    wake: Wake,
}

#[derive(Default)]
struct Waiting {
    exchanges: VecDeque<Exchange>,
    bytes: usize,
    /// Calls that had to give way.
    missed: u64,
}

impl Recorder {
    pub fn new(wake: Wake) -> Self {
        Self { waiting: Arc::default(), wake }
    }

    /// A call of this profile leaves now.
    pub fn begin(&self, profile: &ProfileId, asked: RequestMeta) -> Recording {
        Recording { recorder: self.clone(), call: Some((profile.to_owned(), asked)), began: Instant::now() }
    }

    /// What was written since it was last asked for.
    pub fn take(&self) -> Option<Message> {
        let mut waiting = self.lock();
        if waiting.exchanges.is_empty() {
            return None;
        }
        let Waiting { exchanges, missed, .. } = std::mem::take(&mut *waiting);
        Some(Message::CallsMade { exchanges: exchanges.into(), missed })
    }

    fn write(&self, exchange: Exchange) {
        let mut waiting = self.lock();
        waiting.bytes += exchange.stored_bytes();
        waiting.exchanges.push_back(exchange);
        if waiting.exchanges.len() > WAITING_MAX
            && let Some(oldest) = waiting.exchanges.pop_front()
        {
            waiting.bytes -= oldest.stored_bytes();
            waiting.missed += 1;
        }
        if waiting.bytes > WAITING_MAX_BYTES {
            waiting.exchanges.iter_mut().for_each(Exchange::forget_bodies);
            waiting.bytes = 0;
        }
    }

    /// A panic leaves only plain data behind the lock.
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A call under way; one that is dropped was given up.
pub struct Recording {
    recorder: Recorder,
    call: Option<(ProfileId, RequestMeta)>,
    began: Instant,
}

impl Recording {
    /// It ended. The event that carries its answer wakes the window.
    pub fn end(mut self, attempt: &Attempt, response: ResponseMeta) {
        if let Some((profile, asked)) = self.call.take() {
            self.recorder.write(Exchange::new(profile, asked, self.began.elapsed(), attempt, response));
        }
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        if let Some((profile, asked)) = self.call.take() {
            self.recorder.write(Exchange::dropped(profile, asked, self.began.elapsed()));
            (self.recorder.wake)(Duration::ZERO);
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use serde_json::json;

    use super::*;
    use paydesk_api::call::{Method, Request};
    use paydesk_api::outcome::LostAnswer;
    use paydesk_domain::operation::Proof;

    fn recorder() -> Recorder {
        Recorder::new(Arc::new(|_| ()))
    }

    fn asked(request: &Request) -> RequestMeta {
        RequestMeta::new(request, "http://127.0.0.1:1", DateTime::UNIX_EPOCH)
    }

    fn taken(recorder: &Recorder) -> (Vec<Exchange>, u64) {
        match recorder.take() {
            Some(Message::CallsMade { exchanges, missed }) => (exchanges, missed),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_flood_is_one_batch_that_keeps_the_newest_and_counts_the_rest() {
        let recorder = recorder();
        for number in 0..WAITING_MAX + 7 {
            let request = Request::read(Method::Get, format!("/payments/pay_{number}"), None);
            recorder
                .begin(&"p".into(), asked(&request))
                .end(&Attempt::Lost(LostAnswer::TimedOut), ResponseMeta::default());
        }
        let (exchanges, missed) = taken(&recorder);
        assert_eq!((exchanges.len(), missed), (WAITING_MAX, 7));
        assert_eq!(exchanges[0].asked.path, "/payments/pay_7");
        assert_eq!(recorder.take(), None);
    }

    #[test]
    fn bodies_that_would_take_too_much_room_are_let_go_and_the_calls_stay() {
        let recorder = recorder();
        let body = json!({"note": "x".repeat(60_000)});
        let calls = WAITING_MAX_BYTES / 60_000 + 2;
        for _ in 0..calls {
            let request = Request::read(Method::Post, "/payments/list", Some(body.clone()));
            recorder
                .begin(&"p".into(), asked(&request))
                .end(&Attempt::Lost(LostAnswer::TimedOut), ResponseMeta::default());
        }
        let (exchanges, missed) = taken(&recorder);
        assert_eq!((exchanges.len(), missed), (calls, 0));
        assert!(exchanges.iter().map(Exchange::stored_bytes).sum::<usize>() <= WAITING_MAX_BYTES);
        assert!(exchanges[0].asked.body.as_ref().is_some_and(|body| body.is_forgotten()));
    }

    #[test]
    fn a_read_that_is_dropped_was_given_up_and_an_operation_may_have_happened() {
        let recorder = recorder();
        drop(recorder.begin(&"p".into(), asked(&Request::read(Method::Get, "/health", None))));
        drop(recorder.begin(&"p".into(), asked(&Request::operation(Method::Post, "/refunds", json!({})))));
        let proofs: Vec<Proof> = taken(&recorder).0.into_iter().map(|exchange| exchange.proof).collect();
        assert_eq!(proofs, [Proof::GivenUp, Proof::Unknown]);
    }
}
