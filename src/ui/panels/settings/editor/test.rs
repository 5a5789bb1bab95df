//! How trying the service went, and what to do where it did not go well.

use egui::{Label, Ui};

use crate::drafts::ProfileDraft;
use paydesk_core::connection_test::{Access, Capability, KeyVerdict, ProfileTest};
use paydesk_core::features::profiles::{ConnectionTest, ProfileEditor};
use paydesk_core::problem::Problem;
use paydesk_domain::text::{capitalized, sentences, visible};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{Notice, label_ui};

/// Width of the names of what a key may be used for, in points.
const NAME: f32 = 132.0;

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
            label_ui(ui, Text::Small, tokens(ui).subdued, "Changed since the test: test again");
        }
    });
    ui.add_space(space::S);
}

fn trying_ui(ui: &mut Ui) {
    Notice::new(Tone::Info, "Checking the permissions of this key…").icon(Icon::Processing).ui(ui);
}

fn failed_ui(ui: &mut Ui, problem: &Problem, draft: &ProfileDraft) {
    // The service's own text may begin in the middle of a sentence.
    let text = sentences(&[capitalized(&visible(&problem.what, 400)), problem.what_to_do.clone()]);
    Notice::new(tone(draft, Tone::Danger), &text).title("Connection failed").ui(ui);
}

/// A result that may not hold any more is not shouted.
fn tone(draft: &ProfileDraft, tone: Tone) -> Tone {
    if draft.changed_since_test { Tone::Neutral } else { tone }
}

fn answered_ui(ui: &mut Ui, test: &ProfileTest, draft: &ProfileDraft) {
    let (tone_of_result, icon) = match test.verdict() {
        KeyVerdict::Works => (Tone::Positive, Icon::Success),
        KeyVerdict::Refused => (Tone::Danger, Icon::Failure),
        KeyVerdict::NotShown => (Tone::Attention, Icon::Alert),
    };
    let title = visible(&test.headline(), 400);
    let notice = Notice::new(tone(draft, tone_of_result), test.advice()).icon(icon).title(&title);
    notice.ui_with(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        for line in [test.limits(), test.works()].into_iter().flatten() {
            ui.add(Label::new(Text::Body.rich(&line).color(tokens(ui).text)).wrap());
        }
        test.details().for_each(|(capability, access)| line_ui(ui, capability, access));
    });
}

/// One thing that the key may be used for, or why not.
fn line_ui(ui: &mut Ui, capability: Capability, access: &Access) {
    let (text, subdued) = (tokens(ui).text, tokens(ui).subdued);
    let (icon, color) = match access {
        Access::Allowed => (Icon::Check, text),
        Access::WantsLogin | Access::KeyRefused(_) | Access::NotPermitted(_) => (Icon::Prohibited, text),
        Access::NotOffered | Access::Unreadable(_) | Access::NotKnown(_) | Access::NotAsked => (Icon::Unknown, subdued),
    };
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        icon.ui(ui, size::ICON, color);
        let name = ui.scope(|ui| {
            ui.set_min_width(NAME);
            label_ui(ui, Text::Small, color, capability.title());
        });
        drop(name);
        let sentence = visible(&access.text(capability), 400);
        ui.add(Label::new(Text::Small.rich(&sentence).color(color)).wrap());
    });
}
