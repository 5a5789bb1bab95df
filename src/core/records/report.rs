//! What the service reported of a record, read, whatever its kind is.

use std::any::Any;
use std::fmt::Debug;

use paydesk_domain::money::Money;

/// A report that was read, of whatever kind.
pub trait AnyReport: Any + Debug + Send + Sync {
    fn amount(&self) -> Option<Money>;
}
