//! What the service reported of an operation by an event, within a payment, or in a record or a list that was read.

use chrono::{DateTime, Utc};

use paydesk_api::proof::Judgement;
use paydesk_domain::document::Raw;
use paydesk_domain::ids::EventId;
use paydesk_domain::text::visible_id;

/// An object that speaks of an operation.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportedObject {
    pub(super) judgement: Judgement,
    pub(super) object: Raw,
    /// When that was, by the service's clock.
    pub(super) at: Option<DateTime<Utc>>,
    pub(super) origin: ReportOrigin,
    pub(super) noun: String,
}

/// What reported it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ReportOrigin {
    Event(EventId),
    /// A record of this kind was read, by itself, in a list or within its payment.
    Read,
}

impl ReportedObject {
    /// What reported it, within a sentence.
    pub(super) fn name(&self) -> String {
        match &self.origin {
            ReportOrigin::Event(id) => format!("the event {}", visible_id(id.as_str(), 80)),
            ReportOrigin::Read => "a read".to_owned(),
        }
    }

    /// Whether it is not forgotten for `other`: what contradicts what was asked, or is newer.
    pub(super) fn outlasts(&self, other: &Self) -> bool {
        let is_newer = self.at.zip(other.at).is_some_and(|(known, other)| known > other);
        matches!(self.judgement, Judgement::Contradiction(_)) || is_newer
    }
}
