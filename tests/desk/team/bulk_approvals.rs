//! Approval of bulk runs: what the database holds each item to, and rules that splitting does not avoid.

use std::sync::Arc;

use paydesk_domain::money::Money;
use paydesk_team::{
    ApprovalId, ApprovalItem, ApprovalRequest, ApprovalStage, ApprovalVerdict, BULK_FAMILY, BulkRunId, ClaimOutcome,
    ClaimRequest, DeskId, RuleLimit, RunTotal, SharedOperation, TeamConnection, TeamRefusal, TeamRole,
};
use serde_json::json;

use super::approvals::eur;
use super::claims::{LONG, fence, request};
use super::harness::Team;

type Person = (TeamConnection, DeskId);

/// A request for a run of refunds.
pub fn wanted(run: &str, items: &[(&str, i64)]) -> (ApprovalRequest, Vec<ApprovalItem>) {
    let request = ApprovalRequest {
        id: ApprovalId(uuid::Uuid::new_v4().as_u128()),
        operation: operation(None, items.len()),
        family: BULK_FAMILY.to_owned(),
        resource: run.to_owned(),
        account: None,
        plan: Arc::new(json!({ "kind": "refund" })),
        reason: "Recalled goods".to_owned(),
    };
    let item = |(payment, cents): &(&str, i64)| ApprovalItem {
        family: "refund".to_owned(),
        resource: (*payment).to_owned(),
        amount: Some(eur(*cents)),
        body: Arc::new(json!({ "target": payment })),
    };
    (request, items.iter().map(item).collect())
}

fn operation(amount: Option<Money>, count: usize) -> SharedOperation {
    SharedOperation { name: "create_refund".to_owned(), amount, count: i64::try_from(count).ok() }
}

/// A claim for the refund of a payment as an item of a run of so many, or by itself.
pub fn item(payment: &str, operation_id: &str, cents: i64, run: Option<(&str, usize)>) -> ClaimRequest {
    ClaimRequest {
        family: "refund".to_owned(),
        operation: Some(operation(Some(eur(cents)), run.map_or(1, |(_, count)| count))),
        run: run.map(|(run, _)| BulkRunId::new(run)),
        ..request(payment, operation_id, LONG)
    }
}

/// Ada operates, ben and cleo approve; refunds above 100.00 EUR need approval.
struct Desks {
    team: Team,
    ada: Person,
    ben: Person,
    cleo: Person,
}

impl Desks {
    async fn start(test: &str, limit: RuleLimit) -> Option<Self> {
        let team = Team::start(test).await?;
        team.owner().await.set_rule(team.profile, "create_refund", &limit).await.unwrap();
        let ada = team.desk("ada", TeamRole::Operator).await;
        let ben = team.desk("ben", TeamRole::Approver).await;
        let cleo = team.desk("cleo", TeamRole::Approver).await;
        Some(Self { team, ada, ben, cleo })
    }

    async fn claim(&self, person: &Person, request: &ClaimRequest) -> ClaimOutcome {
        person.0.claim(self.team.profile, person.1, request).await.unwrap()
    }

    /// What ada asked for and ben approved.
    async fn approved(&self, run: &str, items: &[(&str, i64)]) -> ApprovalRequest {
        let (request, items) = wanted(run, items);
        self.ada.0.request_run_approval(self.team.profile, &request, &items).await.unwrap();
        self.ben.0.decide_approval(self.team.profile, request.id, ApprovalVerdict::Approved, "").await.unwrap();
        request
    }

    /// Sends what was claimed, which ends so.
    async fn send(&self, person: &Person, request: &ClaimRequest, ending: &str) {
        let own = fence(Ok(self.claim(person, request).await));
        person.0.begin_sending(self.team.profile, own).await.unwrap();
        person.0.release_claim(self.team.profile, own, ending).await.unwrap();
    }
}

const NEEDED: ClaimOutcome = ClaimOutcome::NeedsApproval;

#[tokio::test]
async fn an_item_of_an_approved_run_is_granted_once_and_only_as_it_was_approved() {
    let Some(desks) = Desks::start("items of approved runs", RuleLimit::Amount(eur(10_000))).await else { return };
    let of_run = |payment: &str, operation: &str, cents| item(payment, operation, cents, Some(("run_1", 2)));
    assert_eq!(desks.claim(&desks.ada, &of_run("pay_1", "op_1", 50_000)).await, NEEDED);
    let approval = desks.approved("run_1", &[("pay_1", 50_000), ("pay_2", 1_000)]).await;
    for wrong in [
        of_run("pay_3", "op_1", 1_000),
        of_run("pay_1", "op_1", 50_001),
        // No rule covers it, but it is not what was approved.
        of_run("pay_2", "op_1", 999),
        item("pay_1", "op_1", 50_000, Some(("run_2", 2))),
        item("pay_1", "op_1", 50_000, None),
        ClaimRequest { family: "payment".to_owned(), ..of_run("pay_1", "op_1", 50_000) },
    ] {
        assert_eq!(desks.claim(&desks.ada, &wrong).await, NEEDED, "{wrong:?}");
    }
    assert_eq!(desks.claim(&desks.cleo, &of_run("pay_1", "op_1", 50_000)).await, NEEDED, "neither asked nor decided");
    desks.send(&desks.ada, &of_run("pay_1", "op_1", 50_000), "confirmed").await;
    assert_eq!(desks.claim(&desks.ada, &of_run("pay_1", "op_2", 50_000)).await, NEEDED, "a second time");
    assert_eq!(desks.claim(&desks.ben, &of_run("pay_2", "op_3", 1_000)).await, NEEDED, "ada began it");
    fence(Ok(desks.claim(&desks.ada, &of_run("pay_2", "op_4", 1_000)).await));
    let used = desks.ben.0.approval(desks.team.profile, approval.id).await.unwrap().unwrap();
    let ApprovalStage::Used { operation_id, by, .. } = &used.stage else { panic!("{used:?}") };
    assert_eq!((operation_id.as_str(), by.as_str()), ("run_1", "ada"));
    let late = desks.ada.0.withdraw_approval(desks.team.profile, approval.id).await;
    assert_eq!(late, Err(TeamRefusal::ApprovalUsed("run_1".to_owned()).into()));
}

#[tokio::test]
async fn an_item_for_which_nothing_was_sent_may_be_tried_again_and_another_not() {
    let Some(desks) = Desks::start("items that are tried again", RuleLimit::Count(0)).await else { return };
    let profile = desks.team.profile;
    let of_run = |operation: &str| item("pay_1", operation, 1_000, Some(("run_1", 1)));
    desks.approved("run_1", &[("pay_1", 1_000)]).await;
    let first = fence(Ok(desks.claim(&desks.ada, &of_run("op_1")).await));
    assert!(matches!(desks.claim(&desks.ada, &of_run("op_2")).await, ClaimOutcome::Held(_)));
    desks.ada.0.release_claim(profile, first, "not_sent").await.unwrap();
    desks.send(&desks.ada, &of_run("op_2"), "declined").await;
    assert_eq!(desks.claim(&desks.ada, &of_run("op_3")).await, NEEDED, "it was sent, whatever came of it");
    assert_eq!(desks.claim(&desks.ada, &of_run("op_1")).await, NEEDED);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_people_who_begin_one_run_at_once_one_sends_all_of_it() {
    let Some(desks) = Desks::start("one run begun twice", RuleLimit::Count(0)).await else { return };
    for round in 0..10 {
        let (run, payments) = (format!("run_{round}"), [0, 1, 2, 3].map(|number| format!("pay_{round}_{number}")));
        desks.approved(&run, &payments.each_ref().map(|payment| (payment.as_str(), 1_000))).await;
        let all = async |person: &Person, name: &str| {
            let mut granted = 0;
            for payment in &payments {
                let claim = item(payment, &format!("op_{payment}_{name}"), 1_000, Some((&run, 4)));
                granted += usize::from(matches!(desks.claim(person, &claim).await, ClaimOutcome::Granted(_)));
            }
            granted
        };
        let (ada, ben) = tokio::join!(all(&desks.ada, "ada"), all(&desks.ben, "ben"));
        assert_eq!((ada.min(ben), ada.max(ben)), (0, 4), "round {round}");
    }
}

#[tokio::test]
async fn a_sum_is_not_split_into_several_runs_or_several_operations_on_one_object() {
    let Some(desks) = Desks::start("amounts that are split", RuleLimit::Amount(eur(10_000))).await else { return };
    let profile = desks.team.profile;
    desks.send(&desks.ada, &item("pay_1", "op_1", 6_000, Some(("run_1", 1))), "confirmed").await;
    desks.send(&desks.ada, &item("pay_2", "op_2", 4_000, Some(("run_2", 1))), "confirmed").await;
    assert_eq!(desks.claim(&desks.ada, &item("pay_3", "op_3", 1, Some(("run_3", 1)))).await, NEEDED);
    let total = RunTotal { operation: "create_refund".to_owned(), count: 2, amount: Some(eur(10_000)) };
    assert_eq!(desks.ada.0.run_totals(profile).await, Ok(vec![total]));
    assert_eq!(desks.ben.0.run_totals(profile).await, Ok(Vec::new()), "each person has their own");
    // By themselves, operations are added up on one object alone, whoever sends them.
    desks.send(&desks.ada, &item("pay_4", "op_4", 9_000, None), "confirmed").await;
    desks.send(&desks.ada, &item("pay_5", "op_5", 9_000, None), "confirmed").await;
    assert_eq!(desks.claim(&desks.ben, &item("pay_4", "op_6", 1_001, None)).await, NEEDED);
    let (single, _) = wanted("pay_4", &[]);
    let single = ApprovalRequest {
        operation: operation(Some(eur(1_001)), 1),
        family: "refund".to_owned(),
        resource: "pay_4".to_owned(),
        ..single
    };
    desks.ben.0.request_approval(profile, &single).await.unwrap();
    desks.cleo.0.decide_approval(profile, single.id, ApprovalVerdict::Approved, "").await.unwrap();
    desks.send(&desks.ben, &item("pay_4", "op_6", 1_001, None), "confirmed").await;
    // What was approved is not added up.
    desks.send(&desks.ada, &item("pay_4", "op_7", 1_000, None), "confirmed").await;
    assert_eq!(desks.claim(&desks.ada, &item("pay_4", "op_8", 1, None)).await, NEEDED);
}

#[tokio::test]
async fn what_certainly_did_nothing_is_not_added_up() {
    let Some(desks) = Desks::start("what did nothing", RuleLimit::Amount(eur(10_000))).await else { return };
    let profile = desks.team.profile;
    for (number, ending) in ["declined", "rejected", "not_sent"].into_iter().enumerate() {
        let claim = item("pay_1", &format!("op_{number}"), 9_000, Some(("run_1", 1)));
        desks.send(&desks.ada, &claim, ending).await;
    }
    let unsent = fence(Ok(desks.claim(&desks.ada, &item("pay_1", "op_8", 9_000, Some(("run_1", 1)))).await));
    desks.ada.0.release_claim(profile, unsent, "resolved").await.unwrap();
    fence(Ok(desks.claim(&desks.ada, &item("pay_1", "op_9", 9_000, Some(("run_1", 1)))).await));
}

#[tokio::test]
async fn a_number_of_items_is_not_split_into_several_runs() {
    let Some(desks) = Desks::start("counts that are split", RuleLimit::Count(3)).await else { return };
    assert_eq!(desks.claim(&desks.ada, &item("pay_0", "op_0", 1, Some(("run_0", 4)))).await, NEEDED);
    for number in 0..3 {
        let run = format!("run_{}", number / 2);
        let claim = item(&format!("pay_{number}"), &format!("op_{number}"), 1, Some((&run, 2)));
        desks.send(&desks.ada, &claim, "confirmed").await;
    }
    assert_eq!(desks.claim(&desks.ada, &item("pay_4", "op_4", 1, Some(("run_1", 2)))).await, NEEDED);
    fence(Ok(desks.claim(&desks.ada, &item("pay_4", "op_4", 1, None)).await));
    fence(Ok(desks.claim(&desks.ben, &item("pay_5", "op_5", 1, Some(("run_5", 2)))).await));
}

#[tokio::test]
async fn a_request_keeps_its_items_and_a_run_is_asked_for_once() {
    let Some(desks) = Desks::start("items of requests", RuleLimit::Count(0)).await else { return };
    let profile = desks.team.profile;
    let (request, items) = wanted("run_1", &[("pay_2", 1_000), ("pay_1", 2_000)]);
    let ask = async |request: &ApprovalRequest, items: &[ApprovalItem]| {
        desks.ada.0.request_run_approval(profile, request, items).await
    };
    ask(&request, &items).await.unwrap();
    // The answer was lost.
    ask(&request, &items).await.unwrap();
    assert_eq!(desks.ben.0.approval_items(profile, request.id).await, Ok(items.clone()));
    let mut others = items.clone();
    others[0].amount = Some(eur(9_000));
    assert_eq!(ask(&request, &others).await, Err(TeamRefusal::OtherApproval.into()));
    let again = ApprovalRequest { id: ApprovalId(7), ..request.clone() };
    assert_eq!(ask(&again, &items).await, Err(TeamRefusal::OtherApproval.into()));
    let reader = desks.team.join("emil", TeamRole::Reader).await;
    let (own, items) = wanted("run_2", &[("pay_2", 1_000)]);
    assert!(reader.request_run_approval(profile, &own, &items).await.is_err());
    let sandbox = paydesk_domain::profile::Environment::Sandbox;
    let other = desks.team.owner().await.add_profile("Other", sandbox, "http://other.example.com").await.unwrap();
    let gina = desks.team.join("gina", TeamRole::Operator).await;
    desks.team.owner().await.set_member(other, "gina", TeamRole::Approver).await.unwrap();
    desks.team.owner().await.remove_member(profile, "gina").await.unwrap();
    assert_eq!(gina.approval_items(profile, request.id).await, Ok(Vec::new()), "of another profile");
}

#[tokio::test]
async fn another_desk_of_the_same_person_does_not_get_a_claim_that_may_be_in_use() {
    let Some(desks) = Desks::start("two desks of one person", RuleLimit::Count(50)).await else { return };
    let profile = desks.team.profile;
    let second = DeskId::random();
    desks.ada.0.see_desk(profile, second, "laptop", "1").await.unwrap();
    let claim = item("pay_1", "op_1", 1_000, None);
    let own = fence(Ok(desks.claim(&desks.ada, &claim).await));
    let other = desks.ada.0.claim(profile, second, &claim).await.unwrap();
    assert!(matches!(other, ClaimOutcome::Held(_)), "{other:?}");
    desks.ada.0.begin_sending(profile, own).await.unwrap();
    let other = desks.ada.0.claim(profile, second, &claim).await.unwrap();
    assert!(matches!(other, ClaimOutcome::Held(_)), "{other:?}");
    assert_eq!(fence(Ok(desks.claim(&desks.ada, &claim).await)), own, "the desk that has it gets it again");
}
