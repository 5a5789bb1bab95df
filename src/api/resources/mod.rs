//! The resources of the service, one module each: its calls (`calls`), its JSON (`wire`) and what the specification
//! says of it (`reference`). A resource is declared by its line here; its endpoints by rows of
//! [`endpoints`](super::endpoints).
//!
//! | module | its reference covers |
//! |---|---|
//! | [`payments`] | create, update, confirm, retrieve, list, capture, cancel, approve |
//! | [`refunds`] | create |
//! | [`disputes`] | list, submit evidence |
//! | [`payouts`] | create, update, fulfill |
//! | [`customers`] | create, retrieve, update |
//! | [`subscriptions`] | create, confirm, change the plan |
//! | [`payment_links`] | create |
//! | [`api_keys`] | authentication, create a key |
//! | [`analytics`] | dispute and payment metrics |
//! | [`webhooks`] | events about payments, refunds, disputes and payouts |
//! | [`sign_in`] | signing in to the dashboard: beyond the specification |
//! | [`service_counts`] | what a service counts itself: beyond the specification |
//! | [`health`] | (calls only) |

pub mod analytics;
pub mod api_keys;
pub mod customers;
pub mod disputes;
pub mod health;
pub mod payment_links;
pub mod payments;
pub mod payouts;
pub mod refunds;
pub mod service_counts;
pub mod sign_in;
pub mod subscriptions;
pub mod webhooks;
