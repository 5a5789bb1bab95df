//! The evidence as the bank will read it, on a sheet: a page of its own, or beside the form where there is room. Saved as a
//! PDF from here.

use egui::{Frame, Margin, Ui};
use strum::IntoEnumIterator as _;

use crate::panels::disputes::fields::field_texts;
use crate::panels::disputes::text;
use paydesk_core::features::disputes::{
    DisputeTableRow, DisputesAction, DocumentField, EvidenceDocument, EvidenceDraft, SubmissionAction,
};
use paydesk_core::{Action, State};
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::text::{has_right_to_left, visible};
use paydesk_platform::typefaces;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{Button, Notice, facts_ui, heading_ui, label_ui};

/// Width of the sheet, in points.
const SHEET: f32 = 680.0;
const NAME_WIDTH: f32 = 150.0;
/// Most of a text that is shown.
const TEXT_CHARS: usize = 20_000;

/// Draws the preview.
pub fn preview_ui(ui: &mut Ui, state: &State, row: &DisputeTableRow, case: &EvidenceDraft, actions: &mut Vec<Action>) {
    let label = |field| field_texts(field).label;
    let payment = state.workspace.payments.detail(&row.dispute.payment_id).and_then(|payment| payment.value());
    let document = EvidenceDocument::of(row, case, payment, label, state.zone(), state.now);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::M, space::XS);
        let empty = document.is_empty().then_some(text::NOTHING_IS_FILLED_IN_YET);
        if Button::secondary("Save as PDF").icon(Icon::Export).disabled(empty).ui(ui).clicked() {
            let action = SubmissionAction::SaveDocument(Box::new(document.clone()));
            actions.push(Action::Disputes(DisputesAction::Submission(action)));
        }
        let subdued = tokens(ui).subdued;
        label_ui(ui, Text::Small, subdued, "What the bank sees once everything is submitted");
    });
    let whole = document.text();
    let is_japanese = typefaces::is_japanese(&whole);
    if let (_, Some(note)) = document.printed(|c| typefaces::is_printable_here(c, is_japanese)) {
        Notice::new(Tone::Attention, &note).ui(ui);
    }
    if has_right_to_left(&whole) {
        Notice::new(Tone::Neutral, text::DRAWN_FROM_LEFT).ui(ui);
    }
    unknown_files_ui(ui, case);
    let tokens = tokens(ui);
    let stroke = egui::Stroke::new(1.0, tokens.border);
    let sheet = Frame::new().stroke(stroke).corner_radius(size::RADIUS).inner_margin(Margin::same(20));
    ui.scope(|ui| {
        ui.set_max_width(SHEET.min(ui.available_width()));
        sheet.show(ui, |ui| {
            ui.set_width(ui.available_width());
            sheet_ui(ui, &document);
        });
    });
}

/// Which files are not known here: the service may have them, or refuse the evidence.
fn unknown_files_ui(ui: &mut Ui, case: &EvidenceDraft) {
    let unknown = EvidenceField::iter().filter(|field| case.is_unknown_file(*field));
    let labels: Vec<&str> = unknown.map(|field| field_texts(field).label).collect();
    if !labels.is_empty() {
        Notice::new(Tone::Attention, text::NOT_UPLOADED_FROM_HERE).title(&labels.join(", ")).ui(ui);
    }
}

fn sheet_ui(ui: &mut Ui, document: &EvidenceDocument) {
    let (text, subdued) = (tokens(ui).text, tokens(ui).subdued);
    facts_ui(ui, &document.title, |facts| {
        facts.name_width(NAME_WIDTH);
        document.head.iter().for_each(|(name, value)| drop(facts.text(name, value)));
    });
    if document.is_empty() {
        label_ui(ui, Text::Body, subdued, text::NOTHING_IS_FILLED_IN_YET);
    }
    for group in &document.groups {
        ui.add_space(space::S);
        heading_ui(ui, Text::Strong, text, &group.name);
        group.fields.iter().for_each(|field| field_ui(ui, field));
    }
}

fn field_ui(ui: &mut Ui, field: &DocumentField) {
    let tokens = tokens(ui);
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        label_ui(ui, Text::Caption, tokens.subdued, &field.heading());
        let lines: Vec<String> = field.text.lines().map(|line| visible(line, TEXT_CHARS)).collect();
        ui.add(egui::Label::new(Text::Body.rich(lines.join("\n")).color(tokens.text)).wrap());
    });
}
