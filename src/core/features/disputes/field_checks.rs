//! What is wrong with what is in a field: shown at the field, not counted as filled, and named in the review.
//! None of it forbids sending: the service has the last word.

use std::net::IpAddr;

use chrono::NaiveDate;

use paydesk_domain::evidence::{EvidenceContent, EvidenceField};
use paydesk_domain::text::visible;

use super::evidence_draft::EvidenceDraft;
use super::text;

/// Most of a text that is quoted.
const QUOTED_CHARS: usize = 40;
/// How the names of files end that are added to evidence.
const FILE_ENDINGS: [&str; 12] =
    [".pdf", ".png", ".jpg", ".jpeg", ".tif", ".tiff", ".txt", ".gif", ".heic", ".doc", ".docx", ".csv"];

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingKind {
    Missing,
    Dates,
    Refunded,
    LooksCut,
    CardNumber,
    FileId,
    /// The id of a file that was not uploaded from here: nothing is known of it.
    UnknownFile,
    /// Not what belongs in the field.
    Malformed,
    /// The service did not take it, and it was not changed since.
    Refused,
    Placeholder,
    /// Paydesk filled it in, and nobody has looked at it.
    FilledIn,
    /// The statement was drafted from what other fields no longer say.
    OutdatedStatement,
    Late,
    /// The dispute has a status that is not documented.
    UnlistedStatus,
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldIssue {
    pub kind: FindingKind,
    /// With the text that is there: `“24/11/2026” is not a date with the year first`.
    pub what: String,
    /// What to do about it.
    pub advice: String,
}

/// What is wrong with a text in a field; nothing with an empty one.
pub fn fault(field: EvidenceField, text: &str) -> Option<FieldIssue> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    let wrong = |kind, what: &str, advice: String| {
        Some(FieldIssue { kind, what: text::is(visible(text, QUOTED_CHARS), what), advice })
    };
    match field.content() {
        EvidenceContent::Date if read_date(text).is_none() => {
            wrong(FindingKind::Dates, "not a date with the year first", date_advice(text))
        }
        EvidenceContent::IpAddress if text.parse::<IpAddr>().is_err() => {
            let advice = "Enter one address, such as 203.0.113.7 or 2001:db8::7".to_owned();
            wrong(FindingKind::Malformed, "not an IP address", advice)
        }
        EvidenceContent::Email if !is_email(text) => {
            wrong(FindingKind::Malformed, "not an e-mail address", "Write it as name@example.com".to_owned())
        }
        EvidenceContent::FileId if names_file(text) => {
            let advice = "Upload the file, or paste the ID of an uploaded one".to_owned();
            wrong(FindingKind::FileId, "a path or file name, not the ID of an uploaded file", advice)
        }
        EvidenceContent::FileId if text.contains(char::is_whitespace) => {
            let advice = "A file ID has no spaces: paste the ID of an uploaded file".to_owned();
            wrong(FindingKind::FileId, "not a file ID", advice)
        }
        EvidenceContent::Text
        | EvidenceContent::Date
        | EvidenceContent::IpAddress
        | EvidenceContent::Email
        | EvidenceContent::FileId => None,
    }
}

/// Whether a text is the path or the name of a file, not the id under which one was uploaded.
fn names_file(text: &str) -> bool {
    let lower = text.to_lowercase();
    text.contains(['/', '\\']) || FILE_ENDINGS.iter().any(|ending| lower.ends_with(ending))
}

/// A typed date; only the one way of writing it cannot be misread.
pub fn read_date(text: &str) -> Option<NaiveDate> {
    text.trim().parse().ok()
}

/// The day that was meant, where there is only one.
fn date_advice(text: &str) -> String {
    match meant_date(text) {
        Some(date) => text::write_it_as(date),
        None => "Enter a date like 2026-11-24: year, month, day".to_owned(),
    }
}

/// The one day that `24/11/2026` or `11.24.2026` can mean; none where it could be two.
fn meant_date(text: &str) -> Option<NaiveDate> {
    let parts: Vec<&str> = text.split(['/', '.', '-', ' ']).collect();
    let [a, b, year] = parts[..] else { return None };
    let (a, b): (u32, u32) = (a.parse().ok()?, b.parse().ok()?);
    let year = year.parse().ok().filter(|year| (1_990..2_100).contains(year))?;
    match (NaiveDate::from_ymd_opt(year, b, a), NaiveDate::from_ymd_opt(year, a, b)) {
        (Some(one), Some(other)) if one != other => None,
        (one, other) => one.or(other),
    }
}

fn is_email(text: &str) -> bool {
    let parts = text.split_once('@');
    parts.is_some_and(|(name, host)| !name.is_empty() && !host.is_empty() && !host.contains('@'))
        && !text.contains(char::is_whitespace)
}

impl EvidenceDraft {
    /// What is wrong with what the evidence would have in a field.
    pub fn fault(&self, field: EvidenceField) -> Option<FieldIssue> {
        let text = self.value(field)?;
        let refusal = self.refusal.as_ref().filter(|refusal| refusal.is_about_field(field));
        let refused = refusal.map(|refusal| FieldIssue {
            kind: FindingKind::Refused,
            what: text::service_refused_it(visible(&refusal.message, 160)),
            advice: "Change it or leave it out".to_owned(),
        });
        refused.or_else(|| fault(field, text))
    }

    /// Whether a field names a file that was neither uploaded from here nor submitted before: it may be a typing mistake.
    pub fn is_unknown_file(&self, field: EvidenceField) -> bool {
        let id = self.value(field).map(str::trim).filter(|id| field.is_file() && !id.is_empty());
        let is_known = |id: &str| self.files.contains_key(id) || self.at_service(field).map(str::trim) == Some(id);
        id.is_some_and(|id| !is_known(id) && self.fault(field).is_none())
    }

    /// Whether a field has something that may count: what is wrong does not.
    pub fn is_filled(&self, field: EvidenceField) -> bool {
        self.value(field).is_some() && self.fault(field).is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advice(field: EvidenceField, text: &str) -> Option<String> {
        fault(field, text).map(|fault| fault.advice)
    }

    #[test]
    fn a_date_is_written_year_first_and_the_one_day_that_was_meant_is_offered() {
        for (text, offered) in [
            ("24/11/2026", "Write it as 2026-11-24"),
            ("11/24/2026", "Write it as 2026-11-24"),
            ("24.11.2026", "Write it as 2026-11-24"),
            ("5/5/2026", "Write it as 2026-05-05"),
            ("05/06/2026", "Enter a date like 2026-11-24: year, month, day"),
            ("Monday", "Enter a date like 2026-11-24: year, month, day"),
            ("2026-02-30", "Enter a date like 2026-11-24: year, month, day"),
        ] {
            assert_eq!(advice(EvidenceField::ServiceDate, text).as_deref(), Some(offered), "{text}");
        }
        assert_eq!(fault(EvidenceField::ShippingDate, " 2026-11-24 "), None);
        assert_eq!(fault(EvidenceField::ShippingDate, ""), None);
        assert_eq!(fault(EvidenceField::UncategorizedText, "24/11/2026"), None, "a text is a text");
    }

    #[test]
    fn addresses_and_file_ids_are_distinguished_from_what_they_are_not() {
        for (field, right, wrong) in [
            (EvidenceField::CustomerPurchaseIp, "203.0.113.7", "203.0.113.700"),
            (EvidenceField::CustomerPurchaseIp, "2001:db8::7", "203.0.113.7, 203.0.113.8"),
            (EvidenceField::CustomerEmailAddress, "ada@example.com", "ada at example.com"),
            (EvidenceField::CustomerEmailAddress, "ada@localhost", "ada@@example.com"),
            (EvidenceField::Receipt, "file_7", "my receipt"),
            (EvidenceField::Receipt, "doc_pdf", "pod.PDF"),
            (EvidenceField::ShippingDocumentation, "01J9ZK", "/home/mia/pod"),
            (EvidenceField::ShippingDocumentation, "file-a.b", "C:\\mia\\pod"),
        ] {
            assert_eq!(fault(field, right), None, "{right}");
            let fault = fault(field, wrong).unwrap();
            let begin = format!("“{wrong}” is ");
            assert!(fault.what.starts_with(&begin) && fault.what.contains("not "), "{}", fault.what);
        }
    }
}
