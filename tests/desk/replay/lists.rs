//! The list of payments as the real server gives it to a key.

use std::collections::BTreeSet;

use paydesk_api::call::{Call as _, KeyRole, Method};
use paydesk_api::outcome::{Attempt, Body, HttpAnswer};
use paydesk_api::rate_limit::RateHeaders;
use paydesk_api::resources::payments::calls::{ListForm, ListMethod, ListPayments, PaymentListFilter};
use paydesk_core::payment_reading::{PageEnd, ReadPlace, other_list_forms};
use paydesk_core::service_traits::PaymentListTraits;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::{CurrencyCode, MinorUnits};
use paydesk_domain::payment::PaymentStatus;
use serde_json::{Value, json};

use super::recorded::{Exchange, Sender, answer, exchanges};

fn page(after: Option<&str>, form: ListForm) -> ListPayments {
    ListPayments { limit: 100, after: after.map(PaymentId::new), form, ..ListPayments::default() }
}

fn by_query() -> ListForm {
    ListForm { method: ListMethod::Get, ..ListForm::default() }
}

#[test]
fn a_key_learns_to_ask_by_query() {
    let first = page(None, ListForm::default());
    let wants_sign_in = exchanges().iter().find(|exchange| {
        (exchange.method.as_str(), exchange.path.as_str(), exchange.status) == ("POST", "/payments/list", 400)
    });
    let error = first.read(wants_sign_in.unwrap().attempt(), MinorUnits::Hyperswitch).unwrap_err();
    assert!(error.wants_login() && !error.locks_profile(), "{error:?}");
    let ways = other_list_forms(&first, &error, &PaymentListTraits::USUAL);
    assert!(ways.iter().any(|(form, lesson)| form.method == ListMethod::Get && lesson.is_some()), "{ways:?}");
}

#[test]
fn a_signed_in_person_asks_for_what_was_recorded_and_is_told_how_many_there_are() {
    let filter = PaymentListFilter { status: Some(PaymentStatus::Failed), ..PaymentListFilter::default() };
    let by_status = ListPayments { filter, form: ListForm::default().signed_in(), ..page(None, ListForm::default()) };
    let filter = PaymentListFilter {
        currency: Some(CurrencyCode::new("EUR")),
        created_gte: "2026-11-20T00:00:00Z".parse().ok(),
        ..PaymentListFilter::default()
    };
    let of_range = ListPayments { filter, offset: 50, ..by_status.clone() };
    let recorded = |exchange: &&Exchange| {
        (exchange.sender, exchange.path.as_str(), exchange.is_success()) == (Sender::Person, "/payments/list", true)
    };
    let taken: BTreeSet<&str> = exchanges()
        .iter()
        .filter(recorded)
        .flat_map(|exchange| exchange.body.as_object().unwrap().keys())
        .map(String::as_str)
        .collect();
    for call in [&by_status, &of_range] {
        let request = call.request();
        assert_eq!((request.key, request.path.as_str()), (KeyRole::SignIn, "/payments/list"));
        let asked = request.body.unwrap();
        assert_eq!(asked["limit"], 50, "more is refused");
        let unknown: Vec<&String> =
            asked.as_object().unwrap().keys().filter(|name| !taken.contains(name.as_str())).collect();
        assert_eq!(unknown, Vec::<&String>::new(), "an unknown name is refused there");
    }
    let note = "list with sign-in {\"limit\": 5, \"status\": [\"succeeded\", \"failed\"]}";
    let answer = exchanges().iter().rfind(|exchange| exchange.note == note).unwrap();
    assert_eq!(by_status.read(answer.attempt(), MinorUnits::Hyperswitch).unwrap().total_count, Some(161));
}

#[test]
fn all_pages_follow_one_another_without_a_gap_or_a_repeat() {
    let (mut ids, mut after, mut newest_so_far) = (Vec::new(), None::<String>, None);
    loop {
        let call = page(after.as_deref(), by_query());
        let request = call.request();
        assert_eq!(request.method, Method::Get);
        let attempt = answer(&request).unwrap_or_else(|| panic!("not recorded: {}", request.path));
        let page = call.read(attempt, MinorUnits::Hyperswitch).unwrap();
        assert!(page.rows.windows(2).all(|two| two[0].created >= two[1].created), "newest first");
        assert!(newest_so_far.is_none_or(|last| page.rows[0].created <= last), "older than the page before");
        newest_so_far = page.rows.last().map(|row| row.created);
        ids.extend(page.rows.iter().map(|row| row.payment_id.to_string()));
        if (page.rows.len() as u32) < page.limit {
            break;
        }
        after = page.last_id.map(|id| id.to_string());
    }
    let distinct: BTreeSet<&String> = ids.iter().collect();
    assert_eq!((ids.len(), distinct.len()), (186, 186));
}

/// The list as the real server gives it: newest first, the row that is named again, at most as many rows as are asked for.
struct LongList {
    ids: Vec<String>,
}

impl LongList {
    fn page(&self, path: &str) -> Attempt {
        let url = url::Url::parse(&format!("http://service{path}")).unwrap();
        let value =
            |name: &str| url.query_pairs().find(|(known, _)| known == name).map(|(_, value)| value.into_owned());
        let number = |id: String| id.strip_prefix("pay_").unwrap().parse::<usize>().unwrap();
        let begins = value("ending_before").map_or(0, number);
        let rows = self.ids.iter().enumerate().skip(begins).take(value("limit").unwrap().parse().unwrap());
        let newest = chrono::DateTime::from_timestamp(1_795_000_000, 0).unwrap();
        // Ten of a second.
        let row = |(place, id): (usize, &String)| {
            json!({"payment_id": id, "status": "succeeded", "amount": 100, "currency": "EUR",
                "created": newest - chrono::TimeDelta::seconds(place as i64 / 10)})
        };
        let data: Vec<Value> = rows.map(row).collect();
        let page = json!({"size": data.len(), "data": data}).to_string();
        let rate = RateHeaders::default();
        Attempt::Answered(HttpAnswer { status: 200, body: Body::from_bytes(200, page.as_bytes()), rate })
    }
}

#[test]
fn a_list_of_100_000_is_read_whole_and_no_row_twice() {
    let list = LongList { ids: (0..100_000).map(|place| format!("pay_{place}")).collect() };
    let (mut place, mut read, now) = (ReadPlace::default(), Vec::new(), chrono::Utc::now());
    while !place.has_ended() {
        let call = page(place.after.as_ref().map(PaymentId::as_str), by_query());
        let page = call.read(list.page(&call.request().path), MinorUnits::Hyperswitch).unwrap();
        read.extend(page.rows.iter().map(|row| row.payment_id.to_string()));
        place.pass_page(PageEnd::of(&page), now);
    }
    assert!(place.is_whole && !place.is_stalled);
    assert!(
        read == list.ids,
        "{} rows, of which {} are distinct",
        read.len(),
        read.iter().collect::<BTreeSet<_>>().len()
    );
}
