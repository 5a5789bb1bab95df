//! What the service of the current profile does where its documentation is silent: each with its default, what was
//! learned instead and from what, and a way back.

use egui::{CornerRadius, Frame, Margin, Ui};

use paydesk_core::service_traits::{AmountsChange, AmountsTrait, TraitChange, TraitId, TraitRow};
use paydesk_core::state::review_status::ReviewStatusAction;
use paydesk_core::{Action, State};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::review::ReviewStatusSource;
use paydesk_domain::text::visible;
use paydesk_widgets::tokens::{Text, size, space, tokens};
use paydesk_widgets::{Button, hairline_ui, label_ui, segmented_ui};

use super::line::{line_ui, setting_ui};
use super::review::review_ui;
use super::text;
use super::trait_row::with_button_ui;

/// Widest list, in points.
const COLUMN: f32 = 760.0;
/// Most requests a minute that can be chosen; `None` for as many as are needed.
const REQUEST_LIMITS: [Option<u32>; 4] = [None, Some(300), Some(120), Some(60)];
/// The hairline around the list, in points.
const EDGE: f32 = 1.0;

/// Draws the list. `typed` is the name of manual review that is being typed.
pub(super) fn service_ui(ui: &mut Ui, state: &State, typed: &mut String, actions: &mut Vec<Action>) {
    let text = "The API documentation does not specify these details. Paydesk starts with defaults and saves what it \
        learns for this profile.";
    let width = ui.available_width().min(COLUMN);
    ui.scope(|ui| {
        ui.set_max_width(width);
        label_ui(ui, Text::Small, tokens(ui).subdued, text);
    });
    request_limit_ui(ui, state, actions);
    forget_all_ui(ui, state, actions);
    let frame = Frame::new().stroke(tokens(ui).hairline()).corner_radius(CornerRadius::same(size::RADIUS));
    frame.show(ui, |ui| {
        ui.set_width(width - 2.0 * EDGE);
        ui.spacing_mut().item_spacing.y = 0.0;
        framed_ui(ui, |ui| review_ui(ui, state, typed, actions));
        let view = state.view();
        for (index, row) in view.traits.rows().iter().enumerate() {
            hairline_ui(ui);
            framed_ui(ui, |ui| drop(ui.push_id(index, |ui| row_ui(ui, state, row, actions))));
        }
    });
}

/// How many requests a minute a person allows where the service does not say it.
fn request_limit_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let workspace = &state.workspace;
    if let Some((_, limit)) = workspace.rate.gauge() {
        return setting_ui(ui, text::REQUESTS_A_MINUTE, |ui| line_ui(ui, &text::service_allows(limit)));
    }
    let chosen = state.settings.request_limit(&workspace.profile_id);
    setting_ui(ui, text::REQUESTS_A_MINUTE, |ui| {
        let labels = REQUEST_LIMITS.map(text::request_limit);
        let place = REQUEST_LIMITS.iter().position(|limit| *limit == chosen).unwrap_or_default();
        let picked = segmented_ui(ui, text::REQUESTS_A_MINUTE, &labels, place);
        if let Some(limit) = picked.and_then(|place| REQUEST_LIMITS.get(place)).filter(|limit| **limit != chosen) {
            actions.push(Action::SetRequestLimit(*limit));
        }
    });
    label_ui(
        ui,
        Text::Small,
        tokens(ui).subdued,
        "This service does not state a rate limit. The first load takes one request per 100 payments. Details \
            then load slowly in the background, one request per payment. After that, opening a list reads its \
            pages again.",
    );
}

/// The button that brings every default back, where something was learned. What a person set stays: it could not be
/// learned again.
fn forget_all_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let view = state.view();
    let review = matches!(view.review_status().source, ReviewStatusSource::Learned { .. });
    let learned = view.traits.rows().iter().filter(|row| row.known.is_some()).count() + usize::from(review);
    if learned == 0 {
        return;
    }
    let text = match learned {
        1 => "1 setting was learned from this service".to_owned(),
        count => text::settings_were_learned(count),
    };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        label_ui(ui, Text::Body, tokens(ui).text, &text);
        let hint = "Paydesk learns them again from the next responses; your own settings are unchanged";
        if Button::secondary("Forget all").hint(hint).ui(ui).clicked() {
            actions.push(Action::ChangeTraits(TraitChange::ResetAll));
            actions.extend(review.then_some(Action::ReviewStatus(ReviewStatusAction::Forget)));
        }
    });
}

fn framed_ui(ui: &mut Ui, body: impl FnOnce(&mut Ui)) {
    let margin = Margin::symmetric(space::M as i8, space::S as i8);
    Frame::new().inner_margin(margin).show(ui, body);
}

fn row_ui(ui: &mut Ui, state: &State, row: &TraitRow<'_>, actions: &mut Vec<Action>) {
    let name = text::forget(&row.name);
    let reset = row.known.is_some().then_some(name.as_str());
    let texts = |ui: &mut Ui| {
        texts_ui(ui, state, row);
        if row.id == TraitId::Amounts(AmountsTrait) {
            units_ui(ui, state, actions);
        }
    };
    if with_button_ui(ui, reset, texts) {
        actions.push(Action::ChangeTraits(TraitChange::Reset(row.id)));
    }
}

/// How a person may say that amounts are counted, where it is not so already.
fn units_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let choices = [(MinorUnits::Iso4217, "Use ISO 4217"), (MinorUnits::Hyperswitch, "Use hyperswitch")];
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        for (units, label) in choices.into_iter().filter(|(units, _)| *units != state.units()) {
            if Button::secondary(label).ui(ui).clicked() {
                actions.push(Action::ChangeTraits(TraitChange::Amounts(AmountsChange::Chosen(units))));
            }
        }
    });
}

fn texts_ui(ui: &mut Ui, state: &State, row: &TraitRow<'_>) {
    let zone = state.zone();
    let (text, subdued) = (tokens(ui).text, tokens(ui).subdued);
    label_ui(ui, Text::Strong, text, &row.name);
    let Some((value, source)) = &row.known else {
        label_ui(ui, Text::Body, subdued, &text::assumed(row.usual));
        return;
    };
    label_ui(ui, Text::Body, text, value);
    if row.id == TraitId::Amounts(AmountsTrait) && state.view().traits.amounts.is_chosen() {
        let chosen = text::chosen_on(zone.full(source.at));
        label_ui(ui, Text::Small, subdued, &chosen);
        return;
    }
    let learned = text::learned_from(zone.full(source.at), visible(&source.from, 300));
    label_ui(ui, Text::Small, subdued, &text::default(&learned, row.usual));
}
