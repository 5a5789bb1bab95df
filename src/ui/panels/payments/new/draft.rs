//! What is typed into the form, kept when it is left and when it was refused.

use chrono::{DateTime, Utc};
use serde_json::Value;
use strum::IntoEnumIterator as _;

use crate::form::{AddressDraft, BrowserDraft, FormFieldsDraft, MetadataDraft};
use paydesk_core::State;
use paydesk_core::features::forms::{FormPurpose, FormSession, InputError, Severity};
use paydesk_core::features::payments::create::{
    AuthenticationType, Contact, CreatePaymentInput, Payer, PaymentDetails, SetupFutureUsage, generated_payment_id,
};
use paydesk_core::form_input::{add_unreported, money_of, pairs_of};
use paydesk_core::operations::{Outcome, Phase, ResourceKind};
use paydesk_core::remote::Remote;
use paydesk_domain::decline::Retry;
use paydesk_domain::ids::{BusinessProfileId, CustomerId, OperationId, PaymentId};
use paydesk_domain::payment::{CaptureMethod, Payment};

use paydesk_index::payment_columns::StoredPayment;

use super::goods::GoodsDraft;
use crate::panels::payments::method::MethodDraft;

/// Texts of the form for a payment, in the order of the form.
#[derive(Debug, Default)]
pub struct NewPaymentDraft {
    pub entry: FormFieldsDraft,
    pub texts: NewPaymentTexts,
    of: Option<OperationId>,
    was_shown: bool,
    /// When it was begun with the texts of which declined payment.
    retried: Option<(DateTime<Utc>, PaymentId)>,
}

/// What is filled in.
#[derive(Debug, Default)]
pub struct NewPaymentTexts {
    pub amount: String,
    pub currency: String,
    /// Empty for the operation's own.
    pub payment_id: String,
    pub description: String,
    /// How it is paid, where that is said.
    pub method: MethodDraft,
    pub is_manual: bool,
    pub authentication: Option<AuthenticationType>,
    pub later_use: Option<SetupFutureUsage>,
    pub return_url: String,
    pub browser: BrowserDraft,
    /// Whose payment it is: a customer that the service knows, or somebody once.
    pub of_customer: bool,
    pub customer_id: String,
    pub email: String,
    pub name: String,
    pub phone_country_code: String,
    pub phone: String,
    pub billing: AddressDraft,
    pub shipping: AddressDraft,
    pub goods: GoodsDraft,
    pub order_reference: String,
    pub descriptor_name: String,
    pub descriptor_suffix: String,
    pub metadata: MetadataDraft,
    /// It is another payment than one of the same amount that is under way.
    pub is_another: bool,
}

impl NewPaymentDraft {
    /// Emptied once what it was filled in for took effect, or may have. A declined one is stored: it may be tried with
    /// another card, under another id. To be called once a frame.
    pub fn follow(&mut self, state: &State) {
        let is_new = |form: &&FormSession| form.kind.purpose == FormPurpose::New;
        let is_shown = state.form(ResourceKind::Payment).filter(is_new).is_some();
        if is_shown && !std::mem::replace(&mut self.was_shown, is_shown) {
            self.entry.focus_field("amount");
        }
        self.was_shown = is_shown;
        if let Some(new) = state.workspace.forms.session(ResourceKind::Payment).filter(is_new) {
            self.of = Some(new.operation_id.clone());
            return self.begin_again(state, new);
        }
        match self.of.as_ref().and_then(|id| state.workspace.operations.find(id)).map(|operation| &operation.phase) {
            Some(Phase::Unknown(_) | Phase::Ended(Outcome::Done { .. })) => *self = Self::default(),
            Some(Phase::Ended(_)) => {
                // The id is taken.
                self.texts.payment_id.clear();
                self.of = None;
            }
            Some(
                Phase::Preparing
                | Phase::Undoable { .. }
                | Phase::Checking { .. }
                | Phase::AwaitingTurn { .. }
                | Phase::Starting
                | Phase::Sending { .. }
                | Phase::NeverSent,
            )
            | None => {}
        }
    }

    /// Fills in the declined payment that the form was begun with, once: what is typed over it stays.
    fn begin_again(&mut self, state: &State, form: &FormSession) {
        let Some(payment_id) = &form.retried else { return };
        let begun = Some((form.opened_at, payment_id.clone()));
        let declined = state.workspace.payments.detail(payment_id).and_then(Remote::value);
        if let Some(declined) = declined.filter(|_| self.retried != begun) {
            self.texts = NewPaymentTexts::of_declined(declined, state.now);
            self.retried = begun;
        }
    }
}

impl NewPaymentTexts {
    /// What another try of a declined payment has in common with it: never how it was paid, and no id.
    fn of_declined(payment: &Payment, now: DateTime<Utc>) -> Self {
        let texts = StoredPayment::read(payment, now).texts;
        let raw = |name: &str| payment.raw.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let asked = AuthenticationType::iter().find(|asked| raw("authentication_type") == <&str>::from(*asked));
        let with_3ds = payment.error.retry() == Some(Retry::WithThreeDs);
        Self {
            amount: payment.amount.input_text(),
            currency: payment.currency().code().to_owned(),
            description: texts.description,
            is_manual: payment.capture_method == Some(CaptureMethod::Manual),
            authentication: if with_3ds { Some(AuthenticationType::ThreeDs) } else { asked },
            return_url: raw("return_url"),
            of_customer: payment.customer_id.is_some(),
            customer_id: payment.customer_id.as_ref().map(ToString::to_string).unwrap_or_default(),
            email: texts.email,
            name: texts.name,
            phone: raw("phone"),
            phone_country_code: raw("phone_country_code"),
            order_reference: texts.order,
            ..Self::default()
        }
    }

    /// Whether it is charged as it is made.
    pub fn charges(&self, state: &State) -> bool {
        self.method.card(state).is_some() || self.method.is_other() && self.method.charge
    }

    /// The input as it would be sent, and everything that is wrong.
    pub fn input(&self, state: &State, form: &FormSession) -> (CreatePaymentInput, Vec<InputError>) {
        let mut errors = Vec::new();
        let amount = money_of(&self.amount, &self.currency, state.units(), &mut errors);
        let typed_id = self.payment_id.trim();
        let own = generated_payment_id(&form.operation_id);
        let payment_id = if typed_id.is_empty() { own } else { PaymentId::new(typed_id) };
        let profile_id = state.view().business_profile_id().cloned().unwrap_or_else(|| BusinessProfileId::new(""));
        let details = self.details(state, &mut errors);
        let metadata = pairs_of("metadata", &self.metadata.rows(), Severity::Refusal, &mut errors);
        let confirm = self.charges(state);
        let input = CreatePaymentInput {
            confirm,
            details,
            metadata,
            ..CreatePaymentInput::new(amount, profile_id, payment_id)
        };
        add_unreported(&mut errors, input.check(state.now));
        errors.extend(self.unknown_customer(state));
        (input, errors)
    }

    /// The customer that the service was found not to have.
    pub fn unknown_customer(&self, state: &State) -> Option<InputError> {
        let id = CustomerId::new(self.customer_id.trim());
        state.unknown_customer(ResourceKind::Payment, &id).filter(|_| self.of_customer)
    }

    fn details(&self, state: &State, errors: &mut Vec<InputError>) -> PaymentDetails {
        let text = |text: &str| text.trim().to_owned();
        let capture = if self.is_manual { CaptureMethod::Manual } else { CaptureMethod::Automatic };
        PaymentDetails {
            payer: self.payer(),
            description: text(&self.description),
            return_url: text(&self.return_url),
            capture_method: Some(capture),
            authentication_type: self.authentication,
            method: self.method.input(state),
            billing: self.billing.value(),
            shipping: self.shipping.value(),
            setup_future_usage: self.later_use,
            merchant_order_reference_id: text(&self.order_reference),
            statement_descriptor_name: text(&self.descriptor_name),
            statement_descriptor_suffix: text(&self.descriptor_suffix),
            order_details: self.goods.lines(&state.units().currency(&self.currency.trim().to_uppercase()), errors),
            browser_info: self.browser.texts.read(errors),
        }
    }

    fn payer(&self) -> Payer {
        let text = |text: &str| text.trim().to_owned();
        if self.of_customer {
            return Payer::Customer { customer_id: CustomerId::new(text(&self.customer_id)), email: text(&self.email) };
        }
        Payer::OneOff(Contact {
            email: text(&self.email),
            name: text(&self.name),
            phone: text(&self.phone),
            phone_country_code: text(&self.phone_country_code),
        })
    }
}
