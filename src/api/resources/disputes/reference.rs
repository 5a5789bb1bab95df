//! Disputes: a cardholder's bank claims a payment back, and the merchant may answer with evidence.
//!
//! Read into [`Dispute`](paydesk_domain::dispute::Dispute) by [`wire`](super::wire); sent by
//! [`calls`](super::calls).
//!
//! # Dispute
//!
//! A row of the list has `dispute_id`, `payment_id`, `amount` (integer), `currency`, `status`, `reason` and `created`.
//! Stages: `pre_dispute`, `dispute`, `pre_arbitration`. Statuses that were seen: `dispute_opened`, `challenged`, `won`,
//! `lost`.
//!
//! *Undocumented*: the whole list of statuses, the transitions, any call that reads a single dispute.
//!
//! # List
//!
//! `GET /disputes/list` takes `limit`, `offset`, `status` and `payment_id` in the query and answers `count`,
//! `total_count` and `data`. The sample request in the specification is a POST with the same parameters as JSON: the
//! desk uses GET, and POST where a service answers that with 405.
//!
//! # Evidence
//!
//! `POST /disputes/evidence` takes `dispute_id` (required) and any of the 26 text fields of
//! [`EvidenceField`](paydesk_domain::evidence::EvidenceField), and answers `dispute_id`, `status` (`submitted`) and
//! `evidence_submitted_at`.
//!
//! - 16 fields hold their text; 10 hold the id of a file that was uploaded before. The upload is not part of the
//!   specification.
//! - Evidence may be submitted again until the deadline. An empty text clears its field; an absent field stays.
//! - Refused with 400 after the deadline or for a file id that is not known, with 404 for an unknown dispute.
//!
//! *Undocumented*: how long the deadline is and where it is, how large a file may be.
