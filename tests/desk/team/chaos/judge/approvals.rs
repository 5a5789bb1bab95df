//! Nothing that the rule covers was sent without the approval of another person, and each approval was used once.

use std::collections::BTreeMap;

use paydesk_team::{ApprovalId, ApprovalStage, ApprovalVerdict, BULK_FAMILY, TeamApproval};

use super::kept::{Kept, KeptItem};
use crate::team::chaos::service::SentOperation;
use crate::team::chaos::work::{ABOVE, OPERATION};
use crate::team::chaos::world::Acknowledged;

/// What of the approvals an operation was sent with.
enum Used<'a> {
    Nothing,
    Approval(&'a TeamApproval),
    Item(&'a TeamApproval, &'a KeptItem),
}

/// What was used, by the operation that used it.
struct Uses<'a> {
    approvals: BTreeMap<&'a str, &'a TeamApproval>,
    items: BTreeMap<&'a str, (&'a TeamApproval, &'a KeptItem)>,
}

impl<'a> Uses<'a> {
    fn of(kept: &'a Kept) -> Self {
        let mut uses = Self { approvals: BTreeMap::new(), items: BTreeMap::new() };
        for approval in kept.approvals.values() {
            if let ApprovalStage::Used { operation_id, .. } = &approval.stage {
                uses.approvals.insert(operation_id, approval);
            }
        }
        for item in &kept.items {
            if let Some(operation) = &item.operation {
                uses.items.insert(operation, (&kept.approvals[&item.approval], item));
            }
        }
        uses
    }

    fn by(&self, operation: &str) -> Used<'a> {
        match (self.approvals.get(operation), self.items.get(operation)) {
            (Some(approval), _) => Used::Approval(approval),
            (None, Some((approval, item))) => Used::Item(approval, item),
            (None, None) => Used::Nothing,
        }
    }
}

/// What must never have been sent.
pub fn breaches(kept: &Kept, sent: &[SentOperation]) -> Vec<String> {
    let uses = Uses::of(kept);
    let mut found = Vec::new();
    let mut of_objects = BTreeMap::<&str, i64>::new();
    let mut of_runs = BTreeMap::<&str, i64>::new();
    let mut used = BTreeMap::<(ApprovalId, &str), &SentOperation>::new();
    let refunds = sent.iter().filter(|row| row.request.operation.as_ref().is_some_and(|it| it.name == OPERATION));
    for row in refunds {
        let (approval, resource) = match uses.by(row.operation()) {
            Used::Nothing => {
                let of_object = of_objects.entry(&row.request.resource).or_default();
                *of_object += row.cents();
                let in_run = row.request.run.is_some();
                let of_run = of_runs.entry(&row.person).or_default();
                *of_run += if in_run { row.cents() } else { 0 };
                if *of_object > ABOVE || (in_run && *of_run > ABOVE) {
                    found.push(format!("without approval: {row:?}"));
                }
                continue;
            }
            Used::Approval(approval) => {
                let request = &approval.request;
                if (&request.resource, Some(&request.operation), None)
                    != (&row.request.resource, row.request.operation.as_ref(), row.request.run.as_ref())
                {
                    found.push(format!("another was approved: {row:?} with {approval:?}"));
                }
                (approval, "")
            }
            Used::Item(approval, item) => {
                let run = row.request.run.as_ref().map(|run| run.as_str());
                if (&item.resource, item.cents, run)
                    != (&row.request.resource, row.cents(), Some(approval.request.resource.as_str()))
                {
                    found.push(format!("another item was approved: {row:?} with {item:?}"));
                }
                (approval, item.resource.as_str())
            }
        };
        if let Some(why) = why_not(approval, row) {
            found.push(format!("{why}: {row:?} with {approval:?}"));
        }
        if let Some(before) = used.insert((approval.request.id, resource), row) {
            found.push(format!("one approval for two: {before:?} and {row:?}"));
        }
    }
    found
}

/// What is wrong with an approval that was used.
fn why_not(approval: &TeamApproval, row: &SentOperation) -> Option<&'static str> {
    let ApprovalStage::Used { approved, by, operation_id, .. } = &approval.stage else {
        return Some("it was not approved");
    };
    let used_by = if approval.request.family == BULK_FAMILY { &approval.request.resource } else { row.operation() };
    if approved.by == approval.requested_by {
        Some("one person alone approved it")
    } else if ![&approved.by, &approval.requested_by].contains(&&row.person) || *by != row.person {
        Some("it was sent by somebody else")
    } else {
        (operation_id != used_by).then_some("another operation used it")
    }
}

/// Every request and every decision that was acknowledged is there as it was acknowledged.
pub fn judge_acknowledged(kept: &Kept, acknowledged: &Acknowledged) {
    assert!(acknowledged.requested.iter().all(|id| kept.approvals.contains_key(id)), "a request is lost");
    for (id, (verdict, person)) in &acknowledged.decided {
        let decision = match (&kept.approvals[id].stage, verdict) {
            // Withdrawn after it was approved, and never used.
            (ApprovalStage::Withdrawn { .. }, ApprovalVerdict::Approved) => continue,
            (ApprovalStage::Approved(decision), ApprovalVerdict::Approved)
            | (ApprovalStage::Used { approved: decision, .. }, ApprovalVerdict::Approved)
            | (ApprovalStage::Refused(decision), ApprovalVerdict::Refused) => decision,
            (stage, _) => panic!("{person} decided {verdict:?}: {stage:?}"),
        };
        assert_eq!(decision.by, *person, "{id:?}");
    }
    for id in &acknowledged.withdrawn {
        assert!(matches!(kept.approvals[id].stage, ApprovalStage::Withdrawn { .. }), "{:?}", kept.approvals[id]);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use chrono::DateTime;
    use paydesk_team::{ApprovalDecision, BulkRunId, ClaimRequest, Fence};

    use super::*;
    use crate::team::approvals::wanted;
    use crate::team::chaos::service::Service;
    use crate::team::claims::{refund, request};

    /// What of a few refunds is a breach; those with an approval come from `stage`.
    fn found(refunds: &[(&str, &str, i64, Option<&str>)], stages: &[(&str, ApprovalStage)]) -> Vec<String> {
        let service = Service::default();
        for (number, (operation, person, cents, run)) in refunds.iter().enumerate() {
            let claim = ClaimRequest {
                operation: Some(refund(*cents)),
                run: run.map(BulkRunId::new),
                ..request("pay_1", operation, Duration::ZERO)
            };
            service.begin(&claim, Fence(i64::try_from(number).unwrap()), person);
        }
        let mut kept = Kept::default();
        for (requested_by, stage) in stages {
            let (request, at) = (wanted("pay_1", 50_000), DateTime::UNIX_EPOCH);
            let (id, requested_by, stage) = (request.id, (*requested_by).to_owned(), stage.clone());
            let approval = TeamApproval { request, requested_by, requested_at: at, stage, change: 1 };
            kept.approvals.insert(id, approval);
        }
        breaches(&kept, &service.rows())
    }

    fn used(operation: &str, by: &str) -> ApprovalStage {
        let at = DateTime::UNIX_EPOCH;
        let approved = ApprovalDecision { by: "ben".to_owned(), at, note: String::new() };
        ApprovalStage::Used { approved, operation_id: operation.to_owned(), by: by.to_owned(), at }
    }

    #[test]
    fn the_judge_of_the_chaos_finds_what_was_sent_without_approval_or_with_a_wrong_one() {
        assert!(found(&[("1", "ada", 4_000, None), ("2", "ben", 6_000, None)], &[]).is_empty());
        assert_eq!(found(&[("1", "ada", 4_000, None), ("2", "ben", 6_001, None)], &[]).len(), 1, "their sum");
        assert_eq!(found(&[("1", "ada", 50_000, None)], &[]).len(), 1);
        let sent = [("1", "ada", 50_000, None)];
        assert!(found(&sent, &[("ada", used("1", "ada"))]).is_empty());
        assert_eq!(found(&sent, &[("ada", used("2", "ada"))]).len(), 1, "of another operation");
        assert_eq!(found(&sent, &[("ben", used("1", "ada"))]).len(), 1, "one person alone");
        assert_eq!(found(&sent, &[("ada", used("1", "cleo"))]).len(), 1, "somebody else");
        assert_eq!(found(&[("1", "ada", 50_001, None)], &[("ada", used("1", "ada"))]).len(), 1, "more");
        let twice = [("1", "ada", 50_000, None), ("1", "ada", 50_000, None)];
        assert_eq!(found(&twice, &[("ada", used("1", "ada"))]).len(), 1, "one approval for two");
        let in_runs = [("1", "ada", 4_000, Some("run_1")), ("2", "ada", 6_001, Some("run_2"))];
        assert!(!found(&in_runs, &[]).is_empty());
    }
}
