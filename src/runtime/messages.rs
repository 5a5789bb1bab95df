//! The way of events to the window: bounded, without loss, and each wakes the window.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc::{Receiver, Sender, channel as bounded};

use paydesk_core::Message;
use paydesk_core::features::history::HistoryReport;

/// Wakes the window within this time; called from any thread.
pub type Wake = Arc<dyn Fn(Duration) + Send + Sync>;

/// How long an event may wait that nobody waits for: many of them are taken together, in one frame.
pub const UNHURRIED: Duration = Duration::from_millis(250);

/// A channel for at most `events_max` waiting events.
pub fn channel(events_max: usize, wake: Wake) -> (MessageSender, MessageReceiver) {
    let (sender, receiver) = bounded(events_max);
    (MessageSender { sender, wake }, MessageReceiver { receiver, next: None })
}

/// Puts events in; waits where there is no room.
#[derive(Clone)]
pub struct MessageSender {
    sender: Sender<Message>,
    wake: Wake,
}

impl MessageSender {
    /// For tasks. An event for a window that is gone is dropped.
    pub async fn send(&self, event: Message) {
        let within = wait_of(&event);
        self.send_within(event, within).await;
    }

    /// Sends an event that the window is to take within this time.
    pub async fn send_within(&self, event: Message, within: Duration) {
        if self.sender.send(event).await.is_ok() {
            (self.wake)(within);
        }
    }

    /// For threads outside the runtime.
    pub fn send_blocking(&self, event: Message) {
        let within = wait_of(&event);
        if self.sender.blocking_send(event).is_ok() {
            (self.wake)(within);
        }
    }
}

/// How long the window may wait before it takes an event.
fn wait_of(event: &Message) -> Duration {
    match event {
        Message::History { report: HistoryReport::Kept(None) | HistoryReport::Counted { .. }, .. } => UNHURRIED,
        _ => Duration::ZERO,
    }
}

/// Most webhook events taken out together.
const WEBHOOKS_TOGETHER: usize = 64;

/// Takes events out; held by the window.
pub struct MessageReceiver {
    receiver: Receiver<Message>,
    /// Taken out, and not given on yet.
    next: Option<Message>,
}

impl MessageReceiver {
    /// The next event. Webhook events that came one after the other are one: what follows from them, such as a write to
    /// the disk, follows once.
    pub fn try_recv(&mut self) -> Option<Message> {
        let mut event = self.next.take().or_else(|| self.receiver.try_recv().ok())?;
        if let Message::WebhooksArrived { events } = &mut event {
            while events.len() < WEBHOOKS_TOGETHER && self.next.is_none() {
                match self.receiver.try_recv() {
                    Ok(Message::WebhooksArrived { events: more }) => events.extend(more),
                    other => {
                        self.next = other.ok();
                        break;
                    }
                }
            }
        }
        Some(event)
    }

    /// Nobody takes events any more.
    pub fn close(&mut self) {
        self.receiver.close();
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use paydesk_core::features::webhooks::{Delivery, StoredEvent};
    use paydesk_domain::ids::EventId;

    fn arrived(id: usize) -> Message {
        let delivery = Delivery {
            profile_id: "sandbox".into(),
            event_id: EventId::new(format!("evt_{id}")),
            received_at: DateTime::UNIX_EPOCH,
            headers: Vec::new(),
            body: Arc::from(&b"{}"[..]),
        };
        Message::WebhooksArrived { events: vec![StoredEvent::read(delivery, 1, None)] }
    }

    fn repeated(id: usize) -> Message {
        Message::WebhookRepeated { profile_id: "sandbox".into(), event_id: EventId::new(format!("evt_{id}")) }
    }

    #[test]
    fn webhook_events_that_wait_are_one_and_nothing_overtakes_or_is_lost() {
        let (sender, mut receiver) = channel(256, Arc::new(|_| ()));
        let sent = [arrived(0), arrived(1), repeated(0), arrived(2)].into_iter().chain((3..103).map(arrived));
        sent.for_each(|event| sender.send_blocking(event));
        let mut reported = Vec::new();
        while let Some(event) = receiver.try_recv() {
            reported.push(match event {
                Message::WebhooksArrived { events } => {
                    events.iter().map(|stored| stored.delivery.event_id.as_str().to_owned()).collect()
                }
                Message::WebhookRepeated { .. } => vec!["repeated".to_owned()],
                other => panic!("{other:?}"),
            });
        }
        let ids = |range: std::ops::Range<usize>| range.map(|id| format!("evt_{id}")).collect::<Vec<_>>();
        assert_eq!(reported, [ids(0..2), vec!["repeated".to_owned()], ids(2..66), ids(66..103)]);
    }
}
