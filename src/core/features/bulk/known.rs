//! What is known here of the objects of a bulk run, wherever it was read.

use serde_json::json;

use crate::features::history::History;
use crate::features::payments::Payments;
use crate::features::payouts::known_payout;
use crate::records::Records;
use crate::remote::Remote;
use paydesk_api::resources::payments::wire::decode_payment;
use paydesk_domain::ids::{PaymentId, PayoutId};
use paydesk_domain::money::Currency;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::{Payment, PaymentRow};
use paydesk_domain::payout::Payout;
use paydesk_index::payment_columns::KnownCustomer;

use super::kind::BulkKind;
use super::plan_reads::PlanReads;

/// Where objects are looked for.
#[derive(Debug, Clone, Copy)]
pub struct KnownTargets<'a> {
    /// What was read for the plan that is made.
    pub read: Option<&'a PlanReads>,
    pub payments: &'a Payments,
    pub history: &'a History,
    pub records: &'a Records,
}

/// What is known of one object.
#[derive(Debug, Clone, PartialEq)]
pub enum KnownTarget<'a> {
    Nothing,
    /// It was read for the plan, and why that failed.
    NotRead(&'a str),
    Payment {
        payment: Box<Payment>,
        disputed: bool,
        customer: Box<KnownCustomer>,
    },
    Payout(&'a Payout),
}

impl KnownTarget<'_> {
    /// Who paid or is paid, where that is known.
    pub(super) fn person(&self) -> Option<String> {
        match self {
            Self::Payment { customer, .. } => {
                Some(customer.label()).filter(|label| !label.is_empty()).map(str::to_owned)
            }
            Self::Payout(payout) => payout.recipient_name().map(str::to_owned),
            Self::Nothing | Self::NotRead(_) => None,
        }
    }

    /// The currency of its amounts.
    pub(super) fn currency(&self) -> Option<&Currency> {
        match self {
            Self::Nothing | Self::NotRead(_) => None,
            Self::Payment { payment, .. } => Some(payment.currency()),
            Self::Payout(payout) => Some(&payout.amount.currency),
        }
    }
}

impl<'a> KnownTargets<'a> {
    pub fn find(&self, kind: BulkKind, id: &str) -> KnownTarget<'a> {
        if kind.subject() == ResourceKind::Payout {
            let known = known_payout(self.records, &PayoutId::new(id));
            return known.map_or(KnownTarget::Nothing, |(_, payout)| KnownTarget::Payout(payout));
        }
        self.payment(&PaymentId::new(id))
    }

    /// What was read of it last; of a list and the history, what says more.
    fn payment(&self, payment_id: &PaymentId) -> KnownTarget<'a> {
        let just_read = match self.read.and_then(|reads| reads.result(payment_id)) {
            Some(Err(why)) => return KnownTarget::NotRead(why),
            Some(Ok(payment)) => Some(payment.clone()),
            None => None,
        };
        let columns = self.history.columns();
        let row = columns.find(payment_id);
        let stored = row.and_then(|row| columns.payment(row));
        let stored_customer = row.and_then(|row| columns.customer(row)).unwrap_or_default();
        let disputed = stored.as_ref().is_some_and(|stored| stored.disputed);
        let read = self.payments.detail(payment_id).and_then(Remote::value).cloned();
        let listed = || self.payments.listed(payment_id).map(|row| row.payment.clone());
        let of_row = || payment_of(&merged(listed(), stored.map(|stored| stored.row))?);
        let payment = just_read.or(read).or_else(of_row);
        payment.map_or(KnownTarget::Nothing, |payment| {
            let customer = Box::new(KnownCustomer::of(&payment).or(stored_customer));
            KnownTarget::Payment { payment: Box::new(payment), disputed, customer }
        })
    }
}

/// What a list shows is as new as the history, which takes in every page; it may leave amounts out.
fn merged(listed: Option<PaymentRow>, stored: Option<PaymentRow>) -> Option<PaymentRow> {
    match (listed, stored) {
        (Some(listed), Some(stored)) if listed.status == stored.status => Some(PaymentRow {
            capturable_minor: listed.capturable_minor.or(stored.capturable_minor),
            received_minor: listed.received_minor.or(stored.received_minor),
            created: listed.created.or(stored.created),
            ..listed
        }),
        (listed, stored) => stored.or(listed),
    }
}

/// A payment as a row of a list shows it.
pub(super) fn payment_of(row: &PaymentRow) -> Option<Payment> {
    let mut body = json!({
        "payment_id": row.payment_id.as_str(), "status": row.status.as_str(), "amount": row.amount.minor,
        "currency": row.amount.currency.code(),
    });
    let known = [("amount_received", row.received_minor), ("amount_capturable", row.capturable_minor)];
    for (name, minor) in known.into_iter().filter_map(|(name, minor)| Some((name, minor?))) {
        body[name] = json!(minor);
    }
    let payment = decode_payment(body, row.amount.currency.units()).ok()?;
    Some(Payment { created: row.created, ..payment })
}
