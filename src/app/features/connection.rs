//! Whether the service is there and takes the key: told by `GET /health` and by every answer.

use chrono::{DateTime, TimeDelta, Utc};

use crate::api::calls::health::Health;
use crate::api::error::CallError;
use crate::api::outcome::LostAnswer;
use crate::api::rate_limit::{Priority, RateHeaders};
use crate::app::message::SecretPlace;
use crate::app::operations::Input;
use crate::app::problem::Problem;
use crate::app::read::{Read, ReadAnswer, RequestId};
use crate::app::service_link::{ServiceLink, not_there};
use crate::app::state::State;
use crate::domain::profile::{Profile, ProfileId};
use crate::domain::secret::SecretKind;

/// Pause between looks at a service that is there, in seconds.
const HEALTHY_PAUSE_S: i64 = 60;
/// Pause between looks at one that is not.
const UNREACHABLE_PAUSE_S: i64 = 5;

/// How a profile stands with its service.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Connection {
    pub link: ServiceLink,
    next_look_at: Option<DateTime<Utc>>,
}

impl Connection {
    /// Why the profile is locked, if it is.
    pub fn lock(&self) -> Option<&CallError> {
        self.link.lock()
    }

    pub(in crate::app) fn clock_jumped(&mut self, by: TimeDelta) {
        self.next_look_at = self.next_look_at.map(|at| at + by);
    }

    pub(in crate::app) fn next_due(&self) -> Option<DateTime<Utc>> {
        self.next_look_at
    }
}

impl State {
    /// The service of the profile is ready to be asked.
    pub(in crate::app) fn service_ready(&mut self, profile: Profile, key_place: Option<SecretPlace>) {
        if profile.id != self.profiles.current {
            // The person has chosen another one meanwhile.
            return;
        }
        if let Some(place) = key_place {
            self.note_place(profile.id.clone(), SecretKind::SecretKey, place);
        }
        self.profiles.key_missing = false;
        self.workspace.profile = Some(profile);
        self.workspace.connection = Connection { link: ServiceLink::Connecting, next_look_at: Some(self.now) };
        self.workspace.payouts.refresh.came_to_service(self.now);
        self.look_at_service();
        self.reload_payments();
        self.count_to_capture();
        self.with_disputes(|disputes, evidence, cx| disputes.service_came(evidence, cx));
        self.begin_analytics();
        self.read_open_payment();
        self.listen_for_events();
    }

    pub(in crate::app) fn service_failed(&mut self, profile_id: &ProfileId, problem: Problem, key_missing: bool) {
        if profile_id != self.profiles.current {
            return;
        }
        self.profiles.key_missing = key_missing;
        self.workspace.profile = None;
        let error = not_there(&problem);
        self.workspace.connection = Connection { link: ServiceLink::NotStarted(problem), next_look_at: None };
        self.drop_reads(&error, "the service is not there");
    }

    /// Why nothing is read now, for lists that would be empty without being so; `None` while reads can be made, or will
    /// be in a moment.
    pub(in crate::app) fn reading_hindrance(&self) -> Option<CallError> {
        self.workspace.connection.link.reading_hindrance()
    }

    /// Gives up all reads under way: what was loading shows `error`, what was about to be sent is not.
    pub(super) fn drop_reads(&mut self, error: &CallError, why: &str) {
        self.workspace.reads.clear();
        self.workspace.payouts.refresh.stop();
        self.workspace.payments.reads_dropped(error);
        self.with_disputes(|disputes, evidence, cx| disputes.reads_dropped(error, evidence, cx));
        self.workspace.analytics.reads_dropped(error);
        self.workspace.customers.reads_dropped(error);
        self.operate(Input::ReadsDropped { why });
    }

    /// The person asks for another try: of the start, or with the locked key.
    pub(in crate::app) fn retry_service(&mut self) {
        self.workspace.connection = Connection::default();
        let lost = CallError::Lost(LostAnswer::ConnectionLost);
        self.drop_reads(&lost, "the connection was started anew before it was sent");
        match self.workspace.profile.clone() {
            Some(profile) => self.service_ready(profile, None),
            None => self.connect(),
        }
    }

    /// Looks at the service if it is time.
    pub(in crate::app) fn look_at_service(&mut self) {
        if self.workspace.connection.next_look_at.is_none_or(|at| at > self.now) {
            return;
        }
        self.workspace.connection.next_look_at = None;
        self.workspace.reads.ask(Read::Health(Health), Priority::Ordinary, self.now);
    }

    /// The answer of `GET /health`.
    pub(in crate::app) fn health_answered(&mut self) {
        let pause = if self.workspace.connection.link == ServiceLink::Connected {
            HEALTHY_PAUSE_S
        } else {
            UNREACHABLE_PAUSE_S
        };
        if self.workspace.connection.lock().is_none() {
            self.workspace.connection.next_look_at = Some(self.now + TimeDelta::seconds(pause));
        }
    }

    /// Every answer tells something of the connection; a service that came back refreshes what failed.
    /// One that nobody waits for any more may be of an earlier key or service: only its headers count.
    pub(in crate::app) fn note_answer(
        &mut self,
        request_id: RequestId,
        answer: &ReadAnswer,
        rate: Option<RateHeaders>,
    ) {
        match answer.error() {
            Some(error) if error.is_rate_limit() => self.workspace.rate.block(&rate.unwrap_or_default(), self.now),
            _ => self.note_rate(rate),
        }
        match answer.error() {
            _ if self.workspace.connection.lock().is_some() || !self.workspace.reads.awaits(request_id) => {}
            Some(error) if error.locks_profile() => self.lock_profile(error),
            Some(error @ (CallError::Unreachable(_) | CallError::Lost(_))) => {
                self.workspace.connection.link = ServiceLink::Unreachable(error.clone());
                let look_at = self.now + TimeDelta::seconds(UNREACHABLE_PAUSE_S);
                self.workspace.connection.next_look_at =
                    Some(self.workspace.connection.next_look_at.map_or(look_at, |at| at.min(look_at)));
            }
            Some(_) | None => self.connected(),
        }
    }

    fn connected(&mut self) {
        let was_gone = matches!(self.workspace.connection.link, ServiceLink::Unreachable(_));
        self.workspace.connection.link = ServiceLink::Connected;
        if !was_gone {
            return;
        }
        self.workspace.payouts.refresh.came_to_service(self.now);
        self.retry_failed_payments();
        self.with_disputes(|disputes, evidence, cx| disputes.retry_failed(evidence, cx));
        self.retry_failed_metrics();
    }

    pub(in crate::app) fn note_rate(&mut self, rate: Option<RateHeaders>) {
        if let Some(rate) = rate {
            self.workspace.rate.observe(&rate, self.now);
        }
    }

    /// 401: nothing more is sent with this key; open operations stay listed.
    pub(in crate::app) fn lock_profile(&mut self, error: &CallError) {
        self.workspace.connection = Connection { link: ServiceLink::Locked(error.clone()), next_look_at: None };
        self.drop_reads(error, "the profile was locked before it was sent");
    }
}
