//! The editor of a profile, in the place of the settings. What is typed is judged as it is typed and told at its field
//! once the field is filled in, all of it when the profile is saved or tried.

mod fields;
mod test;

use egui::Ui;

use crate::app::features::form::InputError;
use crate::app::features::profiles::{Editor, ProfileCheck, Test};
use crate::app::{Action, State};
use crate::domain::text::visible;
use crate::ui::drafts::ProfileDraft;
use crate::ui::widgets::Button;
use crate::ui::widgets::form::{Page, Wish};

use fields::Form;

/// Draws the page.
pub(super) fn page_ui(
    ui: &mut Ui,
    state: &State,
    editor: &Editor,
    draft: &mut ProfileDraft,
    actions: &mut Vec<Action>,
) {
    let title = title(state, editor);
    let check = state.check_profile(&draft.input, draft.typed_key());
    let errors = errors_of(&check);
    let save = if editor.id.is_some() { "Save" } else { "Add profile" };
    let page = Page::new(&title, save).close("Cancel", "Leaves without keeping what was typed");
    let page = page.guarded(draft.is_changed()).lead_to_close(std::mem::take(&mut draft.wants_cancel));
    let mut tests = false;
    let wish = page.ui_with(
        ui,
        draft,
        |ui, draft| test::result_ui(ui, editor, draft),
        |ui, _| {
            let trying = matches!(editor.test, Test::Trying { .. });
            tests = Button::secondary("Test connection").busy(trying).ui(ui).clicked();
        },
        |ui, draft| Form::new(state, editor, &check, &errors, draft).ui(ui, draft),
    );
    if wish == Some(Wish::Close) {
        actions.push(Action::CloseProfileEditor);
    } else if tests || wish == Some(Wish::Submit) {
        draft.entry.refuse(&errors);
        draft.changed_since_test &= !tests;
        let (input, key) = draft.handed_over();
        actions.push(match wish {
            Some(_) => Action::SaveProfile { input, key },
            None => Action::TestProfile { input, key },
        });
    }
}

fn title(state: &State, editor: &Editor) -> String {
    match editor.id.as_deref().and_then(|id| state.profiles.find(id)) {
        Some(saved) => format!("Edit “{}”", visible(&saved.name, 60)),
        None => "Add a profile".to_owned(),
    }
}

/// What is wrong, by the path of its field.
fn errors_of(check: &ProfileCheck) -> Vec<InputError> {
    check.problems.iter().map(|problem| InputError::new(problem.field.path(), problem.what.as_str())).collect()
}
