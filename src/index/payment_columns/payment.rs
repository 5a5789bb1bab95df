//! One payment as it is stored: its row of the list, and what a read of it brought beside that.

use chrono::{DateTime, Utc};

use paydesk_domain::decline;
use paydesk_domain::document::{Raw, reported_status};
use paydesk_domain::payer_places::PayerPlaces;
use paydesk_domain::payment::{Payment, PaymentRow};
use paydesk_domain::refund::RefundStatus;

/// The texts of a payment that a list need not carry; empty where there is none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PaymentTexts {
    pub email: String,
    pub name: String,
    pub description: String,
    /// The order, as the merchant numbers it.
    pub order: String,
    pub descriptor: String,
    /// Names and values, one after the other.
    pub metadata: String,
    /// The acquirer's own code.
    pub error_code: String,
    /// The type of the method: `credit`.
    pub method_type: String,
    /// The brand of the card: `Visa`.
    pub brand: String,
    /// Where the card was issued, as the service writes it: `DE`.
    pub card_country: String,
}

/// One payment with all that is stored of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPayment {
    pub row: PaymentRow,
    pub texts: PaymentTexts,
    /// Last four digits of the card.
    pub last4: Option<u16>,
    /// A refund of it is known.
    pub refunded: bool,
    /// A dispute of it is known.
    pub disputed: bool,
    /// When a list or a read showed it last, in whole seconds.
    pub seen_at: Option<DateTime<Utc>>,
    /// When its details were read last, in whole seconds.
    pub detailed_at: Option<DateTime<Utc>>,
}

impl PaymentTexts {
    /// What a whole payment says; texts that the specification does not show are looked for where other services of the
    /// same kind have them.
    fn of(payment: &Payment) -> Self {
        let raw = |path: &[&str]| {
            let found = path.iter().try_fold(&*payment.raw, |value, name| value.get(name));
            found.and_then(|value| value.as_str()).filter(|text| !text.is_empty()).map(str::to_owned)
        };
        let pair = |name: &str| payment.metadata.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
        let metadata: Vec<String> = payment.metadata.iter().map(|(name, value)| format!("{name} {value}")).collect();
        Self {
            email: payment.email.clone().or_else(|| raw(&["customer", "email"])).unwrap_or_default(),
            name: payment.payer_name().unwrap_or_default(),
            description: payment.description.clone().unwrap_or_default(),
            order: raw(&["merchant_order_reference_id"]).or_else(|| pair("order_id")).unwrap_or_default(),
            descriptor: payment.statement_descriptor.clone().unwrap_or_default(),
            metadata: metadata.join(" "),
            error_code: payment.error.error_code.clone().unwrap_or_default(),
            method_type: payment.payment_method_type.clone().unwrap_or_default(),
            brand: payment.card.as_ref().and_then(|card| card.brand.clone()).unwrap_or_default(),
            card_country: PayerPlaces::of(&payment.raw).card_country.unwrap_or_default(),
        }
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl StoredPayment {
    /// What a read of the whole payment says.
    pub fn read(payment: &Payment, at: DateTime<Utc>) -> Self {
        let last4 = payment.card.as_ref().and_then(|card| last4_of(card.last4.as_deref()?));
        let related = &payment.related;
        let has_succeeded =
            |refund: &Raw| reported_status(refund).map(RefundStatus::from_word) == Some(RefundStatus::Succeeded);
        let has_refunds = related.refunds.iter().flatten().any(has_succeeded);
        let is_some = |total_minor: Option<i64>| total_minor.is_some_and(|minor| minor > 0);
        Self {
            texts: PaymentTexts::of(payment),
            last4,
            refunded: has_refunds || is_some(related.refunded_minor),
            disputed: !related.disputes.is_empty() || is_some(related.disputed_minor),
            detailed_at: Some(at),
            ..Self::listed(payment.into(), at)
        }
    }

    /// This on top of what was known: what it does not say stays, and what was refunded or disputed remains so.
    pub fn on_top_of(self, known: Self) -> Self {
        let mut texts = if self.texts.is_empty() { known.texts.clone() } else { self.texts };
        if texts.brand.is_empty() && self.last4 == known.last4 {
            texts.brand.clone_from(&known.texts.brand);
        }
        if texts.card_country.is_empty() && self.last4 == known.last4 {
            texts.card_country.clone_from(&known.texts.card_country);
        }
        let detailed_at = self.detailed_at.or(known.detailed_at);
        let (last4, seen_at) = (self.last4.or(known.last4), self.seen_at.or(known.seen_at));
        let (refunded, disputed) = (self.refunded || known.refunded, self.disputed || known.disputed);
        let row = known.with_listed(self.row, seen_at.unwrap_or_default()).row;
        Self { row, texts, last4, refunded, disputed, seen_at, detailed_at }
    }

    /// What a list says of a payment that was not known.
    pub fn listed(row: PaymentRow, at: DateTime<Utc>) -> Self {
        Self {
            row,
            texts: PaymentTexts::default(),
            last4: None,
            refunded: false,
            disputed: false,
            seen_at: Some(at),
            detailed_at: None,
        }
    }

    /// The payment after a list showed `row`: what the list leaves out stays as it was known.
    pub fn with_listed(self, row: PaymentRow, at: DateTime<Utc>) -> Self {
        let known = self.row;
        let same_status = known.status == row.status;
        let unified_message = message_of(&row, known.unified_message.filter(|_| same_status));
        let row = PaymentRow {
            created: row.created.or(known.created),
            capturable_minor: row.capturable_minor.or(known.capturable_minor.filter(|_| same_status)),
            received_minor: row.received_minor.or(known.received_minor.filter(|_| same_status)),
            customer_id: row.customer_id.or(known.customer_id),
            payment_method: row.payment_method.or(known.payment_method),
            unified_message,
            unified_code: row.unified_code.or(known.unified_code.filter(|_| same_status)),
            ..row
        };
        Self { row, seen_at: Some(at), ..self }
    }

    /// The message of the decline where it says more than its code does.
    pub(super) fn own_message(&self) -> &str {
        let message = self.row.unified_message.as_deref().unwrap_or_default();
        let usual = self.row.unified_code.as_deref().and_then(decline::message);
        if usual == Some(message) { "" } else { message }
    }
}

/// A row without the code of its decline has less of the reason than what is known already.
fn message_of(row: &PaymentRow, known: Option<String>) -> Option<String> {
    let listed = row.unified_message.clone();
    if row.unified_code.is_some() { listed.or(known) } else { known.or(listed) }
}

/// The last four digits as a number.
pub fn last4_of(text: &str) -> Option<u16> {
    let is_it = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_it)
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_domain::ids::{CustomerId, PaymentId};
    use paydesk_domain::money::{Currency, Money};
    use paydesk_domain::payment::PaymentStatus;

    fn row(status: PaymentStatus) -> PaymentRow {
        PaymentRow {
            payment_id: PaymentId::new("pay_1"),
            status,
            amount: Money::new(500, Currency::iso4217("EUR")),
            created: None,
            capturable_minor: None,
            received_minor: None,
            customer_id: None,
            payment_method: None,
            unified_code: None,
            unified_message: None,
        }
    }

    #[test]
    fn what_a_list_leaves_out_stays_known_and_amounts_of_another_status_do_not() {
        let at = DateTime::UNIX_EPOCH;
        let detailed = PaymentRow {
            capturable_minor: Some(500),
            customer_id: Some(CustomerId::new("cus_1")),
            payment_method: Some("card".to_owned()),
            ..row(PaymentStatus::RequiresCapture)
        };
        let known = StoredPayment { last4: Some(4242), ..StoredPayment::listed(detailed, at) };
        let same = known.clone().with_listed(row(PaymentStatus::RequiresCapture), at);
        assert_eq!(same, known);
        let captured = known.with_listed(row(PaymentStatus::Succeeded), at);
        assert_eq!((captured.row.capturable_minor, captured.last4), (None, Some(4242)));
        assert_eq!(captured.row.customer_id, Some(CustomerId::new("cus_1")));
    }

    #[test]
    fn only_four_digits_are_the_last_four() {
        assert_eq!(
            (last4_of("0042"), last4_of("42"), last4_of("+042"), last4_of("4a42")),
            (Some(42), None, None, None)
        );
    }
}
