//! Payments read by age and by number.

use paydesk_index::payment_columns::{SearchContext, StoredPayment};
use paydesk_index::payment_query::parse_query;
use paydesk_team::{PaymentKey, TeamConnection, TeamPaymentQuery, TeamProfileId, TeamRole};

use super::super::harness::Team;
use super::sample::{payments, put};

/// Everything that the program asks of payments, so that its plans are logged.
pub async fn ask_everything(hub: &TeamConnection, profile: TeamProfileId) {
    // More of one month than the index brings at once.
    let mut known = payments(3_000, 1);
    for payment in &mut known[..2_400] {
        payment.row.created = payment.row.created.map(|_| super::sample::newest());
    }
    put(hub, profile, &known).await;
    known[4].texts.name = "Another".to_owned();
    put(hub, profile, &known[..10]).await;
    let before = PaymentKey::of(&known[100]);
    hub.copy_payments(profile, None, 5, drop).await.unwrap();
    hub.copy_payments(profile, Some(&before), 5, drop).await.unwrap();
    hub.payments_after(profile, 3, 10).await.unwrap();
    hub.payments_without_details(profile, 10).await.unwrap();
    let day_start = |day: chrono::NaiveDate| day.and_time(chrono::NaiveTime::MIN).and_utc();
    let context = SearchContext { today: super::sample::newest().date_naive(), day_start: &day_start, notes: &() };
    for text in
        ["", "pay_000001ab", "blue", "blue -anna card:0001", "zz", "status:failed created:2026-10-03..2026-11-20"]
    {
        let query = TeamPaymentQuery::new(&parse_query(text).unwrap(), &context);
        let mut next = None;
        loop {
            next = hub.search_payments(profile, &query, next.as_ref(), 1_000).await.unwrap().next;
            if next.is_none() {
                break;
            }
        }
        hub.payment_facets(profile, &query).await.unwrap();
    }
}

fn ids(payments: &[StoredPayment]) -> Vec<&str> {
    payments.iter().map(|payment| payment.row.payment_id.as_str()).collect()
}

/// The newest first, those of one time by their ids, and those without a time last.
fn newest_first(mut payments: Vec<StoredPayment>) -> Vec<StoredPayment> {
    payments
        .sort_by_key(|payment| std::cmp::Reverse((payment.row.created, payment.row.payment_id.as_str().to_owned())));
    payments
}

#[tokio::test]
async fn pages_and_copies_bring_every_payment_once_the_newest_first() {
    let Some(team) = Team::start("pages of payments").await else { return };
    let hub = team.join("hub", TeamRole::Hub).await;
    let mut known = payments(900, 6);
    for number in 0..300 {
        // Three at one time, also at the beginning of a month.
        known[number * 3 + 1].row.created = known[number * 3].row.created;
        known[number * 3 + 2].row.created = known[number * 3].row.created;
    }
    known[30].row.created = Some("2026-11-01T00:00:00Z".parse().unwrap());
    known[31].row.created = known[30].row.created;
    put(&hub, team.profile, &known).await;
    let expected = newest_first(known);
    for limit in [7, 250, 2_000] {
        let (mut found, mut next) = (Vec::new(), None);
        loop {
            let query = TeamPaymentQuery::default();
            let page = hub.search_payments(team.profile, &query, next.as_ref(), limit).await.unwrap();
            assert!(page.payments.len() <= limit as usize);
            found.extend(page.payments);
            next = page.next;
            if next.is_none() {
                break;
            }
        }
        assert_eq!(ids(&found), ids(&expected), "{limit}");
        assert!(found == expected, "{limit}");
    }
    let mut copied = Vec::new();
    hub.copy_payments(team.profile, None, 100, |payment| copied.push(payment)).await.unwrap();
    assert!(copied == expected[..100]);
    let before = PaymentKey::of(&copied[99]);
    hub.copy_payments(team.profile, Some(&before), u64::MAX, |payment| copied.push(payment)).await.unwrap();
    assert!(copied == expected);
    let undated = PaymentKey::of(&expected[895]);
    assert_eq!(undated.created, None);
    let mut last = Vec::new();
    hub.copy_payments(team.profile, Some(&undated), 9, |payment| last.push(payment)).await.unwrap();
    assert!(last == expected[896..]);
}

#[tokio::test]
async fn a_snapshot_and_what_changed_since_are_all_that_there_is() {
    let Some(team) = Team::start("a snapshot of payments").await else { return };
    let hub = team.join("hub", TeamRole::Hub).await;
    let mut known = payments(300, 12);
    put(&hub, team.profile, &known).await;
    let changed = hub.payment_state(team.profile).await.unwrap().changed;
    known[5].texts.name = "New name".to_owned();
    // It is not where it was when the copy passes.
    known[200].row.created = known[0].row.created;
    let (mut copied, mut is_put) = (std::collections::BTreeMap::new(), false);
    let mut before = None;
    loop {
        let mut part: Vec<StoredPayment> = Vec::new();
        hub.copy_payments(team.profile, before.as_ref(), 100, |payment| part.push(payment)).await.unwrap();
        let Some(last) = part.last() else { break };
        before = Some(PaymentKey::of(last));
        copied.extend(part.into_iter().map(|payment| (payment.row.payment_id.clone(), payment)));
        if !std::mem::replace(&mut is_put, true) {
            put(&hub, team.profile, &known).await;
        }
    }
    let mut upto = changed;
    loop {
        let after = hub.payments_after(team.profile, upto, 1).await.unwrap();
        copied.extend(after.payments.into_iter().map(|payment| (payment.row.payment_id.clone(), payment)));
        upto = after.changed;
        if !after.is_more {
            break;
        }
    }
    assert_eq!(newest_first(copied.into_values().collect()), newest_first(known));
}

#[tokio::test]
async fn the_newest_without_details_come_first() {
    let Some(team) = Team::start("payments without details").await else { return };
    let hub = team.join("hub", TeamRole::Hub).await;
    let known = payments(200, 3);
    put(&hub, team.profile, &known).await;
    let bare = newest_first(known).into_iter().filter(|payment| payment.detailed_at.is_none());
    let bare: Vec<_> = bare.map(|payment| payment.row.payment_id).collect();
    assert_eq!(hub.payments_without_details(team.profile, 1_000).await.unwrap(), bare);
    assert_eq!(hub.payments_without_details(team.profile, 3).await.unwrap(), bare[..3]);
}
