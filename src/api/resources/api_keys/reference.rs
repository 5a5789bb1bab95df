//! Authentication, and creating API keys.
//!
//! Keys in memory are [`secret`](paydesk_domain::secret); a new key is read by
//! [`wire`](super::wire) and requested by [`calls`](super::calls).
//!
//! # Authentication
//!
//! Every endpoint takes a secret key in the header `api-key`. A missing or invalid key is refused with 401 `AU_01`, a
//! revoked one with `AU_02`, one without the permission with 403.
//!
//! | prefix | key |
//! |---|---|
//! | `snd_` | secret, sandbox |
//! | `dev_` | the same, of a service of the family that somebody runs for themselves |
//! | `prd_` | secret, production |
//! | `pk_snd_`, `pk_prd_` | publishable: for the browser only, to create tokens and initialize the SDK |
//! | `admin_` | creates API keys |
//!
//! - Secret keys stay on the server.
//! - Subscriptions take the id of the profile in the header `X-Profile-Id` as well.
//! - A `client_secret` is a short-lived credential (15 minutes for subscriptions) for the browser SDK; the confirmation
//!   of a subscription may carry it in its body.
//!
//! *Undocumented*: which kind of key may call which endpoint. How webhooks are signed:
//! [`webhooks`](crate::resources::webhooks::reference#signature).
//!
//! # Create
//!
//! `POST /api_keys/:merchant_id`, with an admin key, takes `name` (required), `description` and `expiration` (`never`
//! or an ISO 8601 date). It answers `key_id`, `merchant_id`, `name`, `description`, `api_key`, `created` and
//! `expiration` (null for never). The value in `api_key` is shown in this answer and never again.
