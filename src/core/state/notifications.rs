//! What the notifications are given: what is due by Home, by the operations of all profiles and by the bulk run.

use chrono::{DateTime, TimeDelta, Utc};

use crate::features::bulk::ItemGroup;
use crate::features::bulk::text::finished;
use crate::features::home::HomeItem;
use crate::features::notifications::text::{TEST_SENT, place};
use crate::features::notifications::{
    DueItem, DueNow, DueSubject, EstimatedTime, InFront, NotificationKind, NotificationSource, NotificationsAction,
    key, remembered,
};
use crate::features::toasts::ToastKind;
use crate::operations::Operation;
use crate::problem::Problem;
use crate::route::Route;
use crate::settings::SettingsChange;
use crate::state::State;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::text::visible;

/// A dispute is on its last day for so many hours before its deadline.
const LAST_DAY_HOURS: i64 = 24;
/// So long a read of the payments that can still change is good enough to report from.
const STATUSES_HOLD_S: i64 = 10;

impl State {
    pub(crate) fn handle_notifications(&mut self, action: NotificationsAction) {
        match action {
            NotificationsAction::Change(settings) => self.change_settings(SettingsChange::Notifications(settings)),
            NotificationsAction::SendTest => self.notifications.send_test(&mut self.outbox),
        }
    }

    pub(crate) fn notification_sent(&mut self, number: u64, problem: Option<Problem>) {
        let is_shown = problem.is_none();
        let answered = self.notifications.answered(number, problem);
        self.remember_notified(&answered.reported);
        if answered.was_test && is_shown {
            self.toasts.show(self.now, ToastKind::Positive, TEST_SENT.to_owned(), None);
        }
    }

    fn remember_notified(&mut self, keys: &[u64]) {
        if !keys.is_empty() {
            self.change_settings(SettingsChange::Notified(remembered(&self.settings.notified, keys)));
        }
    }

    /// Sends what is due, where something else may be due than before.
    pub(crate) fn send_due_notifications(&mut self) {
        let source = self.notification_source();
        if !self.notifications.may_be_due(&source, self.now) {
            return;
        }
        let mut due = self.deadlines_due();
        self.read_again_first(&mut due);
        self.add_operations(&mut due);
        due.items.extend(self.ended_run());
        self.add_approvals(&mut due);
        let on_screen = self.notifications.send_due(source, due, self.now, &mut self.outbox);
        self.remember_notified(&on_screen);
    }

    fn notification_source(&self) -> NotificationSource {
        let is_due = |operation: &&Operation| operation.needs_person_from().is_some_and(|from| from <= self.now);
        let operations = self.open_operations().filter(is_due).map(|operation| operation.id.clone()).collect();
        NotificationSource {
            profile_id: self.workspace.profile_id.clone(),
            home: self.workspace.home.revision(),
            operations,
            settings: self.settings.notifications,
            zone: self.zone(),
            in_front: self.in_front(),
            ended_run: self.notifications.ended_run().map(|(_, at)| at),
            is_reading: self.workspace.payments.is_reading_work(),
            statuses_read_at: self.workspace.history.statuses_read_at(),
        }
    }

    fn in_front(&self) -> InFront {
        match (self.has_focus, self.workspace.route) {
            (false, _) => InFront::Other,
            (true, Route::Home) => InFront::Home,
            (true, _) => InFront::Paydesk,
        }
    }

    /// What of Home is too late soon.
    fn deadlines_due(&self) -> DueNow {
        let (profile_id, settings) = (&self.workspace.profile_id, &self.settings.notifications);
        let mut due = DueNow::default();
        for deadline in self.workspace.home.deadlines().iter().filter(|deadline| deadline.at > self.now) {
            let Some((kind, hours)) = lead_of(deadline.item, settings.lead_hours) else { continue };
            if !settings.sends(kind) || self.notifications.has_seen(key(profile_id, kind, &deadline.id)) {
                continue;
            }
            let from = deadline.at - TimeDelta::hours(hours);
            if from > self.now {
                due.wake_at(from);
                continue;
            }
            let may_be_more =
                self.workspace.home.entry(deadline.item).is_none_or(|entry| !entry.waiting.count().is_exact());
            let time = EstimatedTime { at: deadline.at, is_estimated: deadline.is_estimated };
            due.items.push(DueItem {
                profile_id: profile_id.clone(),
                place: self.place_of(profile_id),
                id: deadline.id.clone(),
                amount: deadline.amount.clone(),
                subject: match kind {
                    NotificationKind::DisputesOnLastDay => DueSubject::Dispute { due: time, may_be_more },
                    NotificationKind::ExpiringAuthorizations
                    | NotificationKind::UnknownOutcomes
                    | NotificationKind::BulkRuns
                    | NotificationKind::Approvals => DueSubject::Authorization { ends: time, may_be_more },
                },
            });
        }
        due
    }

    /// Authorizations that were read some time ago wait until they were read again: somebody may have captured them
    /// elsewhere.
    fn read_again_first(&mut self, due: &mut DueNow) {
        let is_capture = |item: &DueItem| item.kind() == NotificationKind::ExpiringAuthorizations;
        if !due.items.iter().any(is_capture) {
            return;
        }
        if self.workspace.payments.is_work_old(self.now) && self.view().can_read() {
            self.with(|features, cx| features.payments.read_work(cx));
        }
        if self.workspace.payments.is_reading_work() || self.reads_statuses_first() {
            due.items.retain(|item| !is_capture(item));
        }
    }

    /// Whether the history, which Home lists deadlines from, is read again before anything of it is reported.
    fn reads_statuses_first(&mut self) -> bool {
        let reads = self.with(|features, cx| features.history.reads(cx));
        let history = &mut self.workspace.history;
        let is_new = |at: DateTime<Utc>| self.now - at < TimeDelta::seconds(STATUSES_HOLD_S);
        let reads_first = reads && history.knows_all() && !history.statuses_read_at().is_some_and(is_new);
        if reads_first {
            history.read_statuses_again();
        }
        reads_first
    }

    /// Operations of all profiles that need a person.
    fn add_operations(&self, due: &mut DueNow) {
        if !self.settings.notifications.sends(NotificationKind::UnknownOutcomes) {
            return;
        }
        for operation in self.open_operations() {
            let Some(from) = operation.needs_person_from() else { continue };
            if from > self.now {
                due.wake_at(from);
                continue;
            }
            let title = format!("{}{}", operation.plan.title(), operation.plan.of_what());
            due.items.push(DueItem {
                profile_id: operation.profile_id.clone(),
                place: self.place_of(&operation.profile_id),
                id: operation.id.as_str().to_owned(),
                amount: operation.amount().cloned(),
                subject: DueSubject::Operation { state: operation.word(), title },
            });
        }
    }

    /// What this person can decide on or send, and what became of what they asked for.
    fn add_approvals(&self, due: &mut DueNow) {
        if !self.settings.notifications.sends(NotificationKind::Approvals) {
            return;
        }
        let (approvals, team) = (&self.workspace.approvals, &self.workspace.team);
        for approval in approvals.news(team) {
            let profile_id = self.workspace.profile_id.clone();
            let status = approval.status().label();
            let id = format!("{:032x} {status}", approval.id().0);
            if self.notifications.has_seen(key(&profile_id, NotificationKind::Approvals, &id)) {
                continue;
            }
            let (person, title) = (visible(approval.last_person(), 60), approval.title.clone());
            let amount = approval.shared.request.operation.amount.clone();
            let subject = DueSubject::Approval { title, person, status };
            due.items.push(DueItem { place: self.place_of(&profile_id), profile_id, id, amount, subject });
        }
    }

    /// The bulk run that ended last, as long as it was not closed.
    fn ended_run(&self) -> Option<DueItem> {
        let (profile_id, at) = self.notifications.ended_run()?;
        let run = self.workspace_of(profile_id)?.bulk.run().filter(|run| run.is_over())?;
        let count = |group: ItemGroup| run.count(group) as u64;
        Some(DueItem {
            profile_id: profile_id.clone(),
            place: self.place_of(profile_id),
            id: at.timestamp_millis().to_string(),
            amount: None,
            subject: DueSubject::BulkRun {
                title: finished(run.kind(), (run.count(ItemGroup::Done), run.count(ItemGroup::Pending)), run.len()),
                done: run.done_sums().clone(),
                not_sent: count(ItemGroup::NotSent),
                failed: count(ItemGroup::Failed),
                unknown: count(ItemGroup::Unknown),
            },
        })
    }

    /// The environment and the name of a profile: `SANDBOX · Embedded sandbox`.
    pub fn place_of(&self, profile_id: &ProfileId) -> String {
        let name = self.profiles.name_of(profile_id).unwrap_or_default();
        place(self.profiles.environment_of(profile_id).word(), visible(&name, 60))
    }
}

/// What is reported of an entry of Home, and how long before its deadline, in hours.
fn lead_of(item: HomeItem, capture_hours: u16) -> Option<(NotificationKind, i64)> {
    match item {
        HomeItem::ToCapture => Some((NotificationKind::ExpiringAuthorizations, i64::from(capture_hours))),
        HomeItem::DisputesToAnswer => Some((NotificationKind::DisputesOnLastDay, LAST_DAY_HOURS)),
        HomeItem::ToReview
        | HomeItem::Remainders
        | HomeItem::OutcomeUnknown
        | HomeItem::PausedRun
        | HomeItem::Approvals
        | HomeItem::PayoutsToFulfil
        | HomeItem::Declines
        | HomeItem::RefundsPending => None,
    }
}
