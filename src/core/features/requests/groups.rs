//! What went wrong, by code and endpoint, the latest first.

use std::collections::BTreeMap;

use super::filter::FailureGroupKey;
use super::row::LoggedCall;

/// Calls that went wrong in the same way at the same endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailureGroup {
    pub key: FailureGroupKey,
    pub count: usize,
    /// The name of the endpoint.
    pub name: &'static str,
    /// What the latest of them said.
    pub why: String,
    /// When the latest was.
    pub last_text: String,
    /// Its number.
    pub last: u64,
}

/// The groups of `calls`, which are in the order in which they ended.
pub(super) fn groups<'a>(calls: impl Iterator<Item = &'a LoggedCall>) -> Vec<FailureGroup> {
    let mut found: BTreeMap<FailureGroupKey, (usize, &LoggedCall)> = BTreeMap::new();
    for call in calls {
        if let Some(key) = FailureGroupKey::of(call) {
            let (count, last) = found.entry(key).or_insert((0, call));
            (*count, *last) = (*count + 1, call);
        }
    }
    let group = |(key, (count, last)): (FailureGroupKey, (usize, &LoggedCall))| FailureGroup {
        key,
        count,
        name: last.exchange.asked.endpoint.name,
        why: last.exchange.why.clone(),
        last_text: last.row.time.clone(),
        last: last.number,
    };
    let mut groups: Vec<FailureGroup> = found.into_iter().map(group).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.last));
    groups
}
