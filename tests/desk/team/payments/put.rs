//! What a put does: each payment once, with a number where it changed, and only by the hub that reads.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use paydesk_domain::payment::PaymentStatus;
use paydesk_index::payment_columns::StoredPayment;
use paydesk_team::{
    ChangeFeed, FeedEvent, FeedSource, FeedTimes, NewSyncPlace, PutPayments, TeamConnection, TeamError, TeamLimits,
    TeamRefusal, TeamRole,
};
use serde_json::json;

use super::super::harness::{Team, password_of};
use super::sample::{payments, place, put};

/// All payments of the profile, by their ids.
async fn all(connection: &TeamConnection, team: &Team) -> BTreeMap<String, StoredPayment> {
    let mut all = BTreeMap::new();
    let take = |payment: StoredPayment| {
        let again = all.insert(payment.row.payment_id.to_string(), payment);
        assert_eq!(again, None, "each once");
    };
    connection.copy_payments(team.profile, None, u64::MAX, take).await.unwrap();
    all
}

fn by_id(payments: &[StoredPayment]) -> BTreeMap<String, StoredPayment> {
    payments.iter().map(|payment| (payment.row.payment_id.to_string(), payment.clone())).collect()
}

#[tokio::test]
async fn payments_come_back_as_they_were_put_and_what_did_not_change_gets_no_number() {
    let Some(team) = Team::start("putting payments").await else { return };
    let hub = team.join("hub", TeamRole::Hub).await;
    let ada = team.join("ada", TeamRole::Reader).await;
    assert_eq!(ada.payment_state(team.profile).await.unwrap().total, 0);
    let epoch = hub.begin_payment_sync(team.profile).await.unwrap().epoch;
    let mut known = payments(700, 5);
    let at = NewSyncPlace { place: json!({"cursor": "c'1"}), is_whole: true, as_of: known[0].seen_at };
    let first = hub.put_payments(team.profile, epoch, &known, &at).await;
    assert_eq!(first, Ok(PutPayments { new: 700, changed: 0, total: 700, last_change: 700 }));
    assert_eq!(all(&ada, &team).await, by_id(&known));
    let state = ada.payment_state(team.profile).await.unwrap();
    assert_eq!((state.total, state.is_whole, state.as_of, state.changed), (700, true, at.as_of, 700));
    assert_eq!(state.place, at.place);
    assert!(state.synced_ago.unwrap() < std::time::Duration::from_secs(3_600));
    // Seen again, an hour later.
    let later = known.iter().map(|known| StoredPayment {
        seen_at: known.seen_at.map(|at| at + chrono::TimeDelta::hours(1)),
        ..known.clone()
    });
    let again = hub.put_payments(team.profile, epoch, &later.collect::<Vec<_>>(), &at).await;
    assert_eq!(again, Ok(PutPayments { new: 0, changed: 0, total: 700, last_change: 700 }));
    known[3].row.status = PaymentStatus::Expired;
    known[4].refunded = true;
    known[5].texts.name = "Changed".to_owned();
    let changed = hub.put_payments(team.profile, epoch, &known[2..6], &place(2)).await.unwrap();
    assert_eq!((changed.new, changed.total, changed.last_change), (0, 700, 700 + changed.changed as i64));
    let after = ada.payments_after(team.profile, 700, 100).await.unwrap();
    assert_eq!((after.payments.len(), after.changed, after.is_more), (changed.changed, changed.last_change, false));
    assert!(after.payments.iter().any(|payment| payment.texts.name == "Changed"));
}

#[tokio::test]
async fn what_a_list_leaves_out_stays_known_and_details_without_news_get_no_number() {
    let Some(team) = Team::start("payments merged").await else { return };
    let hub = team.join("hub", TeamRole::Hub).await;
    let epoch = hub.begin_payment_sync(team.profile).await.unwrap().epoch;
    let detailed = payments(60, 9).into_iter().find(|payment| !payment.texts.email.is_empty()).unwrap();
    let put = async |payment: &StoredPayment| {
        let put = hub.put_payments(team.profile, epoch, std::slice::from_ref(payment), &place(1)).await.unwrap();
        (put.new, put.changed)
    };
    assert_eq!(put(&detailed).await, (1, 0));
    let listed = StoredPayment::listed(detailed.row.clone(), detailed.seen_at.unwrap());
    assert_eq!(put(&listed).await, (0, 0));
    let expired = StoredPayment {
        row: paydesk_domain::payment::PaymentRow { status: PaymentStatus::Expired, ..listed.row.clone() },
        ..listed.clone()
    };
    assert_eq!(put(&expired).await, (0, 1));
    let there = all(&hub, &team).await.remove(detailed.row.payment_id.as_str()).unwrap();
    assert_eq!((there.row.status, there.texts), (PaymentStatus::Expired, detailed.texts.clone()));
    // A payment of which a read told nothing that the list had not told.
    let mut bare = StoredPayment::listed(listed.row, detailed.seen_at.unwrap());
    bare.row.payment_id = paydesk_domain::ids::PaymentId::new("pay_bare");
    assert_eq!(put(&bare).await, (1, 0));
    assert_eq!(hub.payments_without_details(team.profile, 9).await, Ok(vec![bare.row.payment_id.clone()]));
    bare.detailed_at = bare.seen_at;
    assert_eq!(put(&bare).await, (0, 0));
    assert_eq!(hub.payments_without_details(team.profile, 9).await, Ok(Vec::new()));
    assert_eq!(hub.payment_state(team.profile).await.unwrap().changed, 3);
    assert_eq!(hub.payments_after(team.profile, 2, 9).await.unwrap().payments, [bare]);
}

#[tokio::test]
async fn a_payment_whose_time_becomes_known_or_changes_is_in_one_month_only() {
    let Some(team) = Team::start("payments that move").await else { return };
    let hub = team.join("hub", TeamRole::Hub).await;
    let epoch = hub.begin_payment_sync(team.profile).await.unwrap().epoch;
    let mut moving = payments(1, 3).remove(0);
    moving.row.payment_id = paydesk_domain::ids::PaymentId::new("pay_'quoted'_Ä\\");
    // 1899 and 2150 are in no partition of a month.
    for at in ["", "2026-11-01T00:00:00Z", "2026-10-31T23:59:59.999Z", "1899-01-01T00:00:00Z", "2150-01-01T00:00:00Z"] {
        moving.row.created = (!at.is_empty()).then(|| at.parse().unwrap());
        let put = hub.put_payments(team.profile, epoch, &[moving.clone()], &place(1)).await.unwrap();
        assert_eq!(put.total, 1, "{at}");
        assert_eq!(all(&hub, &team).await, by_id(&[moving.clone()]), "{at}");
    }
    super::counters::assert_counted(&team).await;
}

#[tokio::test]
async fn only_the_hub_that_began_last_puts_and_nobody_else_may() {
    let Some(team) = Team::start("one hub puts payments").await else { return };
    let (one, other) = (team.join("hub-1", TeamRole::Hub).await, team.join("hub-2", TeamRole::Hub).await);
    let known = payments(5, 1);
    let first = one.begin_payment_sync(team.profile).await.unwrap().epoch;
    one.put_payments(team.profile, first, &known[..2], &place(7)).await.unwrap();
    let second = other.begin_payment_sync(team.profile).await.unwrap();
    assert_eq!((second.state.place, second.state.total), (json!({"number": 7}), 2), "where the first one was");
    let refused = one.put_payments(team.profile, first, &known, &place(8)).await;
    assert_eq!(refused, Err(TeamRefusal::PaymentsTaken.into()));
    assert_eq!(other.payment_state(team.profile).await.unwrap().total, 2, "all or none");
    other.put_payments(team.profile, second.epoch, &known, &place(9)).await.unwrap();
    for role in [TeamRole::Reader, TeamRole::Operator, TeamRole::Approver, TeamRole::Admin] {
        let person = team.join(&format!("{}-person", role.name()), role).await;
        let begun = person.begin_payment_sync(team.profile).await;
        assert!(matches!(begun, Err(TeamError::NoPermission { .. })), "{begun:?}");
        let put = person.put_payments(team.profile, second.epoch, &known, &place(10)).await;
        assert!(matches!(put, Err(TeamError::NoPermission { .. })), "{put:?}");
        assert_eq!(all(&person, &team).await.len(), 5, "but reads");
    }
    let long: String =
        (0..70_000_u32).map(|n| char::from(33 + (n.wrapping_mul(2_654_435_761) >> 25) as u8 % 90)).collect();
    let long = NewSyncPlace { place: json!([long, long]), ..place(0) };
    assert!(other.put_payments(team.profile, second.epoch, &[], &long).await.is_err(), "a place has a limit");
}

#[tokio::test]
async fn members_of_another_profile_read_and_find_nothing() {
    let Some(team) = Team::start("payments of others").await else { return };
    let hub = team.join("hub", TeamRole::Hub).await;
    put(&hub, team.profile, &payments(20, 2)).await;
    let owner = team.owner().await;
    let service = "https://other.example.com";
    let other = owner.add_profile("Other", paydesk_domain::profile::Environment::Sandbox, service).await.unwrap();
    team.join("cleo", TeamRole::Reader).await;
    owner.set_member(other, "cleo", TeamRole::Hub).await.unwrap();
    owner.remove_member(team.profile, "cleo").await.unwrap();
    let cleo = team.connect("cleo").await.unwrap();
    assert!(all(&cleo, &team).await.is_empty());
    assert_eq!(cleo.payments_after(team.profile, 0, 10).await.unwrap().payments, []);
    assert_eq!(cleo.payments_without_details(team.profile, 10).await, Ok(Vec::new()));
    assert_eq!(cleo.payment_state(team.profile).await.unwrap().total, 0);
    let not_a_member = TeamError::from(TeamRefusal::NotAMember);
    let query = Default::default();
    assert_eq!(cleo.search_payments(team.profile, &query, None, 10).await.unwrap_err(), not_a_member);
    assert_eq!(cleo.payment_facets(team.profile, &query).await.unwrap_err(), not_a_member);
    assert_eq!(cleo.begin_payment_sync(team.profile).await.unwrap_err(), not_a_member);
    assert_eq!(cleo.put_payments(team.profile, 1, &payments(1, 1), &place(1)).await.unwrap_err(), not_a_member);
    // The same payment in two profiles is two payments.
    put(&cleo, other, &payments(20, 8)).await;
    assert_eq!(cleo.search_payments(other, &query, None, 100).await.unwrap().payments.len(), 20);
    assert_eq!(all(&hub, &team).await, by_id(&payments(20, 2)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_reads_after_a_number_misses_no_payment_while_four_put() {
    const WRITERS: usize = 4;
    let Some(team) = Team::start("payments while others put").await else { return };
    let (profile, left) = (team.profile, Arc::new(AtomicUsize::new(WRITERS)));
    let hub = team.join("hub", TeamRole::Hub).await;
    let epoch = hub.begin_payment_sync(profile).await.unwrap().epoch;
    let mut tasks = tokio::task::JoinSet::new();
    for writer in 0..WRITERS {
        let (connection, left) = (team.connect("hub").await.unwrap(), Arc::clone(&left));
        tasks.spawn(async move {
            for round in 0..12 {
                // Some are new, and some are those of others.
                let mut part = payments(40 + round * 5, 77);
                for payment in &mut part[round * 5..] {
                    payment.texts.name = format!("{writer}-{round}");
                }
                connection.put_payments(profile, epoch, &part, &place(1)).await.unwrap();
            }
            left.fetch_sub(1, Ordering::SeqCst);
        });
    }
    let (mut seen, mut upto) = (BTreeMap::new(), 0);
    loop {
        let is_last = left.load(Ordering::SeqCst) == 0;
        let after = hub.payments_after(profile, upto, 30).await.unwrap();
        assert!(after.changed >= upto);
        seen.extend(by_id(&after.payments));
        upto = after.changed;
        if is_last && !after.is_more {
            break;
        }
    }
    tasks.join_all().await;
    assert_eq!(seen, all(&hub, &team).await);
    assert_eq!(hub.payment_state(profile).await.unwrap().changed, upto);
    super::counters::assert_counted(&team).await;
}

#[tokio::test]
async fn a_feed_hears_of_payments_and_takes_them_for_no_change_of_records() {
    let Some(team) = Team::start("a feed of payments").await else { return };
    let hub = team.join("hub", TeamRole::Hub).await;
    let never = std::time::Duration::from_secs(3_600);
    let times = FeedTimes { poll: never, check: never, self_test: never, ..FeedTimes::default() };
    let (password, limits) = (Some(password_of("hub")), TeamLimits::default());
    let address = team.server.address("hub");
    put(&hub, team.profile, &payments(3, 2)).await;
    let mut feed = ChangeFeed::start(FeedSource { address, password, limits, times, profile: team.profile, after: 0 });
    let mut heard = feed.payments();
    assert_eq!(feed.next().await, Some(FeedEvent::Connected { is_notified: true }));
    heard.wait_for(|number| *number == 3).await.unwrap();
    put(&hub, team.profile, &payments(5, 2)).await;
    heard.wait_for(|number| *number == 5).await.unwrap();
    // Nothing came of it but the number.
    let (ada, desk) = team.desk("ada", TeamRole::Operator).await;
    ada.put_record(team.profile, desk, &super::super::records::note("a", None, "")).await.unwrap();
    assert!(matches!(feed.next().await, Some(FeedEvent::Changed(changes)) if changes.records.len() == 1));
}
