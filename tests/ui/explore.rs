//! A question of one's own: its charts say what they show, and the comparison cannot be asked for where none is drawn.

use std::sync::LazyLock;

use egui::Theme;
use egui::accesskit::Toggled;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_core::Action;
use paydesk_core::features::analytics::{AnalyticsAction, Board, BucketSize, Dimension, Measure};
use paydesk_domain::analytics::Subject;
use paydesk_test_desk::shop::Shop;

use super::kit;
use super::panels::{LARGE, SMALL, Window, assert_hides, assert_shows, click, window_of_state};
use paydesk_test_desk::vulkan::needs_vulkan;

static RUNTIME: LazyLock<tokio::runtime::Runtime> = LazyLock::new(|| tokio::runtime::Runtime::new().unwrap());

const COMPARE: &str = "Compare with the previous period";

fn shop(asked: &[AnalyticsAction]) -> Shop {
    RUNTIME.block_on(async {
        let mut shop = Shop::seeded(2_000, "Europe/Berlin").await;
        shop.show(Board::Query).await;
        asked.iter().for_each(|action| shop.ask(action.clone()));
        shop.serve().await;
        shop
    })
}

fn window(asked: &[AnalyticsAction]) -> Window {
    window_of_state(shop(asked).state, Theme::Light, [1440.0, 1_600.0])
}

fn daily() -> AnalyticsAction {
    AnalyticsAction::SetGranularity(Some(BucketSize::Week))
}

#[test]
fn a_chart_is_titled_by_what_it_shows_and_in_which_currency() {
    let by_currency = window(&[]);
    assert_shows(&by_currency, &["Payments, chart", "Success rate, chart", "Processed amount · EUR: "]);
    let over_time = window(&[daily()]);
    assert_shows(&over_time, &["Payments, chart", "Success rate, chart", "Processed amount · EUR, chart"]);
    let both = window(&[AnalyticsAction::SetSubject(Subject::Disputes), daily()]);
    assert_shows(&both, &["Disputed amount, Lost amount · EUR, chart", "Win rate, Decided, chart"]);
}

#[test]
fn a_group_that_is_the_only_one_is_named_in_the_legend() {
    let only = AnalyticsAction::SetFilter(Dimension::Currency, vec!["EUR".to_owned()]);
    let compare = AnalyticsAction::SetCompare(false);
    let payments = AnalyticsAction::SetMeasures(vec![Measure::Payments]);
    let mut window = window(&[daily(), only.clone(), compare.clone(), payments.clone()]);
    assert_shows(&window, &["Show EUR"]);
    click(&mut window, "Show EUR");
    assert_eq!(window.get_by_label("Show EUR").accesskit_node().toggled(), Some(Toggled::False));
    let ungrouped = self::window(&[daily(), only, compare, payments, AnalyticsAction::SetGroupBy(Vec::new())]);
    assert_hides(&ungrouped, &["Show Payments", "Show EUR"]);
}

/// Whether the comparison can be asked for, and what is said of it.
fn comparison(window: &Window) -> (bool, Option<String>) {
    let node = window.get_by_label(COMPARE);
    let node = node.accesskit_node();
    (!node.is_disabled(), node.data().description().map(str::to_owned))
}

#[test]
fn where_nothing_is_compared_the_comparison_cannot_be_asked_for_and_says_why() {
    let mut by_currency = window(&[]);
    let (is_usable, why) = comparison(&by_currency);
    let why = why.unwrap_or_default();
    assert!(!is_usable && why.starts_with("To compare, choose an interval and one number"), "{why}");
    assert_hides(&by_currency, &["Europe/Berlin · vs ", "is compared with a full day"]);
    assert_eq!(click(&mut by_currency, COMPARE), []);
    let alone = [daily(), AnalyticsAction::SetGroupBy(Vec::new())];
    let mut over_time = window(&alone);
    assert_eq!(comparison(&over_time), (true, None));
    assert_shows(&over_time, &["Europe/Berlin · vs "]);
    assert_eq!(click(&mut over_time, COMPARE), [Action::Analytics(AnalyticsAction::SetCompare(false))]);
}

#[test]
fn pictures_of_a_question_of_ones_own() {
    if needs_vulkan("pictures of a question of one's own").is_none() {
        return;
    }
    let mut results = egui_kittest::SnapshotResults::new();
    let over_time = vec![daily(), AnalyticsAction::SetMeasures(vec![Measure::ProcessedAmount])];
    let shown = [(Theme::Light, "light", SMALL, Vec::new()), (Theme::Dark, "dark", LARGE, over_time)];
    for (theme, word, size, asked) in shown {
        let mut window = window_of_state(shop(&asked).state, theme, size);
        kit::snapshot(&mut window, &format!("analytics-explore-{word}"));
        results.extend_harness(&mut window);
    }
}
