//! The editor of a profile, in the place of the settings. What is typed is judged as it is typed and told at its field
//! once the field is filled in, all of it when the profile is saved or tried.

mod fields;
mod test;

use egui::{Align, CentralPanel, Frame, Layout, Margin, Panel, ScrollArea, Ui};

use crate::app::features::profiles::{Editor, Test};
use crate::app::{Action, State};
use crate::domain::text::visible;
use crate::ui::drafts::ProfileDraft;
use crate::ui::tokens::{size, space, tokens};
use crate::ui::widgets::{Button, hairline_ui};

use fields::Form;

/// Widest form, in points.
const COLUMN: f32 = 600.0;

/// What a person wants done with the whole form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wish {
    Save,
    Test,
    Cancel,
}

/// Draws the page.
pub(super) fn page_ui(
    ui: &mut Ui,
    state: &State,
    editor: &Editor,
    draft: &mut ProfileDraft,
    actions: &mut Vec<Action>,
) {
    let margin = super::super::margin();
    let mut wish = foot_ui(ui, editor, draft, margin);
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin);
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        super::super::title_ui(ui, &title(state, editor), |_| ());
        ui.add_space(space::S);
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            ui.set_max_width(COLUMN.min(ui.available_width()));
            ui.spacing_mut().item_spacing.y = space::XS;
            let submitted = Form::new(state, editor, draft).ui(ui, draft);
            wish = wish.or(submitted.then_some(Wish::Save));
            ui.add_space(space::M);
        });
    });
    carry_out(wish, state, draft, actions);
}

fn title(state: &State, editor: &Editor) -> String {
    match editor.id.as_deref().and_then(|id| state.profiles.find(id)) {
        Some(saved) => format!("Edit “{}”", visible(&saved.name, 60)),
        None => "Add a profile".to_owned(),
    }
}

/// The answers to the form and how a try went, always in sight.
fn foot_ui(ui: &mut Ui, editor: &Editor, draft: &mut ProfileDraft, margin: Margin) -> Option<Wish> {
    let mut wish = None;
    let margin = Margin { top: 0, bottom: space::M as i8, ..margin };
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin);
    Panel::bottom("profile answers").show_separator_line(false).frame(frame).show(ui, |ui| {
        hairline_ui(ui);
        ui.add_space(space::M);
        test::result_ui(ui, editor, draft, COLUMN.min(ui.available_width()));
        let row = egui::vec2(COLUMN.min(ui.available_width()), size::CONTROL);
        ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            let save = if editor.id.is_some() { "Save" } else { "Add profile" };
            if Button::primary(save).ui(ui).clicked() {
                wish = Some(Wish::Save);
            }
            let trying = matches!(editor.test, Test::Trying { .. });
            if Button::secondary("Test connection").busy(trying).ui(ui).clicked() {
                wish = Some(Wish::Test);
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let cancel = Button::secondary("Cancel").hint("Leaves without keeping what was typed").ui(ui);
                if std::mem::take(&mut draft.wants_cancel) {
                    cancel.request_focus();
                }
                if cancel.clicked() {
                    wish = Some(Wish::Cancel);
                }
            });
        });
    });
    wish
}

fn carry_out(wish: Option<Wish>, state: &State, draft: &mut ProfileDraft, actions: &mut Vec<Action>) {
    let Some(wish) = wish else { return };
    if wish == Wish::Cancel {
        actions.push(Action::CloseProfileEditor);
        return;
    }
    let check = state.check_profile(&draft.input, draft.typed_key());
    draft.wants_keyboard = check.problems.first().map(|problem| problem.field);
    draft.changed_since_test &= wish != Wish::Test;
    let (input, key) = draft.handed_over();
    actions.push(match wish {
        Wish::Save => Action::SaveProfile { input, key },
        Wish::Test | Wish::Cancel => Action::TestProfile { input, key },
    });
}
