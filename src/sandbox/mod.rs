//! The payment service itself, complete and on loopback: for people without an account, for tests, for integrators.
//!
//! The opposite of a canned mock: a state machine with memory, time and faults. It knows nothing of the desk.
//!
//! Read in this order: [`config`] (what it is started with) → [`server`] (connections) → [`http`] (paths, bodies,
//! statuses) → [`service`] (the handle they share) → [`engine`] (the rules) → [`storage`] (rows) → [`seed`] (the shop
//! it starts with). [`courier`] wakes the engine when something falls due and sends webhooks; [`clock`],
//! [`faults`] and [`random`] stand beside them. A new resource adds a module each to
//! `storage`, `engine`, `http` and `seed`, and a [`Timer`](engine::timers::Timer) for what happens by itself.
//!
//! # Choices of the sandbox
//!
//! Where the specification is silent (“not shown”) or contradicts itself, this is what we chose.
//!
//! | subject | choice |
//! |---|---|
//! | rate limit | 600 requests a minute and key in fixed windows that begin with the first request; requests without a valid key share one window; `/_sandbox/*` is not counted; windows and `Date` run on the sandbox clock, but a freeze does not hold them |
//! | 403 | type `authentication_error`, code `AU_03`: publishable keys on anything but `/health` and `/_sandbox/*`, secret keys on `/api_keys/*`, admin keys elsewhere |
//! | unknown path, other method, body over 1 MiB | 404 `IR_05`, 405 `IR_04`, 413 `IR_04`, all `invalid_request` |
//! | `Content-Type` of requests | not looked at |
//! | unknown fields | ignored, except `items`, `line_items`, `cart_items` |
//! | `null` | the same as absent |
//! | `HE_01` | 409 `invalid_request`; a switch makes it 400 |
//! | 409 of capture, 400 of capture, cancel, approve | `invalid_request`, `IR_04` |
//! | `HE_00` | what the sandbox itself failed at (500), and faults |
//! | `profile_id` | must be the sandbox's own: 400 `IR_04` otherwise |
//! | amounts | 1 to 999,999,999,999 in the lowest unit |
//! | `currency` | any case is taken, capitals are answered; only currencies with an exponent |
//! | `payment_id` | cannot be `list` |
//! | `metadata` values | strings, numbers and booleans, echoed as they came |
//! | `return_url` | required to confirm with `authentication_type` `three_ds`, `wallet`, `bank_redirect`, `crypto` or `pay_later`; not for a card that happens to ask for 3DS |
//! | `browser_info` | optional; its fields are checked when it comes |
//! | manual review | status `requires_merchant_action`; expires like every authorization |
//! | methods without a card | wallets succeed; bank transfers and upi process for 5 s; redirects, pay later and crypto ask for the page |
//! | processing cards | 4000 0000 0000 5050 succeeds, 4000 0000 0000 5068 fails with UE_3003 |
//! | `metadata.sandbox_outcome` | a unified code, `succeeded`, `requires_action`, `requires_merchant_action` or `processing`: decides instead of the method |
//! | update | takes the create fields until the confirmation, then 400 |
//! | partial capture | keeps the remainder capturable; a switch releases it |
//! | cancelling a remainder, expiry of one | stays `succeeded`; `cancelled_at` and the reason are set |
//! | approving a manual-capture payment | leads to `requires_capture`; a switch captures it |
//! | list filters | `status` takes the five words of the specification; `payment_method` is taken too |
//! | timestamps in requests | RFC 3339; without a zone UTC; a date alone is its midnight |
//! | `captured_at` | only where a capture or an approval took the money |
//! | ledger | seed data is not in it; an automatic payment writes `authorize` and `capture`; one answer has at most 10,000 rows |
//! | `/health` | `{"status": "ok"}` |
//! | webhooks | the tables of [`engine::webhooks`] (deliveries) and [`engine::payments::tidings`] (which change makes which event) |
//! | refunds | without an amount everything that is left; `Instant` in any case at once, any other `refund_type` after 3 s; card 4000 0000 0000 5126 fails 10 s after it succeeded, with UE_1016; disputed payments can be refunded |
//! | `refund_id` | the pattern of payment ids; the same body is compared field by field, unknown fields left out |
//! | ledger of refunds and disputes | `refund` when it is taken on, `refund_failed` when its amount is free again; `dispute_opened`, `evidence` at each submission, `dispute_won`, `dispute_lost`, with the disputed amount |
//! | `/_sandbox/refunds`, `/_sandbox/disputes`, `/_sandbox/files/{file_id}` | lists and single objects with everything the sandbox knows: stage, deadline, evidence, SHA-256 |
//! | disputes | card 4000 0000 0000 0259 is disputed 5 s after money was received, once; one undecided dispute a payment (409); `stage` is `dispute` when absent, and stays; `deadline_days` 1 to 365; a payment's own state does not change |
//! | `/disputes/list` | takes `currency`, `created_gte` and `created_lte` too |
//! | evidence | unknown fields are refused, so that a misspelt name does not lose a dispute unnoticed; none at all is taken; each submission lets the bank begin its 20 s anew; won with at least half of what matters for the reason |
//! | files | one part `file` of at most 16 MiB; the bytes are not kept |
//! | analytics | both ends of `timeRange` are included, `endTime` is now when absent; at most 10 queries, whose rows follow each other; an empty filter filters nothing; `status` words are checked, other filter values may match nothing; `payment_method` groups and filters too; buckets in UTC, weeks from Monday, none without rows; an unknown scope is 404 `IR_05` |
//! | `delta` | adds `<metric>_delta` to `metaData`: against the equal period before |
//! | `payment_success_rate` | `succeeded` ÷ (`succeeded` + `failed`), 0 to 1, `null` where there are none |
//! | `payment_processed_amount` | the sum of `amount` over payments that `succeeded`, as their list shows it |

pub mod clock;
pub mod command;
pub mod config;
pub mod courier;
pub mod engine;
pub mod error;
pub mod faults;
pub mod http;
pub mod random;
pub mod seed;
pub mod server;
pub mod service;
pub mod storage;

pub use self::clock::ClockStart;
pub use self::command::{SandboxArgs, run};
pub use self::config::{CredentialOverrides, Credentials, DataLocation, SandboxConfig};
pub use self::error::SandboxError;
pub use self::http::router;
pub use self::seed::SeedPlan;
pub use self::server::{RunningSandbox, start};
pub use self::service::Sandbox;
