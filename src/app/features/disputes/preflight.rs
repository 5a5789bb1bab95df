//! What a person should look at before evidence leaves: none of it forbids sending, the service has the last word.

use chrono::{DateTime, Utc};

use crate::app::records::RefundTotals;
use crate::app::zone::Zone;
use crate::domain::dispute::Dispute;
use crate::domain::evidence::{EVIDENCE_FIELDS, EvidenceKind};
use crate::domain::payment::Payment;

use super::cards::holds_card;
use super::evidence_draft::EvidenceDraft;
use super::field_checks::{FieldIssue, read_date};
use super::requirements::RequirementsTable;
use super::rows::Deadline;
use super::texts::names_in_braces;

/// Lengths at which other programs cut texts.
const CUT_AT: [usize; 8] = [255, 256, 500, 512, 1_000, 1_024, 2_000, 2_048];

/// One thing to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreflightFinding {
    pub kind: FindingKind,
    /// The field it is about.
    pub field: Option<&'static str>,
    /// Of what is missing: the names of the fields, any one of which would do.
    pub words: String,
}

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingKind {
    Missing,
    Dates,
    Refunded,
    LooksCut,
    CardNumber,
    FileId,
    /// Not what belongs in the field.
    Malformed,
    /// The service did not take it, and it was not changed since.
    Refused,
    Placeholder,
    Late,
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

/// Everything to look at before `case` is sent.
pub fn preflight(case: &EvidenceDraft, ground: PreflightContext<'_>) -> Vec<PreflightFinding> {
    let mut findings = late(ground);
    findings.extend(refunded(case, ground));
    findings.extend(faults(case));
    findings.extend(missing(case, ground));
    findings.extend(dates(case, ground));
    findings.extend(texts(case));
    findings
}

fn late(ground: PreflightContext<'_>) -> Vec<PreflightFinding> {
    let late = ground.deadline.filter(|deadline| deadline.at <= ground.now);
    let words = |deadline: Deadline| {
        let at = ground.zone.weekday(deadline.at);
        format!("The deadline was {at}, by our estimate: the service may refuse. The draft stays either way")
    };
    late.map(|deadline| PreflightFinding { kind: FindingKind::Late, field: None, words: words(deadline) })
        .into_iter()
        .collect()
}

fn refunded(case: &EvidenceDraft, ground: PreflightContext<'_>) -> Option<PreflightFinding> {
    let sum = ground.refunds.sum_minor();
    if sum <= 0 {
        return None;
    }
    let (refunded, disputed) = (ground.dispute.amount.with_minor(sum), &ground.dispute.amount);
    let told = case.value("refund_refusal_explanation").is_some() || case.value("uncategorized_text").is_some();
    let advice = if told { "Say so in the evidence" } else { "Nothing in the evidence says so yet" };
    let words = format!("{refunded} of this payment were refunded from here; {disputed} are disputed. {advice}");
    Some(PreflightFinding { kind: FindingKind::Refunded, field: None, words })
}

fn missing(case: &EvidenceDraft, ground: PreflightContext<'_>) -> Vec<PreflightFinding> {
    let requirements = case.requirements(ground.reason, ground.requirements).requirements.iter();
    let open = requirements.filter(|need| need.iter().all(|field| case.value(field).is_none()));
    let finding = |need: &Vec<&'static str>| PreflightFinding {
        kind: FindingKind::Missing,
        field: need.first().copied(),
        words: need.join(" or "),
    };
    open.map(finding).collect()
}

/// What is wrong in single fields, sent from here before or not.
fn faults(case: &EvidenceDraft) -> Vec<PreflightFinding> {
    let finding = |name: &'static str| {
        let FieldIssue { kind, what, advice } = case.fault(name)?;
        Some(PreflightFinding { kind, field: Some(name), words: format!("{what}. {advice}") })
    };
    EVIDENCE_FIELDS.iter().filter_map(|field| finding(field.name)).collect()
}

fn dates(case: &EvidenceDraft, ground: PreflightContext<'_>) -> Vec<PreflightFinding> {
    let day = |time: Option<DateTime<Utc>>| time.map(|time| ground.zone.date(time));
    let today = ground.zone.date(ground.now);
    let paid = day(ground.payment.and_then(|payment| payment.created));
    let disputed = day(ground.dispute.created);
    let mut findings = Vec::new();
    for (field, name) in [("service_date", "The service date"), ("shipping_date", "The shipping date")] {
        let Some(date) = case.value(field).and_then(read_date) else { continue };
        let mut note =
            |words: String| findings.push(PreflightFinding { kind: FindingKind::Dates, field: Some(field), words });
        if date > today {
            note(format!("{name} {date} is still to come"));
        } else if disputed.is_some_and(|disputed| date > disputed) {
            note(format!("{name} {date} is after the dispute was opened"));
        } else if paid.is_some_and(|paid| date < paid) {
            note(format!("{name} {date} is before the payment was made"));
        }
    }
    findings
}

fn texts(case: &EvidenceDraft) -> Vec<PreflightFinding> {
    let mut findings = Vec::new();
    for field in EVIDENCE_FIELDS.iter().filter(|field| field.kind == EvidenceKind::Text) {
        let Some(text) = case.pending(field.name).filter(|text| !text.is_empty()) else { continue };
        let mut note = |kind, words: &str| {
            findings.push(PreflightFinding { kind, field: Some(field.name), words: words.to_owned() })
        };
        if holds_card(text) {
            note(FindingKind::CardNumber, "It holds a card number: all but the last four digits are masked");
        }
        if looks_cut(text) {
            note(FindingKind::LooksCut, "It looks as if its end were missing: read how it ends");
        }
        if let Some(name) = placeholder(text) {
            note(FindingKind::Placeholder, &format!("It still has {name}, which nothing was filled into"));
        }
    }
    findings
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
