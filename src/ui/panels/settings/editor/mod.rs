//! The editor of a profile, in the place of the settings. What is typed is checked as it is typed, and errors are shown
//! at its field once the field is filled in, all of it when the profile is saved or tried.

mod fields;
mod sign_in;
mod test;

use egui::Ui;

use crate::drafts::ProfileDraft;
use crate::form::{FormAction, FormPage};
use crate::panels::settings::text;
use paydesk_core::features::forms::{InputError, Rule};
use paydesk_core::features::profiles::{ConnectionTest, ProfileCheck, ProfileEditor};
use paydesk_core::profiles::FieldProblem;
use paydesk_core::{Action, State};
use paydesk_domain::text::visible;
use paydesk_widgets::Button;

use fields::EditorForm;

/// Draws the page.
pub(super) fn page_ui(
    ui: &mut Ui,
    state: &State,
    editor: &ProfileEditor,
    draft: &mut ProfileDraft,
    actions: &mut Vec<Action>,
) {
    let title = title(state, editor);
    let open = draft.input.id.as_ref().map_or(0, |id| state.open_operations_of(id));
    let check = state.profiles.check(&draft.typed(), draft.typed_key(), open);
    let errors = errors_of(&check);
    let save = if editor.id.is_some() { text::SAVE } else { text::ADD_PROFILE };
    let page = FormPage::new(&title, save).close(text::CANCEL, text::DISCARDS_WHAT_WAS_ENTERED);
    let page = page.guarded(draft.is_changed()).focus_close(std::mem::take(&mut draft.wants_cancel));
    let mut tests = false;
    let form_action = page.ui_with(
        ui,
        draft,
        |ui, draft| test::result_ui(ui, editor, draft),
        |ui, _| {
            let trying = matches!(editor.test, ConnectionTest::Trying { .. });
            tests = Button::secondary("Test connection").busy(trying).ui(ui).clicked();
        },
        |ui, draft| EditorForm::new(state, editor, &check, &errors, draft).ui(ui, draft, actions),
    );
    if form_action == Some(FormAction::Close) {
        actions.push(Action::CloseProfileEditor);
    } else if tests || form_action == Some(FormAction::Submit) {
        draft.entry.refuse(&errors);
        draft.changed_since_test &= !tests;
        let (input, key) = draft.handed_over();
        actions.push(match form_action {
            Some(_) => Action::SaveProfile { input, key },
            None => Action::TestProfile { input, key },
        });
    }
}

fn title(state: &State, editor: &ProfileEditor) -> String {
    match editor.id.as_ref().and_then(|id| state.profiles.find(id)) {
        Some(saved) => text::edit(visible(&saved.name, 60)),
        None => "Add a profile".to_owned(),
    }
}

/// What is wrong, by the path of its field.
fn errors_of(check: &ProfileCheck) -> Vec<InputError> {
    let error = |problem: &FieldProblem| InputError::new(problem.field.path(), Rule::sentence(&*problem.what));
    check.problems.iter().map(error).collect()
}
