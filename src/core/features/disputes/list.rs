//! Loads all pages of the inbox, one after the other, and keeps it ordered.

use chrono::{DateTime, Utc};

use crate::context::request::FeatureRequest;
use crate::context::{Context, WorkspaceView};
use crate::operations::ResourceKind;
use crate::pages::{ListProgress, PageRead, Pages};
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;
use crate::records::order::{Timestamped, is_behind};
use crate::route::Route;
use crate::service_traits::{DisputesChange, TraitChange};
use paydesk_api::error::CallError;
use paydesk_api::freshness::Freshness;
use paydesk_api::resources::disputes::calls::{DisputeListFilter, ListDisputes};
use paydesk_api::resources::disputes::wire::DisputePage;
use paydesk_api::resources::payments::calls::PAGE_MAX;
use paydesk_domain::dispute::Dispute;
use paydesk_domain::document::UnreadableRows;
use paydesk_domain::ids::DisputeId;

use super::count::CountRead;
use super::{DisputeLocalFilter, DisputeSort, DisputeSortColumn, DisputeTableRow, Disputes, Evidence, InboxAction};

impl Disputes {
    pub(super) fn handle_inbox(&mut self, action: InboxAction, evidence: &Evidence<'_>, cx: &mut Context<'_>) {
        match action {
            InboxAction::FilterStatus(status) => self.filter_by(evidence, cx, |filter| filter.status = status),
            InboxAction::FilterPayment(id) => self.filter_by(evidence, cx, |filter| filter.payment_id = id),
            InboxAction::SetLocalFilter(local_filter) => self.set_local_filter(local_filter, evidence, cx),
            InboxAction::RemoveLocalFilter(part) => {
                self.set_local_filter(self.inbox.local_filter.clone().without(part), evidence, cx)
            }
            InboxAction::ClearFilters => self.clear_filters(evidence, cx),
            InboxAction::Refresh => self.reload(evidence, cx),
            InboxAction::Sort(column) => self.sort_by(column, evidence, cx),
        }
    }

    /// The inbox is shown: it is read when it was not read yet.
    pub(super) fn show_inbox(&mut self, evidence: &Evidence<'_>, cx: &mut Context<'_>) {
        if self.inbox.reading.pages == Pages::NotAsked {
            self.reload(evidence, cx);
            self.order(evidence, cx);
        }
    }

    /// The service is there: the inbox is read where it is shown or was begun, and its count for the sidebar always.
    pub(crate) fn service_came(&mut self, evidence: &Evidence<'_>, cx: &mut Context<'_>) {
        let is_shown = [Route::Home, Route::List(ResourceKind::Dispute)].contains(&cx.route);
        let is_wanted = is_shown || self.inbox.reading.pages != Pages::NotAsked;
        // The count leaves them out by their rows.
        let is_wanted = is_wanted || self.handling.has_not_contested();
        if is_wanted { self.reload(evidence, cx) } else { self.count(cx) }
    }

    /// Disputes are shown beside something else: the inbox is read, if it never was.
    pub(crate) fn read_once(&mut self, evidence: &Evidence<'_>, cx: &mut Context<'_>) {
        if self.inbox.reading.pages == Pages::NotAsked {
            self.reload(evidence, cx);
        }
    }

    /// Shows the inbox with exactly these rows, until it is left: filters of the service are lifted.
    pub(crate) fn show_only(
        &mut self,
        local_filter: DisputeLocalFilter,
        evidence: &mut Evidence<'_>,
        cx: &mut Context<'_>,
    ) {
        cx.request(FeatureRequest::SwitchTo(Route::List(ResourceKind::Dispute)));
        self.close_open(evidence, cx);
        let before = self.inbox.before_narrowed.take();
        let before = before.unwrap_or_else(|| (self.inbox.filter.clone(), self.inbox.local_filter.clone()));
        self.clear_filters(evidence, cx);
        self.inbox.before_narrowed = Some(before);
        self.set_local_filter(local_filter, evidence, cx);
        self.show_inbox(evidence, cx);
    }

    /// The inbox was left, or all of it is wanted: what a number narrowed it to does not stay.
    pub(crate) fn leave_narrowed(&mut self, evidence: &Evidence<'_>, cx: &mut Context<'_>) {
        if let Some((filter, local_filter)) = self.inbox.before_narrowed.take() {
            self.set_local_filter(local_filter, evidence, cx);
            self.filter_by(evidence, cx, |shown| *shown = filter);
        }
    }

    pub(super) fn clear_filters(&mut self, evidence: &Evidence<'_>, cx: &mut Context<'_>) {
        self.inbox.before_narrowed = None;
        self.set_local_filter(DisputeLocalFilter::default(), evidence, cx);
        self.filter_by(evidence, cx, |filter| *filter = DisputeListFilter::default());
    }

    pub(super) fn set_local_filter(
        &mut self,
        local_filter: DisputeLocalFilter,
        evidence: &Evidence<'_>,
        view: &WorkspaceView<'_>,
    ) {
        self.inbox.local_filter = local_filter;
        self.inbox.questions += 1;
        self.order(evidence, view);
    }

    pub(super) fn filter_by(
        &mut self,
        evidence: &Evidence<'_>,
        cx: &mut Context<'_>,
        change: impl FnOnce(&mut DisputeListFilter),
    ) {
        let before = self.inbox.filter.clone();
        change(&mut self.inbox.filter);
        if self.inbox.filter == before {
            return;
        }
        self.clear_rows();
        self.inbox.questions += 1;
        self.reload(evidence, cx);
        self.order(evidence, cx);
    }

    /// Loads the first page again; the old rows stay until it is here.
    pub(crate) fn reload(&mut self, evidence: &Evidence<'_>, cx: &mut Context<'_>) {
        if let Some(request_id) = self.inbox.reading.page_request_id.take() {
            cx.reads.drop_request(request_id);
        }
        self.inbox.reading.next_offset = 0;
        self.inbox.reading.filter_refusal = None;
        (self.inbox.reading.complete, self.inbox.reading.is_stalled) = (false, false);
        // All rows are counted once they are here.
        if self.inbox.is_filtered_by_service() {
            self.count(cx);
        }
        self.ask_page(evidence, cx);
    }

    /// A failed page is asked for again, once the service is back.
    pub(crate) fn retry_failed(&mut self, evidence: &Evidence<'_>, cx: &mut Context<'_>) {
        match self.inbox.reading.pages {
            Pages::Failed(_) => self.ask_page(evidence, cx),
            Pages::NotAsked if self.count.to_answer.is_none() => self.count(cx),
            Pages::NotAsked | Pages::Loading | Pages::Idle => {}
        }
    }

    fn ask_page(&mut self, evidence: &Evidence<'_>, cx: &mut Context<'_>) {
        if !cx.can_read() {
            let is_empty = self.inbox.reading.pages.says_none() && self.loaded() == 0;
            if let Some(error) = cx.read_blocker().filter(|_| is_empty) {
                self.inbox.reading.pages = Pages::Failed(error);
                self.order(evidence, cx);
            }
            return;
        }
        let mut filter = self.inbox.filter.clone();
        filter.status.take_if(|_| !self.filters_at_service(cx));
        let page = ListDisputes { filter, limit: PAGE_MAX, offset: self.inbox.reading.next_offset, by_body: false };
        self.inbox.reading.page_request_id = Some(cx.read_fresh(ReadOwner::Disputes, Read::Disputes(page)));
        self.inbox.reading.pages = Pages::Loading;
    }

    /// Whether the service filters by status, as far as is known.
    pub fn filters_at_service(&self, view: &WorkspaceView<'_>) -> bool {
        self.inbox.reading.filter_refusal.is_none() && !view.traits.disputes.refuses_status_filter()
    }

    /// Whether an error refuses the filter by status: all are read then, and the filter is applied here.
    fn falls_back(&mut self, error: &CallError, view: &WorkspaceView<'_>) -> bool {
        let is_first = self.inbox.filter.status.is_some() && self.filters_at_service(view);
        self.inbox.reading.filter_refusal = error.refused_request().filter(|_| is_first);
        self.inbox.reading.filter_refusal.is_some()
    }

    /// A list of disputes came, which somebody asked for.
    pub(crate) fn answered(
        &mut self,
        request_id: RequestId,
        result: &Result<DisputePage, CallError>,
        evidence: &mut Evidence<'_>,
        cx: &mut Context<'_>,
    ) {
        if self.count.read.waits_for(request_id) {
            self.take_count(request_id, result, cx);
        } else if self.inbox.reading.page_request_id.take_if(|asked| *asked == request_id).is_some() {
            self.take_page(result, evidence, cx);
        } else {
            self.take_single_disputes(request_id, result, evidence, cx);
        }
    }

    fn take_page(
        &mut self,
        result: &Result<DisputePage, CallError>,
        evidence: &mut Evidence<'_>,
        cx: &mut Context<'_>,
    ) {
        let page = match result {
            Ok(page) => page,
            Err(error) if self.falls_back(error, cx) => return self.ask_page(evidence, cx),
            Err(error) => {
                self.inbox.reading.pages = Pages::Failed(error.clone());
                self.order(evidence, cx);
                return;
            }
        };
        if self.inbox.reading.next_offset == 0 {
            self.inbox.before =
                self.all().iter().map(|row| (row.dispute.dispute_id.clone(), row.dispute.clone())).collect();
            self.clear_rows();
            self.inbox.reading.read_at = Some(cx.now);
        }
        self.inbox.reading.pages = Pages::Idle;
        if let Some(from) = &self.inbox.reading.filter_refusal {
            let change = DisputesChange::StatusFilterRefused { from: from.clone() };
            cx.request(FeatureRequest::ChangeTraits(TraitChange::Disputes(change)));
        }
        let loaded = self.loaded();
        UnreadableRows::add(&mut self.inbox.reading.unreadable, &page.unreadable, &page.unreadable_raw);
        page.rows.iter().for_each(|dispute| self.put_read(dispute.clone(), evidence, cx));
        self.advance(page, loaded);
        self.order(evidence, cx);
        if !self.inbox.reading.complete && !self.inbox.reading.is_stalled {
            self.ask_page(evidence, cx);
        }
        self.read_missing(cx);
        self.count_loaded();
    }

    /// Counts what a page brought, beside the `loaded` rows of before: where the next one begins, and whether there is
    /// one.
    fn advance(&mut self, page: &DisputePage, loaded: usize) {
        let count = page.rows.len() + page.unreadable.len();
        self.inbox.reading.next_offset += u32::try_from(count).unwrap_or(u32::MAX);
        self.inbox.reading.total_count = page.total_count;
        let has_new_unreadable = self.inbox.reading.unreadable_page.is_new(&page.unreadable_raw);
        let progress = PageRead {
            limit: PAGE_MAX,
            rows: count,
            next_offset: self.inbox.reading.next_offset,
            has_new_rows: has_new_unreadable || self.loaded() > loaded,
            total_count: page.total_count,
            has_more: page.has_more,
        }
        .progress();
        self.inbox.reading.complete = progress == ListProgress::Whole;
        self.inbox.reading.is_stalled = progress == ListProgress::Stalled;
        if !self.inbox.is_filtered_by_service() {
            let whole = self.inbox.reading.complete.then_some(u64::from(self.inbox.reading.next_offset));
            self.count.all = page.total_count.or(whole).or(self.count.all);
        }
    }

    /// Disputes of one payment were read: rows that are loaded say the same, and the open one is loaded.
    fn take_single_disputes(
        &mut self,
        request_id: RequestId,
        result: &Result<DisputePage, CallError>,
        evidence: &mut Evidence<'_>,
        view: &WorkspaceView<'_>,
    ) {
        let is_of_open = self.open.request_id.take_if(|asked| *asked == request_id).is_some();
        let Ok(page) = result else { return };
        for dispute in &page.rows {
            let is_known = self.find(&dispute.dispute_id).is_some();
            if is_known || is_of_open && self.open.id.as_ref() == Some(&dispute.dispute_id) {
                self.put_read(dispute.clone(), evidence, view);
            }
        }
        self.order(evidence, view);
    }

    /// What is known of a dispute, where that is newer than what was read. Where the service does not say when it changed,
    /// only an answer that may be a copy is taken for older. `outranks_events` is whether a person asked.
    pub(crate) fn newer_than(&self, read: &Dispute, outranks_events: bool, made: Freshness) -> Option<&Dispute> {
        let listed = self.find(&read.dispute_id).map(|row| &row.dispute);
        let known = listed.or_else(|| self.inbox.before.get(&read.dispute_id))?;
        if outranks_events && self.inbox.by_event.contains(&read.dispute_id) {
            return None;
        }
        let of = |dispute: &'_ Dispute| Timestamped { object: &dispute.raw, event_at: None }.moment();
        let is_older = match (of(read), of(known)) {
            (Some(read), Some(known)) if read != known => read < known,
            (_, _) => {
                let [one, other] = [read, known].map(|dispute| Timestamped { object: &dispute.raw, event_at: None });
                made.is_err() && is_behind(ResourceKind::Dispute, one, other)
            }
        };
        is_older.then_some(known)
    }

    /// Whether the last answer about a dispute was older than what is known.
    pub(crate) fn note_outdated(&mut self, dispute_id: &DisputeId, is_outdated: bool) {
        match is_outdated {
            true => self.inbox.outdated.insert(dispute_id.clone()),
            false => self.inbox.outdated.remove(dispute_id),
        };
    }

    /// How many disputes were last answered with what is older than what is known.
    pub fn outdated(&self) -> usize {
        self.inbox.outdated.len()
    }

    /// An event reported a dispute: its row follows; where the inbox was read, a new one is listed.
    pub(crate) fn reported_by_event(
        &mut self,
        dispute: Dispute,
        evidence: &mut Evidence<'_>,
        view: &WorkspaceView<'_>,
    ) {
        if self.find(&dispute.dispute_id).is_some() || self.inbox.reading.pages == Pages::Idle {
            self.inbox.by_event.insert(dispute.dispute_id.clone());
            self.put(dispute, evidence, view);
        }
    }

    /// The reads under way were dropped; what was loading has failed with `error`.
    pub(crate) fn reads_dropped(&mut self, error: &CallError, evidence: &Evidence<'_>, view: &WorkspaceView<'_>) {
        (self.inbox.reading.page_request_id, self.open.request_id) = (None, None);
        self.count.read = CountRead::default();
        let is_empty = self.inbox.reading.pages == Pages::Idle && self.loaded() == 0 && !self.inbox.reading.complete;
        if self.inbox.reading.pages == Pages::Loading || is_empty {
            self.inbox.reading.pages = Pages::Failed(error.clone());
        }
        self.order(evidence, view);
    }

    // ----- the rows

    fn clear_rows(&mut self) {
        self.inbox.table.clear();
        self.inbox.reading.unreadable = None;
        self.inbox.reading.total_count = None;
    }

    /// A dispute was read: an event says nothing of it any more.
    fn put_read(&mut self, dispute: Dispute, evidence: &mut Evidence<'_>, view: &WorkspaceView<'_>) {
        self.inbox.by_event.remove(&dispute.dispute_id);
        self.put(dispute, evidence, view);
    }

    /// A dispute was read or reported: its row is put in, and our draft of it has it too.
    pub(super) fn put(&mut self, dispute: Dispute, evidence: &mut Evidence<'_>, view: &WorkspaceView<'_>) {
        evidence.drafts.dispute_read(&dispute, view.now);
        self.inbox.table.put(evidence.row(dispute, &self.handling, view));
    }

    /// Picks and orders what is shown again.
    pub(crate) fn order(&mut self, evidence: &Evidence<'_>, view: &WorkspaceView<'_>) {
        let offline = self.offline_rows(evidence, view);
        let (filter, local_filter) = (&self.inbox.filter, &self.inbox.local_filter);
        let hides_snoozed = self.hides_snoozed();
        self.inbox.table.order(offline, self.inbox.sort, |row| {
            let dispute = &row.dispute;
            local_filter.shows(row)
                && !(hides_snoozed && row.is_snoozed(view.now))
                && filter.status.as_ref().is_none_or(|status| *status == dispute.status)
                && filter.payment_id.as_ref().is_none_or(|payment_id| *payment_id == dispute.payment_id)
        });
        let snoozed = self.all().iter().filter(|row| row.is_snoozed(view.now));
        self.inbox.wakes_at = snoozed.filter_map(|row| row.snoozed_until).min();
        self.follow_place();
    }

    /// Snoozed disputes are left out, unless they are asked for: by their filter, by a search, or as rows of a number.
    fn hides_snoozed(&self) -> bool {
        let local_filter = &self.inbox.local_filter;
        local_filter.handling.is_none() && local_filter.search.trim().is_empty() && self.inbox.before_narrowed.is_none()
    }

    /// How many disputes are not listed because they are snoozed.
    pub fn hidden_snoozed(&self, now: DateTime<Utc>) -> usize {
        let snoozed = self.all().iter().filter(|row| row.is_snoozed(now) && self.inbox.local_filter.shows(row));
        if self.hides_snoozed() { snoozed.count() } else { 0 }
    }

    /// When the next snoozed dispute is listed again.
    pub(crate) fn wakes_at(&self) -> Option<DateTime<Utc>> {
        self.inbox.wakes_at
    }

    /// The time of a snoozed dispute has come.
    pub(crate) fn wake_due(&mut self, evidence: &Evidence<'_>, view: &WorkspaceView<'_>) {
        if self.inbox.wakes_at.is_some_and(|at| at <= view.now) {
            self.prepare_again(evidence, view);
        }
    }

    pub(super) fn sort_by(&mut self, column: DisputeSortColumn, evidence: &Evidence<'_>, view: &WorkspaceView<'_>) {
        let is_same = self.inbox.sort.column == column;
        let descending = if is_same { !self.inbox.sort.descending } else { column == DisputeSortColumn::Created };
        self.inbox.sort = DisputeSort { column, descending };
        self.order(evidence, view);
    }

    /// Our draft of a dispute changed: its row says so.
    pub(super) fn prepare_row_again(
        &mut self,
        dispute_id: &DisputeId,
        evidence: &Evidence<'_>,
        view: &WorkspaceView<'_>,
    ) {
        let Some(known) = self.find(dispute_id) else { return };
        if known.as_read.is_some() {
            return self.order(evidence, view);
        }
        let row = evidence.row(known.dispute.clone(), &self.handling, view);
        let has_moved = known.deadline != row.deadline;
        self.inbox.table.put(row);
        if has_moved || self.inbox.sort.column == DisputeSortColumn::Progress {
            self.order(evidence, view);
        }
    }

    /// How a dispute is handled changed: its row says so. The order is the caller's business.
    pub(super) fn put_row_again(&mut self, dispute_id: &DisputeId, evidence: &Evidence<'_>, view: &WorkspaceView<'_>) {
        if let Some(known) = self.find(dispute_id).filter(|row| row.as_read.is_none()) {
            let row = evidence.row(known.dispute.clone(), &self.handling, view);
            self.inbox.table.put(row);
        }
    }

    /// Zone, policy, notes or drafts changed: all rows are written again.
    pub(crate) fn prepare_again(&mut self, evidence: &Evidence<'_>, view: &WorkspaceView<'_>) {
        let handling = &self.handling;
        self.inbox.table.rewrite(|row: &DisputeTableRow| evidence.row(row.dispute.clone(), handling, view));
        self.order(evidence, view);
        self.count_loaded();
    }
}
