//! Test connection: whether a service takes a key, and what the key may use there.
//!
//! A fixed sequence of reads, each asked after the answer to the one before; nothing is sent that changes anything. The
//! test ends early where going on would be wrong: the service does not answer, refuses the key by a documented code, or
//! has reached its rate limit. The results are typed; [`presenter`](super::presenter) makes the sentences.

use chrono::{DateTime, Utc};

use paydesk_api::error::{CallError, DecodeError};
use paydesk_api::key_access::AccessRead;
use paydesk_api::record_reads::ListRecords;
use paydesk_domain::profile::Environment;

use super::service_traits::{CAPABILITIES, ServiceCapability};

/// What a key may be used for: what the panels read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capability {
    Payments,
    Disputes,
    /// A read beyond the specification, which the service may have.
    Beyond(&'static ServiceCapability),
    Analytics,
}

impl Capability {
    /// Everything that is tested, in this order.
    pub fn all() -> impl Iterator<Item = Self> {
        let documented = [Self::Payments, Self::Disputes].into_iter();
        let beyond = CAPABILITIES.iter().filter(|capability| capability.is_needed());
        documented.chain(beyond.map(Self::Beyond)).chain([Self::Analytics])
    }

    /// Whether it is read with the admin key, which says nothing of the secret key.
    pub fn needs_admin_key(self) -> bool {
        match self {
            Self::Beyond(capability) => capability.needs_admin_key(),
            Self::Payments | Self::Disputes | Self::Analytics => false,
        }
    }

    /// The first read that is asked; `None` where there is none at that time. `api_keys` as in [`ProfileTestRun::new`].
    fn read(self, api_keys: Option<&ListRecords>, at: DateTime<Utc>) -> Option<AccessRead> {
        match self {
            Self::Payments => Some(AccessRead::PaymentsByBody),
            Self::Disputes => Some(AccessRead::Disputes),
            Self::Beyond(capability) if capability.needs_admin_key() => api_keys.cloned().map(AccessRead::ApiKeys),
            Self::Beyond(capability) => Some(AccessRead::Beyond(capability.endpoint)),
            Self::Analytics => AccessRead::analytics(at),
        }
    }
}

/// Whether a key may be used for one of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Access {
    /// A read that needs the key was answered.
    Allowed,
    /// The endpoint wants somebody to be logged in, which no key is.
    WantsLogin,
    /// 401: the key is not taken here.
    KeyRefused(CallError),
    /// 403, or 401 of a key that works elsewhere: the key may not do that.
    NotPermitted(CallError),
    /// The service has nothing at this path, or does not read there. Whether it would take the key is not known.
    NotOffered,
    /// It was answered, and the answer is none that Paydesk can read.
    Unreadable(DecodeError),
    /// Another error: whether the key may be used is not known.
    NotKnown(CallError),
    /// The test ended before.
    NotAsked,
}

/// What all answers together say of the key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyVerdict {
    /// A read that needs the key was answered.
    Works,
    /// By a documented code, or by every read that was not refused for another reason.
    Refused,
    /// Connected to the service, and nothing shows that it takes the key.
    NotShown,
}

/// What ended a test before everything was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EarlyEnd {
    RateLimit { until: Option<DateTime<Utc>> },
    KeyRefused(CallError),
    Unreachable(CallError),
}

/// How a test went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProfileTest {
    pub environment: Environment,
    /// Of the first answer: from sending to the whole of it, in milliseconds.
    pub answered_in_ms: u64,
    /// In the order of [`Capability::all`].
    pub access: Vec<(Capability, Access)>,
    pub early_end: Option<EarlyEnd>,
}

impl Access {
    fn of(result: Result<(), CallError>) -> Self {
        match result {
            Ok(()) => Self::Allowed,
            Err(error) if error.wants_login() => Self::WantsLogin,
            Err(CallError::Decode(error)) => Self::Unreadable(error),
            Err(error) => match error.status() {
                Some(401) => Self::KeyRefused(error),
                Some(403) => Self::NotPermitted(error),
                Some(404 | 405 | 501) => Self::NotOffered,
                Some(_) | None => Self::NotKnown(error),
            },
        }
    }

    /// The error of a key that was refused.
    pub fn key_refusal(&self) -> Option<&CallError> {
        match self {
            Self::KeyRefused(error) => Some(error),
            Self::Allowed
            | Self::WantsLogin
            | Self::NotPermitted(_)
            | Self::NotOffered
            | Self::Unreadable(_)
            | Self::NotKnown(_)
            | Self::NotAsked => None,
        }
    }

    /// Whether it says more of the key than that another way of asking did not work either.
    fn says_more(&self) -> bool {
        match self {
            Self::Allowed | Self::WantsLogin | Self::KeyRefused(_) | Self::NotPermitted(_) | Self::Unreadable(_) => {
                true
            }
            Self::NotOffered | Self::NotKnown(_) | Self::NotAsked => false,
        }
    }
}

impl ProfileTest {
    pub fn access(&self, capability: Capability) -> &Access {
        let found = self.access.iter().find(|(of, _)| *of == capability);
        found.map_or(&Access::NotAsked, |(_, access)| access)
    }

    /// Everything a key may be used for, also what was not asked.
    pub fn lines(&self) -> impl Iterator<Item = (Capability, &Access)> {
        Capability::all().map(|capability| (capability, self.access(capability)))
    }

    /// Whether an answer said that the rate limit is reached.
    pub fn met_rate_limit(&self) -> bool {
        matches!(self.early_end, Some(EarlyEnd::RateLimit { until: None }))
    }

    /// A key that works elsewhere was not refused: it may not read that alone.
    fn narrow_refusals(&mut self) {
        if self.verdict() == KeyVerdict::Works {
            for (_, access) in self.access.iter_mut().filter(|(of, _)| !of.needs_admin_key()) {
                if let Access::KeyRefused(error) = access {
                    *access = Access::NotPermitted(error.clone());
                }
            }
        }
    }

    /// What the secret key may be used for, as far as it was tested.
    pub fn access_of_key(&self) -> impl Iterator<Item = (Capability, &Access)> {
        self.access.iter().filter(|(of, _)| !of.needs_admin_key()).map(|(of, access)| (*of, access))
    }

    pub fn verdict(&self) -> KeyVerdict {
        let all = || self.access_of_key().map(|(_, access)| access);
        let refused = all().filter(|access| matches!(access, Access::KeyRefused(_))).count();
        let elsewhere = all()
            .filter(|access| matches!(access, Access::NotPermitted(_) | Access::Unreadable(_) | Access::NotKnown(_)));
        if all().any(|access| *access == Access::Allowed) {
            KeyVerdict::Works
        } else if matches!(self.early_end, Some(EarlyEnd::KeyRefused(_))) || refused > 1 && elsewhere.count() == 0 {
            KeyVerdict::Refused
        } else {
            KeyVerdict::NotShown
        }
    }
}

/// What is asked next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestStep {
    /// `None` for the health of the service, which says nothing of the key.
    pub capability: Option<Capability>,
    pub read: AccessRead,
}

/// A test under way.
#[derive(Debug)]
pub struct ProfileTestRun {
    /// The first is asked now.
    next: Vec<TestStep>,
    test: ProfileTest,
    answers: usize,
}

impl ProfileTestRun {
    /// `api_keys` is the list that the admin key of the profile is tested with; `None` where it has none, or no merchant.
    pub fn new(environment: Environment, api_keys: Option<&ListRecords>, at: DateTime<Utc>) -> Self {
        let test = ProfileTest { environment, answered_in_ms: 0, access: Vec::new(), early_end: None };
        let mut next = vec![TestStep { capability: None, read: AccessRead::Health }];
        let step = |of: Capability| Some(TestStep { capability: Some(of), read: of.read(api_keys, at)? });
        next.extend(Capability::all().filter_map(step));
        Self { next, test, answers: 0 }
    }

    /// What to ask now; `None` where the test has ended.
    pub fn next(&self) -> Option<&TestStep> {
        self.next.first()
    }

    /// The answer to [`Self::next`] came, after so many milliseconds.
    pub fn answered(&mut self, result: Result<(), CallError>, after_ms: u64) {
        if self.next.is_empty() {
            return;
        }
        let step = self.next.remove(0);
        if self.answers == 0 {
            self.test.answered_in_ms = after_ms;
        }
        self.answers += 1;
        let is_of_key = !step.capability.is_some_and(Capability::needs_admin_key);
        if let Some(error) = result.as_ref().err() {
            self.test.early_end = early_end(error).filter(|end| is_of_key || !matches!(end, EarlyEnd::KeyRefused(_)));
        }
        if self.test.early_end.is_some() {
            self.next.clear();
        }
        let Some(capability) = step.capability else { return };
        match other_way(&step.read, &result).filter(|_| self.test.early_end.is_none()) {
            Some(read) => {
                self.test.access.push((capability, Access::of(result)));
                self.next.insert(0, TestStep { capability: Some(capability), read });
            }
            None => self.take(capability, result),
        }
    }

    /// The service's rate limit lets nothing more leave before `until`.
    pub fn held_back(&mut self, until: DateTime<Utc>) {
        self.next.clear();
        self.test.early_end = Some(EarlyEnd::RateLimit { until: Some(until) });
    }

    /// How it went; the error where not even the first read was answered.
    pub fn into_test(mut self) -> Result<ProfileTest, CallError> {
        match self.test.early_end {
            Some(EarlyEnd::Unreachable(error)) if self.answers <= 1 => Err(error),
            Some(_) | None => {
                self.test.narrow_refusals();
                Ok(self.test)
            }
        }
    }

    /// A second way of asking takes the place of the first where it says more.
    fn take(&mut self, capability: Capability, result: Result<(), CallError>) {
        let access = Access::of(result);
        match self.test.access.iter_mut().find(|(of, _)| *of == capability) {
            Some((_, before)) if access.says_more() => *before = access,
            Some(_) => {}
            None => self.test.access.push((capability, access)),
        }
    }
}

/// Where an answer makes going on pointless or wrong.
fn early_end(error: &CallError) -> Option<EarlyEnd> {
    match error {
        CallError::Unreachable(_) | CallError::Lost(_) => Some(EarlyEnd::Unreachable(error.clone())),
        error if error.is_refused_by_proxy() => Some(EarlyEnd::Unreachable(error.clone())),
        CallError::Service { .. } | CallError::Foreign { .. } | CallError::Decode(_) if error.locks_profile() => {
            Some(EarlyEnd::KeyRefused(error.clone()))
        }
        CallError::Service { .. } | CallError::Foreign { .. } if error.status() == Some(429) => {
            Some(EarlyEnd::RateLimit { until: None })
        }
        CallError::Service { .. } | CallError::Foreign { .. } | CallError::Decode(_) => None,
        CallError::NoKey(_) | CallError::Outdated => None,
    }
}

/// Another read of the same, where the first one was refused in a way that may be its own alone.
fn other_way(read: &AccessRead, result: &Result<(), CallError>) -> Option<AccessRead> {
    let error = result.as_ref().err()?;
    match (read, error.status()?) {
        (AccessRead::PaymentsByBody, 400..=499) => Some(AccessRead::PaymentsByQuery),
        (
            AccessRead::Health
            | AccessRead::PaymentsByBody
            | AccessRead::PaymentsByQuery
            | AccessRead::Disputes
            | AccessRead::Beyond(_)
            | AccessRead::ApiKeys(_)
            | AccessRead::Analytics(_),
            _,
        ) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_api::endpoints::ReadEndpoint;
    use paydesk_api::error::{ApiError, ConnectProblem, LostAnswer};
    use paydesk_domain::ids::MerchantId;
    use paydesk_domain::operation::ResourceKind;

    fn refusal(status: u16, code: &str) -> Result<(), CallError> {
        let error = ApiError { kind: String::new(), code: code.to_owned(), message: "no".to_owned() };
        Err(CallError::Service { status, error })
    }

    fn keys_of_a_merchant() -> ListRecords {
        ListRecords::first_of(ResourceKind::ApiKey, Some(&MerchantId::new("mer_1"))).unwrap()
    }

    /// A test whose reads are answered so; the reads that were asked.
    fn run(answer: impl Fn(&AccessRead) -> Result<(), CallError>) -> (Result<ProfileTest, CallError>, Vec<AccessRead>) {
        run_with(None, answer)
    }

    fn run_with(
        api_keys: Option<&ListRecords>,
        answer: impl Fn(&AccessRead) -> Result<(), CallError>,
    ) -> (Result<ProfileTest, CallError>, Vec<AccessRead>) {
        let mut run = ProfileTestRun::new(Environment::Sandbox, api_keys, "2026-11-22T12:00:00Z".parse().unwrap());
        let mut asked = Vec::new();
        while let Some(step) = run.next() {
            let read = step.read.clone();
            run.answered(answer(&read), 7);
            asked.push(read);
        }
        (run.into_test(), asked)
    }

    fn beyond(endpoint: ReadEndpoint) -> Capability {
        Capability::all().find(|of| matches!(of, Capability::Beyond(row) if row.endpoint == endpoint)).unwrap()
    }

    #[test]
    fn every_read_that_a_panel_makes_is_tested_and_has_its_result() {
        let (test, asked) = run(|_| Ok(()));
        for capability in CAPABILITIES.iter().filter(|capability| !capability.needs_admin_key()) {
            let is_asked = asked.contains(&AccessRead::Beyond(capability.endpoint));
            assert_eq!(is_asked, capability.is_needed(), "{}", capability.name);
        }
        let test = test.unwrap();
        let keys = beyond(ReadEndpoint::ListApiKeys);
        assert!(test.lines().filter(|(of, _)| *of != keys).all(|(_, access)| *access == Access::Allowed));
        assert_eq!(test.access(keys).text(keys), "Not tested: this needs an admin key and the merchant ID");
    }

    #[test]
    fn an_admin_key_is_tested_and_says_nothing_of_the_secret_key() {
        let (list, keys) = (keys_of_a_merchant(), beyond(ReadEndpoint::ListApiKeys));
        let is_of_admin = |read: &AccessRead| matches!(read, AccessRead::ApiKeys(_));
        let test = run_with(Some(&list), |_| Ok(())).0.unwrap();
        assert_eq!(test.access(keys), &Access::Allowed);
        let refused = |read: &AccessRead| if is_of_admin(read) { refusal(401, "AU_01") } else { Ok(()) };
        let (test, asked) = run_with(Some(&list), refused);
        let test = test.unwrap();
        assert_eq!(test.verdict(), KeyVerdict::Works);
        assert_eq!(test.access(keys).text(keys), "The admin key was refused: no (AU_01 · HTTP 401)");
        assert!(matches!(asked.last(), Some(AccessRead::Analytics(_))), "the test goes on: {asked:?}");
        let only_admin = |read: &AccessRead| if is_of_admin(read) { Ok(()) } else { refusal(401, "IR_01") };
        assert_eq!(run_with(Some(&list), only_admin).0.unwrap().verdict(), KeyVerdict::Refused);
    }

    #[test]
    fn health_alone_proves_nothing_of_the_key() {
        let (test, asked) = run(|read| {
            if *read == AccessRead::Health {
                Ok(())
            } else if *read == AccessRead::PaymentsByQuery {
                refusal(404, "IR_02")
            } else {
                refusal(401, "IR_17")
            }
        });
        let test = test.unwrap();
        assert_eq!(test.verdict(), KeyVerdict::NotShown);
        assert_eq!(asked[1..3], [AccessRead::PaymentsByBody, AccessRead::PaymentsByQuery]);
        assert_eq!(test.access(Capability::Payments), &Access::WantsLogin, "what the other way said stays");
        assert!(test.headline().contains("requires a signed-in user"), "{}", test.headline());
    }

    #[test]
    fn a_documented_refusal_ends_the_test_at_once() {
        for (first, code) in [(AccessRead::Health, "AU_01"), (AccessRead::PaymentsByBody, "AU_02")] {
            let (test, asked) = run(|read| if *read == first { refusal(401, code) } else { Ok(()) });
            assert_eq!((test.unwrap().verdict(), asked.last()), (KeyVerdict::Refused, Some(&first)));
        }
    }

    #[test]
    fn another_refusal_counts_when_every_read_meets_it() {
        let (test, _) = run(|read| if *read == AccessRead::Health { Ok(()) } else { refusal(401, "IR_01") });
        assert_eq!(test.unwrap().verdict(), KeyVerdict::Refused);
    }

    #[test]
    fn a_key_that_works_is_not_called_refused_where_it_may_not_read_one_thing() {
        let one = beyond(ReadEndpoint::ListCustomers);
        let customers = AccessRead::Beyond(ReadEndpoint::ListCustomers);
        let (test, _) = run(|read| if *read == customers { refusal(401, "IR_01") } else { Ok(()) });
        let test = test.unwrap();
        assert_eq!(test.verdict(), KeyVerdict::Works);
        assert!(!test.access(one).text(one).contains("refused"), "{}", test.access(one).text(one));
        assert_eq!(test.limits().as_deref(), Some("This key is not allowed to read customers"));
    }

    #[test]
    fn what_will_not_work_is_said_in_one_line_with_the_reason() {
        use ReadEndpoint::{ListCustomers, ListPaymentLinks, RetrievePayout};
        let (test, _) = run(|read| {
            if matches!(read, AccessRead::Beyond(ListCustomers | ListPaymentLinks | RetrievePayout)) {
                refusal(404, "IR_02")
            } else if *read == AccessRead::Disputes {
                refusal(500, "HE_00")
            } else if matches!(read, AccessRead::Analytics(_)) {
                refusal(401, "IR_17")
            } else {
                Ok(())
            }
        });
        let said = "This service does not list customers and payment links. This service does not return individual payouts. \
                    Disputes could not be tested: no (HE_00 · HTTP 500). API keys cannot read this service's reports. Paydesk \
                    counts them from the payments and disputes it has read.";
        assert_eq!(test.unwrap().limits().as_deref(), Some(said));
        assert_eq!(run(|_| Ok(())).0.unwrap().limits(), None);
    }

    #[test]
    fn each_thing_that_could_not_be_tested_has_its_own_cause() {
        use ReadEndpoint::{ListCustomers, ListPayouts, ListRefunds};
        let (test, _) = run(|read| {
            if matches!(read, AccessRead::Beyond(ListRefunds | ListCustomers)) {
                refusal(500, "HE_00")
            } else if *read == AccessRead::Beyond(ListPayouts) {
                refusal(400, "IR_06")
            } else {
                Ok(())
            }
        });
        let said = "Refunds and customers could not be tested: no (HE_00 · HTTP 500). Payouts could not be tested: no \
                    (IR_06 · HTTP 400).";
        assert_eq!(test.unwrap().limits().as_deref(), Some(said));
    }

    #[test]
    fn reports_that_the_service_refuses_are_said_to_be_counted_by_paydesk_and_never_to_be_missing() {
        let counted = ". Paydesk counts them from the payments and disputes it has read.";
        for (status, code, why) in [
            (401, "IR_17", Some("API keys cannot read this service's reports")),
            (404, "IR_02", Some("This service has no reports")),
            (403, "AU_03", Some("This key is not allowed to read reports: no (AU_03 · HTTP 403)")),
            (500, "HE_00", Some("This service could not create a report: no (HE_00 · HTTP 500)")),
            // Another form of the query may be answered, and another error is none of reports.
            (400, "IR_06", None),
            (503, "HE_01", None),
        ] {
            let is_report = |read: &AccessRead| matches!(read, AccessRead::Analytics(_));
            let test = run(|read| if is_report(read) { refusal(status, code) } else { Ok(()) }).0.unwrap();
            let limits = test.limits().unwrap();
            match why {
                Some(why) => assert_eq!(limits, format!("{why}{counted}")),
                None => assert!(limits.starts_with("Reports could not be tested"), "{limits}"),
            }
            let is_detail = test.details().any(|(of, _)| of == Capability::Analytics);
            assert_eq!(is_detail, why.is_none(), "what is counted here is said once");
        }
    }

    #[test]
    fn only_a_service_that_answered_nothing_is_not_reached() {
        let gone = || Err(CallError::Unreachable(ConnectProblem { message: "no".to_owned(), certificate: false }));
        assert!(run(|_| gone()).0.is_err());
        let lost = || Err(CallError::Lost(LostAnswer::TimedOut));
        let test = run(|read| if *read == AccessRead::Disputes { lost() } else { Ok(()) }).0.unwrap();
        assert_eq!((test.verdict(), test.access(Capability::Analytics)), (KeyVerdict::Works, &Access::NotAsked));
    }

    #[test]
    fn a_rate_limit_holds_the_rest_back() {
        let mut run = ProfileTestRun::new(Environment::Sandbox, None, DateTime::UNIX_EPOCH);
        run.held_back(DateTime::UNIX_EPOCH);
        assert_eq!(run.next(), None);
        assert!(run.into_test().unwrap().headline().starts_with("Not tested: the service's rate limit"));
    }
}
