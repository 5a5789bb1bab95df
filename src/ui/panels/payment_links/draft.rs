//! What is typed into the panel, kept when it is left.

use chrono::{DateTime, NaiveDate, SubsecRound as _, Utc};

use crate::form::{FormFieldsDraft, NamedTypeDraft, Prefill};
use crate::record_list::RecordListDraft;
use paydesk_core::State;
use paydesk_core::features::forms::InputError;
use paydesk_core::form_input::{add_unreported, money_of};
use paydesk_core::operations::{Operation, Outcome, Phase, ResourceKind};
use paydesk_core::panels::payment_links::{AuthenticationType, CreatePaymentLinkInput, ONE_TIME};
use paydesk_domain::ids::{CustomerId, OperationId};
use paydesk_domain::payment::CaptureMethod;
use paydesk_widgets::RawDraft;

use super::qr_code::LinkQrCode;
use super::text;

/// Texts of the form for a payment link, and the search of their list.
#[derive(Debug, Default)]
pub struct PaymentLinksDraft {
    pub list: RecordListDraft,
    pub form: LinkDraft,
    pub raw: RawDraft,
    pub picture: LinkQrCode,
}

/// What is typed into the form.
#[derive(Debug, Default)]
pub struct LinkDraft {
    pub entry: FormFieldsDraft,
    pub texts: LinkTexts,
    prefill: Prefill,
    of: Option<OperationId>,
}

/// What is filled in.
#[derive(Debug, Default)]
pub struct LinkTexts {
    pub amount: String,
    pub currency: String,
    pub description: String,
    pub link_type: NamedTypeDraft,
    /// `2027-01-31`; empty where the service decides.
    pub expiry: String,
    pub customer_id: String,
    pub send_email: bool,
    pub email: String,
    pub capture_method: Option<CaptureMethod>,
    pub authentication: Option<AuthenticationType>,
    pub require_customer_info: bool,
    pub seller_name: String,
    pub sdk_layout: String,
    /// With commas between them.
    pub methods: String,
}

impl LinkDraft {
    /// Emptied once what it was filled in for took effect, or may have. To be called once a frame.
    pub fn follow(&mut self, state: &State) {
        let open = state.form(ResourceKind::PaymentLink).map(|form| &form.operation_id);
        let before = self.of.as_ref().filter(|id| open != Some(*id));
        let operation = before.and_then(|id| state.workspace.operations.find(id));
        let over =
            |operation: &Operation| matches!(operation.phase, Phase::Unknown(_) | Phase::Ended(Outcome::Done { .. }));
        if operation.is_some_and(over) {
            *self = Self::default();
        }
        if let Some(id) = open {
            self.of = Some(id.clone());
        }
        if let Some(id) = self.prefill.customer(state.form(ResourceKind::PaymentLink)) {
            self.texts.customer_id = id;
        }
    }
}

impl LinkTexts {
    /// The input as it would be sent, and everything that is wrong.
    pub fn input(&self, state: &State) -> (CreatePaymentLinkInput, Vec<InputError>) {
        let text = |text: &str| text.trim().to_owned();
        let mut errors = Vec::new();
        let mut input = CreatePaymentLinkInput::new(money_of(&self.amount, &self.currency, state.units(), &mut errors));
        input.description = text(&self.description);
        input.link_type = self.link_type.value("link_type", ONE_TIME, &mut errors);
        input.expiry = self.expiry(state, &mut errors);
        input.customer_id = Some(text(&self.customer_id)).filter(|id| !id.is_empty()).map(CustomerId::new);
        (input.send_email, input.email) = (self.send_email, text(&self.email));
        input.capture_method = self.capture_method.clone();
        input.authentication_type = self.authentication;
        input.require_customer_info = self.require_customer_info;
        (input.config.seller_name, input.config.sdk_layout) = (text(&self.seller_name), text(&self.sdk_layout));
        let methods = self.methods.split(',').map(str::trim).filter(|method| !method.is_empty());
        input.config.allowed_payment_method_types = methods.map(str::to_owned).collect();
        add_unreported(&mut errors, input.check(state.now));
        errors.extend(self.unknown_customer(state));
        (input, errors)
    }

    /// The customer that the service was found not to have.
    pub fn unknown_customer(&self, state: &State) -> Option<InputError> {
        state.unknown_customer(ResourceKind::PaymentLink, &CustomerId::new(self.customer_id.trim()))
    }

    /// The end of the typed day in the zone that times are shown in.
    fn expiry(&self, state: &State, errors: &mut Vec<InputError>) -> Option<DateTime<Utc>> {
        let typed = self.expiry.trim();
        if typed.is_empty() {
            return None;
        }
        match NaiveDate::parse_from_str(typed, "%Y-%m-%d") {
            Ok(date) => Some(state.zone().day_end(date).trunc_subsecs(0)),
            Err(_) => {
                errors.push(InputError::new("expiry", text::DATE_LIKE_2027_01_31));
                None
            }
        }
    }
}
