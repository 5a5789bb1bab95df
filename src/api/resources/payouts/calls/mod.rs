//! [Payouts](crate::resources::payouts::reference): [`create`] makes them, [`change`] updates, fulfils and probes those
//! that are there. [`destination`] says where the money goes, [`recipient`] to whom.

mod change;
mod create;
mod destination;
mod recipient;

pub use self::change::{FulfillPayout, FulfillPayoutInput, ProbePayout, UpdatePayout, UpdatePayoutInput};
pub use self::create::{CreatePayout, CreatePayoutInput};
pub use self::destination::{Destination, PayoutMethod};
pub use self::recipient::{DeprecatedRecipient, Recipient};
