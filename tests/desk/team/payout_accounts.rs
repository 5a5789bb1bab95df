//! The first payout to an account needs a second person: what the database remembers of accounts, and what it does not.

use paydesk_domain::payout::AccountDigest;
use paydesk_team::{
    ApprovalId, ApprovalRequest, ApprovalVerdict, ClaimOutcome, ClaimRequest, DeskId, RuleLimit, SharedOperation,
    TeamConnection, TeamRole,
};
use serde_json::json;

use super::approvals::eur;
use super::claims::{LONG, fence, request};
use super::harness::Team;

const IBAN: &str = "DE89370400440532013000";

pub fn account(iban: &str) -> Option<AccountDigest> {
    AccountDigest::of("iban", [("iban", iban)])
}

fn payout() -> SharedOperation {
    SharedOperation { name: "create_payout".to_owned(), amount: Some(eur(1_000)), count: Some(1) }
}

pub fn claim(reference: &str, account: Option<AccountDigest>) -> ClaimRequest {
    ClaimRequest {
        family: "payout".to_owned(),
        operation: Some(payout()),
        account,
        ..request(reference, &format!("op_{reference}"), LONG)
    }
}

pub fn wanted(reference: &str, account: Option<AccountDigest>) -> ApprovalRequest {
    ApprovalRequest {
        id: ApprovalId(uuid::Uuid::new_v4().as_u128()),
        operation: payout(),
        family: "payout".to_owned(),
        resource: reference.to_owned(),
        account,
        plan: std::sync::Arc::new(json!({})),
        reason: "A new supplier".to_owned(),
    }
}

struct Desks {
    team: Team,
    ada: (TeamConnection, DeskId),
    ben: TeamConnection,
}

impl Desks {
    async fn start(test: &str) -> Option<Self> {
        let team = Team::start(test).await?;
        team.owner().await.set_rule(team.profile, "create_payout", &RuleLimit::FirstToAccount).await.unwrap();
        let ada = team.desk("ada", TeamRole::Operator).await;
        let (ben, _) = team.desk("ben", TeamRole::Approver).await;
        Some(Self { team, ada, ben })
    }

    async fn claim(&self, request: &ClaimRequest) -> ClaimOutcome {
        self.ada.0.claim(self.team.profile, self.ada.1, request).await.unwrap()
    }

    async fn approve(&self, request: &ApprovalRequest) {
        self.ada.0.request_approval(self.team.profile, request).await.unwrap();
        self.ben.decide_approval(self.team.profile, request.id, ApprovalVerdict::Approved, "").await.unwrap();
    }

    async fn send(&self, request: &ClaimRequest, ending: &str) {
        let own = fence(Ok(self.claim(request).await));
        self.ada.0.begin_sending(self.team.profile, own).await.unwrap();
        self.ada.0.release_claim(self.team.profile, own, ending).await.unwrap();
    }
}

#[tokio::test]
async fn the_first_payout_to_an_account_is_granted_with_an_approval_of_that_account_and_the_next_without() {
    let Some(desks) = Desks::start("first payouts").await else { return };
    let (known, other) = (account(IBAN), account("NL91ABNA0417164300"));
    assert_eq!(desks.claim(&claim("r_1", known)).await, ClaimOutcome::NeedsApproval);
    assert_eq!(desks.claim(&claim("r_1", None)).await, ClaimOutcome::NeedsApproval, "where to is not known");
    desks.approve(&wanted("r_1", known)).await;
    assert_eq!(desks.claim(&claim("r_1", other)).await, ClaimOutcome::NeedsApproval, "another account was approved");
    desks.send(&claim("r_1", known), "declined").await;
    assert_eq!(desks.claim(&claim("r_2", known)).await, ClaimOutcome::NeedsApproval, "nothing was paid");
    desks.approve(&wanted("r_2", known)).await;
    desks.send(&claim("r_2", known), "confirmed").await;
    desks.send(&claim("r_3", account("de89 3704 0044 0532 0130 00")), "confirmed").await;
    assert_eq!(desks.claim(&claim("r_4", other)).await, ClaimOutcome::NeedsApproval);
    let owner = desks.team.owner().await;
    let rules = owner.approval_rules(desks.team.profile).await.unwrap();
    assert!(
        matches!(&rules[..], [rule] if rule.above == RuleLimit::FirstToAccount && rule.operation == "create_payout")
    );
    assert!(desks.ben.set_first_account_rule(desks.team.profile, "create_payout", false).await.is_err());
    owner.set_first_account_rule(desks.team.profile, "create_payout", false).await.unwrap();
    fence(Ok(desks.claim(&claim("r_4", other)).await));
}

#[tokio::test]
async fn the_database_knows_an_account_by_a_fingerprint_that_is_another_one_in_another_profile() {
    let Some(desks) = Desks::start("fingerprints of accounts").await else { return };
    desks.approve(&wanted("r_1", account(IBAN))).await;
    desks.send(&claim("r_1", account(IBAN)), "confirmed").await;
    let superuser = desks.team.server.superuser().await;
    let rows = superuser.query("SELECT account FROM paydesk.payout_account", &[]).await.unwrap();
    let stored: Vec<u8> = rows[0].get(0);
    let digest = account(IBAN).unwrap().0;
    assert_eq!((rows.len(), stored.len()), (1, 32));
    assert_ne!(stored[..], digest[..], "made with the id of the profile");
    let dump = "SELECT string_agg(c::text, ' ') FROM paydesk.claim AS c";
    let text: String = superuser.query_one(dump, &[]).await.unwrap().get(0);
    assert!(!text.contains("0532013000"), "{text}");
}
