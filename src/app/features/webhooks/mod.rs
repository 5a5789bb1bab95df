//! Webhook events: what the service told by itself, and what the desk made of it
//! ([API reference](crate::api::reference::webhooks)).
//!
//! An event is proved and kept on disk before it comes here, once for its id. [`apply`] makes of it what the desk knows,
//! whatever the order of arrival; operations whose outcome is unknown are settled by it (`operations::by_webhook`); [`event_notices`] tells the
//! person and asks for what is to be read again, a moment later and together; [`older`] reads on where the list ends. [`list`] is what the panel shows,
//! [`verifier`] says why a signature does not hold.

mod apply;
mod event_notices;
pub mod list;
mod older;
pub mod verifier;

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::api::wire::webhooks::decode_event;
use crate::app::action::Action;
use crate::app::effect::{SecretsEffect, StoreJob, SystemEffect};
use crate::app::features::toasts::ToastKind;
use crate::app::problem::Problem;
use crate::app::state::State;
use crate::domain::ids::EventId;
use crate::domain::money::grouped_count;
use crate::domain::payment::Pair;
use crate::domain::profile::ProfileId;
use crate::domain::secret::{SecretKind, SecretText};
use crate::domain::webhook::{ContentType, DeliveryRefusal, EventVerdict, WebhookEvent};

pub use list::{EventFilter, EventState, EventTableRow, OpenedEvent};
pub use verifier::SignatureFinding;

use event_notices::EventNotices;
use list::EventLog;

/// A delivery that the receiver took: proved, and with an id of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Delivery {
    pub profile_id: ProfileId,
    pub event_id: EventId,
    pub received_at: DateTime<Utc>,
    /// As they came, credentials left out.
    pub headers: Vec<Pair>,
    /// The exact bytes.
    pub body: Arc<[u8]>,
}

/// An event as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptEvent {
    pub delivery: Delivery,
    /// The delivery, read where it was kept and not in a frame; absent where it is no event, which is never kept.
    pub event: Option<Arc<WebhookEvent>>,
    /// How often it was delivered.
    pub deliveries: u32,
    /// Absent until it was applied.
    pub note: Option<EventNote>,
}

impl KeptEvent {
    /// Reads what was delivered.
    pub fn read(delivery: Delivery, deliveries: u32, note: Option<EventNote>) -> Self {
        let event = decode_event(&delivery.body).ok().map(|event| Arc::new(event.received_at(delivery.received_at)));
        Self { delivery, event, deliveries, note }
    }
}

/// What became of an event, once.
#[derive(Debug, Clone, PartialEq)]
pub struct EventNote {
    pub verdict: EventVerdict,
    /// In words for people.
    pub reason: String,
    pub at: DateTime<Utc>,
}

/// A note as it is kept with its event.
#[derive(Debug, Clone, PartialEq)]
pub struct NotedEvent {
    pub profile_id: ProfileId,
    pub event_id: EventId,
    pub note: EventNote,
}

/// A delivery that nothing of was believed: in memory until the desk is closed.
#[derive(Debug, Clone, PartialEq)]
pub struct RefusedDelivery {
    pub profile_id: ProfileId,
    pub received_at: DateTime<Utc>,
    pub headers: Vec<Pair>,
    /// The first bytes.
    pub body: Arc<[u8]>,
    pub body_bytes: usize,
    pub refusal: DeliveryRefusal,
}

/// How the receiver of a profile stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Receiver {
    #[default]
    Off,
    Starting,
    Listening {
        /// `127.0.0.1:8601`
        address: String,
    },
    Failed(Problem),
}

/// An export of events that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventsExport {
    pub path: String,
    pub events: usize,
}

/// See the module.
#[derive(Debug, Default)]
pub struct Webhooks {
    pub filter: EventFilter,
    /// The row that is open beside the list.
    pub open: Option<OpenedEvent>,
    /// What the verifier found last.
    pub finding: Option<SignatureFinding>,
    pub verifying: bool,
    pub(super) log: EventLog,
    /// How many events are on disk.
    on_disk: u64,
    reading_older: bool,
    /// What the embedded sandbox signs with, while the verifier is open beside its events.
    pub sandbox_secret: Option<SecretText>,
    pub receiver: Receiver,
    /// When what is known of a thing was so, by the service's clock: payments and disputes have no record of ours.
    latest: apply::LatestTimes,
    event_notices: EventNotices,
}

/// What the person does in the panel.
#[derive(Debug, Clone, PartialEq)]
pub enum WebhooksAction {
    /// Opens a row by its number.
    Open(Option<u64>),
    FilterContent(Option<ContentType>),
    FilterState(Option<EventState>),
    /// Shows the events whose id, object or type has this in it.
    FilterText(String),
    /// Reads the next older ones from disk.
    ReadOlder,
    ClearFilters,
    /// Applies an event once more, as if it had just come.
    Replay(u64),
    /// Writes all events of the profile into a file.
    Export,
    /// Tries to listen once more.
    ListenAgain,
    /// Keeps the webhook secret of the profile at work, and listens.
    GiveSecret(SecretText),
    ShowVerifier(bool),
    /// What was verified was changed: the finding speaks of something else.
    ForgetFinding,
    Verify {
        body: String,
        header: String,
        secret: SecretText,
    },
}

impl Webhooks {
    pub fn log(&self) -> &EventLog {
        &self.log
    }

    /// Closes the pane, if one is open.
    pub fn close(&self) -> Option<Action> {
        match (&self.open, self.verifying) {
            (Some(_), _) => Some(Action::Webhooks(WebhooksAction::Open(None))),
            (None, true) => Some(Action::Webhooks(WebhooksAction::ShowVerifier(false))),
            (None, false) => None,
        }
    }
}

impl State {
    pub(in crate::app) fn on_webhooks(&mut self, action: WebhooksAction) {
        match action {
            WebhooksAction::Open(number) => self.open_event(number),
            WebhooksAction::FilterContent(content) => self.filter_events(|filter| filter.content = content),
            WebhooksAction::FilterState(state) => self.filter_events(|filter| filter.state = state),
            WebhooksAction::FilterText(text) => self.filter_events(|filter| filter.set_text(&text)),
            WebhooksAction::ReadOlder => self.read_older_events(),
            WebhooksAction::ClearFilters => self.filter_events(|filter| *filter = EventFilter::default()),
            WebhooksAction::Replay(number) => self.replay_event(number),
            WebhooksAction::Export => {
                self.outbox
                    .push(StoreJob::ExportEvents { profile_id: self.workspace.profile_id.clone(), at: self.now });
            }
            WebhooksAction::ListenAgain => self.listen_for_events(),
            WebhooksAction::GiveSecret(secret) => {
                let profile_id = self.workspace.profile_id.clone();
                self.outbox.push(SecretsEffect::KeepSecret { profile_id, kind: SecretKind::WebhookSecret, secret });
            }
            WebhooksAction::ShowVerifier(shown) => {
                self.workspace.webhooks.verifying = shown;
                self.workspace.webhooks.open = None;
                self.workspace.webhooks.finding = None;
                self.workspace.webhooks.sandbox_secret = None;
                if shown && self.workspace.profile_id.is_embedded() {
                    self.outbox.push(SecretsEffect::FindSandboxSecret);
                }
            }
            WebhooksAction::ForgetFinding => self.workspace.webhooks.finding = None,
            WebhooksAction::Verify { body, header, secret } => {
                self.workspace.webhooks.finding = Some(verifier::verify(body.as_bytes(), &header, secret.expose()));
            }
        }
    }

    /// The receiver of the profile at work, in words; what it cannot do is said as plainly as what it does.
    pub fn receiver_words(&self) -> String {
        match &self.workspace.webhooks.receiver {
            Receiver::Off => "Not listening: switch it on in the profile's settings".to_owned(),
            Receiver::Starting => "The receiver is being started…".to_owned(),
            Receiver::Listening { address } => format!("Listening on {address}; it hears only while this desk runs"),
            Receiver::Failed(problem) => format!("Not listening. {}. {}", problem.what, problem.what_to_do),
        }
    }

    /// The service of the profile at work is there: its receiver listens, where it is on.
    pub(in crate::app) fn listen_for_events(&mut self) {
        let Some(profile) = &self.workspace.profile else { return };
        let profile_id = profile.id.clone();
        let port = match self.profiles.find(&profile_id) {
            Some(saved) => saved.webhook_port,
            // The port of the last time, or a free one.
            None => profile_id.is_embedded().then_some(0),
        };
        let wanted = port.is_some();
        let receiver = if wanted { Receiver::Starting } else { Receiver::Off };
        let before = std::mem::replace(&mut self.workspace.webhooks.receiver, receiver);
        match (port, before) {
            (Some(port), _) => self.outbox.push(SystemEffect::Listen { profile_id, port }),
            (None, Receiver::Off) => {}
            (None, Receiver::Starting | Receiver::Listening { .. } | Receiver::Failed(_)) => {
                self.outbox.push(SystemEffect::StopListening { profile_id })
            }
        }
    }

    /// A receiver was started, or could not be.
    pub(in crate::app) fn receiver_changed(&mut self, result: Result<String, Problem>) {
        if self.workspace.webhooks.receiver != Receiver::Off {
            let receiver = result.map_or_else(Receiver::Failed, |address| Receiver::Listening { address });
            self.workspace.webhooks.receiver = receiver;
        }
    }

    /// What was kept when the desk was last closed. What was not applied then is applied now.
    pub(in crate::app) fn events_opened(
        &mut self,
        events: Vec<KeptEvent>,
        on_disk: BTreeMap<ProfileId, u64>,
        problem: Option<Problem>,
    ) {
        self.take_events(events);
        self.in_every_workspace(|state| {
            state.show_events_again();
            state.workspace.webhooks.on_disk = on_disk.get(&state.workspace.profile_id).copied().unwrap_or_default();
            state.resolve_unknowns_by_events();
        });
        if let Some(problem) = problem {
            self.notice(problem);
        }
    }

    /// A delivery was refused; `more` were refused since the last one that was told of, and are not shown.
    pub(in crate::app) fn webhook_refused(&mut self, refused: RefusedDelivery, more: u32) {
        let (zone, now) = (self.zone(), self.now);
        self.workspace.webhooks.log.refused(refused, more, zone, now);
        self.show_events_again();
    }

    /// An event came again: it is counted, and nothing follows from it.
    pub(in crate::app) fn webhook_repeated(&mut self, event_id: &EventId) {
        self.workspace.webhooks.log.repeated(event_id);
    }

    /// It is shown beside the verifier of the sandbox's own events, nowhere else.
    pub(in crate::app) fn sandbox_secret_found(&mut self, secret: Option<SecretText>) {
        let wanted = self.workspace.webhooks.verifying && self.workspace.profile_id.is_embedded();
        self.workspace.webhooks.sandbox_secret = secret.filter(|_| wanted);
    }

    fn replay_event(&mut self, number: u64) {
        let genuine = self.workspace.webhooks.log.find(number).and_then(EventTableRow::genuine);
        let Some(event) = genuine.map(|(_, event)| event.clone()) else { return };
        let note = self.receive_event(&event);
        let text = format!("Replayed: {}", note.reason);
        self.toasts.show(self.now, ToastKind::Neutral, text, None);
    }

    pub(in crate::app) fn events_exported(&mut self, result: Result<EventsExport, Problem>) {
        let (kind, text) = match result {
            Ok(EventsExport { path, events }) => {
                let events = grouped_count(events as u64);
                (ToastKind::Positive, format!("The events were exported ({events}) to {path}"))
            }
            Err(problem) => (ToastKind::Danger, format!("{}. {}", problem.what, problem.what_to_do)),
        };
        self.toasts.show(self.now, kind, text, None);
    }

    /// A profile was removed: nothing is heard for it any more.
    pub(in crate::app) fn stop_listening(&mut self, profile_id: &ProfileId) {
        self.in_workspace(profile_id, |state| {
            if std::mem::take(&mut state.workspace.webhooks.receiver) != Receiver::Off {
                let profile_id = state.workspace.profile_id.clone();
                state.outbox.push(SystemEffect::StopListening { profile_id });
            }
        });
    }
}
