//! What the desk knows of things that the service cannot list: refunds, payouts, customers, subscriptions, payment links
//! and API keys. Our own ledger of them, kept on disk and there again after a restart.
//!
//! A record holds what was asked for and what the service told last, both without secrets. It is kept before the
//! journal calls its operation done, so that no end of the desk can lose it.

mod collection;
mod links;
pub(in crate::app) mod order;
mod record;
mod row;
mod sort;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::api::operation::ResourceKind;
use crate::app::operations::Operation;
use crate::domain::ids::{CustomerId, DisputeId, PaymentId};
use crate::domain::money::Money;
use crate::domain::profile::ProfileId;
use crate::domain::refund::RefundStatus;

use super::action::Action;
use super::features::api_keys::ApiKeysAction;
use super::features::customers::CustomersAction;
use super::features::payment_links::PaymentLinksAction;
use super::features::payouts::PayoutsAction;
use super::features::subscriptions::SubscriptionsAction;
use super::features::toasts::ToastKind;
use super::problem::Problem;
use super::route::Route;
use super::state::State;
use super::workspace::Workspace;
use super::zone::Zone;
use collection::Collection;

pub use collection::CollectionEntry;
pub use record::{Author, CachedRecord, LastKnownPayment, Record, Resource};
pub use row::{RecordRow, RecordStatus};
pub use sort::{RecordColumn, compare};

/// See the module.
#[derive(Debug, Default)]
pub struct Records {
    /// How far reading what was kept came.
    pub opening: Opening,
    collections: BTreeMap<ResourceKind, Collection>,
    /// The link behind which a payment stands.
    links: HashMap<PaymentId, String>,
    /// Counts every change of any collection.
    changes: u64,
    rows_written: u64,
}

/// How far reading the records from disk came: before they are here, having none does not mean that there are none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Opening {
    #[default]
    Reading,
    Ready,
    /// Not all could be read.
    Failed(Problem),
}

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

impl Records {
    pub(super) fn new(opening: Opening) -> Self {
        Self { opening, ..Self::default() }
    }

    fn collection(&self, family: ResourceKind) -> Option<&Collection> {
        self.collections.get(&family)
    }

    /// All of a kind, the newest first.
    pub fn of(&self, family: ResourceKind) -> impl DoubleEndedIterator<Item = &CachedRecord> + ExactSizeIterator {
        self.entries(family).map(|entry| &*entry.known)
    }

    /// The same with the row that each has in a list.
    pub fn entries(
        &self,
        family: ResourceKind,
    ) -> impl DoubleEndedIterator<Item = &CollectionEntry> + ExactSizeIterator {
        static NONE: Collection = Collection::new();
        self.collection(family).unwrap_or(&NONE).entries().rev()
    }

    /// Another number whenever a record of this kind came or changed, or a row was written anew; 0 where there is none.
    pub fn revision(&self, family: ResourceKind) -> u64 {
        self.collection(family).map_or(0, Collection::revision)
    }

    /// How many rows were ever written: drawing writes none.
    pub fn rows_written(&self) -> u64 {
        self.rows_written
    }

    pub fn find(&self, family: ResourceKind, id: &str) -> Option<&CachedRecord> {
        self.collection(family)?.find(id)
    }

    /// What belongs to a payment, the newest of each kind first.
    pub fn of_payment(&self, payment_id: &PaymentId) -> impl Iterator<Item = &CachedRecord> {
        self.collections.values().flat_map(move |collection| collection.of_payment(payment_id))
    }

    /// What belongs to a customer, the newest of each kind first.
    pub fn of_customer(&self, customer_id: &CustomerId) -> impl Iterator<Item = &CachedRecord> {
        self.collections.values().flat_map(move |collection| collection.of_customer(customer_id))
    }

    /// The refunds of a payment, summed. One that nothing was told of counts: it may have been given back.
    pub fn refunds_of(&self, payment_id: &PaymentId) -> RefundTotals {
        self.refunds_but(payment_id, None)
    }

    /// The same without the refund of id `but`: it is counted elsewhere.
    pub fn refunds_but(&self, payment_id: &PaymentId, but: Option<&str>) -> RefundTotals {
        let of_payment = self.collection(ResourceKind::Refund).map(|collection| collection.of_payment(payment_id));
        let refunds = of_payment.into_iter().flatten().filter(|known| Some(known.record.id.as_str()) != but);
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

    /// Takes in a record that was read, newer than what was known of the same thing. Its row says times in `zone`.
    pub(super) fn take(&mut self, known: CachedRecord, zone: Zone, now: DateTime<Utc>) {
        self.note_link(&known.record);
        self.changes += 1;
        self.rows_written += 1;
        self.collections
            .entry(known.record.family)
            .or_default()
            .put(CollectionEntry::new(known, zone, now), self.changes);
    }

    /// The same of a record as it is kept.
    pub(super) fn put(&mut self, record: Record, zone: Zone, now: DateTime<Utc>) {
        self.take(CachedRecord::of(record), zone, now);
    }

    /// The zone is another, or was not known: all rows are written anew.
    pub(super) fn write_again(&mut self, zone: Zone, now: DateTime<Utc>) {
        for collection in self.collections.values_mut() {
            self.changes += 1;
            self.rows_written += collection.write_again(self.changes, zone, now, |_| true);
        }
    }

    /// When a row next changes by itself: a link or a key expires.
    pub(super) fn next_due(&self) -> Option<DateTime<Utc>> {
        self.collections.values().filter_map(Collection::next_change).min()
    }

    /// Writes the rows anew that say another thing since the time has passed.
    pub(super) fn expire(&mut self, zone: Zone, now: DateTime<Utc>) {
        for collection in self.collections.values_mut() {
            if collection.next_change().is_some_and(|at| at <= now) {
                self.changes += 1;
                let is_due = |row: &RecordRow| row.changes_at().is_some_and(|at| at <= now);
                self.rows_written += collection.write_again(self.changes, zone, now, is_due);
            }
        }
    }
}

impl CachedRecord {
    /// The amount it is about, as the service told it or else as it was asked for.
    pub fn amount(&self) -> Option<Money> {
        let reported = match &self.resource {
            Resource::Refund(refund) => refund.amount.clone(),
            Resource::Payout(payout) => Some(payout.amount.clone()),
            Resource::PaymentLink(link) => link.amount.clone(),
            Resource::Customer(_)
            | Resource::Subscription(_)
            | Resource::ApiKey(_)
            | Resource::NotReported
            | Resource::Unreadable(_) => None,
        };
        reported.or_else(|| self.record.asked.clone())
    }
}

impl State {
    /// What was known when the desk was last closed.
    pub(super) fn records_opened(&mut self, records: Vec<Record>, problem: Option<Problem>) {
        let mut by_profile: BTreeMap<ProfileId, Vec<Record>> = BTreeMap::new();
        for record in records {
            by_profile.entry(record.profile_id.clone()).or_default().push(record);
        }
        for (profile_id, records) in by_profile {
            self.in_workspace(&profile_id, |state| {
                records.into_iter().for_each(|record| state.record_opened(record));
            });
        }
        let opening = problem.clone().map_or(Opening::Ready, Opening::Failed);
        self.in_every_workspace(|state| state.workspace.records.opening = opening.clone());
        if let Some(problem) = problem {
            self.notice(problem);
        }
    }

    fn record_opened(&mut self, record: Record) {
        match self.workspace.records.find(record.family, &record.id) {
            // What was reported since the start is newer.
            Some(newer) => {
                let merged = newer.record.clone().on_top_of(record);
                self.keep_record(merged);
            }
            None => self.workspace.records.put(record, self.zone(), self.now),
        }
    }

    /// Opens a thing in its panel.
    pub(super) fn open_record(&mut self, family: ResourceKind, id: String) {
        self.workspace.route = match family {
            ResourceKind::Payment => return self.open_payment(PaymentId::new(id)),
            ResourceKind::Dispute => return self.open_dispute(DisputeId::new(id)),
            ResourceKind::Refund => {
                self.workspace.refunds.open = Some(id);
                Route::Refunds
            }
            ResourceKind::Payout => {
                self.workspace.payouts.open = Some(id);
                Route::Payouts
            }
            ResourceKind::Customer => {
                self.workspace.route = Route::Customers;
                return self.read_opened_customer(id);
            }
            ResourceKind::PaymentLink => {
                self.workspace.route = Route::PaymentLinks;
                return self.open_payment_link(Some(id));
            }
            ResourceKind::Subscription => {
                self.workspace.subscriptions.open = Some(id);
                Route::Subscriptions
            }
            ResourceKind::ApiKey => {
                self.workspace.api_keys.open = Some(id);
                Route::ApiKeys
            }
        };
    }

    /// Opens the form for a new thing in its panel. Refunds begin at their payment, disputes elsewhere.
    pub(super) fn open_new(&mut self, family: ResourceKind) {
        let (route, action) = match family {
            ResourceKind::Payout => (Route::Payouts, Action::Payouts(PayoutsAction::OpenForm)),
            ResourceKind::Customer => (Route::Customers, Action::Customers(CustomersAction::OpenForm)),
            ResourceKind::PaymentLink => (Route::PaymentLinks, Action::PaymentLinks(PaymentLinksAction::OpenForm)),
            ResourceKind::Subscription => (Route::Subscriptions, Action::Subscriptions(SubscriptionsAction::OpenForm)),
            ResourceKind::ApiKey => (Route::ApiKeys, Action::ApiKeys(ApiKeysAction::OpenForm)),
            ResourceKind::Payment => return self.open_new_payment(),
            ResourceKind::Refund | ResourceKind::Dispute => return,
        };
        self.action_asked(Action::GoTo(route));
        self.action_asked(action);
    }

    /// Opens the form for a new thing of a customer, from whose page it was asked for.
    pub(super) fn open_new_for(&mut self, family: ResourceKind, customer_id: CustomerId) {
        self.open_new(family);
        let names_customer =
            matches!(family, ResourceKind::Payout | ResourceKind::PaymentLink | ResourceKind::Subscription);
        if names_customer {
            let Workspace { forms, operations, .. } = &mut self.workspace;
            forms.begin_for(family, customer_id, operations, self.now);
        }
    }

    /// An operation took effect, or the service told of a failure: what is known of its object is kept.
    pub(super) fn record_effect(&mut self, operation: &Operation, reported: Option<&Value>) {
        if operation.plan.is_status_check() {
            return reported
                .into_iter()
                .for_each(|reported| self.record_reported(operation.plan.target.family, reported));
        }
        let Some((family, name)) = Record::place_of(operation, reported) else { return };
        let before = self.workspace.records.find(family, &name).map(|known| &known.record);
        let Some(mut record) = Record::after(operation, reported, before, self.now) else { return };
        if let (None, Some(payment_id)) = (&record.customer_id, &record.payment_id) {
            // A refund names its payment only; whose that is was read with it.
            let payment = self.workspace.payments.detail(payment_id).and_then(|detail| detail.value());
            record.customer_id = payment.and_then(|payment| payment.customer_id.clone());
        }
        self.keep_record(record);
    }

    /// The service told of a thing of this profile.
    pub(super) fn record_reported(&mut self, family: ResourceKind, reported: &Value) {
        let Some(id) = Record::id_in(family, reported) else { return };
        let before = self.workspace.records.find(family, id).map(|known| &known.record);
        let record = Record::of_told(&self.workspace.profile_id, family, &Arc::new(reported.clone()), before, self.now);
        record.into_iter().for_each(|record| self.keep_record(record));
    }

    pub(super) fn secret_copied(&mut self, problem: Option<Problem>) {
        let (kind, text) = match problem {
            None => (ToastKind::Positive, "Copied. It is cleared from the clipboard after 30 seconds".to_owned()),
            Some(problem) => (ToastKind::Danger, format!("{}. {}", problem.what, problem.what_to_do)),
        };
        self.toasts.show(self.now, kind, text, None);
    }

    /// Takes in a record and keeps it.
    pub(super) fn keep_record(&mut self, record: Record) {
        self.workspace.records.put(record.clone(), self.zone(), self.now);
        self.outbox.keep_record(record);
    }
}
