//! Errors in words for people: what is wrong, and what to do about it. The types are made where something fails; the
//! sentences are made here, and nowhere by cutting others apart.
//!
//! It does not word the outcomes of operations ([`words`](super::operations)), which need the operation beside them, nor
//! [`Problem`](super::problem::Problem)s, which come from outside with their words.

use crate::api::input::Rule;
use crate::app::features::disputes::evidence_draft::{EvidenceRefusal, RefusalCause};

/// A broken rule as it stands below a field: `Must be a BIC of the country that the IBAN is of`.
pub fn rule_text(rule: &Rule) -> String {
    match rule {
        Rule::Required => "This is required".to_owned(),
        Rule::MustBe(phrase) => format!("Must be {phrase}"),
        Rule::Is(phrase) => format!("Is {phrase}"),
        Rule::Has(phrase) => format!("Has {phrase}"),
        Rule::Sentence(sentence) => sentence.clone(),
    }
}

/// What a refusal of evidence means for the person, beside the service's own words.
pub fn refusal_advice(refusal: &EvidenceRefusal) -> &'static str {
    match refusal.cause() {
        RefusalCause::NotSent => "Nothing left the desk. Your draft is kept",
        RefusalCause::ChangedSince => "The field it speaks of was changed since: submit again. Your draft is kept",
        RefusalCause::UnknownFile => {
            "A file id is not known to the service: upload the file again, or paste another id. Your draft is kept"
        }
        RefusalCause::NoMoreEvidence => "The service takes no more evidence for this dispute. Your draft is kept here",
        RefusalCause::UnknownDispute => {
            "The service does not know this dispute. Read the list again; your draft is kept here"
        }
        RefusalCause::Other => "Your draft is kept. Change what the service names, and submit again",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::payment::{DescriptorError, check_descriptor_name};

    #[test]
    fn each_kind_of_rule_is_a_whole_sentence() {
        for (rule, text) in [
            (Rule::Required, "This is required"),
            (Rule::is("required to confirm"), "Is required to confirm"),
            (Rule::has("at least one field"), "Has at least one field"),
            ("at most 22 characters; this has 30".into(), "Must be at most 22 characters; this has 30"),
            (Rule::sentence("Every type has a name"), "Every type has a name"),
            (Rule::sentence("“12 50” is not an amount"), "“12 50” is not an amount"),
            (Rule::sentence("1 open operation must be settled first"), "1 open operation must be settled first"),
        ] {
            assert_eq!(rule_text(&rule), text);
        }
    }

    #[test]
    fn an_error_of_the_domain_is_a_sentence_of_its_own() {
        let error: DescriptorError = check_descriptor_name("123").unwrap_err();
        assert_eq!(rule_text(&Rule::fault(&error)), "A statement descriptor has at least one letter");
    }
}
