//! What the board of payments opens with: sentences that lead to their rows, never adding up currencies.

use std::sync::LazyLock;

use egui::Theme;
use egui::accesskit::Role;
use paydesk_api::error::{ApiError, CallError};
use paydesk_core::features::analytics::{
    AnalyticsAction, Board, CardContent, CardId, Dimension, DrillDown, QueryPlan, RangeChoice,
};
use paydesk_core::read::ReadAnswer;
use paydesk_core::{Action, Message};
use paydesk_domain::payment::PaymentStatus;
use paydesk_test_desk::shop::Shop;
use serde_json::{Value, json};

use super::panels::{Window, assert_hides, assert_shows, click, click_role, names, window_of_state};

static RUNTIME: LazyLock<tokio::runtime::Runtime> = LazyLock::new(|| tokio::runtime::Runtime::new().unwrap());

fn shop(payments: u32) -> Shop {
    RUNTIME.block_on(async {
        let mut shop = Shop::seeded(payments, "Europe/Berlin").await;
        shop.show(Board::Payments).await;
        shop
    })
}

fn window(shop: Shop) -> Window {
    window_of_state(shop.state, Theme::Light, [1440.0, 1_600.0])
}

/// The sentence with these words, its amounts written with simple spaces.
fn sentence(window: &Window, words: &str) -> String {
    let shown = names(window);
    let found = shown.lines().find(|name| name.contains(words));
    found.unwrap_or_else(|| panic!("no “{words}” in {shown}")).replace('\u{a0}', " ")
}

fn rows_of(window: &mut Window, words: &str) -> DrillDown {
    let shown = names(window);
    let sentence = shown.lines().find(|name| name.contains(words)).unwrap_or_else(|| panic!("no “{words}”")).to_owned();
    match click_role(window, Role::Button, &sentence).as_slice() {
        [Action::Analytics(AnalyticsAction::ShowRows(rows))] => rows.clone(),
        other => panic!("{other:?}"),
    }
}

/// The place of the payments of a status in its card.
fn slot_of(content: &CardContent, status: &PaymentStatus) -> usize {
    let is_of = |(_, word): &(Dimension, Option<String>)| word.as_deref() == Some(status.as_str());
    content.panes[0].slots.iter().position(|slot| slot.dimension_values.iter().any(is_of)).expect("it has some")
}

/// A board of which the totals are these, now and in the period before; and statuses, where there are some.
fn answered(now: &[Value], before: &[Value], statuses: Option<&[Value]>) -> Window {
    let shop = RUNTIME.block_on(async {
        let mut shop = Shop::seeded(0, "Europe/Berlin").await;
        shop.show_without_answers(Board::Payments);
        shop.answer_card(CardId::PaymentTotals, json!({"queryData": now}));
        shop.answer_query(CardId::PaymentTotals, QueryPlan::query_before, json!({"queryData": before}));
        if let Some(statuses) = statuses {
            shop.answer_card(CardId::PaymentsByStatus, json!({"queryData": statuses}));
            shop.answer_query(CardId::PaymentsByStatus, QueryPlan::query_before, json!({"queryData": statuses}));
        }
        shop
    });
    window(shop)
}

fn row(status: &str, currency: &str, count: i64) -> Value {
    let amount = if status == "succeeded" { count * 1_000 } else { 0 };
    json!({"status": status, "currency": currency, "payment_count": count, "payment_processed_amount": amount})
}

#[test]
fn the_board_opens_with_four_sentences_each_with_its_rows() {
    let shop = shop(2_000);
    let totals = shop.picture(CardId::PaymentTotals).clone();
    let statuses = shop.picture(CardId::PaymentsByStatus).clone();
    let mut window = window(shop);
    let of_status = |status| statuses.drill(0, 0, slot_of(&statuses, status)).unwrap();
    assert_eq!(rows_of(&mut window, " succeeded: "), of_status(&PaymentStatus::Succeeded));
    let rate = totals.panes.iter().position(|pane| pane.title == "Rate").unwrap();
    assert_eq!(rows_of(&mut window, "The success rate is "), totals.drill_total(rate, 0).unwrap());
    let DrillDown::Payments(changed) = rows_of(&mut window, "No significant change in the payments or success rate")
    else {
        panic!()
    };
    assert!(changed.currency.is_some());
    let DrillDown::Payments(waiting) = rows_of(&mut window, " awaiting capture") else { panic!() };
    let asked = waiting.status.iter().chain(&waiting.local_filter.statuses);
    assert!(asked.clone().count() > 0 && asked.into_iter().all(|status| PaymentStatus::TO_CAPTURE.contains(status)));
}

#[test]
fn amounts_are_named_by_currency_and_never_added() {
    let now = [row("succeeded", "EUR", 300), row("succeeded", "USD", 500), row("succeeded", "GBP", 20)];
    let before = [row("succeeded", "EUR", 250), row("succeeded", "USD", 500)];
    let window = answered(&now, &before, Some(&[row("succeeded", "EUR", 820)]));
    let said = sentence(&window, " succeeded: ");
    let amounts = "820 payments succeeded: 5,000.00 USD, 3,000.00 EUR and 200.00 GBP. ";
    let changes = "As before. Amounts (not tested): EUR +20.0%, GBP none before.";
    assert_eq!(said, format!("{amounts}{changes}"));
}

#[test]
fn of_many_currencies_those_with_most_payments_are_named() {
    let codes = ["EUR", "USD", "GBP", "CHF", "SEK", "NOK", "DKK"];
    let now: Vec<Value> = codes.iter().zip(1..).map(|(code, at)| row("succeeded", code, 100 * at)).collect();
    let window = answered(&now, &now, None);
    let said = sentence(&window, " processed");
    let named = "7,000.00 DKK, 6,000.00 NOK, 5,000.00 SEK, 4,000.00 CHF and 3,000.00 GBP";
    assert_eq!(said, format!("{named} processed. 2 more currencies."));
}

#[test]
fn the_currency_whose_success_rate_changed_more_than_chance_is_named_with_its_counts() {
    let row = |status: &str, currency: &str, count: i64| row(status, currency, count);
    let now =
        [row("succeeded", "EUR", 60), row("failed", "EUR", 40), row("succeeded", "USD", 90), row("failed", "USD", 10)];
    let before =
        [row("succeeded", "EUR", 90), row("failed", "EUR", 10), row("succeeded", "USD", 88), row("failed", "USD", 12)];
    let mut window = answered(&now, &before, None);
    assert_shows(
        &window,
        &[
            "The success rate is 75.00%. 150 of 200 payments that succeeded or failed, down from 89.00%, significant",
            "The success rate in EUR fell significantly: 60.00%, down from 90.00%. Not significant: USD success rate +2.00 points",
        ],
    );
    let DrillDown::Payments(rows) = rows_of(&mut window, "success rate in EUR fell") else { panic!() };
    assert_eq!(rows.currency.as_ref().map(|code| code.as_str()), Some("EUR"));
    assert_hides(&window, &["Most declines:"]);
}

/// A currency whose amounts are its payments times so much.
fn paid(currency: &str, succeeded: i64, failed: i64, each: i64) -> [Value; 2] {
    let of = |status: &str, count: i64, amount: i64| json!({"status": status, "currency": currency, "payment_count": count, "payment_processed_amount": amount});
    [of("succeeded", succeeded, succeeded * each), of("failed", failed, 0)]
}

#[test]
fn the_largest_change_of_any_currency_and_measure_is_in_the_first_two_sentences() {
    let before = [paid("EUR", 300, 30, 4_000), paid("USD", 250, 25, 3_000), paid("KWD", 40, 4, 9_000)].concat();
    let stories = [
        (
            "three times as many in KWD",
            paid("KWD", 120, 12, 9_000),
            "The processed amount in KWD rose, with significantly more",
        ),
        ("far fewer in KWD", paid("KWD", 5, 1, 9_000), "The processed amount in KWD fell, with significantly fewer"),
        (
            "every other one fails in KWD",
            paid("KWD", 22, 22, 9_000),
            "The success rate in KWD fell significantly: 50.00%",
        ),
        ("larger amounts in KWD", paid("KWD", 40, 4, 50_000), "Amounts (not tested): KWD +455.6%, USD +4.0%"),
    ];
    for (story, kwd, expected) in stories {
        let now = [paid("EUR", 300, 33, 4_000), paid("USD", 260, 24, 3_000), kwd].concat();
        let shown = names(&answered(&now, &before, None)).replace('\u{a0}', " ");
        let place = |words: &str| shown.find(words).unwrap_or_else(|| panic!("{story}: no “{words}” in {shown}"));
        let (largest, rate) = (place(expected), place("The success rate is "));
        assert!(largest < rate, "{story}: {shown}");
    }
}

#[test]
fn a_currency_with_too_few_payments_is_not_said_to_be_unchanged() {
    let before = [paid("EUR", 300, 30, 4_000), paid("KWD", 3, 1, 9_000)].concat();
    let now = [paid("EUR", 310, 30, 4_000), paid("KWD", 8, 1, 9_000)].concat();
    let window = answered(&now, &before, None);
    let said = sentence(&window, "No significant change");
    assert!(said.ends_with("Too few to compare: KWD payments, KWD success rate."), "{said}");
    // A rate and a count have no common order of size, so none is called the largest.
    assert!(said.contains(". Not significant: EUR ") && !said.contains("Largest"), "{said}");
}

#[test]
fn where_currencies_cannot_be_compared_the_largest_category_of_declines_is_named() {
    let mut shop = shop(2_000);
    shop.ask(AnalyticsAction::SetCompare(false));
    RUNTIME.block_on(shop.serve());
    let declines = shop.picture(CardId::DeclineMix).clone();
    let values = &declines.panes[0].series[0].values;
    let largest = (0..values.len()).max_by_key(|slot| values[*slot].unwrap().least()).unwrap();
    let mut window = window(shop);
    assert_hides(&window, &["up from", "down from", "as before", "As before", "chance", "unchanged"]);
    let label = &declines.panes[0].slots[largest].label;
    let rows = rows_of(&mut window, &format!("Most declines: “{label}”, "));
    assert_eq!(rows, declines.drill(0, 0, largest).unwrap());
}

#[test]
fn a_period_before_with_next_to_no_payments_is_not_compared_with() {
    let before = [row("succeeded", "EUR", 3)];
    let statuses = [row("succeeded", "EUR", 300)];
    let window = answered(&[row("succeeded", "EUR", 300)], &before, Some(&statuses));
    assert_shows(&window, &["3,000.00 EUR. 3 payments in the previous period, too few to compare"]);
    assert_hides(&window, &["EUR +", "up from"]);
}

#[test]
fn what_waits_is_said_of_captures_and_of_payments_that_are_processed() {
    let totals = [row("succeeded", "EUR", 20)];
    let said = |statuses: &[Value], words: &str| sentence(&answered(&totals, &totals, Some(statuses)), words);
    let capture = row("requires_capture", "EUR", 12);
    let both = [capture.clone(), row("processing", "EUR", 1)];
    assert_eq!(
        said(&both, "awaiting capture"),
        "12 payments awaiting capture, by status. 1 payment is still processing."
    );
    assert_eq!(said(&[row("processing", "EUR", 4)], "processing"), "4 payments are still processing");
    let partial = row("partially_captured_and_capturable", "EUR", 3);
    let mut window = answered(&totals, &totals, Some(&[capture, partial]));
    let DrillDown::Payments(rows) = rows_of(&mut window, "15 payments awaiting capture, by status") else { panic!() };
    let statuses = [PaymentStatus::RequiresCapture, PaymentStatus::PartiallyCapturedAndCapturable];
    assert_eq!(rows.local_filter.statuses, statuses);
    let nothing = "No payments awaiting capture or processing in this period";
    assert_eq!(said(&[row("succeeded", "EUR", 20)], "awaiting capture"), nothing);
}

#[test]
fn what_the_status_filter_excludes_is_not_said_to_be_none() {
    let mut shop = shop(2_000);
    shop.ask(AnalyticsAction::SetFilter(Dimension::Status, vec!["failed".to_owned()]));
    RUNTIME.block_on(shop.serve());
    let window = window(shop);
    assert_shows(
        &window,
        &[
            "The status filter excludes succeeded payments",
            "Success rate needs both Succeeded and Failed, but the filter excludes one",
            "Most declines: “",
        ],
    );
    assert_hides(&window, &["No payment was", "No payment succeeded", "No payment of this range", "for capture"]);
}

#[test]
fn what_is_on_its_way_or_could_not_be_loaded_says_so_in_the_place_of_its_sentence() {
    let mut loading = RUNTIME.block_on(Shop::seeded(0, "Europe/Berlin"));
    loading.show_without_answers(Board::Payments);
    let window = window(loading);
    assert_shows(
        &window,
        &["Loading succeeded payments…", "Loading success rate…", "Loading payments awaiting capture"],
    );
    assert_hides(&window, &["The success rate is", "No payment"]);
    let mut failed = RUNTIME.block_on(Shop::seeded(0, "Europe/Berlin"));
    failed.show_without_answers(Board::Payments);
    let (request_id, _) = failed.take_query(CardId::PaymentTotals, |plan| plan.query.clone());
    let error = ApiError { kind: "api_error".into(), code: "HE_01".into(), message: "Ask for less".into() };
    let answer = ReadAnswer::Metrics(Box::new(Err(CallError::Service { status: 422, error })));
    failed.event(Message::ReadAnswered { request_id, answer, rate: None });
    let window = self::window(failed);
    let expected = ["Succeeded payments could not be loaded: Ask for less", "Success rate could not be loaded"];
    assert_shows(&window, &[expected[0], expected[1], "Loading payments awaiting capture…"]);
}

#[test]
fn without_payments_nothing_is_counted_as_a_rate() {
    let window = window(shop(0));
    let none = ["No payments succeeded in this period", "None of these payments succeeded or failed"];
    assert_shows(&window, &[none[0], none[1], "No declined payments", "No payments awaiting capture or processing"]);
    assert_hides(&window, &["The success rate is"]);
}

#[test]
fn the_sentences_stand_in_the_workbook_and_a_range_that_is_longer_says_its_own() {
    let mut shop = shop(2_000);
    shop.ask(AnalyticsAction::SetRange(RangeChoice::LastDays(7)));
    RUNTIME.block_on(shop.serve());
    let mut window = window(shop);
    click(&mut window, "Export");
    let exported = click(&mut window, "All tables as XLSX, one sheet each");
    let [Action::Analytics(AnalyticsAction::ExportWorkbook(sentences))] = exported.as_slice() else { panic!() };
    assert_eq!(sentences.len(), 4, "{sentences:?}");
    let shown = names(&window);
    assert!(sentences.iter().all(|sentence| shown.lines().any(|line| line == sentence)), "{sentences:?}");
}
