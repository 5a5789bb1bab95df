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

use crate::api::encoding::COMPRESSED;
use crate::api::error::CallError;
use crate::app::features::disputes::evidence_draft::{EvidenceRefusal, RefusalCause};
use crate::app::refusal_codes::code_advice;
use crate::domain::input::Rule;
use crate::domain::text::visible;

pub use store::{job_not_done, journal_job_not_done};

impl CallError {
    /// What happened, in one sentence without a full stop.
    pub fn what(&self) -> String {
        match self {
            Self::Unreachable(problem) if problem.certificate => {
                format!("The service's certificate was refused: {}", visible(&problem.message, 200))
            }
            error if error.is_refused_by_proxy() => "The proxy refused the connection".to_owned(),
            Self::Unreachable(problem) => format!("The service cannot be reached: {}", visible(&problem.message, 200)),
            Self::Lost(loss) => format!("No response arrived: {}", loss.what()),
            Self::Service { error, .. } => visible(&error.message, 300),
            Self::Foreign { excerpt, .. } if excerpt.starts_with(COMPRESSED) => excerpt.clone(),
            Self::Foreign { status, .. } => format!("Something other than the service answered with HTTP {status}"),
            Self::Decode(error) => format!("The service's response cannot be read: {error}"),
        }
    }

    /// The service's code and HTTP status, where it gave them: `AU_01 · HTTP 401`.
    pub fn code(&self) -> Option<String> {
        match self {
            Self::Service { status, error } if error.code.is_empty() => Some(format!("HTTP {status}")),
            Self::Service { status, error } => Some(format!("{} · HTTP {status}", visible(&error.code, 20))),
            Self::Foreign { status, .. } => Some(format!("HTTP {status}")),
            Self::Unreachable(_) | Self::Lost(_) | Self::Decode(_) => None,
        }
    }

    /// What the person can do.
    pub fn what_to_do(&self) -> &'static str {
        if let Self::Service { error, .. } = self
            && let Some(advice) = code_advice(&error.code)
        {
            return advice;
        }
        match self {
            Self::Unreachable(problem) if problem.certificate => {
                "Do not use this address until its certificate is valid"
            }
            error if error.is_refused_by_proxy() => {
                "Check the proxy’s user name and password in the settings of this profile"
            }
            Self::Unreachable(_) => {
                "Check the network and the address of the profile; Paydesk tries again automatically"
            }
            Self::Lost(_) => "Try again; nothing was changed by reading",
            error if error.wants_login() => {
                "This needs a signed-in user: use the service's own dashboard, or ask its operator to allow API keys"
            }
            error if error.may_refuse_key() => {
                "The service may not accept this key here: check the key of this profile"
            }
            Self::Service { status: 401, .. } => "Replace the key of this profile; nothing is sent with it any more",
            Self::Service { status: 403, .. } => "This key has no permission for that: use another key",
            Self::Service { status: 404, .. } => "Check the id and the profile: it may belong to another account",
            Self::Service { status: 429, .. } => "Paydesk waits until the limit resets and continues automatically",
            Self::Service { status, .. } if *status >= 500 => "The service has a problem: try again in a minute",
            Self::Service { .. } => "Check the request",
            Self::Foreign { .. } => "Check for a proxy or a login page between Paydesk and the service",
            Self::Decode(_) => "The service may be newer than Paydesk; copy the raw response from Requests",
        }
    }
}

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
        RefusalCause::NotSent => "Nothing was sent. Your draft is saved",
        RefusalCause::ChangedSince => "The field in question has changed since: submit again. Your draft is saved",
        RefusalCause::UnknownFile => {
            "A file id is not known to the service: upload the file again, or paste another id. Your draft is saved"
        }
        RefusalCause::NoMoreEvidence => "The service accepts no more evidence for this dispute. Your draft is saved",
        RefusalCause::UnknownDispute => "The service does not know this dispute. Refresh the list; your draft is saved",
        RefusalCause::Other => "Your draft is saved. Correct what the service names, and submit again",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::descriptor::{DescriptorError, check_descriptor_name};

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
        assert_eq!(rule_text(&Rule::fault(&error)), "A statement descriptor has at least one letter");
    }
}
