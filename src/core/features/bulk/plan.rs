//! What a bulk run would do, before anything is sent: what is in, what is left out and why, how much and how long.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, Utc};

use crate::context::WorkspaceView;
use crate::features::payments::is_offered;
use crate::features::refunds::{refundable_balance, why_not_in_status};
use crate::records::CachedRecord;
use crate::rng::Rng;
use paydesk_api::operation::Target;
use paydesk_domain::approval::ApprovalId;
use paydesk_domain::ids::{BulkRunId, OperationId, PaymentId, RefundId};
use paydesk_domain::money::Money;
use paydesk_domain::money_sums::MoneySums;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::{Payment, PaymentAction, PaymentStatus};
use paydesk_domain::payout::{Payout, PayoutStatus};
use paydesk_domain::refund::RefundStatus;

use super::estimate::{Estimate, estimate};
use super::exclusion::Exclusion;
use super::item::{BulkItem, Excluded};
use super::kind::BulkKind;
use super::known::{KnownTarget, KnownTargets};
use super::run::BulkRun;
use super::text;
use super::wanted::{WantedAmount, WantedCurrency, WantedItem};

/// Most objects of one run: more than a day at 600 calls a minute.
pub const ITEMS_MAX: usize = 100_000;

/// What is shown before a run begins.
#[derive(Debug, Clone, PartialEq)]
pub struct BulkPlan {
    /// What a team will know its run by.
    pub id: BulkRunId,
    /// Of the request for its approval: asked for twice it is one request.
    pub approval_id: ApprovalId,
    pub kind: BulkKind,
    /// The name of the file that it was made from.
    pub file: Option<String>,
    pub items: Vec<BulkItem>,
    pub excluded: Vec<Excluded>,
    /// What moves, or all of the payments where nothing does.
    pub sums: MoneySums,
    pub estimate: Estimate,
    /// The first operation of the run that it goes on with; `None` where it is a run of its own.
    pub continues: Option<OperationId>,
    /// How many are left out for each reason, the most first.
    pub groups: Vec<ExclusionGroup>,
}

/// Those left out for one reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExclusionGroup {
    pub title: String,
    pub count: usize,
}

impl BulkPlan {
    /// How many of its items are everything that remains of their object.
    pub fn in_full(&self) -> usize {
        self.items.iter().filter(|item| item.whole).count()
    }

    /// Checks what is wanted against what is known. Nothing is asked of the service for it.
    pub fn new(
        kind: BulkKind,
        wanted: impl IntoIterator<Item = WantedItem>,
        known: &KnownTargets<'_>,
        (view, limit): (&WorkspaceView<'_>, Option<u32>),
        rng: &mut Rng,
    ) -> Self {
        let (mut items, mut excluded, mut sums) = (Vec::new(), Vec::new(), MoneySums::default());
        let wanted: Vec<WantedItem> = wanted.into_iter().collect();
        let assessed = assess(kind, &wanted, known, view, |item, found, checked| {
            checked.map_err(|why| (why, item.amount_in(found.currency(), view.units)))
        });
        for (WantedItem { target, line, .. }, checked) in wanted.into_iter().zip(assessed) {
            match checked {
                Ok(checked) => {
                    sums.add(&checked.amount);
                    items.push(checked.item(target, line, rng.operation_id()));
                }
                Err((exclusion, amount)) => excluded.push(Excluded { target, line, amount, exclusion }),
            }
        }
        // A file of refunds stays in its order. Else the oldest first: of payments to be captured, those that expire first.
        if kind == BulkKind::Capture || items.iter().all(|item| item.line.is_none()) {
            items.sort_by_key(|item| (item.created.is_none(), item.created));
        }
        let estimate = estimate(kind, items.len(), limit);
        let groups = groups(&excluded);
        let (id, approval_id) = (rng.bulk_run_id(), ApprovalId(rng.uuid()));
        Self { id, approval_id, kind, file: None, items, excluded, sums, estimate, continues: None, groups }
    }

    /// Checks again what of a run certainly did not happen, each with the amount that was confirmed.
    pub(super) fn of_not_done(
        run: &BulkRun,
        known: &KnownTargets<'_>,
        (view, limit): (&WorkspaceView<'_>, Option<u32>),
        rng: &mut Rng,
    ) -> Self {
        let wanted = run.not_done().map(|(_, item)| WantedItem {
            target: item.target.clone(),
            amount: WantedAmount::Exact(item.amount.clone()),
            currency: WantedCurrency::OfObject,
            line: item.line,
            reason: item.reason.clone(),
            refused: None,
            is_repeat_meant: false,
        });
        let mut plan = Self::new(run.kind(), wanted, known, (view, limit), rng);
        plan.continues = run.items().next().map(|(item, _)| item.operation_id.clone());
        plan.take_in_unknown(run, limit, rng);
        plan
    }

    /// Whether it goes on with this run.
    pub(super) fn is_of_not_done(&self, run: &BulkRun) -> bool {
        self.continues.as_ref().is_some_and(|id| run.owns(id))
    }

    /// What a colleague planned may not be known here: it is checked when it is begun, as it was confirmed.
    fn take_in_unknown(&mut self, run: &BulkRun, limit: Option<u32>, rng: &mut Rng) {
        let is_unknown = |excluded: &mut Excluded| excluded.exclusion == Exclusion::Unknown;
        let unknown: HashSet<String> =
            self.excluded.extract_if(.., is_unknown).map(|excluded| excluded.target).collect();
        for (_, item) in run.not_done().filter(|(_, item)| unknown.contains(&item.target)) {
            self.sums.add(&item.amount);
            self.items.push(BulkItem { operation_id: rng.operation_id(), ..item.clone() });
        }
        self.groups = groups(&self.excluded);
        self.estimate = estimate(self.kind, self.items.len(), limit);
    }
}

/// What of each would be done, or why nothing: the plan, and what a person sees of a file before it. `take` makes of each
/// what is wanted, with what is known of the object.
pub(super) fn assess<T>(
    kind: BulkKind,
    wanted: &[WantedItem],
    known: &KnownTargets<'_>,
    view: &WorkspaceView<'_>,
    mut take: impl FnMut(&WantedItem, &KnownTarget<'_>, Result<PlannedItem, Exclusion>) -> T,
) -> Vec<T> {
    let mut finder = Finder::new(kind, wanted, known);
    let conflicting = with_different_amounts(wanted, &mut finder, view);
    let in_cents = wanted.iter().find_map(|item| asks_for_its_payment_in_cents(item, finder.find(&item.target), view));
    let mut seen: HashMap<&str, Option<u32>> = HashMap::new();
    let mut assessed = Vec::with_capacity(wanted.len());
    for wanted in wanted {
        let target = wanted.target.as_str();
        let found = finder.find(target);
        let result = match (&wanted.refused, seen.get(target)) {
            (Some(refused), _) => Err(refused.clone()),
            (None, _) if target.is_empty() => Err(Exclusion::NoId),
            (None, _) if wanted.amount == WantedAmount::Missing => Err(Exclusion::NoAmount),
            (None, Some(Some(line))) if conflicting.contains(target) => Err(Exclusion::OtherLineMeant { line: *line }),
            (None, _) if conflicting.contains(target) && !wanted.is_repeat_meant => Err(Exclusion::Conflicting),
            (None, Some(line)) => Err(Exclusion::Repeated { line: *line }),
            (None, None) if seen.len() >= ITEMS_MAX => Err(Exclusion::TooMany),
            (None, None) => check(kind, found, wanted, view).and_then(|planned| match in_cents {
                Some(line) if wanted.may_be_in_cents(&planned.amount) => Err(Exclusion::MayBeCents { line }),
                Some(_) | None => Ok(planned),
            }),
        };
        // What is to be read counts, too: it may be in the plan.
        if result.as_ref().map_or_else(|why| why.may_be_read(kind), |_| true) {
            seen.insert(&wanted.target, wanted.line);
        }
        assessed.push(take(wanted, found, result));
    }
    assessed
}

/// The payments that have to be read before it is known whether they are in the plan.
pub(super) fn to_read(
    kind: BulkKind,
    wanted: &[WantedItem],
    known: &KnownTargets<'_>,
    view: &WorkspaceView<'_>,
) -> Vec<PaymentId> {
    let to_read = assess(kind, wanted, known, view, |item, _, result| {
        result.is_err_and(|why| why.may_be_read(kind)).then(|| PaymentId::new(&*item.target))
    });
    to_read.into_iter().flatten().collect()
}

/// Looks objects up, those that are named more than once only once.
struct Finder<'a> {
    kind: BulkKind,
    known: &'a KnownTargets<'a>,
    /// How often each is named.
    counts: HashMap<&'a str, u32>,
    found: HashMap<&'a str, KnownTarget<'a>>,
    last: KnownTarget<'a>,
}

impl<'a> Finder<'a> {
    fn new(kind: BulkKind, wanted: &'a [WantedItem], known: &'a KnownTargets<'a>) -> Self {
        let mut counts = HashMap::new();
        wanted.iter().for_each(|item| *counts.entry(item.target.as_str()).or_default() += 1);
        Self { kind, known, counts, found: HashMap::new(), last: KnownTarget::Nothing }
    }

    fn find(&mut self, target: &'a str) -> &KnownTarget<'a> {
        let find = || self.known.find(self.kind, target);
        if self.counts.get(target).is_some_and(|count| *count > 1) {
            return self.found.entry(target).or_insert_with(find);
        }
        self.last = find();
        &self.last
    }
}

/// The line of an amount that is its payment in minor units, to the last one: 1000 of a payment of 10.00.
fn asks_for_its_payment_in_cents(
    wanted: &WantedItem,
    found: &KnownTarget<'_>,
    view: &WorkspaceView<'_>,
) -> Option<u32> {
    let KnownTarget::Payment { payment, .. } = found else { return None };
    let currency = &payment.amount.currency;
    let asked = wanted.readings_in(currency, view.units);
    let per_major = 10_i64.checked_pow(currency.exponent()?)?;
    let amounts = [Some(&payment.amount), payment.amount_received.as_ref(), payment.amount_capturable.as_ref()];
    let in_cents = |known: &Money| known.minor.checked_mul(per_major).filter(|minor| *minor > 0);
    let in_cents: Vec<i64> = amounts.into_iter().flatten().filter_map(in_cents).collect();
    let is_one = |asked: &Money| in_cents.contains(&asked.minor) && wanted.may_be_in_cents(asked);
    wanted.line.filter(|_| asked.iter().any(is_one))
}

/// The objects that are named more than once, not always with the same amount.
fn with_different_amounts<'a>(
    wanted: &'a [WantedItem],
    finder: &mut Finder<'a>,
    view: &WorkspaceView<'_>,
) -> HashSet<String> {
    let mut first: HashMap<&str, &WantedItem> = HashMap::new();
    let mut different = HashSet::new();
    // What may be a total may be a line, too.
    let is_open = |item: &&WantedItem| item.refused.as_ref().is_none_or(Exclusion::is_beside_total);
    for item in wanted.iter().filter(is_open) {
        let earlier = *first.entry(&item.target).or_insert(item);
        if earlier.amount == item.amount && earlier.currency == item.currency {
            continue;
        }
        // `5,00` and `5.0` are one amount.
        let currency = finder.find(&item.target).currency();
        let amount = |item: &WantedItem| item.amount_in(currency, view.units);
        if amount(earlier).is_none_or(|amount_of_earlier| amount(item) != Some(amount_of_earlier)) {
            different.insert(item.target.clone());
        }
    }
    different
}

fn groups(excluded: &[Excluded]) -> Vec<ExclusionGroup> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for excluded in excluded {
        *counts.entry(text::exclusion_group(&excluded.exclusion)).or_default() += 1;
    }
    let groups = counts.into_iter().map(|(title, count)| ExclusionGroup { title, count });
    let mut groups: Vec<ExclusionGroup> = groups.collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.count));
    groups
}

/// What is to be done with an object that is in.
pub(super) struct PlannedItem {
    pub(super) amount: Money,
    whole: bool,
    seen_minor: i64,
    seen_status: String,
    seen_received: Option<i64>,
    seen_capturable: Option<i64>,
    seen_refunded: Option<i64>,
    created: Option<DateTime<Utc>>,
    reason: Option<String>,
    person: Option<String>,
}

impl PlannedItem {
    fn item(self, target: String, line: Option<u32>, operation_id: OperationId) -> BulkItem {
        let Self { amount, whole, seen_minor, seen_status, created, reason, person, .. } = self;
        let Self { seen_received, seen_capturable, seen_refunded, .. } = self;
        BulkItem {
            target,
            operation_id,
            amount,
            whole,
            seen_minor,
            seen_status,
            seen_received,
            seen_capturable,
            seen_refunded,
            created,
            line,
            reason,
            person,
        }
    }
}

fn check(
    kind: BulkKind,
    known: &KnownTarget<'_>,
    wanted: &WantedItem,
    view: &WorkspaceView<'_>,
) -> Result<PlannedItem, Exclusion> {
    match known {
        KnownTarget::Nothing => Err(Exclusion::Unknown),
        KnownTarget::NotRead(message) => Err(Exclusion::NotRead { message: (*message).to_owned() }),
        KnownTarget::Payout(payout) => check_payout(payout, wanted.read(&payout.amount.currency)?, view),
        KnownTarget::Payment { payment, disputed, .. } => {
            let refund = || view.refund_under_way(&payment.payment_id).filter(|_| kind == BulkKind::Refund);
            if view.payment_under_way(&payment.payment_id).or_else(refund).is_some() {
                return Err(Exclusion::UnderWay);
            }
            let (reason, is_repeat_meant) = (wanted.own_reason(kind)?, wanted.is_repeat_meant);
            let wanted = wanted.read(&payment.amount.currency)?;
            let repeated = wanted.as_ref().filter(|_| !is_repeat_meant).and_then(|wanted| match kind {
                BulkKind::Capture => same_capture(payment, wanted),
                BulkKind::Refund => same_refund(payment, wanted, view),
                BulkKind::Cancel | BulkKind::Approve | BulkKind::Fulfil => None,
            });
            let (amount, whole) = match kind {
                BulkKind::Capture => check_capture(payment, wanted, view)?,
                BulkKind::Cancel => check_cancel(payment, wanted, view)?,
                BulkKind::Approve => check_approval(payment, wanted, view)?,
                BulkKind::Refund => check_refund(payment, *disputed, wanted, view)?,
                BulkKind::Fulfil => return Err(Exclusion::Unknown),
            };
            if let Some(repeated) = repeated {
                return Err(repeated);
            }
            let minor = |money: &Option<Money>| money.as_ref().map(|money| money.minor);
            Ok(PlannedItem {
                amount,
                whole,
                seen_minor: payment.amount.minor,
                seen_status: payment.status.as_str().to_owned(),
                seen_received: minor(&payment.amount_received),
                seen_capturable: minor(&payment.amount_capturable),
                seen_refunded: (kind == BulkKind::Refund).then(|| refundable_balance(view, payment).given_back_minor()),
                created: payment.created,
                reason,
                person: known.person(),
            })
        }
    }
}

/// The amount, and whether it is all there is.
type Planned = Result<(Money, bool), Exclusion>;

fn part_of(most: Money, wanted: Option<Money>) -> Planned {
    let Some(wanted) = wanted else { return Ok((most, true)) };
    if wanted.currency != most.currency {
        Err(Exclusion::OtherCurrency { of: most.currency.currency_code().clone() })
    } else if wanted.minor <= 0 {
        Err(Exclusion::Zero)
    } else if wanted.minor > most.minor {
        Err(Exclusion::TooMuch { most })
    } else {
        let whole = wanted.minor == most.minor;
        Ok((wanted, whole))
    }
}

/// An amount that is named for what is done as a whole must be all of it.
fn all_of(amount: &Money, wanted: Option<Money>) -> Planned {
    let (planned, whole) = part_of(amount.clone(), wanted)?;
    if whole { Ok((planned, true)) } else { Err(Exclusion::OnlyWhole { whole: amount.clone() }) }
}

fn wrong_status(status: &PaymentStatus) -> Exclusion {
    Exclusion::Status { label: status.label().into_owned() }
}

fn check_capture(payment: &Payment, wanted: Option<Money>, view: &WorkspaceView<'_>) -> Planned {
    if view.review_status().is(&payment.status) {
        return Err(Exclusion::InReview);
    }
    let most = match (&payment.amount_capturable, &payment.status) {
        (Some(most), _) => most.clone(),
        // Nothing of it was captured.
        (None, PaymentStatus::RequiresCapture) => payment.amount.clone(),
        (None, status) if PaymentStatus::TO_CAPTURE.contains(status) => return Err(Exclusion::AmountNotKnown),
        (None, _) => payment.amount.with_minor(0),
    };
    if payment.status.can_be_captured(Some(most.minor)) && !payment.may_be_capturable() {
        return part_of(most, wanted);
    }
    let is_done = matches!(payment.status, PaymentStatus::Succeeded | PaymentStatus::PartiallyCaptured);
    Err(if is_done { Exclusion::AlreadyDone } else { wrong_status(&payment.status) })
}

fn check_cancel(payment: &Payment, wanted: Option<Money>, view: &WorkspaceView<'_>) -> Planned {
    if matches!(payment.status, PaymentStatus::Cancelled | PaymentStatus::CancelledPostCapture) {
        Err(Exclusion::AlreadyDone)
    } else if is_offered(view, payment, PaymentAction::Cancel) {
        all_of(&payment.amount, wanted)
    } else {
        Err(wrong_status(&payment.status))
    }
}

fn check_approval(payment: &Payment, wanted: Option<Money>, view: &WorkspaceView<'_>) -> Planned {
    if view.review_status().is(&payment.status) {
        all_of(&payment.amount, wanted)
    } else if matches!(payment.status, PaymentStatus::RequiresCapture | PaymentStatus::Succeeded) {
        Err(Exclusion::AlreadyDone)
    } else {
        Err(wrong_status(&payment.status))
    }
}

fn check_refund(payment: &Payment, disputed: bool, wanted: Option<Money>, view: &WorkspaceView<'_>) -> Planned {
    if disputed || !payment.related.disputes.is_empty() {
        return Err(Exclusion::Disputed);
    }
    if payment.amount_received.is_none() && payment.status == PaymentStatus::Succeeded {
        return Err(Exclusion::AmountNotKnown);
    }
    let balance = refundable_balance(view, payment);
    if balance.received.minor <= 0 {
        return Err(Exclusion::NothingReceived);
    }
    if why_not_in_status(view, payment).is_some() {
        return Err(wrong_status(&payment.status));
    }
    if balance.remaining.minor == 0 {
        return Err(Exclusion::AlreadyDone);
    }
    part_of(balance.offered().clone(), wanted)
}

/// This amount of the payment was refunded before, by whomever.
fn same_refund(payment: &Payment, wanted: &Money, view: &WorkspaceView<'_>) -> Option<Exclusion> {
    let known = view.with_neighbours().flat_map(|(_, records)| records.of_payment(&payment.payment_id));
    let known = known.filter(|known| known.record.kind == ResourceKind::Refund);
    let has_failed = |known: &CachedRecord| {
        known.refund().and_then(|refund| refund.status.as_ref()).is_some_and(|status| *status == RefundStatus::Failed)
    };
    let mut same = known.filter(|known| !has_failed(known) && known.amount().as_ref() == Some(wanted));
    same.next().map(|known| Exclusion::SameRefund {
        amount: wanted.clone(),
        refund_id: RefundId::new(known.record.id.as_str()),
    })
}

/// All that was captured of this payment so far is this amount.
fn same_capture(payment: &Payment, wanted: &Money) -> Option<Exclusion> {
    let is_same = payment.amount_received.as_ref() == Some(wanted);
    is_same.then(|| Exclusion::SameCapture { amount: wanted.clone() })
}

fn check_payout(payout: &Payout, wanted: Option<Money>, view: &WorkspaceView<'_>) -> Result<PlannedItem, Exclusion> {
    if view.under_way(&Target::new(ResourceKind::Payout, payout.payout_id.as_str())).is_some() {
        return Err(Exclusion::UnderWay);
    }
    if payout.status == PayoutStatus::Success {
        return Err(Exclusion::AlreadyDone);
    }
    if payout.status != PayoutStatus::RequiresFulfillment {
        return Err(Exclusion::Status { label: payout.status.label().into_owned() });
    }
    if payout.is_fulfilled_automatically() {
        return Err(Exclusion::Automatic);
    }
    let (amount, whole) = all_of(&payout.amount, wanted)?;
    Ok(PlannedItem {
        seen_minor: amount.minor,
        amount,
        whole,
        seen_status: payout.status.as_str().to_owned(),
        seen_received: None,
        seen_capturable: None,
        seen_refunded: None,
        created: None,
        reason: None,
        person: payout.recipient_name().map(str::to_owned),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::bulk::wanted::MarksSeen;
    use paydesk_domain::money::{DecimalMark, MinorUnits};

    #[test]
    fn an_amount_of_a_file_has_the_decimals_of_the_service() {
        let wanted = WantedItem {
            amount: WantedAmount::Text { text: "12.50".to_owned(), mark: DecimalMark::Any, seen: MarksSeen::default() },
            currency: WantedCurrency::Named("isk".to_owned()),
            ..WantedItem::whole("pay_1")
        };
        let read = |units: MinorUnits| wanted.read(&units.currency("ISK"));
        assert_eq!(read(MinorUnits::Hyperswitch).unwrap().map(|amount| amount.minor), Some(1_250));
        assert!(read(MinorUnits::Iso4217).is_err() && read(MinorUnits::Undecided).is_err());
    }
}
