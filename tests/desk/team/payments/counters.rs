//! Counters are what a count of the table is, whatever was put.

use paydesk_domain::payment::PaymentStatus;
use paydesk_team::TeamRole;

use super::super::harness::Team;
use super::sample::{Rng, payment, payments, place};

/// Counters, places and the total are those of the table.
pub async fn assert_counted(team: &Team) {
    let superuser = team.server.superuser().await;
    let columns = "status, currency, method, method_type, code, refunded, disputed, in_part";
    for (unit, table) in [("month", "payment_count"), ("day", "payment_day_count")] {
        let of_table = format!(
            "SELECT profile_id, date_trunc('{unit}', created, 'UTC'), status, currency, coalesce(method, ''), method_type, \
             coalesce(code, ''), refunded, disputed, in_part, count(*) FROM paydesk.payment \
             GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10"
        );
        let kept = format!("SELECT profile_id, {unit}, {columns}, payments FROM paydesk.{table} WHERE payments <> 0");
        for (one, other) in [(&of_table, &kept), (&kept, &of_table)] {
            let sql = format!("SELECT count(*) FROM ({one} EXCEPT ALL {other}) AS different");
            assert_eq!(superuser.query_one(&sql, &[]).await.unwrap().get::<_, i64>(0), 0, "{sql}");
        }
    }
    let sql = "SELECT (SELECT sum(total)::bigint FROM paydesk.payment_sync), count(*), count(k.created), \
               count(DISTINCT (p.profile_id, p.payment_id)), (SELECT count(*) FROM paydesk.payment_place) \
               FROM paydesk.payment AS p LEFT JOIN paydesk.payment_place AS k USING (profile_id, payment_id, created)";
    let row = superuser.query_one(sql, &[]).await.unwrap();
    let counts: Vec<i64> = (0..5).map(|column| row.get(column)).collect();
    assert!(counts.iter().all(|count| *count == counts[0]), "{counts:?}");
}

#[tokio::test]
async fn after_random_puts_the_counters_are_a_count_of_the_table() {
    let Some(team) = Team::start("counters of payments").await else { return };
    let hub = team.join("hub", TeamRole::Hub).await;
    let epoch = hub.begin_payment_sync(team.profile).await.unwrap().epoch;
    let (mut rng, statuses) = (Rng(31), ["failed", "succeeded", "expired", "requires_capture"]);
    let mut known = payments(400, 4);
    for round in 0..25 {
        for _ in 0..40 {
            let number = rng.below(400) as usize;
            let changed = &mut known[number];
            match rng.below(5) {
                0 => *changed = payment(number, &mut rng),
                1 => changed.row.status = PaymentStatus::from_word(rng.one_of(&statuses)),
                2 => changed.row.created = payment(rng.below(400) as usize, &mut rng).row.created,
                3 => changed.disputed = true,
                _ => changed.texts.name = format!("name {round}"),
            }
        }
        let from = rng.below(300) as usize;
        hub.put_payments(team.profile, epoch, &known[from..from + 100], &place(round)).await.unwrap();
    }
    assert_counted(&team).await;
}
