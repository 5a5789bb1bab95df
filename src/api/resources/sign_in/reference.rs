//! Dashboard sign-in. The specification has none; this is what juspay/hyperswitch answers, as it was recorded.
//!
//! Sent by [`calls`](super::calls). No API key is sent with any of them.
//!
//! # Sign in
//!
//! `POST /user/v2/signin` takes `email` and `password` and answers `token` and `token_type`, which names the step that the
//! token is for: `totp` for the second factor, `user_info` for everything else. Others (`force_set_password`,
//! `verify_email`, …) are steps of the dashboard alone.
//!
//! # Second factor
//!
//! `POST /user/2fa/totp/verify` takes `totp` (six digits) and answers 200 without a body; then `GET /user/2fa/terminate`
//! answers the next token. With `skip_two_factor_auth=true` it does so without a code where the service allows it. *Not
//! recorded*: the first of them.
//!
//! # Whose payments
//!
//! `GET /user` answers `merchant_id`, which the token is for. `POST /user/switch/merchant` takes another `merchant_id` and
//! answers a token for it; 400 `UR_33` where the person has no access to it, and where it is the same.
//!
//! # What it opens
//!
//! `POST /payments/list` (`limit` from 1 to 50, `offset`, lists of `status`, `currency` and `payment_method`, `start_time` with
//! or without `end_time`) answers `count`, `total_count` and `data`. `GET /payments/aggregate` and the analytics answer too
//! ([what of them is used](crate::resources::service_counts::reference)). A token that is not good any more is 401.
