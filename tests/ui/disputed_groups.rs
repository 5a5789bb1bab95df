//! Disputed payments by brand, country, method and amount, as cards of the board.

use std::sync::LazyLock;

use egui::Theme;
use paydesk_core::Action;
use paydesk_core::features::analytics::{AnalyticsAction, Board, CardId, DrillDown};
use paydesk_test_core::disputed_groups::board;
use paydesk_test_core::known_boards::place;
use paydesk_test_desk::recount::{Between, Recount};
use paydesk_test_desk::shop::Shop;

use super::panels::{Window, assert_hides, assert_shows, click, names, window_of, window_of_state};

static RUNTIME: LazyLock<tokio::runtime::Runtime> = LazyLock::new(|| tokio::runtime::Runtime::new().unwrap());

fn window(size: [f32; 2]) -> Window {
    window_of(board(place(true)), Theme::Light, size)
}

/// The line that begins like this.
fn line(window: &Window, start: &str) -> String {
    let shown = names(window);
    shown.lines().find(|name| name.starts_with(start)).unwrap_or_else(|| panic!("{start} in {shown}")).to_owned()
}

#[test]
fn each_group_says_how_many_it_is_of_and_what_can_be_said_of_it() {
    let window = window([1440.0, 3_000.0]);
    let of_brand = |brand: &str| line(&window, &format!("Disputed payments by card brand, {brand}: "));
    let master = of_brand("mastercard");
    assert!(master.contains("30 of 60, 50.00%. Significantly more than in the other groups. "), "{master}");
    assert!(master.contains("95% confidence"), "{master}");
    assert!(of_brand("Visa").contains("2 of 200, 1.00%. Significantly fewer than in the other groups"));
    assert!(of_brand("Odd").contains("2 of 4, too few to say. Fewer than 10 payments"), "{}", of_brand("Odd"));
    assert_shows(&window, &["Card brand known for 264 of 274 payments"]);
    line(&window, "Disputed payments by amount, Under 10.00 EUR: 1 of 30, 3.33%");
}

#[test]
fn a_group_opens_its_disputed_payments_and_one_without_a_search_says_why_not() {
    let mut window = window([1440.0, 3_000.0]);
    let wallet = line(&window, "Disputed payments by method, Wallet");
    let pushed = click(&mut window, &wallet);
    let [Action::Analytics(AnalyticsAction::ShowRows(DrillDown::Search(query)))] = &pushed[..] else {
        panic!("{pushed:?}")
    };
    assert!(query.contains("method:wallet"), "{query}");
    let visa = line(&window, "Disputed payments by card brand, Visa");
    assert!(click(&mut window, &visa).is_empty());
    window.run_steps(3);
    assert_shows(&window, &["Payments cannot be searched by card brand or country"]);
}

/// The sandbox reports what the specification has: no country of a card.
#[test]
fn where_no_payment_has_a_country_nothing_is_said_of_countries() {
    let shop = RUNTIME.block_on(async {
        let mut shop = Shop::seeded(600, "Europe/Berlin").await;
        let recount = Recount::read(&shop.client, Between::days("2026-10-25", "2026-11-21")).await;
        shop.event(recount.stored(shop.state.now));
        shop.show(Board::Disputes).await;
        shop
    });
    assert!(shop.picture(CardId::DisputedByCountry).panes.is_empty());
    let window = window_of_state(shop.state, Theme::Light, [1440.0, 3_000.0]);
    assert_shows(&window, &["Disputed payments by card brand"]);
    assert_hides(&window, &["card country"]);
}
