//! Saved views in the payments panel: the title, saving what is shown, and what can be done with views.

mod text;

use egui::Ui;

use crate::drafts::Drafts;
use paydesk_core::features::views::{ViewsAction, view_name_problem};
use paydesk_core::{Action, State};
use paydesk_domain::saved_name::SAVED_NAME_MAX_CHARS;
use paydesk_domain::text::visible;
use paydesk_index::payment_view::PaymentView;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::{Button, Choice, FilterBody, TextField, choices_popup_ui};

const MENU_WIDTH: f32 = 300.0;

/// What is typed about views.
#[derive(Debug, Default)]
pub struct ViewsDraft {
    new_name: String,
    /// The view whose new name is typed, and that name.
    renamed: (String, String),
    path: String,
}

/// The view that is shown, and whether something else is shown than was saved.
fn shown(state: &State) -> Option<(&PaymentView, bool)> {
    let (views, history) = (&state.workspace.views, &state.workspace.history);
    let view = state.view();
    let saved = views.shown(history, &view).filter(|_| state.workspace.payments.part(&view).is_none())?;
    let is_changed = views.is_changed(saved, history);
    Some((saved, is_changed))
}

/// What the panel is called while a view is shown.
pub fn title(state: &State) -> Option<String> {
    let (saved, is_changed) = shown(state)?;
    let name = visible(&saved.name, SAVED_NAME_MAX_CHARS);
    Some(if is_changed { text::changed(&name) } else { name })
}

/// Draws what saves what is shown, where that is no view as it was saved.
pub fn save_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let shown = shown(state);
    if matches!(shown, Some((_, true))) && Button::secondary(text::UPDATE_VIEW).icon(Icon::Save).ui(ui).clicked() {
        actions.push(Action::Views(ViewsAction::Update));
    }
    let workspace = &state.workspace;
    let view = state.view();
    if matches!(shown, Some((_, false)))
        || workspace.views.to_save(&workspace.history, &workspace.payments, &view).is_none()
    {
        return;
    }
    let draft = drafts.of::<ViewsDraft>();
    let button = Button::secondary(text::SAVE_VIEW).icon(Icon::Bookmark).ui(ui);
    let name = choices_popup_ui(&button, text::SAVE_VIEW, MENU_WIDTH, |body| {
        body.caption("Saves the search, its order and its columns");
        name_ui(body, state, (text::NAME, text::SAVE, None), &mut draft.new_name)
    });
    if let Some(name) = name {
        draft.new_name.clear();
        actions.push(Action::Views(ViewsAction::Save(name)));
    }
}

/// Draws the menu of everything that can be done with views.
pub fn menu_ui(ui: &mut Ui, button: Button<'_>, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let draft = drafts.of::<ViewsDraft>();
    let shown = shown(state);
    let button = button.ui(ui);
    let action = choices_popup_ui(&button, text::SAVED_VIEWS, MENU_WIDTH, |body| {
        let of_view = match &shown {
            Some((saved, is_changed)) => view_ui(body, state, (saved, *is_changed), draft),
            None => {
                body.caption("No saved view is open. Search, then choose “Save view…”.");
                None
            }
        };
        body.divider();
        let exports = body.offer(Choice::new(text::EXPORT).icon(Icon::Download), false);
        let imports = body.offer(Choice::new(text::IMPORT).icon(Icon::Open), false);
        let path = body.form(|ui| {
            let shown = TextField::labelled("Or the path of the file", &mut draft.path).mono().ui(ui);
            let blocked = draft.path.trim().is_empty().then_some("Enter the path of the file");
            let clicked = Button::secondary(text::IMPORT_FILE).disabled(blocked).ui(ui).clicked();
            ((clicked || shown.submitted) && blocked.is_none()).then(|| draft.path.trim().to_owned())
        });
        let of_file = exports.then_some(ViewsAction::Export).or(imports.then_some(ViewsAction::Import(None)));
        of_view.or(of_file).or(path.map(|path| ViewsAction::Import(Some(path))))
    });
    actions.extend(action.map(Action::Views));
}

/// What can be done with the view that is shown.
fn view_ui(
    body: &mut FilterBody<'_>,
    state: &State,
    (saved, is_changed): (&PaymentView, bool),
    draft: &mut ViewsDraft,
) -> Option<ViewsAction> {
    let name = &saved.name;
    if draft.renamed.0 != *name {
        draft.renamed = (name.clone(), name.clone());
    }
    let updated = match is_changed {
        true => body.offer(Choice::new(text::UPDATE_VIEW).icon(Icon::Save), false),
        false => {
            body.caption("No changes since it was saved");
            false
        }
    };
    let delete = text::delete(&visible(name, SAVED_NAME_MAX_CHARS));
    let deleted = body.offer(Choice::new(&delete).icon(Icon::Delete), false);
    let renamed = name_ui(body, state, (text::RENAME_TO, text::RENAME, Some(name)), &mut draft.renamed.1);
    let renamed = renamed.filter(|to| to != name).map(|to| ViewsAction::Rename { from: name.clone(), to });
    let deleted = deleted.then(|| ViewsAction::Delete(name.clone()));
    updated.then_some(ViewsAction::Update).or(deleted).or(renamed)
}

/// A name that can be given, once Enter or the button gives it.
fn name_ui(
    body: &mut FilterBody<'_>,
    state: &State,
    (label, button, renamed): (&str, &str, Option<&str>),
    typed: &mut String,
) -> Option<String> {
    let takes_keyboard = body.just_opened && renamed.is_none();
    body.form(|ui| {
        let views = state.settings.views(&state.workspace.profile_id);
        let problem = view_name_problem(views, typed, renamed);
        let shown_problem = problem.filter(|_| !typed.trim().is_empty());
        let field = TextField::labelled(label, typed).placeholder("Failed card payments").error(shown_problem);
        let shown = field.max_chars(SAVED_NAME_MAX_CHARS).ui(ui);
        if takes_keyboard {
            shown.response.request_focus();
        }
        let clicked = Button::secondary(button).disabled(problem).ui(ui).clicked();
        ((clicked || shown.submitted) && problem.is_none()).then(|| typed.trim().to_owned())
    })
}
