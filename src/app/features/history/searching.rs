//! The search over everything that is known: what is typed, what it finds, and in which order.

use chrono::{DateTime, TimeDelta, Utc};

use crate::app::context::WorkspaceView;
use crate::domain::payment_columns::{ColumnOrder, PaymentFacets, QueryDays, SortKey, StoredPayment, search};
use crate::domain::payment_query::{PaymentQuery, QueryError, parse_query};

use super::{History, HistoryPhase};

/// How often what is found is looked for again while payments come, in milliseconds.
const AGAIN_MS: i64 = 250;

/// The order of what is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HistorySort {
    pub key: SortKey,
    pub descending: bool,
}

impl Default for HistorySort {
    fn default() -> Self {
        Self { key: SortKey::Created, descending: true }
    }
}

/// See the module.
#[derive(Debug, Default)]
pub struct HistorySearch {
    text: String,
    query: PaymentQuery,
    error: Option<QueryError>,
    sort: HistorySort,
    order: Option<ColumnOrder>,
    /// The rows that are found, in their order.
    rows: Vec<u32>,
    facets: PaymentFacets,
    /// Counts how often other rows were found.
    revision: u64,
    /// Payments came or changed since.
    again_at: Option<DateTime<Utc>>,
    searched_at: Option<DateTime<Utc>>,
    is_outdated: bool,
}

impl HistorySearch {
    /// What is typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What was read of it last without a fault.
    pub fn query(&self) -> &PaymentQuery {
        &self.query
    }

    /// What is wrong with what is typed; the results are those of before.
    pub fn error(&self) -> Option<&QueryError> {
        self.error.as_ref()
    }

    /// Whether anything is searched for.
    pub fn is_active(&self) -> bool {
        !self.query.is_empty()
    }

    pub fn sort(&self) -> HistorySort {
        self.sort
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn facets(&self) -> &PaymentFacets {
        &self.facets
    }

    /// Another number whenever other rows are found.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    pub(super) fn outdate(&mut self) {
        self.is_outdated = true;
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

    /// What is typed has changed.
    pub(super) fn search_for(&mut self, text: String, view: &WorkspaceView<'_>) {
        let parsed = parse_query(&text);
        self.search.text = text;
        match parsed {
            Ok(query) => {
                self.search.error = None;
                if query != self.search.query {
                    self.search.query = query;
                    self.search_again(view);
                }
            }
            Err(error) => self.search.error = Some(error),
        }
    }

    /// Orders by `key`; the same one again turns the order around.
    pub(super) fn sort_by(&mut self, key: SortKey, view: &WorkspaceView<'_>) {
        let sort = self.search.sort;
        let descending = if sort.key == key { !sort.descending } else { key == SortKey::Created };
        self.search.sort = HistorySort { key, descending };
        self.search_again(view);
    }

    /// Looks for everything again.
    pub(super) fn search_again(&mut self, view: &WorkspaceView<'_>) {
        let search_state = &mut self.search;
        (search_state.is_outdated, search_state.again_at) = (false, None);
        search_state.searched_at = Some(view.now);
        search_state.revision += 1;
        if self.phase != HistoryPhase::Open || search_state.query.is_empty() {
            search_state.rows = Vec::new();
            search_state.facets = PaymentFacets::default();
            return;
        }
        let zone = view.zone;
        let day_start = |day| zone.day_start(day);
        let days = QueryDays { today: zone.date(view.now), day_start: &day_start };
        let found = search(&self.columns, &search_state.query, &days, true);
        search_state.facets = found.facets;
        let HistorySort { key, descending } = search_state.sort;
        if key == SortKey::Created && descending {
            search_state.rows = found.rows.pick(self.columns.newest());
            return;
        }
        if !search_state.order.as_ref().is_some_and(|order| order.is_of(&self.columns, key)) {
            search_state.order = Some(ColumnOrder::new(&self.columns, key));
        }
        let order = search_state.order.as_ref().map(ColumnOrder::rows).unwrap_or_default();
        search_state.rows = found.rows.pick(order);
        if descending {
            search_state.rows.reverse();
        }
    }

    /// Looks again where payments came or changed, a few times a second.
    pub(super) fn search_due(&mut self, view: &WorkspaceView<'_>) {
        if !self.search.is_outdated || !self.search.is_active() {
            self.search.is_outdated = false;
            return;
        }
        let next = self.search.searched_at.map(|at| at + TimeDelta::milliseconds(AGAIN_MS));
        match next.filter(|at| *at > view.now) {
            Some(at) => self.search.again_at = Some(at),
            None => self.search_again(view),
        }
    }

    /// Times are shown in another zone: days of the query are other days.
    pub(in crate::app) fn zone_changed(&mut self, view: &WorkspaceView<'_>) {
        self.search_again(view);
    }
}
