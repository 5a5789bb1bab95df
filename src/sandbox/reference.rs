//! How the sandbox behaves: what moves a payment, a refund and a payout, what the test cards do, and the control calls.
//! Documentation only. Where it had to choose because the specification is silent, the choice is in the
//! [table](super#choices-of-the-sandbox); what the service documents is in `api::reference`.
//!
//! # Command
//!
//! `paydesk sandbox` ([`SandboxArgs`](super::SandboxArgs)) listens on loopback, unless `--allow-remote` is given. When
//! it is ready it prints one line of JSON to standard output: `base_url`, `api_key`, `publishable_key`, `admin_key`,
//! `merchant_id`, `profile_id`, `webhook_secret`. Its log goes to standard error. With `--data-dir` everything is in
//! SQLite and survives a kill.
//!
//! # Transport
//!
//! - `/payments/list` and `/disputes/list` take a GET with a query and a POST with a body.
//! - Every error has the shape of the API, also for an unknown path. Malformed JSON is 400 `IR_04` and says where; a
//!   wrong type or value is 400 `IR_04` and names the field; a required field or header that is missing is 400 `IR_01`.
//! - A missing, malformed or unknown key is 401 `AU_01`, a revoked one 401 `AU_02`.
//! - Every answer has the `X-RateLimit-*` headers, unless the limit is off; beyond the limit it is 429 `RL_01`. What is
//!   under `/_sandbox/` is not counted.
//!
//! # Payments
//!
//! | from | by | to |
//! |---|---|---|
//! | – | create without `confirm` | `requires_payment_method`, with a method `requires_confirmation` |
//! | those two, or – | confirm, automatic capture | `succeeded`: received is the amount, nothing is capturable |
//! | | confirm, manual capture | `requires_capture`: nothing received, the amount is capturable |
//! | | confirm with a 3DS card or `authentication_type` `three_ds` | `requires_action`, with a page at `/_sandbox/3ds/{payment_id}` |
//! | | confirm with a processing card | `processing`; after 5 s `succeeded` or `failed` |
//! | | confirm with a review card | `requires_merchant_action`: the amount is capturable |
//! | `requires_action` | the page: complete, reject, abandon (by itself after 15 min) | as the card does; `failed` `UE_5002`; `failed` `UE_5003` |
//! | `requires_merchant_action` | approve | `succeeded` with `captured_at`; under manual capture `requires_capture` |
//! | | cancel | `cancelled` |
//! | | `/_sandbox/payments/{payment_id}/reject` | `failed` `UE_2003` |
//! | `requires_capture` | capture of everything | `succeeded`, with `captured_at` |
//! | | capture of a part | `succeeded`; the rest stays capturable |
//! | | cancel | `cancelled`, with `cancelled_at` and the reason |
//! | anything authorized | 7 days | `cancelled`, reason `authorization_expired`; where a part was captured it stays `succeeded` |
//! | `succeeded` with a remainder | cancel | stays `succeeded`; nothing is capturable, the reason is set |
//! | fully captured, `cancelled` | capture; cancel | 409; 400 |
//!
//! A capture of more than is capturable, a capture in another status and an approval outside of a review are refused
//! with 400. Which change makes which event: [`payments::events`](super::engine::payments::events).
//!
//! # Cards
//!
//! The numbers and what they do: [`TEST_CARDS`](paydesk_domain::test_cards::TEST_CARDS). Every other number with a valid
//! check digit succeeds; one without fails with `UE_1003`. `metadata.sandbox_outcome` overrides the card, so that every
//! decline code can be reached. A declined card is a 200 with `status: failed`: `PE_01` to `PE_03` stand in the
//! `error_code` of the payment and are never HTTP errors.
//!
//! # Refunds
//!
//! A refund is `pending` for 3 s and then `succeeded`; with `refund_type` `Instant` it succeeds at once. Refundable is
//! `amount_received` less all refunds that did not fail; more is refused with 400. The same `refund_id` with the same
//! body answers the same refund; with another body 409. The record: `refund_id`, `payment_id`, `amount`, `currency`,
//! `status` (`pending`, `succeeded`, `failed`), `reason`, `refund_type`, `metadata`, `error_code`, `error_message`,
//! `unified_code`, `unified_message`, `created`, `updated`, `profile_id`.
//!
//! # Disputes
//!
//! The states are in [`engine::disputes`](super::engine::disputes), the decision of the bank in
//! [`bank_decision`](super::engine::disputes::bank_decision).
//!
//! # Payouts
//!
//! | from | by | to |
//! |---|---|---|
//! | – | create, complete | `requires_fulfillment`; with `auto_fulfill` `pending` |
//! | – | create without method data; without `payout_type` | `requires_payout_method_data`; `requires_confirmation` |
//! | those two | update with what is missing | as if it had been created so |
//! | `requires_fulfillment` | fulfill | `success`; by the last digits of the destination `pending` (then `success`), `failed`, `success` (then `reversed`) or `ineligible` |
//! | any other status | fulfill | 400 |
//!
//! # In the shapes of hyperswitch
//!
//! `--shapes hyperswitch` answers as the real server was recorded to answer. Where it does something else:
//!
//! | what | there |
//! |---|---|
//! | approve | captures in full, also an untouched authorization |
//! | a payment in review | is let go by `POST /payments/{payment_id}/reject`; cancel is 400 `IR_16` |
//! | `capture_method` `manual_multiple` with `"connector": ["stripe"]` | 400 `IR_19`; the payment is there all the same, as `requires_payment_method` |
//! | refunds | of payments that are `succeeded` or `partially_captured`, others are 400 `IR_14`; `instant` when nothing else is said; `scheduled` ones are `pending` for an hour; those of card 4000 0000 0000 5126 fail at once; the same `refund_id` again is 400 `IR_13` or `HE_01` |
//! | payouts | `requires_confirmation` until they are confirmed; fulfilled they are `initiated`, and end five minutes later; once they wait for that they cannot be changed (422 `IR_06`) |
//! | `no_payout_processor` at `/_sandbox/settings` | a confirmed payout is 400 `IR_39`, and left behind as `requires_creation` |
//! | rate limit | none, and no `X-RateLimit-*` headers |
//! | declines | `UE_9000`; why stands in `error_code` and `error_details` |
//! | payment links | `POST /payments` with `"payment_link": true` |
//! | files of evidence | `POST /files` with `purpose`, `dispute_id` and `file` (JPEG, PNG or PDF) |
//! | cards | brand and kind are not known |
//!
//! # Webhooks
//!
//! Addresses, order, retries: [`engine::webhooks`](super::engine::webhooks). The signature is lower-case hexadecimal.
//! Event types: the variants of [`EventType`](super::engine::events::EventType) in snake case; `content.type` is
//! `payment_details`, `refund_details`, `dispute_details`, `payout_details`, `subscription_details` or
//! `payment_link_details`, and the object is the whole resource.
//!
//! # Control calls
//!
//! JSON in both directions, with a secret or an admin key of the sandbox. Scripts rely on them, so they stay as they are.
//!
//! | call | takes | answers |
//! |---|---|---|
//! | `GET`, `POST /_sandbox/clock` | `{"advance_seconds": n}`, `{"freeze": bool}` | `{"now", "frozen"}` |
//! | `GET /_sandbox/ledger?after=seq` | | `{"data": [{"seq", "at", "effect", "object_id", "payment_id", "amount", "currency"}]}`: append-only, every effect that moved or released money, and submitted evidence and changes of subscriptions. What a client claims is checked against it |
//! | `GET`, `POST`, `DELETE /_sandbox/faults` | `{"method"?, "path", "kind", "count"?, "probability"?, "delay_ms"?, "bytes"?}`; kinds: [`FaultKind`](super::faults::FaultKind) | `{"fault_id"}` |
//! | `GET`, `POST /_sandbox/settings` | the fields of [`SandboxSettings`](super::engine::SandboxSettings) | all of them |
//! | `POST /_sandbox/reset`, `/_sandbox/seed` | `{"seed"?, "payments"?}` | the same |
//! | `GET /_sandbox/log` | | the last requests, without those of this call |
//! | `GET /_sandbox/plans` | | `{"data": [{"plan_id", "item_price_id", "name", "amount", "currency", "interval"}]}` |
//! | `POST /_sandbox/payments/{payment_id}/dispute` | `{"reason", "stage"?, "amount"?, "deadline_days"?}` | the dispute |
//! | `POST /_sandbox/payments/{payment_id}/reject`, `…/expire` | | the payment |
//! | `POST /_sandbox/3ds/{payment_id}/complete`, `…/reject`, `…/abandon` | the form of the page with its `page_token`, or nothing with a secret key | the payment |
//! | `POST /_sandbox/files` | multipart, one part `file` | `{"file_id", "name", "size"}` |
//! | `GET`, `POST /_sandbox/webhooks` | `{"url", "secret"?, "duplicates"?, "shuffle"?, "corrupt_signature"?, "delay_seconds"?, "past_events"?}`; with `past_events` it is told once what happened before | `{"webhook_id", "secret"}` |
//! | `POST`, `DELETE /_sandbox/webhooks/{webhook_id}` | the four before the last of them | the webhook |
//! | `GET /_sandbox/events`, `/_sandbox/events/{event_id}` | | deliveries; the payload too |
//! | `POST /_sandbox/events/{event_id}/resend` | | the event |
//! | `POST /_sandbox/api_keys/{key_id}/revoke` | | `{"key_id", "revoked"}` |
//! | `GET /_sandbox/refunds`, `/disputes`, `/payouts`, `/subscriptions`, `/payment_links`, and each with an id | | everything the sandbox knows of them |
//!
//! # Seed data
//!
//! The same `--seed` gives the same ids and rows: three months of a shop with daily and weekly rhythm, five currencies
//! with exponents 0, 2 and 3 (USD, EUR, GBP, JPY, KWD), every status, declines, authorizations near their end, reviews,
//! disputes in every stage, refunds, payouts, and customers who return. See [`seed`](super::seed).
