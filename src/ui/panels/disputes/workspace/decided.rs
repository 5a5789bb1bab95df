//! The evidence of a dispute that the bank has decided: what had been submitted, to be read and not to be changed.

use egui::Ui;
use strum::IntoEnumIterator as _;

use crate::drafts::Drafts;
use crate::panels::disputes::fields::field_texts;
use crate::panels::disputes::text;
use paydesk_core::features::disputes::{DisputeTableRow, EvidenceDraft};
use paydesk_core::{Action, State};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::evidence::{EvidenceField, EvidenceGroup};
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Notice, facts_ui, heading_ui, label_ui};

use super::case_templates;
use super::elsewhere::elsewhere_ui;
use super::review::{change_ui, value_text};

const NAME_WIDTH: f32 = 240.0;

/// Draws what stood in the evidence at the end.
pub fn decided_ui(
    ui: &mut Ui,
    state: &State,
    row: &DisputeTableRow,
    case: &EvidenceDraft,
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
) {
    let is_decided = matches!(row.dispute.status, DisputeStatus::Won | DisputeStatus::Lost);
    let why = if is_decided { "The bank has decided" } else { text::DISPUTE_IS_CLOSED };
    let text = match (case.versions.last(), case.unconfirmed.last()) {
        (Some(last), _) => text::so_evidence_can_no_longer(why, state.zone().full(last.at)),
        (None, Some(last)) => text::so_evidence_was_sent(why, state.zone().full(last.at)),
        (None, None) => text::so_evidence_can_no_longer_be_submitted(why),
    };
    result_ui(ui, row, case, &text);
    if !case.versions.is_empty() {
        ui.add_space(space::S);
        let text = tokens(ui).text;
        heading_ui(ui, Text::Strong, text, "Submitted evidence");
        if row.dispute.status == DisputeStatus::Won {
            case_templates::save_ui(ui, case, drafts, actions);
        }
        EvidenceGroup::ALL.into_iter().for_each(|group| group_ui(ui, case, group));
    }
    elsewhere_ui(ui, state, case);
    unsent_ui(ui, case);
    ui.add_space(space::S);
}

/// How it ended; nothing for a dispute that is not decided.
pub fn result_ui(ui: &mut Ui, row: &DisputeTableRow, case: &EvidenceDraft, text: &str) {
    let (tone, word) = match row.dispute.status {
        DisputeStatus::Won => (Tone::Positive, text::WON),
        DisputeStatus::Lost => (Tone::Danger, text::LOST),
        DisputeStatus::Accepted => (Tone::Neutral, text::ACCEPTED),
        DisputeStatus::Cancelled => (Tone::Neutral, text::CANCELLED),
        DisputeStatus::Expired => (Tone::Danger, text::EXPIRED),
        DisputeStatus::DisputeOpened | DisputeStatus::Challenged | DisputeStatus::Unknown(_) => return,
    };
    let title = match (case.versions.len(), case.unconfirmed.len()) {
        (0, 0) => text::without_submission_from_paydesk(word),
        (0, _) => text::sent_outcome_of_submission_not_known(word),
        (1, _) => text::after_1_submission(word),
        (count, _) => text::after_submissions(word, count),
    };
    Notice::new(tone, text).title(&title).ui(ui);
}

/// The fields of a group that had something, and the names of those that had nothing.
fn group_ui(ui: &mut Ui, case: &EvidenceDraft, group: EvidenceGroup) {
    let of_group = || EvidenceField::iter().filter(|field| field.group() == group);
    let had = |field: &EvidenceField| case.at_service(*field).is_some();
    facts_ui(ui, group.name(), |facts| {
        facts.name_width(NAME_WIDTH);
        for field in of_group().filter(had) {
            let text = case.at_service(field).unwrap_or_default();
            facts.text(field_texts(field).label, &value_text(case, field, text));
        }
    });
    let empty: Vec<&str> = of_group().filter(|field| !had(field)).map(|field| field_texts(field).label).collect();
    if !empty.is_empty() {
        let subdued = tokens(ui).subdued;
        label_ui(ui, Text::Caption, subdued, &text::not_submitted(empty.join(", ")));
    }
    ui.add_space(space::S);
}

/// What was typed and stayed here.
fn unsent_ui(ui: &mut Ui, case: &EvidenceDraft) {
    let changes = case.never_sent();
    if changes.is_empty() {
        return;
    }
    ui.add_space(space::S);
    let text = tokens(ui).text;
    heading_ui(ui, Text::Strong, text, "Drafted but not submitted");
    changes.iter().for_each(|change| change_ui(ui, case, change));
}
