//! Four eyes: what the database refuses, whatever a window offers.

use paydesk_domain::money::{Currency, Money};
use paydesk_team::{
    ApprovalId, ApprovalRequest, ApprovalStage, ApprovalVerdict, ClaimOutcome, ClaimRequest, DeskId, RuleLimit,
    SharedOperation, TeamConnection, TeamError, TeamRefusal, TeamRole,
};
use serde_json::json;
use tokio_postgres::error::SqlState;

use super::claims::{LONG, fence, refund, request};
use super::harness::Team;

pub fn eur(cents: i64) -> Money {
    Money::new(cents, Currency::iso4217("EUR"))
}

/// A request for the refund of a payment.
pub fn wanted(payment: &str, cents: i64) -> ApprovalRequest {
    ApprovalRequest {
        id: ApprovalId(uuid::Uuid::new_v4().as_u128()),
        operation: refund(cents),
        family: "payment".to_owned(),
        resource: payment.to_owned(),
        account: None,
        plan: std::sync::Arc::new(json!({ "refund_id": "ref_1" })),
        reason: "Paid twice".to_owned(),
    }
}

/// A team where refunds above 100.00 EUR need approval: ada operates, ben and cleo approve.
struct Desks {
    team: Team,
    ada: (TeamConnection, DeskId),
    ben: (TeamConnection, DeskId),
    cleo: (TeamConnection, DeskId),
}

impl Desks {
    async fn start(test: &str) -> Option<Self> {
        let team = Team::start(test).await?;
        team.owner().await.set_rule(team.profile, "refund", &RuleLimit::Amount(eur(10_000))).await.unwrap();
        let ada = team.desk("ada", TeamRole::Operator).await;
        let ben = team.desk("ben", TeamRole::Approver).await;
        let cleo = team.desk("cleo", TeamRole::Approver).await;
        Some(Self { team, ada, ben, cleo })
    }

    /// A claim for the refund of a payment.
    async fn claim(
        &self,
        person: &(TeamConnection, DeskId),
        payment: &str,
        operation_id: &str,
        cents: i64,
    ) -> ClaimOutcome {
        let request = ClaimRequest { operation: Some(refund(cents)), ..request(payment, operation_id, LONG) };
        person.0.claim(self.team.profile, person.1, &request).await.unwrap()
    }

    /// What ada asked for and ben approved.
    async fn approved(&self, payment: &str, cents: i64) -> ApprovalRequest {
        let request = wanted(payment, cents);
        self.ada.0.request_approval(self.team.profile, &request).await.unwrap();
        self.decide(&self.ben.0, &request, ApprovalVerdict::Approved).await.unwrap();
        request
    }

    async fn decide(
        &self,
        person: &TeamConnection,
        request: &ApprovalRequest,
        verdict: ApprovalVerdict,
    ) -> Result<(), TeamError> {
        person.decide_approval(self.team.profile, request.id, verdict, "Seen the receipt").await
    }
}

#[tokio::test]
async fn an_operation_above_the_rule_is_granted_only_with_an_approval_of_exactly_that_one() {
    let Some(desks) = Desks::start("operations that need approval").await else { return };
    // Up to the amount of the rule, nobody else is needed.
    fence(Ok(desks.claim(&desks.ada, "pay_0", "op_0", 10_000).await));
    assert_eq!(desks.claim(&desks.ada, "pay_1", "op_1", 10_001).await, ClaimOutcome::NeedsApproval);
    assert_eq!(desks.team.owner().await.open_claims(desks.team.profile).await.unwrap().len(), 1);
    desks.approved("pay_1", 10_001).await;
    for (payment, cents) in [("pay_1", 10_002), ("pay_2", 10_001), ("pay_1", 20_000)] {
        let outcome = desks.claim(&desks.ada, payment, "op_1", cents).await;
        assert_eq!(outcome, ClaimOutcome::NeedsApproval, "{payment} {cents}");
    }
    let other_currency = SharedOperation { amount: Some(Money::new(10_001, Currency::iso4217("USD"))), ..refund(1) };
    assert_eq!(desks.ada.0.needs_approval(desks.team.profile, &other_currency).await, Ok(false));
    let own = fence(Ok(desks.claim(&desks.ada, "pay_1", "op_1", 10_001).await));
    desks.ada.0.begin_sending(desks.team.profile, own).await.unwrap();
}

#[tokio::test]
async fn an_approval_is_used_once_and_by_the_two_people_of_it_alone() {
    let Some(desks) = Desks::start("approvals that are used").await else { return };
    let profile = desks.team.profile;
    let approval = desks.approved("pay_1", 50_000).await;
    // Cleo neither asked nor decided.
    assert_eq!(desks.claim(&desks.cleo, "pay_1", "op_3", 50_000).await, ClaimOutcome::NeedsApproval);
    let own = fence(Ok(desks.claim(&desks.ada, "pay_1", "op_1", 50_000).await));
    // The answer was lost.
    assert_eq!(fence(Ok(desks.claim(&desks.ada, "pay_1", "op_1", 50_000).await)), own);
    let used = desks.ada.0.approval(profile, approval.id).await.unwrap().unwrap();
    let ApprovalStage::Used { approved, operation_id, by, .. } = &used.stage else { panic!("{used:?}") };
    assert_eq!((approved.by.as_str(), operation_id.as_str(), by.as_str()), ("ben", "op_1", "ada"));
    assert_eq!(approved.note, "Seen the receipt");
    desks.ada.0.begin_sending(profile, own).await.unwrap();
    desks.ada.0.release_claim(profile, own, "confirmed").await.unwrap();
    assert_eq!(desks.claim(&desks.ada, "pay_1", "op_2", 50_000).await, ClaimOutcome::NeedsApproval);
    let withdrawn = desks.ada.0.withdraw_approval(profile, approval.id).await;
    assert_eq!(withdrawn, Err(TeamRefusal::ApprovalUsed("op_1".to_owned()).into()));
    // Whoever approved may send as well.
    desks.approved("pay_2", 50_000).await;
    fence(Ok(desks.claim(&desks.ben, "pay_2", "op_4", 50_000).await));
}

#[tokio::test]
async fn nobody_decides_on_a_request_of_their_own_not_even_past_the_functions() {
    let Some(desks) = Desks::start("requests of one's own").await else { return };
    let profile = desks.team.profile;
    let own = wanted("pay_1", 50_000);
    desks.ben.0.request_approval(profile, &own).await.unwrap();
    for verdict in [ApprovalVerdict::Approved, ApprovalVerdict::Refused] {
        assert_eq!(desks.decide(&desks.ben.0, &own, verdict).await, Err(TeamRefusal::OwnRequest.into()));
    }
    assert_eq!(desks.claim(&desks.ben, "pay_1", "op_1", 50_000).await, ClaimOutcome::NeedsApproval);
    let superuser = desks.team.server.superuser().await;
    let past = "UPDATE paydesk.approval SET decision = 'approved', decided_by = 'ben', decided_at = now()";
    let refused = superuser.batch_execute(past).await.unwrap_err();
    assert_eq!(refused.code(), Some(&SqlState::CHECK_VIOLATION));
    desks.decide(&desks.cleo.0, &own, ApprovalVerdict::Approved).await.unwrap();
    fence(Ok(desks.claim(&desks.ben, "pay_1", "op_1", 50_000).await));
}

#[tokio::test]
async fn only_approvers_decide_and_only_admins_set_rules() {
    let Some(desks) = Desks::start("roles of approvals").await else { return };
    let profile = desks.team.profile;
    let approval = wanted("pay_1", 50_000);
    desks.ada.0.request_approval(profile, &approval).await.unwrap();
    let reader = desks.team.join("emil", TeamRole::Reader).await;
    let operator = desks.team.join("fred", TeamRole::Operator).await;
    let admin = desks.team.join("dora", TeamRole::Admin).await;
    for person in [&reader, &operator, &admin] {
        let refused = desks.decide(person, &approval, ApprovalVerdict::Approved).await;
        assert!(matches!(refused, Err(TeamError::NoPermission { .. } | TeamError::Refused(_))), "{}", person.user());
    }
    assert!(reader.request_approval(profile, &wanted("pay_2", 1)).await.is_err());
    for person in [&reader, &operator, &desks.ben.0] {
        let none = RuleLimit::Amount(eur(i64::MAX));
        assert!(person.set_rule(profile, "refund", &none).await.is_err(), "{}", person.user());
        assert!(person.remove_rule(profile, "refund", Some(&eur(0).currency)).await.is_err(), "{}", person.user());
    }
    admin.remove_rule(profile, "refund", Some(&eur(0).currency)).await.unwrap();
    assert_eq!(reader.approval_rules(profile).await, Ok(Vec::new()));
    fence(Ok(desks.claim(&desks.ada, "pay_1", "op_1", 50_000).await));
}

#[tokio::test]
async fn a_role_in_one_profile_decides_nothing_in_another() {
    let Some(desks) = Desks::start("approvers of other profiles").await else { return };
    let owner = desks.team.owner().await;
    let production = paydesk_domain::profile::Environment::Production;
    let other = owner.add_profile("Other", production, "https://other.example.com").await.unwrap();
    let gina = desks.team.join("gina", TeamRole::Operator).await;
    owner.set_member(other, "gina", TeamRole::Approver).await.unwrap();
    let approval = wanted("pay_1", 50_000);
    desks.ada.0.request_approval(desks.team.profile, &approval).await.unwrap();
    let refused = desks.decide(&gina, &approval, ApprovalVerdict::Approved).await;
    assert_eq!(refused, Err(TeamRefusal::RoleMissing(TeamRole::Approver).into()));
    let elsewhere = gina.decide_approval(other, approval.id, ApprovalVerdict::Approved, "").await;
    assert_eq!(elsewhere, Err(TeamRefusal::NoApproval.into()));
}

#[tokio::test]
async fn refused_and_withdrawn_requests_open_nothing_and_a_decision_stays() {
    let Some(desks) = Desks::start("refused requests").await else { return };
    let profile = desks.team.profile;
    let refused = wanted("pay_1", 50_000);
    desks.ada.0.request_approval(profile, &refused).await.unwrap();
    // The answer was lost.
    desks.ada.0.request_approval(profile, &refused).await.unwrap();
    let changed = ApprovalRequest { reason: "Another".to_owned(), ..refused.clone() };
    assert_eq!(desks.ada.0.request_approval(profile, &changed).await, Err(TeamRefusal::OtherApproval.into()));
    desks.decide(&desks.ben.0, &refused, ApprovalVerdict::Refused).await.unwrap();
    desks.decide(&desks.ben.0, &refused, ApprovalVerdict::Refused).await.unwrap();
    let again = desks.decide(&desks.cleo.0, &refused, ApprovalVerdict::Approved).await;
    assert_eq!(again, Err(TeamRefusal::AlreadyDecided("ben".to_owned()).into()));
    // Nor is it hidden by who asked.
    let hidden = desks.ada.0.withdraw_approval(profile, refused.id).await;
    assert_eq!(hidden, Err(TeamRefusal::AlreadyDecided("ben".to_owned()).into()));
    assert_eq!(desks.claim(&desks.ada, "pay_1", "op_1", 50_000).await, ClaimOutcome::NeedsApproval);
    let approved = desks.approved("pay_2", 50_000).await;
    let foreign = desks.ben.0.withdraw_approval(profile, approved.id).await;
    assert_eq!(foreign, Err(TeamRefusal::ForeignRequest("ada".to_owned()).into()));
    desks.ada.0.withdraw_approval(profile, approved.id).await.unwrap();
    desks.ada.0.withdraw_approval(profile, approved.id).await.unwrap();
    assert_eq!(desks.claim(&desks.ada, "pay_2", "op_2", 50_000).await, ClaimOutcome::NeedsApproval);
    let open = wanted("pay_3", 50_000);
    desks.ada.0.request_approval(profile, &open).await.unwrap();
    desks.ada.0.withdraw_approval(profile, open.id).await.unwrap();
    let late = desks.decide(&desks.ben.0, &open, ApprovalVerdict::Approved).await;
    assert_eq!(late, Err(TeamRefusal::Withdrawn("ada".to_owned()).into()));
    let reason = ApprovalRequest { reason: " ".to_owned(), ..wanted("pay_4", 1) };
    assert_eq!(desks.ada.0.request_approval(profile, &reason).await, Err(TeamRefusal::ReasonMissing.into()));
}

#[tokio::test]
async fn rules_about_a_count_cover_bulk_operations_and_what_does_not_say_how_much_it_is() {
    let Some(desks) = Desks::start("rules about counts").await else { return };
    let profile = desks.team.profile;
    let owner = desks.team.owner().await;
    owner.set_rule(profile, "bulk", &RuleLimit::Count(50)).await.unwrap();
    // Every key needs approval.
    owner.set_rule(profile, "api_key", &RuleLimit::Count(0)).await.unwrap();
    let needs = async |name: &str, amount: Option<Money>, count: Option<i64>| {
        let operation = SharedOperation { name: name.to_owned(), amount, count };
        desks.ada.0.needs_approval(profile, &operation).await.unwrap()
    };
    assert!(!needs("bulk", None, Some(50)).await && needs("bulk", None, Some(51)).await);
    assert!(needs("bulk", Some(eur(1)), None).await, "how many is not known");
    assert!(needs("refund", None, Some(1)).await, "how much is not known");
    assert!(needs("api_key", None, Some(1)).await && !needs("capture", None, None).await);
    let rules = desks.ada.0.approval_rules(profile).await.unwrap();
    let rules: Vec<_> = rules.into_iter().map(|rule| (rule.operation, rule.above)).collect();
    let refund = ("refund".to_owned(), RuleLimit::Amount(eur(10_000)));
    assert_eq!(rules, [("api_key".to_owned(), RuleLimit::Count(0)), ("bulk".to_owned(), RuleLimit::Count(50)), refund]);
}

#[tokio::test]
async fn everybody_of_the_team_sees_requests_and_what_becomes_of_them_in_the_changes() {
    let Some(desks) = Desks::start("approvals in the changes").await else { return };
    let profile = desks.team.profile;
    let approval = wanted("pay_1", 50_000);
    desks.ada.0.request_approval(profile, &approval).await.unwrap();
    let changes = desks.ben.0.changes_after(profile, 0).await.unwrap();
    let [open] = &changes.approvals[..] else { panic!("{changes:?}") };
    assert_eq!((&open.request, open.requested_by.as_str(), &open.stage), (&approval, "ada", &ApprovalStage::Open));
    assert_eq!(desks.ben.0.open_approvals(profile).await.unwrap().len(), 1);
    desks.decide(&desks.ben.0, &approval, ApprovalVerdict::Approved).await.unwrap();
    let changes = desks.ada.0.changes_after(profile, changes.upto).await.unwrap();
    let [decided] = &changes.approvals[..] else { panic!("{changes:?}") };
    assert!(matches!(&decided.stage, ApprovalStage::Approved(it) if it.by == "ben"), "{decided:?}");
    assert_eq!(desks.ben.0.open_approvals(profile).await, Ok(Vec::new()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_operations_that_want_one_approval_at_once_one_gets_it() {
    let Some(desks) = Desks::start("one approval for two operations").await else { return };
    for round in 0..20 {
        let payment = format!("pay_{round}");
        desks.approved(&payment, 50_000).await;
        let [first, second] = ["a", "b"].map(|name| format!("op_{round}_{name}"));
        let (one, other) = tokio::join!(
            desks.claim(&desks.ada, &payment, &first, 50_000),
            desks.claim(&desks.ben, &payment, &second, 50_000)
        );
        let granted = [&one, &other].into_iter().filter(|outcome| matches!(outcome, ClaimOutcome::Granted(_))).count();
        assert_eq!(granted, 1, "{one:?} {other:?}");
    }
}
