//! What is typed into the panel, kept when it is left.

use crate::form::{AddressDraft, FormFieldsDraft, Prefill};
use crate::record_list::RecordListDraft;
use paydesk_core::State;
use paydesk_core::features::forms::FormSession;
use paydesk_core::features::forms::{FormKind, InputError};
use paydesk_core::features::subscriptions::{AuthenticationType, SetupFutureUsage, StepForm};
use paydesk_core::features::subscriptions::{
    CaptureSchedule, CreateSubscriptionInput, PaymentType, UpdateSubscriptionInput,
};
use paydesk_core::operations::ResourceKind;
use paydesk_domain::ids::{CustomerId, SubscriptionId};
use paydesk_widgets::RawDraft;

use super::confirm_draft::ConfirmDraft;
use super::shared_draft::{PrefilledOperation, profile_id};

/// Texts of the subscription forms and of the search.
#[derive(Debug, Default)]
pub struct SubscriptionsDraft {
    pub list: RecordListDraft,
    pub form: CreateDraft,
    pub confirm: ConfirmDraft,
    pub plan: PlanDraft,
    pub raw: RawDraft,
}

/// What is typed into the form for a new subscription.
#[derive(Debug, Default)]
pub struct CreateDraft {
    pub entry: FormFieldsDraft,
    pub customer_id: String,
    pub item_price_id: String,
    pub plan_id: String,
    pub coupon_code: String,
    pub merchant_reference_id: String,
    pub return_url: String,
    pub authentication_type: Option<AuthenticationType>,
    pub capture_method: Option<CaptureSchedule>,
    pub setup_future_usage: Option<SetupFutureUsage>,
    pub payment_type: Option<PaymentType>,
    pub billing: AddressDraft,
    pub shipping: AddressDraft,
    pub filled: PrefilledOperation,
    prefill: Prefill,
}

impl CreateDraft {
    /// The input as it would be sent, and everything that is wrong. Without a reference of the person's, the
    /// operation's id is the one.
    pub fn input(&self, state: &State, form: &FormSession) -> (CreateSubscriptionInput, Vec<InputError>) {
        let text = |text: &str| text.trim().to_owned();
        let reference = text(&self.merchant_reference_id);
        let input = CreateSubscriptionInput {
            profile_id: profile_id(state),
            customer_id: CustomerId::new(text(&self.customer_id)),
            item_price_id: text(&self.item_price_id),
            merchant_reference_id: if reference.is_empty() { form.operation_id.to_string() } else { reference },
            plan_id: text(&self.plan_id),
            coupon_code: text(&self.coupon_code),
            billing: self.billing.value(),
            shipping: self.shipping.value(),
            return_url: text(&self.return_url),
            authentication_type: self.authentication_type,
            capture_method: self.capture_method,
            setup_future_usage: self.setup_future_usage,
            payment_type: self.payment_type,
        };
        let mut errors = input.check();
        errors.extend(self.unknown_customer(state));
        (input, errors)
    }

    /// The customer that the service was found not to have.
    pub fn unknown_customer(&self, state: &State) -> Option<InputError> {
        state.unknown_customer(ResourceKind::Subscription, &CustomerId::new(self.customer_id.trim()))
    }
}

/// What is typed into the form for another plan.
#[derive(Debug, Default)]
pub struct PlanDraft {
    pub entry: FormFieldsDraft,
    pub plan_id: String,
    pub item_price_id: String,
    pub filled: PrefilledOperation,
}

impl PlanDraft {
    /// The input as it would be sent, and everything that is wrong.
    pub fn input(&self, state: &State, subscription_id: &str) -> (UpdateSubscriptionInput, Vec<InputError>) {
        let input = UpdateSubscriptionInput {
            profile_id: profile_id(state),
            subscription_id: SubscriptionId::new(subscription_id),
            plan_id: self.plan_id.trim().to_owned(),
            item_price_id: self.item_price_id.trim().to_owned(),
        };
        let errors = input.check();
        (input, errors)
    }
}

impl SubscriptionsDraft {
    /// Drafts whose form is done are emptied. To be called once a frame.
    pub fn follow(&mut self, state: &State) {
        use paydesk_core::features::subscriptions::SubscriptionStep;
        let open = state.form(ResourceKind::Subscription).and_then(StepForm::of);
        let step = |step: SubscriptionStep| open.as_ref().filter(|open| open.step == step);
        let form = state
            .form(ResourceKind::Subscription)
            .filter(|form| form.kind == FormKind::new(ResourceKind::Subscription));
        if self.form.filled.is_done(form, &state.workspace.operations) {
            self.form = CreateDraft::default();
        }
        if let Some(id) = self.form.prefill.customer(form) {
            self.form.customer_id = id;
        }
        let change = step(SubscriptionStep::ChangePlan);
        if self.plan.filled.is_done(change.map(|open| &open.form), &state.workspace.operations) {
            self.plan = PlanDraft::default();
        }
        let confirm = step(SubscriptionStep::Confirm);
        let of = confirm.map(|open| open.subscription_id.as_str());
        // What a method holds is of one subscription, and is not kept once its form is left.
        if self.confirm.filled.is_done(confirm.map(|open| &open.form), &state.workspace.operations)
            || self.confirm.is_of_another(of)
        {
            self.confirm = ConfirmDraft::default();
        }
        self.confirm.of = of.map(str::to_owned);
    }
}
