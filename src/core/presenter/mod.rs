//! Errors as text for people: what is wrong, and what to do about it. The types are made where something fails; the
//! sentences are made here, and nowhere by cutting others apart.
//!
//! Every [`Problem`](super::problem::Problem) is made here from a [`failure`](super::failure). It does not word the
//! outcomes of operations ([`wording`](super::operations)), which need the operation beside them.

mod connection_test;
mod export;
mod history;
mod managed;
mod runtime;
mod store;
mod team;

use crate::features::disputes::evidence_draft::{EvidenceRefusal, RefusalCause};
use paydesk_api::error::CallError;
use paydesk_api::input::Rule;

pub use store::{job_not_done, journal_job_not_done};

/// The title of the notice that the service refused the key of the profile.
pub fn key_refused(error: &CallError) -> String {
    let code = error.code().map(|code| format!(" ({code})")).unwrap_or_default();
    format!("The key was refused: {}{code}", error.what())
}

/// A broken rule as it is below a field: `Must be a BIC of the country that the IBAN is of`.
pub fn rule_text(rule: &Rule) -> String {
    match rule {
        Rule::Required => "This is required".to_owned(),
        Rule::MustBe(phrase) => format!("Must be {phrase}"),
        Rule::Is(phrase) => format!("Is {phrase}"),
        Rule::Has(phrase) => format!("Has {phrase}"),
        Rule::Sentence(sentence) => sentence.clone(),
    }
}

/// What is below a field that is not as usual: nothing keeps it from being sent.
pub fn warning_text(rule: &Rule) -> String {
    let usual = match rule {
        Rule::Required => "This is usually required".to_owned(),
        Rule::MustBe(phrase) => format!("Usually {phrase}"),
        Rule::Is(phrase) => format!("Usually {phrase}"),
        Rule::Has(phrase) => format!("Usually has {phrase}"),
        Rule::Sentence(sentence) => sentence.clone(),
    };
    format!("{usual}: the service may refuse this")
}

/// What a refusal of evidence means for the person, beside the service's own message.
pub fn refusal_advice(refusal: &EvidenceRefusal) -> &'static str {
    match refusal.cause() {
        RefusalCause::NotSent => "Nothing was sent. Your draft is saved.",
        RefusalCause::ChangedSince => "The field has changed since then: submit again. Your draft is saved.",
        RefusalCause::UnknownFile => {
            "The service does not recognise one of the file IDs: upload the file again, or paste another ID. \
                Your draft is saved."
        }
        RefusalCause::NoMoreEvidence => "The service accepts no more evidence for this dispute. Your draft is saved.",
        RefusalCause::UnknownDispute => "The service has no such dispute. Refresh the list; your draft is saved.",
        RefusalCause::Other => "Your draft is saved. Correct the fields the service reports, then submit again.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_domain::descriptor::{DescriptorError, check_descriptor_name};

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
    fn a_warning_says_what_is_usual_and_who_decides() {
        for (rule, text) in [
            ("an e-mail address".into(), "Usually an e-mail address: the service may refuse this"),
            (Rule::is("required to send the link"), "Usually required to send the link: the service may refuse this"),
            (Rule::sentence("On payments, a limit"), "On payments, a limit: the service may refuse this"),
        ] {
            assert_eq!(warning_text(&rule), text);
        }
    }

    #[test]
    fn an_error_of_the_domain_is_a_sentence_of_its_own() {
        let error: DescriptorError = check_descriptor_name("123").unwrap_err();
        assert_eq!(rule_text(&Rule::fault(&error)), "A statement descriptor must contain at least one letter");
    }
}
