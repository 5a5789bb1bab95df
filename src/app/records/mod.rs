//! What the desk knows of things that the service cannot list: refunds, payouts, customers, subscriptions, payment links
//! and API keys. Our own ledger of them, kept on disk and there again after a restart.
//!
//! A record holds what was asked for and what the service told last, both without secrets. It is kept before the
//! journal calls its operation done, so that no end of the desk can lose it.

mod links;
pub(in crate::app) mod order;
mod record;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::api::operation::Family;
use crate::app::operations::Operation;
use crate::domain::ids::{CustomerId, DisputeId, PaymentId};
use crate::domain::money::Money;
use crate::domain::refund::RefundStatus;

use super::action::Action;
use super::effect::Effect;
use super::event::Problem;
use super::features::api_keys::ApiKeysAction;
use super::features::customers::CustomersAction;
use super::features::payment_links::PaymentLinksAction;
use super::features::payouts::PayoutsAction;
use super::features::subscriptions::SubscriptionsAction;
use super::features::toasts::ToastKind;
use super::route::Route;
use super::state::State;

pub use record::{Known, Maker, PaymentTold, Record, Thing};

/// See the module.
#[derive(Debug, Default)]
pub struct Records {
    /// The profile at work: the only one whose records are told of.
    profile_id: String,
    shelves: BTreeMap<(String, Family), Shelf>,
    /// The link behind which a payment stands, by profile and payment.
    links: HashMap<(String, PaymentId), String>,
}

/// The records of one kind in one profile, oldest first. One more costs the same however many there are.
#[derive(Debug, Default)]
struct Shelf {
    known: BTreeMap<Place, Known>,
    places: BTreeMap<String, Place>,
    /// How many were ever put here.
    count: u64,
}

/// When a thing was made; those made at the same time in the order they came.
type Place = (DateTime<Utc>, u64);

/// What was given back of a payment, as far as it is known here, in minor units of its currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RefundTotals {
    pub done_minor: i64,
    pub pending_minor: i64,
}

impl RefundTotals {
    /// What is given back or will be.
    pub fn sum_minor(self) -> i64 {
        self.done_minor.saturating_add(self.pending_minor)
    }
}

impl Shelf {
    fn find(&self, id: &str) -> Option<&Known> {
        self.known.get(self.places.get(id)?)
    }

    fn put(&mut self, known: Known) {
        let made_at = known.record.made_at;
        let mut place = self.places.get(&known.record.id).copied();
        if let Some(before) = place.filter(|(at, _)| *at != made_at) {
            self.known.remove(&before);
            place = None;
        }
        let place = place.unwrap_or_else(|| {
            self.count += 1;
            self.places.insert(known.record.id.clone(), (made_at, self.count));
            (made_at, self.count)
        });
        self.known.insert(place, known);
    }
}

impl Records {
    fn shelf(&self, family: Family) -> Option<&Shelf> {
        self.shelves.get(&(self.profile_id.clone(), family))
    }

    /// All of a kind, the newest first.
    pub fn of(&self, family: Family) -> impl DoubleEndedIterator<Item = &Known> + ExactSizeIterator {
        static NONE: BTreeMap<Place, Known> = BTreeMap::new();
        self.shelf(family).map_or(&NONE, |shelf| &shelf.known).values().rev()
    }

    pub(super) fn in_profile(&self, profile_id: &str, family: Family, id: &str) -> Option<&Known> {
        self.shelves.get(&(profile_id.to_owned(), family))?.find(id)
    }

    pub fn find(&self, family: Family, id: &str) -> Option<&Known> {
        self.shelf(family)?.find(id)
    }

    /// What belongs to a payment, the newest of each kind first.
    pub fn of_payment(&self, payment_id: &PaymentId) -> impl Iterator<Item = &Known> {
        self.ours().filter(move |known| known.record.payment_id.as_ref() == Some(payment_id))
    }

    /// What belongs to a customer, the newest of each kind first.
    pub fn of_customer(&self, customer_id: &CustomerId) -> impl Iterator<Item = &Known> {
        self.ours().filter(move |known| known.record.customer_id.as_ref() == Some(customer_id))
    }

    fn ours(&self) -> impl Iterator<Item = &Known> {
        let ours = self.shelves.iter().filter(|((profile_id, _), _)| *profile_id == self.profile_id);
        ours.flat_map(|(_, shelf)| shelf.known.values().rev())
    }

    /// The refunds of a payment, summed. One that nothing was told of counts: it may have been given back.
    pub fn refunds_of(&self, payment_id: &PaymentId) -> RefundTotals {
        self.refunds_but(payment_id, None)
    }

    /// The same without the refund of id `but`: it is counted elsewhere.
    pub fn refunds_but(&self, payment_id: &PaymentId, but: Option<&str>) -> RefundTotals {
        let of_payment = |known: &&Known| known.record.payment_id.as_ref() == Some(payment_id);
        let refunds = self.of(Family::Refund).filter(of_payment).filter(|known| Some(known.record.id.as_str()) != but);
        refunds.fold(RefundTotals::default(), |mut totals, known| {
            let minor = known.amount().map_or(0, |amount| amount.minor);
            match known.refund().and_then(|refund| refund.status.as_ref()) {
                Some(RefundStatus::Failed) => {}
                Some(RefundStatus::Pending) => totals.pending_minor = totals.pending_minor.saturating_add(minor),
                Some(RefundStatus::Succeeded | RefundStatus::Unknown(_)) | None => {
                    totals.done_minor = totals.done_minor.saturating_add(minor);
                }
            }
            totals
        })
    }

    /// The same where it was read already.
    pub(super) fn take(&mut self, known: Known) {
        self.note_link(&known.record);
        let place = (known.record.profile_id.clone(), known.record.family);
        self.shelves.entry(place).or_default().put(known);
    }

    /// Takes in a record, newer than what was known of the same thing.
    pub(super) fn put(&mut self, record: Record) {
        self.take(Known::of(record));
    }

    pub(super) fn work_in(&mut self, profile_id: &str) {
        profile_id.clone_into(&mut self.profile_id);
    }
}

impl AsRef<Known> for Known {
    fn as_ref(&self) -> &Known {
        self
    }
}

impl Known {
    /// The amount it is about, as the service told it or else as it was asked for.
    pub fn amount(&self) -> Option<Money> {
        let told = match &self.thing {
            Thing::Refund(refund) => refund.amount.clone(),
            Thing::Payout(payout) => Some(payout.amount.clone()),
            Thing::PaymentLink(link) => link.amount.clone(),
            Thing::Customer(_) | Thing::Subscription(_) | Thing::ApiKey(_) | Thing::Untold | Thing::Unreadable(_) => {
                None
            }
        };
        told.or_else(|| self.record.asked.clone())
    }
}

impl State {
    /// What was known when the desk was last closed.
    pub(super) fn records_opened(&mut self, records: Vec<Record>, problem: Option<Problem>) -> Vec<Effect> {
        let mut effects = Vec::new();
        for record in records {
            match self.records.in_profile(&record.profile_id, record.family, &record.id) {
                // What was told since the start is newer.
                Some(newer) => {
                    let merged = newer.record.clone().on_top_of(record);
                    effects.push(self.keep_record(merged));
                }
                None => self.records.put(record),
            }
        }
        effects.extend(problem.map_or_else(Vec::new, |problem| self.notice(problem)));
        effects
    }

    /// Opens a thing in its panel.
    pub(super) fn open_record(&mut self, family: Family, id: String) -> Vec<Effect> {
        self.route = match family {
            Family::Payment => return self.open_payment(PaymentId::new(id)),
            Family::Dispute => return self.open_dispute(DisputeId::new(id)),
            Family::Refund => {
                self.refunds.open = Some(id);
                Route::Refunds
            }
            Family::Payout => {
                self.payouts.open = Some(id);
                Route::Payouts
            }
            Family::Customer => {
                self.route = Route::Customers;
                return self.read_opened_customer(id);
            }
            Family::PaymentLink => {
                self.route = Route::PaymentLinks;
                return self.open_payment_link(Some(id));
            }
            Family::Subscription => {
                self.subscriptions.open = Some(id);
                Route::Subscriptions
            }
            Family::ApiKey => {
                self.api_keys.open = Some(id);
                Route::ApiKeys
            }
        };
        Vec::new()
    }

    /// Opens the form for a new thing in its panel. Refunds begin at their payment, disputes elsewhere.
    pub(super) fn open_new(&mut self, family: Family) -> Vec<Effect> {
        let (route, action) = match family {
            Family::Payout => (Route::Payouts, Action::Payouts(PayoutsAction::OpenForm)),
            Family::Customer => (Route::Customers, Action::Customers(CustomersAction::OpenForm)),
            Family::PaymentLink => (Route::PaymentLinks, Action::PaymentLinks(PaymentLinksAction::OpenForm)),
            Family::Subscription => (Route::Subscriptions, Action::Subscriptions(SubscriptionsAction::OpenForm)),
            Family::ApiKey => (Route::ApiKeys, Action::ApiKeys(ApiKeysAction::OpenForm)),
            Family::Payment => return self.open_new_payment(),
            Family::Refund | Family::Dispute => return Vec::new(),
        };
        let mut effects = self.on_action(Action::GoTo(route));
        effects.extend(self.on_action(action));
        effects
    }

    /// Opens the form for a new thing of a customer, from whose page it was asked for.
    pub(super) fn open_new_for(&mut self, family: Family, customer_id: CustomerId) -> Vec<Effect> {
        let effects = self.open_new(family);
        let form = match family {
            Family::Payout => self.payouts.form.as_mut(),
            Family::PaymentLink => self.payment_links.form.as_mut(),
            Family::Subscription => self.subscriptions.form.as_mut(),
            Family::Payment | Family::Refund | Family::Dispute | Family::Customer | Family::ApiKey => None,
        };
        if let Some(form) = form {
            form.begin_for(customer_id, &self.operations, self.now);
        }
        effects
    }

    /// An operation took effect, or the service told of a failure: what is known of its object is kept.
    pub(super) fn record_effect(&mut self, operation: &Operation, told: Option<&Value>) -> Option<Effect> {
        if operation.plan.is_status_check() {
            return self.record_told(&operation.profile_id, operation.plan.target.family, told?);
        }
        let (family, name) = Record::place_of(operation, told)?;
        let before = self.records.in_profile(&operation.profile_id, family, &name).map(|known| &known.record);
        let mut record = Record::after(operation, told, before, self.now)?;
        if let (None, Some(payment_id)) = (&record.customer_id, &record.payment_id) {
            // A refund names its payment only; whose that is was read with it.
            let payment = self.payments.detail(payment_id).and_then(|detail| detail.value());
            record.customer_id = payment.and_then(|payment| payment.customer_id.clone());
        }
        Some(self.keep_record(record))
    }

    /// The service told of a thing of this profile.
    pub(super) fn record_told(&mut self, profile_id: &str, family: Family, told: &Value) -> Option<Effect> {
        let id = Record::id_in(family, told)?;
        let before = self.records.in_profile(profile_id, family, id).map(|known| &known.record);
        let record = Record::of_told(profile_id, family, &Arc::new(told.clone()), before, self.now)?;
        Some(self.keep_record(record))
    }

    pub(super) fn secret_copied(&mut self, problem: Option<Problem>) -> Vec<Effect> {
        let (kind, text) = match problem {
            None => (ToastKind::Positive, "Copied. It is cleared from the clipboard after 30 seconds".to_owned()),
            Some(problem) => (ToastKind::Danger, format!("{}. {}", problem.what, problem.what_to_do)),
        };
        self.toasts.show(self.now, kind, text, None);
        Vec::new()
    }

    /// Takes in a record and keeps it.
    pub(super) fn keep_record(&mut self, record: Record) -> Effect {
        self.records.put(record.clone());
        Effect::KeepRecord(Box::new(record))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn known(id: &str, made_at: &str) -> Known {
        let record = json!({"profile_id": "shop", "family": Family::Refund, "id": id, "made_at": made_at,
            "told_at": made_at});
        Known::of(serde_json::from_value(record).unwrap())
    }

    fn ids(shelf: &Shelf) -> Vec<&str> {
        shelf.known.values().map(|known| known.record.id.as_str()).collect()
    }

    #[test]
    fn records_stand_in_the_order_they_were_made_and_move_when_that_is_known_better() {
        let mut shelf = Shelf::default();
        for (id, made_at) in
            [("b", "2026-11-21T10:00:00Z"), ("a", "2026-11-20T10:00:00Z"), ("c", "2026-11-21T10:00:00Z")]
        {
            shelf.put(known(id, made_at));
        }
        assert_eq!(ids(&shelf), ["a", "b", "c"]);
        shelf.put(known("b", "2026-11-21T10:00:00Z"));
        assert_eq!(ids(&shelf), ["a", "b", "c"], "told again, it stays where it is");
        shelf.put(known("c", "2026-11-19T10:00:00Z"));
        assert_eq!(ids(&shelf), ["c", "a", "b"]);
        assert_eq!(
            shelf.find("c").map(|known| known.record.made_at.to_rfc3339()),
            Some("2026-11-19T10:00:00+00:00".into())
        );
        assert!(shelf.find("d").is_none());
    }
}
