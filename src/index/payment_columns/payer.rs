//! The payments of one payer in a span of time: looked for by who paid, whatever was typed in upper or lower case.

use chrono::{DateTime, Utc};

use super::chunk::{StoredText, millis};
use super::columns::KnownPayments;
use super::payment::StoredPayment;
use super::texts::folded;

/// Who paid: by the id of the customer, by the e-mail address, or by both.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KnownPayer {
    customer_id: String,
    email: String,
}

impl KnownPayer {
    pub fn new(customer_id: Option<&str>, email: Option<&str>) -> Self {
        let clean = |text: Option<&str>| folded(text.unwrap_or_default().trim());
        Self { customer_id: clean(customer_id), email: clean(email) }
    }

    /// Whether nothing is known of the payer.
    pub fn is_unknown(&self) -> bool {
        self.customer_id.is_empty() && self.email.is_empty()
    }
}

impl KnownPayments {
    /// The payments of a payer that were created from the first moment to the last, the newest first.
    pub fn of_payer(&self, payer: &KnownPayer, from: DateTime<Utc>, to: DateTime<Utc>) -> Vec<StoredPayment> {
        let (from, to) = (millis(Some(from)), millis(Some(to)));
        let created = |row: u32| self.created_millis(row as usize);
        let newest = self.newest();
        let first = newest.partition_point(|row| created(*row) > to);
        let last = newest.partition_point(|row| created(*row) >= from);
        let is_same = |own: &str, folded: &[u8]| !own.is_empty() && own.as_bytes() == folded;
        let is_of_payer = |row: &&u32| {
            self.at(**row as usize).is_some_and(|(chunk, place)| {
                is_same(&payer.customer_id, chunk.folded(place, StoredText::Customer))
                    || is_same(&payer.email, chunk.folded(place, StoredText::Email))
            })
        };
        let rows = newest.get(first..last).unwrap_or_default().iter().filter(is_of_payer);
        rows.filter_map(|row| self.payment(*row as usize)).collect()
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use paydesk_domain::ids::{CustomerId, PaymentId};
    use paydesk_domain::money::{Currency, Money};
    use paydesk_domain::payment::{PaymentRow, PaymentStatus};

    fn payment(id: &str, customer_id: &str, email: &str, day: i64) -> StoredPayment {
        let row = PaymentRow {
            payment_id: PaymentId::new(id),
            status: PaymentStatus::Succeeded,
            amount: Money::new(1_000, Currency::iso4217("EUR")),
            created: Some(DateTime::UNIX_EPOCH + TimeDelta::days(day)),
            capturable_minor: None,
            received_minor: None,
            customer_id: Some(customer_id).filter(|id| !id.is_empty()).map(CustomerId::new),
            payment_method: None,
            unified_code: None,
            unified_message: None,
        };
        let mut payment = StoredPayment::listed(row, DateTime::UNIX_EPOCH);
        payment.texts.email = email.to_owned();
        payment
    }

    #[test]
    fn payments_of_a_payer_are_found_by_customer_or_address_within_the_span() {
        let mut columns = KnownPayments::default();
        for (id, customer_id, email, day) in [
            ("pay_1", "cus_1", "", 1),
            ("pay_2", "cus_1", "", 10),
            ("pay_3", "", "Ada@Example.com", 20),
            ("pay_4", "cus_2", "grace@example.com", 20),
            ("pay_5", "", "", 20),
            ("pay_6", "cus_1", "", 31),
        ] {
            columns.put(&payment(id, customer_id, email, day));
        }
        columns.order_new();
        let day = |day: i64| DateTime::UNIX_EPOCH + TimeDelta::days(day);
        let found = |payer: KnownPayer| {
            let found = columns.of_payer(&payer, day(10), day(30)).into_iter();
            found.map(|payment| payment.row.payment_id.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(found(KnownPayer::new(Some("cus_1"), Some("ada@example.com"))), ["pay_3", "pay_2"]);
        assert_eq!(found(KnownPayer::new(None, Some(" ADA@example.com"))), ["pay_3"]);
        assert_eq!(found(KnownPayer::new(None, None)), Vec::<String>::new());
    }
}
