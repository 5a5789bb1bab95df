//! The HTTP API as it is documented: fields, statuses, requests, answers, errors, limits, webhook events.
//!
//! Documentation only. Paydesk was written against a description of the service that comments call *the
//! specification*; these modules restate what it says. What the code declares is not repeated here:
//!
//! - method, path, key and the rules for repeating a request: [`endpoints`](crate::endpoints);
//! - how a request is built and its answer read: [`resources`](crate::resources), `calls` and `wire` of each;
//! - the 52 decline codes, the 26 evidence fields, the variants of a payout method:
//!   [`decline`](paydesk_domain::decline), [`evidence`](paydesk_domain::evidence), [`payout`](paydesk_domain::payout).
//!
//! What the specification leaves open is listed under *Undocumented* in each module. The sandbox had to choose
//! something there (choices); another service may do otherwise. What Paydesk
//! may conclude from an answer is the law of operations.
//!
//! # Contents
//!
//! | page | covers |
//! |---|---|
//! | [`resources`](crate::resources) | one module for each resource; its `reference` states fields, requests and answers |
//! | [`errors`] | error body, HTTP statuses, codes, declines |
//! | [`limits`] | lengths, ranges, pagination, rate limit |
//!
//! # Conventions
//!
//! - Bodies are JSON in both directions. Every request carries `Content-Type: application/json` and the header
//!   `api-key` ([authentication](crate::resources::api_keys::reference#authentication)).
//! - An amount is an integer in the lowest unit of its currency (cents for USD); a currency is an ISO 4217 code.
//! - A timestamp is an ISO 8601 string.
//! - `GET /health` answers 200 to a valid key.
//! - The prefix of the key decides between sandbox and production. Development and tests use sandbox keys; production
//!   keys move real money.
//! - Webhooks are authoritative for asynchronous outcomes. The state of an order is never taken from what a browser
//!   reports alone.
//! - Path parameters are written `:name` or `{name}`; both mean the same.
//! - Names of providers (wallets, buy-now-pay-later, bank redirects, some payout variants) are replaced by neutral
//!   values throughout the specification.
//!
//! # Card data
//!
//! A merchant server that sends card data itself is subject to PCI DSS. The alternative is the browser SDK, whose
//! assets come from an address of their own: the server creates the payment with `confirm: false`, hands
//! `client_secret` and `payment_id` to the browser, and the SDK collects the details and confirms.
//!
//! # Lists
//!
//! A list takes `limit` and `offset` ([limits](limits#pagination)) and answers `count`, `total_count` and `data`; the
//! general shape also has `has_more`. Filters named for lists in general: `created_gte`, `created_lte`, `status`,
//! `customer_id`, `currency`, `payment_method`.
//!
//! # Versions
//!
//! The only version in the API is the `v1` in the paths of analytics; the asset path of the browser SDK has a version
//! of its own. *Undocumented*: how a version is negotiated, when something is deprecated, how changes are announced.
//! Some fields of payouts are marked as deprecated ([payouts](crate::resources::payouts::reference#create)).

pub mod errors;
pub mod limits;
