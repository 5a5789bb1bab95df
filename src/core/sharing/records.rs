//! Refunds, payouts, customers and whatever else the service does not list.

use serde_json::Value;

use crate::crash_report::scrubbing::clean_record;
use crate::effect::{SharedKeep, StoreJob};
use crate::features::sharing::Merged;
use crate::records::{Record, kinds};
use crate::state::State;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::shared::SharedBody;

use super::kind::{MergeInput, SharedKind, StoredId, localised, shared};

pub(super) const KIND: SharedKind = SharedKind {
    name: "record",
    keeps_base: false,
    ids,
    body,
    stored,
    take,
    merge,
    is_written_elsewhere: |_, _| false,
};

fn id_of(record: &Record) -> String {
    format!("{}/{}", <&str>::from(record.kind), record.id)
}

fn find<'a>(state: &'a State, id: &str) -> Option<&'a Record> {
    let (kind, id) = id.split_once('/')?;
    let known = state.workspace.records.find(kind.parse::<ResourceKind>().ok()?, id)?;
    // What only stands for a customer that others name is not stored.
    Some(&known.record).filter(|record| !record.is_gathered())
}

fn ids(state: &State) -> Vec<String> {
    let all = kinds::all().flat_map(|kind| state.workspace.records.of(kind));
    all.filter(|known| !known.record.is_gathered()).map(|known| id_of(&known.record)).collect()
}

fn body(state: &State, id: &str) -> Option<SharedBody> {
    shared(&clean_record(find(state, id)?), &[])
}

fn stored(_: &State, job: &StoreJob) -> Vec<StoredId> {
    let StoreJob::KeepRecords(records) = job else { return Vec::new() };
    records.iter().map(|record| (Some(record.profile_id.clone()), id_of(record))).collect()
}

fn take(state: &mut State, id: &str, body: &SharedBody, keep: &mut SharedKeep) -> bool {
    let Ok(record) = serde_json::from_value::<Record>(localised(&body.content, &keep.profile_id)) else { return false };
    if id_of(&record) == id && find(state, id) != Some(&record) {
        let (zone, now) = (state.zone(), state.now);
        state.workspace.records.put(record.clone(), state.units(), zone, now);
        keep.records.push(record);
    }
    true
}

/// What the service reported later goes over what it reported before, whoever read it.
fn merge(input: &MergeInput<'_>) -> Merged {
    let read = |body: &SharedBody| serde_json::from_value::<Record>(Value::clone(&body.content)).ok();
    let (Some(ours), Some(theirs)) = (read(input.ours), read(input.theirs)) else {
        return Merged::into(input.theirs.clone());
    };
    let is_later = (ours.reported_at, &ours.reported.is_some()) > (theirs.reported_at, &theirs.reported.is_some());
    let (later, earlier) = if is_later { (ours, theirs) } else { (theirs, ours) };
    let merged = shared(&later.on_top_of(earlier), &[]);
    Merged::into(merged.unwrap_or_else(|| input.theirs.clone()))
}
