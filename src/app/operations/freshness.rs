//! How old a check may be on which something is sent, and what waited too long to be sent at all.

use chrono::{DateTime, Utc};

use super::{Operation, resending, wording};

/// A check just before sending may use a read not older than this, in seconds.
const FRESH_S: i64 = 5;

/// The machine slept while it waited for its turn, until the service may no longer know the id it carries.
pub(super) fn too_old(operation: &Operation, now: DateTime<Utc>) -> Option<String> {
    let is_too_old = resending::is_too_old_to_leave(operation, now);
    is_too_old.then(|| wording::too_old_to_leave(&operation.plan).to_owned())
}

/// The disk was slow, or the machine slept, between the check and now: what was checked proves nothing any
/// more, and a settle window counted from the entry would end too early after a crash.
pub(super) fn too_late(operation: &Operation, now: DateTime<Utc>) -> Option<String> {
    let fresh = operation.checked_at.is_some_and(|at| is_fresh(at, now));
    (!fresh).then(|| wording::saved_too_slowly(operation, FRESH_S))
}

/// Not too old; what seems to be of a time to come was read before the clock was set back.
pub(super) fn is_fresh(at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    (0..=FRESH_S * 1_000).contains(&(now - at).num_milliseconds())
}
