//! What a person searches payments by: one line of text, read into conditions and written back.
//!
//! ```text
//! anna@example.com status:failed,cancelled amount:>100 currency:eur created:2026-10 -method:card "blue shoes"
//! ```
//!
//! - Words and phrases in quotation marks are looked for in ids, e-mail, name, description, order, metadata, descriptor,
//!   the last four digits and codes, and in the notes and tags of this machine; letter case and accents make no difference. A word
//!   that is an amount also finds that amount.
//! - Plain words that are conditions are read as such: `failed yesterday`, `amount>100`, `40 eur last week`. In quotation
//!   marks they are words.
//! - A condition is `key:value`, with the keys of [`QueryKey`]. Several values are separated by commas, or the key comes
//!   again: one of them has to hold. A minus sign before a word or a condition finds what it does not hold for.
//! - Everything in the line has to hold together.
//! - **Amounts** are in the major unit of the currency of each payment, exact: `amount:>100` finds 100.01 EUR, 101 JPY
//!   and 100.001 KWD.
//! - **Days** are those of the zone that times are shown in: `created:2026-10-01` is the first of October there. A month
//!   or a year is all of its days. `created:7d` is today and the six days before.
//!
//! Pure: what a day is in time, and what `today` is, is given where a query is applied.

mod amount;
mod comparison;
mod created;
mod key;
mod lexer;
mod near;
mod parse;
mod plain_words;
mod print;
mod query;
mod suggest;
mod term;
mod values;

pub use amount::{AmountCondition, Decimal};
pub use comparison::QueryComparison;
pub use created::{CreatedCondition, DatePart};
pub use key::QueryKey;
pub use lexer::{QueryError, QueryFault};
pub use near::{corrected, near_statuses};
pub use parse::{UnderstoodWords, family_word, parse_query, understood_words};
pub use plain_words::with_plain_words;
pub use query::PaymentQuery;
pub use suggest::{QuerySuggestion, QuerySuggestions, QueryValues, suggest};
pub use term::{QueryCondition, QueryTerm};
