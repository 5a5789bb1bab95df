//! The open voucher.

use egui::{Frame, ScrollArea, Ui};
use paydesk_core::operations::ResourceKind;
use paydesk_core::records::CachedRecord;
use paydesk_core::{Action, State};
use paydesk_domain::text::visible_id;

use crate::status::status_look;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::space;
use paydesk_widgets::{Button, Chip, RawDraft, RawJson, copyable_ui, empty_ui, facts_ui};

/// Draws the pane of the open voucher.
pub fn detail_ui(ui: &mut Ui, state: &State, raw: &mut RawDraft, actions: &mut Vec<Action>) {
    let Some(id) = state.workspace.opened.get(ResourceKind::Voucher) else { return };
    ScrollArea::vertical().id_salt(("voucher detail", id)).auto_shrink([false, false]).show(ui, |ui| {
        Frame::new().inner_margin(space::L).show(ui, |ui| {
            ui.set_width(ui.available_width());
            if Button::quiet_icon(Icon::Close, "Close pane").ui(ui).clicked() {
                actions.push(Action::ShowRecord(ResourceKind::Voucher, None));
            }
            copyable_ui(ui, &visible_id(id, 80));
            match state.workspace.records.find(ResourceKind::Voucher, id) {
                Some(known) => voucher_ui(ui, state, known, raw),
                None => drop(empty_ui(ui, Icon::Unknown, "Paydesk has no record of a voucher with this id", None)),
            }
        });
    });
}

fn voucher_ui(ui: &mut Ui, state: &State, known: &CachedRecord, raw: &mut RawDraft) {
    let look = status_look(known.voucher().map(|voucher| &voucher.status));
    Chip::new(look.icon, &look.word, look.tone).ui(ui);
    facts_ui(ui, "Voucher", |facts| {
        if let Some(amount) = known.amount() {
            facts.text("Amount", &amount.to_string());
        }
        facts.text("Created", &state.zone().full(known.record.made_at));
    });
    if let Some(reported) = &known.record.reported {
        let mut open = raw.open;
        let text = if open { raw.text(reported) } else { "" };
        RawJson { title: "Raw JSON", text, max_height: 320.0 }.ui(ui, &mut open);
        raw.open = open;
    }
}
