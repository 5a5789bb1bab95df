//! Reads the lists of refunds, payouts, customers, payment links and API keys, where the service has them.
//!
//! Whether it does is learned from the first answer ([`CapabilityTraits`](crate::service_traits::CapabilityTraits)),
//! and asked once. The rows go into the [records](crate::records) of the profile, which have what was made here and
//! reported by events, too; here is how far each list was read. A list counts as whole only where its pages came to an
//! end and brought as many rows as the service says there are.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::fact::FeatureFact;
use crate::context::request::FeatureRequest;
use crate::context::{Context, WorkspaceView};
use crate::operations::{Operation, Outcome, Phase};
use crate::pages::{ListProgress, PageRead, Pages};
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;
use crate::route::Route;
use crate::service_traits::{CapabilityChange, TraitChange};
use paydesk_api::endpoints::ReadEndpoint;
use paydesk_api::error::CallError;
use paydesk_api::operation::Endpoint;
use paydesk_api::record_reads::{
    ListRecords, Offering, Paging, RECORD_READS, RecordPage, RecordReads, offering, reads_of,
};
use paydesk_domain::operation::ResourceKind;

/// How far the clocks of a service and of this machine may be apart.
pub(crate) const CLOCKS_DIFFER: TimeDelta = TimeDelta::hours(25);
/// A list that was read so lately is not read again because it is shown.
const LATELY: TimeDelta = TimeDelta::seconds(60);
/// Rows that were moved to another page while the list was read are looked for so often.
const ROUNDS_MAX: u32 = 3;
/// Pauses between looks for a payout whose creation was not answered: in the first ten minutes, and after that.
const SEARCH_PAUSES: [TimeDelta; 2] = [TimeDelta::seconds(30), TimeDelta::minutes(5)];
const SEARCHED_OFTEN: TimeDelta = TimeDelta::minutes(10);

/// How far the list of each kind was read.
#[derive(Debug, Default)]
pub struct RecordLists {
    lists: BTreeMap<ResourceKind, RecordList>,
    revision: u64,
}

/// How far the list of one kind was read.
#[derive(Debug, Default)]
struct RecordList {
    pages: Pages,
    request_id: Option<RequestId>,
    /// What came since the first page of this reading.
    seen: BTreeSet<String>,
    /// How often the list was read from its first page, because rows were missing at its end.
    rounds: u32,
    /// The service says that there is more, and sends nothing new; or rows are missing after all rounds.
    is_partial: bool,
    /// When its last row came, of a reading to the end.
    whole_at: Option<DateTime<Utc>>,
    asked_at: Option<DateTime<Utc>>,
    /// When the reading was begun that `whole_at` ended.
    whole_asked_at: Option<DateTime<Utc>>,
}

/// What is known of the list of a kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Listing<'a> {
    /// The service has no list of them, or not for this key: what is known here is shown.
    None(Offering),
    /// It was not read to its end yet.
    Unread,
    Failed(&'a CallError),
    /// It was read as far as the service gave it: rows may be missing.
    Partial,
    /// All that the service had at this time is known here.
    Whole(DateTime<Utc>),
}

impl Listing<'_> {
    /// Whether the service has the list, and not for the key that was used.
    pub fn is_refused_to_key(&self) -> bool {
        matches!(self, Self::None(Offering::NotForKey))
    }
}

impl RecordLists {
    /// How far the list of a kind was read; of a kind that no service lists, that there is none.
    pub fn listing(&self, kind: ResourceKind, view: &WorkspaceView<'_>) -> Listing<'_> {
        let Some(reads) = reads_of(kind) else { return Listing::None(Offering::NotOffered) };
        match view.traits.capabilities.offering(reads.list) {
            Some(none @ (Offering::NotOffered | Offering::NotForKey)) => return Listing::None(none),
            Some(Offering::Offered) | None => {}
        }
        let Some(list) = self.lists.get(&kind) else { return Listing::Unread };
        match (&list.pages, list.whole_at) {
            (Pages::Failed(error), _) => Listing::Failed(error),
            (_, Some(at)) => Listing::Whole(at),
            (_, None) if list.is_partial => Listing::Partial,
            (Pages::NotAsked | Pages::Loading | Pages::Idle, None) => Listing::Unread,
        }
    }

    /// Whether all that the service had is known here, as of the last reading.
    pub fn is_whole(&self, kind: ResourceKind) -> bool {
        self.lists.get(&kind).is_some_and(|list| list.whole_at.is_some() && !matches!(list.pages, Pages::Failed(_)))
    }

    /// Whether a page of it is under way.
    pub fn is_reading(&self, kind: ResourceKind) -> bool {
        self.lists.get(&kind).is_some_and(|list| list.pages == Pages::Loading)
    }

    /// Whether a page is under way at a service that is known to have the list.
    pub fn is_loading(&self, kind: ResourceKind, view: &WorkspaceView<'_>) -> bool {
        self.is_reading(kind) && is_offered(kind, view)
    }

    /// When the list of a kind was read to its end, by the time that reading began.
    pub fn whole_asked_at(&self, kind: ResourceKind) -> Option<DateTime<Utc>> {
        self.lists.get(&kind)?.whole_asked_at
    }

    /// Another number whenever one of them may stand otherwise.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The list of a kind is shown: it is read, unless that was done a moment ago.
    pub(crate) fn show(&mut self, kind: ResourceKind, cx: &mut Context<'_>) {
        let read = self.lists.get(&kind).filter(|list| !matches!(list.pages, Pages::Failed(_)));
        let asked_at = read.and_then(|list| list.asked_at);
        if asked_at.is_none_or(|at| !(TimeDelta::zero()..LATELY).contains(&(cx.now - at))) {
            self.read(kind, cx);
        }
    }

    /// The panel of a kind is in front. The list of API keys is asked for once their admin key was found.
    fn show_in_panel(&mut self, route: Route, cx: &mut Context<'_>) {
        if let Some(kind) = route.resource().filter(|kind| *kind != ResourceKind::ApiKey) {
            self.show(kind, cx);
        }
    }

    /// Reads the list of a kind from its first page, where the service has one or may have one.
    pub(crate) fn read(&mut self, kind: ResourceKind, cx: &mut Context<'_>) {
        let Some(first) = ListRecords::first_of(kind, cx.merchant_id()) else { return };
        let may_ask = cx.traits.capabilities.may_offer(first.reads().list) && cx.can_read();
        let list = self.lists.entry(kind).or_default();
        if may_ask && list.pages != Pages::Loading {
            (list.rounds, list.asked_at) = (1, Some(cx.view.now));
            list.ask(first, cx);
            self.revision += 1;
        }
    }

    /// A person wants to know what became of operations: those that are looked for in a list are looked for now.
    pub(crate) fn look_now(&mut self, cx: &mut Context<'_>) {
        if self.next_due(&cx.view).is_some() {
            self.read(ResourceKind::Payout, cx);
        }
    }

    /// A page came; its rows are known already.
    pub(crate) fn answered(
        &mut self,
        request_id: RequestId,
        asked: &ListRecords,
        result: &Result<RecordPage, CallError>,
        cx: &mut Context<'_>,
    ) {
        let list = self.lists.entry(asked.kind()).or_default();
        if list.request_id.take_if(|id| *id == request_id).is_none() {
            return;
        }
        self.revision += 1;
        learn(asked.reads().list, result.as_ref().err(), cx);
        match result {
            Ok(page) => list.take(asked, page, cx),
            Err(error) => list.pages = Pages::Failed(error.clone()),
        }
    }

    /// What was known of these lists was forgotten: each that was read or asked for is asked for again at once.
    pub(crate) fn read_forgotten(&mut self, endpoints: &[ReadEndpoint], cx: &mut Context<'_>) {
        let is_forgotten =
            |reads: &&RecordReads| endpoints.contains(&reads.list) && self.lists.contains_key(&reads.kind);
        let kinds: Vec<ResourceKind> = RECORD_READS.iter().filter(is_forgotten).map(|reads| reads.kind).collect();
        kinds.into_iter().for_each(|kind| self.read(kind, cx));
    }

    /// Takes in what is known now.
    #[expect(clippy::wildcard_enum_match_arm, reason = "it takes what it builds on")]
    pub(crate) fn on_fact(&mut self, fact: &FeatureFact, cx: &mut Context<'_>) {
        match fact {
            FeatureFact::TimePassed => self.poll(cx),
            FeatureFact::PanelShown { route, .. } => self.show_in_panel(*route, cx),
            FeatureFact::ServiceReady => self.show_in_panel(cx.route, cx),
            FeatureFact::ServiceCameBack => self.retry_failed(cx),
            FeatureFact::ReadsDropped(error) => self.reads_dropped(error),
            // It may be there all the same.
            FeatureFact::OperationEnded(ended)
                if ended.is_read_at_once(cx.is_shown)
                    && is_looked_for(&ended.operation, &cx.view)
                    && matches!(ended.outcome, Outcome::Rejected { .. }) =>
            {
                self.read(ResourceKind::Payout, cx);
            }
            _ => {}
        }
    }

    /// Looks for payouts whose creation was not answered: the service's list names them by what was sent.
    fn poll(&mut self, cx: &mut Context<'_>) {
        if self.next_due(&cx.view).is_some_and(|at| at <= cx.now) {
            self.read(ResourceKind::Payout, cx);
        }
    }

    /// When that is next.
    pub fn next_due(&self, view: &WorkspaceView<'_>) -> Option<DateTime<Utc>> {
        if !view.can_read() || self.is_reading(ResourceKind::Payout) {
            return None;
        }
        let is_lost = |operation: &&Operation| matches!(operation.phase, Phase::Unknown(_));
        let lost = view.operations.open().iter().filter(is_lost).filter(|operation| is_looked_for(operation, view));
        let newest = lost.filter_map(|operation| operation.last_sent_at).max()?;
        let asked_at = self.lists.get(&ResourceKind::Payout).and_then(|list| list.asked_at);
        let pause = SEARCH_PAUSES[usize::from(view.now - newest >= SEARCHED_OFTEN)];
        Some(asked_at.filter(|at| *at > newest).map_or(newest + SEARCH_PAUSES[0], |at| at + pause))
    }

    /// All reads under way were given up with `error`.
    fn reads_dropped(&mut self, error: &CallError) {
        self.revision += 1;
        for list in self.lists.values_mut() {
            list.request_id = None;
            if list.pages == Pages::Loading {
                (list.pages, list.asked_at) = (Pages::Failed(error.clone()), None);
            }
        }
    }

    /// The service is there again: what failed is read once more.
    fn retry_failed(&mut self, cx: &mut Context<'_>) {
        let failed =
            |kind: &ResourceKind| self.lists.get(kind).is_some_and(|list| matches!(list.pages, Pages::Failed(_)));
        let kinds: Vec<ResourceKind> = RECORD_READS.iter().map(|reads| reads.kind).filter(failed).collect();
        kinds.into_iter().for_each(|kind| self.read(kind, cx));
    }
}

impl RecordList {
    fn ask(&mut self, page: ListRecords, cx: &mut Context<'_>) {
        if page.is_first() {
            self.seen.clear();
        }
        self.request_id = Some(cx.read_fresh(ReadOwner::RecordLists, Read::Records(page)));
        self.pages = Pages::Loading;
    }

    /// Goes on behind a page, or ends.
    fn take(&mut self, asked: &ListRecords, page: &RecordPage, cx: &mut Context<'_>) {
        let known = self.seen.len();
        self.seen.extend(page.rows.iter().map(|(id, _)| id.clone()));
        let next = asked.next(page);
        let read = match asked.reads().paging {
            Paging::Offset | Paging::OnePage => next.offset(),
            // Each page begins with the last row of the one before.
            Paging::FromId | Paging::FromTime => u32::try_from(self.seen.len()).unwrap_or(u32::MAX),
        };
        let progress = PageRead {
            limit: page.limit,
            rows: page.rows.len() + page.unreadable.len(),
            next_offset: read,
            has_new_rows: self.seen.len() > known,
            total_count: page.total_count,
            has_more: page.has_more,
        }
        .progress();
        match progress {
            ListProgress::More => self.ask(next, cx),
            ListProgress::Whole => self.ended(asked, page, cx),
            ListProgress::Stalled => (self.pages, self.is_partial, self.whole_at) = (Pages::Idle, true, None),
        }
    }

    /// The last page came. Where rows are missing, as one that moved between two pages, it is read once more.
    fn ended(&mut self, asked: &ListRecords, page: &RecordPage, cx: &mut Context<'_>) {
        let is_missing = page.total_count.is_some_and(|total| (self.seen.len() as u64) < total);
        if is_missing && self.rounds < ROUNDS_MAX {
            self.rounds += 1;
            return self.ask(asked.again(), cx);
        }
        (self.pages, self.is_partial) = (Pages::Idle, is_missing);
        self.whole_at = (!is_missing).then_some(cx.now);
        self.whole_asked_at = self.asked_at.filter(|_| !is_missing);
    }
}

/// Whether the service is known to have a list of a kind.
pub fn is_offered(kind: ResourceKind, view: &WorkspaceView<'_>) -> bool {
    let list = reads_of(kind).map(|reads| reads.list);
    list.is_some_and(|list| view.traits.capabilities.offering(list) == Some(Offering::Offered))
}

/// Whether the list of its kind is read to find what an operation made that was not answered.
pub fn is_looked_for(operation: &Operation, view: &WorkspaceView<'_>) -> bool {
    operation.plan.endpoint == Endpoint::CreatePayout && view.traits.capabilities.may_offer(ReadEndpoint::ListPayouts)
}

/// Remembers what an answer shows of whether the service has an endpoint.
pub(crate) fn learn(endpoint: ReadEndpoint, error: Option<&CallError>, cx: &mut Context<'_>) {
    let known = cx.traits.capabilities.offering(endpoint);
    let shown = offering(endpoint, error, known);
    // What one person may not do, the next who signs in may.
    let is_of_person = shown == Some(Offering::NotForKey) && endpoint.spec().key.takes_sign_in();
    let Some(offering) = shown.filter(|offering| known != Some(*offering) && !is_of_person) else { return };
    let refusal = error.and_then(CallError::answer_text);
    let change = CapabilityChange::Learned { endpoint, offering, refusal };
    cx.request(FeatureRequest::ChangeTraits(TraitChange::Capability(change)));
}
