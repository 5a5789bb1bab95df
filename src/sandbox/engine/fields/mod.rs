//! The fields of a request: [`FieldReader`] reads them one by one, and the values that several resources take.

mod reader;
mod values;

pub use self::reader::{FieldReader, kind_of};
pub use self::values::AMOUNT_MAX_MINOR;
