//! Many payments in memory, by column: found by a [query](super::payment_query), counted, and sorted.
//!
//! Rows are kept in the order they came, in chunks of [`CHUNK_ROWS`]; a row's number never changes. In a chunk, numbers
//! are columns and all texts are one [arena](texts) in lower case, which a search runs through at the speed of memory.
//! A million payments take some 50 MB and their texts. What a person sees of a row is made when it is looked at.
//!
//! - [`columns`]: puts rows in, replaces and returns them.
//! - [`search()`]: which rows a query finds, with counts of what else could be asked, on at most two threads.
//! - [`order`]: rows sorted by a column.
//! - [`payer`]: the payments of one payer in a span of time.
//! - [`PaymentGroups`]: what the payments of a report are told apart by.
//! - [`PaymentKey`]: where a list goes on.
//! - [`bytes`]: a chunk as bytes, for the file beside the cache.
//!
//! Pure: days, today's date and the notes of people come in as [`SearchContext`].

pub mod bytes;
mod chunk;
pub mod columns;
mod compact;
mod dictionary;
mod facets;
mod groups;
mod key;
mod matcher;
pub mod order;
mod payer;
mod payment;
mod row_set;
#[cfg(test)]
mod samples;
pub mod search;
pub mod texts;

pub use chunk::{CHUNK_ROWS, Chunk, FIELDS, StoredText, plain_texts, searched_texts};
pub use columns::{KnownPayments, PutOutcome, SharedColumns, SortInput};
pub use dictionary::Dictionaries;
pub use facets::{FacetCounts, PaymentFacets};
pub use groups::PaymentGroups;
pub use key::PaymentKey;
pub use matcher::{NoteMatches, SearchContext, spellings};
pub use order::{ColumnOrder, SortKey, SortOrder};
pub use payer::{KnownCustomer, KnownPayer};
pub use payment::{PaymentTexts, StoredPayment, last4_of};
pub use row_set::RowSet;
pub use search::{CountInput, SearchResult, search, sums, undated};
