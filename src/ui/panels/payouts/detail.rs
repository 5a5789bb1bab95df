//! The open payout: amount and status, what that means and what comes next, what can be done, then all that is known.

use crate::drafts::Drafts;
use crate::held_secret::{SecretWish, held_secret_ui};
use crate::notes::{NotesDraft, notes_ui};
use crate::open_operation::open_operation_ui;
use crate::status::{outcome_icon, outcome_tone, status_look};
use egui::{Align, Layout, Ui};
use paydesk_core::operations::ResourceKind;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::scroll::pane_ui;
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{Button, Chip, Notice, RawJson, amount_heading_ui, copyable_ui, label_ui};

use paydesk_core::features::payouts::input::waits_for_method;
use paydesk_core::features::payouts::status::status_meaning;
use paydesk_core::features::payouts::{PayoutsAction, is_editable, payout_is_busy, payout_operation, why_not_fulfil};
use paydesk_core::operations::{ExecutionProof, Outcome, Phase};
use paydesk_core::records::{CachedRecord, Resource};
use paydesk_core::{Action, State};
use paydesk_domain::note::NoteSubject;
use paydesk_domain::payout::{Payout, PayoutStatus};
use paydesk_domain::text::{visible, visible_id};

use super::draft::PayoutsDraft;
use super::facts::groups_ui;
use super::refresh::{as_of_ui, what_asking_does, why_not_ask};
use super::text;
use paydesk_widgets::reading_order::line_from_right_ui;

/// Most of the raw answer seen at once, in points.
const RAW_HEIGHT: f32 = 320.0;

/// Draws the pane of the open payout.
pub fn detail_ui(ui: &mut Ui, state: &State, known: &CachedRecord, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let id = known.record.id.as_str();
    pane_ui(ui, (ResourceKind::Payout, id), |ui| {
        head_ui(ui, state, known, actions);
        match (known.payout(), &known.resource) {
            (Some(payout), _) => payout_ui(ui, state, known, payout, drafts, actions),
            (None, Resource::Unreadable(error)) => {
                let text = text::error_service_reported_cannot(error);
                Notice::new(Tone::Danger, &text).ui(ui);
            }
            (None, _) => {
                let _ = Notice::new(Tone::Attention, text::CREATED_SERVICE_REPORTED_NO_DETAILS).ui(ui);
            }
        }
    });
}

fn head_ui(ui: &mut Ui, state: &State, known: &CachedRecord, actions: &mut Vec<Action>) {
    let row = egui::vec2(ui.available_width(), size::CONTROL);
    line_from_right_ui(ui, row, |ui| {
        if Button::quiet_icon(Icon::Close, text::CLOSE_PANE).ui(ui).clicked() {
            actions.push(Action::ShowRecord(ResourceKind::Payout, None));
        }
        if let Some(payout) = known.payout() {
            let why_not = why_not_ask(state, payout);
            let refresh = Button::quiet_icon(Icon::Refresh, text::CHECK_STATUS);
            let refresh = refresh.hint(what_asking_does(state)).disabled(why_not.as_deref());
            if refresh.ui(ui).clicked() {
                actions.push(Action::Payouts(PayoutsAction::Refresh(payout.payout_id.clone())));
            }
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().interact_size.y = size::QUIET;
            label_ui(ui, Text::Small, tokens(ui).subdued, text::PAYOUT);
            copyable_ui(ui, &visible_id(&known.record.id, 80));
        });
    });
}

fn payout_ui(
    ui: &mut Ui,
    state: &State,
    known: &CachedRecord,
    payout: &Payout,
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
) {
    amount_ui(ui, payout);
    operation_ui(ui, state, payout, actions);
    as_of_ui(ui, state, known, actions);
    // While it is not known what an operation did, the status of before is no ground to act on.
    let is_open = payout_operation(&state.view(), &payout.payout_id)
        .is_some_and(|operation| !matches!(operation.phase, Phase::Ended(_)));
    if !is_open {
        status_ui(ui, payout);
    }
    actions_ui(ui, state, payout, actions);
    secret_ui(ui, state, payout, actions);
    let subject = NoteSubject::new(ResourceKind::Payout, payout.payout_id.as_str());
    notes_ui(ui, state, &subject, drafts.of::<NotesDraft>(), actions);
    groups_ui(ui, state, known, payout, actions);
    let raw = &mut drafts.of::<PayoutsDraft>().raw;
    let mut open = raw.open;
    let text = if open { raw.text(&payout.raw) } else { "" };
    RawJson { title: text::RAW_JSON, text, max_height: RAW_HEIGHT }.ui(ui, &mut open);
    raw.open = open;
}

fn amount_ui(ui: &mut Ui, payout: &Payout) {
    let look = status_look(&payout.status);
    let row = egui::vec2(ui.available_width(), size::ROW);
    line_from_right_ui(ui, row, |ui| {
        Chip::new(look.icon, &look.word, look.tone).ui(ui);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            amount_heading_ui(ui, &payout.amount.amount_text(), &visible(payout.amount.currency.code(), 12));
        });
    });
}

/// How the operation on this payout is: the open one, or the last that ended in this run.
fn operation_ui(ui: &mut Ui, state: &State, payout: &Payout, actions: &mut Vec<Action>) {
    let Some(operation) = payout_operation(&state.view(), &payout.payout_id) else { return };
    let Phase::Ended(outcome) = &operation.phase else { return open_operation_ui(ui, state, operation, actions) };
    // What it came to is said below, and what it was before is no longer so.
    let is_plain = matches!(outcome, Outcome::Done { proof: ExecutionProof::Answer, .. });
    let went_on = operation.left_it_in().is_some_and(|left_in| left_in != payout.status.as_str());
    let is_contradicted = operation.seen.contradiction().is_some();
    if let Some((kind, text)) = state.result_of(operation).filter(|_| is_contradicted || !is_plain && !went_on) {
        let tone = outcome_tone(kind);
        Notice::new(tone, &text).icon(outcome_icon(tone)).ui(ui);
    }
}

fn status_ui(ui: &mut Ui, payout: &Payout) {
    let (look, status_meaning) = (status_look(&payout.status), status_meaning(&payout.status));
    Notice::new(look.tone, status_meaning.next).icon(look.icon).title(&status_meaning.meaning).ui(ui);
}

/// The client secret that the creation gave, until a person has it.
fn secret_ui(ui: &mut Ui, state: &State, payout: &Payout, actions: &mut Vec<Action>) {
    let id = || payout.payout_id.clone();
    let Some(secret) = state.workspace.payouts.client_secret(&state.view(), &payout.payout_id) else { return };
    label_ui(
        ui,
        Text::Small,
        tokens(ui).subdued,
        "The payout page needs it. It is shown once, held in memory and never written to a file.",
    );
    let wish = held_secret_ui(ui, secret).map(|wish| match wish {
        SecretWish::Copy => PayoutsAction::CopySecret(id()),
        SecretWish::Forget => PayoutsAction::ForgetSecret(id()),
    });
    actions.extend(wish.map(Action::Payouts));
}

fn actions_ui(ui: &mut Ui, state: &State, payout: &Payout, actions: &mut Vec<Action>) {
    let busy = payout_is_busy(&state.view(), &payout.payout_id).or_else(|| state.read_only_reason());
    let id = || payout.payout_id.clone();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        if payout.status == PayoutStatus::RequiresFulfillment {
            let text = text::fulfil(&payout.amount);
            let why_not = why_not_fulfil(&state.view(), payout);
            if Button::primary(&text).disabled(why_not.as_deref()).ui(ui).clicked() {
                actions.push(Action::Payouts(PayoutsAction::AskFulfil(id())));
            }
        }
        if waits_for_method(payout) && Button::primary("Add payout method…").disabled(busy.as_deref()).ui(ui).clicked()
        {
            actions.push(Action::Payouts(PayoutsAction::Edit(id())));
        }
        let is_editable = is_editable(&state.view(), payout);
        if is_editable && Button::secondary(text::EDIT).icon(Icon::Edit).disabled(busy.as_deref()).ui(ui).clicked() {
            actions.push(Action::Payouts(PayoutsAction::Edit(id())));
        }
    });
    if let Some(reason) = state.read_only_reason() {
        Notice::new(Tone::Neutral, &reason).icon(Icon::Lock).ui(ui);
    }
}
