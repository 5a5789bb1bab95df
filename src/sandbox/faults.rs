//! Faults on demand: which requests are to go wrong, and how. Decides only; the HTTP side carries them out.

use crate::rng::SeedRng;

/// How a request goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::AsRefStr, strum::EnumString, strum::VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum FaultKind {
    /// 429 RL_01, not executed.
    #[strum(serialize = "status_429")]
    Status429,
    /// 422 HE_00, not executed.
    #[strum(serialize = "status_422")]
    Status422,
    /// 500 HE_00, not executed.
    #[strum(serialize = "status_500")]
    Status500,
    /// 502 CE_01, not executed.
    #[strum(serialize = "status_502")]
    Status502,
    /// 503 CE_01, not executed.
    #[strum(serialize = "status_503")]
    Status503,
    /// The connection is closed without an answer; not executed.
    CloseBefore,
    /// Executed, then the connection is closed without an answer.
    CloseAfter,
    /// Executed; the answer never comes and the connection stays open.
    ExecuteAndNeverAnswer,
    /// Executed and answered, `delay_ms` late.
    Delay,
    /// Executed; the answer ends after `bytes` of its body.
    CutBody,
    /// A proxy's HTML page with status 200; not executed.
    Html,
    /// 302 to another origin; not executed.
    Redirect,
    /// Executed; the answer names another object.
    WrongId,
    /// Executed, then refused with 400 IR_04 as if it had not been.
    #[strum(serialize = "execute_and_400")]
    ExecuteAnd400,
    /// Executed, then refused with 409 IR_04 as if it had not been.
    #[strum(serialize = "execute_and_409")]
    ExecuteAnd409,
    /// 200 with `{}`; not executed.
    EmptyObject,
    /// Executed, and answered 200 with `{}`.
    ExecuteEmptyObject,
    /// 200 with `{"success": false}`; not executed.
    SuccessFalse,
    /// Executed, and answered 200 with `{"success": false}`.
    ExecuteSuccessFalse,
    /// 200 with the error shape; not executed.
    #[strum(serialize = "error_in_200")]
    ErrorIn200,
    /// Executed, and answered 200 with the error shape.
    #[strum(serialize = "execute_error_in_200")]
    ExecuteErrorIn200,
    /// 200 with the last successful answer to a request on another path that changed something, or `{}`; not executed.
    OtherAnswer,
    /// Executed, and answered as `other_answer` is.
    ExecuteOtherAnswer,
    /// The request is delivered twice, and the answer to the second copy comes back.
    DeliverTwice,
    /// 504 with a proxy's page at once; executed `delay_ms` later.
    ExecuteLate,
    /// A GET is answered as it was when this fault met it first, with the `Date` of now: by a second worker of the service
    /// that has not seen what was done since, or out of a cache that dates what it has anew. Anything else is executed and answered.
    StaleRead,
    /// A GET is answered out of a cache on the way: as it was when this fault met it first, with the `Date` of then, an
    /// `Age` and a `Via`. Anything else is executed and answered.
    CachedRead,
    /// A cached answer that does not say so: only the `Date` is old.
    CachedReadUnmarked,
}

/// One fault, as `/_sandbox/faults` takes it.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// In capitals; `None` for every method.
    pub method: Option<String>,
    /// `*` matches one segment, `**` any rest.
    pub path: String,
    pub kind: FaultKind,
    /// How often it is applied; until it is cleared when `None`.
    pub count: Option<u64>,
    /// How many of a million matching requests it is applied to.
    pub per_million: u64,
    /// Waited before anything else happens; with `execute_late`, between the answer and the execution.
    pub delay_ms: u64,
    /// For `cut_body`: how much of the body still comes.
    pub bytes: usize,
}

/// A fault in force.
#[derive(Debug, Clone, PartialEq)]
pub struct ActiveFault {
    pub fault_id: String,
    pub fault: Fault,
    /// How often it was applied.
    pub applied: u64,
}

/// All faults in force, oldest first: the first that matches is applied.
#[derive(Debug)]
pub struct Faults {
    active: Vec<ActiveFault>,
    next_id: u64,
    rng: SeedRng,
}

impl Faults {
    /// Most faults at one time.
    pub const MAX: usize = 100;

    pub fn new(seed: u64) -> Self {
        Self { active: Vec::new(), next_id: 1, rng: SeedRng::of(seed, 99, 0) }
    }

    /// Puts a fault in force; `None` when there are too many already.
    pub fn add(&mut self, fault: Fault) -> Option<String> {
        if self.active.len() >= Self::MAX {
            return None;
        }
        let fault_id = format!("flt_{}", self.next_id);
        self.next_id += 1;
        self.active.push(ActiveFault { fault_id: fault_id.clone(), fault, applied: 0 });
        Some(fault_id)
    }

    pub fn list(&self) -> &[ActiveFault] {
        &self.active
    }

    pub fn clear(&mut self) {
        self.active.clear();
    }

    /// The fault that is applied to this request, if one is. One that was applied often enough is removed.
    pub fn apply(&mut self, method: &str, path: &str) -> Option<Fault> {
        let rng = &mut self.rng;
        let place = self
            .active
            .iter()
            .position(|active| active.fault.matches(method, path) && rng.below(1_000_000) < active.fault.per_million)?;
        let active = &mut self.active[place];
        active.applied += 1;
        let fault = active.fault.clone();
        if fault.count.is_some_and(|count| active.applied >= count) {
            self.active.remove(place);
        }
        Some(fault)
    }
}

impl Fault {
    fn matches(&self, method: &str, path: &str) -> bool {
        self.method.as_deref().is_none_or(|wanted| wanted == method) && glob_matches(&self.path, path)
    }
}

fn glob_matches(glob: &str, path: &str) -> bool {
    let mut wanted = glob.split('/');
    let mut given = path.split('/');
    loop {
        match (wanted.next(), given.next()) {
            (Some("**"), _) | (None, None) => return true,
            (Some(word), Some(segment)) if word == "*" || word == segment => {}
            (Some(_), _) | (None, Some(_)) => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(method: Option<&str>, path: &str, count: Option<u64>) -> Fault {
        Fault {
            method: method.map(str::to_owned),
            path: path.to_owned(),
            kind: FaultKind::Status500,
            count,
            per_million: 1_000_000,
            delay_ms: 0,
            bytes: 0,
        }
    }

    #[test]
    fn a_star_stands_for_one_segment_and_two_for_any_rest() {
        assert!(glob_matches("/payments/*/capture", "/payments/pay_1/capture"));
        assert!(!glob_matches("/payments/*/capture", "/payments/pay_1/cancel"));
        assert!(!glob_matches("/payments/*", "/payments/pay_1/cancel"));
        assert!(glob_matches("/payments/**", "/payments/pay_1/cancel"));
        assert!(glob_matches("/payments", "/payments"));
        assert!(!glob_matches("/payments", "/payments/list"));
    }

    #[test]
    fn a_fault_is_applied_as_often_as_it_was_asked_to_and_is_gone() {
        let mut faults = Faults::new(1);
        faults.add(fault(Some("POST"), "/payments", Some(2)));
        assert!(faults.apply("GET", "/payments").is_none());
        assert!(faults.apply("POST", "/payments").is_some());
        assert!(faults.apply("POST", "/payments").is_some());
        assert!(faults.apply("POST", "/payments").is_none());
        assert!(faults.list().is_empty());
    }

    #[test]
    fn a_probability_is_the_share_of_requests_it_is_applied_to() {
        let mut faults = Faults::new(1);
        faults.add(Fault { per_million: 250_000, ..fault(None, "/payments", None) });
        let applied = (0..4_000).filter(|_| faults.apply("POST", "/payments").is_some()).count();
        assert!((900..1_100).contains(&applied), "{applied} of 4,000 instead of some 1,000");
    }
}
