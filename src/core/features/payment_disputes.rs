//! The disputes of payments: those of the inbox, those reported by events, and those read of a payment that was received
//! and stays open for a while. Stepping through a list reads none.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::fact::FeatureFact;
use crate::context::{Context, WorkspaceView};
use crate::operations::ResourceKind;
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;
use crate::records::Records;
use crate::route::Route;
use paydesk_api::error::CallError;
use paydesk_api::resources::disputes::calls::{DisputeListFilter, ListDisputes};
use paydesk_api::resources::disputes::wire::DisputePage;
use paydesk_api::resources::payments::calls::PAGE_MAX;
use paydesk_domain::dispute::{Dispute, DisputeStatus};
use paydesk_domain::ids::{DisputeId, PaymentId};
use paydesk_domain::payment_mark::KnownOfPayment;
use paydesk_domain::refund::RefundStatus;

use super::disputes::{DisputeTableRow, Disputes, EvidenceDrafts, EvidenceLibrary};
use super::payments::{Pages, Payments};

/// A payment is open this long before its disputes are read, in milliseconds.
const PAUSE_MS: i64 = 1_000;
/// For so long a list may lack a dispute that an event told of.
const LISTED_AFTER: TimeDelta = TimeDelta::minutes(2);
/// Most payments whose disputes are remembered; beyond, all are forgotten and read again when they are needed.
const REMEMBERED_MAX: usize = 500;
/// Most disputes whose payments are remembered.
const DISPUTED_MAX: usize = 20_000;

/// What is known of the disputes of each payment, and the read of the open one.
#[derive(Debug, Default)]
pub struct PaymentDisputes {
    reported: BTreeMap<PaymentId, BTreeMap<DisputeId, DisputeTableRow>>,
    /// When an event told of each, of the last time.
    told_at: BTreeMap<DisputeId, DateTime<Utc>>,
    /// Payments whose disputes were read whole.
    read: BTreeSet<PaymentId>,
    asked: Option<(PaymentId, RequestId)>,
    /// What went wrong with the last read, of which payment.
    failed: Option<(PaymentId, String)>,
    opened_at: Option<DateTime<Utc>>,
    /// The payments of disputes, whatever is in the inbox now.
    disputed: BTreeMap<DisputeId, DisputedPayment>,
    /// Counts every dispute that was reported or read here.
    changes: u64,
    /// How often refunds and disputes had changed when the marks of payments were published.
    marked: Option<(u64, u64)>,
}

/// A payment that has a dispute, or had one.
#[derive(Debug)]
pub struct DisputedPayment {
    pub payment_id: PaymentId,
    /// The dispute claims its money, or took it.
    pub is_claimed: bool,
    /// When that was first known here.
    pub since: DateTime<Utc>,
}

/// What is known of the disputes of a payment.
#[derive(Debug)]
pub struct DisputesKnown<'a> {
    /// The newest first.
    pub rows: Vec<&'a DisputeTableRow>,
    /// Whether the service said that these are all.
    pub are_all: bool,
    /// Why they could not be read, as text.
    pub failed: Option<&'a str>,
}

impl PaymentDisputes {
    /// Another payment was opened: its disputes are read after a while, and nobody waits for those of the last any more.
    fn payment_opened(&mut self, cx: &mut Context<'_>) {
        self.opened_at = Some(cx.now);
        self.failed = None;
        if let Some((_, request_id)) = self.asked.take() {
            cx.reads.drop_request(request_id);
        }
    }

    /// What was read may be old: it is read again.
    pub(crate) fn read_again(&mut self, payment_id: &PaymentId) {
        self.read.remove(payment_id);
        self.failed = None;
    }

    fn put(&mut self, row: DisputeTableRow, now: DateTime<Utc>) {
        self.changes += 1;
        self.remember(&row.dispute, now);
        if self.reported.len() >= REMEMBERED_MAX {
            self.reported.clear();
            self.told_at.clear();
            self.read.clear();
        }
        let of_payment = self.reported.entry(row.dispute.payment_id.clone()).or_default();
        of_payment.insert(row.dispute.dispute_id.clone(), row);
    }

    fn remember(&mut self, dispute: &Dispute, now: DateTime<Utc>) {
        if self.disputed.len() < DISPUTED_MAX || self.disputed.contains_key(&dispute.dispute_id) {
            let (payment_id, is_claimed) = (dispute.payment_id.clone(), dispute.status.claims_money());
            let before = self.disputed.get(&dispute.dispute_id).filter(|known| known.is_claimed == is_claimed);
            let since = before.map_or(now, |known| known.since);
            self.disputed.insert(dispute.dispute_id.clone(), DisputedPayment { payment_id, is_claimed, since });
        }
    }

    /// Another number whenever a dispute came or changed, here or in the inbox.
    pub(crate) fn changes(&self, inbox: &Disputes) -> u64 {
        self.changes.wrapping_add(inbox.changes())
    }

    /// Publishes what is known of refunds and disputes by payment, where it changed. Disputes of the inbox are remembered, also
    /// when it lists others later.
    fn mark_payments(&mut self, inbox: &Disputes, cx: &mut Context<'_>) {
        let changes = (cx.records.reported(ResourceKind::Refund), self.changes(inbox));
        if self.marked.replace(changes) == Some(changes) {
            return;
        }
        inbox.all().iter().for_each(|row| self.remember(&row.dispute, cx.now));
        let mut known = refunded(cx.view.records);
        // Who looks for disputed payments wants those whose dispute was won, too.
        let mut disputed: BTreeSet<PaymentId> = BTreeSet::new();
        for DisputedPayment { payment_id, is_claimed, .. } in self.disputed.values() {
            known.entry(payment_id.clone()).or_default().is_disputed |= is_claimed;
            disputed.insert(payment_id.clone());
        }
        cx.publish(FeatureFact::PaymentsMarked { known, disputed });
    }

    /// Whether every dispute that was reported is remembered.
    pub fn remembers_all(&self) -> bool {
        self.disputed.len() < DISPUTED_MAX
    }

    /// Takes in what is known now.
    #[expect(clippy::wildcard_enum_match_arm, reason = "it takes what it builds on")]
    pub(crate) fn on_fact(
        &mut self,
        fact: &FeatureFact,
        (payments, inbox): (&Payments, &Disputes),
        of_disputes: (&EvidenceDrafts, &EvidenceLibrary),
        cx: &mut Context<'_>,
    ) {
        match fact {
            FeatureFact::TimePassed => self.read_due(payments, inbox, cx),
            FeatureFact::ClockJumped(by) => self.clock_jumped(*by),
            FeatureFact::Settled => self.mark_payments(inbox, cx),
            FeatureFact::PaymentOpened => self.payment_opened(cx),
            FeatureFact::ReadsDropped(_) => self.reads_dropped(),
            FeatureFact::UnitsChanged => self.amounts_counted_anew(),
            FeatureFact::DisputeReported(dispute) | FeatureFact::DisputeShown(dispute) => {
                self.told((**dispute).clone(), of_disputes, &cx.view);
            }
            _ => {}
        }
    }

    fn clock_jumped(&mut self, by: TimeDelta) {
        self.opened_at = self.opened_at.map(|at| at + by);
        self.told_at.values_mut().for_each(|at| *at += by);
        self.disputed.values_mut().for_each(|known| known.since += by);
    }

    /// Amounts are counted otherwise: what was reported is read again. What disputes claim is known still.
    fn amounts_counted_anew(&mut self) {
        self.reported.clear();
        self.read.clear();
        self.changes += 1;
    }

    /// The reads under way were dropped, and what was read is of before.
    fn reads_dropped(&mut self) {
        self.asked = None;
        self.read.clear();
    }

    /// The disputes of a payment, as far as they are known.
    pub fn of<'a>(&'a self, payment_id: &'a PaymentId, inbox: &'a Disputes) -> DisputesKnown<'a> {
        let mut rows: Vec<&DisputeTableRow> =
            self.reported.get(payment_id).into_iter().flat_map(BTreeMap::values).collect();
        // The inbox follows events and our own files: what it has of one is the newer.
        rows.retain(|row| inbox.find(&row.dispute.dispute_id).is_none());
        rows.extend(inbox.all().iter().filter(|row| row.dispute.payment_id == *payment_id));
        rows.sort_by_key(|row| std::cmp::Reverse(row.dispute.created));
        let are_all = is_whole(inbox) || self.read.contains(payment_id);
        let failed = self.failed.as_ref().filter(|(id, _)| id == payment_id).map(|(_, text)| text.as_str());
        DisputesKnown { rows, are_all, failed }
    }

    /// The disputes that claim the money of a payment or took it, and since when that is known here.
    pub(crate) fn claims_of(&self, payment_id: &PaymentId) -> impl Iterator<Item = (&DisputeId, DateTime<Utc>)> {
        let of_payment = self.disputed.iter().filter(move |(_, known)| known.payment_id == *payment_id);
        of_payment.filter(|(_, known)| known.is_claimed).map(|(id, known)| (id, known.since))
    }

    /// Statuses of the disputes for which a refund would pay twice: they are open, or lost.
    pub fn claims_on(&self, payment_id: &PaymentId, inbox: &Disputes) -> Vec<DisputeStatus> {
        let statuses = self.of(payment_id, inbox).rows.into_iter().map(|row| &row.dispute.status);
        statuses.filter(|status| status.claims_money()).cloned().collect()
    }

    /// An event told of a dispute.
    fn told(&mut self, dispute: Dispute, of_disputes: (&EvidenceDrafts, &EvidenceLibrary), view: &WorkspaceView<'_>) {
        let id = dispute.dispute_id.clone();
        self.reported(dispute, of_disputes, view);
        self.told_at.insert(id, view.now);
    }

    fn reported(
        &mut self,
        dispute: Dispute,
        (drafts, evidence): (&EvidenceDrafts, &EvidenceLibrary),
        view: &WorkspaceView<'_>,
    ) {
        let draft = drafts.draft(&dispute.dispute_id);
        self.put(DisputeTableRow::prepare(dispute, evidence, draft, view.zone, view.now), view.now);
    }

    /// Reads the disputes of the open payment, once it has been open for a while.
    fn read_due(&mut self, payments: &Payments, inbox: &Disputes, cx: &mut Context<'_>) {
        let due = self.next_due(payments, inbox, &cx.view).is_some_and(|at| at <= cx.now);
        let Some(payment_id) = payments.open.clone().filter(|_| due) else { return };
        let filter = DisputeListFilter { status: None, payment_id: Some(payment_id.clone()) };
        let request_id = cx.read_fresh(
            ReadOwner::PaymentDisputes,
            Read::Disputes(ListDisputes { filter, limit: PAGE_MAX, offset: 0, by_body: false }),
        );
        self.asked = Some((payment_id, request_id));
    }

    /// When the disputes of the open payment are to be read. Where nothing was received nothing can be disputed.
    pub(crate) fn next_due(
        &self,
        payments: &Payments,
        inbox: &Disputes,
        view: &WorkspaceView<'_>,
    ) -> Option<DateTime<Utc>> {
        let may_read = view.route == Route::List(ResourceKind::Payment) && view.can_read();
        let (payment_id, remote) = payments.open_detail().filter(|_| may_read)?;
        let was_received = remote.value()?.amount_received.as_ref().is_some_and(|received| received.minor > 0);
        let wanted = was_received && !self.is_known(payment_id, inbox) && self.asked.is_none();
        self.opened_at.filter(|_| wanted).map(|at| at + TimeDelta::milliseconds(PAUSE_MS))
    }

    fn is_known(&self, payment_id: &PaymentId, inbox: &Disputes) -> bool {
        let has_failed = self.failed.as_ref().is_some_and(|(id, _)| id == payment_id);
        has_failed || self.read.contains(payment_id) || is_whole(inbox)
    }

    /// A list of disputes came: what claims money is remembered, whatever it was read for. Whoever asked for all of one payment,
    /// they are known now.
    pub(crate) fn answered(
        &mut self,
        (request_id, list): (RequestId, &ListDisputes),
        result: &Result<DisputePage, CallError>,
        of_disputes: (&EvidenceDrafts, &EvidenceLibrary),
        view: &WorkspaceView<'_>,
    ) {
        for dispute in result.iter().flat_map(|page| &page.rows) {
            self.changes += u64::from(!self.disputed.contains_key(&dispute.dispute_id));
            self.remember(dispute, view.now);
        }
        let (Some(payment_id), None) = (&list.filter.payment_id, &list.filter.status) else { return };
        let asked = self.asked.take_if(|(_, asked)| *asked == request_id).is_some();
        match result {
            Ok(page) => {
                let (told_at, now) = (&self.told_at, view.now);
                let is_newer = |id: &DisputeId| told_at.get(id).is_some_and(|at| now - *at < LISTED_AFTER);
                if let Some(known) = self.reported.get_mut(payment_id) {
                    known.retain(|id, _| is_newer(id));
                }
                let ours = page.rows.iter().filter(|row| row.payment_id == *payment_id);
                ours.for_each(|dispute| self.reported(dispute.clone(), of_disputes, view));
                self.read.insert(payment_id.clone());
                match page.unreadable.first() {
                    Some(first) => self.failed = Some((payment_id.clone(), first.to_string())),
                    None => drop(self.failed.take_if(|(id, _)| id == payment_id)),
                }
            }
            Err(error) if asked => self.failed = Some((payment_id.clone(), error.what())),
            Err(_) => {}
        }
    }
}

/// What refunds that succeeded gave back of each payment.
fn refunded(records: &Records) -> BTreeMap<PaymentId, KnownOfPayment> {
    let mut known: BTreeMap<PaymentId, KnownOfPayment> = BTreeMap::new();
    for record in records.of(ResourceKind::Refund) {
        let status = record.refund().and_then(|refund| refund.status.as_ref());
        let amount = record.amount().filter(|_| status == Some(&RefundStatus::Succeeded));
        if let Some((payment_id, amount)) = record.record.payment_id.as_ref().zip(amount) {
            let of_payment = known.entry(payment_id.clone()).or_default();
            of_payment.refunded_minor = of_payment.refunded_minor.saturating_add(amount.minor);
        }
    }
    known
}

/// Whether every dispute of the service is in the inbox.
fn is_whole(inbox: &Disputes) -> bool {
    // A row that could not be read may be of any payment.
    let has_all = inbox.inbox.reading.complete && inbox.inbox.reading.unreadable.is_none();
    inbox.inbox.reading.pages == Pages::Idle && has_all && !inbox.inbox.is_filtered_by_service()
}
