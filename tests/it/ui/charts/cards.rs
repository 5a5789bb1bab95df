//! Cards: every state keeps its height, says what it is, and reports what was asked for.

use std::sync::Arc;

use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use paydesk::ui::widgets::Failed;
use paydesk::ui::widgets::chart::{
    CardAction, CardOutput, ChartCard, ChartData, ChartUnit, ChartView, CountNoun, GoodDirection, Number, NumberCard,
    multiples_ui,
};

use super::samples;
use crate::ui::kit::harness;

const FAILED: Failed<'_> = Failed {
    title: "Disputes could not be counted",
    message: "The server took too long to answer",
    code: Some("HE_01"),
    advice: None,
    retrying: false,
};

#[derive(Default)]
struct Card {
    data: Option<Arc<ChartData>>,
    loading: bool,
    failed: bool,
    view: ChartView,
    outputs: Vec<CardOutput>,
}

fn card(card: Card) -> Harness<'static, Card> {
    let mut harness = harness(card, |ui, card| {
        let shown = ChartCard::new("Disputes by status").definition("By the day they were opened").height(280.0);
        let shown = shown.freshness(Some("12:04, 3 min ago")).loading(card.loading);
        let shown = shown.empty("No dispute in this range", Some("Last 90 days"));
        card.outputs.push(shown.failed(card.failed.then_some(FAILED)).ui(ui, card.data.as_ref(), &mut card.view));
    });
    harness.run();
    harness
}

fn full() -> Option<Arc<ChartData>> {
    Some(Arc::new(samples::stacked(10)))
}

fn empty() -> Option<Arc<ChartData>> {
    Some(Arc::new(ChartData { buckets: Vec::new(), ..samples::stacked(10) }))
}

#[test]
fn a_card_tells_its_title_definition_and_freshness() {
    let mut card = card(Card { data: full(), ..Card::default() });
    card.get_by_label("Disputes by status");
    card.get_by_label("12:04, 3 min ago");
    let info = card.get_by_label("What “Disputes by status” means");
    assert_eq!(info.accesskit_node().data().description(), Some("By the day they were opened"));
    info.hover();
    card.run_steps(6);
    card.get_by_label("By the day they were opened");
}

#[test]
fn a_card_is_as_high_in_every_state() {
    let states = [
        Card { data: full(), ..Card::default() },
        Card { data: full(), loading: true, ..Card::default() },
        Card { data: full(), failed: true, ..Card::default() },
        Card { data: empty(), ..Card::default() },
        Card { failed: true, ..Card::default() },
        Card::default(),
    ];
    for state in states {
        let card = card(state);
        assert_eq!(card.state().outputs.last().map(|output| output.rect.height()), Some(280.0));
    }
}

#[test]
fn an_empty_card_says_why_and_offers_what_to_do() {
    let mut card = card(Card { data: empty(), ..Card::default() });
    card.get_by_label("No dispute in this range");
    card.get_by_label("Last 90 days").click();
    card.run();
    assert!(card.state().outputs.iter().any(|output| output.empty_action));
    assert!(card.query_by_label("Disputes by status, chart").is_none());
}

#[test]
fn a_card_that_failed_has_retry_and_keeps_the_picture_it_had() {
    for data in [None, full()] {
        let had = data.is_some();
        let mut card = card(Card { data, failed: true, ..Card::default() });
        assert_eq!(card.query_by_label("Disputes by status, chart").is_some(), had);
        assert!(card.query_all_by_label_contains("The server took too long to answer").next().is_some());
        card.get_by_label("Retry").click();
        card.run();
        assert!(card.state().outputs.iter().any(|output| output.retry));
    }
}

#[test]
fn while_newer_numbers_are_on_their_way_the_picture_stays() {
    let card = card(Card { data: full(), loading: true, ..Card::default() });
    card.get_by_label("Disputes by status, chart");
    card.get_by_label("Loading");
}

#[test]
fn a_card_that_was_never_reported_says_that_it_loads() {
    let card = card(Card { loading: true, ..Card::default() });
    card.get_by_label("Loading Disputes by status…");
    assert!(card.query_by_label("More for “Disputes by status”").is_none(), "there is nothing to copy");
}

#[test]
fn the_menu_reports_what_was_asked_for() {
    let offered = [
        ("Copy as CSV", CardAction::CopyCsv),
        ("Save as CSV", CardAction::SaveCsv),
        ("Save as PNG", CardAction::SavePng),
    ];
    for (text, action) in offered {
        let mut card = card(Card { data: full(), ..Card::default() });
        card.get_by_label("More for “Disputes by status”").click();
        card.run();
        card.get_by_label(text).click();
        card.run();
        let actions: Vec<_> = card.state().outputs.iter().filter_map(|output| output.action).collect();
        assert_eq!(actions, [action]);
    }
}

#[test]
fn a_card_turns_into_a_table_and_back() {
    let mut card = card(Card { data: full(), ..Card::default() });
    card.get_by_label("Show “Disputes by status” as a table").click();
    card.run();
    card.get_by_label("Disputes by status as a table");
    card.get_by_label("Show “Disputes by status” as a chart").click();
    card.run();
    card.get_by_label("Disputes by status, chart");
}

fn number(value: i64, previous: Option<i64>, unit: ChartUnit, better: GoodDirection) -> Harness<'static, usize> {
    let mut harness = harness(0, move |ui, clicks| {
        let card = NumberCard::new("Win rate", &unit, CountNoun::DISPUTES).better(better);
        let card = card.previous(Number { value: previous, count: Some(96) }, "the 30 days before");
        *clicks += usize::from(card.ui(ui, Some(Number { value: Some(value), count: Some(81) })).clicked);
    });
    harness.run();
    harness
}

#[test]
fn a_number_is_reported_against_the_period_before_with_the_counts_of_both() {
    let mut card = number(512_345, Some(479_167), ChartUnit::Rate, GoodDirection::Higher);
    let text =
        "Win rate: 51.23 % of 81 disputes. Up 3.32 points, better. Was 47.92 % of 96 disputes in the 30 days before";
    card.get_by_label(text).click();
    card.run();
    assert_eq!(*card.state(), 1);
}

#[test]
fn a_number_that_was_zero_or_is_the_same_has_no_percentage() {
    number(5, Some(0), ChartUnit::Count, GoodDirection::Lower)
        .get_by_label("Win rate: 5 disputes. Up, worse. Was 0 disputes in the 30 days before");
    number(5, Some(5), ChartUnit::Count, GoodDirection::Lower)
        .get_by_label("Win rate: 5 disputes. No change. Was 5 disputes in the 30 days before");
    number(5, None, ChartUnit::Count, GoodDirection::Lower)
        .get_by_label("Win rate: 5 disputes. No value to compare with. In the 30 days before");
}

#[test]
fn small_multiples_have_an_axis_and_a_name_a_currency() {
    let charts: Vec<Arc<ChartData>> =
        ["EUR", "JPY"].map(|code| Arc::new(samples::amounts(code, code, 0, 1_000_000))).to_vec();
    let mut multiples = harness((Vec::new(), None), move |ui, (views, clicked)| {
        let given = multiples_ui(ui, &charts, views, 200.0);
        *clicked = given.or(*clicked);
    });
    multiples.run();
    multiples.get_by_label("EUR, chart");
    multiples.get_by_label("JPY, chart").focus();
    multiples.run();
    multiples.key_press(egui::Key::Enter);
    multiples.run();
    assert_eq!(multiples.state().1.map(|(chart, click)| (chart, click.bucket)), Some((1, 20)));
}
