//! Every payment of the service, known here: read in the background, stored on this machine, searched at once.
//!
//! [`reading`] decides what is read next, [`from_team`] takes it from a team instead where a hub reads for all, [`taking`]
//! takes in what was read or reported, [`keeping`] hands it to the cache, [`searching`] finds payments. What is read is asked with the lowest priority: it leaves two fifths of the rate
//! limit to everything else.
//!
//! What happens in which order: all pages of the list, the newest first; then the newest again every two minutes,
//! those in a status that changes every ten, those of the last 30 days every six hours. Details are read one by one where
//! the list does not carry them: of payments with open disputes before any page, what is due soonest first; then of what
//! was just reported or changed, of what is in a status that changes, and of all others, the newest first.

mod certainty;
mod completeness;
mod copying;
mod counting;
mod from_team;
mod keeping;
mod older;
mod older_search;
mod orders;
pub(crate) mod reading;
mod searching;
mod sorting;
mod stored;
mod taking;
mod team_reports;
mod team_source;
pub mod text;

use std::collections::{BTreeSet, HashMap, VecDeque};

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::Context;
use crate::context::request::FeatureRequest;
use crate::dialog::{Dialog, HistoryDeletion};
use crate::payment_reading::{PagesAhead, Sweep};
use crate::problem::Problem;
use crate::read::RequestId;
use paydesk_api::error::CallError;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::known::Known;
use paydesk_domain::money_sums::MoneySums;
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_index::payment_columns::{KnownCustomer, KnownPayments, SortKey};
use paydesk_index::payment_query::PaymentQuery;

pub use crate::payment_reading::{CopiedPlace, ReadPlace};
pub use certainty::RelatedKnown;
pub use completeness::{KnownSoFar, why_incomplete};
pub use keeping::KEPT_TOGETHER;
pub use older_search::{OlderSearch, OlderStage};
pub use searching::HistorySearch;
pub use stored::{FirstPayments, HistoryReport, OpenedHistory};
pub use team_reports::{TeamPaymentsReport, TeamPaymentsState};
pub use team_source::{Copying, STORED_HERE_MAX, TeamSource};

use certainty::{KnownOfAll, RelatedMarks, certainty};
use counting::ViewCounts;
use keeping::Unkept;
use orders::Orders;
use reading::UnderWay;

/// How far the cache of the profile is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HistoryPhase {
    /// Nothing was asked of it.
    #[default]
    Closed,
    Opening,
    Open,
    /// A person switched it off.
    Off,
}

/// Every payment of the service that is known here.
#[derive(Debug, Default)]
pub struct History {
    phase: HistoryPhase,
    columns: KnownPayments,
    place: ReadPlace,
    /// Why nothing is stored.
    problem: Option<Problem>,
    /// Requests under way.
    under_way: Vec<(RequestId, UnderWay)>,
    /// Pages of the whole list that came before one in front of them.
    pages_ahead: PagesAhead,
    /// What is read again from the top, or by a status.
    sweep: Option<Sweep>,
    /// When the statuses that change were last read.
    statuses_swept_at: Option<DateTime<Utc>>,
    /// Payments of open disputes, what is due soonest first: their details are read before anything else.
    disputed: VecDeque<PaymentId>,
    /// What counted the changes of disputes when these were taken.
    disputed_of: Option<u64>,
    /// Payments whose details are read first of all others.
    urgent: VecDeque<PaymentId>,
    /// How far the details of all others were looked for, in the order by age.
    detail_place: usize,
    /// The details of all before this were read, in the same order.
    detailed_to: usize,
    /// Looking for them goes on in the next turn.
    looks_on: bool,
    /// Payments whose details the service does not give: they are not asked for again.
    unreadable: BTreeSet<PaymentId>,
    /// What is known of the refunds and disputes of payments, whether they are here or not.
    marks: HashMap<PaymentId, RelatedMarks>,
    /// What customers are called, by their IDs.
    customers: HashMap<String, KnownCustomer>,
    /// Reads that failed one after the other, and when the next may be made.
    failures: u32,
    /// What the service refused last, unless it answered since.
    refusal: Option<CallError>,
    reads_done: usize,
    /// What was read before this is read again.
    read_now_at: Option<DateTime<Utc>>,
    retry_at: Option<DateTime<Utc>>,
    unkept: Unkept,
    search: HistorySearch,
    orders: Orders,
    counts: ViewCounts,
    team: TeamSource,
}

/// For how many days payments can be kept; without a number all are.
pub const KEEP_CHOICES: [Option<u32>; 4] = [None, Some(30), Some(90), Some(365)];

/// What the person does with it.
#[derive(Debug, Clone, PartialEq)]
pub enum HistoryAction {
    /// Looks for what the line says; an empty one ends the search.
    Search(String),
    Sort(SortKey),
    /// Looks again, and takes into the order what was read since.
    SearchAgain,
    /// Goes on with the search for what is older than what is stored here.
    SearchOlder,
    /// Reads the newest and those that change now, however long ago they were read.
    ReadNow,
    Pause,
    Resume,
    /// Like `Keep`, but asks first where that deletes payments.
    AskToKeep(Option<u32>),
    /// Keeps what was created in the last so many days, or everything.
    Keep(Option<u32>),
    /// Shows what would be deleted before it is.
    Ask(HistoryDeletion),
    /// Deletes all that is stored of the profile and reads it again.
    Forget,
    /// Deletes it and reads nothing more.
    TurnOff,
    TurnOn,
}

impl History {
    pub fn phase(&self) -> HistoryPhase {
        self.phase
    }

    /// All payments that are known.
    pub fn columns(&self) -> &KnownPayments {
        &self.columns
    }

    pub fn place(&self) -> &ReadPlace {
        &self.place
    }

    pub fn search(&self) -> &HistorySearch {
        &self.search
    }

    /// Whether the newest payments are known alone: all others are being read from this machine.
    pub fn has_first_alone(&self) -> bool {
        self.phase == HistoryPhase::Opening && !self.columns.is_empty()
    }

    /// Whether a search waits until everything that is stored was read.
    pub fn is_waiting(&self) -> bool {
        self.has_first_alone() && self.search.is_active() && !self.search.shows_newest()
    }

    /// Whether what is found waits to be put into the order that was asked for.
    pub fn is_sorting(&self) -> bool {
        self.orders.is_first_of(self.search.sort().key)
    }

    /// Whether everything was read at or after `since`, as far as the service shows it, and nothing is left to read.
    pub fn is_current(&self, since: DateTime<Utc>) -> bool {
        let is_since = |at: Option<DateTime<Utc>>| at.is_some_and(|at| at >= since);
        let is_read =
            self.under_way.is_empty() && self.sweep.is_none() && self.urgent.is_empty() && self.disputed.is_empty();
        let looked_through = self.detail_place >= self.columns.newest().len();
        self.place.is_whole
            && is_since(self.place.as_of)
            && is_since(self.statuses_swept_at)
            && is_read
            && looked_through
            && self.unkept.is_empty()
    }

    /// Whether the whole list was read at or after `since`; details may still be missing.
    pub fn is_listed(&self, since: DateTime<Utc>) -> bool {
        let is_since = |at: Option<DateTime<Utc>>| at.is_some_and(|at| at >= since);
        let reads_list = self.under_way.iter().any(|(_, known)| !matches!(known, UnderWay::Detail(_)));
        self.place.is_whole
            && is_since(self.place.as_of)
            && is_since(self.statuses_swept_at)
            && self.sweep.is_none()
            && !reads_list
    }

    /// Whether every payment of the service is known here.
    pub fn knows_all(&self) -> bool {
        let count = self.columns.len() as u64;
        self.phase == HistoryPhase::Open && self.place.is_whole && self.place.total.is_none_or(|total| count >= total)
    }

    /// Whether every payment that was created since a time is known here: the list is read from the newest on.
    pub fn knows_since(&self, since: DateTime<Utc>) -> bool {
        let read_to = || self.columns.created(self.columns.find(self.place.after.as_ref()?)?);
        let is_read_to = || !self.place.is_stalled && read_to().is_some_and(|created| created < since);
        let is_read = || self.phase == HistoryPhase::Open && !self.place.is_whole && is_read_to();
        self.knows_dates() && (self.knows_all() || is_read())
    }

    /// Whether the time of creation of every payment could be read.
    fn knows_dates(&self) -> bool {
        self.columns.undated().next().is_none()
    }

    /// How many payments the service has, as far as that is known here.
    pub fn total(&self) -> Known<u64> {
        let here = self.columns.len() as u64;
        let reported = Known::exact(self.place.total.filter(|_| self.phase == HistoryPhase::Open));
        let counted = Known::Exact(here).at_least_if(!self.knows_all());
        reported.map(|total| total.max(here)).or(counted).at_least_if(!self.place.is_read)
    }

    /// Whether the details of every payment that was created since a time were read, as far as the service gives them.
    pub fn has_details_since(&self, since: DateTime<Utc>) -> bool {
        let is_older = |row: &u32| self.columns.created(*row as usize).is_some_and(|created| created < since);
        self.knows_all() && self.columns.newest().get(self.detailed_to).is_none_or(is_older)
    }

    fn is_unreadable(&self, row: usize) -> bool {
        !self.unreadable.is_empty()
            && self.columns.id_text(row).is_some_and(|id| self.unreadable.contains(&PaymentId::new(id)))
    }

    /// The payments of these statuses, the newest first; `None` where not every payment is known.
    pub fn all_with_status(&self, is_wanted: impl Fn(&PaymentStatus) -> bool) -> Option<Vec<PaymentRow>> {
        let rows = || self.columns.rows_with_status(is_wanted).into_iter();
        self.knows_all().then(|| rows().filter_map(|row| self.columns.payment(row)).map(|known| known.row).collect())
    }

    /// These queries are counted from now on.
    pub(crate) fn count_queries(&mut self, queries: Vec<Option<PaymentQuery>>) {
        self.counts.want(queries);
    }

    /// How many payments the query at `place` finds, as far as they are known.
    pub fn query_count(&self, place: usize, related: RelatedKnown) -> Known<u64> {
        if self.phase != HistoryPhase::Open {
            return Known::Unknown;
        }
        self.counts
            .get(place, &self.columns, |query| self.certainty(query, related))
            .at_least_if(!self.knows_all() || !self.place.is_read)
    }

    /// Whether what is found is all that the service has of it.
    pub fn found_is_all(&self, related: RelatedKnown) -> bool {
        let knows_older = self.search.older.stage == OlderStage::All && self.place.is_whole;
        self.certainty(self.search.query(), related)(0).is_exact()
            && self.place.is_read
            && (self.knows_all() || knows_older)
    }

    /// What the payments that are found come to.
    pub fn found_sums(&self, related: RelatedKnown) -> Known<MoneySums> {
        Known::Exact(self.search.sums().clone()).at_least_if(!self.found_is_all(related))
    }

    fn certainty(&self, query: &PaymentQuery, related: RelatedKnown) -> fn(u64) -> Known<u64> {
        let details = self.columns.detailed() == self.columns.len();
        certainty(query, KnownOfAll { details, dates: self.knows_dates(), related })
    }

    /// When it was last read which payments have a status that can still change.
    pub fn statuses_read_at(&self) -> Option<DateTime<Utc>> {
        self.statuses_swept_at
    }

    /// Reads again, as soon as it can, which payments have a status that can still change.
    pub(crate) fn read_statuses_again(&mut self) {
        self.statuses_swept_at = None;
        self.team.ask_state();
    }

    /// How many reads were answered.
    pub fn reads_done(&self) -> usize {
        self.reads_done
    }

    /// Why the service refused what was asked last; `None` once it answered again.
    pub fn refusal(&self) -> Option<&CallError> {
        self.refusal.as_ref()
    }

    /// Whether nothing more is asked with this key, until it is replaced or a person asks.
    pub fn is_refused_to_key(&self) -> bool {
        self.refusal.as_ref().is_some_and(CallError::refuses_key)
    }

    /// Why nothing is stored.
    pub fn problem(&self) -> Option<&Problem> {
        self.problem.as_ref()
    }

    pub(crate) fn handle(&mut self, action: HistoryAction, cx: &mut Context<'_>) {
        let chosen = cx.settings.history(cx.profile_id);
        match action {
            HistoryAction::Search(text) => self.search_for(text, &cx.view),
            HistoryAction::Sort(key) => self.sort_by(key, &cx.view),
            HistoryAction::SearchAgain => self.search_again(&cx.view),
            HistoryAction::SearchOlder => self.search_older(cx),
            HistoryAction::ReadNow => {
                self.reads_succeed();
                self.read_now_at = Some(cx.now);
                self.team.ask_state();
            }
            HistoryAction::Pause => self.choose(|chosen| chosen.is_paused = true, cx),
            HistoryAction::Resume => {
                self.reads_succeed();
                self.choose(|chosen| chosen.is_paused = false, cx);
            }
            HistoryAction::AskToKeep(days) => {
                let next = match days.filter(|days| self.older_than(*days, cx.now) > 0) {
                    Some(days) => HistoryAction::Ask(HistoryDeletion::Shorten(days)),
                    None => HistoryAction::Keep(days),
                };
                self.handle(next, cx);
            }
            HistoryAction::Keep(days) => {
                self.choose(|chosen| chosen.keep_days = days, cx);
                // How far back the team's payments are stored is another.
                if self.place.team.take().is_some() {
                    self.unkept.place_changed();
                }
                self.reopen(days, cx);
            }
            HistoryAction::Ask(deletion) => {
                let dialog = Dialog::DeleteHistory { deletion, profile_id: cx.profile_id.clone(), opened_at: cx.now };
                cx.request(FeatureRequest::ShowDialog(Box::new(dialog)));
            }
            HistoryAction::Forget => {
                self.forget(cx);
                self.phase = HistoryPhase::Open;
            }
            HistoryAction::TurnOff => {
                self.choose(|chosen| chosen.is_off = true, cx);
                self.forget(cx);
                self.phase = HistoryPhase::Off;
            }
            HistoryAction::TurnOn => {
                self.choose(|chosen| chosen.is_off = false, cx);
                self.phase = HistoryPhase::Closed;
                self.open(chosen.keep_days, cx);
            }
        }
    }

    /// How many of the payments that are known were created before the last so many days.
    pub fn older_than(&self, days: u32, now: DateTime<Utc>) -> usize {
        self.created_before(now - TimeDelta::days(days.into()))
    }

    /// How many of them were created before a time.
    fn created_before(&self, since: DateTime<Utc>) -> usize {
        let newest = self.columns.newest();
        let is_kept = |row: &u32| self.columns.created(*row as usize).is_some_and(|created| created >= since);
        let with_age = newest.partition_point(|row| self.columns.created(*row as usize).is_some());
        with_age - newest[..with_age].partition_point(is_kept)
    }

    /// When something is next to do by itself.
    pub fn next_due(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        if self.phase != HistoryPhase::Open {
            return None;
        }
        [
            self.reading_due(now),
            self.team.due(),
            self.unkept.due(),
            self.search.due(),
            self.search.older().due(),
            self.sort_again_at(),
            self.counts.again_at(),
        ]
        .into_iter()
        .flatten()
        .min()
    }
}
