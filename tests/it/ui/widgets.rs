//! Widgets used by label, pointer and keyboard: what each reports, and what it must not.

use egui::Key;
use egui_kittest::kittest::Queryable;
use paydesk::ui::widgets::FilterMenu;

use super::kit::harness;

#[test]
fn a_filter_is_chosen_with_the_keyboard_alone() {
    let mut filter = harness((None, 0), |ui, (chosen, changes)| {
        if let Some(change) = FilterMenu::new("Currency", &["EUR", "JPY", "USD"], *chosen).ui(ui) {
            *changes += 1;
            eprintln!("{change:?}");
        }
    });
    filter.get_by_label("Currency").focus();
    filter.run();
    filter.key_press(Key::Enter);
    filter.run();
    eprintln!("{:?}", filter.root());
    assert!(filter.get_by_label("EUR").is_focused());
}
