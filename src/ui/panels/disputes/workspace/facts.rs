//! What is known of payment, customer and shipping, each with *Insert*: into its field, or into
//! the statement where it has none.

use egui::{Frame, Margin, Panel, Ui};
use strum::IntoEnumIterator as _;

use crate::drafts::Drafts;
use crate::notes::{NotesDraft, notes_ui};
use crate::panels::disputes::draft::DisputesDraft;
use crate::panels::disputes::fields::field_texts;
use crate::panels::disputes::text;
use paydesk_core::command::objects::search_action;
use paydesk_core::features::disputes::{
    DisputeTableRow, DisputesAction, EvidenceDraftAction, Fact, FactGroup, dispute_facts,
};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::{Action, State};
use paydesk_domain::ResourceKind;
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::note::NoteSubject;
use paydesk_domain::text::visible_id;
use paydesk_index::payment_query::QueryTerm;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{
    Button, Notice, copy_button_ui, copyable_ui, heading_ui, keep_toasts_above, label_ui, loading_ui,
};

/// Draws the facts.
pub fn facts_ui(ui: &mut Ui, state: &State, row: &DisputeTableRow, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let payment = state.workspace.payments.detail(&row.dispute.payment_id);
    let facts = known_facts(state, row);
    let subdued = tokens(ui).subdued;
    heading_ui(ui, Text::Group, subdued, "Disputed payment");
    let id = visible_id(row.dispute.payment_id.as_str(), 64);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        if Button::link(&id).mono().hint(text::OPEN_PAYMENT).ui(ui).clicked() {
            actions.push(Action::Payments(PaymentsAction::Open(row.dispute.payment_id.clone())));
        }
        copy_button_ui(ui, &format!("Copy {id}"), &id);
    });
    if !row.reason_text.is_empty() {
        label_ui(ui, Text::Small, subdued, "Reason at the service");
        copyable_ui(ui, &row.reason_text);
    }
    if let Some(error) = payment.and_then(|payment| payment.error()) {
        let title = text::payment_could_not_be_loaded(error.what());
        if Notice::new(Tone::Danger, error.what_to_do()).title(&title).action(text::RETRY).ui(ui) {
            actions.push(Action::Disputes(DisputesAction::RefreshOpen));
        }
    } else if payment.is_none_or(|payment| payment.value().is_none()) {
        if row.as_read.is_some() && payment.is_none_or(|payment| !payment.is_loading()) {
            label_ui(ui, Text::Small, subdued, "Not loaded since Paydesk started");
        } else {
            loading_ui(ui, text::LOADING_PAYMENT, 3, 28.0);
        }
    }
    let keyboard = drafts.of::<DisputesDraft>().keyboard;
    let may_write =
        row.dispute.status.takes_evidence() && state.view().why_not_write(&row.dispute.dispute_id).is_none();
    for group in FactGroup::iter() {
        let of_group: Vec<&Fact> = facts.iter().filter(|fact| fact.group == group).collect();
        ui.add_space(space::S);
        heading_ui(ui, Text::Group, subdued, group.title());
        if of_group.is_empty() {
            label_ui(ui, Text::Small, subdued, text::NOTHING_KNOWN_HERE);
        }
        for fact in of_group {
            fact_ui(ui, state, row, fact, may_write.then(|| insertion(fact, keyboard)), actions);
        }
    }
    ui.add_space(space::S);
    let subject = NoteSubject::new(ResourceKind::Dispute, row.dispute.dispute_id.as_str());
    let subject = subject.of_payment(Some(&row.dispute.payment_id));
    notes_ui(ui, state, &subject, drafts.of::<NotesDraft>(), actions);
}

/// All that is known, as it is listed.
pub fn known_facts(state: &State, row: &DisputeTableRow) -> Vec<Fact> {
    let payment = state.workspace.payments.detail(&row.dispute.payment_id).and_then(|payment| payment.value());
    let mut facts = dispute_facts(&state.view(), &row.dispute, payment);
    facts.extend(state.workspace.disputes.earlier_payments(&state.view()));
    facts
}

/// Where the last facts went, and the way to take them back: under the facts, of which none moves for it.
pub fn inserted_ui(ui: &mut Ui, state: &State, row: &DisputeTableRow, actions: &mut Vec<Action>) {
    let draft = state.workspace.drafts.draft(&row.dispute.dispute_id);
    let Some(inserted) = draft.and_then(|draft| state.workspace.disputes.last_insertion(draft)) else { return };
    let names: Vec<&str> = inserted.fields().map(|field| field_texts(field).label).collect();
    let frame = Frame::new().fill(ui.visuals().panel_fill).inner_margin(Margin::symmetric(0, 8));
    let panel = Panel::bottom("inserted facts").show_separator_line(false).frame(frame);
    let shown = panel
        .show(ui, |ui| Notice::new(Tone::Positive, &text::inserted_into(names.join(", "))).action(text::UNDO).ui(ui));
    keep_toasts_above(ui.ctx(), shown.response.rect);
    if shown.inner {
        let action = EvidenceDraftAction::UndoInsertion(row.dispute.dispute_id.clone());
        actions.push(Action::Disputes(DisputesAction::Draft(action)));
    }
}

/// A field has the keyboard until something else is clicked than what inserts into it: then it gets the keyboard back.
pub fn follow_keyboard(ui: &Ui, drafts: &mut Drafts, pushed: &[Action]) {
    let draft = drafts.of::<DisputesDraft>();
    let inserts =
        |action: &Action| matches!(action, Action::Disputes(DisputesAction::Draft(EvidenceDraftAction::Insert { .. })));
    if pushed.iter().any(inserts) {
        draft.go_to = draft.keyboard;
    } else if ui.input(|input| input.pointer.any_click()) && !ui.ctx().text_edit_focused() {
        draft.keyboard = None;
    }
}

/// What *Insert* puts where: into the field that has the keyboard, where that takes text, else into its own.
pub fn insertion(fact: &Fact, keyboard: Option<EvidenceField>) -> (EvidenceField, String) {
    match keyboard.filter(|field| !field.is_file() && fact.field != Some(*field)) {
        Some(field) if field == EvidenceField::UncategorizedText => (field, format!("{}: {}", fact.label, fact.text)),
        Some(field) => (field, fact.text.clone()),
        None => fact.insertion(),
    }
}

/// Where a fact leads: an e-mail address to all payments with it, the ID of a customer to the customer.
fn led_to(state: &State, fact: &Fact) -> Option<(&'static str, Action)> {
    if fact.is_id() {
        return Some((crate::text::OPEN_CUSTOMER, Action::OpenRecord(ResourceKind::Customer, fact.text.clone())));
    }
    let term = fact.is_email().then(|| QueryTerm::Email(vec![fact.text.clone()]))?;
    search_action(state, term).map(|action| (crate::text::SEARCH_BY_E_MAIL, action))
}

fn fact_ui(
    ui: &mut Ui,
    state: &State,
    row: &DisputeTableRow,
    fact: &Fact,
    insertion: Option<(EvidenceField, String)>,
    actions: &mut Vec<Action>,
) {
    let tokens = tokens(ui);
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.horizontal(|ui| {
            label_ui(ui, Text::Small, tokens.subdued, fact.label);
            let Some((field, text)) = insertion else { return };
            let into = field_texts(field).label;
            let source = fact.source.map(|source| format!(" {source}")).unwrap_or_default();
            let name = text::insert_into(fact.label, &source, into);
            let hint = text::into(into);
            if Button::link(text::INSERT).name(&name).hint(&hint).ui(ui).clicked() {
                let dispute_id = row.dispute.dispute_id.clone();
                actions.push(Action::Disputes(DisputesAction::Draft(EvidenceDraftAction::Insert {
                    dispute_id,
                    field,
                    text,
                })));
            }
        });
        let kind = if fact.is_id() { Text::Mono } else { Text::Body };
        match led_to(state, fact) {
            Some((hint, action)) => {
                let link = Button::link(&fact.text).hint(hint);
                let link = if fact.is_id() { link.mono() } else { link };
                actions.extend(link.ui(ui).clicked().then_some(action));
            }
            None => drop(ui.label(kind.rich(&fact.text).color(tokens.text))),
        }
        if let Some(source) = fact.source {
            label_ui(ui, Text::Caption, tokens.subdued, source);
        }
    });
}
