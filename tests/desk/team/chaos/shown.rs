//! What the database says, as somebody who follows its changes has it: a desk, and the judge to compare it with.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::sync::Mutex;

use paydesk_domain::ids::PaymentId;
use paydesk_index::payment_columns::StoredPayment;
use paydesk_team::{
    ApprovalId, ApprovalStage, ClaimStage, Fence, SharedKey, SharedRecord, TeamApproval, TeamChanges, TeamConnection,
    TeamError, TeamProfileId,
};

use super::draft_version::{DraftVersion, FAMILY, FinishedDrafts};

/// Payments that are read at once.
const PAYMENTS_AT_ONCE: u32 = 1_000;

/// See the module.
#[derive(Debug, Default)]
pub struct Shown {
    pub records: BTreeMap<SharedKey, SharedRecord>,
    /// What waits for a decision or to be sent.
    pub approvals: BTreeMap<ApprovalId, TeamApproval>,
    /// The last claim on each draft, and whether it is open.
    drafts: BTreeMap<String, (Fence, bool)>,
    pub finished_drafts: FinishedDrafts,
    /// All of this is up to the change of this number.
    pub upto: i64,
    events: EventChain,
    events_upto: i64,
    /// What each payment says, as a hash: thousands of them for each of many desks.
    payments: BTreeMap<PaymentId, u64>,
    pub payments_upto: i64,
}

/// Webhooks in the order in which they were applied.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct EventChain {
    count: usize,
    hash: u64,
}

impl EventChain {
    fn add(&mut self, id: &str) {
        self.count += 1;
        self.hash = hash_of(&(self.hash, id));
    }
}

impl Shown {
    /// Takes changes in; what is wrong with them.
    pub fn follow(&mut self, changes: TeamChanges) -> Option<String> {
        let mut problem = None;
        for record in changes.records {
            let before = self.records.get(&record.key);
            if let Some(before) = before.filter(|before| before.revision >= record.revision) {
                problem = Some(format!("{record:?} was shown after {before:?}"));
            }
            if let Some(version) = DraftVersion::of(&record) {
                self.finished_drafts.see(&record.key.id, &version);
            }
            self.records.insert(record.key.clone(), record);
        }
        for claim in changes.claims.into_iter().filter(|claim| claim.family == FAMILY) {
            let is_open = !matches!(claim.stage, ClaimStage::Ended { .. });
            let known = self.drafts.entry(claim.resource).or_insert((claim.fence, is_open));
            if known.0 <= claim.fence {
                *known = (claim.fence, is_open);
            }
        }
        for approval in changes.approvals {
            if matches!(approval.stage, ApprovalStage::Open | ApprovalStage::Approved(_)) {
                self.approvals.insert(approval.request.id, approval);
            } else {
                self.approvals.remove(&approval.request.id);
            }
        }
        self.upto = changes.upto;
        problem
    }

    /// Whether the claim of this fence on a draft is known to have ended.
    pub fn has_lost_draft(&self, id: &str, own: Fence) -> bool {
        self.drafts.get(id).is_some_and(|(fence, is_open)| *fence > own || (*fence == own && !is_open))
    }

    /// What of a payment is compared: not when somebody looked at it.
    fn put_payment(&mut self, payment: StoredPayment) {
        let payment = StoredPayment { seen_at: None, detailed_at: None, ..payment };
        let hash = hash_of(&format!("{payment:?}"));
        self.payments.insert(payment.row.payment_id, hash);
    }

    /// Whether all changes and webhooks up to this number were taken in.
    pub fn is_upto(&self, change: i64) -> bool {
        self.upto >= change && self.events_upto >= change
    }

    /// What differs from `other`.
    pub fn difference(&self, other: &Self) -> Option<String> {
        if self.upto != other.upto {
            return Some(format!("changes up to {} and {}", self.upto, other.upto));
        } else if self.records != other.records {
            return Some("records".to_owned());
        } else if self.approvals != other.approvals {
            return Some("approvals".to_owned());
        } else if self.payments != other.payments {
            return Some(format!("{} and {} payments", self.payments.len(), other.payments.len()));
        }
        (self.events != other.events).then(|| format!("events {:?} and {:?}", self.events, other.events))
    }
}

/// Reads all changes, webhooks and payments that it does not have.
pub async fn catch_up(
    connection: &TeamConnection,
    profile: TeamProfileId,
    shown: &Mutex<Shown>,
) -> Result<(), TeamError> {
    loop {
        let after = shown.lock().unwrap().upto;
        let changes = connection.changes_after(profile, after).await?;
        let has_more = changes.has_more;
        let problem = shown.lock().unwrap().follow(changes);
        assert_eq!(problem, None);
        if !has_more {
            break;
        }
    }
    read_events(connection, profile, shown).await?;
    read_payments(connection, profile, shown).await
}

/// Applies the webhooks that came after the last one, each with how far was read.
pub async fn read_events(
    connection: &TeamConnection,
    profile: TeamProfileId,
    shown: &Mutex<Shown>,
) -> Result<(), TeamError> {
    loop {
        let after = shown.lock().unwrap().events_upto;
        let page = connection.events_after(profile, after).await?;
        let mut shown = shown.lock().unwrap();
        page.events.iter().for_each(|event| shown.events.add(event.event_id.as_str()));
        shown.events_upto = page.upto;
        if page.events.is_empty() {
            return Ok(());
        }
    }
}

/// Takes the payments that changed after the last number.
pub async fn read_payments(
    connection: &TeamConnection,
    profile: TeamProfileId,
    shown: &Mutex<Shown>,
) -> Result<(), TeamError> {
    loop {
        let after = shown.lock().unwrap().payments_upto;
        let page = connection.payments_after(profile, after, PAYMENTS_AT_ONCE).await?;
        let mut shown = shown.lock().unwrap();
        page.payments.into_iter().for_each(|payment| shown.put_payment(payment));
        shown.payments_upto = page.changed;
        if !page.is_more {
            return Ok(());
        }
    }
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
