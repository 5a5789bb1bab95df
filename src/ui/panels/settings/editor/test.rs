//! How trying the service went, and what to do where it did not go well.

use egui::Ui;

use crate::app::features::profiles::{ConnectionTest, ProfileEditor};
use crate::app::message::ProfileTest;
use crate::app::problem::Problem;
use crate::domain::profile::Environment;
use crate::domain::text::visible;
use crate::ui::drafts::ProfileDraft;
use crate::ui::icons::Icon;
use crate::ui::tokens::{Text, Tone, space, tokens};
use crate::ui::widgets::{Notice, label_ui};

/// Draws the result, if there is one.
pub(super) fn result_ui(ui: &mut Ui, editor: &ProfileEditor, draft: &ProfileDraft) {
    if editor.test == ConnectionTest::NotTried {
        return;
    }
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        match &editor.test {
            ConnectionTest::NotTried => {}
            ConnectionTest::Trying { .. } => trying_ui(ui),
            ConnectionTest::Answered(test) => answered_ui(ui, test, draft),
            ConnectionTest::Failed(problem) => failed_ui(ui, problem, draft),
        }
        let tried = !matches!(editor.test, ConnectionTest::Trying { .. });
        if tried && draft.changed_since_test {
            label_ui(ui, Text::Small, tokens(ui).subdued, "Something was changed since: test again");
        }
    });
    ui.add_space(space::S);
}

fn trying_ui(ui: &mut Ui) {
    Notice::new(Tone::Info, "Asking the service whether it takes the key…").icon(Icon::Processing).ui(ui);
}

fn failed_ui(ui: &mut Ui, problem: &Problem, draft: &ProfileDraft) {
    let text = format!("{}. {}", sentence(&visible(&problem.what, 400)), problem.what_to_do);
    Notice::new(tone(draft, Tone::Danger), &text).title("This does not work yet").ui(ui);
}

/// The service's own text may begin in the middle of a sentence.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// A result that may not hold any more is not shouted.
fn tone(draft: &ProfileDraft, tone: Tone) -> Tone {
    if draft.changed_since_test { Tone::Neutral } else { tone }
}

fn answered_ui(ui: &mut Ui, test: &ProfileTest, draft: &ProfileDraft) {
    let title = format!("The service answered in {} ms and takes the key", test.answered_in_ms.max(1));
    let text = match test.environment {
        Environment::Sandbox => "The key opens SANDBOX: nothing there moves real money",
        Environment::Production => "The key opens PRODUCTION: what is done there moves real money",
    };
    Notice::new(tone(draft, Tone::Positive), text).icon(Icon::Success).title(&title).ui(ui);
}
