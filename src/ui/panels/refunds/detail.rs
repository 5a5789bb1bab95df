//! The open refund: amount and status, what that means, then all that is known of it.

use egui::{Align, Layout, Ui};
use paydesk_core::operations::ResourceKind;

use crate::drafts::Drafts;
use crate::notes::{NotesDraft, notes_ui};
use crate::status::status_look;
use crate::unreadable::unreadable_ui;
use paydesk_core::command::objects::{payer_action, search_action};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::refunds::{RefundsAction, why_not_ask_refund};
use paydesk_core::records::{CachedRecord, Resource};
use paydesk_core::{Action, State};
use paydesk_domain::note::NoteSubject;
use paydesk_domain::refund::{Refund, RefundStatus};
use paydesk_domain::text::{SHOWN_MAX_CHARS, code_text, visible, visible_id};
use paydesk_index::payment_query::QueryTerm;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::scroll::pane_ui;
use paydesk_widgets::tokens::{Text, Tone, size, tokens};
use paydesk_widgets::{Button, Chip, Notice, RawJson, amount_heading_ui, copyable_ui, facts_ui, label_ui};

use super::draft::RefundsDraft;
use super::text;
use paydesk_widgets::reading_order::line_from_right_ui;

/// Most of the raw answer seen at once, in points.
const RAW_HEIGHT: f32 = 320.0;

/// Draws the pane of the open refund.
pub fn detail_ui(ui: &mut Ui, state: &State, known: &CachedRecord, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let id = known.record.id.as_str();
    pane_ui(ui, (ResourceKind::Refund, id), |ui| {
        head_ui(ui, state, known, actions);
        amount_ui(ui, known);
        status_ui(ui, state, known);
        facts_of_ui(ui, state, known, actions);
        let subject = NoteSubject::new(ResourceKind::Refund, id).of_payment(known.record.payment_id.as_ref());
        notes_ui(ui, state, &subject, drafts.of::<NotesDraft>(), actions);
        if let Some(refund) = known.refund() {
            unreadable_ui(ui, &refund.unreadable);
        }
        raw_ui(ui, known, drafts.of::<RefundsDraft>());
    });
}

fn head_ui(ui: &mut Ui, state: &State, known: &CachedRecord, actions: &mut Vec<Action>) {
    let row = egui::vec2(ui.available_width(), size::CONTROL);
    line_from_right_ui(ui, row, |ui| {
        if Button::quiet_icon(Icon::Close, text::CLOSE_PANE).ui(ui).clicked() {
            actions.push(Action::ShowRecord(ResourceKind::Refund, None));
        }
        let why_not = why_not_ask_refund(&state.view(), known);
        if Button::quiet_icon(Icon::Refresh, text::CHECK_STATUS).disabled(why_not.as_deref()).ui(ui).clicked() {
            actions.push(Action::Refunds(RefundsAction::CheckStatus(known.record.id.clone())));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().interact_size.y = size::QUIET;
            label_ui(ui, Text::Small, tokens(ui).subdued, text::REFUND);
            copyable_ui(ui, &visible_id(&known.record.id, 80));
        });
    });
}

fn amount_ui(ui: &mut Ui, known: &CachedRecord) {
    let look = status_look(known.refund().and_then(|refund| refund.status.as_ref()));
    let row = egui::vec2(ui.available_width(), size::ROW);
    line_from_right_ui(ui, row, |ui| {
        Chip::new(look.icon, &look.word, look.tone).ui(ui);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| match known.amount() {
            Some(amount) => {
                amount_heading_ui(ui, &amount.amount_text(), &visible(amount.currency.code(), 12));
            }
            None => drop(label_ui(ui, Text::Title, tokens(ui).text, "Amount not reported")),
        });
    });
}

/// What the status means, and what comes next.
fn status_ui(ui: &mut Ui, state: &State, known: &CachedRecord) {
    let notice = |ui: &mut Ui, tone: Tone, icon: Icon, title: &str, text: &str| {
        Notice::new(tone, text).icon(icon).title(title).ui(ui);
    };
    let status = known.refund().and_then(|refund| refund.status.as_ref());
    match (status, &known.resource) {
        (Some(RefundStatus::Succeeded), _) => {}
        (Some(RefundStatus::Pending), _) => {
            let reads = state.view().traits.capabilities.may_retrieve(ResourceKind::Refund);
            let text = if reads {
                "“Check status” gets the result from the service. Until then, the amount counts as refunded."
            } else {
                "A webhook event reports the result. If the refund was created in Paydesk, Paydesk also repeats the \
                    request to check; this does not refund twice. Until then, the amount counts as refunded."
            };
            notice(ui, Tone::Info, Icon::Processing, "The money is on its way to the customer", text);
        }
        (Some(RefundStatus::Review), _) => {
            let text = "The service is reviewing the refund before paying it. Until it decides, the amount \
                counts as refunded.";
            notice(ui, Tone::Info, Icon::Review, text::IN_REVIEW, text);
        }
        (Some(RefundStatus::Failed), _) => {
            let text = "Its amount can be refunded again";
            notice(ui, Tone::Danger, Icon::Failure, "Nothing was refunded", text);
        }
        (Some(RefundStatus::Unknown(_)), _) => {
            let text = "Paydesk does not know this status. The amount counts as pending: it cannot be refunded again.";
            notice(ui, Tone::Attention, Icon::Unknown, "Unknown status", text);
        }
        (None, Resource::Unreadable(error)) => {
            let text = text::error_service_reported_cannot(error);
            notice(ui, Tone::Danger, Icon::Warning, text::CREATED, &text);
        }
        (None, _) => {
            let text = "The service created it without a status. The amount counts as pending: it cannot be \
                refunded again.";
            notice(ui, Tone::Attention, Icon::Unknown, text::CREATED, text);
        }
    }
}

fn facts_of_ui(ui: &mut Ui, state: &State, known: &CachedRecord, actions: &mut Vec<Action>) {
    let record = &known.record;
    let shown = |text: &str| visible(text, SHOWN_MAX_CHARS);
    let sent = |name: &str| record.sent.as_deref().and_then(|sent| Some(sent.get(name)?.as_str()?.to_owned()));
    let refund = known.refund();
    facts_ui(ui, text::REFUND, |facts| {
        let customer = known.customer_text();
        let id = known.record.customer_id.as_ref().map_or(&*known.customer.id, |id| id.as_str());
        if !id.is_empty() {
            if facts.link(text::CUSTOMER, &customer, text::OPEN_CUSTOMER).clicked() {
                actions.push(Action::OpenRecord(ResourceKind::Customer, id.to_owned()));
            }
        } else if !customer.is_empty() {
            match payer_action(state, &known.customer, None) {
                Some(action) => {
                    let link = facts.link(text::CUSTOMER, &customer, crate::text::SEARCH_BY_E_MAIL);
                    actions.extend(link.clicked().then_some(action));
                }
                None => drop(facts.text(text::CUSTOMER, &customer)),
            }
        }
        let email = Some(&known.customer.email).filter(|email| !email.is_empty() && **email != customer);
        if let Some(email) = email {
            match search_action(state, QueryTerm::Email(vec![email.clone()])) {
                Some(action) => {
                    let link = facts.link(text::E_MAIL, &shown(email), crate::text::SEARCH_BY_E_MAIL);
                    actions.extend(link.clicked().then_some(action));
                }
                None => drop(facts.text(text::E_MAIL, &shown(email))),
            }
        }
        if let Some(reason) = refund.and_then(|refund| refund.reason.clone()).or_else(|| sent("reason")) {
            facts.text(text::REASON, &shown(&code_text(&reason)));
        }
        if let Some(speed) = refund.and_then(|refund| refund.refund_type.clone()).or_else(|| sent("refund_type")) {
            facts.text(text::REFUND_TYPE, &shown(&speed));
        }
        match &record.made_by {
            Some(maker) if maker.operator.is_empty() => drop(facts.text(text::CREATED_BY, text::PAYDESK)),
            Some(maker) => drop(facts.text(text::CREATED_BY, &shown(&maker.operator))),
            None => drop(facts.text(text::CREATED_BY, text::ELSEWHERE)),
        }
        if let Some(payment_id) = &record.payment_id
            && facts.link(text::PAYMENT, &visible_id(payment_id.as_str(), 64), text::OPEN_PAYMENT).clicked()
        {
            actions.push(Action::Payments(PaymentsAction::Open(payment_id.clone())));
        }
    });
    if let Some(refund) = refund {
        reported_ui(ui, refund);
    }
    let zone = state.zone();
    facts_ui(ui, &text::timeline(zone), |facts| {
        match record.created_at() {
            Some(at) => drop(facts.time(text::CREATED, at, zone)),
            None => drop(facts.text(text::CREATED, paydesk_core::text::UNKNOWN_DATE)),
        }
        if let Some(updated) = refund.and_then(|refund| refund.updated) {
            facts.time(text::CHANGED, updated, zone);
        }
        facts.time(text::LAST_READ, record.reported_at, zone);
    });
}

fn reported_ui(ui: &mut Ui, refund: &Refund) {
    let shown = |text: &str| visible(text, SHOWN_MAX_CHARS);
    let error = &refund.error;
    let rows = [
        (text::UNIFIED_CODE, &error.unified_code),
        (text::UNIFIED_MESSAGE, &error.unified_message),
        ("Error code", &error.error_code),
        ("Error message", &error.error_message),
    ];
    if rows.iter().any(|(_, value)| value.is_some()) {
        facts_ui(ui, "Error", |facts| {
            for (name, value) in rows {
                if let Some(value) = value {
                    facts.text(name, &shown(value));
                }
            }
        });
    }
    if !refund.metadata.is_empty() {
        facts_ui(ui, text::METADATA, |facts| {
            for (name, value) in &refund.metadata {
                match name.as_str() {
                    "operation_id" => facts.id(name, &shown(value)),
                    _ => facts.text(&shown(name), &shown(value)),
                };
            }
        });
    }
}

fn raw_ui(ui: &mut Ui, known: &CachedRecord, draft: &mut RefundsDraft) {
    let Some(reported) = &known.record.reported else { return };
    let raw = &mut draft.raw;
    let mut open = raw.open;
    let text = if open { raw.text(reported) } else { "" };
    RawJson { title: text::RAW_JSON, text, max_height: RAW_HEIGHT }.ui(ui, &mut open);
    raw.open = open;
}
