//! What was submitted from here, newest first: each with its differences and, on demand, exactly what was sent.

use egui::Ui;
use strum::IntoEnumIterator as _;

use crate::panels::disputes::text;
use paydesk_core::State;
use paydesk_core::features::disputes::evidence_draft::{FieldChange, SubmittedVersion};
use paydesk_core::features::disputes::{DisputeTableRow, EvidenceDraft};
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::text::visible;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Button, copyable_ui, empty_ui, facts_ui, heading_ui, label_ui};

use super::decided::result_ui;
use super::elsewhere::elsewhere_ui;
use super::review::change_ui;
use super::set_aside::set_aside_ui;
use crate::panels::disputes::fields::field_texts;
use paydesk_domain::deadline::plain_reason;

/// Draws the versions.
pub fn versions_ui(ui: &mut Ui, state: &State, row: &DisputeTableRow, case: &EvidenceDraft) {
    result_ui(ui, row, case, &at_the_end(case));
    if !elsewhere_ui(ui, state, case) && case.sent_count() == 0 {
        let text = "Nothing was submitted in Paydesk. Evidence submitted elsewhere appears here if the service \
            returns it.";
        empty_ui(ui, Icon::Send, text, None);
    }
    for version in case.unconfirmed.iter().rev() {
        let before = case.versions.iter().filter(|confirmed| confirmed.at < version.at).count();
        let name = text::SENT_OUTCOME_NOT_KNOWN;
        version_ui(ui, state, case, (name, "The submission, exactly as sent"), &case.versions[..before], version);
    }
    for (index, version) in case.versions.iter().enumerate().rev() {
        let (name, sent) = (text::submitted(index + 1), text::what_was_sent_as_byte(index + 1));
        version_ui(ui, state, case, (&name, &sent), &case.versions[..index], version);
    }
    set_aside_ui(ui, state, case);
    presence_ui(ui, state, row);
}

/// How often each field was there in cases of the same reason that were won and lost.
fn presence_ui(ui: &mut Ui, state: &State, row: &DisputeTableRow) {
    let results = state.workspace.disputes.results(row.reason(), &state.evidence);
    let (won, lost) = (results.won, results.lost);
    if won + lost == 0 {
        return;
    }
    ui.add_space(space::L);
    let reason = plain_reason(row.known).short;
    facts_ui(ui, &text::submitted_in_paydesk_won_lost(reason, won, lost), |facts| {
        facts.name_width(240.0);
        for presence in &results.fields {
            let value = text::in_of_won(presence.won, won, presence.lost, lost);
            facts.text(field_texts(presence.field).label, &value);
        }
    });
}

/// What had been submitted when the bank decided.
fn at_the_end(case: &EvidenceDraft) -> String {
    let sent = EvidenceField::iter().filter(|field| case.at_service(*field).is_some());
    let sent: Vec<&str> = sent.map(|field| field_texts(field).label).collect();
    match (sent.is_empty(), case.unconfirmed.is_empty()) {
        (true, true) => "No evidence was submitted in Paydesk".to_owned(),
        (true, false) => "Evidence was sent, outcome unknown".to_owned(),
        (false, _) => text::submitted_at_end(sent.join(", ")),
    }
}

/// One submission: its name and how its bytes are called, against those that took effect `before` it.
fn version_ui(
    ui: &mut Ui,
    state: &State,
    case: &EvidenceDraft,
    (name, sent): (&str, &str),
    before: &[SubmittedVersion],
    version: &SubmittedVersion,
) {
    let tokens = tokens(ui);
    ui.add_space(space::S);
    heading_ui(ui, Text::Strong, tokens.text, name);
    let who = visible(&version.operator, 40);
    let who = if who.is_empty() { who } else { text::by(&who) };
    let text = text::bytes(state.zone().full(version.at), &who, version.body.len());
    label_ui(ui, Text::Small, tokens.subdued, &text);
    for change in differences(before, version) {
        change_ui(ui, case, &change);
    }
    ui.push_id(("sent", version.operation_id.as_str()), |ui| {
        ui.collapsing(sent, |ui| {
            ui.label(Text::Mono.rich(visible(&version.body, 20_000)).color(tokens.text));
            if Button::link("Copy submission").icon(Icon::Copy).ui(ui).clicked() {
                ui.ctx().copy_text(version.body.clone());
            }
            copyable_ui(ui, version.operation_id.as_str());
        });
    });
}

/// What a version changed against those before it.
fn differences(before: &[SubmittedVersion], version: &SubmittedVersion) -> Vec<FieldChange> {
    let earlier = |field: EvidenceField| {
        let sent = before.iter().rev().find_map(|version| version.fields.get(&field.into()));
        sent.filter(|text| !text.is_empty()).cloned()
    };
    let change = |field: EvidenceField| {
        let after = version.fields.get(&field.into())?.clone();
        Some(FieldChange { field, before: earlier(field), after })
    };
    EvidenceField::iter().filter_map(change).collect()
}
