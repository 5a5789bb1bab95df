//! Subscriptions.

use chrono::{DateTime, Utc};

use crate::records::{CachedRecord, RecordKind, RecordRow, RecordStatus, StatusKind};
use paydesk_api::error::DecodeError;
use paydesk_api::resources::subscriptions::wire::decode_subscription;
use paydesk_domain::document::Raw;
use paydesk_domain::money::{MinorUnits, Money};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::subscription::{Subscription, SubscriptionStatus};
use paydesk_domain::text::{visible, visible_id};
use paydesk_domain::zone::Zone;

impl RecordKind for Subscription {
    const KIND: ResourceKind = ResourceKind::Subscription;
    const ID_FIELD: &str = "id";

    fn decode(reported: Raw, units: MinorUnits) -> Result<Self, DecodeError> {
        decode_subscription(reported, units)
    }

    fn amount(&self) -> Option<Money> {
        self.payment.as_ref().map(|payment| payment.amount.clone())
    }

    fn row(mut row: RecordRow, known: &CachedRecord, _: Zone, _: DateTime<Utc>) -> RecordRow {
        let subscription = known.subscription();
        let amount = subscription.and_then(|it| it.payment.as_ref()).map(|payment| &payment.amount);
        let plan = subscription.and_then(|it| it.plan_id.as_deref().or(it.item_price_id.as_deref()));
        row.title.clone_from(&row.id);
        row.status = subscription.map_or(RecordStatus::not_reported(), |it| RecordStatus::from(&it.status));
        row.note = plan.map(|plan| visible_id(plan, 80)).unwrap_or_default();
        row.amount = amount.map(|amount| amount.amount_text()).unwrap_or_default();
        row.amount_minor = amount.map(|amount| amount.minor);
        row.currency = amount.map(|amount| visible(amount.currency.code(), 12)).unwrap_or_default();
        let texts = [row.id.clone(), row.note.clone(), row.by.clone()];
        let word = row.status.label();
        row.searched_by(texts.iter().map(String::as_str).chain([&*word]))
    }
}

impl CachedRecord {
    /// What the service reported, where this is a subscription that could be read.
    pub fn subscription(&self) -> Option<&Subscription> {
        self.reported_as()
    }
}

impl From<&SubscriptionStatus> for RecordStatus {
    fn from(status: &SubscriptionStatus) -> Self {
        let meaning = match status {
            SubscriptionStatus::Created => StatusKind::Due,
            SubscriptionStatus::Active => StatusKind::Succeeded,
            SubscriptionStatus::Pending => StatusKind::Processing,
            SubscriptionStatus::Trial => StatusKind::Trial,
            SubscriptionStatus::Paused => StatusKind::Paused,
            SubscriptionStatus::Unpaid => StatusKind::ActionRequired,
            SubscriptionStatus::Cancelled | SubscriptionStatus::InActive => StatusKind::Closed,
            SubscriptionStatus::Failed => StatusKind::Failed,
            SubscriptionStatus::Onetime => StatusKind::Completed,
            SubscriptionStatus::Unknown(_) => StatusKind::Unknown,
        };
        Self::new(status.label(), meaning)
    }
}
