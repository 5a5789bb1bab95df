//! Everything the desk knows. Views get `&State`; only [`super::update`] changes it.

use chrono::{DateTime, Utc};

use crate::api::rate_limit::RateGate;
use crate::domain::profile::Profile;

use super::features::analytics::Analytics;
use super::features::api_keys::{ApiKeys, NewKeys};
use super::features::connection::Connection;
use super::features::customers::Customers;
use super::features::dialogs::Dialog;
use super::features::disputes::{Disputes, DraftStore};
use super::features::export::Export;
use super::features::payment_links::PaymentLinks;
use super::features::payments::Payments;
use super::features::payouts::Payouts;
use super::features::profiles::Profiles;
use super::features::refunds::Refunds;
use super::features::requests::Requests;
use super::features::subscriptions::Subscriptions;
use super::features::toasts::Toasts;
use super::features::webhooks::Webhooks;
use super::operations::Operations;
use super::outbox::Outbox;
use super::problem::Problem;
use super::profiles::SavedProfiles;
use super::reads::Reads;
use super::records::Records;
use super::rng::Rng;
use super::route::Route;
use super::settings::Settings;
use super::zone::Zone;

/// What the core must be told about the outside before it starts.
#[derive(Debug, Clone)]
pub struct Start {
    pub now: DateTime<Utc>,
    pub seed: u64,
    pub settings: Settings,
    pub profiles: SavedProfiles,
    /// The zone of this machine, used unless another was chosen.
    pub local_zone: Zone,
    /// The user of the operating system, for the journal.
    pub operator: String,
}

/// See the module.
#[derive(Debug)]
pub struct State {
    /// Set by the window once a frame.
    pub now: DateTime<Utc>,
    pub settings: Settings,
    pub local_zone: Zone,
    pub operator: String,
    pub route: Route,
    /// Known once the service is ready.
    pub profile: Option<Profile>,
    pub profiles: Profiles,
    pub connection: Connection,
    pub rate: RateGate,
    pub payments: Payments,
    pub refunds: Refunds,
    pub payouts: Payouts,
    pub disputes: Disputes,
    /// Our files on disputes, of all profiles.
    pub evidence: DraftStore,
    pub customers: Customers,
    pub subscriptions: Subscriptions,
    pub payment_links: PaymentLinks,
    pub api_keys: ApiKeys,
    pub analytics: Analytics,
    /// The calls of all profiles.
    pub requests: Requests,
    /// Values of keys that were just made, whatever profile is at work.
    pub new_keys: NewKeys,
    /// Our own ledger of what the service cannot list.
    pub records: Records,
    pub operations: Operations,
    /// Webhook events of all profiles.
    pub webhooks: Webhooks,
    pub export: Export,
    pub dialog: Option<Dialog>,
    pub toasts: Toasts,
    /// Problems met before the window stood; shown until dismissed.
    pub problems: Vec<Problem>,
    pub(super) reads: Reads,
    /// What the message that is handled now asks for outside.
    pub(super) outbox: Outbox,
    pub(super) rng: Rng,
}

impl State {
    pub fn new(start: Start) -> Self {
        let profiles = Profiles::new(start.profiles, start.settings.profile_id.as_deref());
        Self {
            now: start.now,
            settings: start.settings.bounded(),
            local_zone: start.local_zone,
            operator: start.operator,
            route: Route::default(),
            profile: None,
            profiles,
            connection: Connection::default(),
            rate: RateGate::default(),
            payments: Payments::default(),
            refunds: Refunds::default(),
            payouts: Payouts::default(),
            disputes: Disputes::default(),
            evidence: DraftStore::default(),
            customers: Customers::default(),
            subscriptions: Subscriptions::default(),
            payment_links: PaymentLinks::default(),
            api_keys: ApiKeys::default(),
            analytics: Analytics::default(),
            requests: Requests::default(),
            new_keys: NewKeys::default(),
            records: Records::default(),
            operations: Operations::new(start.seed.rotate_left(32)),
            webhooks: Webhooks::default(),
            export: Export::default(),
            dialog: None,
            toasts: Toasts::default(),
            problems: Vec::new(),
            reads: Reads::default(),
            outbox: Outbox::default(),
            rng: Rng::seeded(start.seed),
        }
    }

    /// The zone times are shown in.
    pub fn zone(&self) -> Zone {
        let of_profile = self.profiles.current_saved().and_then(|profile| profile.time_zone);
        of_profile.or(self.settings.time_zone).unwrap_or(self.local_zone)
    }

    /// Whether a countdown in seconds is on the screen: the window then draws once a second.
    pub fn counts_seconds(&self) -> bool {
        use super::operations::Phase;
        let soon = |at: DateTime<Utc>| at > self.now && at - self.now < chrono::TimeDelta::seconds(60);
        self.rate.blocked_until(self.now).is_some()
            || self.counts_client_secret()
            || self.operations.open().iter().any(|operation| match &operation.phase {
                Phase::AwaitingTurn { until } => soon(*until),
                Phase::Unknown(unknown) => unknown.next_read_at.is_some_and(soon),
                Phase::Preparing
                | Phase::Checking { .. }
                | Phase::Starting
                | Phase::Sending { .. }
                | Phase::NeverSent
                | Phase::Ended(_) => false,
            })
    }

    /// Why nothing may be changed at the service right now, in words for the person.
    pub fn read_only_reason(&self) -> Option<String> {
        use super::operations::JournalHealth;
        match (&self.operations.journal, self.connection.lock()) {
            (_, Some(lock)) => Some(format!("The profile is locked: {}", lock.what())),
            (JournalHealth::Opening, None) => Some("The journal is being opened".to_owned()),
            (JournalHealth::Unavailable(problem), None) => {
                Some(format!("Read-only, because operations cannot be written down: {}", problem.what))
            }
            (JournalHealth::Ready, None) if self.profile.is_none() => Some("There is no service yet".to_owned()),
            (JournalHealth::Ready, None) => self.profile_read_only_reason(),
        }
    }
}
