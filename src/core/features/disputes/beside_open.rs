//! What is counted and looked for beside the open dispute: the earlier payments of its customer, and how disputes of its
//! reason ended. Both follow what they are made from, not the frames that show them.

use std::collections::HashSet;

use crate::context::WorkspaceView;
use paydesk_domain::ids::{DisputeId, PaymentId};

use super::earlier_payments::EarlierPayments;
use super::facts::Fact;
use super::library::EvidenceLibrary;
use super::results::DecidedResults;
use super::{Disputes, Evidence};

impl Disputes {
    /// The open dispute, its payment or the payments that are known may be others: its earlier payments follow.
    pub(super) fn follow_history(&mut self, evidence: &Evidence<'_>) {
        let payment = self.open_row().and_then(|row| (evidence.payments)(&row.dispute.payment_id));
        let mut earlier = std::mem::take(&mut self.open.earlier);
        self.open.earlier = match (self.open_row(), payment) {
            (Some(row), Some(payment)) => {
                let dispute = (&row.dispute.dispute_id, self.changes());
                earlier.follow(dispute, evidence.stored, payment, |id| self.of_payment(id).next().is_some());
                earlier
            }
            (Some(_), None) | (None, _) => EarlierPayments::default(),
        };
    }

    /// Payments became known: rows of which the customer was not known name it, and are found by it.
    pub(super) fn follow_customers(&mut self, evidence: &Evidence<'_>, view: &WorkspaceView<'_>) {
        let stored = evidence.stored;
        let of = (stored.revision(), stored.len());
        let before = std::mem::replace(&mut self.inbox.customers_of, of);
        if before == of {
            return;
        }
        // Rows that came without a change, as when the cache is opened, are all looked at.
        let changed = stored.changed_since(before.0).filter(|rows| before.1 + rows.len() >= stored.len());
        let changed: Option<HashSet<String>> =
            changed.map(|rows| rows.filter_map(|row| stored.id_text(row as usize)).collect());
        let may_be_known =
            |payment_id: &PaymentId| changed.as_ref().is_none_or(|changed| changed.contains(payment_id.as_str()));
        let unknown = self.all().iter().filter(|row| !row.is_customer_known && may_be_known(&row.dispute.payment_id));
        let found = unknown.filter(|row| evidence.customer(&row.dispute.payment_id).is_some());
        let found: Vec<DisputeId> = found.map(|row| row.dispute.dispute_id.clone()).collect();
        found.iter().for_each(|id| self.put_row_again(id, evidence, view));
        if !found.is_empty() {
            self.order(evidence, view);
        }
    }

    /// The open dispute or the results of others may be others.
    pub(super) fn follow_results(&mut self, library: &EvidenceLibrary) {
        let of = self.open_row().map(|row| (row.dispute.dispute_id.clone(), self.changes()));
        if of == self.open.results_of {
            return;
        }
        let reason = self.open_row().map(|row| row.reason().to_owned());
        self.open.results = reason.map(|reason| self.results(&reason, library)).unwrap_or_default();
        self.open.results_of = of;
    }

    /// The earlier payments of the customer behind the open dispute, as a fact.
    pub fn earlier_payments(&self, view: &WorkspaceView<'_>) -> Option<Fact> {
        self.open.earlier.fact(view)
    }

    /// How disputes of the open one's reason ended.
    pub fn open_results(&self) -> &DecidedResults {
        &self.open.results
    }

    /// The results of a reason, as far as its disputes are loaded.
    pub fn results(&self, reason: &str, library: &EvidenceLibrary) -> DecidedResults {
        let known = library.known_reason(reason);
        DecidedResults::count(self.all().iter().filter(|row| row.known == known))
    }
}
