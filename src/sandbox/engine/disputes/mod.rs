//! Disputes and their evidence (API reference).
//!
//! | from | trigger | to |
//! |---|---|---|
//! | – | 5 s after card 4000 0000 0000 0259 was charged, or `/_sandbox/payments/{id}/dispute` | `dispute_opened` |
//! | `dispute_opened`, `challenged` | evidence before the deadline | `challenged`, to be decided 20 s later |
//! | `dispute_opened` | the deadline, 14 days | `lost` |
//! | `challenged` | 20 s after the last evidence | `won` or `lost`, see [`bank_decision`] |
//!
//! `won` and `lost` are the end. The stage stays what the dispute was raised with; a payment may be disputed again once
//! its dispute is decided.

pub mod bank_decision;
mod body;
mod evidence;
mod input;
mod list;
mod transitions;

pub use self::body::{DisputeBody, DisputeDetailBody};
pub use self::evidence::{EvidenceInput, submit};
pub use self::input::{DisputeInput, EVIDENCE_DAYS};
pub use self::list::{DisputeListInput, find, list};
pub use self::transitions::{decide_challenged, end_evidence, past_events, raise_for_card, raise_for_payment};
