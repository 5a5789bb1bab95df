//! The head of the panel: its title, its tabs, and what can be done in the tab in front.

use egui::{Align, Id, Layout, Ui, UiBuilder};

use crate::back::title_of_rows_ui;
use paydesk_core::panels::PanelSpec;
use paydesk_core::{Action, State};
use paydesk_widgets::segmented_ui;
use paydesk_widgets::tokens::space;

/// With less room the tabs stand below the title, in points.
const ONE_LINE_MIN: f32 = 680.0;

/// Draws the head; `right` draws what can be done, from the right edge.
pub(super) fn head_ui(
    ui: &mut Ui,
    state: &State,
    actions: &mut Vec<Action>,
    right: impl FnOnce(&mut Ui, &mut Vec<Action>),
) {
    let is_wide = ui.available_width() >= ONE_LINE_MIN;
    let panel = state.workspace.route.panel();
    title_of_rows_ui(ui, state, panel.title, actions, |ui, actions| {
        right(ui, actions);
        if is_wide {
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add_space(space::M);
                tabs_ui(ui, state, panel, actions);
            });
        }
    });
    if !is_wide {
        ui.add_space(space::S);
        tabs_ui(ui, state, panel, actions);
    }
    ui.add_space(space::S);
}

fn tabs_ui(ui: &mut Ui, state: &State, panel: &PanelSpec, actions: &mut Vec<Action>) {
    let tabs: Vec<&PanelSpec> = panel.tabs().collect();
    let label = |tab: &&PanelSpec| {
        let name = tab.tab.unwrap_or(tab.title);
        (tab.count)(state).map_or_else(|| name.to_owned(), |count| format!("{name} {}", count.text()))
    };
    let labels: Vec<String> = tabs.iter().map(label).collect();
    let chosen = tabs.iter().position(|tab| tab.route == panel.route).unwrap_or_default();
    // The same widget in each tab: it keeps the keyboard.
    let builder = UiBuilder::new().scope_id(Id::unique("tabs of operations"));
    let picked = ui.scope_builder(builder, |ui| segmented_ui(ui, "Tabs", &labels, chosen)).inner;
    actions.extend(picked.and_then(|index| tabs.get(index)).map(|tab| Action::GoTo(tab.route)));
}
