//! Help: the keyboard, a glossary of statuses and codes, and About; and the first steps of a first start.

mod about;
mod first_steps;
mod glossary;
mod text;

use egui::{Align, Id, Layout, Ui, vec2};

use paydesk_core::dialog::HelpPage;
use paydesk_core::{Action, State};
use paydesk_widgets::reading_order::line_from_right_ui;
use paydesk_widgets::tokens::{Text, size, space, tokens};
use paydesk_widgets::{Button, heading_ui, modal_ui, segmented_ui};

pub use first_steps::first_steps_ui;
pub use glossary::{GlossaryEntry, glossary};

/// Width of the dialog, in points.
const WIDTH: f32 = 620.0;
/// Height of its title, choice of page and answer, in points.
const AROUND: f32 = 148.0;
const PAGES: [(HelpPage, &str); 3] =
    [(HelpPage::Shortcuts, text::KEYBOARD), (HelpPage::Glossary, text::GLOSSARY), (HelpPage::About, text::ABOUT)];

/// Draws the dialog at `page`; `shortcuts` draws the list of keys.
pub fn help_ui(
    ui: &Ui,
    state: &State,
    page: HelpPage,
    search: &mut String,
    shortcuts: impl FnOnce(&mut Ui),
    actions: &mut Vec<Action>,
) {
    let (closed, close) = modal_ui(ui.ctx(), Id::unique("help"), text::HELP, WIDTH, |ui| {
        let color = tokens(ui).text;
        heading_ui(ui, Text::Title, color, text::HELP);
        let chosen = PAGES.iter().position(|(one, _)| *one == page).unwrap_or_default();
        if let Some(index) = segmented_ui(ui, text::HELP, &PAGES.map(|(_, title)| title), chosen)
            && let Some((page, _)) = PAGES.get(index)
        {
            actions.push(Action::ShowHelp(*page));
        }
        ui.add_space(space::S);
        let height = paydesk_widgets::modal::body_height(ui.ctx(), AROUND);
        // As high on every page: the choice of pages stays under the pointer.
        let page_size = vec2(ui.available_width(), height);
        ui.allocate_ui_with_layout(page_size, Layout::top_down(Align::Min), |ui| {
            ui.set_min_size(page_size);
            match page {
                HelpPage::Shortcuts => shortcuts(ui),
                HelpPage::Glossary => glossary::glossary_ui(ui, search, height),
                HelpPage::About => about::about_ui(ui, state, height, actions),
            }
        });
        let row = vec2(ui.available_width(), size::CONTROL);
        let close = Button::secondary(text::CLOSE).name(text::CLOSE_HELP);
        line_from_right_ui(ui, row, |ui| close.ui(ui).clicked()).inner
    });
    if closed || close {
        actions.push(Action::DismissDialog);
    }
}
