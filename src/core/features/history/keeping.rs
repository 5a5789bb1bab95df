//! Hands payments to the cache, one job at a time: what changes while it is stored is the next.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::Context;
use crate::context::request::FeatureRequest;
use crate::effect::HistoryJob;
use crate::problem::Problem;
use crate::settings::{HistorySettings, SettingsChange};
use paydesk_index::payment_columns::{KnownPayments, StoredPayment};

use super::{FirstPayments, History, HistoryPhase, HistoryReport, OpenedHistory, ReadPlace};

/// How long nothing changes before all columns are written, in seconds.
const IDLE_S: i64 = 20;
/// Payments that are handed over at once; fewer wait for more while reads are under way, since a job costs as much as
/// some fifty of them.
pub const KEPT_TOGETHER: usize = 1_000;
/// How long they wait at most, in milliseconds.
const KEEP_MS: i64 = 500;
/// Payments that the cache does not have yet; with more nothing is read, so that the disk can follow.
const WAITING_MAX: usize = 5_000;

/// What the cache does not have yet.
#[derive(Debug, Default)]
pub struct Unkept {
    payments: BTreeMap<u32, StoredPayment>,
    /// How far the list was read has changed.
    place_changed: bool,
    /// A job was given and not answered.
    is_storing: bool,
    /// When what waits is handed over, however little it is.
    keep_at: Option<DateTime<Utc>>,
    /// When all columns are written, where they were not since the last change.
    write_at: Option<DateTime<Utc>>,
}

impl Unkept {
    pub fn add(&mut self, stored_as: u32, payment: StoredPayment) {
        self.payments.insert(stored_as, payment);
    }

    pub fn place_changed(&mut self) {
        self.place_changed = true;
    }

    /// Whether the cache follows what is read.
    pub fn has_room(&self) -> bool {
        self.payments.len() < WAITING_MAX
    }

    /// Whether the cache has everything.
    pub fn is_empty(&self) -> bool {
        !self.is_storing && self.payments.is_empty() && !self.place_changed
    }

    /// When the next job is due; one that is under way is waited for.
    pub fn due(&self) -> Option<DateTime<Utc>> {
        self.keep_at.or(self.write_at).filter(|_| !self.is_storing)
    }

    /// Whether what waits is handed over now.
    fn is_due(&mut self, has_reads: bool, now: DateTime<Utc>) -> bool {
        let at = *self.keep_at.get_or_insert(now + TimeDelta::milliseconds(KEEP_MS));
        !has_reads || self.payments.len() >= KEPT_TOGETHER || at <= now
    }
}

impl History {
    /// The service of the profile is there: what is stored is read, once.
    pub(crate) fn service_came(&mut self, cx: &mut Context<'_>) {
        // Perhaps with another key.
        self.reads_succeed();
        let HistorySettings { is_off, keep_days, .. } = cx.settings.history(cx.profile_id);
        match (is_off, self.phase) {
            (true, _) => self.phase = HistoryPhase::Off,
            (false, HistoryPhase::Closed) => self.open(keep_days, cx),
            (false, HistoryPhase::Opening | HistoryPhase::Open | HistoryPhase::Off) => {}
        }
    }

    pub(super) fn open(&mut self, keep_days: Option<u32>, cx: &mut Context<'_>) {
        self.phase = HistoryPhase::Opening;
        let keep_since = keep_days.map(|days| cx.now - TimeDelta::days(i64::from(days))).max(self.team.kept_since());
        cx.outbox.push(HistoryJob::Open { profile_id: cx.profile_id.clone(), keep_since });
    }

    /// Reads what is stored once more, without what is older than is kept.
    pub(super) fn reopen(&mut self, keep_days: Option<u32>, cx: &mut Context<'_>) {
        if self.phase == HistoryPhase::Open {
            self.hand_over(cx);
            self.give_up_reads(cx);
            self.open(keep_days, cx);
        }
    }

    /// The cache reports something.
    pub(crate) fn reported(&mut self, report: HistoryReport, cx: &mut Context<'_>) {
        match report {
            HistoryReport::First(first) => self.first_came(*first, cx),
            HistoryReport::Opened(opened) => self.opened(opened, cx),
            HistoryReport::Kept(problem) => {
                self.unkept.is_storing = false;
                self.copy_stored(problem.is_none(), cx);
                self.problem = problem.or(self.problem.take());
            }
            HistoryReport::NotStored(problem) => self.problem = Some(problem),
            HistoryReport::Sorted { nth, order } => self.sorted(nth, order, cx),
            HistoryReport::Counted { nth, counts } => self.counts.counted(nth, counts, cx.now),
        }
    }

    /// Nothing that names rows by their numbers holds any more.
    fn renumbered(&mut self) {
        self.orders.clear();
        self.search.renumber();
    }

    /// The newest of what is stored are shown until the rest is read; nothing else is done with them.
    fn first_came(&mut self, first: FirstPayments, cx: &mut Context<'_>) {
        if self.phase == HistoryPhase::Opening {
            self.columns = first.columns;
            self.renumbered();
            self.search_again(&cx.view);
        }
    }

    /// What is stored was read.
    fn opened(&mut self, opened: Result<Box<OpenedHistory>, Problem>, cx: &mut Context<'_>) {
        if self.phase != HistoryPhase::Opening {
            return;
        }
        self.phase = HistoryPhase::Open;
        match opened {
            Ok(opened) => {
                let OpenedHistory { columns, place, is_written } = *opened;
                self.columns = columns;
                self.renumbered();
                self.place = place;
                self.team_place_opened(cx);
                (self.detail_place, self.detailed_to) = (0, 0);
                self.put_marks();
                self.put_known_names();
                self.pass_detailed();
                self.unkept.write_at =
                    (!is_written && !self.columns.is_empty()).then(|| cx.now + TimeDelta::seconds(IDLE_S));
            }
            Err(problem) => {
                // The newest alone would pass for everything.
                self.columns = KnownPayments::default();
                self.renumbered();
                self.problem = Some(problem);
            }
        }
        self.search_again(&cx.view);
    }

    /// The next job, once the one before is done and enough has come together.
    pub(super) fn keep(&mut self, cx: &mut Context<'_>) {
        if self.unkept.is_storing {
            return;
        }
        let has_reads = !self.under_way.is_empty() && self.reads(cx);
        if self.unkept.is_empty() || self.unkept.is_due(has_reads, cx.now) {
            self.hand_over(cx);
        }
    }

    /// Hands over what changed, and all columns where nothing has changed for a while.
    pub(super) fn hand_over(&mut self, cx: &mut Context<'_>) {
        let profile_id = cx.profile_id.clone();
        if !self.unkept.payments.is_empty() || self.unkept.place_changed {
            let payments = std::mem::take(&mut self.unkept.payments).into_iter().collect();
            (self.unkept.place_changed, self.unkept.keep_at) = (false, None);
            self.unkept.write_at = Some(cx.now + TimeDelta::seconds(IDLE_S));
            self.unkept.is_storing = true;
            cx.outbox.push(HistoryJob::Keep { profile_id, payments, place: self.place.clone() });
        } else if self.unkept.write_at.is_some_and(|at| at <= cx.now) {
            self.unkept.write_at = None;
            cx.outbox.push(HistoryJob::WriteColumns { profile_id, columns: self.columns.share() });
        }
    }

    /// Deletes all that is known and stored of the profile.
    pub(super) fn forget(&mut self, cx: &mut Context<'_>) {
        self.give_up_reads(cx);
        self.team.copying = None;
        (self.columns, self.place) = (KnownPayments::default(), ReadPlace::default());
        self.renumbered();
        self.unkept = Unkept { is_storing: self.unkept.is_storing, ..Unkept::default() };
        (self.detail_place, self.detailed_to, self.statuses_swept_at) = (0, 0, None);
        self.urgent.clear();
        self.disputed_of = None;
        self.unreadable.clear();
        self.problem = None;
        cx.outbox.push(HistoryJob::Forget { profile_id: cx.profile_id.clone() });
        self.search_again(&cx.view);
    }

    /// Changes what is chosen for the profile.
    pub(super) fn choose(&self, change: impl FnOnce(&mut HistorySettings), cx: &mut Context<'_>) {
        let mut chosen = cx.settings.history(cx.profile_id);
        change(&mut chosen);
        let profile_id = cx.profile_id.clone();
        cx.request(FeatureRequest::ChangeSettings(SettingsChange::History(profile_id, chosen)));
    }
}
