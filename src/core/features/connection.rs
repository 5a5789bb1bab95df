//! Whether the service is there, which `GET /health` and every answer say, and whether it takes the key, which only
//! answers to reads that need it do.

use std::mem::Discriminant;

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::Context;
use crate::problem::Problem;
use crate::read::{Read, ReadAnswer};
use crate::reads::ReadOwner;
use crate::service_link::ServiceLink;
use paydesk_api::error::CallError;
use paydesk_api::resources::health::calls::Health;

/// Pause between looks at a service that is there, in seconds.
const HEALTHY_PAUSE_S: i64 = 60;
/// Pause between looks at one that is not.
const UNREACHABLE_PAUSE_S: i64 = 5;

/// The status of a profile with its service.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ConnectionState {
    pub link: ServiceLink,
    next_check_at: Option<DateTime<Utc>>,
    heard_at: Option<DateTime<Utc>>,
    /// Since the service itself answered last, something else did, or it failed.
    is_failing: bool,
    /// What the last answer to each kind of read said of the key, while it is the same.
    key_seen: Vec<(ReadKind, KeySeen)>,
}

/// Tells reads of one endpoint from those of another.
pub(crate) type ReadKind = Discriminant<ReadAnswer>;

/// What an answer says of the key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KeySeen {
    Taken,
    /// 401 with a code that is not documented.
    Refused,
}

/// What an answer says of the connection beyond what was known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LinkChange {
    None,
    /// The service that was gone answers again.
    CameBack,
    /// The key was refused.
    Locked,
}

impl ConnectionState {
    /// The service of the profile is ready to be asked; it is looked at now.
    pub(crate) fn ready(now: DateTime<Utc>) -> Self {
        Self { link: ServiceLink::Connecting, next_check_at: Some(now), ..Self::default() }
    }

    pub(crate) fn not_started(problem: Problem) -> Self {
        Self { link: ServiceLink::NotStarted(problem), ..Self::default() }
    }

    /// Nothing more is sent with the key.
    pub(crate) fn locked(error: CallError) -> Self {
        Self { link: ServiceLink::Locked(error), ..Self::default() }
    }

    /// When the service answered last.
    pub fn heard_at(&self) -> Option<DateTime<Utc>> {
        self.heard_at
    }

    /// Why the profile is locked, if it is.
    pub fn lock(&self) -> Option<&CallError> {
        self.link.lock()
    }

    pub(crate) fn clock_jumped(&mut self, by: TimeDelta) {
        self.next_check_at = self.next_check_at.map(|at| at + by);
    }

    pub(crate) fn next_due(&self) -> Option<DateTime<Utc>> {
        self.next_check_at
    }

    /// The answer of `GET /health` came.
    pub(crate) fn health_answered(&mut self, now: DateTime<Utc>) {
        let is_there = self.link == ServiceLink::Connected && !self.is_failing;
        let pause = if is_there { HEALTHY_PAUSE_S } else { UNREACHABLE_PAUSE_S };
        if self.lock().is_none() {
            self.next_check_at = Some(now + TimeDelta::seconds(pause));
        }
    }

    /// An answer that is waited for came, with this error or none.
    pub(crate) fn answered(&mut self, answer: &ReadAnswer, now: DateTime<Utc>) -> LinkChange {
        let error = answer.error();
        self.note_key(answer, error);
        match error {
            Some(error) if error.locks_profile() || error.may_refuse_key() && self.is_key_refused() => {
                LinkChange::Locked
            }
            Some(error @ (CallError::Unreachable(_) | CallError::Lost(_))) => {
                self.link = ServiceLink::Unreachable(error.clone());
                let look_at = now + TimeDelta::seconds(UNREACHABLE_PAUSE_S);
                self.next_check_at = Some(self.next_check_at.map_or(look_at, |at| at.min(look_at)));
                LinkChange::None
            }
            Some(error) if is_failure(error) => {
                let was_failing = std::mem::replace(&mut self.is_failing, true);
                if was_failing && matches!(answer, ReadAnswer::Health(_)) {
                    self.link = ServiceLink::Unreachable(error.clone());
                }
                let look_at = now + TimeDelta::seconds(UNREACHABLE_PAUSE_S);
                self.next_check_at = self.next_check_at.map(|at| at.min(look_at));
                LinkChange::None
            }
            // Nothing was asked, or a server on the way answered.
            Some(CallError::NoKey(_) | CallError::Outdated | CallError::Foreign { .. }) => LinkChange::None,
            Some(CallError::Service { .. } | CallError::Decode(_)) | None => {
                let was_failing = std::mem::take(&mut self.is_failing);
                self.heard_at = Some(now);
                match std::mem::replace(&mut self.link, ServiceLink::Connected) {
                    ServiceLink::Unreachable(_) => LinkChange::CameBack,
                    // What was asked at the start failed.
                    ServiceLink::Connecting if was_failing => LinkChange::CameBack,
                    ServiceLink::Connecting
                    | ServiceLink::NotStarted(_)
                    | ServiceLink::Connected
                    | ServiceLink::Locked(_) => LinkChange::None,
                }
            }
        }
    }

    fn note_key(&mut self, answer: &ReadAnswer, error: Option<&CallError>) {
        let seen = match error {
            // Health is answered without a key by some services.
            None if matches!(answer, ReadAnswer::Health(_)) => return,
            None => KeySeen::Taken,
            Some(error) if error.may_refuse_key() => KeySeen::Refused,
            Some(_) => return,
        };
        let kind = std::mem::discriminant(answer);
        self.key_seen.retain(|(known, _)| *known != kind);
        self.key_seen.push((kind, seen));
    }

    /// Whether a read that needs the key was answered. Health says nothing of it: some services answer it without one.
    pub fn is_key_taken(&self) -> bool {
        self.key_seen.iter().any(|(_, seen)| *seen == KeySeen::Taken)
    }

    /// Whether two kinds of reads were refused, and none is answered.
    fn is_key_refused(&self) -> bool {
        self.key_seen.len() > 1 && self.key_seen.iter().all(|(_, seen)| *seen == KeySeen::Refused)
    }

    /// Whether it is time to look at the service; asked once.
    pub(crate) fn take_due(&mut self, now: DateTime<Utc>) -> bool {
        self.next_check_at.take_if(|at| *at <= now).is_some()
    }
}

/// Whether neither the service nor a path that it does not have was answered. One report may fail for good: only a look at
/// the service after it shows that all do.
fn is_failure(error: &CallError) -> bool {
    match error {
        CallError::Service { status, .. } => *status >= 500,
        CallError::Foreign { status, .. } => !(400..500).contains(status) || error.is_refused_by_proxy(),
        CallError::Unreachable(_)
        | CallError::NoKey(_)
        | CallError::Lost(_)
        | CallError::Decode(_)
        | CallError::Outdated => false,
    }
}

/// Looks at the service.
pub(crate) fn check_service(cx: &mut Context<'_>) {
    cx.read(ReadOwner::Connection, Read::Health(Health));
}
