//! Webhook events: what the service sent by itself, and what Paydesk made of it
//! ([API reference](paydesk_api::resources::webhooks::reference)).
//!
//! An event is verified and stored before it comes here, once for its id. `crate::apply_event` updates what is
//! known by it, whatever the order of arrival; operations whose outcome is unknown are settled by it
//! (`operations::webhook_proof`); [`event_notices`] notifies the person and says what is to be read again, a moment
//! later and together; [`older`] reads on where the list ends. [`list`] is what the panel shows, [`verifier`] says why
//! a signature does not hold.

mod event;
mod event_notices;
mod latest;
pub mod list;
mod older;
mod text;
pub mod verifier;

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::Context;
use crate::context::request::FeatureRequest;
use crate::effect::{SecretsEffect, StoreJob, SystemEffect};
use crate::features::toasts::ToastKind;
use crate::problem::Problem;
use paydesk_domain::ids::EventId;
use paydesk_domain::money::grouped_count;
use paydesk_domain::secret::{SecretKind, SecretText};
use paydesk_domain::webhook::{ContentType, WebhookEvent};

pub use event::{Delivery, EventNote, EventsExport, NotedEvent, RefusedDelivery, StoredEvent};
pub use list::{EventFilter, EventLog, EventObject, EventState, EventTableRow, OpenedEvent};
pub use verifier::SignatureFinding;

use event_notices::EventNotices;
use latest::LatestTimes;

/// How long an event is news: what happened over night or over a weekend is.
const NEWS_FOR: TimeDelta = TimeDelta::days(3);

/// The state of the receiver of a profile.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ReceiverState {
    #[default]
    Off,
    /// By the organisation.
    Forbidden,
    Starting,
    Listening {
        /// `127.0.0.1:8601`
        address: String,
    },
    Failed(Problem),
}

/// The receiver of one profile, its events, and the last result of the signature checker.
#[derive(Debug, Default)]
pub struct Webhooks {
    pub filter: EventFilter,
    /// The row that is open beside the list.
    pub open: Option<OpenedEvent>,
    /// What the verifier found last.
    pub finding: Option<SignatureFinding>,
    pub verifying: bool,
    log: EventLog,
    /// Connections that the receiver closed to make room for others, since the program started.
    pub connections_closed: u64,
    /// How many events are on disk.
    on_disk: u64,
    /// When the program began to receive for the first time; what happened before is history.
    first_opened_at: Option<DateTime<Utc>>,
    reading_older: bool,
    /// What the embedded sandbox signs with, while the verifier is open beside its events.
    pub sandbox_secret: Option<SecretText>,
    pub receiver: ReceiverState,
    /// When what is known of a record was so, by the service's clock: payments and disputes have no record of ours.
    pub(crate) latest: LatestTimes,
    pub(crate) notices: EventNotices,
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
    /// Keeps the webhook secret of the current profile, and listens.
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
    pub fn close(&self) -> Option<WebhooksAction> {
        match (&self.open, self.verifying) {
            (Some(_), _) => Some(WebhooksAction::Open(None)),
            (None, true) => Some(WebhooksAction::ShowVerifier(false)),
            (None, false) => None,
        }
    }

    /// The receiver of the current profile, as text; what it cannot do is said as plainly as what it does.
    pub fn receiver_text(&self) -> String {
        match &self.receiver {
            ReceiverState::Off => "Not listening: turn on webhooks in the profile".to_owned(),
            ReceiverState::Forbidden => text::NOT_RECEIVED_AS_SET.to_owned(),
            ReceiverState::Starting => "The receiver is starting…".to_owned(),
            ReceiverState::Listening { address } => text::listening_on_receives_events_only(address),
            ReceiverState::Failed(problem) => text::not_listening(&problem.what, &problem.what_to_do),
        }
    }

    pub(crate) fn handle(&mut self, action: WebhooksAction, cx: &mut Context<'_>) {
        match action {
            WebhooksAction::Open(number) => {
                self.open = number.and_then(|number| self.log.find(number)).map(OpenedEvent::of);
            }
            WebhooksAction::FilterContent(content) => self.change_filter(|filter| filter.content = content),
            WebhooksAction::FilterState(state) => self.change_filter(|filter| filter.state = state),
            WebhooksAction::FilterText(text) => self.change_filter(|filter| filter.set_text(&text)),
            WebhooksAction::ReadOlder => self.read_older(cx),
            WebhooksAction::ClearFilters => self.change_filter(|filter| *filter = EventFilter::default()),
            WebhooksAction::Replay(number) => self.replay(number, cx),
            WebhooksAction::Export => {
                cx.outbox.push(StoreJob::ExportEvents { profile_id: cx.view.profile_id.clone(), at: cx.view.now });
            }
            WebhooksAction::ListenAgain => self.listen(cx),
            WebhooksAction::GiveSecret(secret) => {
                let (profile_id, kind) = (cx.profile_id.clone(), SecretKind::WebhookSecret);
                cx.outbox.push(SecretsEffect::KeepSecret { profile_id, kind, secret });
            }
            WebhooksAction::ShowVerifier(shown) => self.show_verifier(shown, cx),
            WebhooksAction::ForgetFinding => self.finding = None,
            WebhooksAction::Verify { body, header, secret } => {
                self.finding = Some(verifier::verify(body.as_bytes(), &header, secret.expose()));
            }
        }
    }

    fn show_verifier(&mut self, shown: bool, cx: &mut Context<'_>) {
        self.close_panes();
        self.finding = None;
        self.verifying = shown;
        if shown && cx.profile_id.is_embedded() {
            cx.outbox.push(SecretsEffect::FindSandboxSecret { profile_id: cx.profile_id.clone() });
        }
    }

    fn close_panes(&mut self) {
        self.open = None;
        self.verifying = false;
        self.sandbox_secret = None;
    }

    fn replay(&mut self, number: u64, cx: &mut Context<'_>) {
        if let Some((_, event)) = self.log.find(number).and_then(EventTableRow::genuine) {
            cx.request(FeatureRequest::ReplayEvent(event.clone()));
        }
    }

    /// The profile is at work again: its panel begins without what stood in front.
    pub(crate) fn workspace_entered(&mut self, cx: &Context<'_>) {
        self.notices = EventNotices::default();
        self.close_panes();
        self.write_times_again(cx.zone, cx.now);
        self.show_again();
    }

    /// The service of the current profile is there: its receiver listens, where it is on.
    pub(crate) fn listen(&mut self, cx: &mut Context<'_>) {
        if cx.profile.is_none() {
            return;
        }
        if cx.policy.no_webhook_receiver {
            self.stop_listening(cx);
            self.receiver = ReceiverState::Forbidden;
            return;
        }
        let port = match cx.saved {
            Some(saved) => saved.webhook_port,
            // The port of the last time, or a free one.
            None => cx.profile_id.is_embedded().then_some(0),
        };
        let Some(port) = port else { return self.stop_listening(cx) };
        self.receiver = ReceiverState::Starting;
        cx.outbox.push(SystemEffect::Listen { profile_id: cx.view.profile_id.clone(), port });
    }

    /// Nothing is received any more: the receiver was switched off, or the profile is removed.
    pub(crate) fn stop_listening(&mut self, cx: &mut Context<'_>) {
        if self.receiver != ReceiverState::Forbidden && std::mem::take(&mut self.receiver) != ReceiverState::Off {
            cx.outbox.push(SystemEffect::StopListening { profile_id: cx.view.profile_id.clone() });
        }
    }

    /// A receiver was started, or could not be.
    pub(crate) fn receiver_changed(&mut self, result: Result<String, Problem>) {
        if !matches!(self.receiver, ReceiverState::Off | ReceiverState::Forbidden) {
            self.receiver = result.map_or_else(ReceiverState::Failed, |address| ReceiverState::Listening { address });
        }
    }

    /// So many connections more were closed to make room for others, before a whole delivery had arrived.
    pub(crate) fn connections_closed(&mut self, count: u32) {
        self.connections_closed = self.connections_closed.saturating_add(u64::from(count));
    }

    /// So many events of the profile were on disk when the program started.
    pub(crate) fn opened(&mut self, on_disk: u64, now: DateTime<Utc>) {
        self.on_disk = on_disk;
        self.first_opened_at = (on_disk == 0).then_some(now);
        self.show_again();
    }

    /// Whether an event is of a time long past, from before Paydesk first received any, or the sandbox's account of its
    /// past: it updates what is known, and is no news that a person is to be interrupted with.
    pub(crate) fn is_history(&self, event: &WebhookEvent, now: DateTime<Utc>) -> bool {
        event.is_past()
            || event
                .timestamp
                .is_some_and(|at| now - at > NEWS_FOR || self.first_opened_at.is_some_and(|first| at < first))
    }

    /// A delivery was refused; `more` were refused since the last one that was reported, and are not shown.
    pub(crate) fn refused(&mut self, refused: RefusedDelivery, more: u32, cx: &Context<'_>) {
        self.log.refused(refused, more, cx.zone, cx.now);
        self.show_again();
    }

    /// An event came again: it is counted, and nothing follows from it.
    pub(crate) fn repeated(&mut self, event_id: &EventId) {
        self.log.repeated(event_id);
    }

    /// It is shown beside the verifier of the sandbox's own events, nowhere else.
    pub(crate) fn sandbox_secret_found(&mut self, secret: Option<SecretText>, cx: &Context<'_>) {
        let wanted = self.verifying && cx.profile_id.is_embedded();
        self.sandbox_secret = secret.filter(|_| wanted);
    }
}

/// An export of events ended.
pub(crate) fn events_exported(result: Result<EventsExport, Problem>, cx: &mut Context<'_>) {
    match result {
        Ok(EventsExport { path, events }) => {
            let events = grouped_count(events as u64);
            cx.toast(ToastKind::Positive, text::events_exported_to(&events, &path), None);
        }
        Err(problem) => cx.toast(ToastKind::Danger, problem.text(), None),
    }
}
