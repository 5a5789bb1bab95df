//! What the service of this profile calls manual review: how that is known, another name for it, and forgetting it.

use egui::Ui;

use crate::app::review_status::ReviewStatusAction;
use crate::app::{Action, State};
use crate::domain::review::{ReviewStatus, ReviewStatusSource};
use crate::domain::text::{visible, visible_id};
use crate::ui::tokens::{Text, space, tokens};
use crate::ui::widgets::{Button, TextField, label_ui};

use super::{line_ui, setting_ui};

/// Draws the group. `typed` is the name that is being typed.
pub(super) fn review_ui(ui: &mut Ui, state: &State, typed: &mut String, actions: &mut Vec<Action>) {
    let text = "The API documentation does not name the status of payments held for manual review. Paydesk learns it when a \
                 payment is approved from here, and you can type it";
    label_ui(ui, Text::Small, tokens(ui).subdued, text);
    let view = state.view();
    let review = view.review_status();
    setting_ui(ui, "Status in this profile", |ui| {
        ui.vertical(|ui| {
            line_ui(ui, &format!("{}, {}", visible(review.word(), 64), source_text(state, review)));
            if !review.is_assumed() && Button::link("Forget this status").ui(ui).clicked() {
                actions.push(Action::ReviewStatus(ReviewStatusAction::Forget));
            }
        });
    });
    setting_ui(ui, "Another status", |ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let field = TextField::bare("Status of manual review", typed).placeholder("in_review").width(220.0);
        let submitted = field.ui(ui).submitted;
        let blocked = wrong(typed);
        let clicked = Button::secondary("Use this status").disabled(blocked.as_deref()).ui(ui).clicked();
        if (clicked || submitted) && blocked.is_none() {
            actions.push(Action::ReviewStatus(ReviewStatusAction::Name(std::mem::take(typed))));
        }
    });
}

fn wrong(typed: &str) -> Option<String> {
    let source = ReviewStatusSource::Assumed;
    ReviewStatus::parse(typed, source).err().map(|error| error.to_string())
}

fn source_text(state: &State, review: &ReviewStatus) -> String {
    let zone = state.zone();
    match &review.source {
        ReviewStatusSource::Assumed if state.workspace.profile_id.is_embedded() => {
            "the name in this sandbox".to_owned()
        }
        ReviewStatusSource::Assumed => "a guess".to_owned(),
        ReviewStatusSource::Named { at } => format!("set by you on {}", zone.full(*at)),
        ReviewStatusSource::Learned { payment_id, at } => {
            let id = visible_id(payment_id.as_str(), 64);
            format!("learned on {} when {id} was approved", zone.full(*at))
        }
    }
}
