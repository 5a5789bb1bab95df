//! What an answer shows of whether a service has an endpoint.

use serde::{Deserialize, Serialize};

use crate::endpoints::ReadEndpoint;
use crate::error::{CallError, NO_PATH_CODE};

/// Whether a service has an endpoint, for the key that is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Offering {
    /// It answers.
    Offered,
    /// It has nothing at that path.
    NotOffered,
    /// It has it, and not for this key.
    NotForKey,
}

/// What an answer shows of its endpoint; `None` where it shows nothing: no answer, a proxy's page, a rate limit. `known`
/// is what earlier answers showed: where the endpoint has answered before, a 404 is about the object that was asked for.
pub fn offering(endpoint: ReadEndpoint, error: Option<&CallError>, known: Option<Offering>) -> Option<Offering> {
    let Some(error) = error else { return Some(Offering::Offered) };
    let CallError::Service { status, error: said } = error else { return None };
    // A service that takes `/disputes/{id}` alone takes the last part of `/disputes/aggregate` for an id.
    let is_about_object = error.is_absent_object() && endpoint.spec().path.contains("{id}");
    // A list that has answered is not gone because one worker of the service does not know its path.
    let is_known_list = known == Some(Offering::Offered) && !endpoint.spec().path.contains("{id}");
    match status {
        404 | 405 | 501 if is_known_list => None,
        404 if said.code == NO_PATH_CODE => Some(Offering::NotOffered),
        // `IR_05` is said of a path that is not there, too.
        404 if error.is_absent() && !is_about_object && known != Some(Offering::Offered) => Some(Offering::NotOffered),
        404 if error.is_absent() => Some(Offering::Offered),
        405 | 501 => Some(Offering::NotOffered),
        401 | 403 if !error.locks_profile() => Some(Offering::NotForKey),
        _ if error.wants_login() => Some(Offering::NotForKey),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{ApiError, LostAnswer};

    fn refused(status: u16, code: &str, message: &str) -> CallError {
        let error = ApiError { kind: String::new(), code: code.to_owned(), message: message.to_owned() };
        CallError::Service { status, error }
    }

    #[test]
    fn an_answer_shows_whether_the_endpoint_is_there_for_this_key() {
        use Offering::{NotForKey, NotOffered, Offered};
        let shown = |error: &CallError| offering(ReadEndpoint::RetrieveRefund, Some(error), None);
        assert_eq!(offering(ReadEndpoint::RetrieveRefund, None, None), Some(Offered));
        for (error, shows) in [
            (refused(404, "IR_02", "Unrecognized request URL"), Some(NotOffered)),
            (refused(404, "IR_05", "there is no POST /refunds/list"), Some(NotOffered)),
            (refused(404, "HE_02", "Refund does not exist in our records."), Some(Offered)),
            (refused(405, "IR_03", "The HTTP method is not applicable for this API"), Some(NotOffered)),
            (refused(400, "IR_04", "Missing required param: Authorization"), Some(NotForKey)),
            (refused(401, "IR_17", "Access forbidden"), Some(NotForKey)),
            (refused(403, "AU_03", "no"), Some(NotForKey)),
            (refused(401, "AU_01", "no such key"), None),
            (refused(400, "IR_06", "limit should be in between 1 and 100"), None),
            (refused(429, "RL_01", "slow down"), None),
            (refused(500, "HE_00", "Something went wrong"), None),
            (CallError::Foreign { status: 404, excerpt: "<html>".into() }, None),
            (CallError::Lost(LostAnswer::TimedOut), None),
        ] {
            assert_eq!(shown(&error), shows, "{error:?}");
        }
    }

    #[test]
    fn what_has_answered_before_is_still_there_when_one_object_is_not() {
        let absent = refused(404, "IR_05", "Refund not found");
        let shown = |known| offering(ReadEndpoint::RetrieveRefund, Some(&absent), Some(known));
        assert_eq!(shown(Offering::Offered), Some(Offering::Offered));
        assert_eq!(shown(Offering::NotOffered), Some(Offering::NotOffered));
    }

    #[test]
    fn a_list_that_has_answered_is_not_gone_because_one_answer_says_so() {
        for (status, code) in [(404, "IR_02"), (404, "IR_05"), (404, "HE_02"), (405, "IR_03"), (501, "IR_00")] {
            let refusal = refused(status, code, "Unrecognized request URL");
            assert_eq!(offering(ReadEndpoint::ListPayouts, Some(&refusal), Some(Offering::Offered)), None, "{code}");
        }
    }

    #[test]
    fn a_list_that_is_taken_for_an_object_is_not_offered() {
        let absent = refused(404, "HE_02", "Dispute does not exist in our records");
        for endpoint in [ReadEndpoint::DisputeCounts, ReadEndpoint::ListPayouts] {
            assert_eq!(offering(endpoint, Some(&absent), None), Some(Offering::NotOffered), "{endpoint:?}");
        }
        assert_eq!(offering(ReadEndpoint::RetrieveDispute, Some(&absent), None), Some(Offering::Offered));
    }
}
