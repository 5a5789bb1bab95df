//! Whether the service is there and takes the key: `GET /health` says so, and every answer.

use chrono::{DateTime, TimeDelta, Utc};

use crate::api::error::CallError;
use crate::api::resources::health::calls::Health;
use crate::app::context::Context;
use crate::app::problem::Problem;
use crate::app::read::Read;
use crate::app::service_link::ServiceLink;

/// Pause between looks at a service that is there, in seconds.
const HEALTHY_PAUSE_S: i64 = 60;
/// Pause between looks at one that is not.
const UNREACHABLE_PAUSE_S: i64 = 5;

/// The status of a profile with its service.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ConnectionState {
    pub link: ServiceLink,
    next_check_at: Option<DateTime<Utc>>,
}

/// What an answer says of the connection beyond what was known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::app) enum LinkChange {
    None,
    /// The service that was gone answers again.
    CameBack,
    /// The key was refused.
    Locked,
}

impl ConnectionState {
    /// The service of the profile is ready to be asked; it is looked at now.
    pub(in crate::app) fn ready(now: DateTime<Utc>) -> Self {
        Self { link: ServiceLink::Connecting, next_check_at: Some(now) }
    }

    pub(in crate::app) fn not_started(problem: Problem) -> Self {
        Self { link: ServiceLink::NotStarted(problem), next_check_at: None }
    }

    /// Nothing more is sent with the key.
    pub(in crate::app) fn locked(error: CallError) -> Self {
        Self { link: ServiceLink::Locked(error), next_check_at: None }
    }

    /// Why the profile is locked, if it is.
    pub fn lock(&self) -> Option<&CallError> {
        self.link.lock()
    }

    pub(in crate::app) fn clock_jumped(&mut self, by: TimeDelta) {
        self.next_check_at = self.next_check_at.map(|at| at + by);
    }

    pub(in crate::app) fn next_due(&self) -> Option<DateTime<Utc>> {
        self.next_check_at
    }

    /// The answer of `GET /health` came.
    pub(in crate::app) fn health_answered(&mut self, now: DateTime<Utc>) {
        let is_there = self.link == ServiceLink::Connected;
        let pause = if is_there { HEALTHY_PAUSE_S } else { UNREACHABLE_PAUSE_S };
        if self.lock().is_none() {
            self.next_check_at = Some(now + TimeDelta::seconds(pause));
        }
    }

    /// An answer that is waited for came, with this error or none.
    pub(in crate::app) fn answered(&mut self, error: Option<&CallError>, now: DateTime<Utc>) -> LinkChange {
        match error {
            Some(error) if error.locks_profile() => LinkChange::Locked,
            Some(error @ (CallError::Unreachable(_) | CallError::Lost(_))) => {
                self.link = ServiceLink::Unreachable(error.clone());
                let look_at = now + TimeDelta::seconds(UNREACHABLE_PAUSE_S);
                self.next_check_at = Some(self.next_check_at.map_or(look_at, |at| at.min(look_at)));
                LinkChange::None
            }
            Some(_) | None => match std::mem::replace(&mut self.link, ServiceLink::Connected) {
                ServiceLink::Unreachable(_) => LinkChange::CameBack,
                ServiceLink::Connecting
                | ServiceLink::NotStarted(_)
                | ServiceLink::Connected
                | ServiceLink::Locked(_) => LinkChange::None,
            },
        }
    }

    /// Whether it is time to look at the service; asked once.
    pub(in crate::app) fn take_due(&mut self, now: DateTime<Utc>) -> bool {
        self.next_check_at.take_if(|at| *at <= now).is_some()
    }
}

/// Looks at the service.
pub(in crate::app) fn check_service(cx: &mut Context<'_>) {
    cx.read(Read::Health(Health));
}
