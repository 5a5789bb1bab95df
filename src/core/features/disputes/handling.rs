//! Who works on a dispute, until when it is snoozed, and whether it is contested at all. A team keeps this in Paydesk: the
//! service hears nothing of it. The changes are in [`super::handling_changes`].

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use paydesk_domain::ids::DisputeId;
use paydesk_domain::profile::ProfileId;

/// A snoozed dispute is back at least this long before its evidence is due, in hours.
pub const BACK_BEFORE_DUE_H: i64 = 24;
/// Longest name of a person, in characters.
pub const ASSIGNEE_CHARS: usize = 40;

/// How one dispute is handled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DisputeHandling {
    pub profile_id: ProfileId,
    pub dispute_id: DisputeId,
    /// Who works on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assignee: Option<String>,
    /// Until when a person wants to see nothing of it. [`snoozed_until`] says when it is back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snoozed_until: Option<DateTime<Utc>>,
    /// It is not contested, since a person decided so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_contested: Option<NotContested>,
}

/// The decision not to contest a dispute.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotContested {
    pub at: DateTime<Utc>,
    /// The user of the operating system.
    pub by: String,
}

impl DisputeHandling {
    pub fn new(profile_id: &ProfileId, dispute_id: DisputeId) -> Self {
        Self { profile_id: profile_id.clone(), dispute_id, assignee: None, snoozed_until: None, not_contested: None }
    }
}

/// When a snoozed dispute is back: at the time that was chosen, and a day before `due` at the latest.
pub fn snoozed_until(chosen: DateTime<Utc>, due: Option<DateTime<Utc>>) -> DateTime<Utc> {
    due.map_or(chosen, |due| chosen.min(due - TimeDelta::hours(BACK_BEFORE_DUE_H)))
}

/// How the disputes of a profile are handled; most of them have nothing of it.
#[derive(Debug, Default)]
pub struct DisputeHandlings(pub(super) BTreeMap<DisputeId, DisputeHandling>);

impl DisputeHandlings {
    pub fn get(&self, dispute_id: &DisputeId) -> Option<&DisputeHandling> {
        self.0.get(dispute_id)
    }

    pub fn is_not_contested(&self, dispute_id: &DisputeId) -> bool {
        self.get(dispute_id).is_some_and(|handling| handling.not_contested.is_some())
    }

    pub(super) fn has_not_contested(&self) -> bool {
        self.0.values().any(|handling| handling.not_contested.is_some())
    }

    /// Everybody who works on a dispute, by name.
    pub fn assignees(&self) -> BTreeSet<&str> {
        self.0.values().filter_map(|handling| handling.assignee.as_deref()).collect()
    }

    /// Changes how a dispute is handled; what it is then, where that is something else.
    pub(super) fn change(
        &mut self,
        dispute_id: &DisputeId,
        profile_id: &ProfileId,
        change: impl FnOnce(&mut DisputeHandling),
    ) -> Option<&DisputeHandling> {
        let new = || DisputeHandling::new(profile_id, dispute_id.clone());
        let mut changed = self.get(dispute_id).cloned().unwrap_or_else(new);
        change(&mut changed);
        if self.get(dispute_id).map_or_else(|| changed == new(), |known| *known == changed) {
            return None;
        }
        self.0.insert(dispute_id.clone(), changed);
        self.get(dispute_id)
    }

    /// What was saved when Paydesk was last closed. What was changed since the start is newer.
    pub(crate) fn opened(&mut self, handling: DisputeHandling) {
        self.0.entry(handling.dispute_id.clone()).or_insert(handling);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snoozed_dispute_is_back_a_day_before_its_evidence_is_due_at_the_latest() {
        let at = |hour: i64| DateTime::UNIX_EPOCH + TimeDelta::hours(hour);
        assert_eq!(snoozed_until(at(10), None), at(10));
        assert_eq!(snoozed_until(at(10), Some(at(34))), at(10));
        assert_eq!(snoozed_until(at(10), Some(at(30))), at(6));
    }

    #[test]
    fn nothing_is_kept_of_a_change_that_changes_nothing() {
        let (mut handlings, id) = (DisputeHandlings::default(), DisputeId::new("dsp_1"));
        let profile_id = ProfileId::embedded();
        assert_eq!(handlings.change(&id, &profile_id, |handling| handling.assignee = None), None);
        assert!(handlings.change(&id, &profile_id, |handling| handling.assignee = Some("kim".into())).is_some());
        assert_eq!(handlings.change(&id, &profile_id, |handling| handling.assignee = Some("kim".into())), None);
        assert_eq!(handlings.assignees().into_iter().collect::<Vec<_>>(), ["kim"]);
        let old = DisputeHandling::new(&profile_id, id.clone());
        handlings.opened(old);
        assert_eq!(handlings.assignees().len(), 1, "what was changed since the start is newer");
    }
}
