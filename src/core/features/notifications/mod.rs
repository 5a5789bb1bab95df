//! Notifications of the system, for what a person has to know while Paydesk is not in front: authorizations about to
//! expire, disputes on their last day, outcomes that are not known, finished bulk runs.
//!
//! It finds out nothing by itself: it is given what is due, by what Home shows and by the operations of all profiles.
//! Each object is reported once, also across restarts; what is due together is one notification. What falls into quiet
//! hours is reported after them, in one notification, as far as it still holds. What is on screen is not sent: outcomes and
//! bulk runs while the window is in front, which shows them in a toast, and deadlines while Home is.

mod desktop_notification;
mod due;
mod preferences;
pub mod text;
mod wording;

use std::collections::{BTreeMap, HashSet};

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::Context;
use crate::context::fact::FeatureFact;
use crate::effect::SystemEffect;
use crate::outbox::Outbox;
use crate::problem::Problem;
use paydesk_domain::ids::OperationId;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::zone::Zone;

pub use desktop_notification::DesktopNotification;
pub use due::{DueItem, DueSubject, EstimatedTime, key};
pub use preferences::{
    LEAD_HOURS, NotificationKind, NotificationSettings, QuietHours, REMEMBERED_MAX, clock_text, parse_clock,
};
use wording::{NotificationText, Wording};

/// So many notifications may wait for the answer of the system at once.
const UNANSWERED_MAX: usize = 32;

/// What a person does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotificationsAction {
    Change(NotificationSettings),
    SendTest,
}

/// What the person has in front.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InFront {
    /// Another program.
    Other,
    /// A panel without deadlines: only toasts say what happens.
    Paydesk,
    /// Home, which shows the deadlines too.
    Home,
}

impl InFront {
    fn shows(self, kind: NotificationKind) -> bool {
        match self {
            Self::Other => false,
            Self::Paydesk => kind.is_toast(),
            Self::Home => true,
        }
    }
}

/// Another value whenever something else may be due, besides by the time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificationSource {
    pub profile_id: ProfileId,
    /// Of Home.
    pub home: u64,
    /// The operations that need a person.
    pub operations: Vec<OperationId>,
    pub settings: NotificationSettings,
    pub zone: Zone,
    pub in_front: InFront,
    /// When a bulk run ended last.
    pub ended_run: Option<DateTime<Utc>>,
    pub is_reading: bool,
    /// When it was last read which payments can still change.
    pub statuses_read_at: Option<DateTime<Utc>>,
}

/// What is due now, and when the next thing is.
#[derive(Debug, Default)]
pub struct DueNow {
    pub items: Vec<DueItem>,
    pub next: Option<DateTime<Utc>>,
}

impl DueNow {
    /// Something is due at this time, which has not come yet.
    pub(crate) fn wake_at(&mut self, at: DateTime<Utc>) {
        self.next = self.next.into_iter().chain([at]).min();
    }
}

/// What came of a notification.
#[derive(Debug, PartialEq, Eq)]
pub struct AnsweredNotification {
    /// The objects that are to be remembered.
    pub reported: Vec<u64>,
    pub was_test: bool,
}

/// One that the system has not answered yet.
#[derive(Debug)]
struct UnansweredNotification {
    number: u64,
    reported: Vec<u64>,
    is_test: bool,
}

/// Notifications of the system, and what they have told already.
#[derive(Debug, Default)]
pub struct DesktopNotifications {
    /// What was reported, or was on screen, in this run and before.
    seen: HashSet<u64>,
    source: Option<NotificationSource>,
    next_due: Option<DateTime<Utc>>,
    /// When a kind was last sent of a profile.
    sent_at: BTreeMap<(ProfileId, NotificationKind), DateTime<Utc>>,
    /// Quiet hours hold something back.
    is_holding: bool,
    unanswered: Vec<UnansweredNotification>,
    last_number: u64,
    problem: Option<Problem>,
    /// The profile whose bulk run ended last, and when.
    ended_run: Option<(ProfileId, DateTime<Utc>)>,
}

impl DesktopNotifications {
    /// `remembered` is what was reported before.
    pub fn new(remembered: &[u64]) -> Self {
        Self { seen: remembered.iter().copied().collect(), ..Self::default() }
    }

    /// Why the last notification was not shown.
    pub fn problem(&self) -> Option<&Problem> {
        self.problem.as_ref()
    }

    /// A test notification is on its way.
    pub fn is_testing(&self) -> bool {
        self.unanswered.iter().any(|sent| sent.is_test)
    }

    /// When something is due next.
    pub fn next_due(&self) -> Option<DateTime<Utc>> {
        self.next_due
    }

    pub fn has_seen(&self, key: u64) -> bool {
        self.seen.contains(&key)
    }

    /// The profile whose bulk run ended last, and when.
    pub fn ended_run(&self) -> Option<(&ProfileId, DateTime<Utc>)> {
        self.ended_run.as_ref().map(|(profile_id, at)| (profile_id, *at))
    }

    /// Takes in what is known now.
    pub(crate) fn on_fact(&mut self, fact: &FeatureFact, cx: &Context<'_>) {
        if *fact == FeatureFact::BulkRunEnded {
            self.ended_run = Some((cx.profile_id.clone(), cx.now));
        }
    }

    /// Whether something else may be due than when it was last looked at.
    pub(crate) fn may_be_due(&self, source: &NotificationSource, now: DateTime<Utc>) -> bool {
        self.source.as_ref() != Some(source) || self.next_due.is_some_and(|due| due <= now)
    }

    /// Sends what is due. The objects that were only on screen are given back to be remembered.
    pub(crate) fn send_due(
        &mut self,
        source: NotificationSource,
        due: DueNow,
        now: DateTime<Utc>,
        outbox: &mut Outbox,
    ) -> Vec<u64> {
        let DueNow { mut items, next } = due;
        let (settings, zone, in_front) = (source.settings, source.zone, source.in_front);
        self.source = Some(source);
        self.next_due = next;
        items.retain(|item| settings.sends(item.kind()) && !self.has_seen(item.key()));
        let on_screen: Vec<u64> = items.iter().filter(|item| in_front.shows(item.kind())).map(DueItem::key).collect();
        self.seen.extend(&on_screen);
        items.retain(|item| !self.has_seen(item.key()));
        if let Some(end) = settings.quiet_hours.until(now, zone) {
            self.is_holding |= !items.is_empty();
            self.wake_at(if items.is_empty() { None } else { Some(end) });
            return on_screen;
        }
        let wording = Wording { zone, lead_hours: settings.lead_hours };
        let was_holding = std::mem::take(&mut self.is_holding);
        let groups = groups(items);
        if was_holding && groups.len() > 1 {
            self.note_sent(&groups, now);
            let text = wording.after_quiet_hours(&groups);
            self.send(text, keys(&groups), false, outbox);
            return on_screen;
        }
        for group in groups {
            if let Some(paused_until) = self.paused_until(&group, now) {
                self.wake_at(Some(paused_until));
                continue;
            }
            let text = wording.of_group(&group);
            let group = [group];
            self.note_sent(&group, now);
            self.send(text, keys(&group), false, outbox);
        }
        on_screen
    }

    fn wake_at(&mut self, at: Option<DateTime<Utc>>) {
        self.next_due = self.next_due.into_iter().chain(at).min();
    }

    /// Until when a group waits for others of its kind, because some were reported a moment ago.
    fn paused_until(&self, group: &[DueItem], now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let first = group.first()?;
        let last = self.sent_at.get(&(first.profile_id.clone(), first.kind()))?;
        // A clock that was set back must not silence it for long.
        let until = *last + first.kind().pause();
        (*last <= now && until > now).then_some(until)
    }

    fn note_sent(&mut self, groups: &[Vec<DueItem>], now: DateTime<Utc>) {
        for item in groups.iter().flatten() {
            self.seen.insert(item.key());
            self.sent_at.insert((item.profile_id.clone(), item.kind()), now);
        }
    }

    /// Sends one that says nothing but that notifications work.
    pub(crate) fn send_test(&mut self, outbox: &mut Outbox) {
        let text = NotificationText {
            title: text::TEST_TITLE.to_owned(),
            body: "Paydesk notifications are working".to_owned(),
        };
        self.send(text, Vec::new(), true, outbox);
    }

    fn send(&mut self, text: NotificationText, reported: Vec<u64>, is_test: bool, outbox: &mut Outbox) {
        self.last_number += 1;
        let number = self.last_number;
        if self.unanswered.len() >= UNANSWERED_MAX {
            self.unanswered.remove(0);
        }
        self.unanswered.push(UnansweredNotification { number, reported, is_test });
        let NotificationText { title, body } = text;
        outbox.push(SystemEffect::Notify(DesktopNotification { number, title, body }));
    }

    /// The system showed a notification, or did not: what was not shown is reported again after a restart, not before.
    pub(crate) fn answered(&mut self, number: u64, problem: Option<Problem>) -> AnsweredNotification {
        let place = self.unanswered.iter().position(|sent| sent.number == number);
        let sent = place.map(|place| self.unanswered.remove(place));
        let is_shown = problem.is_none();
        self.problem = problem;
        let was_test = sent.as_ref().is_some_and(|sent| sent.is_test);
        let reported = sent.filter(|_| is_shown).map(|sent| sent.reported).unwrap_or_default();
        AnsweredNotification { reported, was_test }
    }

    /// The clock was set: what is counted goes on being counted right.
    pub(crate) fn clock_jumped(&mut self, by: TimeDelta) {
        self.sent_at.values_mut().for_each(|at| *at += by);
        self.source = None;
    }
}

/// Those of one kind in one profile together, in the order of the kinds.
fn groups(items: Vec<DueItem>) -> Vec<Vec<DueItem>> {
    let mut groups: BTreeMap<(NotificationKind, ProfileId), Vec<DueItem>> = BTreeMap::new();
    for item in items {
        groups.entry((item.kind(), item.profile_id.clone())).or_default().push(item);
    }
    groups.into_values().collect()
}

fn keys(groups: &[Vec<DueItem>]) -> Vec<u64> {
    groups.iter().flatten().map(DueItem::key).collect()
}

/// What is remembered once `reported` is too.
pub fn remembered(before: &[u64], reported: &[u64]) -> Vec<u64> {
    let new = reported.iter().filter(|key| !before.contains(key));
    let mut all: Vec<u64> = before.iter().chain(new).copied().collect();
    all.drain(..all.len().saturating_sub(REMEMBERED_MAX));
    all
}
