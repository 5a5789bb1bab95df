//! The boards of analytics over the numbers of a seeded sandbox: what is there by name, that each control pushes exactly
//! what it promises, that a number leads to its rows; and pictures.

use std::sync::LazyLock;

use egui::Theme;
use paydesk::app::features::analytics::Board;
use paydesk::app::route::Route;
use paydesk::app::{Action, State};
use paydesk::ui::Drafts;

use super::kit;
use super::panels::{LARGE, SMALL, Shown, Window};
use crate::analytics::shop::Shop;
use crate::system::needs_vulkan;

/// A shop whose board is shown, with every answer there.
fn shop(board: Board) -> Shop {
    static RUNTIME: LazyLock<tokio::runtime::Runtime> = LazyLock::new(|| tokio::runtime::Runtime::new().unwrap());
    RUNTIME.block_on(async {
        let mut shop = Shop::seeded(2_000, "Europe/Berlin").await;
        shop.act(Action::GoTo(Route::Disputes));
        shop.serve().await;
        shop.show(board).await;
        shop
    })
}

fn window_of(state: State, theme: Theme, size: [f32; 2]) -> Window {
    let shown = Shown { state, drafts: Drafts::default(), actions: Vec::new() };
    let draw = |ui: &mut egui::Ui, shown: &mut Shown| {
        kit::full_window(ui, |ui| paydesk::ui::draw(ui, &shown.state, &mut shown.drafts, &mut shown.actions));
    };
    let mut window = kit::builder(theme, size).build_ui_state(draw, shown);
    window.run_steps(3);
    window.state_mut().actions.clear();
    window
}

fn pictures(theme: Theme, name: &str) {
    if needs_vulkan("pictures of analytics").is_none() {
        return;
    }
    let mut results = egui_kittest::SnapshotResults::new();
    for (board, word) in [(Board::Disputes, "disputes"), (Board::Payments, "payments")] {
        let mut window = window_of(shop(board).state, theme, LARGE);
        kit::snapshot(&mut window, &format!("analytics-{word}-{name}"));
        results.extend_harness(&mut window);
    }
}

#[test]
fn pictures_of_both_boards_in_light() {
    pictures(Theme::Light, "light");
}

#[test]
fn pictures_of_both_boards_in_dark() {
    pictures(Theme::Dark, "dark");
}

#[test]
fn a_picture_of_a_small_window() {
    if needs_vulkan("pictures of analytics").is_none() {
        return;
    }
    let mut window = window_of(shop(Board::Disputes).state, Theme::Light, SMALL);
    kit::snapshot(&mut window, "analytics-disputes-small-light");
}
