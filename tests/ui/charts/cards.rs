//! Cards: every state keeps its height, says what it is, and reports what was asked for.

use std::sync::Arc;

use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use paydesk_widgets::Failed;
use paydesk_widgets::board_card::{CardAction, CardOutput, CardView, ChartCard};
use paydesk_widgets::chart::{ChartClick, ChartData};

use super::samples;
use crate::kit::harness;

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
    view: CardView,
    outputs: Vec<CardOutput>,
}

fn card(card: Card) -> Harness<'static, Card> {
    let mut harness = harness(card, |ui, card| {
        let shown = ChartCard {
            definition: Some("By the day they were opened"),
            freshness: Some("12:04, 3 min ago"),
            loading: card.loading,
            failed: card.failed.then_some(FAILED),
            empty: ("No dispute in this period", Some("Last 90 days")),
            height: 280.0,
            ..ChartCard::new("Disputes by status")
        };
        card.outputs.push(shown.ui(ui, card.data.as_ref(), &mut card.view));
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
    card.get_by_label("No dispute in this period");
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

#[test]
fn a_row_of_the_table_leads_where_its_bucket_leads() {
    let data = Arc::new(samples::rates());
    let mut card = card(Card { data: Some(Arc::clone(&data)), ..Card::default() });
    card.state_mut().view.table = true;
    card.run();
    card.get_by_label("Success rate as a table");
    card.get_by_label("Mon 2 Nov 2026");
    card.get_by_label(&data.bucket_text(1, |_| true)).click();
    card.run();
    let clicks: Vec<ChartClick> = card.state().outputs.iter().filter_map(|output| output.clicked).collect();
    assert_eq!(clicks, [ChartClick { bucket: 1, series: None }]);
}
