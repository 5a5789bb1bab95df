//! The payment service itself, complete and on loopback: for people without an account, for tests, for integrators.
//!
//! The opposite of a canned mock: a state machine with memory, time and faults. It knows nothing of Paydesk.
//!
//! Read in this order: [`config`] (what it is started with) → [`server`] (connections) → [`http`] (paths, bodies,
//! statuses) → [`service`] (the handle they share) → [`engine`] (the rules) → [`storage`] (rows) → [`seed`] (the shop
//! it starts with). [`webhook_dispatcher`] wakes the engine when something falls due and sends webhooks; [`clock`],
//! [`faults`], [`rate_limit`], [`request_log`] and [`rng`] are used by them. A new resource adds a module each to
//! `storage`, `engine`, `http` and `seed`, and for what happens by itself a [`Timer`](engine::timers::Timer) with
//! its line in `engine::dispatch`.
//!
//! # Choices of the sandbox
//!
//! Where the specification is silent or contradicts itself, this is what we chose. States,
//! test cards and control calls: [`mod@reference`].
//!
//! | subject | choice |
//! |---|---|
//! | rate limit | 600 requests a minute and key in fixed windows that begin with the first request; requests without a valid key share one window; `/_sandbox/*` is not counted; windows and `Date` run on the sandbox clock, but a freeze does not hold them; none in the shapes of hyperswitch, as that service has none |
//! | 403 | type `authentication_error`, code `AU_03`: publishable keys on anything but `/health`, secret keys on `/api_keys/*`, admin keys on the rest of the API; `/_sandbox/*` takes secret and admin keys |
//! | web pages | the sandbox is for programs: 403 `AU_03` where `Host` is neither `localhost`, a loopback address, the address it listens on nor a name given with `--allow-host`, and where `Origin` or `Sec-Fetch-Site` say that a web page sent the request |
//! | pages of the sandbox | opened without a key; what is posted to one carries the `page_token` of its form, or a secret key (then JSON is taken too): 403 `AU_03` otherwise |
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
//! | manual review | status `requires_merchant_action` (`--review-status`, or `review_status` at `/_sandbox/settings`, for another); expires like every authorization |
//! | methods without a card | wallets succeed; bank transfers and upi process for 5 s; redirects, pay later and crypto ask for the page |
//! | processing cards | 4000 0000 0000 5050 succeeds, 4000 0000 0000 5068 fails with UE_3003 |
//! | `metadata.sandbox_outcome` | a unified code, `succeeded`, `requires_action`, `requires_merchant_action` or `processing`: decides instead of the method |
//! | update | takes the create fields until the confirmation, then 400 |
//! | partial capture | keeps the remainder capturable; a switch releases it |
//! | cancelling a remainder, expiry of one | stays `succeeded`; `cancelled_at` and the reason are set |
//! | approving a manual-capture payment | leads to `requires_capture`; a switch captures it |
//! | list filters | `status` takes the five values of the specification; `payment_method` is taken too |
//! | timestamps in requests | RFC 3339; without a zone UTC; a date alone is its midnight |
//! | `captured_at` | only where a capture or an approval took the money |
//! | ledger | seed data is not in it; an automatic payment writes `authorize` and `capture`; one answer has at most 10,000 rows |
//! | faults | `POST /_sandbox/faults`, each kind with what it does and whether the request is executed: [`faults::FaultKind`]; `execute_and_400`, `execute_and_409` refuse what was executed, `empty_object`, `success_false`, `error_in_200`, `other_answer` (and each with `execute_` before it) answer 200 with what is no answer, `deliver_twice` answers the second copy, `execute_late` executes after a 504, `stale_read` answers a GET as it was when the fault met it first, as a second worker that has not seen what was done since or a cache that dates what it has anew, `cached_read` and `cached_read_unmarked` the same out of a cache on the way, with the `Date` of then |
//! | `/health` | `{"status": "ok"}` |
//! | webhooks | the tables of [`engine::webhooks`] (deliveries) and [`engine::payments::events`] (which change makes which event) |
//! | refunds | without an amount everything that is left; `Instant` in any case at once, any other `refund_type` after 3 s; card 4000 0000 0000 5126 fails 10 s after it succeeded, with UE_1016; those of card 4000 0000 0000 7726 stay pending; disputed payments can be refunded |
//! | `refund_id` | the pattern of payment ids; the same body is compared field by field, unknown fields left out |
//! | order of the checks of `POST /refunds` | `id-first`: a `refund_id` that is known is answered with its refund before anything else is looked at; `--refund-checks amount-first`, or `refund_checks` at `/_sandbox/settings`: the amount that is left and a pending refund of the payment are looked at first, so that a repeat of a full refund that was made is 400 |
//! | ledger of refunds and disputes | `refund` when it is taken on, `refund_failed` when its amount is free again; `dispute_opened`, `evidence` at each submission, `dispute_won`, `dispute_lost`, with the disputed amount |
//! | `/_sandbox/refunds`, `/_sandbox/disputes`, `/_sandbox/files/{file_id}` | lists and single objects with everything the sandbox knows: stage, deadline, evidence, SHA-256 |
//! | disputes | card 4000 0000 0000 0259 is disputed 5 s after money was received, once; one undecided dispute a payment (409); `stage` is `dispute` when absent, and stays; `deadline_days` 1 to 365; a payment's own state does not change |
//! | signatures of webhooks | lower-case hexadecimal; `signature_encoding` at `/_sandbox/settings`: `upper-hex`, `base64` |
//! | unlisted status of disputes | off; `unlisted_dispute_status` at `/_sandbox/settings`: a dispute that waits for evidence is `needs_response` |
//! | undocumented analytics | answered; `analytics_documented_only` at `/_sandbox/settings`: buckets other than days and groups of payments are 400 |
//! | end of a list | `total_count` and `has_more`; `list_end` at `/_sandbox/settings`: `total-count`, `has-more`, `short-page` (neither), `endless` (`has_more` is always true, every page is the first) |
//! | `/disputes/list` | takes `currency`, `created_gte` and `created_lte` too |
//! | evidence | unknown fields are refused, so that a misspelt name does not lose a dispute unnoticed; none at all is taken; each submission lets the bank begin its 20 s again; won with at least half of what is required for the reason; `undecided_evidence` is never decided |
//! | files | one part `file` of at most 16 MiB; the bytes are not stored |
//! | analytics | both ends of `timeRange` are included, `endTime` is now when absent; at most 10 queries, whose rows follow each other; an empty filter filters nothing; `status` values are checked, other filter values may match nothing; `payment_method` groups and filters too; buckets in UTC, weeks from Monday, none without rows; an unknown scope is 404 `IR_05` |
//! | `delta` | adds `<metric>_delta` to `metaData`: against the equal period before |
//! | `payment_success_rate` | `succeeded` ÷ (`succeeded` + `failed`), 0 to 1, `null` where there are none |
//! | `payment_processed_amount` | the sum of `amount` over payments that `succeeded`, as their list shows it |
//! | customers | ids as payment ids; a taken one 409 `IR_04`; metadata as for payments; an update ignores `address` |
//! | `payout_method_data` | bank transfers only with their `payout_method_type` and the field names of that form (`bank_country_code`, `bank_account_number`); keys below `wallet`: `device_wallet_1_decrypted`, `device_wallet_2_decrypted`, `web_wallet` (with `wallet_account_id`), `phone_wallet`; below `bank_redirect`: `interbank_e_transfer`, `open_banking_uk`; IBANs are checked for their form only, expiry dates not against the clock, `card_network` for CamelCase |
//! | masking | stars and the last four characters, of eight and fewer none: account, card, routing, tax and sort numbers, IBANs, keys, QR codes, tokens; what is stored is masked already |
//! | payout statuses | complete: `requires_fulfillment`, whether or not `confirm` is set; method data without `payout_type`: `requires_confirmation` (with `confirm` 400 `IR_01`); a `session_expiry` that ends before it is complete: `expired` |
//! | payout ends | …0001 to …0004 count for whatever says where the money goes: account, IBAN, card, key, telephone, the part of an e-mail address before the @; `pending` lasts 5 s, a reversal follows after 10 s; failed UE_1016, ineligible UE_2004 |
//! | payout update | texts at any time; `payout_type` and method until it is sent; `payout_link` 400 |
//! | payout customer | attached when the id exists, created otherwise, with an id of ours when there is none |
//! | `payout_method_id` | given to payouts with `recurring`; later payouts may name it, also as `payout_token`; unknown 404 |
//! | payout ledger | `payout_create`; `payout_fulfil` when it is sent; `payout_reverse` when what was sent comes back |
//! | payout links, payment links | pages without a key at `/_sandbox/payout_links/{payout_id}` and `/_sandbox/pay/{payment_link_id}`, under the address the sandbox listens on (of `0.0.0.0` and `[::]` the first `--allow-host`, else loopback) |
//! | payment links | `link_type` `one_time` or `multi_use`; good for 24 h unless `expiry` says otherwise; the payment begins with the link, after a decline the next try begins another; paid once money is held or taken |
//! | API keys | another merchant than the sandbox's 404; an expiration in the past 400; an expired key `AU_01`; `reset` takes made keys away |
//! | subscriptions | `X-Profile-Id` must be the sandbox's profile; unknown price 404, price of another plan 400; `coupon_code` takes nothing off; a secret is only looked at when it is sent |
//! | subscription outcomes | payment succeeded: `active`; authentication, processing, review or manual capture: `pending`, until the payment moves on; UE_1001, UE_1011 and UE_3xxx: `unpaid`; other declines: `failed`; confirmed once, then 409 |
//! | subscription update | `active` only, else 400; the new price counts from the next period, nothing is charged |
//! | other shapes | `--shapes hyperswitch`, or `shapes` at `/_sandbox/settings`: paths, names, words, codes, order and page limits of [`hyperswitch`], whose module lists where they were read. Exchanges that were recorded at the real server are the judge: `tests/desk/replay/walk` sends all requests of a key again. The state machine stays this one but for what [`mod@reference`] lists; `/_sandbox/*` answers as before. Endpoints that want a login answer 400 `IR_04`; the token of a dashboard sign-in (`desk@shop.example`, `Secret-123456!`, code `123456` or none) opens those that are there, and `login_endpoints_take_keys` lets them take a key |
//! | reading | `/_sandbox/payouts`, `/_sandbox/subscriptions`, `/_sandbox/payment_links`, and each with an id |

pub mod clock;
pub mod command;
pub mod config;
pub mod engine;
pub mod error;
pub mod faults;
pub mod hosts;
pub mod http;
pub mod hyperswitch;
pub mod rate_limit;
pub mod recent_answers;
pub mod reference;
pub mod request_log;
pub mod rng;
pub mod seed;
pub mod server;
pub mod service;
pub mod sign_ins;
pub mod storage;
pub mod webhook_dispatcher;

pub use self::clock::ClockStart;
pub use self::command::{SandboxArgs, run};
pub use self::config::{CredentialOverrides, Credentials, DataLocation, SandboxConfig};
pub use self::engine::{RefundChecks, SandboxShapes};
pub use self::error::SandboxError;
pub use self::http::router;
pub use self::seed::SeedPlan;
pub use self::server::{RunningSandbox, start};
pub use self::service::Sandbox;
pub use self::storage::FILE_NAME;
