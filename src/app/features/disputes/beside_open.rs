//! What is counted and looked for beside the open dispute: the earlier payments of its customer, and how disputes of its
//! reason ended. Both follow what they are made from, not the frames that show them.

use crate::app::context::WorkspaceView;
use crate::domain::dispute::DisputeStatus;
use crate::domain::payment::Payment;
use crate::domain::payment_columns::KnownPayments;

use super::drafts::EvidenceDrafts;
use super::earlier_payments::EarlierPayments;
use super::evidence_draft::EvidenceDraft;
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

    /// The open dispute or the results of others may be others.
    pub(in crate::app) fn follow_results(&mut self, evidence: &Evidence<'_>) {
        let of = self.open_row().map(|row| (row.dispute.dispute_id.clone(), self.changes()));
        if of == self.open.results_of {
            return;
        }
        let reason = self.open_row().map(|row| row.reason().to_owned());
        self.open.results =
            reason.map(|reason| self.results(&reason, evidence.drafts, evidence.library)).unwrap_or_default();
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
    pub fn results(&self, reason: &str, drafts: &EvidenceDrafts, library: &EvidenceLibrary) -> DecidedResults {
        let known = library.known_reason(reason);
        let submitted = drafts.all().filter(|draft| !draft.versions.is_empty());
        DecidedResults::count(submitted.filter_map(|draft| Some((draft, self.is_won(draft, known)?))))
    }

    /// Whether a dispute of this reason was won; `None` while it is not decided.
    fn is_won(&self, draft: &EvidenceDraft, known: &str) -> Option<bool> {
        let row = self.find(&draft.dispute_id).filter(|row| row.known == known)?;
        match row.dispute.status {
            DisputeStatus::Won => Some(true),
            DisputeStatus::Lost => Some(false),
            DisputeStatus::Accepted | DisputeStatus::Cancelled | DisputeStatus::Expired => None,
            DisputeStatus::DisputeOpened | DisputeStatus::Challenged | DisputeStatus::Unknown(_) => None,
        }
    }
}
