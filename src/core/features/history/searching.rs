//! The search over everything that is known: what is typed, what it finds, and in which order.

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::WorkspaceView;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money_sums::MoneySums;
use paydesk_index::payment_columns::{
    PaymentFacets, RowSet, SearchContext, SortKey, SortOrder, StoredPayment, search, sums,
};
use paydesk_index::payment_query::{
    PaymentQuery, QueryCondition, QueryError, QueryKey, QueryTerm, QueryValues, family_word, parse_query,
};

use super::older_search::OlderSearch;
use super::{History, HistoryPhase};

/// How often what is found is looked for again while payments come, in milliseconds.
const AGAIN_MS: i64 = 200;

/// The search over all known payments: its text, its order and its rows.
#[derive(Debug, Default)]
pub struct HistorySearch {
    text: String,
    query: PaymentQuery,
    /// Without a query, everything is shown in the order that was asked for.
    shows_all: bool,
    error: Option<QueryError>,
    sort: SortOrder,
    /// The rows that are found, in their order.
    rows: Vec<u32>,
    /// The rows as a set, and the revision of the payments they were found in.
    found: Option<(u64, RowSet)>,
    facets: PaymentFacets,
    /// What they come to.
    sums: MoneySums,
    /// Counts how often other rows were found.
    revision: u64,
    questions: u64,
    /// Payments came or changed since.
    again_at: Option<DateTime<Utc>>,
    searched_at: Option<DateTime<Utc>>,
    is_outdated: bool,
    /// What came since is shown when a person asks for it.
    waits_for_person: bool,
    pub(super) older: OlderSearch,
}

impl HistorySearch {
    /// What is typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What the payments that are found come to.
    pub(super) fn sums(&self) -> &MoneySums {
        &self.sums
    }

    /// What was read of it last without a fault.
    pub fn query(&self) -> &PaymentQuery {
        &self.query
    }

    /// What is wrong with what is typed; the results are those of before.
    pub fn error(&self) -> Option<&QueryError> {
        self.error.as_ref()
    }

    /// Whether anything is searched for, or everything is shown as by a search.
    pub fn is_active(&self) -> bool {
        self.shows_all || !self.query.is_empty()
    }

    /// Whether it is everything, the newest first: the first rows of that are known before the others.
    pub(super) fn shows_newest(&self) -> bool {
        self.query.is_empty() && self.sort == SortOrder::default()
    }

    pub fn sort(&self) -> SortOrder {
        self.sort
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The numbers of all rows that are found, in their order.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The number of the row at `place`.
    pub fn row(&self, place: usize) -> Option<&u32> {
        self.rows.get(place)
    }

    /// Where a row is; looks at all of them.
    pub fn position(&self, row: u32) -> Option<usize> {
        self.rows.iter().position(|found| *found == row)
    }

    /// Another number whenever something else is searched for, or rows have other numbers.
    pub fn questions(&self) -> u64 {
        self.questions
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The counts beside what is found; where a team has more than is stored here, over all of it.
    pub fn facets(&self) -> &PaymentFacets {
        self.older.facets().unwrap_or(&self.facets)
    }

    /// The search for what is older than what is stored here.
    pub fn older(&self) -> &OlderSearch {
        &self.older
    }

    /// The database does not count day by day: the last days are stored here.
    pub(super) fn counted_in_team(&mut self, question: u64, facets: Option<PaymentFacets>) {
        let days = self.facets.days.clone();
        let of_days: u64 = days.iter().map(|(_, count)| count).sum();
        let facets = facets.map(|facets| PaymentFacets { older: facets.older.saturating_sub(of_days), days, ..facets });
        self.older.counted(question, facets);
    }

    /// Another number whenever other rows are found.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Rows have other numbers than before: none that was marked is the same payment.
    pub(super) fn renumber(&mut self) {
        self.questions += 1;
    }

    pub(super) fn wait_for_person(&mut self) {
        self.waits_for_person = !self.rows.is_empty();
    }

    pub(super) fn outdate(&mut self) {
        self.is_outdated = true;
    }

    /// Whether payments came or changed since they were put into order, and stay out of it until a person asks.
    pub fn waits_for_person(&self) -> bool {
        self.waits_for_person
    }

    pub(super) fn due(&self) -> Option<DateTime<Utc>> {
        self.again_at
    }
}

impl History {
    /// The payment at `place` of what is found.
    pub fn found(&self, place: usize) -> Option<StoredPayment> {
        self.search.rows.get(place).and_then(|row| self.columns.payment(*row as usize))
    }

    /// Whether something is searched for that is known not to find this payment.
    pub(crate) fn leaves_out(&self, payment_id: &PaymentId) -> bool {
        let found = self.search.found.as_ref().filter(|_| self.search.is_active());
        let row = self.columns.find(payment_id);
        found.is_some_and(|(_, found)| row.is_none_or(|row| !found.has(row)))
    }

    /// Of how many payments the details are known, and how many there are, where what is searched for or sorted by is in
    /// details that are not all known.
    pub fn details_of_search(&self) -> Option<(usize, usize)> {
        let (known, all) = (self.columns.detailed(), self.columns.len());
        let asks = |condition: &QueryCondition| condition.term.asks_for_details();
        let search = &self.search;
        let needs = search.query.conditions.iter().any(asks) || search.sort.key.is_detail();
        (needs && known < all).then_some((known, all))
    }

    /// Whether the order is by what is read one payment after the other: rows would move under whoever reads them.
    pub(super) fn order_is_unsettled(&self) -> bool {
        self.search.sort.key.is_detail() && self.columns.detailed() < self.columns.len()
    }

    /// What is typed has changed.
    pub(super) fn search_for(&mut self, text: String, view: &WorkspaceView<'_>) {
        let parsed = parse_query(&text);
        self.search.text = text;
        match parsed {
            Ok(query) => {
                self.search.error = None;
                let ends = self.search.shows_all && query.is_empty() && self.search.text.is_empty();
                if query != self.search.query || ends {
                    self.search.shows_all = false;
                    self.search.query = query;
                    self.search.questions += 1;
                    self.search_again(view);
                }
            }
            Err(error) => self.search.error = Some(error),
        }
    }

    /// Shows what the line finds, or everything where it is empty, in an order.
    pub(crate) fn show_search(&mut self, text: &str, sort: SortOrder, view: &WorkspaceView<'_>) {
        let parsed = parse_query(text);
        self.search.text = text.to_owned();
        self.search.sort = sort;
        self.search.error = parsed.as_ref().err().cloned();
        self.search.shows_all = parsed.as_ref().is_ok_and(PaymentQuery::is_empty);
        self.search.query = parsed.unwrap_or_default();
        self.search.questions += 1;
        self.search_again(view);
    }

    /// Nothing is searched for any more.
    pub(crate) fn end_search(&mut self, view: &WorkspaceView<'_>) {
        let (search, sort) = (&mut self.search, SortOrder::default());
        (search.text, search.query, search.sort) = (String::new(), PaymentQuery::default(), sort);
        (search.error, search.shows_all) = (None, false);
        search.questions += 1;
        self.search_again(view);
    }

    /// Orders by `key`; the same one again turns the order around.
    pub(super) fn sort_by(&mut self, key: SortKey, view: &WorkspaceView<'_>) {
        let sort = self.search.sort;
        let descending = if sort.key == key { !sort.descending } else { key == SortKey::Created };
        self.search.sort = SortOrder { key, descending };
        // The pause is between orders that nobody asked for.
        if sort.key != key {
            self.orders.again_at = None;
        }
        self.order_again(view);
    }

    /// Looks for everything again.
    pub(super) fn search_again(&mut self, view: &WorkspaceView<'_>) {
        self.columns.count_as(view.units);
        let search_state = &mut self.search;
        (search_state.is_outdated, search_state.again_at) = (false, None);
        search_state.waits_for_person = false;
        search_state.searched_at = Some(view.now);
        search_state.revision += 1;
        if self.phase != HistoryPhase::Open || !search_state.is_active() {
            let is_first = self.phase == HistoryPhase::Opening && search_state.is_active();
            let rows = if is_first && search_state.shows_newest() { self.columns.newest() } else { &[] };
            (search_state.rows, search_state.found) = (rows.to_vec(), None);
            (search_state.facets, search_state.sums) = (PaymentFacets::default(), MoneySums::default());
            return;
        }
        let zone = view.zone;
        let day_start = |day| zone.day_start(day);
        let context = SearchContext { today: zone.date(view.now), day_start: &day_start, notes: view.notes };
        let found = search(&self.columns, &search_state.query, &context, true);
        search_state.facets = found.facets;
        search_state.sums = sums(&self.columns, &found.rows);
        search_state.found = Some((self.columns.revision(), found.rows));
        self.order_found();
    }

    /// Puts what was found into the order that is asked for.
    fn order_found(&mut self) {
        let (search, columns, orders) = (&mut self.search, &self.columns, &mut self.orders);
        if let Some((_, found)) = &search.found {
            let newest = || found.pick(columns.newest());
            search.rows = search.sort.rows(&columns.share(), newest, |key| orders.pick(columns, key, found));
        }
    }

    /// The order is another; what is found is looked for again only where payments came or changed.
    pub(super) fn order_again(&mut self, view: &WorkspaceView<'_>) {
        let is_found = self.search.found.as_ref().is_some_and(|(revision, _)| *revision == self.columns.revision());
        if is_found {
            self.search.revision += 1;
            self.order_found();
        } else {
            self.search_again(view);
        }
    }

    /// Looks again where payments came or changed, a few times a second.
    pub(super) fn search_due(&mut self, view: &WorkspaceView<'_>) {
        if !self.search.is_outdated || !self.search.is_active() {
            self.search.is_outdated = false;
            return;
        }
        if self.order_is_unsettled() && !self.search.rows.is_empty() {
            return self.search.wait_for_person();
        }
        let next = self.search.searched_at.map(|at| at + TimeDelta::milliseconds(AGAIN_MS));
        match next.filter(|at| *at > view.now) {
            Some(at) => self.search.again_at = Some(at),
            None => self.search_again(view),
        }
    }

    /// Something was written about a payment.
    pub(crate) fn notes_changed(&mut self, view: &WorkspaceView<'_>) {
        self.counts.recount();
        let asks_for_notes = |condition: &QueryCondition| {
            matches!(condition.term, QueryTerm::Text(_) | QueryTerm::Tag(_) | QueryTerm::Note(_))
        };
        if self.search.query.conditions.iter().any(asks_for_notes) {
            self.search_again(view);
        }
    }

    /// Times are shown in another zone: days of the query are other days.
    /// Amounts are counted otherwise: they are looked for anew.
    pub(crate) fn amounts_counted_anew(&mut self, view: &WorkspaceView<'_>) {
        self.search_again(view);
    }

    pub(crate) fn zone_changed(&mut self, view: &WorkspaceView<'_>) {
        self.search_again(view);
    }
}

/// The values of what the other conditions find; before anything is searched for, those that are known at all.
impl QueryValues for History {
    fn values(&self, key: QueryKey) -> Vec<(String, u64)> {
        let facets = self.search.facets();
        let of = self.columns.dictionaries();
        let texts = |known: &[String]| known.iter().map(|text| (text.clone(), 0)).collect();
        match (key, self.search.is_active()) {
            (QueryKey::Status, true) => counted(&facets.statuses, ToString::to_string),
            (QueryKey::Status, false) => of.statuses.values().iter().map(|status| (status.to_string(), 0)).collect(),
            (QueryKey::Currency, true) => counted(&facets.currencies, |code| code.as_str().to_lowercase()),
            (QueryKey::Currency, false) => {
                of.currencies.values().iter().map(|code| (code.as_str().to_lowercase(), 0)).collect()
            }
            (QueryKey::Method, true) => counted(&facets.methods, Clone::clone),
            (QueryKey::Method, false) => texts(of.methods.values()),
            (QueryKey::Family, true) => counted(&facets.families, |family| family_word(*family).to_owned()),
            (QueryKey::Created, true) => counted(&facets.days, ToString::to_string),
            (QueryKey::Code, _) => texts(of.codes.values()),
            (QueryKey::Family | QueryKey::Created, false) => Vec::new(),
            (QueryKey::Amount | QueryKey::Customer | QueryKey::Email | QueryKey::Card | QueryKey::Order, _) => {
                Vec::new()
            }
            (QueryKey::Id | QueryKey::Refunded | QueryKey::Disputed | QueryKey::Tag | QueryKey::Note, _) => Vec::new(),
        }
    }
}

fn counted<T>(counts: &[(T, u64)], text: impl Fn(&T) -> String) -> Vec<(String, u64)> {
    counts.iter().map(|(value, count)| (text(value), *count)).collect()
}
