//! The open key: everything but its value.

use egui::{Align, Layout, Ui};

use crate::unreadable::unreadable_ui;
use paydesk_core::operations::ResourceKind;
use paydesk_core::records::{CachedRecord, Resource};
use paydesk_core::{Action, State};
use paydesk_domain::text::{SHOWN_MAX_CHARS, visible, visible_id};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::scroll::pane_ui;
use paydesk_widgets::tokens::{Text, Tone, size, tokens};
use paydesk_widgets::{Button, Notice, RawJson, copyable_ui, empty_ui, facts_ui, heading_ui, label_ui};

use super::ApiKeysDraft;
use super::text;
use paydesk_widgets::reading_order::line_from_right_ui;

const RAW_HEIGHT: f32 = 320.0;

/// Draws the pane of the open key.
pub fn detail_ui(ui: &mut Ui, state: &State, draft: &mut ApiKeysDraft, actions: &mut Vec<Action>) {
    let Some(id) = state.workspace.opened.get(ResourceKind::ApiKey) else { return };
    pane_ui(ui, (ResourceKind::ApiKey, id), |ui| {
        head_ui(ui, id, actions);
        match state.workspace.records.find(ResourceKind::ApiKey, id) {
            Some(known) => key_ui(ui, state, known, draft),
            None => drop(empty_ui(ui, Icon::Unknown, "Paydesk has no record of a key with this ID", None)),
        }
    });
}

fn head_ui(ui: &mut Ui, id: &str, actions: &mut Vec<Action>) {
    let row = egui::vec2(ui.available_width(), size::CONTROL);
    line_from_right_ui(ui, row, |ui| {
        if Button::quiet_icon(Icon::Close, text::CLOSE_PANE).ui(ui).clicked() {
            actions.push(Action::ShowRecord(ResourceKind::ApiKey, None));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().interact_size.y = size::QUIET;
            label_ui(ui, Text::Small, tokens(ui).subdued, text::API_KEY);
            copyable_ui(ui, &visible_id(id, 80));
        });
    });
}

fn key_ui(ui: &mut Ui, state: &State, known: &CachedRecord, draft: &mut ApiKeysDraft) {
    let record = &known.record;
    if let Resource::Unreadable(error) = &known.resource {
        unreadable_ui(ui, std::slice::from_ref(error));
    }
    if let Some(key) = known.api_key() {
        let text = tokens(ui).text;
        heading_ui(ui, Text::Title, text, &visible(&key.name, 80));
        let message = "The service showed its value once, when it was created, and Paydesk does not store it. \
            If it is lost, create another key and revoke this one at the service.";
        Notice::new(Tone::Neutral, message).icon(Icon::ApiKey).ui(ui);
        facts_ui(ui, text::KEY, |facts| {
            if let Some(description) = key.description.as_deref().filter(|text| !text.is_empty()) {
                facts.text(text::DESCRIPTION, &visible(description, SHOWN_MAX_CHARS));
            }
            if let Some(created) = key.created {
                facts.time(text::CREATED, created, state.zone());
            }
            match key.expiration {
                Some(at) if at <= state.now => facts.time(text::EXPIRED, at, state.zone()),
                Some(at) => facts.time(text::EXPIRES, at, state.zone()),
                None => facts.text(text::EXPIRES, text::NEVER),
            };
            if let Some(merchant) = &key.merchant_id {
                facts.id(text::MERCHANT, &visible_id(merchant.as_str(), 80));
            }
        });
        unreadable_ui(ui, &key.unreadable);
    }
    if let Some(by) = &record.made_by {
        facts_ui(ui, "Created in Paydesk", |facts| {
            if !by.operator.is_empty() {
                facts.text(text::BY, &visible(&by.operator, 60));
            }
            facts.time(text::CREATED, record.made_at, state.zone());
            facts.id(text::OPERATION, by.operation_id.as_str());
        });
    }
    if let Some(reported) = &record.reported {
        let mut open = draft.raw.open;
        let text = if open { draft.raw.text(reported) } else { "" };
        RawJson { title: text::RAW_JSON, text, max_height: RAW_HEIGHT }.ui(ui, &mut open);
        draft.raw.open = open;
    }
}
