//! Help: the manual, the keyboard, a glossary of statuses and codes, and About; and the first steps of a first start.

mod about;
mod first_steps;
mod glossary;
mod manual;
mod text;

use egui::{Align, Id, Layout, Ui, vec2};

use paydesk_core::command::list::manual_page;
use paydesk_core::dialog::HelpPage;
use paydesk_core::{Action, State};
use paydesk_widgets::reading_order::line_from_right_ui;
use paydesk_widgets::tokens::{Text, size, space, tokens};
use paydesk_widgets::{Button, heading_ui, modal_ui, segmented_ui};

pub use first_steps::first_steps_ui;
pub use glossary::{GlossaryEntry, glossary};
use manual::ManualDraft;

/// Width of the dialog, in points.
const WIDTH: f32 = 620.0;
/// Height of its title, choice of page and answer, in points.
const AROUND: f32 = 148.0;
/// The choice of pages, the manual first.
const TITLES: [&str; 4] = [text::MANUAL, "Keyboard shortcuts", "Glossary", text::ABOUT];

/// What the window knows of Help.
#[derive(Debug, Default)]
pub struct HelpDraft {
    manual: ManualDraft,
    /// The search in the glossary.
    glossary: String,
}

/// Draws the dialog at `page`; `shortcuts` draws the list of keys.
pub fn help_ui(
    ui: &Ui,
    state: &State,
    page: HelpPage,
    draft: &mut HelpDraft,
    shortcuts: impl FnOnce(&mut Ui),
    actions: &mut Vec<Action>,
) {
    let (closed, close) = modal_ui(ui.ctx(), Id::unique("help"), text::HELP, WIDTH, |ui| {
        let color = tokens(ui).text;
        heading_ui(ui, Text::Title, color, text::HELP);
        if let Some(index) = segmented_ui(ui, text::HELP, &TITLES, index_of(page)) {
            actions.extend(pages(state).get(index).map(|page| Action::ShowHelp(*page)));
        }
        ui.add_space(space::S);
        let height = paydesk_widgets::modal::body_height(ui.ctx(), AROUND);
        // As high on every page: the choice of pages stays under the pointer.
        let page_size = vec2(ui.available_width(), height);
        ui.allocate_ui_with_layout(page_size, Layout::top_down(Align::Min), |ui| {
            ui.set_min_size(page_size);
            match page {
                HelpPage::Manual(place) => manual::manual_ui(ui, place, &mut draft.manual, height, actions),
                HelpPage::Shortcuts => shortcuts(ui),
                HelpPage::Glossary => glossary::glossary_ui(ui, &mut draft.glossary, height),
                HelpPage::About => about::about_ui(ui, state, height, actions),
            }
        });
        let row = vec2(ui.available_width(), size::CONTROL);
        let close = Button::secondary(text::CLOSE).name("Close help");
        line_from_right_ui(ui, row, |ui| close.ui(ui).clicked()).inner
    });
    if closed || close {
        // The next time it opens at the page of the panel in front.
        draft.manual.search.clear();
        actions.push(Action::DismissDialog);
    }
}

/// The pages, each as its title opens it: the manual at the panel in front.
fn pages(state: &State) -> [HelpPage; 4] {
    [manual_page(state), HelpPage::Shortcuts, HelpPage::Glossary, HelpPage::About]
}

/// Of the page in [`TITLES`].
fn index_of(page: HelpPage) -> usize {
    match page {
        HelpPage::Manual(_) => 0,
        HelpPage::Shortcuts => 1,
        HelpPage::Glossary => 2,
        HelpPage::About => 3,
    }
}
