//! Reports that Paydesk counts, beside what the service counts itself: they agree, differ, or are not compared.

use paydesk_api::call::{Call as _, KeyRole};
use paydesk_api::outcome::Attempt;
use paydesk_api::record_reads::Offering;
use paydesk_api::resources::service_counts::calls::{AddedUp, CountedRecords};
use paydesk_core::features::analytics::{
    AnalyticsAction, Board, CardId, CountAgreement, Dimension, ServiceComparison, SumComparison,
};
use paydesk_core::features::profiles::DashboardSignIn;
use paydesk_core::operations::ResourceKind;
use paydesk_core::read::Read;
use paydesk_core::route::Route;
use paydesk_core::service_traits::{AnalyticsChange, QueryPart, TraitChange};
use paydesk_core::{Action, Message};
use paydesk_domain::analytics::Subject;
use paydesk_domain::known::Known;
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::profile::ProfileId;
use paydesk_domain::status_counts::StatusDifference;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::disputes::dispute;
use paydesk_test_core::known_boards::{desk, place, show};
use paydesk_test_core::service::{answered, decode, no_connection, refused};
use paydesk_test_core::service_counts::{counts, serve_counts, shown, sign_in, with_payments};
use serde_json::{Value, json};

use CountedRecords::{Disputes, Payments, Refunds};

fn comparisons(desk: &Desk) -> Vec<ServiceComparison> {
    desk.state.workspace.analytics.service_counts.comparisons(&desk.state.view()).into_iter().cloned().collect()
}

#[track_caller]
fn comparison(desk: &Desk, records: CountedRecords) -> ServiceComparison {
    let all = comparisons(desk);
    all.iter().find(|found| found.records == records).unwrap_or_else(|| panic!("{records:?}: {all:?}")).clone()
}

/// How often the service was asked so and has not answered.
fn asked(desk: &Desk, records: CountedRecords) -> usize {
    let is_it = |read: &Read| matches!(read, Read::StatusCounts(call) if call.records == records);
    desk.reads.iter().filter(|(_, read)| is_it(read)).count()
}

fn sums(desk: &Desk) -> Vec<SumComparison> {
    let comparison = comparison(desk, Disputes);
    desk.state.workspace.analytics.service_counts.sums(&comparison, &desk.state.view())
}

fn offering(desk: &Desk, records: CountedRecords) -> Option<Offering> {
    desk.state.view().traits.capabilities.offering(records.endpoint())
}

fn refund(number: usize, status: &str) -> Value {
    json!({"refund_id": format!("ref_{number}"), "payment_id": "pay_1", "amount": 100, "currency": "EUR",
        "status": status, "created_at": "2026-11-17T15:00:00Z", "updated_at": "2026-11-17T15:00:00Z"})
}

#[test]
fn a_signed_in_person_sees_that_the_service_counts_as_many_payments() {
    let mut desk = with_payments(place(true));
    sign_in(&mut desk);
    desk.service.status_counts.insert(Payments, counts(json!({"succeeded": 10, "failed": 0, "expired": 0})));
    shown(&mut desk, Board::Payments);
    let payments = comparison(&desk, Payments);
    assert_eq!((payments.agreement(), payments.service.total()), (CountAgreement::Same, 10));
    assert!(desk.state.workspace.analytics.service_counts.is_current(&payments));
    assert_eq!(offering(&desk, Payments), Some(Offering::Offered));
    assert!(!desk.state.workspace.analytics.service_counts.would_compare_signed_in(&desk.state.view()));
}

#[test]
fn each_status_that_differs_is_named_with_both_numbers() {
    let mut desk = with_payments(place(true));
    sign_in(&mut desk);
    desk.service.status_counts.insert(Payments, counts(json!({"succeeded": 9, "requires_customer_action": 2})));
    shown(&mut desk, Board::Payments);
    let difference = |status: &str, service, here| StatusDifference { status: status.into(), service, here };
    let expected = [difference("requires_action", 2, 0), difference("succeeded", 9, 10)];
    assert_eq!(comparison(&desk, Payments).agreement(), CountAgreement::Differs(expected.to_vec()));
}

#[test]
fn payments_that_are_not_all_read_are_no_difference() {
    let mut desk = with_payments(place(false));
    sign_in(&mut desk);
    desk.service.status_counts.insert(Payments, counts(json!({"succeeded": 189})));
    shown(&mut desk, Board::Payments);
    let payments = comparison(&desk, Payments);
    assert_eq!((payments.agreement(), payments.here_total()), (CountAgreement::InPart, Known::AtLeast(10)));
}

#[test]
fn before_a_payment_was_read_the_service_is_not_asked() {
    let mut desk = desk();
    sign_in(&mut desk);
    show(&mut desk, Board::Payments, 30);
    assert_eq!((asked(&desk, Payments), comparisons(&desk)), (0, Vec::new()));
}

#[test]
fn without_a_sign_in_payments_are_not_asked_for_and_one_hint_says_what_it_would_show() {
    let mut desk = with_payments(place(true));
    desk.service.status_counts.insert(Payments, counts(json!({"succeeded": 10})));
    desk.service.status_counts.insert(Refunds, counts(json!({"success": 1, "pending": 1})));
    desk.service.records.insert(ResourceKind::Refund, vec![refund(1, "succeeded"), refund(2, "pending")]);
    show(&mut desk, Board::Payments, 30);
    assert!(desk.reads.iter().all(|(_, read)| !read.takes_sign_in()));
    shown(&mut desk, Board::Payments);
    let refunds = comparison(&desk, Refunds);
    assert_eq!((refunds.agreement(), refunds.service.total()), (CountAgreement::Same, 2), "the key is enough for them");
    assert_eq!(comparisons(&desk).len(), 1);
    assert!(desk.state.workspace.analytics.service_counts.would_compare_signed_in(&desk.state.view()));
    desk.act(Action::Analytics(AnalyticsAction::Show(Board::Disputes)));
    assert!(
        !desk.state.workspace.analytics.service_counts.would_compare_signed_in(&desk.state.view()),
        "disputes need none"
    );
}

#[test]
fn a_service_that_does_not_count_is_not_spoken_of_and_not_asked_again() {
    for (answer, learned) in [
        (refused(404, "IR_02", "Unrecognized request URL"), Some(Offering::NotOffered)),
        (refused(404, "HE_02", "Refund does not exist in our records"), Some(Offering::NotOffered)),
        (refused(400, "IR_04", "Missing required param: Authorization"), Some(Offering::NotForKey)),
        (refused(500, "HE_00", "Something went wrong"), None),
        (answered(200, json!({"status_with_count": {"success": "7"}})), Some(Offering::Offered)),
        (answered(200, json!({"queryData": [], "metaData": []})), Some(Offering::Offered)),
        (no_connection(), None),
    ] {
        let mut desk = with_payments(place(true));
        desk.service.records.insert(ResourceKind::Refund, vec![refund(1, "succeeded")]);
        desk.service.status_counts.insert(Refunds, answer.clone());
        shown(&mut desk, Board::Payments);
        for _ in 0..5 {
            // What may be answered the next time is read again for a while.
            desk.tick(40);
            serve_counts(&mut desk);
        }
        assert_eq!(comparisons(&desk), [], "{answer:?}");
        if learned != Some(Offering::Offered) {
            assert_eq!(offering(&desk, Refunds), learned, "{answer:?}");
        }
        desk.tick(40);
        assert_eq!(asked(&desk, Refunds), 0, "{answer:?}");
    }
}

#[test]
fn a_sign_in_that_may_not_count_leaves_everything_else_as_it_is() {
    for (status, code, ends) in [(401, "IR_17", true), (403, "IR_22", false), (500, "HE_00", false)] {
        let mut desk = with_payments(place(true));
        sign_in(&mut desk);
        desk.service.status_counts.insert(Payments, refused(status, code, "no"));
        shown(&mut desk, Board::Payments);
        assert_eq!((comparisons(&desk), offering(&desk, Payments)), (Vec::new(), None), "{code}");
        let sign_in = desk.state.profiles.sign_in(&ProfileId::embedded());
        assert_eq!(sign_in == DashboardSignIn::Expired, ends, "{code}");
        assert_eq!(desk.state.workspace.connection.lock(), None, "{code}");
    }
}

fn dispute_in(id: usize, status: &str, minor: i64, currency: &str) -> Value {
    let mut row = dispute(&format!("dsp_{id}"), status, "fraudulent", 24);
    (row["amount"], row["currency"]) = (json!(minor), json!(currency));
    row
}

/// A board of two disputes that were won and one that was lost, whose numbers the service counts as well.
fn with_disputes(currency: &str) -> Desk {
    let mut desk = with_payments(place(true));
    sign_in(&mut desk);
    let rows = [("dispute_won", 8_000, "EUR"), ("dispute_won", 800, currency), ("dispute_lost", 4_599, "EUR")];
    let row = |(id, (status, minor, code)): (usize, (&str, i64, &str))| dispute_in(id, status, minor, code);
    desk.service.disputes = rows.into_iter().enumerate().map(row).collect();
    desk.service.status_counts.insert(Disputes, counts(json!({"dispute_won": 2, "dispute_lost": 1})));
    desk
}

fn sum(field: &str, minor: Value) -> Attempt {
    answered(200, json!({"queryData": [{ field: minor }], "metaData": [{"total_disputed_amount": 0}]}))
}

fn eur(minor: i64) -> Money {
    Money::new(minor, Currency::iso4217("EUR"))
}

#[test]
fn disputes_of_one_currency_are_compared_with_what_was_won_and_lost() {
    let mut desk = with_disputes("EUR");
    desk.service.added_up.insert(AddedUp::WonDisputes, sum("disputed_amount", json!(8_800)));
    desk.service.added_up.insert(AddedUp::LostDisputes, sum("dispute_lost_amount", json!(4_600)));
    shown(&mut desk, Board::Disputes);
    assert_eq!(comparison(&desk, Disputes).agreement(), CountAgreement::Same);
    let compared = |added_up, service, here| {
        let [service, here] = [service, here].map(|minor| [eur(minor)].into_iter().collect());
        SumComparison { added_up, service, here }
    };
    assert_eq!(
        sums(&desk),
        [compared(AddedUp::WonDisputes, 8_800, 8_800), compared(AddedUp::LostDisputes, 4_600, 4_599)]
    );
    assert_eq!(sums(&desk).iter().map(SumComparison::is_same).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn amounts_of_several_currencies_are_not_asked_for() {
    let mut desk = with_disputes("USD");
    desk.service.added_up.insert(AddedUp::WonDisputes, sum("disputed_amount", json!(8_800)));
    shown(&mut desk, Board::Disputes);
    assert_eq!((comparison(&desk, Disputes).agreement(), sums(&desk)), (CountAgreement::Same, Vec::new()));
}

#[test]
fn analytics_that_know_nothing_of_counted_disputes_are_not_believed_and_one_sentence_says_so() {
    for nothing in [
        sum("disputed_amount", json!(0)),
        sum("disputed_amount", Value::Null),
        answered(200, json!({"queryData": [], "metaData": [{"total_disputed_amount": 0}]})),
    ] {
        let mut desk = with_disputes("EUR");
        desk.service.added_up.insert(AddedUp::WonDisputes, nothing.clone());
        shown(&mut desk, Board::Disputes);
        let text = desk.state.workspace.analytics.comparison_text(&desk.state.view());
        let same = "The service counts the same: 3 disputes.";
        let silent = "The service's reports have no amounts for these disputes, so they are not compared.";
        assert_eq!(text.agreeing, [same, silent], "{nothing:?}");
        assert_eq!(text.differences, [], "{nothing:?}");
    }
}

#[test]
fn analytics_that_are_refused_or_fail_are_not_spoken_of() {
    for refusal in
        [refused(500, "HE_00", "Something went wrong"), refused(400, "IR_04", "Missing required param: Authorization")]
    {
        let mut desk = with_disputes("EUR");
        for added_up in [AddedUp::WonDisputes, AddedUp::LostDisputes] {
            desk.service.added_up.insert(added_up, refusal.clone());
        }
        shown(&mut desk, Board::Disputes);
        assert_eq!(sums(&desk), [], "{refusal:?}");
        let text = desk.state.workspace.analytics.comparison_text(&desk.state.view());
        assert_eq!(text.agreeing, ["The service counts the same: 3 disputes."], "{refusal:?}");
    }
}

/// What the service adds up of payments, in minor units by currency.
fn processed(rows: &[(&str, i64)]) -> Attempt {
    let row = |(code, minor): &(&str, i64)| json!({"currency": code, "payment_processed_amount": minor});
    answered(200, json!({"queryData": rows.iter().map(row).collect::<Vec<_>>(), "metaData": [{}]}))
}

/// A board of ten payments of 10.00 EUR that succeeded, of which the analytics of the service add up so much.
fn with_processed(rows: &[(&str, i64)]) -> Desk {
    let mut desk = with_payments(place(true));
    sign_in(&mut desk);
    desk.service.status_counts.insert(Payments, counts(json!({"succeeded": 10})));
    desk.service.added_up.insert(AddedUp::SucceededPayments, processed(rows));
    shown(&mut desk, Board::Payments);
    desk
}

#[test]
fn amounts_of_payments_are_compared_by_currency() {
    let text = |desk: &Desk| desk.state.workspace.analytics.comparison_text(&desk.state.view());
    let desk = with_processed(&[("EUR", 10_000)]);
    assert_eq!(text(&desk).agreeing, ["The service counts the same: 10 payments (100.00 EUR succeeded)."]);
    let desk = with_processed(&[("EUR", 9_000), ("USD", 500)]);
    assert_eq!(text(&desk).agreeing, ["The service counts the same: 10 payments."]);
    let [difference] = &text(&desk).differences[..] else { panic!("{:?}", text(&desk)) };
    assert_eq!(difference.title, "The service reports different amounts for payments");
    let lines = [
        "Succeeded: 90.00 EUR at the service, 100.00 EUR in Paydesk",
        "Succeeded: 5.00 USD at the service, 0.00 USD in Paydesk",
        "Compare the amounts of these payments with the service's dashboard.",
    ];
    assert_eq!(difference.lines, lines);
}

#[test]
fn numbers_of_paydesk_are_never_replaced_by_those_of_analytics_that_know_nothing() {
    let desk = with_processed(&[]);
    let analytics = &desk.state.workspace.analytics;
    let text = analytics.comparison_text(&desk.state.view());
    let silent = "The service's reports have no amounts for these payments, so they are not compared.";
    assert_eq!(text.agreeing, ["The service counts the same: 10 payments.", silent]);
    let total = analytics.card(CardId::ProcessedOverTime).unwrap().remote.value().unwrap().panes[0].series[0].total;
    assert_eq!(total.map(|total| total.least()), Some(10_000));
}

#[test]
fn files_of_a_counted_board_say_what_was_counted_and_what_the_service_counts() {
    let desk = with_processed(&[("EUR", 10_000)]);
    let csv = desk.state.workspace.analytics.csv(CardId::PaymentTotals, &desk.state.view()).unwrap();
    for said in [
        "This key cannot read the service's reports",
        "counted from the payments (10) and disputes that Paydesk has read.",
        "The service counts the same: 10 payments (100.00 EUR succeeded).",
    ] {
        assert!(csv.contains(said), "{csv}");
    }
    assert!(!csv.contains("own success rate"), "the service reported none: {csv}");
    assert!(!csv.contains("POST /analytics"), "the numbers are no answer to a request: {csv}");
}

#[test]
fn a_counted_board_says_nothing_of_what_the_service_would_not_report() {
    let mut desk = with_disputes("EUR");
    let refused = AnalyticsChange::PartRefused {
        subject: Subject::Disputes,
        part: QueryPart::GroupBy(Dimension::DisputeStatus),
        from: "unknown variant".to_owned(),
    };
    desk.act(Action::ChangeTraits(TraitChange::Analytics(refused)));
    for _ in 0..2 {
        shown(&mut desk, Board::Disputes);
        let analytics = &desk.state.workspace.analytics;
        for id in [CardId::DisputesByStatus, CardId::DisputesOverTime] {
            let card = analytics.card(id).unwrap();
            assert_eq!(card.refused, None, "{id:?}");
            let content = card.remote.value().unwrap_or_else(|| panic!("{id:?} is not counted"));
            assert!(content.left_out.is_empty(), "{id:?}: {:?}", content.left_out);
            let notes = content.notes.join("\n");
            assert!(!notes.contains("service does not"), "{id:?}: {notes}");
        }
        desk.act(Action::Analytics(AnalyticsAction::Refresh));
    }
}

#[test]
fn amounts_are_asked_for_with_the_sign_in_and_only_where_as_many_disputes_are_counted() {
    let sums_asked = |desk: &Desk| -> Vec<KeyRole> {
        let calls = desk.reads.iter().filter_map(|(_, read)| match read {
            Read::AddedUp(call) => Some(call.request().key),
            _ => None,
        });
        calls.collect()
    };
    let answer_count = |desk: &mut Desk| {
        show(desk, Board::Disputes, 30);
        let lists = |read: &Read| matches!(read, Read::Disputes(_));
        while let Some(place) = desk.reads.iter().position(|(_, read)| lists(read)) {
            let (request_id, read) = desk.reads.remove(place);
            let answer = desk.service.body_of(&read);
            desk.event(Message::ReadAnswered { request_id, answer: decode(&read, answer), rate: None });
        }
        desk.tick(6);
        let place = desk.reads.iter().position(|(_, read)| matches!(read, Read::StatusCounts(_))).expect("asked");
        let (request_id, read) = desk.reads.remove(place);
        let answer = desk.service.body_of(&read);
        desk.event(Message::ReadAnswered { request_id, answer: decode(&read, answer), rate: None });
    };
    let mut desk = with_disputes("EUR");
    answer_count(&mut desk);
    assert_eq!(sums_asked(&desk), [KeyRole::SignIn, KeyRole::SignIn]);
    let mut desk = with_disputes("EUR");
    desk.service.status_counts.insert(Disputes, counts(json!({"dispute_won": 3, "dispute_lost": 1})));
    answer_count(&mut desk);
    assert_eq!(sums_asked(&desk), []);
}

#[test]
fn a_board_that_is_filtered_is_not_compared() {
    let mut desk = with_disputes("EUR");
    shown(&mut desk, Board::Disputes);
    assert_eq!(comparisons(&desk).len(), 1);
    let filter = AnalyticsAction::SetFilter(Dimension::Currency, vec!["EUR".to_owned()]);
    desk.act(Action::Analytics(filter));
    assert_eq!((comparisons(&desk), asked(&desk, Disputes)), (Vec::new(), 0));
}

#[test]
fn what_changed_here_is_counted_again_and_until_then_the_time_is_known() {
    let mut desk = with_disputes("EUR");
    shown(&mut desk, Board::Disputes);
    desk.service.disputes.push(dispute_in(9, "dispute_opened", 100, "EUR"));
    desk.tick(70);
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    serve_counts(&mut desk);
    desk.act(Action::GoTo(Route::Analytics));
    serve_counts(&mut desk);
    desk.service
        .status_counts
        .insert(Disputes, counts(json!({"dispute_won": 2, "dispute_lost": 1, "dispute_opened": 1})));
    for _ in 0..3 {
        desk.tick(31);
        serve_counts(&mut desk);
    }
    let now = comparison(&desk, Disputes);
    assert_eq!((now.agreement(), now.service.total()), (CountAgreement::Same, 4));
    assert!(desk.state.workspace.analytics.service_counts.is_current(&now));
}

#[test]
fn refresh_reads_the_lists_again_and_asks_for_the_counts_again() {
    let mut desk = with_payments(place(true));
    sign_in(&mut desk);
    desk.service.status_counts.insert(Payments, counts(json!({"succeeded": 11})));
    desk.service.records.insert(ResourceKind::Refund, vec![refund(1, "succeeded")]);
    shown(&mut desk, Board::Payments);
    assert!(matches!(comparison(&desk, Payments).agreement(), CountAgreement::Differs(_)));
    desk.tick(5);
    let lists = |desk: &Desk| desk.reads.iter().filter(|(_, read)| matches!(read, Read::Records(_))).count();
    assert_eq!(lists(&desk), 0);
    desk.act(Action::Analytics(AnalyticsAction::Refresh));
    assert_eq!(lists(&desk), 1, "refunds are listed again");
    desk.service.status_counts.insert(Payments, counts(json!({"succeeded": 10})));
    shown(&mut desk, Board::Payments);
    assert_eq!(comparison(&desk, Payments).agreement(), CountAgreement::Same);
}

#[test]
fn a_service_that_is_asked_again_for_reports_and_refuses_again_is_counted_for_as_before() {
    for board in [Board::Payments, Board::Disputes] {
        let mut desk = with_disputes("EUR");
        shown(&mut desk, board);
        desk.act(Action::Analytics(AnalyticsAction::Refresh));
        shown(&mut desk, board);
        let analytics = &desk.state.workspace.analytics;
        assert!(analytics.refusal().is_some(), "{board:?}");
        let failed = |id: &&CardId| analytics.card(**id).is_some_and(|card| card.remote.error().is_some());
        let failed: Vec<&CardId> = board.cards().iter().filter(failed).collect();
        assert!(failed.is_empty(), "{failed:?}");
    }
}

#[test]
fn once_the_sign_in_has_ended_no_comparison_of_payments_is_left() {
    let mut desk = with_payments(place(true));
    sign_in(&mut desk);
    desk.service.status_counts.insert(Payments, counts(json!({"succeeded": 10})));
    shown(&mut desk, Board::Payments);
    assert_eq!(comparisons(&desk).len(), 1);
    desk.service.status_counts.insert(Payments, refused(401, "IR_17", "the token is not good any more"));
    desk.tick(70);
    desk.act(Action::GoTo(Route::Home));
    desk.act(Action::GoTo(Route::Analytics));
    shown(&mut desk, Board::Payments);
    assert_eq!(comparisons(&desk), []);
    assert!(
        desk.state.workspace.analytics.service_counts.would_compare_signed_in(&desk.state.view()),
        "the person can sign in again"
    );
}
