//! Won and lost by the day of decision, as a card of the board.

use chrono::TimeDelta;
use egui::Theme;
use paydesk_test_core::decisions::{decided, show};
use paydesk_test_core::desk::Desk;
use paydesk_test_core::service::start_time;

use super::panels::{assert_hides, assert_shows, window_of};

const SIZE: [f32; 2] = [1440.0, 2_400.0];

#[test]
fn the_card_says_for_how_many_the_day_is_known_and_is_off_where_it_is_known_of_none() {
    let mut desk = Desk::ready(Vec::new());
    decided(&mut desk, "dsp_1", "won", Some(start_time() - TimeDelta::days(2)));
    decided(&mut desk, "dsp_2", "lost", None);
    let window = window_of(show(desk), Theme::Light, SIZE);
    assert_shows(&window, &["Won and lost by decision date", "Decision date known for 1 of 2 decided disputes"]);

    let mut desk = Desk::ready(Vec::new());
    decided(&mut desk, "dsp_2", "lost", None);
    let window = window_of(show(desk), Theme::Light, SIZE);
    assert_shows(&window, &["Largest open disputes"]);
    assert_hides(&window, &["Won and lost by decision date"]);
}
