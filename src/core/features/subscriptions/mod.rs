//! Subscriptions: those that were made from here, and the client secrets that they were given.

mod form;
mod secret;
mod text;

use chrono::TimeDelta;

use crate::client_secrets::ClientSecrets;
use crate::context::fact::FeatureFact;
use crate::context::request::FeatureRequest;
use crate::context::{Context, WorkspaceView};
use crate::effect::SystemEffect;
use crate::features::forms::{FormKind, FormPurpose, FormSession};
use crate::operations::{Operation, ResourceKind};
use crate::records::{CachedRecord, Records};
use paydesk_api::operation::Target;
use paydesk_domain::ids::OperationId;
use paydesk_domain::secret::SecretText;
use paydesk_domain::subscription::SubscriptionStatus;

pub use paydesk_api::input::{
    Acceptance, AuthenticationType, Billing, CaptureSchedule, CardData, ConfirmSubscriptionInput,
    CreateSubscriptionInput, CryptoData, CustomerAcceptance, NamedData, PaymentType, SetupFutureUsage,
    SubscriptionData, SubscriptionMethod, UpdateSubscriptionInput,
};
use secret::client_secret_given_by;
pub(crate) use secret::counts_client_secret;
pub use secret::{CLIENT_SECRET_LIFE_S, SecretLife, client_secret_life};

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
    pub form: FormSession,
}

/// What is held of subscriptions beside their records.
#[derive(Debug, Default)]
pub struct Subscriptions {
    /// By the operation whose answer gave it.
    client_secrets: ClientSecrets<OperationId>,
}

/// What the person does in the panel.
#[derive(Debug, Clone, PartialEq)]
pub enum SubscriptionsAction {
    /// Opens the form of a step for the subscription of this id.
    OpenStep(SubscriptionStep, String),
    /// Puts the client secret of the subscription of this id on the clipboard.
    CopySecret(String),
    /// The person has the secret: it is wiped here.
    ForgetSecret(String),
}

impl Subscriptions {
    pub(crate) fn handle(&mut self, action: SubscriptionsAction, cx: &mut Context<'_>) {
        match action {
            SubscriptionsAction::OpenStep(step, id) => open_step(step, id, cx),
            SubscriptionsAction::CopySecret(id) => {
                let known = cx.view.records.find(ResourceKind::Subscription, &id);
                let value = known.and_then(|known| self.client_secret(&cx.view, known)).cloned();
                value.into_iter().for_each(|value| cx.outbox.push(SystemEffect::CopySecret(value)));
            }
            SubscriptionsAction::ForgetSecret(id) => {
                let known = cx.view.records.find(ResourceKind::Subscription, &id);
                let given_by = known.and_then(|known| client_secret_given_by(cx.view.operations, known));
                given_by.into_iter().for_each(|operation_id| self.client_secrets.let_go(operation_id));
            }
        }
    }

    /// The client secret of a subscription, while it is held and good.
    pub fn client_secret(&self, view: &WorkspaceView<'_>, known: &CachedRecord) -> Option<&SecretText> {
        let is_good = matches!(client_secret_life(view, known), Some(SecretLife::Until(_)));
        let given_by = client_secret_given_by(view.operations, known).filter(|_| is_good)?;
        self.client_secrets.find(given_by)
    }

    /// The service gave a client secret with the answer of this operation.
    pub(crate) fn client_secret_received(&mut self, operation_id: &OperationId, value: SecretText) {
        self.client_secrets.hold(operation_id.clone(), value);
    }

    /// Takes in what is known now.
    pub(crate) fn on_fact(&mut self, fact: &FeatureFact, view: &WorkspaceView<'_>) {
        if *fact == FeatureFact::TimePassed {
            self.forget_spent_secrets(view);
        }
    }

    /// Wipes the secrets that are not good any more.
    fn forget_spent_secrets(&mut self, view: &WorkspaceView<'_>) {
        let life = TimeDelta::seconds(CLIENT_SECRET_LIFE_S);
        let is_good = |operation: &Operation| operation.last_sent_at.is_none_or(|sent| sent + life > view.now);
        self.client_secrets.retain(|id| view.operations.find(id).is_some_and(is_good));
    }
}

fn open_step(step: SubscriptionStep, id: String, cx: &mut Context<'_>) {
    let known = cx.records.find(ResourceKind::Subscription, &id);
    if known.is_some_and(|known| subscription_refusal(cx, step, known).is_none()) {
        cx.request(FeatureRequest::SelectRecord(ResourceKind::Subscription, id.clone()));
        cx.request(FeatureRequest::OpenForm(step.form_of(id)));
    }
}

impl StepForm {
    /// The step that a form is for; `None` of the form for a new subscription.
    pub fn of(form: &FormSession) -> Option<Self> {
        let (step, id) = SubscriptionStep::of_form(&form.kind)?;
        Some(Self { step, subscription_id: id.to_owned(), form: form.clone() })
    }
}

impl SubscriptionStep {
    pub const ALL: [Self; 2] = [Self::Confirm, Self::ChangePlan];

    fn form_of(self, id: String) -> FormKind {
        match self {
            Self::Confirm => FormKind::confirm(ResourceKind::Subscription, id),
            Self::ChangePlan => FormKind::change(ResourceKind::Subscription, id),
        }
    }

    /// The step that a form is for, and the id of its subscription.
    fn of_form(kind: &FormKind) -> Option<(Self, &str)> {
        if kind.panel != ResourceKind::Subscription {
            return None;
        }
        match &kind.purpose {
            FormPurpose::Confirm(id) => Some((Self::Confirm, id)),
            FormPurpose::Change(id) => Some((Self::ChangePlan, id)),
            FormPurpose::New => None,
        }
    }

    /// Why it cannot be done with a subscription in this status
    /// ([API reference](paydesk_api::resources::subscriptions::reference#statuses)).
    pub fn refusal(self, status: &SubscriptionStatus) -> Option<&'static str> {
        use SubscriptionStatus as Status;
        match (self, status) {
            (Self::Confirm, Status::Created) | (Self::ChangePlan, Status::Active) => None,
            (_, Status::Unknown(_)) => Some("Paydesk does not know this status, so it offers no actions"),
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
            ) => Some("Already confirmed: only a subscription with the status “Created” can be confirmed"),
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

/// Why a step cannot be done with a subscription now.
pub fn subscription_refusal(view: &WorkspaceView<'_>, step: SubscriptionStep, known: &CachedRecord) -> Option<String> {
    let status = known.subscription().map(|subscription| &subscription.status);
    let Some(status) = status else { return Some("Its status is unknown".to_owned()) };
    if let Some(open) = open_on_subscription(view, known) {
        return Some(text::is_already_under_way(open.plan.title()));
    }
    let without_id = || view.business_profile_id().is_none().then_some(NO_PROFILE_ID);
    view.read_only_reason().or_else(|| step.refusal(status).or_else(without_id).map(str::to_owned))
}

/// Why none can be made now.
pub fn new_subscription_refusal(view: &WorkspaceView<'_>) -> Option<String> {
    let without_id = || view.business_profile_id().is_none().then(|| NO_PROFILE_ID.to_owned());
    view.read_only_reason().or_else(without_id)
}

/// The operation on this subscription that is open.
pub fn open_on_subscription<'a>(view: &WorkspaceView<'a>, known: &CachedRecord) -> Option<&'a Operation> {
    view.operations.open_on(&known.subscription_target())
}

/// The operation on this subscription that ended last in this run.
pub fn last_on_subscription<'a>(view: &WorkspaceView<'a>, known: &CachedRecord) -> Option<&'a Operation> {
    let target = known.subscription_target();
    view.operations.ended().find(|operation| operation.plan.target == target)
}

/// Operations on subscriptions that are open.
pub fn open_subscription_operations<'a>(view: &WorkspaceView<'a>) -> impl Iterator<Item = &'a Operation> + use<'a> {
    let open = view.operations.open().iter();
    open.filter(|operation| operation.plan.target.kind == ResourceKind::Subscription)
}

/// Whether the subscription of a form can still take its step: after a decline its status may be another.
pub(crate) fn takes_step(records: &Records, form: &FormKind) -> bool {
    let Some((step, id)) = SubscriptionStep::of_form(form) else { return true };
    let known = records.find(ResourceKind::Subscription, id);
    let status = known.and_then(CachedRecord::subscription).map(|subscription| &subscription.status);
    status.is_some_and(|status| step.refusal(status).is_none())
}

/// Why nothing of subscriptions can be sent.
pub const NO_PROFILE_ID: &str = text::PROFILE_HAS_NO_PROFILE_ID;
