//! What colleagues wrote in fields that were changed here at the same time: the draft has the other text.

use egui::Ui;

use crate::panels::disputes::fields::field_texts;
use crate::panels::disputes::text;
use paydesk_core::State;
use paydesk_core::features::disputes::EvidenceDraft;
use paydesk_core::features::disputes::evidence_draft::SetAside;
use paydesk_domain::text::visible;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Button, heading_ui, label_ui};

/// Longest text that is shown, in characters; all of it is copied.
const SHOWN_CHARS: usize = 20_000;

/// Draws them, newest first; nothing where there are none.
pub fn set_aside_ui(ui: &mut Ui, state: &State, case: &EvidenceDraft) {
    let differs = |aside: &SetAside| aside.field.known().is_none_or(|field| case.text(field) != aside.text);
    for (index, aside) in case.set_aside.iter().enumerate().rev().filter(|(_, aside)| differs(aside)) {
        let label = aside.field.known().map_or_else(String::new, |field| field_texts(field).label.to_owned());
        ui.add_space(space::S);
        heading_ui(ui, Text::Strong, tokens(ui).text, &text::also_written(&label));
        let when = text::written_by(&visible(&aside.by, 60), state.zone().full(aside.at));
        label_ui(ui, Text::Small, tokens(ui).subdued, &when);
        label_ui(ui, Text::Body, tokens(ui).text, &visible(&aside.text, SHOWN_CHARS));
        ui.push_id(("aside", index), |ui| {
            if Button::link("Copy this text").icon(Icon::Copy).ui(ui).clicked() {
                ui.ctx().copy_text(aside.text.clone());
            }
        });
    }
}
