//! The menu of columns: which are shown, and in which order.

use egui::Ui;

use paydesk_core::features::views::ViewsAction;
use paydesk_core::{Action, State};
use paydesk_index::payment_columns::SortKey;
use paydesk_index::payment_view::ViewColumn;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::space;
use paydesk_widgets::{Button, check_ui, choices_popup_ui};

use super::text;
use crate::panels::payments::columns::{all_columns, found_columns, name_of};
use paydesk_widgets::reading_order::from_right_ui;

const WIDTH: f32 = 260.0;

/// Draws the button, and the menu below it, which stays open while columns are chosen. `width` is that of the list.
pub fn columns_menu_ui(ui: &mut Ui, state: &State, width: f32, actions: &mut Vec<Action>) {
    let chosen = state.workspace.views.columns(&state.view());
    let button = Button::link(text::COLUMNS).ui(ui);
    let mut asked: Option<Vec<ViewColumn>> = None;
    choices_popup_ui(&button, text::COLUMNS, WIDTH, |body| -> Option<()> {
        body.caption("Drag the edge of a column heading to resize the column");
        let shown = match chosen.is_empty() {
            true => found_columns(chosen, width).columns.iter().map(|column| ViewColumn::new(column.id)).collect(),
            false => chosen.to_vec(),
        };
        let hidden = all_columns().filter(|key| shown.iter().all(|column| column.key != *key));
        body.form(|ui| {
            for (place, column) in shown.iter().enumerate() {
                asked = line_ui(ui, &shown, place, column.key).or(asked.take());
            }
            for key in hidden {
                if check_ui(ui, false, name_of(key)).clicked() {
                    asked = Some(shown.iter().copied().chain([ViewColumn::new(key)]).collect());
                }
            }
            let blocked = chosen.is_empty().then_some("The default columns are shown");
            if Button::secondary("Reset to default").disabled(blocked).ui(ui).clicked() {
                asked = Some(Vec::new());
            }
        });
        None
    });
    actions.extend(asked.map(|columns| Action::Views(ViewsAction::Columns(columns))));
}

/// A column that is shown: a box that hides it, and what moves it; the columns as they are to be then.
fn line_ui(ui: &mut Ui, shown: &[ViewColumn], place: usize, key: SortKey) -> Option<Vec<ViewColumn>> {
    let title = name_of(key);
    let mut columns = shown.to_vec();
    let mut is_asked = false;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        if check_ui(ui, true, title).clicked() && columns.len() > 1 {
            columns.remove(place);
            is_asked = true;
        }
        from_right_ui(ui, |ui| {
            let last = (place + 1 == shown.len()).then_some("This is the last column");
            if Button::quiet_icon(Icon::Down, &text::move_down(title)).disabled(last).ui(ui).clicked() {
                columns.swap(place, place + 1);
                is_asked = true;
            }
            let first = (place == 0).then_some("This is the first column");
            if Button::quiet_icon(Icon::Up, &text::move_up(title)).disabled(first).ui(ui).clicked() {
                columns.swap(place, place - 1);
                is_asked = true;
            }
        });
    });
    is_asked.then_some(columns)
}
