//! Claims: one open grant per resource, whoever asks at once, and none that ends while something may have been sent.

use std::time::Duration;

use paydesk_domain::money::{Currency, Money};
use paydesk_team::{
    ClaimOutcome, ClaimRequest, ClaimStage, DeskId, Fence, SharedOperation, TeamConnection, TeamError, TeamProfileId,
    TeamRefusal, TeamRole,
};

use super::harness::Team;

/// Long enough for every test.
pub const LONG: Duration = Duration::from_secs(3_600);
/// Over before the next statement, or soon after.
const SHORT: Duration = Duration::from_millis(1);

pub fn request(resource: &str, operation: &str, lease: Duration) -> ClaimRequest {
    ClaimRequest {
        family: "payment".to_owned(),
        resource: resource.to_owned(),
        operation_id: operation.to_owned(),
        description: "Capture 10.00 EUR".to_owned(),
        lease,
        operation: Some(refund(1_000)),
        run: None,
        account: None,
    }
}

/// A refund of so many cents.
pub fn refund(cents: i64) -> SharedOperation {
    let amount = Some(Money::new(cents, Currency::iso4217("EUR")));
    SharedOperation { name: "refund".to_owned(), amount, count: None }
}

#[track_caller]
pub fn fence(outcome: Result<ClaimOutcome, TeamError>) -> Fence {
    match outcome {
        Ok(ClaimOutcome::Granted(fence)) => fence,
        other => panic!("not granted: {other:?}"),
    }
}

/// Waits until the lease of a claim is over, by the database's clock.
async fn until_over(team: &Team, fence: Fence) {
    let superuser = team.server.superuser().await;
    let sql = "SELECT lease_until <= clock_timestamp() FROM paydesk.claim WHERE fence = $1";
    while !superuser.query_one(sql, &[&fence.0]).await.unwrap().get::<_, bool>(0) {}
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_that_claim_at_once_one_gets_it_and_the_others_read_who() {
    const ROUNDS: usize = 100;
    const PEOPLE: usize = 6;
    let Some(team) = Team::start("many claims at once").await else { return };
    let mut people = Vec::new();
    for number in 0..PEOPLE {
        people.push(team.desk(&format!("person-{number}"), TeamRole::Operator).await);
    }
    let (people, profile) = (std::sync::Arc::new(people), team.profile);
    for round in 0..ROUNDS {
        let mut tasks = tokio::task::JoinSet::new();
        for person in 0..PEOPLE {
            let people = std::sync::Arc::clone(&people);
            tasks.spawn(async move {
                let (connection, desk) = &people[person];
                let request = request(&format!("pay_{round}"), &format!("op_{round}_{person}"), LONG);
                (person, connection.claim(profile, *desk, &request).await.unwrap())
            });
        }
        let mut outcomes = tasks.join_all().await;
        let granted = outcomes.extract_if(.., |(_, outcome)| matches!(outcome, ClaimOutcome::Granted(_)));
        let granted: Vec<_> = granted.collect();
        let [(winner, ClaimOutcome::Granted(fence))] = &granted[..] else { panic!("round {round}: {granted:?}") };
        for (_, outcome) in &outcomes {
            let ClaimOutcome::Held(holder) = outcome else { panic!("{outcome:?}") };
            assert_eq!((holder.user.as_str(), holder.fence), (people[*winner].0.user(), *fence));
            assert_eq!((holder.description.as_str(), &holder.stage), ("Capture 10.00 EUR", &ClaimStage::Prepared));
        }
    }
    assert_eq!(people[0].0.open_claims(profile).await.unwrap().len(), ROUNDS);
}

#[tokio::test]
async fn a_prepared_claim_whose_time_is_over_goes_to_the_next_and_the_late_desk_may_not_send() {
    let Some(team) = Team::start("claims that expire").await else { return };
    let (ada, ada_desk) = team.desk("ada", TeamRole::Operator).await;
    let (ben, ben_desk) = team.desk("ben", TeamRole::Operator).await;
    let late = fence(ada.claim(team.profile, ada_desk, &request("pay_1", "op_1", SHORT)).await);
    until_over(&team, late).await;
    // Its time is over, even though nobody took it.
    assert_eq!(ada.begin_sending(team.profile, late).await, Err(TeamRefusal::LeaseOver.into()));
    let next = fence(ben.claim(team.profile, ben_desk, &request("pay_1", "op_2", LONG)).await);
    assert!(next > late);
    let refused = Err(TeamRefusal::ClaimEnded("expired".to_owned()).into());
    assert_eq!(ada.begin_sending(team.profile, late).await, refused);
    assert_eq!(ada.renew_claim(team.profile, late, LONG).await, refused);
    ben.begin_sending(team.profile, next).await.unwrap();
    // The fence of somebody else opens nothing.
    assert_eq!(ada.begin_sending(team.profile, next).await, Err(TeamRefusal::NoClaim.into()));
    assert_eq!(ada.release_claim(team.profile, next, "done").await, Err(TeamRefusal::NoClaim.into()));
}

#[tokio::test]
async fn a_claim_that_is_renewed_in_time_stays() {
    let Some(team) = Team::start("claims that are renewed").await else { return };
    let (ada, ada_desk) = team.desk("ada", TeamRole::Operator).await;
    let (ben, ben_desk) = team.desk("ben", TeamRole::Operator).await;
    let draft = ClaimRequest { family: "draft".to_owned(), operation: None, ..request("dp_1", "op_1", SHORT) };
    let own = fence(ada.claim(team.profile, ada_desk, &draft).await);
    until_over(&team, own).await;
    // Nobody took it meanwhile.
    ada.renew_claim(team.profile, own, LONG).await.unwrap();
    // What sends nothing says no operation; then nothing may be sent.
    assert_eq!(ada.begin_sending(team.profile, own).await, Err(TeamRefusal::NoOperation.into()));
    let held = ben.claim(team.profile, ben_desk, &ClaimRequest { operation_id: "op_2".to_owned(), ..draft }).await;
    assert!(matches!(held, Ok(ClaimOutcome::Held(holder)) if holder.user == "ada" && holder.age_ms >= 0));
}

/// As if a claim had been sending for a year.
async fn a_year_ago(team: &Team, fence: Fence) {
    let sql = "UPDATE paydesk.claim SET lease_until = lease_until - interval '1 year', since = since - interval '1 year', \
               sending_since = sending_since - interval '1 year' WHERE fence = $1";
    assert_eq!(team.server.superuser().await.execute(sql, &[&fence.0]).await.unwrap(), 1);
}

#[tokio::test]
async fn a_claim_under_which_something_may_have_been_sent_never_ends_by_time() {
    let Some(team) = Team::start("claims that are sending").await else { return };
    let (ada, ada_desk) = team.desk("ada", TeamRole::Operator).await;
    let (ben, ben_desk) = team.desk("ben", TeamRole::Operator).await;
    let own = fence(ada.claim(team.profile, ada_desk, &request("pay_1", "op_1", LONG)).await);
    ada.begin_sending(team.profile, own).await.unwrap();
    a_year_ago(&team, own).await;
    let held = ben.claim(team.profile, ben_desk, &request("pay_1", "op_2", LONG)).await.unwrap();
    let ClaimOutcome::Held(holder) = held else { panic!("{held:?}") };
    assert!(matches!(holder.stage, ClaimStage::Sending { .. }) && holder.age_ms > 360 * 86_400_000, "{holder:?}");
    // Its desk settles it, however late.
    ada.begin_sending(team.profile, own).await.unwrap();
    ada.release_claim(team.profile, own, "confirmed").await.unwrap();
    fence(ben.claim(team.profile, ben_desk, &request("pay_1", "op_2", LONG)).await);
    let again = ada.claim(team.profile, ada_desk, &request("pay_1", "op_1", LONG)).await;
    assert_eq!(again, Ok(ClaimOutcome::Ended(own)));
}

#[tokio::test]
async fn a_person_takes_a_claim_over_with_a_reason_which_its_desk_then_reads() {
    let Some(team) = Team::start("claims that are taken over").await else { return };
    let (ada, ada_desk) = team.desk("ada", TeamRole::Operator).await;
    let (ben, ben_desk) = team.desk("ben", TeamRole::Approver).await;
    let cleo = team.join("cleo", TeamRole::Reader).await;
    let own = fence(ada.claim(team.profile, ada_desk, &request("pay_1", "op_1", LONG)).await);
    ada.begin_sending(team.profile, own).await.unwrap();
    assert!(cleo.take_over_claim(team.profile, own, "because").await.is_err());
    assert_eq!(ben.take_over_claim(team.profile, own, "  ").await, Err(TeamRefusal::ReasonMissing.into()));
    ben.take_over_claim(team.profile, own, "Ada's machine is gone").await.unwrap();
    let ended = ben.claim_of_fence(team.profile, own).await.unwrap().unwrap();
    let ending = "taken over: Ada's machine is gone".to_owned();
    assert!(matches!(&ended.stage, ClaimStage::Ended { by, ending: it, .. } if by == "ben" && *it == ending));
    let refused = Err(TeamRefusal::ClaimEnded(ending).into());
    assert_eq!(ada.release_claim(team.profile, own, "confirmed").await, refused);
    fence(ben.claim(team.profile, ben_desk, &request("pay_1", "op_2", LONG)).await);
}

#[tokio::test]
async fn whatever_is_asked_again_after_a_lost_answer_changes_nothing_more() {
    let Some(team) = Team::start("claims that are repeated").await else { return };
    let (ada, desk) = team.desk("ada", TeamRole::Operator).await;
    let (ben, _) = team.desk("ben", TeamRole::Operator).await;
    let profile = team.profile;
    let wanted = request("pay_1", "op_1", LONG);
    let own = fence(twice(&ada, profile, async || ada.claim(profile, desk, &wanted).await).await);
    twice(&ada, profile, async || ada.renew_claim(profile, own, LONG).await).await.unwrap();
    twice(&ada, profile, async || ada.begin_sending(profile, own).await).await.unwrap();
    assert_eq!(fence(ada.claim(profile, desk, &wanted).await), own);
    twice(&ada, profile, async || ada.release_claim(profile, own, "confirmed").await).await.unwrap();
    let other = fence(ada.claim(profile, desk, &request("pay_2", "op_2", LONG)).await);
    twice(&ben, profile, async || ben.take_over_claim(profile, other, "holiday").await).await.unwrap();
    twice(&ada, profile, async || ada.see_desk(profile, desk, "test", "0").await).await.unwrap();
}

/// Does it, and again with the same answer and without a further change.
async fn twice<T: PartialEq + std::fmt::Debug>(
    connection: &TeamConnection,
    profile: TeamProfileId,
    work: impl AsyncFn() -> Result<T, TeamError>,
) -> Result<T, TeamError> {
    let first = work().await;
    let change = connection.last_change(profile).await;
    assert_eq!(work().await, first);
    assert_eq!(connection.last_change(profile).await, change);
    first
}

#[tokio::test]
async fn only_a_desk_of_ones_own_claims_and_an_operation_has_one_resource() {
    let Some(team) = Team::start("claims of others").await else { return };
    let (ada, ada_desk) = team.desk("ada", TeamRole::Operator).await;
    let (ben, ben_desk) = team.desk("ben", TeamRole::Operator).await;
    let (cleo, cleo_desk) = team.desk("cleo", TeamRole::Reader).await;
    let wanted = request("pay_1", "op_1", LONG);
    let (elsewhere, too_long) = (request("pay_2", "op_1", LONG), request("pay_2", "op_2", LONG * 2));
    let claim = async |person: &TeamConnection, desk, wanted| person.claim(team.profile, desk, wanted).await;
    assert_eq!(claim(&ada, ben_desk, &wanted).await, Err(TeamRefusal::ForeignDesk("ben".to_owned()).into()));
    assert_eq!(claim(&ada, DeskId::random(), &wanted).await, Err(TeamRefusal::UnknownDesk.into()));
    assert!(matches!(claim(&cleo, cleo_desk, &wanted).await, Err(TeamError::NoPermission { .. })));
    fence(claim(&ada, ada_desk, &wanted).await);
    let other = Err(TeamRefusal::OtherOperation("op_1".to_owned()).into());
    assert_eq!(claim(&ada, ada_desk, &elsewhere).await, other);
    assert_eq!(claim(&ben, ben_desk, &wanted).await, other);
    assert_eq!(claim(&ada, ada_desk, &too_long).await, Err(TeamRefusal::Lease.into()));
}

#[tokio::test]
async fn an_operation_that_never_sent_may_claim_again_after_its_claim_expired() {
    let Some(team) = Team::start("claims that are asked for again").await else { return };
    let (ada, ada_desk) = team.desk("ada", TeamRole::Operator).await;
    let (ben, ben_desk) = team.desk("ben", TeamRole::Operator).await;
    let first = fence(ada.claim(team.profile, ada_desk, &request("pay_1", "op_1", SHORT)).await);
    until_over(&team, first).await;
    let second = fence(ben.claim(team.profile, ben_desk, &request("pay_1", "op_2", LONG)).await);
    ben.release_claim(team.profile, second, "given up").await.unwrap();
    let third = fence(ada.claim(team.profile, ada_desk, &request("pay_1", "op_1", LONG)).await);
    assert!(first < second && second < third);
    ada.begin_sending(team.profile, third).await.unwrap();
}
