//! Subscriptions: those that were made from here.

mod secret;

use crate::api::operation::Target;
use crate::app::action::Action;
use crate::app::features::form::{FormEnd, OpenForm};
use crate::app::operations::{Operation, ResourceKind};
use crate::app::records::CachedRecord;
use crate::app::state::State;
use crate::domain::ids::BusinessProfileId;
use crate::domain::profile::Environment;
use crate::domain::subscription::SubscriptionStatus;

pub use crate::api::calls::payments::{CryptoData, NamedData};
/// What the forms are filled in for.
pub use crate::api::calls::shapes::{AuthenticationType, Billing, SetupFutureUsage};
pub use crate::api::calls::subscriptions::{
    Acceptance, CaptureSchedule, ConfirmSubscription, ConfirmSubscriptionInput, CreateSubscription,
    CreateSubscriptionInput, CustomerAcceptance, PaymentType, SubscriptionData, SubscriptionMethod, UpdateSubscription,
    UpdateSubscriptionInput,
};
pub use secret::{CLIENT_SECRET_LIFE_S, SecretLife};

/// What the panel shows.
#[derive(Debug, Default)]
pub struct Subscriptions {
    /// The id of the record that is open beside the list.
    pub open: Option<String>,
    /// The form for a new subscription.
    pub form: Option<OpenForm>,
    /// The form for something done with one.
    pub step: Option<StepForm>,
}

/// What is done with a subscription that exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SubscriptionStep {
    Confirm,
    ChangePlan,
}

/// The form of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepForm {
    pub step: SubscriptionStep,
    pub subscription_id: String,
    pub form: OpenForm,
}

/// What the person does in the panel.
#[derive(Debug, Clone, PartialEq)]
pub enum SubscriptionsAction {
    Open(Option<String>),
    OpenForm,
    CloseForm,
    /// Opens the form of a step for the subscription of this id.
    OpenStep(SubscriptionStep, String),
    CloseStep,
}

impl Subscriptions {
    /// Closes what is in front: a form, or the pane.
    pub fn close(&self) -> Option<Action> {
        let action = match (&self.form, &self.step, &self.open) {
            (Some(_), _, _) => SubscriptionsAction::CloseForm,
            (None, Some(_), _) => SubscriptionsAction::CloseStep,
            (None, None, Some(_)) => SubscriptionsAction::Open(None),
            (None, None, None) => return None,
        };
        Some(Action::Subscriptions(action))
    }
}

impl SubscriptionStep {
    pub const ALL: [Self; 2] = [Self::Confirm, Self::ChangePlan];

    /// Why it cannot be done with a subscription in this status
    /// ([API reference](crate::api::reference::subscriptions#statuses)).
    pub fn refusal(self, status: &SubscriptionStatus) -> Option<&'static str> {
        use SubscriptionStatus as Status;
        match (self, status) {
            (Self::Confirm, Status::Created) | (Self::ChangePlan, Status::Active) => None,
            (_, Status::Unknown(_)) => Some("This desk does not know the status, so it offers nothing"),
            (
                Self::Confirm,
                Status::Active
                | Status::Pending
                | Status::Trial
                | Status::Paused
                | Status::Unpaid
                | Status::Cancelled
                | Status::Failed
                | Status::InActive
                | Status::Onetime,
            ) => Some("It was confirmed already: only one that is “created” can be"),
            (
                Self::ChangePlan,
                Status::Created
                | Status::Pending
                | Status::Trial
                | Status::Paused
                | Status::Unpaid
                | Status::Cancelled
                | Status::Failed
                | Status::InActive
                | Status::Onetime,
            ) => Some("Only an active subscription can change its plan"),
        }
    }
}

impl CachedRecord {
    /// The target of operations on this subscription.
    fn subscription_target(&self) -> Target {
        Target::new(ResourceKind::Subscription, &*self.record.id)
    }
}

impl State {
    pub(in crate::app) fn on_subscriptions(&mut self, action: SubscriptionsAction) {
        match action {
            SubscriptionsAction::Open(id) => self.workspace.subscriptions.open = id,
            SubscriptionsAction::OpenForm if self.workspace.subscriptions.form.is_none() => {
                self.workspace.subscriptions.step = None;
                self.workspace.subscriptions.form = Some(OpenForm::new(&mut self.rng, self.now));
            }
            // What is typed into it stays.
            SubscriptionsAction::OpenForm => {}
            SubscriptionsAction::CloseForm => self.workspace.subscriptions.form = None,
            SubscriptionsAction::OpenStep(step, id) => self.open_subscription_step(step, id),
            SubscriptionsAction::CloseStep => self.workspace.subscriptions.step = None,
        }
    }

    fn open_subscription_step(&mut self, step: SubscriptionStep, id: String) {
        let known = self.workspace.records.find(ResourceKind::Subscription, &id);
        if known.is_some_and(|known| self.subscription_refusal(step, known).is_none()) {
            let form = OpenForm::new(&mut self.rng, self.now);
            self.workspace.subscriptions.open = Some(id.clone());
            self.workspace.subscriptions.step = Some(StepForm { step, subscription_id: id, form });
        }
    }

    /// Why a step cannot be done with a subscription now.
    pub fn subscription_refusal(&self, step: SubscriptionStep, known: &CachedRecord) -> Option<String> {
        let status = known.subscription().map(|subscription| &subscription.status);
        let Some(status) = status else { return Some("How it stands is not known".to_owned()) };
        if let Some(open) = self.open_on_subscription(known) {
            return Some(format!("“{}” is already under way", open.plan.title()));
        }
        self.read_only_reason()
            .or_else(|| step.refusal(status).map(str::to_owned))
            .or_else(|| self.business_profile_id().is_none().then(|| NO_PROFILE_ID.to_owned()))
    }

    pub fn open_on_subscription(&self, known: &CachedRecord) -> Option<&Operation> {
        self.workspace.operations.open_on(&known.subscription_target())
    }

    /// The operation on this subscription that ended last in this run.
    pub fn last_on_subscription(&self, known: &CachedRecord) -> Option<&Operation> {
        let target = known.subscription_target();
        self.workspace.operations.ended().find(|operation| operation.plan.target == target)
    }

    /// Operations on subscriptions that are open, of the profile at work.
    pub fn open_subscription_operations(&self) -> impl Iterator<Item = &Operation> {
        let open = self.workspace.operations.open().iter();
        open.filter(|operation| operation.plan.target.family == ResourceKind::Subscription)
    }

    /// Why none can be made now.
    pub fn new_subscription_refusal(&self) -> Option<String> {
        let without_id = self.business_profile_id().is_none().then(|| NO_PROFILE_ID.to_owned());
        self.read_only_reason().or(without_id)
    }

    /// What goes out as `X-Profile-Id` ([API reference](crate::api::reference::api_keys#authentication)).
    pub fn business_profile_id(&self) -> Option<&BusinessProfileId> {
        self.workspace.profile.as_ref()?.business_profile_id.as_ref()
    }

    /// Whether card data may be entered with the profile at work.
    pub fn takes_cards(&self) -> bool {
        self.workspace.profile.as_ref().is_some_and(|profile| profile.environment == Environment::Sandbox)
    }

    /// A form whose operation ended is closed, or stays with what was said.
    pub(in crate::app) fn follow_subscription_forms(&mut self) {
        if let Some(form) = &mut self.workspace.subscriptions.form {
            match form.end(&self.workspace.operations) {
                None => {}
                Some(FormEnd::Refused(words)) => form.again(words, &mut self.rng),
                Some(FormEnd::Unknown) => self.workspace.subscriptions.form = None,
                Some(FormEnd::Done { record_id }) => {
                    self.workspace.subscriptions.form = None;
                    self.workspace.subscriptions.open = record_id;
                }
            }
        }
        let Some(step) = &mut self.workspace.subscriptions.step else { return };
        match step.form.end(&self.workspace.operations) {
            None => {}
            Some(FormEnd::Refused(words)) if self.still_takes_step() => self.step_again(words),
            Some(FormEnd::Refused(_) | FormEnd::Unknown | FormEnd::Done { .. }) => {
                self.workspace.subscriptions.step = None
            }
        }
    }

    fn step_again(&mut self, words: String) {
        if let Some(step) = &mut self.workspace.subscriptions.step {
            step.form.again(words, &mut self.rng);
        }
    }

    /// Whether the subscription can still take the step that is open: after a decline it may stand elsewhere.
    fn still_takes_step(&self) -> bool {
        let Some(step) = &self.workspace.subscriptions.step else { return false };
        let known = self.workspace.records.find(ResourceKind::Subscription, &step.subscription_id);
        let status = known.and_then(CachedRecord::subscription).map(|subscription| &subscription.status);
        status.is_some_and(|status| step.step.refusal(status).is_none())
    }
}

/// Why nothing of subscriptions can be sent.
pub const NO_PROFILE_ID: &str = "The profile has no profile id, which these calls need: give it in Settings → Profiles";
