//! The way of events to the window: bounded, without loss, and each wakes the window.

use std::sync::Arc;

use tokio::sync::mpsc::{Receiver, Sender, channel as bounded};

use crate::app::Event;

/// Wakes the window; called from any thread.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// A channel for at most `events_max` waiting events.
pub fn channel(events_max: usize, wake: Wake) -> (EventSender, EventReceiver) {
    let (sender, receiver) = bounded(events_max);
    (EventSender { sender, wake }, EventReceiver { receiver })
}

/// Puts events in; waits where there is no room.
#[derive(Clone)]
pub struct EventSender {
    sender: Sender<Event>,
    wake: Wake,
}

impl EventSender {
    /// For tasks. An event for a window that is gone is dropped.
    pub async fn send(&self, event: Event) {
        if self.sender.send(event).await.is_ok() {
            (self.wake)();
        }
    }

    /// For threads outside the runtime.
    pub fn send_blocking(&self, event: Event) {
        if self.sender.blocking_send(event).is_ok() {
            (self.wake)();
        }
    }
}

/// Takes events out; held by the window.
pub struct EventReceiver {
    receiver: Receiver<Event>,
}

impl EventReceiver {
    pub fn try_recv(&mut self) -> Option<Event> {
        self.receiver.try_recv().ok()
    }

    /// Nobody takes events any more.
    pub fn close(&mut self) {
        self.receiver.close();
    }
}
