//! The disputes of the open payment, each with the way to it: what it is about, its status, until when we can answer.

use egui::Ui;

use crate::status::{answer_look, dispute_status};
use paydesk_core::features::disputes::DisputeTableRow;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::{Action, State};
use paydesk_domain::deadline::answer_by;
use paydesk_domain::payment::Payment;
use paydesk_domain::text::visible;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, Chip, Notice, heading_ui, label_ui};

use super::text;

/// Draws the group of a payment that was received: what was not cannot be disputed.
pub fn disputes_ui(ui: &mut Ui, state: &State, payment: &Payment, actions: &mut Vec<Action>) {
    let workspace = &state.workspace;
    let known = workspace.payment_disputes.of(&payment.payment_id, &workspace.disputes);
    let was_received = payment.amount_received.as_ref().is_some_and(|received| received.minor > 0);
    if known.rows.is_empty() && !was_received {
        return;
    }
    let subdued = tokens(ui).subdued;
    heading_ui(ui, Text::Group, subdued, text::DISPUTES);
    for row in &known.rows {
        ui.push_id(row.dispute.dispute_id.as_str(), |ui| row_ui(ui, state, row, actions));
    }
    if let Some(text) = known.failed {
        let text = text::disputes_could_not_be_loaded(visible(text, 200));
        if Notice::new(Tone::Attention, &text).icon(Icon::Unknown).action(text::RETRY).ui(ui) {
            actions.push(Action::Payments(PaymentsAction::ReadAnew(payment.payment_id.clone())));
        }
    } else if known.rows.is_empty() {
        let text = if known.are_all { text::NONE } else { "None known yet" };
        label_ui(ui, Text::Body, subdued, text);
    }
}

fn row_ui(ui: &mut Ui, state: &State, row: &DisputeTableRow, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::M;
        let amount = visible(&row.dispute.amount.to_string(), 40);
        let name = text::open_dispute_of(&row.id_text, &amount);
        if Button::link(&amount).name(&name).ui(ui).clicked() {
            let id = row.dispute.dispute_id.as_str().to_owned();
            actions.push(Action::OpenRecord(ResourceKind::Dispute, id));
        }
        let look = dispute_status(&row.dispute.status);
        Chip::new(look.icon, &look.word, look.tone).ui(ui);
        if let Some(due) = row.due() {
            let answer = answer_by(due, state.now);
            let (icon, tone) = answer_look(answer);
            Chip::new(icon, &answer.text(), tone).ui(ui).on_hover_text(state.zone().weekday(due));
        }
    });
    label_ui(ui, Text::Small, tokens(ui).subdued, &row.reasons_text);
}
