//! A record as a list shows it: texts written once, when the record comes or changes, never while drawing.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::api::operation::ResourceKind;
use crate::app::features::payment_links::LinkState;
use crate::app::features::payouts::fulfil::recipient_words;
use crate::app::zone::Zone;
use crate::domain::payout::PayoutStatus;
use crate::domain::refund::RefundStatus;
use crate::domain::subscription::SubscriptionStatus;
use crate::domain::text::{visible, visible_id};

use super::{CachedRecord, Record};

/// See the module. A text that the kind does not have is empty.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RecordRow {
    /// The service's id, as it can be shown.
    pub id: String,
    /// What it is found by: the payment of a refund, the recipient of a payout, what a link is for, or a name.
    pub title: String,
    /// The reason of a refund, the e-mail address of a customer, the plan of a subscription.
    pub note: String,
    pub customer: String,
    /// Without its currency.
    pub amount: String,
    /// In the smallest unit of its currency.
    pub amount_minor: Option<i64>,
    pub currency: String,
    pub status: RecordStatus,
    /// When it was made, in the zone that is shown.
    pub created: String,
    pub expires: String,
    pub expires_at: Option<DateTime<Utc>>,
    /// Who made it from here.
    pub by: String,
    /// What the search looks through, in lower case.
    search: String,
    changes_at: Option<DateTime<Utc>>,
}

/// How a record stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum RecordStatus {
    /// Its kind has no status.
    #[default]
    None,
    NotReported,
    Refund(RefundStatus),
    Payout(PayoutStatus),
    Subscription(SubscriptionStatus),
    PaymentLink(LinkState),
    ApiKey {
        expired: bool,
    },
}

impl RecordStatus {
    /// The word it is shown with.
    pub fn label(&self) -> Cow<'static, str> {
        match self {
            Self::None => Cow::Borrowed(""),
            Self::NotReported => Cow::Borrowed("Not told"),
            Self::Refund(status) => status.label(),
            Self::Payout(status) => status.label(),
            Self::Subscription(status) => status.label(),
            Self::PaymentLink(standing) => standing.label(),
            Self::ApiKey { expired: true } => Cow::Borrowed("Expired"),
            Self::ApiKey { expired: false } => Cow::Borrowed("Not expired"),
        }
    }
}

impl RecordRow {
    /// Writes the texts of one record, with times in `zone`.
    pub fn prepare(known: &CachedRecord, zone: Zone, now: DateTime<Utc>) -> Self {
        let amount = known.amount();
        let shared = Self {
            id: visible_id(&known.record.id, 80),
            amount: amount.as_ref().map(|amount| amount.amount_text()).unwrap_or_default(),
            amount_minor: amount.as_ref().map(|amount| amount.minor),
            currency: amount.map(|amount| visible(amount.currency.code(), 12)).unwrap_or_default(),
            created: zone.short(known.record.made_at, now),
            by: known.record.made_by.as_ref().map(|maker| visible(&maker.operator, 40)).unwrap_or_default(),
            ..Self::default()
        };
        match known.record.family {
            ResourceKind::Refund => shared.refund(known),
            ResourceKind::Payout => shared.payout(known),
            ResourceKind::Customer => shared.customer(known),
            ResourceKind::Subscription => shared.subscription(known),
            ResourceKind::PaymentLink => shared.payment_link(known, zone, now),
            ResourceKind::ApiKey => shared.api_key(known, zone, now),
            // They have lists of their own.
            ResourceKind::Payment | ResourceKind::Dispute => shared,
        }
    }

    /// Whether it has `folded` in it, a text in lower case. Everything has the empty one.
    pub fn has(&self, folded: &str) -> bool {
        self.search.contains(folded)
    }

    /// When it says another thing because time has passed.
    pub(super) fn changes_at(&self) -> Option<DateTime<Utc>> {
        self.changes_at
    }

    fn searched_by<'t>(mut self, texts: impl IntoIterator<Item = &'t str>) -> Self {
        // A line each: what is looked for is part of one of them.
        self.search = texts.into_iter().collect::<Vec<_>>().join("\n").to_lowercase();
        self
    }

    fn refund(mut self, known: &CachedRecord) -> Self {
        let (record, refund) = (&known.record, known.refund());
        let payment = record.payment_id.as_ref().map(|id| id.as_str());
        self.title = visible_id(payment.unwrap_or("not told"), 64);
        let reason = refund.and_then(|refund| refund.reason.as_deref()).or(sent(record, "reason"));
        self.note = visible(reason.unwrap_or_default(), 80);
        let status = refund.and_then(|refund| refund.status.clone());
        self.status = status.map_or(RecordStatus::NotReported, RecordStatus::Refund);
        let (note, word) = (self.note.clone(), self.status.label());
        self.searched_by([record.id.as_str(), payment.unwrap_or_default(), &note, &word])
    }

    fn payout(mut self, known: &CachedRecord) -> Self {
        let Some(payout) = known.payout() else {
            self.title = visible_id(&known.record.id, 60);
            self.status = RecordStatus::NotReported;
            return self.searched_by([known.record.id.as_str()]);
        };
        let recipient = recipient_words(&payout.customer);
        self.title = visible(&recipient, 60);
        self.status = RecordStatus::Payout(payout.status.clone());
        let reported = [
            payout.customer.email.as_deref(),
            payout.customer.id.as_ref().map(|id| id.as_str()),
            payout.merchant_order_reference_id.as_deref(),
            payout.description.as_deref(),
        ];
        let word = self.status.label();
        let own = [known.record.id.as_str(), payout.status.as_str(), &recipient, &word];
        self.searched_by(own.into_iter().chain(reported.into_iter().flatten()))
    }

    fn customer(mut self, known: &CachedRecord) -> Self {
        let customer = known.customer();
        let name = customer.and_then(|customer| customer.name.as_deref()).filter(|name| !name.is_empty());
        let email = customer.and_then(|customer| customer.email.as_deref()).unwrap_or_default();
        self.title = name.map_or_else(|| visible_id(&known.record.id, 60), |name| visible(name, 60));
        self.note = visible(email, 60);
        self.searched_by([known.record.id.as_str(), name.unwrap_or_default(), email])
    }

    fn subscription(mut self, known: &CachedRecord) -> Self {
        let subscription = known.subscription();
        let amount = subscription.and_then(|it| it.payment.as_ref()).map(|payment| &payment.amount);
        let plan = subscription.and_then(|it| it.plan_id.as_deref().or(it.item_price_id.as_deref()));
        self.title.clone_from(&self.id);
        self.status =
            subscription.map_or(RecordStatus::NotReported, |it| RecordStatus::Subscription(it.status.clone()));
        self.customer = known.record.customer_id.as_ref().map(|id| visible_id(id.as_str(), 80)).unwrap_or_default();
        self.note = plan.map(|plan| visible_id(plan, 80)).unwrap_or_default();
        self.amount = amount.map(|amount| amount.amount_text()).unwrap_or_default();
        self.amount_minor = amount.map(|amount| amount.minor);
        self.currency = amount.map(|amount| visible(amount.currency.code(), 12)).unwrap_or_default();
        let texts = [self.id.clone(), self.customer.clone(), self.note.clone(), self.by.clone()];
        let word = self.status.label();
        self.searched_by(texts.iter().map(String::as_str).chain([&*word]))
    }

    fn payment_link(mut self, known: &CachedRecord, zone: Zone, now: DateTime<Utc>) -> Self {
        let record = &known.record;
        let expiry = known.payment_link().and_then(|link| link.expiry);
        let description = sent(record, "description").filter(|text| !text.is_empty());
        self.title = description.map_or_else(|| visible_id(&record.id, 80), |text| visible(text, 80));
        self.status = known.link_state(now).map_or(RecordStatus::NotReported, RecordStatus::PaymentLink);
        self.expires_at = expiry;
        self.expires = expiry.map(|at| zone.short(at, now)).unwrap_or_default();
        self.changes_at = expiry.filter(|at| *at > now);
        let payment = record.payment_id.as_ref().map(|id| id.as_str()).unwrap_or_default();
        let (title, word) = (self.title.clone(), self.status.label());
        self.searched_by([title.as_str(), &record.id, &word, payment])
    }

    fn api_key(mut self, known: &CachedRecord, zone: Zone, now: DateTime<Utc>) -> Self {
        let key = known.api_key();
        let expiration = key.and_then(|key| key.expiration);
        let name = key.map(|key| key.name.as_str()).or(sent(&known.record, "name"));
        self.title = visible(name.unwrap_or("Name not told"), 80);
        self.status = RecordStatus::ApiKey { expired: expiration.is_some_and(|at| at <= now) };
        self.expires = match (key, expiration) {
            (Some(_), Some(at)) => zone.full(at),
            (Some(_), None) => "Never".to_owned(),
            (None, _) => String::new(),
        };
        self.expires_at = expiration;
        self.changes_at = expiration.filter(|at| *at > now);
        let texts = [self.title.clone(), self.id.clone(), self.by.clone()];
        self.searched_by(texts.iter().map(String::as_str))
    }
}

/// A text of the body it was created with.
fn sent<'r>(record: &'r Record, name: &str) -> Option<&'r str> {
    record.sent.as_deref().and_then(|sent: &Value| sent.get(name)?.as_str())
}
