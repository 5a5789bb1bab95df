//! What can be decided on the payment in front, with the keys that do the same.

use egui::Ui;

use paydesk_core::features::review_queue::item::{DecisionKind, ReviewItem};
use paydesk_core::features::review_queue::{ReviewQueueAction, ReviewSession, why_not_decide};
use paydesk_core::remote::Remote;
use paydesk_core::service_traits::PaymentActionsTrait;
use paydesk_core::{Action, State};
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Button, TextField, kbd_ui, label_ui};

use super::draft::ReviewQueueDraft;
use super::text;

const REASON_WIDTH: f32 = 260.0;
const REASON_CHARS: usize = 255;

/// Draws the bar below the payment.
pub(super) fn actions_ui(
    ui: &mut Ui,
    state: &State,
    (session, current): (&ReviewSession, &ReviewItem),
    draft: &mut ReviewQueueDraft,
    actions: &mut Vec<Action>,
) {
    if !current.decision.is_open() {
        ui.horizontal(|ui| {
            if Button::primary("Next payment").ui(ui).clicked() {
                actions.push(Action::ReviewQueue(ReviewQueueAction::Next));
            }
            kbd_ui(ui, "J");
        });
        return;
    }
    let why_not = |kind| why_not_decide(session, kind, &state.workspace.payments, &state.view());
    let (no_approval, no_cancellation) = (why_not(DecisionKind::Approve), why_not(DecisionKind::Cancel));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        let read = state.workspace.payments.detail(&current.payment_id).and_then(Remote::value);
        let service = &state.view().traits.payment_actions;
        let captures = service.has(PaymentActionsTrait::ApprovalCaptures);
        let approve = text::approve(read.map_or(&current.amount, |payment| &payment.amount), captures);
        if Button::primary(&approve).disabled(no_approval.as_deref()).ui(ui).clicked() {
            actions.push(Action::ReviewQueue(ReviewQueueAction::Approve));
        }
        kbd_ui(ui, "A");
        ui.add_space(space::S);
        let is_rejected = service.has(PaymentActionsTrait::ReviewIsRejected);
        let cancel = if is_rejected { text::REJECT_PAYMENT } else { text::CANCEL_PAYMENT };
        if Button::danger(cancel).disabled(no_cancellation.as_deref()).ui(ui).clicked() {
            draft.cancel(state, actions);
        }
        kbd_ui(ui, "X");
        let reason = TextField::bare(text::CANCELLATION_REASON, &mut draft.reason);
        reason.placeholder(text::CANCELLATION_REASON).max_chars(REASON_CHARS).width(REASON_WIDTH).ui(ui);
        ui.add_space(space::S);
        if Button::secondary(text::SKIP).ui(ui).clicked() {
            actions.push(Action::ReviewQueue(ReviewQueueAction::Skip));
        }
        kbd_ui(ui, "S");
    });
    ui.add_space(space::XS);
    let environment = state.workspace.profile.as_ref().map(|profile| profile.environment.word()).unwrap_or_default();
    label_ui(ui, Text::Caption, tokens(ui).subdued, &text::undo_hint(environment));
}
