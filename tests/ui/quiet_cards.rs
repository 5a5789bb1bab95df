//! A card of one group, and one without a number, is a line and no chart.

use std::sync::LazyLock;

use egui::Theme;
use paydesk_core::Action;
use paydesk_core::features::analytics::{AnalyticsAction, Board, Dimension, DrillDown};
use paydesk_test_desk::shop::Shop;

use super::panels::{Window, assert_hides, assert_shows, click, names, window_of_state};

static RUNTIME: LazyLock<tokio::runtime::Runtime> = LazyLock::new(|| tokio::runtime::Runtime::new().unwrap());

/// The board of payments with a filter, whole.
fn window(dimension: Dimension, value: &str) -> Window {
    let shop = RUNTIME.block_on(async {
        let mut shop = Shop::seeded(600, "Europe/Berlin").await;
        shop.show(Board::Payments).await;
        shop.ask(AnalyticsAction::SetFilter(dimension, vec![value.to_owned()]));
        shop.serve().await;
        shop
    });
    window_of_state(shop.state, Theme::Light, [1440.0, 2_400.0])
}

fn line(window: &Window, start: &str) -> String {
    let shown = names(window);
    shown.lines().find(|name| name.starts_with(start)).unwrap_or_else(|| panic!("{start} in {shown}")).to_owned()
}

#[test]
fn a_card_of_one_group_is_its_number_alone_which_opens_its_rows() {
    let mut window = window(Dimension::Status, "succeeded");
    let number = line(&window, "Payments by status: Succeeded: ");
    assert!(number.ends_with(" payments, 100.0%") || number.contains(" payments"), "{number}");
    assert_hides(&window, &["Payments by status, chart"]);
    assert_shows(&window, &["Payments by currency over time, chart"]);
    let pushed = click(&mut window, &number);
    assert!(
        matches!(&pushed[..], [Action::Analytics(AnalyticsAction::ShowRows(DrillDown::Payments(_)))]),
        "{pushed:?}"
    );
}

#[test]
fn cards_without_a_number_are_a_line_each_with_one_way_out_for_all() {
    let window = window(Dimension::Currency, "CHF");
    for title in ["Payments by currency over time", "Processed amount over time", "Payments by status"] {
        line(&window, &format!("{title}: No payments with these filters"));
    }
    assert_hides(&window, &["over time, chart"]);
    let shown = names(&window);
    let ways_out = shown.lines().filter(|name| *name == "Clear filters").count();
    assert!((1..=2).contains(&ways_out), "one in the head, and one below: {ways_out}");
}

#[test]
fn a_question_of_ones_own_shows_an_amount_of_one_currency_as_a_number() {
    let shop = RUNTIME.block_on(async {
        let mut shop = Shop::seeded(600, "Europe/Berlin").await;
        shop.show(Board::Query).await;
        shop
    });
    let mut window = window_of_state(shop.state, Theme::Light, [1440.0, 1_400.0]);
    assert_shows(&window, &["Payments, chart", "Success rate, chart"]);
    assert_hides(&window, &["Processed amount · EUR, chart"]);
    let number = line(&window, "Processed amount · EUR: ");
    let pushed = click(&mut window, &number);
    assert!(
        matches!(&pushed[..], [Action::Analytics(AnalyticsAction::ShowRows(DrillDown::Payments(_)))]),
        "{pushed:?}"
    );
}
