//! The open event: what it is of, what became of it and why, then everything that came.

use egui::{Align, Layout, Ui};

use paydesk_core::features::webhooks::{EventTableRow, OpenedEvent, WebhooksAction};
use paydesk_core::{Action, State};
use paydesk_domain::text::{SHOWN_MAX_CHARS, visible, visible_id};
use paydesk_domain::webhook::{SIGNATURE_HEADER, SignatureForm};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::scroll::pane_ui;
use paydesk_widgets::tokens::{Text, size, space, tokens};
use paydesk_widgets::{Button, RawJson, copyable_ui, facts_ui, label_ui};

use super::WebhooksDraft;
use super::draft::VerifierField;
use super::list::chip;
use super::text;
use paydesk_widgets::reading_order::line_from_right_ui;

/// Most of a body seen at once, in points.
const BODY_HEIGHT: f32 = 320.0;

/// Draws the pane of the open event.
pub fn detail_ui(
    ui: &mut Ui,
    state: &State,
    opened: &OpenedEvent,
    row: &EventTableRow,
    draft: &mut WebhooksDraft,
    actions: &mut Vec<Action>,
) {
    pane_ui(ui, row.number, |ui| {
        head_ui(ui, row, actions);
        verdict_ui(ui, row);
        actions_ui(ui, row, draft, actions);
        facts_of_ui(ui, state, row);
        headers_ui(ui, row);
        body_ui(ui, opened, row, draft);
    });
}

fn head_ui(ui: &mut Ui, row: &EventTableRow, actions: &mut Vec<Action>) {
    let line = egui::vec2(ui.available_width(), size::CONTROL);
    line_from_right_ui(ui, line, |ui| {
        if Button::quiet_icon(Icon::Close, text::CLOSE_PANE).ui(ui).clicked() {
            actions.push(Action::Webhooks(WebhooksAction::Open(None)));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().interact_size.y = size::QUIET;
            label_ui(ui, Text::Small, tokens(ui).subdued, text::EVENT);
            if let Some((stored, _)) = row.genuine() {
                copyable_ui(ui, &visible_id(stored.delivery.event_id.as_str(), 80));
            }
        });
    });
}

fn verdict_ui(ui: &mut Ui, row: &EventTableRow) {
    let line = egui::vec2(ui.available_width(), size::ROW);
    line_from_right_ui(ui, line, |ui| {
        chip(row.state).ui(ui);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            label_ui(ui, Text::Title, tokens(ui).text, &row.type_text);
        });
    });
    label_ui(ui, Text::Body, tokens(ui).subdued, &visible(&row.reason, 400));
}

fn actions_ui(ui: &mut Ui, row: &EventTableRow, draft: &mut WebhooksDraft, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        if let Some((_, event)) = row.genuine()
            && let Some(object) = event.reported()
            && Button::secondary(&text::open(event.content.noun())).icon(Icon::Open).ui(ui).clicked()
        {
            actions.push(Action::open(&object));
        }
        let hint = "Applies the event again, as if it had just arrived";
        if row.genuine().is_some() && Button::secondary(text::REPLAY).icon(Icon::Undo).hint(hint).ui(ui).clicked() {
            actions.push(Action::Webhooks(WebhooksAction::Replay(row.number)));
        }
        let hint = "Opens the checker with its body and signature";
        if Button::secondary(text::VERIFY).icon(Icon::Shield).hint(hint).ui(ui).clicked() {
            let signature = row.headers().iter().find(|(name, _)| name.eq_ignore_ascii_case(SIGNATURE_HEADER));
            draft.verifier.body = String::from_utf8_lossy(row.body().0).into_owned();
            draft.verifier.header = signature.map(|(_, value)| value.clone()).unwrap_or_default();
            draft.wants = Some(VerifierField::Secret);
            actions.push(Action::Webhooks(WebhooksAction::ShowVerifier(true)));
        }
    });
}

fn facts_of_ui(ui: &mut Ui, state: &State, row: &EventTableRow) {
    let zone = state.zone();
    facts_ui(ui, text::EVENT, |facts| {
        if let Some((stored, event)) = row.genuine() {
            if event.object_id.is_some() {
                facts.id(text::OBJECT, &row.object_text);
            }
            if let Some(at) = event.timestamp {
                facts.text("Occurred", &text::by_services_clock(zone.full(at)));
            }
            facts.time(text::RECEIVED, stored.delivery.received_at, zone);
            if stored.deliveries > 1 {
                facts.text("Delivered", &text::times_applied_once(stored.deliveries));
            }
            if let Some(note) = &stored.note {
                facts.time(text::APPLIED, note.at, zone);
            }
            if let Some(merchant_id) = &event.merchant_id {
                facts.id(text::MERCHANT, &visible_id(merchant_id.as_str(), 80));
            }
        } else {
            facts.time(text::RECEIVED, row.received_at(), zone);
            facts.text("Stored", "Until Paydesk is closed; the event changed nothing");
        }
    });
}

fn headers_ui(ui: &mut Ui, row: &EventTableRow) {
    facts_ui(ui, text::HEADERS, |facts| {
        for (name, value) in row.headers() {
            let (name, value) = (visible(name, 60), visible(value, SHOWN_MAX_CHARS));
            if name.eq_ignore_ascii_case(SIGNATURE_HEADER) {
                facts.id(&name, &value);
                if let Some((form, _)) = SignatureForm::read(&value) {
                    facts.text("Signature encoding", form.name());
                }
            } else {
                facts.text(&name, &value);
            }
        }
    });
}

fn body_ui(ui: &mut Ui, opened: &OpenedEvent, row: &EventTableRow, draft: &mut WebhooksDraft) {
    if let Some(pretty) = &opened.pretty {
        let mut open = !draft.pretty_closed;
        RawJson { title: text::JSON, text: pretty, max_height: BODY_HEIGHT }.ui(ui, &mut open);
        draft.pretty_closed = !open;
    }
    let (held, all) = row.body();
    let bytes = paydesk_domain::money::grouped_count(all as u64);
    let title = if held.len() < all { text::first_of_bytes(&bytes) } else { text::exact_bytes(&bytes) };
    RawJson { title: &title, text: &opened.exact, max_height: BODY_HEIGHT }.ui(ui, &mut draft.exact_open);
}
