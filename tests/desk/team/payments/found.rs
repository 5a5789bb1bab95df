//! What a query finds on the server is what the local search finds in the same payments.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use paydesk_domain::ids::PaymentId;
use paydesk_index::payment_columns::{
    FacetCounts, KnownPayments, NoteMatches, PaymentFacets, SearchContext, StoredPayment, search,
};
use paydesk_index::payment_query::{PaymentQuery, parse_query};
use paydesk_team::{TeamConnection, TeamPaymentQuery, TeamProfileId, TeamRole};

use super::super::harness::Team;
use super::sample::{Rng, newest, payments, put};

/// A zone an hour and three quarters before UTC.
fn day_start(day: NaiveDate) -> DateTime<Utc> {
    day.and_time(NaiveTime::MIN).and_utc() - TimeDelta::minutes(105)
}

/// Some payments are tagged, and others have notes; of some of them nothing else is known.
struct Written;

fn ids(every: usize) -> Vec<PaymentId> {
    (0..1_100).step_by(every).map(|number| PaymentId::new(format!("pay_{number:06}Ab"))).collect()
}

impl NoteMatches for Written {
    fn tagged(&self, tag: &str) -> Vec<PaymentId> {
        if tag == "vip" { ids(7) } else { Vec::new() }
    }

    fn noted(&self, text: &str) -> Vec<PaymentId> {
        if text == "waits" { ids(5) } else { Vec::new() }
    }

    fn annotated(&self, text: &str) -> Vec<PaymentId> {
        [self.tagged(text), self.noted(text)].concat()
    }
}

fn context() -> SearchContext<'static> {
    SearchContext { today: newest().date_naive(), day_start: &day_start, notes: &Written }
}

/// Conditions of every key, with what patterns and quotation marks have a meaning for.
const CONDITIONS: [&str; 99] = [
    "anna",
    "ANNA",
    "jürgen",
    "müller",
    "jurgen",
    "mu\u{308}lle",
    "\"ANNA MULLER\"",
    "visa",
    "aster",
    "failed",
    "last week",
    "дом",
    "💳",
    "li",
    "e",
    "sh",
    "zebra",
    "shoes",
    "\"blue shoes\"",
    "\"anna müller\"",
    "100%",
    "shop_1",
    "shopx1",
    "a-2",
    "it's",
    "\\",
    "sure\\",
    "%",
    "_",
    "insufficient",
    "bank",
    "ue_3",
    "ue_lower",
    "unavailable",
    "0042",
    "0007",
    "7",
    "12.50",
    "17",
    "1,234",
    "eur",
    "jpy",
    "points",
    "POINTS",
    "point",
    "xau",
    "pay_00001",
    "00001",
    "ab",
    "cus_1",
    "vip",
    "waits",
    "status:failed",
    "status:failed,succeeded",
    "status:odd_word",
    "status:partially_captured",
    "status:expired",
    "currency:eur",
    "currency:jpy,kwd",
    "currency:\"Points\"",
    "amount:>1500",
    "amount:10..20",
    "amount:<0",
    "amount:0.17",
    "amount:..3",
    "amount:>=99999999999999",
    "created:2026-10",
    "created:2026",
    "created:2026-11-25",
    "created:>2026-09-20",
    "created:<=2026-09-21",
    "created:<2026-10",
    "created:7d",
    "created:today",
    "created:1999",
    "created:2026-10..2026-11-03",
    "customer:cus_9",
    "customer:CUS_1,cus_2",
    "customer:us_1",
    "email:@example.com",
    "email:anna",
    "email:JÜRGEN",
    "email:_",
    "order:a-1",
    "order:9",
    "method:card",
    "method:CARD,debit",
    "method:upi,nothing",
    "card:0042",
    "card:0001,0002,0003",
    "code:UE_1001",
    "code:ue_3*",
    "code:UE_*,x",
    "family:issuer",
    "family:unrecognised,availability",
    "id:00012",
    "id:pay_0",
    "refunded:yes",
    "disputed:no",
];
const MORE: [&str; 6] =
    ["disputed:yes", "refunded:no", "tag:vip", "tag:none", "note:waits,nothing", "customer:\"cus_1%\""];

/// The same payments as a desk has them.
fn columns_of(payments: &[StoredPayment]) -> KnownPayments {
    let mut columns = KnownPayments::default();
    for payment in payments {
        columns.put(payment);
    }
    columns.order_new();
    columns
}

fn random_query(rng: &mut Rng) -> String {
    let one = |rng: &mut Rng| {
        let all: Vec<&str> = CONDITIONS.iter().chain(&MORE).copied().collect();
        let condition = rng.one_of(&all).to_owned();
        if rng.below(4) == 0 { format!("-{condition}") } else { condition }
    };
    (0..=rng.below(3)).map(|_| one(rng)).collect::<Vec<_>>().join(" ")
}

/// All pages, and whether each was as long as it may be at most.
async fn found(
    hub: &TeamConnection,
    profile: TeamProfileId,
    query: &TeamPaymentQuery,
    limit: u32,
) -> Vec<StoredPayment> {
    let (mut found, mut next) = (Vec::new(), None);
    loop {
        let page = hub.search_payments(profile, query, next.as_ref(), limit).await.unwrap();
        assert!(page.payments.len() <= limit as usize);
        found.extend(page.payments);
        next = page.next;
        if next.is_none() {
            return found;
        }
    }
}

fn expected(columns: &KnownPayments, query: &PaymentQuery) -> Vec<StoredPayment> {
    let rows = search(columns, query, &context(), false).rows;
    let all = (0..columns.len()).filter(|row| rows.has(*row)).filter_map(|row| columns.payment(row));
    let mut found: Vec<StoredPayment> = all.collect();
    found.sort_by_key(|payment| Reverse((payment.row.created, payment.row.payment_id.as_str().to_owned())));
    found
}

/// In an order of their own: of equal counts any may be first.
fn sorted<T: std::fmt::Debug>(counts: &FacetCounts<T>) -> BTreeMap<String, u64> {
    counts.iter().map(|(value, count)| (format!("{value:?}"), *count)).collect()
}

fn assert_same_facets(server: &PaymentFacets, local: &PaymentFacets, query: &str) {
    assert_eq!(sorted(&server.statuses), sorted(&local.statuses), "{query}");
    assert_eq!(sorted(&server.currencies), sorted(&local.currencies), "{query}");
    assert_eq!(sorted(&server.methods), sorted(&local.methods), "{query}");
    assert_eq!(sorted(&server.families), sorted(&local.families), "{query}");
    assert_eq!((server.disputed, server.refunded), (local.disputed, local.refunded), "{query}");
    let all: u64 = local.days.iter().map(|(_, count)| count).sum::<u64>() + local.older;
    assert_eq!((server.older, server.days.len()), (all, 0), "{query}");
    assert!(server.statuses.is_sorted_by_key(|(_, count)| Reverse(*count)));
}

#[tokio::test]
async fn the_server_finds_and_counts_what_the_local_search_does() {
    let Some(team) = Team::start("payments searched on the server").await else { return };
    let hub = team.join("hub", TeamRole::Hub).await;
    let known = payments(1_000, 15);
    put(&hub, team.profile, &known).await;
    let columns = columns_of(&known);
    let mut rng = Rng(2_026);
    let single = CONDITIONS.iter().chain(&MORE).flat_map(|text| [(*text).to_owned(), format!("-{text}")]);
    let random = (0..120).map(|_| random_query(&mut rng));
    let long = ["a-".to_owned() + &"9".repeat(3_000), "x".repeat(3_000)];
    let texts: Vec<String> = single.chain(long).chain(random).collect();
    let (mut not_empty, mut counted) = (0, 0);
    for text in texts {
        let query = parse_query(&text).unwrap();
        let asked = TeamPaymentQuery::new(&query, &context());
        let expected = expected(&columns, &query);
        let ids = |payments: &[StoredPayment]| {
            payments.iter().map(|payment| payment.row.payment_id.to_string()).collect::<Vec<_>>()
        };
        let limit = [50, 200, 2_000][rng.below(3) as usize];
        let found = found(&hub, team.profile, &asked, limit).await;
        assert_eq!(ids(&found), ids(&expected), "{text}");
        assert!(found == expected, "{text}");
        not_empty += usize::from(!found.is_empty());
        if let Some(facets) = hub.payment_facets(team.profile, &asked).await.unwrap() {
            assert_same_facets(&facets, &search(&columns, &query, &context(), true).facets, &text);
            counted += 1;
        }
    }
    assert!(not_empty > 150 && counted > 50, "{not_empty} found something, {counted} were counted");
}

/// What a query finds where every page ends after its first step, and how many pages that takes.
async fn found_by_steps(
    person: &tokio_postgres::Client,
    team: &Team,
    query: &TeamPaymentQuery,
) -> (Vec<String>, usize) {
    let sql = "SELECT (f.found).payment_id, nullif(f.at_created, '-infinity'), f.at_id \
               FROM paydesk.search_payments($1, $2, $3, $4, 2000, 0) AS f";
    let query = serde_json::to_value(query).unwrap();
    let (mut found, mut pages, mut at) = (Vec::new(), 0, (None::<DateTime<Utc>>, None::<String>));
    loop {
        pages += 1;
        let rows = person.query(sql, &[&team.profile.0, &query, &at.0, &at.1]).await.unwrap();
        let ids = rows.iter().filter_map(|row| row.get::<_, Option<String>>(0));
        found.extend(ids);
        let Some(last) = rows.last().filter(|row| row.get::<_, Option<String>>(2).is_some()) else {
            return (found, pages);
        };
        at = (last.get(1), last.get(2));
    }
}

#[tokio::test]
async fn a_page_that_ends_by_time_says_where_the_next_one_goes_on() {
    let Some(team) = Team::start("pages that end by time").await else { return };
    let hub = team.join("hub", TeamRole::Hub).await;
    let known = payments(3_000, 21);
    put(&hub, team.profile, &known).await;
    let columns = columns_of(&known);
    let person = team.server.plain("hub", super::super::harness::password_of("hub").expose()).await;
    for text in
        ["", "e", "anna", "a-2998", "\"blue shoes\" created:<2026-10", "-card:0007", "status:failed disputed:no"]
    {
        let query = parse_query(text).unwrap();
        let (found, pages) = found_by_steps(&person, &team, &TeamPaymentQuery::new(&query, &context())).await;
        let expected: Vec<String> =
            expected(&columns, &query).iter().map(|payment| payment.row.payment_id.to_string()).collect();
        assert_eq!(found, expected, "{text}");
        assert!(pages > 1, "{text}");
    }
}
