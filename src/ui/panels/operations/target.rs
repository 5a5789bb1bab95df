//! What an operation works on, as it leads there.

use egui::Ui;

use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::{Operation, ResourceKind};
use paydesk_core::records::Record;
use paydesk_core::{Action, State};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::text::visible_id;
use paydesk_widgets::tokens::{Text, tokens};
use paydesk_widgets::{Button, label_ui};

/// Draws the customer of what it works on or created, or else its ID, which leads there where it is of the profile in front.
pub(super) fn target_ui(ui: &mut Ui, state: &State, operation: &Operation, actions: &mut Vec<Action>) {
    let target = &operation.plan.target;
    let place = Record::place_of(operation, operation.answer.as_deref());
    let (kind, id) = place.unwrap_or_else(|| (target.kind, target.resource.clone()));
    let shown = visible_id(&id, 64);
    let is_known = match kind {
        ResourceKind::Payment | ResourceKind::Dispute => true,
        _ => state.workspace.records.find(kind, &id).is_some(),
    };
    if is_known && operation.profile_id == state.profiles.current {
        let customer = state.workspace.customer_text(target.kind, &target.resource);
        let (opens, opens_this) = (format!("Open {}", kind.noun()), format!("Open {} {shown}", kind.noun()));
        let link = match customer.is_empty() {
            true => Button::link(&shown).mono().hint(&opens),
            false => Button::link(&customer).hint(&opens_this),
        };
        if link.ui(ui).clicked() {
            actions.push(match kind {
                ResourceKind::Payment => Action::Payments(PaymentsAction::Open(PaymentId::new(id))),
                _ => Action::OpenRecord(kind, id),
            });
        }
    } else {
        label_ui(ui, Text::Mono, tokens(ui).text, &shown);
    }
}
