//! What is to be done outside, gathered while one message is handled.
//!
//! Whoever handles the message pushes into it; [`update`](crate::state::update) takes it once, at the end. It decides nothing: what
//! the order of a batch means is said in [`super::effect`].

use std::collections::HashMap;

use paydesk_domain::operation::ResourceKind;
use paydesk_domain::profile::ProfileId;

use super::effect::{Effect, StoreJob};
use super::records::Record;

/// Profile, family and id of a record.
type RecordKey = (ProfileId, ResourceKind, String);

/// The effects of one message, in the order in which they are to be executed.
#[derive(Debug, Default)]
pub struct Outbox {
    effects: Vec<Effect>,
    /// Where in `effects` the records of the batch are stored, once there are any.
    records_at: Option<usize>,
    /// Where each record is in that job.
    records: HashMap<RecordKey, usize>,
}

impl Outbox {
    /// Asks for one more thing.
    pub fn push(&mut self, effect: impl Into<Effect>) {
        self.effects.push(effect.into());
    }

    /// The jobs of the store that were asked for.
    pub(super) fn jobs(&self) -> impl Iterator<Item = &StoreJob> {
        self.effects.iter().filter_map(|effect| if let Effect::Store(job) = effect { Some(job) } else { None })
    }

    /// Asks for one more thing, before all that was asked for.
    pub(super) fn push_first(&mut self, effect: impl Into<Effect>) {
        self.effects.insert(0, effect.into());
        self.records_at = self.records_at.map(|at| at + 1);
    }

    /// Keeps a record. All records of a batch are one job, with the newest of each, where the first was asked for: what
    /// is pushed after a record is written after it.
    pub fn keep_record(&mut self, record: Record) {
        let at = *self.records_at.get_or_insert_with(|| {
            self.effects.push(StoreJob::KeepRecords(Vec::new()).into());
            self.effects.len() - 1
        });
        let Some(Effect::Store(StoreJob::KeepRecords(records))) = self.effects.get_mut(at) else { return };
        let key = (record.profile_id.clone(), record.kind, record.id.clone());
        match self.records.get(&key).and_then(|place| records.get_mut(*place)) {
            Some(older) => *older = record,
            None => {
                self.records.insert(key, records.len());
                records.push(record);
            }
        }
    }

    /// Everything that was asked for since it was taken last.
    pub fn take(&mut self) -> Vec<Effect> {
        std::mem::take(self).effects
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn record(id: &str, reported_at: &str) -> Record {
        let record = json!({"profile_id": "shop", "family": ResourceKind::Refund, "id": id,
            "made_at": "2026-11-21T10:00:00Z", "told_at": reported_at});
        serde_json::from_value(record).unwrap()
    }

    #[test]
    fn the_records_of_a_batch_are_one_job_with_the_newest_of_each_before_what_was_asked_after_the_first() {
        let mut outbox = Outbox::default();
        outbox.push(StoreJob::OpenJournal);
        outbox.keep_record(record("a", "2026-11-21T10:00:00Z"));
        outbox.push(StoreJob::OpenEvents);
        outbox.keep_record(record("b", "2026-11-21T10:00:00Z"));
        let newer = record("a", "2026-11-21T11:00:00Z");
        outbox.keep_record(newer.clone());
        let records = StoreJob::KeepRecords(vec![newer, record("b", "2026-11-21T10:00:00Z")]);
        let batch = [StoreJob::OpenJournal, records, StoreJob::OpenEvents].map(Effect::from);
        assert_eq!(outbox.take(), batch);

        outbox.keep_record(record("c", "2026-11-21T10:00:00Z"));
        let next = StoreJob::KeepRecords(vec![record("c", "2026-11-21T10:00:00Z")]);
        assert_eq!(outbox.take(), [next.into()], "a batch holds nothing of the one before");
    }
}
