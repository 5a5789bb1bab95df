//! What the real server counts itself, read from the recorded answers, and beside what Paydesk read of its lists.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use paydesk_api::call::Call as _;
use paydesk_api::resources::disputes::calls::ListDisputes;
use paydesk_api::resources::service_counts::calls::{
    AddUpAmounts, AddedUp, CountByStatus, CountedRecords, CountedTime, ReportedSums,
};
use paydesk_core::Action;
use paydesk_core::features::analytics::{AnalyticsAction, Board, CountAgreement, RangeChoice, ServiceComparison};
use paydesk_core::route::Route;
use paydesk_domain::dispute::Dispute;
use paydesk_domain::money::{CurrencyCode, MinorUnits};
use paydesk_domain::status_counts::StatusCounts;

use serde_json::{Value, json};

use super::desk::Desk;
use super::recorded::{Exchange, Sender, exchanges};
use super::server::ReplayServer;

fn time() -> CountedTime {
    let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
    CountedTime { start: at("2026-11-01T00:00:00Z"), end: at("2026-11-30T23:59:59.999Z") }
}

/// The last recorded answer to a count.
fn counted(records: CountedRecords) -> StatusCounts {
    let path = records.endpoint().spec().path;
    let last = exchanges().iter().rfind(|exchange| exchange.path == path && exchange.is_success());
    let last = last.unwrap_or_else(|| panic!("{path} was not recorded"));
    assert_eq!(last.sender == Sender::Person, records.takes_sign_in(), "{path}");
    CountByStatus { records, time: time() }.read(last.attempt(), MinorUnits::Hyperswitch).unwrap()
}

#[test]
fn every_recorded_count_is_read_and_names_no_unknown_status() {
    for (records, total) in
        [(CountedRecords::Payments, 189), (CountedRecords::Refunds, 12), (CountedRecords::Disputes, 6)]
    {
        let counts = counted(records);
        assert_eq!(counts.total(), total, "{records:?}");
        for (status, _) in counts.iter() {
            assert_ne!(records.status_label(status), status, "{status} has no word for people");
        }
    }
    assert_eq!(counted(CountedRecords::Payments).of("succeeded"), 141);
}

#[test]
fn a_key_that_may_not_count_payments_is_told_so_and_learns_nothing_of_a_sign_in() {
    let refused = exchanges().iter().find(|exchange| exchange.path == "/payments/aggregate").unwrap();
    assert_eq!(refused.sender, Sender::Key);
    let call = CountByStatus { records: CountedRecords::Payments, time: time() };
    assert!(call.read(refused.attempt(), MinorUnits::Hyperswitch).unwrap_err().wants_login());
}

fn listed_disputes() -> Vec<Dispute> {
    let list = exchanges().iter().rfind(|exchange| exchange.path == "/disputes/list" && exchange.query.is_empty());
    let call = ListDisputes { filter: Default::default(), limit: 100, offset: 0, by_body: false };
    call.read(list.unwrap().attempt(), MinorUnits::Hyperswitch).unwrap().rows
}

/// The sums that were recorded for the person of the merchant, with what each was asked for.
fn recorded_sums(added_up: AddedUp) -> Vec<ReportedSums> {
    let call = AddUpAmounts { added_up, time: time() };
    let wanted = call.request();
    let query = |body: &Value| (body[0]["metrics"].clone(), body[0]["groupByNames"].clone());
    let is_it = |exchange: &&Exchange| {
        exchange.path == wanted.path
            && exchange.is_success()
            && exchange.body[0].get("timeSeries").is_none()
            && query(&exchange.body) == query(wanted.body.as_ref().unwrap())
    };
    let answers = exchanges().iter().filter(is_it);
    answers.map(|exchange| call.read(exchange.attempt(), MinorUnits::Hyperswitch).unwrap()).collect()
}

#[test]
fn what_the_service_calls_disputed_is_what_was_won_and_a_sum_of_nothing_is_not_zero() {
    let disputes = listed_disputes();
    let here: StatusCounts = disputes.iter().map(|dispute| dispute.status.as_str()).collect();
    assert_eq!(counted(CountedRecords::Disputes).differences(&here), [], "the list and the count agree");
    for (added_up, minor) in [(AddedUp::WonDisputes, 8_800), (AddedUp::LostDisputes, 4_599)] {
        let answers = recorded_sums(added_up);
        assert_eq!(answers, [vec![], vec![(None, minor)]], "of a merchant without disputes, and of this one");
        let decided = disputes.iter().filter(|dispute| dispute.status.as_str() == added_up.status());
        assert_eq!(decided.map(|dispute| dispute.amount.minor).sum::<i64>(), minor);
    }
    assert!(disputes.iter().map(|dispute| dispute.amount.minor).sum::<i64>() > 8_800 + 4_599);
}

/// All rows of this list that have been recorded, each as it was seen last, by currency: how many succeeded, and their sum.
fn succeeded(id: &str) -> BTreeMap<String, (i64, i64)> {
    let lists = exchanges().iter().filter_map(|exchange| exchange.answer["data"].as_array());
    let rows = lists.flatten().filter(|row| row[id].is_string() && (id == "refund_id" || row["refund_id"].is_null()));
    let last: BTreeMap<&str, &Value> = rows.map(|row| (row[id].as_str().unwrap(), row)).collect();
    let mut sums = BTreeMap::new();
    for row in last.values().filter(|row| row["status"] == "succeeded") {
        let sum: &mut (i64, i64) = sums.entry(row["currency"].as_str().unwrap().to_owned()).or_default();
        *sum = (sum.0 + 1, sum.1 + row["amount"].as_i64().unwrap());
    }
    sums
}

#[test]
fn the_service_adds_up_the_refunds_that_succeeded_by_currency() {
    let listed = succeeded("refund_id").into_iter();
    let listed: ReportedSums = listed.map(|(code, (_, sum))| (Some(CurrencyCode::new(&code)), sum)).collect();
    let mut told = recorded_sums(AddedUp::SucceededRefunds);
    assert_eq!(told.remove(0), [], "of a merchant without refunds");
    told[0].sort_by_key(|(code, _)| code.as_ref().map(ToString::to_string));
    assert_eq!((told.len(), &told[0]), (1, &listed));
}

/// The sums of payments were not recorded. Their means were, which are of the same attempts.
#[test]
fn the_attempts_that_the_service_adds_up_are_the_payments_that_succeeded() {
    let means = exchanges().iter().rfind(|exchange| {
        exchange.body[0]["metrics"] == json!(["avg_ticket_size"])
            && exchange.body[0]["groupByNames"] == json!(["currency"])
    });
    let rows = means.unwrap().answer["queryData"].as_array().unwrap();
    let told: BTreeMap<String, f64> = rows
        .iter()
        .map(|row| (row["currency"].as_str().unwrap().to_owned(), row["avg_ticket_size"].as_f64().unwrap()))
        .collect();
    let listed = succeeded("payment_id");
    assert_eq!(listed.values().map(|(count, _)| count).sum::<i64>(), 141);
    assert_eq!(told, listed.into_iter().map(|(code, (count, sum))| (code, sum as f64 / count as f64)).collect());
    assert!(recorded_sums(AddedUp::SucceededPayments).is_empty(), "recorded by now: read it here");
}

/// The desk at the real server, with a board of November in front.
fn board(board: Board) -> Desk {
    let mut desk = Desk::at(ReplayServer::at_the_end());
    desk.window.act(Action::GoTo(Route::Analytics));
    let day = |day| NaiveDate::from_ymd_opt(2026, 11, day).unwrap();
    desk.window.act(Action::Analytics(AnalyticsAction::SetRange(RangeChoice::Days { from: day(1), to: day(30) })));
    desk.window.act(Action::Analytics(AnalyticsAction::Show(board)));
    desk
}

fn compared(desk: &Desk) -> BTreeMap<CountedRecords, ServiceComparison> {
    let state = &desk.window.state;
    let all = state.workspace.analytics.service_counts.comparisons(&state.view());
    all.into_iter().map(|comparison| (comparison.records, comparison.clone())).collect()
}

#[test]
fn a_board_of_disputes_is_compared_with_the_key_alone() {
    let mut desk = board(Board::Disputes);
    desk.window.until("the service has counted", |state| {
        !state.workspace.analytics.service_counts.comparisons(&state.view()).is_empty()
    });
    let disputes = &compared(&desk)[&CountedRecords::Disputes];
    assert_eq!((disputes.agreement(), disputes.service.total()), (CountAgreement::Same, 6));
    assert_eq!(desk.server.sent("GET /disputes/aggregate"), 1);
    assert_eq!(desk.server.sent("GET /payments/aggregate"), 0, "nobody is signed in");
    assert!(desk.server.log().iter().all(|line| line != "POST /user/v2/signin"));
}

#[test]
fn refunds_are_compared_with_the_key_alone() {
    let mut desk = board(Board::Payments);
    desk.window.until("the service has counted", |state| {
        !state.workspace.analytics.service_counts.comparisons(&state.view()).is_empty()
    });
    let refunds = &compared(&desk)[&CountedRecords::Refunds];
    assert_eq!((refunds.agreement(), refunds.service.total()), (CountAgreement::Same, 12));
}
