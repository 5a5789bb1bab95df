//! The last look: what to think of first, and exactly what will be sent as a difference to the last submission.

use egui::{Frame, Panel, Ui};

use crate::drafts::Drafts;
use crate::panels::disputes::fields::field_texts;
use crate::panels::disputes::text;
use paydesk_core::features::disputes::evidence_draft::FieldChange;
use paydesk_core::features::disputes::{
    DisputeTableRow, DisputesAction, EvidenceDraft, EvidenceDraftAction, FindingKind, PreflightFinding,
    SubmissionAction, review_findings, submit_blocker,
};
use paydesk_core::{Action, State};
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::text::visible;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{Button, Chip, Notice, heading_ui, keep_toasts_above, label_ui};

use super::super::draft::WorkspacePage;
use super::upload;
use crate::panels::disputes::draft::DisputesDraft;

/// Most of a text that is shown before and after.
const TEXT_CHARS: usize = 4_000;

/// What the last look is of, asked of the core once a frame.
pub struct ReviewContext {
    changes: Vec<FieldChange>,
    findings: Vec<PreflightFinding>,
}

impl ReviewContext {
    pub fn of(state: &State, row: &DisputeTableRow, case: &EvidenceDraft) -> Self {
        let changes = state.workspace.drafts.changes_to_send(&row.dispute.dispute_id);
        let payment = state.workspace.payments.detail(&row.dispute.payment_id).and_then(|payment| payment.value());
        Self { changes, findings: review_findings(&state.view(), row, case, &state.evidence, payment) }
    }
}

/// Draws the last look.
pub fn review_ui(
    ui: &mut Ui,
    row: &DisputeTableRow,
    case: &EvidenceDraft,
    look: &ReviewContext,
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
) {
    let ReviewContext { changes, findings } = look;
    let text = tokens(ui).text;
    heading_ui(ui, Text::Title, text, &text::submission_of(case.sent_count() + 1, &row.id_text));
    let statement = findings.iter().any(|finding| finding.kind == FindingKind::OutdatedStatement);
    if statement && Button::secondary(text::UPDATE_STATEMENT).ui(ui).clicked() {
        let action = EvidenceDraftAction::DraftStatement(row.dispute.dispute_id.clone());
        actions.push(Action::Disputes(DisputesAction::Draft(action)));
    }
    if let Some(field) = findings_ui(ui, findings) {
        drafts.of::<DisputesDraft>().go_to = Some(field);
        drafts.of::<DisputesDraft>().page = WorkspacePage::Evidence;
        actions.push(Action::Disputes(DisputesAction::Submission(SubmissionAction::LeaveReview)));
    }
    if findings.is_empty() {
        Notice::new(Tone::Positive, "No problems found").ui(ui);
    }
    ui.add_space(space::S);
    let count = changes.len();
    let fields = if count == 1 { "field will be submitted" } else { "fields will be submitted" };
    let title = match (case.versions.is_empty(), case.unconfirmed.is_empty()) {
        (true, true) => text::first_submission(count, fields),
        (true, false) => text::nothing_was_confirmed_before(count, fields),
        (false, _) => text::all_other_submitted_fields_remain(count, fields),
    };
    let subdued = tokens(ui).subdued;
    heading_ui(ui, Text::Group, subdued, &title);
    changes.iter().for_each(|change| change_ui(ui, case, change));
}

/// What can be done, in view under the look however long that is.
pub fn foot_ui(ui: &mut Ui, state: &State, row: &DisputeTableRow, look: &ReviewContext, actions: &mut Vec<Action>) {
    let fill = ui.visuals().panel_fill;
    let frame = Frame::new().fill(fill).inner_margin(egui::Margin { top: 12, bottom: 12, ..egui::Margin::ZERO });
    let panel = Panel::bottom("last look").show_separator_line(true).frame(frame);
    let foot = panel.show(ui, |ui| {
        // The ring of the first button is in the margin of the page.
        ui.set_clip_rect(ui.clip_rect().expand(size::RING));
        send_ui(ui, state, row, look, actions);
    });
    let foot = foot.response.rect;
    keep_toasts_above(ui.ctx(), foot);
}

/// Sends what was looked at, or goes back.
pub fn send_ui(ui: &mut Ui, state: &State, row: &DisputeTableRow, look: &ReviewContext, actions: &mut Vec<Action>) {
    let (count, findings) = (look.changes.len(), &look.findings);
    let environment = state.workspace.profile.as_ref().map_or("", |profile| profile.environment.word());
    let send = text::submit_to(count, if count == 1 { "field" } else { "fields" }, environment);
    let blocker = submit_blocker(&state.view(), row, &state.workspace.drafts);
    ui.horizontal_wrapped(|ui| {
        // What is wrong calls for being corrected; sending it stays possible.
        let calls = |finding: &PreflightFinding| finding.field().is_some() && finding.kind != FindingKind::CardNumber;
        let correct = findings.iter().any(|finding| is_wrong(finding.kind) && calls(finding));
        let button = if correct { Button::secondary(&send) } else { Button::primary(&send) };
        let button = button.icon(Icon::Send);
        if button.disabled(blocker.as_deref()).ui(ui).clicked() {
            actions.push(Action::Disputes(DisputesAction::Submission(SubmissionAction::Submit)));
        }
        let next = Button::secondary("Submit and open next").icon(Icon::Send);
        if next.disabled(blocker.as_deref()).ui(ui).clicked() {
            actions.push(Action::Disputes(DisputesAction::Submission(SubmissionAction::SubmitAndOpenNext)));
        }
        let back = "Back to evidence";
        let back = if correct { Button::primary(back) } else { Button::secondary(back) };
        if back.ui(ui).clicked() {
            actions.push(Action::Disputes(DisputesAction::Submission(SubmissionAction::LeaveReview)));
        }
    });
}

/// Whether it is better not sent as it is.
fn is_wrong(kind: FindingKind) -> bool {
    match kind {
        FindingKind::Late
        | FindingKind::UnlistedStatus
        | FindingKind::CardNumber
        | FindingKind::Dates
        | FindingKind::FileId
        | FindingKind::Malformed
        | FindingKind::OutdatedStatement
        | FindingKind::Refused => true,
        FindingKind::Missing
        | FindingKind::Refunded
        | FindingKind::LooksCut
        | FindingKind::Placeholder
        | FindingKind::UnknownFile
        | FindingKind::FilledIn => false,
    }
}

/// What was found, what is wrong first; returns the field that the person goes to.
fn findings_ui(ui: &mut Ui, findings: &[PreflightFinding]) -> Option<EvidenceField> {
    let (wrong, other): (Vec<&PreflightFinding>, Vec<&PreflightFinding>) =
        findings.iter().partition(|finding| is_wrong(finding.kind));
    let mut go_to = None;
    for finding in wrong {
        go_to = go_to.or(finding_ui(ui, finding, Tone::Danger));
    }
    go_to = go_to.or(missing_ui(ui, findings));
    for finding in other.into_iter().filter(|finding| finding.kind != FindingKind::Missing) {
        go_to = go_to.or(finding_ui(ui, finding, Tone::Attention));
    }
    go_to
}

fn finding_ui(ui: &mut Ui, finding: &PreflightFinding, tone: Tone) -> Option<EvidenceField> {
    let notice = Notice::new(tone, &finding.text);
    let label = finding.field().filter(|_| finding.fields.len() == 1).map(|field| field_texts(field).label);
    let notice = label.into_iter().fold(notice, Notice::title);
    notice.ui_with(ui, |ui| finding.field().filter(|field| go_to_ui(ui, *field)))
}

/// The link that leaves the last look for a field.
fn go_to_ui(ui: &mut Ui, field: EvidenceField) -> bool {
    Button::link(&text::go_to(field_texts(field).label)).ui(ui).clicked()
}

/// What matters and is empty, in one line, with a way to each of the fields.
fn missing_ui(ui: &mut Ui, findings: &[PreflightFinding]) -> Option<EvidenceField> {
    let label = |field: &EvidenceField| field_texts(*field).label;
    let missing = || findings.iter().filter(|finding| finding.kind == FindingKind::Missing);
    let any_of = |finding: &PreflightFinding| finding.fields.iter().map(label).collect::<Vec<_>>().join(" or ");
    let requirements: Vec<String> = missing().map(any_of).collect();
    if requirements.is_empty() {
        return None;
    }
    let fields = missing().flat_map(|finding| finding.fields.iter().copied());
    let title = "Empty, although recommended for this reason";
    Notice::new(Tone::Attention, &requirements.join(", ")).title(title).ui_with(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = egui::vec2(space::M, space::XS);
            fields.filter(|field| go_to_ui(ui, *field)).last()
        })
        .inner
    })
}

/// One field of a case, before and after.
pub fn change_ui(ui: &mut Ui, case: &EvidenceDraft, change: &FieldChange) {
    let tokens = tokens(ui);
    let (icon, word, tone) = match (&change.before, change.after.is_empty()) {
        (_, true) => (Icon::Delete, "Removed", Tone::Danger),
        (Some(_), false) => (Icon::Edit, text::CHANGED, Tone::Accent),
        (None, false) => (Icon::Add, text::NEW, Tone::Positive),
    };
    let frame = Frame::new().fill(tokens.sunken).corner_radius(6).inner_margin(egui::Margin::symmetric(12, 8));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = space::XS;
        ui.horizontal_wrapped(|ui| {
            Chip::new(icon, word, tone).ui(ui);
            label_ui(ui, Text::Strong, tokens.text, field_texts(change.field).label);
            label_ui(ui, Text::Caption, tokens.subdued, change.field.as_str());
        });
        if let Some(before) = &change.before {
            let before = format!("− {}", value_text(case, change.field, before));
            ui.label(Text::Body.rich(before).color(tokens.danger.text).strikethrough());
        }
        if !change.after.is_empty() {
            let after = format!("+ {}", value_text(case, change.field, &change.after));
            ui.label(Text::Body.rich(after).color(tokens.positive.text));
        }
    });
}

/// What is in a field; beside the id of a file what is known of it here.
pub fn value_text(case: &EvidenceDraft, field: EvidenceField, text: &str) -> String {
    let note = case.files.get(text.trim()).filter(|_| field.is_file());
    let text = lines(text);
    note.map_or(text.clone(), |note| format!("{text} · {}", upload::note_text(note)))
}

/// Hidden characters are shown; lines stay lines.
fn lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| visible(line, TEXT_CHARS)).collect();
    lines.join("\n")
}
