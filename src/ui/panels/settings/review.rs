//! What the service of this profile calls manual review: how that is known, another name for it, and the way back. It is
//! a row of [what the service does](super::service).

use egui::Ui;

use paydesk_core::state::review_status::ReviewStatusAction;
use paydesk_core::{Action, State};
use paydesk_domain::review::{ASSUMED_REVIEW_STATUS, ReviewStatus, ReviewStatusSource};
use paydesk_domain::text::{visible, visible_id};
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Button, TextField, label_ui};

use super::text;
use super::trait_row::with_button_ui;

/// Draws the row. `typed` is the name that is being typed.
pub(super) fn review_ui(ui: &mut Ui, state: &State, typed: &mut String, actions: &mut Vec<Action>) {
    let view = state.view();
    let review = view.review_status();
    let reset = (!review.is_assumed()).then_some("Forget manual review status");
    if with_button_ui(ui, reset, |ui| texts_ui(ui, state, review)) {
        actions.push(Action::ReviewStatus(ReviewStatusAction::Forget));
    }
    ui.add_space(space::XS);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let field = TextField::bare(text::STATUS_OF_MANUAL_REVIEW, typed).placeholder("in_review").width(220.0);
        let submitted = field.ui(ui).submitted;
        let blocked = wrong(typed);
        let clicked = Button::secondary("Use this status").disabled(blocked.as_deref()).ui(ui).clicked();
        if (clicked || submitted) && blocked.is_none() {
            actions.push(Action::ReviewStatus(ReviewStatusAction::Name(std::mem::take(typed))));
        }
    });
}

fn texts_ui(ui: &mut Ui, state: &State, review: &ReviewStatus) {
    let (text, subdued) = (tokens(ui).text, tokens(ui).subdued);
    label_ui(ui, Text::Strong, text, text::STATUS_OF_MANUAL_REVIEW);
    let word = visible(review.word(), 64);
    match source_text(state, &review.source) {
        None => {
            let text = match state.workspace.profile_id.is_embedded() {
                true => text::name_in_this_sandbox(&word),
                false => text::assumed_documentation_does_not_name(&word),
            };
            label_ui(ui, Text::Body, subdued, &text);
        }
        Some(source) => {
            label_ui(ui, Text::Body, text, &word);
            label_ui(ui, Text::Small, subdued, &text::default(&source, ASSUMED_REVIEW_STATUS));
        }
    }
}

fn wrong(typed: &str) -> Option<String> {
    let source = ReviewStatusSource::Assumed;
    ReviewStatus::parse(typed, source).err().map(|error| error.to_string())
}

/// How a name is known that is not assumed.
fn source_text(state: &State, source: &ReviewStatusSource) -> Option<String> {
    let zone = state.zone();
    match source {
        ReviewStatusSource::Assumed => None,
        ReviewStatusSource::Named { at } => Some(text::set_by_you(zone.full(*at))),
        ReviewStatusSource::Learned { payment_id, at } => {
            let id = visible_id(payment_id.as_str(), 64);
            Some(text::learned_from_was_approved(zone.full(*at), &id))
        }
    }
}
