//! What a request may say about a payment, and the checks of each field
//! (API reference and limits).
//!
//! One input for create, update and confirm: they take the same fields, and differ in what must be there.

use serde_json::{Map, Value};

use super::method::{self, PaymentMethodInput};
use super::write_only_fields;
use crate::engine::customers;
use crate::engine::fields::{AMOUNT_MAX_MINOR, FieldReader};
use crate::engine::refusal::{Reason, Refusal};
use crate::engine::work::Work;
use crate::storage::payments::PaymentRecord;
use crate::storage::set_some;
use paydesk_domain::descriptor::{
    DescriptorError, captured_descriptor, check_capture_descriptor, check_descriptor_name, payment_descriptor,
};
use paydesk_domain::payment::PaymentStatus;

/// What is printed on statements when a payment brings no descriptor of its own.
pub const DEFAULT_DESCRIPTOR: &str = "NORDLICHT GOODS";
/// Lists of goods under these names are refused: the field is `order_details`.
const REFUSED_FIELDS: [&str; 3] = ["items", "line_items", "cart_items"];

/// Fields of a request, each checked by itself; what is absent is `None`.
#[derive(Debug, Clone, Default)]
pub struct PaymentInput {
    pub payment_id: Option<String>,
    /// In the lowest unit of the currency.
    pub amount: Option<i64>,
    /// An ISO 4217 code in capitals.
    pub currency: Option<String>,
    pub profile_id: Option<String>,
    pub confirm: bool,
    pub customer_id: Option<String>,
    pub email: Option<String>,
    pub description: Option<String>,
    pub return_url: Option<String>,
    pub manual_capture: Option<bool>,
    pub three_ds: Option<bool>,
    pub payment_method: Option<String>,
    pub payment_method_type: Option<String>,
    pub payment_method_data: Option<Map<String, Value>>,
    pub statement_descriptor_name: Option<String>,
    pub statement_descriptor_suffix: Option<String>,
    pub metadata: Option<Map<String, Value>>,
    pub write_only: Map<String, Value>,
}

impl PaymentInput {
    /// Reads a body and checks every field that is there.
    pub fn read(fields: &FieldReader) -> Result<Self, Refusal> {
        refuse_lists_of_goods(fields)?;
        Ok(Self {
            payment_id: fields.string("payment_id")?,
            amount: fields.amount("amount", AMOUNT_MAX_MINOR)?,
            currency: fields.currency()?,
            profile_id: fields.string("profile_id")?.filter(|id| !id.is_empty()),
            confirm: fields.boolean("confirm")?.unwrap_or(false),
            customer_id: fields.string("customer_id")?,
            email: fields.string("email")?,
            description: fields.string("description")?,
            return_url: fields.url("return_url")?,
            manual_capture: fields.choice("capture_method", &["automatic", "manual"])?.map(|word| word == "manual"),
            three_ds: fields
                .choice("authentication_type", &["three_ds", "no_three_ds"])?
                .map(|word| word == "three_ds"),
            payment_method: fields.choice("payment_method", &method::PAYMENT_METHODS)?.map(str::to_owned),
            payment_method_type: fields.string("payment_method_type")?,
            payment_method_data: fields.map("payment_method_data")?,
            statement_descriptor_name: read_descriptor_name(fields)?,
            statement_descriptor_suffix: read_descriptor_suffix(fields)?,
            metadata: fields.metadata()?,
            write_only: write_only_fields::read(fields)?,
        })
    }

    /// Puts the fields into a payment that was not confirmed yet, after the checks that need to know it.
    pub fn apply(&self, work: &Work, payment: &mut PaymentRecord) -> Result<(), Refusal> {
        work.check_profile("profile_id", self.profile_id.as_deref())?;
        if let Some(customer_id) = &self.customer_id {
            payment.customer = Some(customers::find_ref(work, customer_id)?);
        }
        payment.amount = self.amount.unwrap_or(payment.amount);
        set(&mut payment.currency, &self.currency);
        payment.manual_capture = self.manual_capture.unwrap_or(payment.manual_capture);
        self.apply_detail(payment);
        method::outcome_by_metadata(&payment.detail)?;
        self.apply_method(work, payment)
    }

    fn apply_detail(&self, payment: &mut PaymentRecord) {
        let detail = &mut payment.detail;
        set_some(&mut detail.email, &self.email);
        set_some(&mut detail.description, &self.description);
        set_some(&mut detail.return_url, &self.return_url);
        set_some(&mut detail.metadata, &self.metadata);
        detail.three_ds = self.three_ds.unwrap_or(detail.three_ds);
        if self.statement_descriptor_name.is_some() || self.statement_descriptor_suffix.is_some() {
            let name = self.statement_descriptor_name.as_deref().unwrap_or(DEFAULT_DESCRIPTOR);
            detail.statement_descriptor = Some(payment_descriptor(name, self.statement_descriptor_suffix.as_deref()));
        }
        detail.write_only.extend(self.write_only.clone());
    }

    fn apply_method(&self, work: &Work, payment: &mut PaymentRecord) -> Result<(), Refusal> {
        if let Some(word) = &self.payment_method
            && payment.payment_method.as_ref() != Some(word)
        {
            payment.payment_method = Some(word.clone());
            method::detach(payment);
        }
        if let Some(kind) = &self.payment_method_type {
            method::check_type(payment.payment_method.as_deref(), kind)?;
            payment.detail.payment_method_type = Some(kind.clone());
        }
        let has_billing = self.write_only.contains_key("billing");
        let read = PaymentMethodInput::read(payment, self.payment_method_data.as_ref(), has_billing, work.now)?;
        if let Some(read) = read {
            read.attach(payment);
        }
        payment.status = match payment.detail.method_attached {
            true => PaymentStatus::RequiresConfirmation,
            false => PaymentStatus::RequiresPaymentMethod,
        };
        Ok(())
    }
}

/// What a capture asks for (API reference).
#[derive(Debug, Clone, Default)]
pub struct CaptureInput {
    /// In the lowest unit; everything that is capturable when absent.
    pub amount_to_capture: Option<i64>,
    /// Prefix and suffix of the statement descriptor, joined.
    pub descriptor: Option<String>,
}

impl CaptureInput {
    pub fn read(fields: &FieldReader) -> Result<Self, Refusal> {
        let amount_to_capture = fields.amount("amount_to_capture", i64::MAX)?;
        let prefix = fields.text("statement_descriptor_prefix")?.unwrap_or_default();
        let suffix = fields.text("statement_descriptor_suffix")?.unwrap_or_default();
        check_capture_descriptor(prefix, suffix)
            .map_err(|error| descriptor_refusal("statement_descriptor_prefix", &error))?;
        Ok(Self { amount_to_capture, descriptor: captured_descriptor(prefix, suffix) })
    }
}

fn set<T: Clone>(value: &mut T, given: &Option<T>) {
    if let Some(given) = given {
        value.clone_from(given);
    }
}

fn refuse_lists_of_goods(fields: &FieldReader) -> Result<(), Refusal> {
    match REFUSED_FIELDS.iter().find(|name| fields.has(name)) {
        Some(name) => Err(Refusal::invalid(name, "must not be sent: list the goods in order_details")),
        None => Ok(()),
    }
}

fn descriptor_refusal(field: &str, error: &DescriptorError) -> Refusal {
    Refusal::new(Reason::Invalid, format!("{field} cannot be used: {error}"))
}

fn read_descriptor_name(fields: &FieldReader) -> Result<Option<String>, Refusal> {
    let field = "statement_descriptor_name";
    let Some(name) = fields.text(field)? else {
        return Ok(None);
    };
    check_descriptor_name(name).map_err(|error| descriptor_refusal(field, &error))?;
    Ok(Some(name.to_owned()))
}

fn read_descriptor_suffix(fields: &FieldReader) -> Result<Option<String>, Refusal> {
    let field = "statement_descriptor_suffix";
    let Some(suffix) = fields.text(field)? else {
        return Ok(None);
    };
    check_capture_descriptor("", suffix).map_err(|error| descriptor_refusal(field, &error))?;
    Ok(Some(suffix.to_owned()))
}
