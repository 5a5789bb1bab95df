//! Takes in payments that were read, listed or reported, whoever asked for them.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};

use crate::payment_reading::URGENT_MAX;
use paydesk_api::resources::payments::wire::PaymentPage;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::{Payment, PaymentRow};
use paydesk_index::payment_columns::{KnownCustomer, PaymentTexts, PutOutcome, StoredPayment};

use super::certainty::RelatedMarks;
use super::{History, HistoryPhase};

impl History {
    fn takes(&self) -> bool {
        self.phase == HistoryPhase::Open
    }

    /// Rows of a list came.
    pub(crate) fn take_page(&mut self, page: &PaymentPage, now: DateTime<Utc>) {
        if self.is_refused_to_key() {
            // Somebody asked for a list, and may have it.
            self.reads_succeed();
        }
        if !self.takes() {
            return;
        }
        for row in &page.rows {
            self.team.read_here(&row.payment_id, now);
            self.take_row(row, now);
        }
        for whole in &page.whole {
            self.team.read_here(&whole.payment_id, now);
            self.put(StoredPayment::read(whole, now));
        }
        self.columns.order_new();
        self.pass_detailed();
    }

    fn take_row(&mut self, row: &PaymentRow, now: DateTime<Utc>) {
        let known = self.columns.find(&row.payment_id).and_then(|place| self.columns.payment(place));
        let (has_details, status) = match &known {
            Some(known) => (known.detailed_at.is_some(), Some(known.row.status.clone())),
            None => (false, None),
        };
        let payment = match known {
            Some(known) => known.with_listed(row.clone(), now),
            None => StoredPayment::listed(row.clone(), now),
        };
        let moved_on = status.is_some_and(|known| known != row.status);
        self.put(payment);
        if has_details && moved_on && !self.follows_team(now) {
            self.read_first(&row.payment_id);
        }
    }

    /// A whole payment was read.
    pub(crate) fn take_payment(&mut self, payment: &Payment, now: DateTime<Utc>) {
        if !self.takes() {
            return self.team.missed(&payment.payment_id);
        }
        self.team.read_here(&payment.payment_id, now);
        self.put(StoredPayment::read(payment, now));
        self.columns.order_new();
        self.pass_detailed();
    }

    /// An event reported a payment: it need not have all of it, so it is read soon.
    pub(crate) fn take_reported(&mut self, payment: &Payment, now: DateTime<Utc>) {
        if !self.takes() {
            return self.team.missed(&payment.payment_id);
        }
        self.team.read_here(&payment.payment_id, now);
        self.put(StoredPayment { detailed_at: None, ..StoredPayment::read(payment, now) });
        self.columns.order_new();
        self.pass_detailed();
        // The hub has the same event.
        if !self.follows_team(now) {
            self.read_first(&payment.payment_id);
        }
    }

    /// A refund or a dispute of a payment is known: the payment says so as soon as it is here.
    pub(crate) fn mark(&mut self, payment_id: &PaymentId, refunded: bool, disputed: bool) {
        self.marks.insert(payment_id.clone(), RelatedMarks { refunded, disputed });
        if self.takes() {
            self.put_mark(payment_id);
        }
    }

    fn put_mark(&mut self, payment_id: &PaymentId) {
        let marks = self.marks.get(payment_id).copied().unwrap_or_default();
        let known = self.columns.find(payment_id).and_then(|place| self.columns.payment(place));
        let is_news = |known: &StoredPayment| marks.refunded && !known.refunded || marks.disputed && !known.disputed;
        if let Some(known) = known.filter(is_news) {
            self.put(known);
        }
    }

    /// Other payments are here: those whose refunds or disputes are known say so.
    pub(super) fn put_marks(&mut self) {
        let marked: Vec<PaymentId> = self.marks.keys().cloned().collect();
        marked.iter().for_each(|payment_id| self.put_mark(payment_id));
    }

    /// Customers are called so now: their payments say so where they say nothing themselves, and are found by it.
    pub(crate) fn name_customers(&mut self, customers: Vec<KnownCustomer>) {
        let ids: HashSet<String> = customers.iter().map(|customer| customer.id.clone()).collect();
        let before: Vec<_> = customers
            .into_iter()
            .filter_map(|it| self.customers.insert(it.id.clone(), it))
            .map(|it| (it.id.clone(), it))
            .collect();
        if self.takes() {
            self.put_names(&ids, &before.into_iter().collect());
        }
    }

    /// Other payments are here: those of customers whose names are known have them.
    pub(super) fn put_known_names(&mut self) {
        let ids = self.customers.keys().cloned().collect();
        self.put_names(&ids, &HashMap::new());
    }

    /// Names the payments of these customers anew. What one has of a name from `before` is no name of its own.
    fn put_names(&mut self, ids: &HashSet<String>, before: &HashMap<String, KnownCustomer>) {
        for (row, said) in self.columns.of_customers(ids) {
            let Some(known) = self.customers.get(&said.id) else { continue };
            let before = before.get(&said.id);
            let is_other = |said: &str, before: Option<&String>, known: &str| {
                (said.is_empty() || before.is_some_and(|before| before == said)) && said != known
            };
            let is_renamed = is_other(&said.name, before.map(|it| &it.name), &known.name);
            let has_other_email = is_other(&said.email, before.map(|it| &it.email), &known.email);
            if !is_renamed && !has_other_email {
                continue;
            }
            if let Some(mut payment) = self.columns.payment(row) {
                if is_renamed {
                    payment.texts.name.clone_from(&known.name);
                }
                if has_other_email {
                    payment.texts.email.clone_from(&known.email);
                }
                self.put(payment);
            }
        }
    }

    /// The payment with the name and the address of its customer, where it has none itself.
    fn with_customer(&self, mut payment: StoredPayment) -> StoredPayment {
        let id = payment.row.customer_id.as_ref().map(|id| id.as_str());
        if let Some(known) = id.and_then(|id| self.customers.get(id)) {
            let PaymentTexts { name, email, .. } = &mut payment.texts;
            for (own, known) in [(name, &known.name), (email, &known.email)] {
                if own.trim().is_empty() {
                    own.clone_from(known);
                }
            }
        }
        payment
    }

    pub(super) fn put(&mut self, payment: StoredPayment) {
        let known = self.columns.find(&payment.row.payment_id).and_then(|place| self.columns.payment(place));
        let mut payment = match known {
            Some(known) => payment.on_top_of(known),
            None => payment,
        };
        payment = self.with_customer(payment);
        if let Some(marks) = self.marks.get(&payment.row.payment_id) {
            payment.refunded |= marks.refunded;
            payment.disputed |= marks.disputed;
        }
        let (place, change) = self.columns.put(&payment);
        if change == PutOutcome::New && payment.detailed_at.is_none() {
            // It may be newer than those that were looked at.
            (self.detail_place, self.detailed_to) = (0, 0);
        }
        match change {
            PutOutcome::Seen => {}
            PutOutcome::New | PutOutcome::Changed => {
                let stored_as = self.columns.stored_as(place).unwrap_or_default();
                self.unkept.add(stored_as, payment);
                self.search.outdate();
            }
        }
    }

    /// The details of a payment are read before those of others.
    pub(super) fn read_first(&mut self, payment_id: &PaymentId) {
        if self.urgent.len() < URGENT_MAX && !self.urgent.contains(payment_id) {
            self.urgent.push_back(payment_id.clone());
        }
    }
}
