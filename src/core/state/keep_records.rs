//! Keeps records: those that were on disk, and what operations, reads and events report of a record.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde_json::Value;

use paydesk_api::resources::disputes::wire::decode_dispute;
use paydesk_domain::document::Raw;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::{Payment, PaymentRow, RelatedRecords};
use paydesk_domain::profile::ProfileId;

use crate::context::fact::FeatureFact;
use crate::operations::{Input, Operation};
use crate::problem::Problem;
use crate::records::{LastKnownPayment, NamedCustomer, Opening, Record};
use crate::state::State;
use crate::state::answers::ReadStanding;

impl State {
    /// What was known when Paydesk was last closed.
    pub(crate) fn records_opened(&mut self, records: Vec<Record>, problem: Option<Problem>) {
        let mut by_profile: BTreeMap<ProfileId, Vec<Record>> = BTreeMap::new();
        for record in records {
            by_profile.entry(record.profile_id.clone()).or_default().push(record);
        }
        for (profile_id, records) in by_profile {
            self.in_workspace(&profile_id, |state| {
                records.into_iter().for_each(|record| state.record_opened(record));
                state.publish(FeatureFact::RecordsOpened);
            });
        }
        let opening = problem.clone().map_or(Opening::Ready, Opening::Failed);
        self.in_every_workspace(|state| state.workspace.records.opening = opening.clone());
        if let Some(problem) = problem {
            self.notice(problem);
        }
    }

    fn record_opened(&mut self, record: Record) {
        match self.workspace.records.find(record.kind, &record.id) {
            // What was reported since the start is newer.
            Some(newer) if !newer.record.is_gathered() => {
                let merged = newer.record.clone().on_top_of(record);
                self.keep_record(merged);
            }
            Some(_) | None => {
                self.workspace.records.put(record, self.units(), self.zone(), self.now);
            }
        }
    }

    /// An operation took effect, or the service reported a failure: what is known of its object is stored.
    pub(crate) fn record_effect(&mut self, operation: &Operation, reported: Option<&Value>) {
        if operation.plan.is_status_check() {
            let is_by_person = self.workspace.refunds.polling.is_by_person(&operation.id);
            let standing = ReadStanding { outranks_events: is_by_person, read_after: None };
            return self.record_read(operation.plan.target.kind, reported, standing);
        }
        let Some((kind, name)) = Record::place_of(operation, reported) else { return };
        let before = self.workspace.records.find(kind, &name).map(|known| &known.record);
        let Some(mut record) = Record::after(operation, reported, before, self.now) else { return };
        if let (None, Some(payment_id)) = (&record.customer_id, &record.payment_id) {
            // A refund names its payment only; whose that is was read with it.
            let payment = self.workspace.payments.detail(payment_id).and_then(|detail| detail.value());
            record.customer_id = payment.and_then(|payment| payment.customer_id.clone());
        }
        self.keep_record(record);
    }

    /// A record was read, or what made it was asked again: operations that made it hear of it.
    pub(crate) fn record_read(&mut self, kind: ResourceKind, record: Option<&Value>, standing: ReadStanding) {
        let Some(record) = record else { return };
        self.show_operations(kind, &Arc::new(record.clone()), standing.read_after);
        self.record_reported(kind, record, standing.outranks_events);
    }

    /// Operations hear of what was read, where it may be about one of them.
    pub(crate) fn show_operations(&mut self, kind: ResourceKind, record: &Raw, read_after: Option<DateTime<Utc>>) {
        if self.workspace.operations.are_about(kind) {
            self.operate(Input::RecordShown(kind, record, read_after));
        }
    }

    /// The service reported a record of this profile. Where that outranks events, it replaces what one said.
    pub(crate) fn record_reported(&mut self, kind: ResourceKind, reported: &Value, outranks_events: bool) {
        let Some(id) = Record::id_in(kind, reported) else { return };
        let before = self.workspace.records.find(kind, id).map(|known| known.record.as_outranked(outranks_events));
        let (before, reported) = (before.as_ref(), Arc::new(reported.clone()));
        let record = Record::of_report(&self.workspace.profile_id, kind, &reported, before, self.now);
        record.into_iter().for_each(|record| self.keep_record(record));
    }

    /// A list of the service has this record; it is stored where that is news.
    pub(crate) fn record_listed(&mut self, kind: ResourceKind, id: &str, row: &Raw, standing: ReadStanding) {
        self.show_operations(kind, row, standing.read_after);
        let outranks_events = standing.outranks_events;
        let before = self.workspace.records.find(kind, id).map(|known| known.record.as_outranked(outranks_events));
        let before = before.as_ref();
        let Some(record) = Record::of_report(&self.workspace.profile_id, kind, row, before, self.now) else { return };
        let is_news = before.is_none_or(|before| before.is_gathered() || before.reported != record.reported);
        match is_news {
            true => self.keep_record(record),
            false => self.workspace.records.put(record, self.units(), self.zone(), self.now),
        }
    }

    /// Takes in a record and keeps it.
    pub(crate) fn keep_record(&mut self, record: Record) {
        self.workspace.records.put(record.clone(), self.units(), self.zone(), self.now);
        let (kind, id) = (record.kind, record.id.clone());
        self.outbox.keep_record(record);
        self.publish(FeatureFact::RecordTaken { kind, id });
    }

    /// A payment was reported: a record whose status follows it shows that.
    pub(crate) fn records_follow(&mut self, payment: &Payment, read_after: Option<DateTime<Utc>>) {
        let reported = LastKnownPayment { status: payment.status.clone(), at: payment.modified_at };
        let record = self.workspace.records.follow_payment(&payment.payment_id, reported);
        record.into_iter().for_each(|record| self.keep_record(record));
        self.gather_customer(NamedCustomer::of_payment(payment, self.now));
        self.workspace.records.payment_read(&payment.payment_id);
        self.keep_related(&payment.related, read_after);
    }

    /// A payment names a customer: it is listed, as one that was not read.
    pub(crate) fn gather_customer(&mut self, named: Option<NamedCustomer>) {
        let Some(named) = named else { return };
        let (zone, now) = (self.zone(), self.now);
        self.workspace.records.gather(&self.workspace.profile_id, &named, zone, now);
    }

    /// Refunds and disputes that the service shows within a payment.
    fn keep_related(&mut self, related: &RelatedRecords, read_after: Option<DateTime<Utc>>) {
        self.workspace.records.refunds_are_in_payments |= related.refunds.is_some();
        for refund in related.refunds.iter().flatten() {
            self.show_operations(ResourceKind::Refund, refund, read_after);
            let known = Record::id_in(ResourceKind::Refund, refund);
            let known = known.and_then(|id| self.workspace.records.find(ResourceKind::Refund, id));
            let reported = known.and_then(|known| known.record.reported.as_deref());
            // Every read of the payment shows them: only what is new is written.
            if !reported.is_some_and(|reported| is_part_of(refund, reported)) {
                self.record_reported(ResourceKind::Refund, refund, false);
            }
        }
        for dispute in &related.disputes {
            if let Ok(dispute) = decode_dispute(dispute, "disputes".to_owned(), self.units()) {
                self.publish(FeatureFact::DisputeShown(Box::new(dispute)));
            }
        }
    }

    /// Rows of a list were read: records follow these payments too.
    pub(crate) fn records_follow_rows(&mut self, rows: &[PaymentRow]) {
        let reported = |row: &PaymentRow| LastKnownPayment { status: row.status.clone(), at: None };
        let changed =
            rows.iter().filter_map(|row| self.workspace.records.follow_payment(&row.payment_id, reported(row)));
        let changed: Vec<Record> = changed.collect();
        changed.into_iter().for_each(|record| self.keep_record(record));
        rows.iter().for_each(|row| self.gather_customer(NamedCustomer::of_row(row, self.now)));
    }
}

/// Whether a record says all that `part` says.
fn is_part_of(part: &Value, record: &Value) -> bool {
    part.as_object().is_some_and(|fields| fields.iter().all(|(name, value)| record.get(name) == Some(value)))
}
