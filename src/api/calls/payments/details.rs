//! What can be said of a payment when it is created or updated (spec, *Payment create input*).

use chrono::{DateTime, Utc};

use super::{MethodInput, PaymentMethod};
use crate::api::calls::fields::Fields;
use crate::api::calls::shapes::{
    AuthenticationType, Billing, BrowserInfo, Contact, OrderDetail, PAYMENT_BILLING, SetupFutureUsage,
};
use crate::api::input::{self, Checked, Checks, InputError};
use crate::domain::ids::CustomerId;
use crate::domain::payment::{CaptureMethod, check_capture_descriptor, check_descriptor_name};

/// Longest `merchant_order_reference_id` (spec, *Limits*).
const ORDER_REFERENCE_MAX_CHARS: usize = 255;

/// Who pays: a customer the service knows, or somebody once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Payer {
    /// An id that the customers API gave; never one of our own invention.
    Customer {
        customer_id: CustomerId,
        /// For the receipt; empty for the one the service knows.
        email: String,
    },
    OneOff(Contact),
}

impl Default for Payer {
    fn default() -> Self {
        Self::OneOff(Contact::default())
    }
}

impl Payer {
    fn email(&self) -> &str {
        match self {
            Self::Customer { email, .. } => email,
            Self::OneOff(contact) => &contact.email,
        }
    }

    fn check(&self) -> Vec<InputError> {
        let mut checks = Checks::default();
        match self {
            Self::Customer { customer_id, email } => {
                checks.add(input::required("customer_id", customer_id.as_str()));
                checks.add_given("email", email, input::email);
            }
            Self::OneOff(contact) => checks.extend(contact.check()),
        }
        checks.into_errors()
    }

    fn write(&self, fields: Fields) -> Fields {
        match self {
            Self::Customer { customer_id, email } => {
                fields.set("customer_id", customer_id.as_str()).text("email", email)
            }
            Self::OneOff(contact) => contact.write(fields),
        }
    }
}

/// Everything but ids, amount and metadata. Goods are told in `order_details` only: there is no way to send `items`,
/// `line_items` or `cart_items`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PaymentDetails {
    pub payer: Payer,
    pub description: String,
    pub return_url: String,
    pub capture_method: Option<CaptureMethod>,
    pub authentication_type: Option<AuthenticationType>,
    pub method: Option<MethodInput>,
    pub billing: Option<Billing>,
    pub shipping: Option<Billing>,
    pub setup_future_usage: Option<SetupFutureUsage>,
    pub merchant_order_reference_id: String,
    pub statement_descriptor_name: String,
    pub statement_descriptor_suffix: String,
    pub order_details: Vec<OrderDetail>,
    pub browser_info: Option<BrowserInfo>,
}

impl PaymentDetails {
    /// Every broken rule. With `confirm`, the payment is charged at once.
    pub fn check(&self, confirm: bool, now: DateTime<Utc>) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.extend(self.payer.check());
        self.check_return(&mut checks, confirm);
        let other = matches!(self.capture_method, Some(CaptureMethod::Other(_)));
        checks.forbid(other, "capture_method", "one of automatic, manual");
        self.check_method(&mut checks, confirm, now);
        for (field, given) in [("billing", &self.billing), ("shipping", &self.shipping)] {
            checks.extend(given.as_ref().map(|given| given.check(field, &PAYMENT_BILLING)).unwrap_or_default());
        }
        self.check_words(&mut checks);
        for (index, detail) in self.order_details.iter().enumerate() {
            checks.extend(detail.check(&format!("order_details[{index}]")));
        }
        checks.extend(self.browser_info.as_ref().map(|info| info.check("browser_info", true)).unwrap_or_default());
        checks.into_errors()
    }

    fn check_return(&self, checks: &mut Checks, confirm: bool) {
        let returns = self.method.as_ref().is_some_and(|method| method.method.returns());
        let three_ds = self.authentication_type == Some(AuthenticationType::ThreeDs);
        if confirm && (returns || three_ds) {
            checks.add(input::required("return_url", &self.return_url));
        }
        checks.add_given("return_url", &self.return_url, input::url);
    }

    fn check_method(&self, checks: &mut Checks, confirm: bool, now: DateTime<Utc>) {
        let Some(method) = &self.method else {
            checks.forbid(confirm, "payment_method", "is required to confirm");
            return;
        };
        checks.extend(method.check(confirm, now));
        let pay_later = method.method == PaymentMethod::PayLater;
        checks.forbid(pay_later && self.payer.email().is_empty(), "email", "is required to pay later");
        let with_data = method.data.is_some() || pay_later && confirm;
        checks.forbid(with_data && self.billing.is_none(), "billing", "is required with the data of the method");
    }

    fn check_words(&self, checks: &mut Checks) {
        let reference = |field: &str, text: &str| input::at_most(field, text, ORDER_REFERENCE_MAX_CHARS);
        checks.add_given("merchant_order_reference_id", &self.merchant_order_reference_id, reference);
        checks.add_given("statement_descriptor_name", &self.statement_descriptor_name, descriptor_name);
        checks.add_given("statement_descriptor_suffix", &self.statement_descriptor_suffix, descriptor_suffix);
    }

    /// Adds the fields that are given to a body, in the order of the specification.
    pub fn write(&self, fields: Fields) -> Fields {
        let word = |word: Option<&'static str>| word;
        let capture_method = self.capture_method.as_ref().map(CaptureMethod::as_str);
        let fields = self.payer.write(fields).text("description", &self.description);
        let fields = fields
            .text("return_url", &self.return_url)
            .maybe("capture_method", capture_method)
            .maybe("authentication_type", word(self.authentication_type.map(Into::into)));
        let fields = match &self.method {
            Some(method) => method.write(fields),
            None => fields,
        };
        let goods: Vec<_> = self.order_details.iter().map(OrderDetail::to_json).collect();
        fields
            .maybe("billing", self.billing.as_ref().map(Billing::to_json))
            .maybe("shipping", self.shipping.as_ref().map(Billing::to_json))
            .maybe("setup_future_usage", word(self.setup_future_usage.map(Into::into)))
            .text("merchant_order_reference_id", &self.merchant_order_reference_id)
            .text("statement_descriptor_name", &self.statement_descriptor_name)
            .text("statement_descriptor_suffix", &self.statement_descriptor_suffix)
            .maybe("order_details", (!goods.is_empty()).then_some(goods))
            .maybe("browser_info", self.browser_info.as_ref().map(BrowserInfo::to_json))
    }
}

fn descriptor_name(field: &str, name: &str) -> Checked {
    check_descriptor_name(name).map_err(|error| InputError::new(field, error.to_string()))
}

/// No longer than what it is appended to may be.
fn descriptor_suffix(field: &str, suffix: &str) -> Checked {
    check_capture_descriptor("", suffix).map_err(|error| InputError::new(field, error.to_string()))
}
