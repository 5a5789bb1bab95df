//! Who paid: the payments of one payer in a span of time, looked for whatever was typed in upper or lower case, and what
//! payments say of their customers.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};

use paydesk_domain::payment::Payment;

use super::chunk::{StoredText, millis};
use super::columns::KnownPayments;
use super::payment::StoredPayment;
use super::texts::{SEPARATOR, folded, unfolded};

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

/// The customer of a payment or of what belongs to one, as far as that is known; a text that is not known is empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KnownCustomer {
    pub name: String,
    pub email: String,
    pub id: String,
}

impl KnownCustomer {
    /// What a payment that was read says.
    pub fn of(payment: &Payment) -> Self {
        Self {
            name: payment.payer_name().unwrap_or_default(),
            email: payment.email.clone().unwrap_or_default(),
            id: payment.customer_id.as_ref().map(ToString::to_string).unwrap_or_default(),
        }
    }

    /// What they are called in a list: the name, else the e-mail address, else the ID.
    pub fn label(&self) -> &str {
        [&self.name, &self.email, &self.id].into_iter().find(|text| !text.trim().is_empty()).map_or("", String::as_str)
    }

    /// This, with the texts of `other` where one is missing.
    pub fn or(self, other: Self) -> Self {
        let either = |own: String, other: String| if own.trim().is_empty() { other } else { own };
        Self {
            name: either(self.name, other.name),
            email: either(self.email, other.email),
            id: either(self.id, other.id),
        }
    }
}

impl KnownPayments {
    /// The customer of the payment in a row.
    pub fn customer(&self, row: usize) -> Option<KnownCustomer> {
        let (chunk, place) = self.at(row)?;
        let written = unfolded(chunk.texts.get(place));
        let fields: Vec<&str> = written.split(char::from(SEPARATOR)).skip(1).collect();
        let text = |field: StoredText| fields.get(field as usize).map(|text| (*text).to_owned()).unwrap_or_default();
        Some(KnownCustomer {
            name: text(StoredText::Name),
            email: text(StoredText::Email),
            id: text(StoredText::Customer),
        })
    }

    /// The payments of the customers with these IDs, the newest first. Looks through all payments.
    pub fn of_customers(&self, ids: &HashSet<String>) -> Vec<(usize, KnownCustomer)> {
        let wanted: HashSet<Vec<u8>> = ids.iter().map(|id| folded(id).into_bytes()).collect();
        let is_wanted = |row: &usize| {
            let at = self.at(*row);
            at.is_some_and(|(chunk, place)| wanted.contains(chunk.folded(place, StoredText::Customer)))
        };
        let rows = if ids.is_empty() { &[] } else { self.newest() };
        let rows = rows.iter().map(|row| *row as usize).filter(is_wanted);
        let customers = rows.filter_map(|row| Some((row, self.customer(row)?)));
        customers.filter(|(_, customer)| ids.contains(&customer.id)).collect()
    }

    /// What payments say of the customers with these IDs, each text as the newest has it that has one. Looks through
    /// all payments.
    pub fn customers(&self, ids: &HashSet<String>) -> HashMap<String, KnownCustomer> {
        let mut found: HashMap<String, KnownCustomer> = HashMap::new();
        for (_, customer) in self.of_customers(ids) {
            let known = found.entry(customer.id.clone()).or_default();
            *known = std::mem::take(known).or(customer);
        }
        found
    }

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

    #[test]
    fn a_customer_is_called_as_the_newest_payment_with_a_name_says() {
        let mut columns = KnownPayments::default();
        for (id, customer_id, name, email, day) in [
            ("pay_1", "cus_1", "Ada Byron", "old@example.com", 1),
            ("pay_2", "cus_1", "Ada Lovelace", "", 10),
            ("pay_3", "cus_1", "", "ada@example.com", 20),
            ("pay_4", "CUS_1", "Somebody else", "", 21),
            ("pay_5", "cus_2", "Grace", "", 22),
        ] {
            let mut payment = payment(id, customer_id, email, day);
            payment.texts.name = name.to_owned();
            columns.put(&payment);
        }
        columns.order_new();
        let found = columns.customers(&HashSet::from(["cus_1".to_owned(), "cus_9".to_owned()]));
        let ada = found.get("cus_1").unwrap();
        assert_eq!((found.len(), &*ada.name, &*ada.email), (1, "Ada Lovelace", "ada@example.com"));
        assert_eq!(columns.customer(0).unwrap().label(), "Ada Byron");
        assert!(columns.customers(&HashSet::new()).is_empty());
    }
}
