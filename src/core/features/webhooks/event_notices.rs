//! What events are worth telling a person, and what they are a reason to read: gathered for a moment, so that a
//! thousand events are one toast and one read.

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::Context;
use crate::context::fact::FeatureFact;
use crate::features::toasts::{ToastKind, ToastSubject};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::ids::{DisputeId, PaymentId};
use paydesk_domain::money::{MinorUnits, Money, grouped_count};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payout::PayoutStatus;
use paydesk_domain::refund::RefundStatus;
use paydesk_domain::text::{visible, visible_id};
use paydesk_domain::webhook::{ContentType, WebhookEvent};

use super::Webhooks;

/// How long notices are gathered before they are shown.
const GATHER_MS: i64 = 400;
/// Least time between reads that events ask for, in milliseconds: a tenth of the budget at most.
const READ_PAUSE_MS: i64 = 5_000;
/// How long after a sum the next is gathered: a flood is reported now and then, not in a pile of toasts.
const SUM_PAUSE_MS: i64 = 5_000;
/// Most notices shown one by one.
const SINGLY_MAX: usize = 3;

/// Events that a person is to be notified of, gathered for a moment.
#[derive(Debug, Default)]
pub struct EventNotices {
    due: Option<DateTime<Utc>>,
    /// The first few, as text.
    single: Vec<Item>,
    /// What the others come to: `disputes opened`.
    counts: Vec<(&'static str, u64)>,
    total: usize,
    worst: Option<ToastKind>,
    /// When a sum was reported last.
    summed_at: Option<DateTime<Utc>>,
    read_due: Option<DateTime<Utc>>,
    last_read_at: Option<DateTime<Utc>>,
    changed: ChangedByEvents,
}

/// One piece of notices.
#[derive(Debug)]
struct Item {
    kind: ToastKind,
    message: String,
    /// What several of them are called.
    plural: &'static str,
    payment_id: Option<PaymentId>,
    dispute_id: Option<DisputeId>,
    /// The refund or payout it is about.
    about: Option<(ResourceKind, String)>,
}

impl EventNotices {
    fn add(&mut self, item: Item, now: DateTime<Utc>) {
        let after_sum = self.summed_at.map_or(now, |at| at + TimeDelta::milliseconds(SUM_PAUSE_MS));
        self.due.get_or_insert(after_sum.max(now + TimeDelta::milliseconds(GATHER_MS)));
        self.total += 1;
        self.worst = Some(match self.worst {
            Some(worst) if weight(worst) >= weight(item.kind) => worst,
            Some(_) | None => item.kind,
        });
        match self.counts.iter_mut().find(|(plural, _)| *plural == item.plural) {
            Some((_, count)) => *count += 1,
            None => self.counts.push((item.plural, 1)),
        }
        if self.single.len() < SINGLY_MAX {
            self.single.push(item);
        }
    }

    fn read_soon(&mut self, now: DateTime<Utc>) {
        let earliest = self.last_read_at.map_or(now, |last| last + TimeDelta::milliseconds(READ_PAUSE_MS));
        self.read_due.get_or_insert(earliest.max(now + TimeDelta::milliseconds(GATHER_MS)));
    }

    fn next_due(&self) -> Option<DateTime<Utc>> {
        [self.due, self.read_due].into_iter().flatten().min()
    }
}

fn weight(kind: ToastKind) -> u8 {
    match kind {
        ToastKind::Neutral => 0,
        ToastKind::Positive => 1,
        ToastKind::Attention => 2,
        ToastKind::Danger => 3,
    }
}

/// What events changed that is to be read again now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct ChangedByEvents {
    pub payments: bool,
    pub disputes: bool,
}

impl EventNotices {
    /// An event changed what is known; only what `is_news` is shown to a person, with amounts as the
    /// service counts them.
    fn event_applied(&mut self, event: &WebhookEvent, is_news: bool, units: MinorUnits, now: DateTime<Utc>) {
        match event.content {
            ContentType::Payment => self.changed.payments = true,
            ContentType::Dispute => self.changed.disputes = true,
            ContentType::Refund
            | ContentType::Payout
            | ContentType::Subscription
            | ContentType::PaymentLink
            | ContentType::Unknown(_) => {}
        }
        if self.changed != ChangedByEvents::default() {
            self.read_soon(now);
        }
        if let Some(item) = item(event, units).filter(|_| is_news) {
            self.add(item, now);
        }
    }

    fn show(&mut self, cx: &mut Context<'_>) {
        self.due = None;
        let (single, counts) = (std::mem::take(&mut self.single), std::mem::take(&mut self.counts));
        let (total, worst) = (std::mem::take(&mut self.total), self.worst.take());
        let now = cx.now;
        if total <= SINGLY_MAX {
            for Item { kind, message, payment_id, dispute_id, about, .. } in single {
                match dispute_id {
                    Some(dispute_id) => cx.toasts.show_dispute(now, kind, message, dispute_id),
                    None => {
                        let about = ToastSubject { payment_id, record: about, operation: None };
                        cx.toasts.show_about(now, (kind, message), about);
                    }
                }
            }
            return;
        }
        self.summed_at = Some(now);
        let parts: Vec<String> =
            counts.iter().map(|(plural, count)| format!("{} {plural}", grouped_count(*count))).collect();
        let text = format!("The service reported {}", parts.join(", "));
        cx.toast(worst.unwrap_or(ToastKind::Neutral), text, None);
    }

    fn clock_jumped(&mut self, by: TimeDelta) {
        let times = [&mut self.due, &mut self.summed_at, &mut self.read_due, &mut self.last_read_at];
        times.into_iter().flatten().for_each(|at| *at += by);
    }
}

impl Webhooks {
    /// Takes in what is known now.
    #[expect(clippy::wildcard_enum_match_arm, reason = "it takes what it builds on")]
    pub(crate) fn on_fact(&mut self, fact: &FeatureFact, cx: &mut Context<'_>) {
        match fact {
            FeatureFact::TimePassed => self.show_due(cx),
            FeatureFact::ClockJumped(by) => self.clock_jumped(*by),
            FeatureFact::ServiceReady => self.listen(cx),
            FeatureFact::EventApplied(event) if cx.is_shown => {
                let is_news = !self.is_history(event, cx.now);
                self.notices.event_applied(event, is_news, cx.units, cx.now);
            }
            FeatureFact::ZoneChanged { .. } => self.write_times_again(cx.zone, cx.now),
            FeatureFact::ProfileEntered => self.workspace_entered(cx),
            _ => {}
        }
    }

    /// Shows what was gathered, and says what is to be read again now.
    fn show_due(&mut self, cx: &mut Context<'_>) {
        self.show_waiting_due(cx.now);
        let notices = &mut self.notices;
        if notices.due.is_some_and(|due| due <= cx.now) {
            notices.show(cx);
        }
        if notices.read_due.is_some_and(|due| due <= cx.now) {
            notices.read_due = None;
            notices.last_read_at = Some(cx.now);
            let ChangedByEvents { payments, disputes } = std::mem::take(&mut notices.changed);
            cx.publish(FeatureFact::EventsShown { payments, disputes });
        }
    }

    pub(crate) fn next_due(&self) -> Option<DateTime<Utc>> {
        [self.notices.next_due(), self.log.next_due()].into_iter().flatten().min()
    }

    fn clock_jumped(&mut self, by: TimeDelta) {
        self.notices.clock_jumped(by);
        self.log.clock_jumped(by);
    }
}

/// What is worth a toast: what a person waits for, and what asks for one. Payments are what a shop does all day.
fn item(event: &WebhookEvent, units: MinorUnits) -> Option<Item> {
    let text = |name: &str| event.object.get(name)?.as_str();
    let status = text("status")?;
    let id = event.object_id.as_deref().unwrap_or_default();
    let amount = event.object.get("amount").and_then(serde_json::Value::as_i64).zip(text("currency"));
    let what = amount.map_or_else(
        || visible_id(id, 60),
        |(minor, currency)| format!("of {}", Money::new(minor, units.currency(currency))),
    );
    let payment_id = text("payment_id").map(PaymentId::new);
    let dispute_id = (event.content == ContentType::Dispute).then(|| DisputeId::new(id));
    let (kind, message, plural) = match event.content {
        ContentType::Dispute => dispute_text(&DisputeStatus::from_word(status), text("reason"), &what)?,
        ContentType::Refund => refund_text(&RefundStatus::from_word(status), &what)?,
        ContentType::Payout => payout_text(&PayoutStatus::from_word(status), &what)?,
        ContentType::Payment | ContentType::Subscription | ContentType::PaymentLink | ContentType::Unknown(_) => {
            return None;
        }
    };
    // A toast stands alone: it names the payment, as those about operations do.
    let named = text("payment_id").filter(|_| !message.contains(&visible_id(id, 60)));
    let message = named.map_or_else(|| message.clone(), |named| format!("{message} · {}", visible_id(named, 64)));
    let resource_kind = match event.content {
        ContentType::Refund => Some(ResourceKind::Refund),
        ContentType::Payout => Some(ResourceKind::Payout),
        ContentType::Dispute
        | ContentType::Payment
        | ContentType::Subscription
        | ContentType::PaymentLink
        | ContentType::Unknown(_) => None,
    };
    let about = resource_kind.map(|resource_kind| (resource_kind, id.to_owned()));
    Some(Item { kind, message, plural, payment_id, dispute_id, about })
}

type NoticeText = Option<(ToastKind, String, &'static str)>;

fn dispute_text(status: &DisputeStatus, reason: Option<&str>, what: &str) -> NoticeText {
    let reason = reason.map_or_else(String::new, |reason| format!(": {}", visible(reason, 60)));
    match status {
        DisputeStatus::DisputeOpened => {
            Some((ToastKind::Attention, format!("Dispute {what} was opened{reason}"), "disputes opened"))
        }
        DisputeStatus::Won => Some((ToastKind::Positive, format!("Dispute {what} was won"), "disputes won")),
        DisputeStatus::Lost => Some((ToastKind::Danger, format!("Dispute {what} was lost"), "disputes lost")),
        DisputeStatus::Expired => Some((ToastKind::Danger, format!("Dispute {what} expired"), "disputes expired")),
        DisputeStatus::Accepted => {
            Some((ToastKind::Neutral, format!("Dispute {what} was accepted"), "disputes accepted"))
        }
        DisputeStatus::Cancelled => {
            Some((ToastKind::Neutral, format!("Dispute {what} was cancelled"), "disputes cancelled"))
        }
        DisputeStatus::Challenged | DisputeStatus::Unknown(_) => None,
    }
}

fn refund_text(status: &RefundStatus, what: &str) -> NoticeText {
    match status {
        RefundStatus::Succeeded => Some((ToastKind::Positive, format!("Refund {what} succeeded"), "refunds succeeded")),
        RefundStatus::Failed => Some((ToastKind::Danger, format!("Refund {what} failed"), "refunds failed")),
        RefundStatus::Pending | RefundStatus::Review | RefundStatus::Unknown(_) => None,
    }
}

fn payout_text(status: &PayoutStatus, what: &str) -> NoticeText {
    match status {
        PayoutStatus::Success => Some((ToastKind::Positive, format!("Payout {what} succeeded"), "payouts succeeded")),
        PayoutStatus::Failed => Some((ToastKind::Danger, format!("Payout {what} failed"), "payouts failed")),
        PayoutStatus::Reversed => Some((ToastKind::Danger, format!("Payout {what} was reversed"), "payouts reversed")),
        PayoutStatus::Cancelled
        | PayoutStatus::Initiated
        | PayoutStatus::Expired
        | PayoutStatus::Pending
        | PayoutStatus::Ineligible
        | PayoutStatus::RequiresCreation
        | PayoutStatus::RequiresConfirmation
        | PayoutStatus::RequiresPayoutMethodData
        | PayoutStatus::RequiresFulfillment
        | PayoutStatus::RequiresVendorAccountCreation
        | PayoutStatus::Unknown(_) => None,
    }
}
