//! How a test of a connection went, in words.

use crate::connection_test::{Access, Capability, EarlyEnd, KeyVerdict, ProfileTest};
use paydesk_api::error::CallError;
use paydesk_api::record_reads::Offering;
use paydesk_domain::profile::Environment;
use paydesk_domain::text::{capitalized, sentences};

impl Capability {
    /// As the name of a line.
    pub fn title(self) -> &'static str {
        match self {
            Self::Payments => "Payments",
            Self::Disputes => "Disputes",
            Self::Beyond(capability) => capability.name,
            Self::Analytics => "Reports",
        }
    }

    fn noun(self) -> &'static str {
        match self {
            Self::Payments => "payments",
            Self::Disputes => "disputes",
            Self::Beyond(capability) => capability.noun,
            Self::Analytics => "reports",
        }
    }

    /// Whether one record is read, by its id.
    fn reads_one(self) -> bool {
        match self {
            Self::Beyond(capability) => capability.endpoint.spec().names_record(),
            Self::Payments | Self::Disputes | Self::Analytics => false,
        }
    }
}

impl Access {
    /// Yes, or why not, in one sentence.
    pub fn text(&self, of: Capability) -> String {
        let (noun, key) = (of.noun(), if of.needs_admin_key() { "admin key" } else { "key" });
        match self {
            Self::Allowed => "Yes".to_owned(),
            Self::WantsLogin => {
                format!("This service requires a signed-in user for {noun}; an API key is not enough")
            }
            Self::KeyRefused(error) => format!("The {key} was refused: {}", with_code(error)),
            Self::NotPermitted(error) => format!("This {key} is not allowed to read {noun}: {}", with_code(error)),
            Self::NotOffered => match of {
                Capability::Beyond(capability) => capability.text(Offering::NotOffered),
                Capability::Payments | Capability::Disputes | Capability::Analytics => {
                    format!("This service does not offer {noun} at the documented address")
                }
            },
            Self::Unreadable(error) => format!("Responded, but Paydesk cannot read the response: {error}"),
            Self::NotKnown(error) => format!("Unknown: {}", with_code(error)),
            Self::NotAsked if of.needs_admin_key() => {
                "Not tested: this needs an admin key and the merchant ID".to_owned()
            }
            Self::NotAsked => "Not tested".to_owned(),
        }
    }
}

impl ProfileTest {
    /// Everything that the key may be used for, in one line; `None` where nothing is known to work.
    pub fn works(&self) -> Option<String> {
        let allowed = self.access.iter().filter(|(_, access)| *access == Access::Allowed);
        let nouns: Vec<&str> = allowed.map(|(of, _)| of.noun()).collect();
        (!nouns.is_empty()).then(|| format!("Works: {}", joined(&nouns)))
    }

    /// What has more to say than [`Self::works`] and [`Self::limits`] say already.
    pub fn details(&self) -> impl Iterator<Item = (Capability, &Access)> {
        self.lines().filter(|(of, access)| self.counted_here(*of, access).is_none()).filter(|(of, access)| match access
        {
            Access::Allowed => false,
            Access::NotOffered => !matches!(of, Capability::Beyond(_)),
            Access::WantsLogin
            | Access::KeyRefused(_)
            | Access::NotPermitted(_)
            | Access::Unreadable(_)
            | Access::NotKnown(_)
            | Access::NotAsked => true,
        })
    }

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
            (KeyVerdict::Works, Environment::Sandbox) => {
                "This is a SANDBOX key: nothing moves real money. The test only reads: creating and uploading were not tried."
            }
            (KeyVerdict::Works, Environment::Production) => {
                "This is a PRODUCTION key: operations move real money. The test only reads: creating and uploading were not tried."
            }
            (KeyVerdict::Refused, _) => "Enter the secret key of this service again, or create a new one there",
            (KeyVerdict::NotShown, _) => match &self.early_end {
                Some(EarlyEnd::RateLimit { .. }) => "Test again in a minute",
                Some(EarlyEnd::Unreachable(error)) if error.is_refused_by_proxy() => error.what_to_do(),
                Some(EarlyEnd::Unreachable(_)) => "Test again. The test changed nothing.",
                Some(EarlyEnd::KeyRefused(_)) | None => "Check the address and the key. The test changed nothing.",
            },
        }
    }

    /// What will not work with this key, and why; `None` where all of it works or nothing is known.
    pub fn limits(&self) -> Option<String> {
        let of = |fits: fn(Capability, &Access) -> bool| {
            let read = self.access.iter().filter(|(of, access)| self.counted_here(*of, access).is_none());
            let fitting = read.filter(|(of, access)| fits(*of, access));
            let nouns: Vec<&str> = fitting.map(|(of, _)| of.noun()).collect();
            (!nouns.is_empty()).then(|| joined(&nouns))
        };
        let limits = [
            of(|_, access| *access == Access::WantsLogin)
                .map(|nouns| format!("{} need a signed-in user", capitalized(&nouns))),
            of(|of, access| matches!(access, Access::NotPermitted(_)) && !of.needs_admin_key())
                .map(|nouns| format!("This key is not allowed to read {nouns}")),
            of(|of, access| *access == Access::NotOffered && !of.reads_one())
                .map(|nouns| format!("This service does not list {nouns}")),
            of(|of, access| *access == Access::NotOffered && of.reads_one())
                .map(|nouns| format!("This service does not return {nouns}")),
            of(|_, access| matches!(access, Access::Unreadable(_)))
                .map(|nouns| format!("Paydesk cannot read the responses for {nouns}")),
            self.not_tested(),
            self.access.iter().find_map(|(of, access)| self.counted_here(*of, access)),
        ];
        let limits: Vec<String> = limits.into_iter().flatten().collect();
        (!limits.is_empty()).then(|| sentences(&limits))
    }

    /// Why reports are counted by Paydesk, as their board will be; `None` for everything else.
    fn counted_here(&self, of: Capability, access: &Access) -> Option<String> {
        if of != Capability::Analytics || self.verdict() != KeyVerdict::Works {
            return None;
        }
        let why = match access {
            Access::WantsLogin => "API keys cannot read this service's reports".to_owned(),
            Access::NotOffered => "This service has no reports".to_owned(),
            Access::NotPermitted(error) if error.refuses_reports() => access.text(of),
            // Asked in another form, it may report.
            Access::NotKnown(error) if error.refuses_reports() && error.refused_request().is_none() => {
                format!("This service could not create a report: {}", with_code(error))
            }
            Access::Allowed
            | Access::KeyRefused(_)
            | Access::NotPermitted(_)
            | Access::Unreadable(_)
            | Access::NotKnown(_)
            | Access::NotAsked => return None,
        };
        Some(format!("{why}. Paydesk counts them from the payments and disputes it has read."))
    }

    /// What could not be tested, each with its own cause.
    fn not_tested(&self) -> Option<String> {
        let mut causes: Vec<(String, Vec<&str>)> = Vec::new();
        for (of, access) in &self.access {
            let Access::NotKnown(error) = access else { continue };
            if self.counted_here(*of, access).is_some() {
                continue;
            }
            let cause = with_code(error);
            match causes.iter_mut().find(|(known, _)| *known == cause) {
                Some((_, nouns)) => nouns.push(of.noun()),
                None => causes.push((cause, vec![of.noun()])),
            }
        }
        let sentence = |(cause, nouns): &(String, Vec<&str>)| {
            format!("{} could not be tested: {cause}", capitalized(&joined(nouns)))
        };
        let causes: Vec<String> = causes.iter().map(sentence).collect();
        (!causes.is_empty()).then(|| sentences(&causes))
    }

    /// Why nothing shows that the key works.
    fn doubt(&self) -> String {
        let all =
            |fits: fn(&Access) -> bool| !self.access.is_empty() && self.access_of_key().all(|(_, access)| fits(access));
        let text = match &self.early_end {
            Some(EarlyEnd::RateLimit { .. }) if self.access.is_empty() => {
                "Not tested: the service's rate limit has been reached"
            }
            Some(EarlyEnd::RateLimit { .. }) => "Connected to the service, but its rate limit has been reached",
            Some(EarlyEnd::Unreachable(error)) => {
                return format!("The service responded, but the test could not be completed: {}", error.what());
            }
            Some(EarlyEnd::KeyRefused(_)) | None if all(|access| *access == Access::WantsLogin) => {
                "The service responds, but everything that was tested requires a signed-in user"
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
        early.or_else(|| self.access_of_key().find_map(|(_, access)| access.key_refusal()))
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
