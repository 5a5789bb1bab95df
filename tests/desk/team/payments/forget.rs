//! Payments of old months are removed, with all that counts them, and stay away.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use paydesk_domain::profile::Environment;
use paydesk_index::payment_columns::StoredPayment;
use paydesk_team::{TeamConnection, TeamError, TeamProfileId, TeamRole};

use super::super::harness::Team;
use super::counters::assert_counted;
use super::sample::{payments, place};

fn time(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn ids<'a>(payments: impl IntoIterator<Item = &'a StoredPayment>) -> BTreeSet<String> {
    payments.into_iter().map(|payment| payment.row.payment_id.to_string()).collect()
}

async fn all(connection: &TeamConnection, profile: TeamProfileId) -> BTreeSet<String> {
    let mut all = Vec::new();
    connection.copy_payments(profile, None, u64::MAX, |payment| all.push(payment)).await.unwrap();
    ids(&all)
}

async fn has_partition(team: &Team, name: &str) -> bool {
    let superuser = team.server.superuser().await;
    let sql = format!("SELECT to_regclass('paydesk.{name}') IS NOT NULL");
    superuser.query_one(&sql, &[]).await.unwrap().get(0)
}

#[tokio::test]
async fn old_months_are_removed_of_one_profile_with_what_counts_them_and_no_put_brings_them_back() {
    let Some(team) = Team::start("forgetting payments").await else { return };
    let (hub, admin) = (team.join("hub", TeamRole::Hub).await, team.join("ben", TeamRole::Admin).await);
    let (shop, owner) = (team.profile, team.owner().await);
    let other = owner.add_profile("Other", Environment::Sandbox, "https://other.example.com").await.unwrap();
    owner.set_member(other, "hub", TeamRole::Hub).await.unwrap();
    // Of one profile down to the end of September, of the other to the end of October.
    let (known, others) = (payments(400, 3), payments(200, 4));
    let epoch = hub.begin_payment_sync(shop).await.unwrap().epoch;
    hub.put_payments(shop, epoch, &known, &place(1)).await.unwrap();
    let of_other = hub.begin_payment_sync(other).await.unwrap().epoch;
    hub.put_payments(other, of_other, &others, &place(1)).await.unwrap();
    let before = admin.payment_state(shop).await.unwrap();

    let since = time("2026-11-01T00:00:00Z");
    let is_kept = |payment: &&StoredPayment| payment.row.created.is_none_or(|created| created >= since);
    let kept = ids(known.iter().filter(is_kept));
    let months = admin.payment_months_before(shop, since).await.unwrap();
    let names: Vec<String> = months.iter().map(|month| month.month.format("%Y-%m").to_string()).collect();
    assert_eq!(names, ["2026-09", "2026-10"]);
    let removable: u64 = months.iter().map(|month| month.payments).sum();
    assert_eq!(removable as usize, known.len() - kept.len());

    assert!(matches!(admin.forget_payments(shop, months[0].month).await, Err(TeamError::Refused(_))), "still kept");
    admin.keep_payments_since(shop, since).await.unwrap();
    for month in &months {
        assert_eq!(admin.forget_payments(shop, month.month).await, Ok(month.payments));
        assert_counted(&team).await;
    }
    assert_eq!(all(&admin, shop).await, kept);
    assert_eq!(all(&hub, other).await, ids(&others), "those of another profile stay");
    assert_eq!(
        (has_partition(&team, "payment_2026_09").await, has_partition(&team, "payment_2026_10").await),
        (false, true)
    );
    let state = admin.payment_state(shop).await.unwrap();
    assert_eq!((state.total as usize, state.kept_since), (kept.len(), Some(since)));

    // Who follows is sent one payment, not what was removed.
    let news = admin.payments_after(shop, before.changed, 1_000).await.unwrap();
    assert_eq!((news.payments.len(), news.changed, news.is_more), (1, state.changed, false));
    hub.put_payments(shop, epoch, &known, &place(2)).await.unwrap();
    assert_eq!(all(&admin, shop).await, kept);
    assert!(!has_partition(&team, "payment_2026_09").await);
    assert_counted(&team).await;
    let again = admin.payment_state(shop).await.unwrap();
    assert_eq!((again.total, again.changed), (state.total, state.changed));

    // The last that has payments in a month takes its partition along.
    let all_since = (admin.keep_payments_since(shop, time("2026-10-01T00:00:00Z")).await, state.kept_since);
    assert_eq!((all_since.0, admin.payment_state(shop).await.unwrap().kept_since), (Ok(()), all_since.1), "never back");
    owner.set_member(other, "ben", TeamRole::Admin).await.unwrap();
    admin.keep_payments_since(other, since).await.unwrap();
    admin.forget_payments(other, time("2026-10-01T00:00:00Z")).await.unwrap();
    assert!(!has_partition(&team, "payment_2026_10").await);
    assert_counted(&team).await;
}

#[tokio::test]
async fn only_an_admin_removes_months_that_are_over_and_whole() {
    let Some(team) = Team::start("who forgets payments").await else { return };
    let hub = team.join("hub", TeamRole::Hub).await;
    let epoch = hub.begin_payment_sync(team.profile).await.unwrap().epoch;
    hub.put_payments(team.profile, epoch, &payments(300, 3), &place(1)).await.unwrap();
    let since = time("2026-11-01T00:00:00Z");
    for role in [TeamRole::Reader, TeamRole::Operator, TeamRole::Approver, TeamRole::Hub] {
        let person = team.join(&format!("{}-person", role.name()), role).await;
        assert!(person.keep_payments_since(team.profile, since).await.is_err(), "{role:?}");
        assert!(person.forget_payments(team.profile, time("2026-10-01T00:00:00Z")).await.is_err(), "{role:?}");
    }
    let admin = team.join("ben", TeamRole::Admin).await;
    for wrong in ["2026-10-15T00:00:00Z", "2026-10-01T00:00:01Z", "2999-01-01T00:00:00Z"] {
        assert!(admin.keep_payments_since(team.profile, time(wrong)).await.is_err(), "{wrong}");
    }
    admin.keep_payments_since(team.profile, since).await.unwrap();
    for wrong in ["2026-11-01T00:00:00Z", "2026-10-02T00:00:00Z"] {
        assert!(admin.forget_payments(team.profile, time(wrong)).await.is_err(), "{wrong}");
    }
    assert_eq!(admin.payment_state(team.profile).await.unwrap().total, 300);
}

#[tokio::test]
async fn who_follows_a_profile_whose_payments_were_all_removed_is_at_the_end() {
    let Some(team) = Team::start("all payments forgotten").await else { return };
    let (hub, admin) = (team.join("hub", TeamRole::Hub).await, team.join("ben", TeamRole::Admin).await);
    let epoch = hub.begin_payment_sync(team.profile).await.unwrap().epoch;
    let old = |payment: &StoredPayment| payment.row.created.is_some_and(|at| at < time("2026-10-01T00:00:00Z"));
    let known: Vec<StoredPayment> = payments(400, 3).into_iter().filter(old).collect();
    assert!(!known.is_empty());
    hub.put_payments(team.profile, epoch, &known, &place(1)).await.unwrap();
    admin.keep_payments_since(team.profile, time("2026-10-01T00:00:00Z")).await.unwrap();
    admin.forget_payments(team.profile, time("2026-09-01T00:00:00Z")).await.unwrap();
    let state = admin.payment_state(team.profile).await.unwrap();
    assert_eq!(state.total, 0);
    let news = admin.payments_after(team.profile, 1, 1_000).await.unwrap();
    assert_eq!((news.payments.len(), news.changed, news.is_more), (0, state.changed, false));
}
