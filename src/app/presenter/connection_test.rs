//! How a test of a connection went, in words.

use crate::api::error::CallError;
use crate::app::connection_test::{Access, Capability, EarlyEnd, KeyVerdict, ProfileTest};
use crate::domain::profile::Environment;
use crate::domain::text::capitalized;

impl Capability {
    /// As the name of a line.
    pub fn title(self) -> &'static str {
        match self {
            Self::Payments => "Payments",
            Self::Disputes => "Disputes",
            Self::Payouts => "Payouts",
            Self::Refunds => "Refunds",
            Self::Customers => "Customers",
            Self::PaymentLinks => "Payment links",
            Self::Analytics => "Reports",
        }
    }

    fn noun(self) -> &'static str {
        match self {
            Self::Payments => "payments",
            Self::Disputes => "disputes",
            Self::Payouts => "payouts",
            Self::Refunds => "refunds",
            Self::Customers => "customers",
            Self::PaymentLinks => "payment links",
            Self::Analytics => "reports",
        }
    }

    /// Whether the specification has no list of these: Paydesk lists those that it knows.
    fn is_listed_beyond_specification(self) -> bool {
        match self {
            Self::Refunds | Self::Customers | Self::PaymentLinks => true,
            Self::Payments | Self::Disputes | Self::Payouts | Self::Analytics => false,
        }
    }
}

impl Access {
    /// Yes, or why not, in one sentence.
    pub fn text(&self, of: Capability) -> String {
        let noun = of.noun();
        match self {
            Self::Allowed => "Yes".to_owned(),
            Self::WantsLogin => {
                format!("This service requires a signed-in user for {noun}; an API key is not enough")
            }
            Self::KeyRefused(error) => format!("The key was refused: {}", with_code(error)),
            Self::NotPermitted(error) => format!("This key may not read {noun}: {}", with_code(error)),
            Self::NotOffered if of == Capability::Payouts => {
                "Not known: this service has no call that reads payouts, so the first payout will show it".to_owned()
            }
            Self::NotOffered if of.is_listed_beyond_specification() => {
                format!("This service has no list of {noun}: Paydesk lists those it knows")
            }
            Self::NotOffered => format!("This service does not offer {noun} at the documented address"),
            Self::Unreadable(error) => format!("Responded, but Paydesk cannot read the response: {error}"),
            Self::NotKnown(error) => format!("Not known: {}", with_code(error)),
            Self::NotAsked => "Not tested".to_owned(),
        }
    }
}

impl ProfileTest {
    /// What all of it comes to.
    pub fn headline(&self) -> String {
        match self.verdict() {
            KeyVerdict::Works => format!("The key works: the service responded in {} ms", self.answered_in_ms.max(1)),
            KeyVerdict::Refused => match self.refusal() {
                Some(error) => format!("The key was refused: {}", with_code(error)),
                None => "The key was refused".to_owned(),
            },
            KeyVerdict::NotShown => self.doubt(),
        }
    }

    /// What the key opens, or what to do.
    pub fn advice(&self) -> &'static str {
        match (self.verdict(), self.environment) {
            (KeyVerdict::Works, Environment::Sandbox) => "This is a SANDBOX key: nothing moves real money",
            (KeyVerdict::Works, Environment::Production) => "This is a PRODUCTION key: operations move real money",
            (KeyVerdict::Refused, _) => "Enter the secret key of this service again, or create a new one there",
            (KeyVerdict::NotShown, _) => match &self.early_end {
                Some(EarlyEnd::RateLimit { .. }) => "Test again in a minute",
                Some(EarlyEnd::Unreachable(error)) if error.is_refused_by_proxy() => error.what_to_do(),
                Some(EarlyEnd::Unreachable(_)) => "Test again; nothing was changed by reading",
                Some(EarlyEnd::KeyRefused(_)) | None => "Check the address and the key; nothing was changed by reading",
            },
        }
    }

    /// What will not work with this key, and why; `None` where all of it works or nothing is known.
    pub fn limits(&self) -> Option<String> {
        let of = |fits: fn(&Access) -> bool| {
            let nouns: Vec<&str> =
                self.access.iter().filter(|(_, access)| fits(access)).map(|(of, _)| of.noun()).collect();
            (!nouns.is_empty()).then(|| joined(&nouns))
        };
        let sentences = [
            of(|access| *access == Access::WantsLogin)
                .map(|nouns| format!("{} need a signed-in user", capitalized(&nouns))),
            of(|access| matches!(access, Access::NotPermitted(_)))
                .map(|nouns| format!("This key may not read {nouns}")),
            of(|access| *access == Access::NotOffered).map(|nouns| format!("This service does not list {nouns}")),
        ];
        let sentences: Vec<String> = sentences.into_iter().flatten().collect();
        (!sentences.is_empty()).then(|| sentences.join(". "))
    }

    /// Why nothing shows that the key works.
    fn doubt(&self) -> String {
        let all =
            |fits: fn(&Access) -> bool| !self.access.is_empty() && self.access.iter().all(|(_, access)| fits(access));
        let text = match &self.early_end {
            Some(EarlyEnd::RateLimit { .. }) if self.access.is_empty() => {
                "Not tested: the rate limit of the service is reached"
            }
            Some(EarlyEnd::RateLimit { .. }) => "Connected to the service, but its rate limit is reached",
            Some(EarlyEnd::Unreachable(error)) => {
                return format!("The service responded, but the test could not be completed: {}", error.what());
            }
            Some(EarlyEnd::KeyRefused(_)) | None if all(|access| *access == Access::WantsLogin) => {
                "The service responds, but requires a signed-in user for everything that was tested"
            }
            Some(EarlyEnd::KeyRefused(_)) | None if all(is_foreign) => {
                "A server responds at this address, but not as a payment service"
            }
            Some(EarlyEnd::KeyRefused(_)) | None => {
                "The service responds, but nothing that needs the key could be read"
            }
        };
        text.to_owned()
    }

    fn refusal(&self) -> Option<&CallError> {
        let early = match &self.early_end {
            Some(EarlyEnd::KeyRefused(error)) => Some(error),
            Some(EarlyEnd::RateLimit { .. } | EarlyEnd::Unreachable(_)) | None => None,
        };
        early.or_else(|| self.access.iter().find_map(|(_, access)| access.key_refusal()))
    }
}

fn is_foreign(access: &Access) -> bool {
    matches!(access, Access::NotKnown(CallError::Foreign { .. }))
}

/// `payouts, customers and reports`
fn joined(nouns: &[&str]) -> String {
    match nouns {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// What happened, with the service's code.
fn with_code(error: &CallError) -> String {
    let code = error.code().map(|code| format!(" ({code})")).unwrap_or_default();
    format!("{}{code}", error.what())
}
