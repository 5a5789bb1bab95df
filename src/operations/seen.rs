//! All that was said of one operation: by its answer, by reads, events and lists ([law](super::law#one-proof)).
//!
//! One record for all of them, so that nothing that contradicts is forgotten for what comes before or after it. How it
//! comes about is [`super::hearing`].

use chrono::{DateTime, TimeDelta, Utc};

use paydesk_api::proof::Judgement;
use paydesk_domain::document::{Raw, reported_status};
use paydesk_domain::ids::EventId;
use paydesk_domain::text::visible_id;

/// All that was said of an operation.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Seen {
    /// The status in its last answer, where that says how it ended.
    pub(super) answer: Option<String>,
    /// What says how it ended and was not overruled.
    pub(super) stands: Option<Box<Saying>>,
    pub(super) contradiction: Option<Contradiction>,
    /// Something showed that its target is [no longer as it was](super::changed).
    pub(super) changed: bool,
    /// The most that was shown as received of its payment in this run.
    pub(super) most_received: Option<i64>,
    /// The service refused every attempt in plain words: none was lost.
    pub(super) refused: bool,
}

/// What was said cannot all be true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Contradiction {
    pub why: String,
    /// Only what was read later decides.
    pub since: DateTime<Utc>,
    /// One says that it was done and another that it failed: what is read has to say one of them.
    pub is_of_outcomes: bool,
}

/// What something says of an operation.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Saying {
    pub judgement: Judgement,
    pub object: Raw,
    /// When that was, by the service's clock.
    pub at: Option<DateTime<Utc>>,
    pub source: SayingSource,
}

/// What says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SayingSource {
    Answer,
    Event(EventId),
    /// A record was read, by itself, in a list or within its payment: after this time, where it is shown to be made
    /// after it was asked for.
    Read {
        after: Option<DateTime<Utc>>,
    },
}

impl Saying {
    /// What says it, within a sentence.
    pub fn name(&self) -> String {
        match &self.source {
            SayingSource::Answer => "the response".to_owned(),
            SayingSource::Event(id) => format!("the event {}", visible_id(id.as_str(), 80)),
            SayingSource::Read { .. } => "a check".to_owned(),
        }
    }

    /// The service's word.
    pub fn status(&self) -> &str {
        reported_status(&self.object).unwrap_or_default()
    }

    pub fn was_read_after(&self, since: DateTime<Utc>) -> bool {
        matches!(self.source, SayingSource::Read { after: Some(after) } if after > since)
    }

    /// Whether an operation can end by it.
    pub fn settles(&self) -> bool {
        matches!(self.judgement, Judgement::Ours(_) | Judgement::Declined { .. })
    }
}

impl Seen {
    /// What was said cannot all be true: why, as a sentence.
    pub fn contradiction(&self) -> Option<&str> {
        self.contradiction.as_ref().map(|open| &*open.why)
    }

    /// Taken up from the journal.
    pub(super) fn restore(&mut self, contradicted_by: Option<String>, answer: Option<&String>, at: DateTime<Utc>) {
        self.answer = answer.cloned().or(self.answer.take());
        let restored = contradicted_by.map(|why| Contradiction { why, since: at, is_of_outcomes: true });
        self.contradiction = restored.or(self.contradiction.take());
    }

    /// Only what is read from `now` on decides: the clock may have been set since.
    pub(super) fn begin_anew(&mut self, now: DateTime<Utc>) {
        self.contradiction.iter_mut().for_each(|open| open.since = now);
    }

    pub(super) fn clock_jumped(&mut self, by: TimeDelta) {
        self.contradiction.iter_mut().for_each(|open| open.since += by);
    }
}
