//! What is counted and looked for beside the open dispute: the earlier payments of its customer, and how disputes of its
//! reason ended. Both follow what they are made from, not the frames that show them.

use crate::app::context::WorkspaceView;
use crate::domain::ids::DisputeId;
use crate::domain::payment::Payment;
use crate::domain::payment_columns::KnownPayments;

use super::earlier_payments::EarlierPayments;
use super::facts::Fact;
use super::library::EvidenceLibrary;
use super::results::DecidedResults;
use super::{Disputes, Evidence};

impl Disputes {
    /// The open dispute, its payment or the payments that are known may be others: its earlier payments follow. `payment`
    /// is the one behind it, once it is read.
    pub(in crate::app) fn follow_history(&mut self, known: &KnownPayments, payment: Option<&Payment>) {
        let mut earlier = std::mem::take(&mut self.open.earlier);
        self.open.earlier = match (self.open_row(), payment) {
            (Some(row), Some(payment)) => {
                let dispute = (&row.dispute.dispute_id, self.changes());
                earlier.follow(dispute, known, payment, |id| self.of_payment(id).next().is_some());
                earlier
            }
            (Some(_), None) | (None, _) => EarlierPayments::default(),
        };
    }

    /// Payments became known: rows of which the customer was not known name it, and are found by it.
    pub(in crate::app) fn follow_customers(&mut self, evidence: &Evidence<'_>, view: &WorkspaceView<'_>) {
        let of = (evidence.stored.revision(), evidence.stored.len());
        if std::mem::replace(&mut self.inbox.customers_of, of) == of {
            return;
        }
        let unknown = self.all().iter().filter(|row| !row.is_customer_known);
        let found = unknown.filter(|row| evidence.customer(&row.dispute.payment_id).is_some());
        let found: Vec<DisputeId> = found.map(|row| row.dispute.dispute_id.clone()).collect();
        found.iter().for_each(|id| self.put_row_again(id, evidence, view));
        if !found.is_empty() {
            self.order(evidence, view);
        }
    }

    /// The open dispute or the results of others may be others.
    pub(in crate::app) fn follow_results(&mut self, library: &EvidenceLibrary) {
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
