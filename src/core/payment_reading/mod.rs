//! In which order all payments of a service are read, and when they are read again: one rule for the history of a desk
//! and for the hub that reads for a team.
//!
//! All pages of the list, the newest first ([`place`], several at a time: [`pages_ahead`]); then the newest again every
//! two minutes, those in a status that changes every ten, those of the last 30 days every six hours ([`sweep`]). Nothing
//! here asks or stores anything.

mod copied_place;
mod forms;
mod page_end;
mod pages_ahead;
mod pause;
mod place;
mod sweep;
mod team_place;

pub use copied_place::CopiedPlace;
pub use forms::{is_list_refusal, other_list_forms, untried_list_forms};
pub use page_end::PageEnd;
pub use pages_ahead::PagesAhead;
pub use pause::retry_pause;
pub use place::{NEWEST_EVERY_S, ReadPlace, ReadTimes};
pub use sweep::{Sweep, SweepEnd};
pub use team_place::TeamReadPlace;

/// Requests under way at the same time.
pub const UNDER_WAY_MAX: usize = 16;
/// Most payments whose details are read before those of all others.
pub const URGENT_MAX: usize = 2_000;
/// Payments in a status that changes whose details are read again at a time.
pub const CHANGING_MAX: usize = 1_000;
