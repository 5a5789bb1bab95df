//! What a feature may read and use besides its own state.
//!
//! A feature changes nothing but itself. What it wants done outside goes into the outbox; what it wants of another
//! feature is a [`FeatureRequest`], which [`serve`](crate::state) carries out once the feature has returned. What others may
//! build on, it publishes as a [`FeatureFact`].

pub mod fact;
pub mod request;

use std::fmt::Debug;
use std::ops::Deref;

use chrono::{DateTime, Utc};

use paydesk_api::error::CallError;
use paydesk_api::input::InputError;
use paydesk_api::operation::Target;
use paydesk_api::rate_limit::{Priority, RateGate};
use paydesk_domain::csv_style::CsvStyle;
use paydesk_domain::ids::{BusinessProfileId, DisputeId, MerchantId, PaymentId};
use paydesk_domain::money::{MinorUnits, Money};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::profile::{Environment, Profile, ProfileId};
use paydesk_domain::review::ReviewStatus;
use paydesk_domain::text::{sentences, visible};
use paydesk_index::note_index::NoteIndex;

use crate::context::fact::FeatureFact;
use crate::context::request::FeatureRequest;
use crate::features::team::Team;
use crate::features::toasts::{ToastKind, Toasts};
use crate::managed::{ManagedPolicy, ManagedTeam};
use crate::operations::{JournalHealth, Operations, Submission};
use crate::outbox::Outbox;
use crate::profiles::SavedProfile;
use crate::read::{Read, RequestId};
use crate::reads::{ReadOwner, Reads};
use crate::records::Records;
use crate::rng::Rng;
use crate::route::Route;
use crate::route::opened_records::OpenedRecords;
use crate::service_link::ServiceLink;
use crate::service_traits::ServiceTraits;
use crate::settings::Settings;
use crate::text;
use paydesk_domain::zone::Zone;

/// What another profile knows and has open.
#[derive(Debug, Clone, Copy)]
pub struct NeighbourProfile<'a> {
    pub profile_id: &'a ProfileId,
    /// Known once its service is ready.
    pub profile: Option<&'a Profile>,
    pub operations: &'a Operations,
    pub records: &'a Records,
}

/// The profiles beside the one at hand.
pub trait Neighbours: Debug {
    fn all(&self) -> Box<dyn Iterator<Item = NeighbourProfile<'_>> + '_>;
}

/// What every feature and every panel may read of a workspace.
#[derive(Debug, Clone, Copy)]
pub struct WorkspaceView<'a> {
    pub now: DateTime<Utc>,
    /// In which times of this workspace are shown.
    pub zone: Zone,
    pub settings: &'a Settings,
    pub journal: &'a JournalHealth,
    pub profile_id: &'a ProfileId,
    /// The profiles of the organisation and those that a person added.
    pub profiles: &'a [SavedProfile],
    /// What the organisation set.
    pub policy: &'a ManagedPolicy,
    /// As it is in the settings; the embedded sandbox is in none.
    pub saved: Option<&'a SavedProfile>,
    /// What its service does where the documentation is silent.
    pub traits: &'a ServiceTraits,
    /// A person is signed in to the dashboard of its service.
    pub is_signed_in: bool,
    /// How its service counts amounts.
    pub units: MinorUnits,
    /// Known once its service is ready.
    pub profile: Option<&'a Profile>,
    /// A person allowed changes in production until the program is closed.
    pub is_unlocked: bool,
    /// It is the workspace of the profile that a person works in.
    pub is_shown: bool,
    pub route: Route,
    /// Which record is open beside each list.
    pub opened: &'a OpenedRecords,
    pub link: &'a ServiceLink,
    /// What the rate limits of its service and of the settings leave.
    pub rate: &'a RateGate,
    pub operations: &'a Operations,
    pub records: &'a Records,
    /// The other profiles.
    pub others: &'a dyn Neighbours,
    /// What people wrote.
    pub notes: &'a NoteIndex,
    pub team: &'a Team,
    /// The user of the operating system.
    pub operator: &'a str,
    /// How CSV files are written.
    pub csv: CsvStyle,
}

impl<'a> WorkspaceView<'a> {
    /// The other profiles at the same address. Whatever merchant a person wrote there, an ID stands for the same object.
    pub fn neighbours(&self) -> impl Iterator<Item = NeighbourProfile<'a>> + use<'a> {
        let profiles = self.profiles;
        let ours = address(self.profile, self.saved);
        let others = ours.map(|_| self.others.all()).into_iter().flatten();
        others.filter(move |other| {
            let saved = profiles.iter().find(|saved| saved.id == *other.profile_id);
            address(other.profile, saved) == ours
        })
    }

    /// What is open and known here and in the other profiles at the same address, this one first.
    pub fn with_neighbours(&self) -> impl Iterator<Item = (&'a Operations, &'a Records)> + use<'a> {
        [(self.operations, self.records)]
            .into_iter()
            .chain(self.neighbours().map(|other| (other.operations, other.records)))
    }

    /// What is open on a payment or a payout or a refund of one, here or in another profile at the same address, as text for
    /// the user.
    pub fn under_way(&self, target: &Target) -> Option<String> {
        let noun = if target.kind == ResourceKind::Payout { "payout" } else { "payment" };
        let open = self.operations.open_on(target).map(|open| text::is_under_way(open.plan.title(), noun));
        open.or_else(|| self.open_elsewhere(target))
    }

    /// What is open on a payment, refunds aside.
    pub fn payment_under_way(&self, payment_id: &PaymentId) -> Option<String> {
        self.under_way(&Target::new(ResourceKind::Payment, payment_id.as_str()))
    }

    /// The refund of a payment that is open.
    pub fn refund_under_way(&self, payment_id: &PaymentId) -> Option<String> {
        self.under_way(&Target::new(ResourceKind::Refund, payment_id.as_str()))
    }

    /// What is open on a target in another profile at the same address, as text for the user.
    pub fn open_elsewhere(&self, target: &Target) -> Option<String> {
        let (other, operation) =
            self.neighbours().find_map(|other| Some((other, other.operations.open_on(target)?)))?;
        let saved = self.profiles.iter().find(|saved| saved.id == *other.profile_id).map(|saved| saved.name.as_str());
        let name = saved.or(other.profile.map(|profile| profile.name.as_str())).unwrap_or_default();
        Some(text::open_in_another_profile(operation.plan.title(), visible(name, 40)))
    }

    /// When the same amount of the same payment was captured within the settle window, by whichever profile.
    pub fn same_capture_at(&self, payment_id: &PaymentId, amount: &Money) -> Option<DateTime<Utc>> {
        let captured = |(operations, _): (&Operations, _)| operations.same_capture_at(payment_id, amount, self.now);
        self.with_neighbours().filter_map(captured).max()
    }

    /// When the same amount of the same payment was refunded within the settle window, by whichever profile.
    pub fn same_refund_at(&self, payment_id: &PaymentId, amount: &Money) -> Option<DateTime<Utc>> {
        let refunded = |(operations, _): (&Operations, _)| operations.same_refund_at(payment_id, amount, self.now);
        self.with_neighbours().filter_map(refunded).max()
    }

    /// Whether a read that is asked for now leaves now: the service is there and takes the key.
    pub fn can_read(&self) -> bool {
        self.profile.is_some() && self.link.lock().is_none()
    }

    /// What the service calls manual review.
    pub fn review_status(&self) -> &'a ReviewStatus {
        self.settings.review_status(self.profile_id)
    }

    /// What goes out as `X-Profile-Id` ([API reference](paydesk_api::resources::api_keys::reference#authentication)).
    pub fn business_profile_id(&self) -> Option<&'a BusinessProfileId> {
        self.profile?.business_profile_id.as_ref()
    }

    /// The account that API keys are made for.
    pub fn merchant_id(&self) -> Option<&'a MerchantId> {
        self.profile?.merchant_id.as_ref()
    }

    /// Whether what is sent moves real money.
    pub fn is_production(&self) -> bool {
        self.profile.is_some_and(|profile| profile.environment == Environment::Production)
    }

    /// Whether card data may be entered: in a sandbox alone.
    pub fn takes_cards(&self) -> bool {
        self.profile.is_some_and(|profile| profile.environment == Environment::Sandbox)
    }

    /// Why nothing may be changed at the service right now, as text for the user.
    pub fn read_only_reason(&self) -> Option<String> {
        match (self.journal, self.link.lock()) {
            (_, Some(lock)) => Some(format!("The profile is locked: {}", lock.what())),
            (JournalHealth::Opening, None) => Some("Opening the journal".to_owned()),
            (JournalHealth::Missing(problem), None) => Some(sentences(&["Read-only", &problem.what])),
            (JournalHealth::Unavailable(problem), None) => {
                Some(format!("Read-only, because operations cannot be written to the journal: {}", problem.what))
            }
            (JournalHealth::Ready, None) => self.profile_read_only_reason(),
        }
    }

    /// Why the profile itself, by its settings or its environment, may change nothing.
    pub fn profile_read_only_reason(&self) -> Option<String> {
        let Some(profile) = self.profile else { return Some("No service is connected yet".to_owned()) };
        if self.policy.profile(self.profile_id).is_some_and(|set| set.read_only) {
            return Some("This profile is read-only, as set by your organisation".to_owned());
        }
        if self.saved.is_some_and(|saved| saved.read_only) {
            return Some("This profile is read-only, as set in its settings".to_owned());
        }
        if profile.environment == Environment::Production && self.policy.production_read_only {
            return Some("PRODUCTION is read-only, as set by your organisation".to_owned());
        }
        if let Some(team) = self.team_to_join() {
            return Some(text::read_only_until_joined(&team.profile));
        }
        let is_locked = profile.environment == Environment::Production && !self.is_unlocked;
        if is_locked {
            return Some("PRODUCTION is read-only until you unlock it".to_owned());
        }
        self.team.read_only_reason(self.saved.and_then(|saved| saved.team.as_deref()))
    }

    /// The team that the organisation set for the profile, while the person does not belong to it.
    pub fn team_to_join(&self) -> Option<&'a ManagedTeam> {
        let is_joined = self.saved.is_some_and(|saved| saved.team.is_some());
        self.policy.team(self.profile_id).filter(|_| !is_joined)
    }

    /// Why the evidence of a dispute cannot be written now, as text for the user.
    pub fn why_not_write(&self, id: &DisputeId) -> Option<String> {
        self.team.why_not_write(id, self.saved.and_then(|saved| saved.team.as_deref()))
    }

    /// Why nothing is read now, for lists that would be empty without being so; `None` while reads can be made, or will
    /// be in a moment.
    pub fn read_blocker(&self) -> Option<CallError> {
        self.link.read_blocker()
    }
}

/// The address of a service, as it was reached or else as it is saved.
fn address<'a>(reached: Option<&'a Profile>, saved: Option<&'a SavedProfile>) -> Option<&'a str> {
    let reached = reached.map(|profile| profile.base_url.as_str());
    Some(reached.or(saved.map(|saved| saved.base_url.as_str()))?.trim_end_matches('/'))
}

/// The view, and what a feature acts with while it handles something.
#[derive(Debug)]
pub struct Context<'a> {
    pub view: WorkspaceView<'a>,
    pub reads: &'a mut Reads,
    pub toasts: &'a mut Toasts,
    pub rng: &'a mut Rng,
    pub outbox: &'a mut Outbox,
    pub(crate) requests: &'a mut Vec<FeatureRequest>,
    pub(crate) facts: &'a mut Vec<FeatureFact>,
}

impl<'a> Deref for Context<'a> {
    type Target = WorkspaceView<'a>;

    fn deref(&self) -> &Self::Target {
        &self.view
    }
}

impl Context<'_> {
    /// Asks for a read, or joins an equal one.
    pub fn read(&mut self, owner: ReadOwner, read: Read) -> RequestId {
        let read = as_service_lists(&self.view, read);
        self.reads.ask(owner, read, Priority::Ordinary, self.view.now)
    }

    /// Asks for a read that must start now: one under way may have been answered before something changed.
    pub fn read_fresh(&mut self, owner: ReadOwner, read: Read) -> RequestId {
        let read = as_service_lists(&self.view, read);
        self.reads.ask_fresh(owner, read, Priority::Ordinary, self.view.now)
    }

    /// Shows a toast, about a payment where there is one.
    pub fn toast(&mut self, kind: ToastKind, text: impl Into<String>, payment_id: Option<PaymentId>) {
        self.toasts.show(self.view.now, kind, text.into(), payment_id);
    }

    /// Does what a person confirmed, or what is asked of the service in its place.
    pub fn submit(&mut self, submission: Submission) {
        self.request(FeatureRequest::Submit(Box::new(submission)));
    }

    /// Reports that something was not sent, by the first of `errors`; about a payment where there is one.
    pub fn report_not_sent(&mut self, errors: &[InputError], payment_id: Option<PaymentId>) {
        let why = errors.first().map(ToString::to_string).unwrap_or_default();
        self.toast(ToastKind::Attention, text::not_sent(why), payment_id);
    }

    /// Asks something of another part of the program; it is done once the feature has returned.
    pub fn request(&mut self, request: FeatureRequest) {
        self.requests.push(request);
    }

    /// Publishes what is known now; it is delivered once the feature has returned and what it asked for is done.
    pub fn publish(&mut self, fact: FeatureFact) {
        self.facts.push(fact);
    }
}

/// The read in the form that the service is known to take.
fn as_service_lists(view: &WorkspaceView<'_>, mut read: Read) -> Read {
    if let Read::Disputes(list) = &mut read {
        list.by_body |= view.traits.disputes.lists_by_body();
    }
    read
}
