//! What a person should look at before evidence leaves: none of it forbids sending, the service has the last word.

use chrono::{DateTime, Utc};
use strum::IntoEnumIterator as _;

use crate::records::RefundTotals;
use paydesk_domain::dispute::{Dispute, DisputeStatus};
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::payment::Payment;
use paydesk_domain::text::{sentences, visible};
use paydesk_domain::zone::Zone;

use super::cards::holds_card;
use super::evidence_draft::EvidenceDraft;
use super::field_checks::{FieldIssue, FindingKind, read_date};
use super::merge_fields::names_in_braces;
use super::requirements::RequirementsTable;
use super::rows::Deadline;
use super::statement::OutdatedStatement;
use super::text;

/// Lengths at which other programs cut texts.
const CUT_AT: [usize; 8] = [255, 256, 500, 512, 1_000, 1_024, 2_000, 2_048];
/// Most characters of one text that services and banks usually take; the specification names no limit.
pub const USUAL_CHARS: usize = 20_000;

/// One thing to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreflightFinding {
    pub kind: FindingKind,
    /// The fields it is about: none, one, all that Paydesk filled in, or of what is missing those any one of which would do.
    pub fields: Vec<EvidenceField>,
    /// What to look at, as a sentence; empty for what is missing, as the fields say it.
    pub text: String,
}

impl PreflightFinding {
    fn of_field(kind: FindingKind, field: EvidenceField, text: String) -> Self {
        Self { kind, fields: vec![field], text }
    }

    fn of_all(kind: FindingKind, text: String) -> Self {
        Self { kind, fields: Vec::new(), text }
    }

    pub(super) fn of_statement(outdated: OutdatedStatement) -> Self {
        let text = match (outdated.can_be_updated, outdated.is_contradicted) {
            (true, true) => "Other fields changed after the statement was drafted and contradict it: update it",
            (true, false) => "Other fields were filled in after the statement was drafted: update it",
            (false, _) => "The statement was drafted before other fields changed, and contradicts them: correct it",
        };
        Self::of_field(FindingKind::OutdatedStatement, EvidenceField::UncategorizedText, text.to_owned())
    }

    /// The first field it is about.
    pub fn field(&self) -> Option<EvidenceField> {
        self.fields.first().copied()
    }
}

/// What the checks are made against.
#[derive(Debug, Clone, Copy)]
pub struct PreflightContext<'a> {
    pub dispute: &'a Dispute,
    /// The reason of ours that its reason is.
    pub reason: &'static str,
    pub payment: Option<&'a Payment>,
    pub refunds: RefundTotals,
    pub deadline: Option<Deadline>,
    pub requirements: &'a RequirementsTable,
    pub zone: Zone,
    pub now: DateTime<Utc>,
}

/// Everything to look at before `draft` is sent.
pub fn preflight(draft: &EvidenceDraft, ground: PreflightContext<'_>) -> Vec<PreflightFinding> {
    let mut findings = late(ground);
    findings.extend(unlisted_status(ground.dispute));
    findings.extend(refunded(draft, ground));
    findings.extend(faults(draft));
    findings.extend(missing(draft, ground));
    findings.extend(dates(draft, ground));
    findings.extend(texts(draft));
    findings.extend(filled_in(draft));
    findings.extend(unknown_files(draft));
    findings
}

fn late(ground: PreflightContext<'_>) -> Vec<PreflightFinding> {
    let late = ground.deadline.filter(|deadline| deadline.at <= ground.now);
    let text = |deadline: Deadline| text::deadline_has_passed(deadline.respond_by(ground.zone));
    late.map(|deadline| PreflightFinding::of_all(FindingKind::Late, text(deadline))).into_iter().collect()
}

fn unlisted_status(dispute: &Dispute) -> Option<PreflightFinding> {
    unlisted_status_text(&dispute.status).map(|text| PreflightFinding::of_all(FindingKind::UnlistedStatus, text))
}

/// What is not known of a dispute whose status the documentation does not list; `None` for those it lists.
pub fn unlisted_status_text(status: &DisputeStatus) -> Option<String> {
    let word = visible(status.as_str(), 40);
    (!status.is_known()).then(|| text::documentation_does_not_list_status(&word))
}

fn refunded(draft: &EvidenceDraft, ground: PreflightContext<'_>) -> Option<PreflightFinding> {
    let sum = ground.refunds.sum_minor();
    if sum <= 0 {
        return None;
    }
    let (refunded, disputed) = (ground.dispute.amount.with_minor(sum), &ground.dispute.amount);
    let has_text = draft.value(EvidenceField::RefundRefusalExplanation).is_some()
        || draft.value(EvidenceField::UncategorizedText).is_some();
    let advice =
        if has_text { "Check that your evidence mentions the refund." } else { "Mention the refund in your evidence." };
    let text = text::already_refunded(&refunded, disputed, advice);
    Some(PreflightFinding::of_all(FindingKind::Refunded, text))
}

fn missing(draft: &EvidenceDraft, ground: PreflightContext<'_>) -> Vec<PreflightFinding> {
    let requirements = draft.requirements(ground.reason, ground.requirements).requirements.iter();
    let open = requirements.filter(|need| need.iter().all(|field| draft.value(*field).is_none()));
    let finding = |need: &Vec<EvidenceField>| PreflightFinding {
        kind: FindingKind::Missing,
        fields: need.clone(),
        text: String::new(),
    };
    open.map(finding).collect()
}

/// What is wrong in single fields, sent from here before or not.
fn faults(draft: &EvidenceDraft) -> Vec<PreflightFinding> {
    let finding = |field: EvidenceField| {
        let FieldIssue { kind, what, advice } = draft.fault(field)?;
        Some(PreflightFinding::of_field(kind, field, sentences(&[what, advice])))
    };
    EvidenceField::iter().filter_map(finding).collect()
}

fn dates(draft: &EvidenceDraft, ground: PreflightContext<'_>) -> Vec<PreflightFinding> {
    let day = |time: Option<DateTime<Utc>>| time.map(|time| ground.zone.date(time));
    let today = ground.zone.date(ground.now);
    let paid = day(ground.payment.and_then(|payment| payment.created));
    let disputed = day(ground.dispute.created);
    let mut findings = Vec::new();
    for (field, name) in
        [(EvidenceField::ServiceDate, "The service date"), (EvidenceField::ShippingDate, "The shipping date")]
    {
        let Some(date) = draft.value(field).and_then(read_date) else { continue };
        let mut note = |text: String| findings.push(PreflightFinding::of_field(FindingKind::Dates, field, text));
        if date > today {
            note(text::is_in_future(name, date));
        } else if disputed.is_some_and(|disputed| date > disputed) {
            note(text::is_after_dispute_was_opened(name, date));
        } else if paid.is_some_and(|paid| date < paid) {
            note(text::is_before_payment(name, date));
        }
    }
    findings
}

fn texts(draft: &EvidenceDraft) -> Vec<PreflightFinding> {
    let mut findings = Vec::new();
    for field in EvidenceField::iter().filter(|field| !field.is_file()) {
        let Some(text) = draft.pending(field).filter(|text| !text.is_empty()) else { continue };
        let mut note = |kind, message: &str| findings.push(PreflightFinding::of_field(kind, field, message.to_owned()));
        if holds_card(text) {
            note(FindingKind::CardNumber, "This looks like a card number: all but the last four digits are masked");
        }
        if text.chars().count() > USUAL_CHARS {
            note(FindingKind::LooksCut, &text::longer_than_usual(USUAL_CHARS));
        }
        if looks_cut(text) {
            note(FindingKind::LooksCut, "The end may be missing: check the last lines");
        }
        if let Some(name) = placeholder(text) {
            note(FindingKind::Placeholder, &text::is_still_in_text(&name));
        }
    }
    findings
}

/// What Paydesk filled in and nobody has looked at: one finding, however many fields that is.
fn filled_in(draft: &EvidenceDraft) -> Option<PreflightFinding> {
    let fields: Vec<EvidenceField> = EvidenceField::iter().filter(|field| draft.is_filled_in(*field)).collect();
    let labels: Vec<&str> = fields.iter().map(|field| field.label()).collect();
    let text = text::filled_in(labels.join(", "));
    (!fields.is_empty()).then_some(PreflightFinding { kind: FindingKind::FilledIn, fields, text })
}

/// Ids of files that nothing is known of: the service alone knows whether it has them.
fn unknown_files(draft: &EvidenceDraft) -> Vec<PreflightFinding> {
    let fields = EvidenceField::iter().filter(|field| draft.is_unknown_file(*field));
    let text = || text::NOT_UPLOADED_FROM_HERE.to_owned();
    fields.map(|field| PreflightFinding::of_field(FindingKind::UnknownFile, field, text())).collect()
}

/// Whether the end of a text seems to be missing.
fn looks_cut(text: &str) -> bool {
    let (text, chars) = (text.trim_end(), text.chars().count());
    let unclosed = text.matches('(').count() > text.matches(')').count();
    let dangling = text.ends_with(['…', ',', '-', '–', '(', '&', ':']) || text.ends_with("...");
    let ends = text.ends_with(['.', '!', '?', ')', '”', '"', '\u{3002}']);
    dangling || unclosed || CUT_AT.contains(&chars) && !ends
}

/// The first merge field that is left in a text: `{customer_name}`.
fn placeholder(text: &str) -> Option<String> {
    names_in_braces(text).next().map(|name| format!("{{{name}}}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_ends_amid_a_sentence_looks_cut_and_a_whole_one_does_not() {
        for cut in ["We sent it on Monday and…", "as agreed (see", "the customer,", "and so on..."] {
            assert!(looks_cut(cut), "{cut}");
        }
        assert!(looks_cut(&"x".repeat(255)) && !looks_cut(&"x".repeat(254)));
        assert!(!looks_cut(&format!("{}.", "x".repeat(254))));
        for whole in ["We sent it on Monday.", "Ada Lovelace", "10.0.0.1", "DHL", "They have it (see the receipt)"] {
            assert!(!looks_cut(whole), "{whole}");
        }
    }

    #[test]
    fn a_merge_field_that_was_not_filled_is_found() {
        assert_eq!(placeholder("Dear {customer_name}, {amount}").as_deref(), Some("{customer_name}"));
        assert_eq!(placeholder(r#"{"json": 1} and {Not a name} and {}"#), None);
    }
}
