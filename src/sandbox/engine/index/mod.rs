//! The way from a list's offset to its rows that does not count: columns in memory, one place per payment in the order
//! of creation. A page without a filter is found by arithmetic, a filtered one by walking bytes.
//!
//! Holds nothing that could not be read again from storage.

mod columns;
mod payment_index;
mod stored;
mod string_codes;

pub use self::columns::PaymentColumns;
pub use self::payment_index::{CustomerFilter, IndexFilter, IndexPage, PaymentIndex};
pub use self::stored::LoadedIndex;
