//! How trying the service went, and what to do where it did not go well.

use egui::Ui;

use crate::app::event::ProfileTest;
use crate::app::features::profiles::{Editor, Test};
use crate::domain::profile::Environment;
use crate::domain::text::visible;
use crate::ui::drafts::ProfileDraft;
use crate::ui::icons::Icon;
use crate::ui::tokens::{Text, Tone, space, tokens};
use crate::ui::widgets::{Notice, label_ui};

/// Draws the result, if there is one.
pub(super) fn result_ui(ui: &mut Ui, editor: &Editor, draft: &ProfileDraft) {
    if editor.test == Test::NotTried {
        return;
    }
    ui.add_space(space::S);
    let shown = match &editor.test {
        Test::NotTried => return,
        Test::Trying { .. } => {
            Notice::new(Tone::Info, "Asking the service whether it takes the key…").icon(Icon::Processing).ui(ui);
            return;
        }
        Test::Answered(test) => ui.scope(|ui| answered_ui(ui, test, draft.changed_since_test)).response,
        Test::Failed(problem) => {
            let what = visible(&problem.what, 400);
            let notice = Notice::new(tone(draft, Tone::Danger), &problem.what_to_do).title(&what);
            ui.scope(|ui| notice.ui(ui)).response
        }
    };
    if draft.changed_since_test {
        label_ui(ui, Text::Small, tokens(ui).subdued, "Something was changed since: test again");
    }
    // A result below the fold would not be seen.
    let id = shown.id.with("told");
    if ui.data(|data| data.get_temp::<Test>(id)).as_ref() != Some(&editor.test) {
        ui.data_mut(|data| data.insert_temp(id, editor.test.clone()));
        shown.scroll_to_me(None);
    }
}

/// A result that may not hold any more is not shouted.
fn tone(draft: &ProfileDraft, tone: Tone) -> Tone {
    if draft.changed_since_test { Tone::Neutral } else { tone }
}

fn answered_ui(ui: &mut Ui, test: &ProfileTest, old: bool) {
    let title = format!("The service answered in {} ms and takes the key", test.answered_in_ms.max(1));
    let text = match test.environment {
        Environment::Sandbox => "The key opens SANDBOX: nothing there moves real money",
        Environment::Production => "The key opens PRODUCTION: what is done there moves real money",
    };
    let tone = if old { Tone::Neutral } else { Tone::Positive };
    Notice::new(tone, text).icon(Icon::Success).title(&title).ui(ui);
}
