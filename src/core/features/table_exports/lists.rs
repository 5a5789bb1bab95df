//! The rows of a list as they are now, with what the manifest says of them.

use crate::context::Context;
use crate::features::disputes::{DisputeLocalFilter, Disputes, handled_dispute};
use crate::features::history::{History, HistoryPhase, KnownSoFar, RelatedKnown, why_incomplete};
use crate::features::operation_log::OperationLog;
use crate::features::payments::{Payments, PaymentsFilter};
use crate::features::record_lists::{Listing, RecordLists, is_offered};
use crate::features::views::{Views, order_of_list};
use crate::features::webhooks::{EventObject, EventTableRow, RefusedDelivery, StoredEvent, Webhooks};
use crate::pages::Pages;
use crate::records::RecordQuery;
use paydesk_api::resources::disputes::calls::DisputeListFilter;
use paydesk_domain::export::{ExportKind, ExportManifest};
use paydesk_domain::ids::DisputeId;
use paydesk_index::payment_columns::SearchContext;
use paydesk_index::payment_export;

use super::asked::ExportList;
use super::rows::{ExportRows, ListedEvent, ListedPayments, PaymentRows};
use super::{text, wording};

/// The features whose lists are exported.
pub(crate) struct ExportLists<'a> {
    pub payments: &'a mut Payments,
    pub history: &'a History,
    pub views: &'a Views,
    pub disputes: &'a Disputes,
    pub record_lists: &'a mut RecordLists,
    pub webhooks: &'a Webhooks,
    pub operation_log: &'a OperationLog,
    /// Whether the refunds and the disputes of every payment are known.
    pub related: RelatedKnown,
}

/// What a list is narrowed to: with another one, it is another list.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ListKey {
    Payments(Box<PaymentsFilter>),
    Disputes(DisputeListFilter, Box<DisputeLocalFilter>),
    /// It is all there at once.
    Whole,
}

/// What there is of a list.
pub(super) enum ListRead {
    /// Pages are still missing, and come.
    Loading {
        loaded: u64,
        of: Option<u64>,
    },
    Ready(ExportRows, Box<ExportManifest>),
}

impl ExportLists<'_> {
    pub(super) fn key(&self, list: &ExportList) -> ListKey {
        match list {
            ExportList::Payments => ListKey::Payments(Box::new(self.payments.filter.clone())),
            ExportList::Disputes => {
                let inbox = &self.disputes.inbox;
                ListKey::Disputes(inbox.filter.clone(), Box::new(inbox.local_filter.clone()))
            }
            ExportList::Records(..) | ExportList::SelectedDisputes(_) | ExportList::Events | ExportList::Operations => {
                ListKey::Whole
            }
        }
    }

    /// Whether all pages of a list are loaded already, without an export.
    pub(super) fn loads_all(&self, list: &ExportList) -> bool {
        match list {
            ExportList::Payments => self.payments.load_all,
            ExportList::Records(..)
            | ExportList::Disputes
            | ExportList::SelectedDisputes(_)
            | ExportList::Events
            | ExportList::Operations => true,
        }
    }

    /// No further pages are asked for.
    pub(super) fn stop_loading(&mut self, list: &ExportList) {
        match list {
            ExportList::Payments => self.payments.load_all = false,
            ExportList::Records(..)
            | ExportList::Disputes
            | ExportList::SelectedDisputes(_)
            | ExportList::Events
            | ExportList::Operations => {}
        }
    }

    /// The rows; pages that are missing are asked for.
    pub(super) fn read(&mut self, list: &ExportList, cx: &mut Context<'_>) -> ListRead {
        match list {
            ExportList::Payments if self.shows_known(cx) => self.known_payments(cx),
            ExportList::Payments => self.listed_payments(cx),
            ExportList::Records(kind, query) => self.records(*kind, query, cx),
            ExportList::Disputes => self.disputes(cx),
            ExportList::SelectedDisputes(ids) => self.selected_disputes(ids, cx),
            ExportList::Events => self.events(cx),
            ExportList::Operations => self.operations(cx),
        }
    }

    /// Whether all payments are shown, or what a search over them found.
    fn shows_known(&self, cx: &Context<'_>) -> bool {
        let is_search = self.history.search().is_active() || !self.payments.filter.is_active();
        is_search && self.history.phase() == HistoryPhase::Open && self.payments.part(&cx.view).is_none()
    }

    fn known_payments(&self, cx: &Context<'_>) -> ListRead {
        let (history, view) = (self.history, self.views.to_export(self.history, cx));
        let (columns, search) = (history.columns(), history.search());
        let rows = if search.is_active() {
            PaymentRows::Found(columns.share(), search.rows().to_vec())
        } else {
            PaymentRows::All(columns.sort_input(), order_of_list(self.payments).unwrap_or_default())
        };
        let cells = payment_export::columns_of(view.as_ref().map_or(&[], |view| &view.columns));
        let manifest = ExportManifest {
            query: search.query().to_string(),
            view: view.map(|view| (view.name, view.query)),
            as_of: history.place().as_of,
            incomplete: self.payments_incomplete(&cells, cx),
            ..manifest(ExportKind::Payments, cx)
        };
        ListRead::Ready(ExportRows::Payments(rows, cells), Box::new(manifest))
    }

    /// Why what is known need not be all that is searched for.
    fn payments_incomplete(&self, cells: &[usize], cx: &Context<'_>) -> Option<String> {
        let (history, zone) = (self.history, cx.zone);
        let day_start = |day| zone.day_start(day);
        let context = SearchContext { today: zone.date(cx.now), day_start: &day_start, notes: cx.view.notes };
        let known = KnownSoFar {
            columns: history.columns(),
            place: history.place(),
            keep_days: cx.settings.history(cx.profile_id).keep_days,
            related: self.related,
            needs_details: payment_export::needs_details(cells),
            needs_received: payment_export::needs_received(cells),
        };
        why_incomplete(known, history.search().query(), &context, cx.now)
    }

    fn listed_payments(&mut self, cx: &mut Context<'_>) -> ListRead {
        let is_missing = !self.payments.has_ended() && !matches!(self.payments.pages, Pages::Failed(_));
        if is_missing && cx.can_read() {
            self.payments.load_all(cx);
            if !matches!(self.payments.pages, Pages::Failed(_)) {
                let (loaded, of) = (self.payments.loaded() as u64, self.payments.total_count);
                return ListRead::Loading { loaded, of };
            }
        }
        let columns = self.history.columns();
        let listed = (0..self.payments.len()).filter_map(|index| self.payments.row(index));
        let number = |number: usize| u32::try_from(number).ok();
        let rows = listed.map(|row| (row.payment.clone(), columns.find(&row.payment.payment_id).and_then(number)));
        let rows: Vec<_> = rows.collect();
        let has_details = |number: &Option<u32>| number.is_some_and(|number| columns.has_details(number as usize));
        let undetailed = rows.iter().filter(|(_, number)| !has_details(number)).count() as u64;
        let manifest = ExportManifest {
            query: wording::payments(&self.payments.filter, cx.review_status()),
            as_of: self.payments.read_at,
            incomplete: self.payments_missing(undetailed, cx),
            ..manifest(ExportKind::Payments, cx)
        };
        let read_at = self.payments.read_at.unwrap_or(cx.now);
        let rows = PaymentRows::Listed(ListedPayments { known: columns.share(), rows, read_at });
        ListRead::Ready(ExportRows::Payments(rows, payment_export::columns_of(&[])), Box::new(manifest))
    }

    /// Why the list need not have all payments, with all that is known of them.
    fn payments_missing(&self, undetailed: u64, cx: &Context<'_>) -> Option<String> {
        let unreadable = self.payments.unreadable.as_ref().map(|rows| rows.count as u64);
        pages_missing(&self.payments.pages, self.payments.complete, self.payments.is_stalled)
            .or_else(|| unreadable.map(|count| text::unreadable(ExportKind::Payments, count)))
            .or_else(|| {
                self.payments.may_miss_remainders(&cx.view).then(|| {
                    "the service does not list partially captured payments that still have an amount to capture"
                        .to_owned()
                })
            })
            .or_else(|| (undetailed > 0).then(|| text::undetailed(undetailed)))
    }

    /// Rows that are there: nothing of them is loaded first.
    fn selected_disputes(&self, ids: &[DisputeId], cx: &Context<'_>) -> ListRead {
        let selected = ids.iter().filter_map(|id| self.disputes.find(id));
        let rows: Vec<_> = selected.map(|row| handled_dispute(row, cx)).collect();
        let manifest = ExportManifest {
            query: text::selected(rows.len() as u64),
            as_of: self.disputes.inbox.reading.read_at,
            ..manifest(ExportKind::Disputes, cx)
        };
        ListRead::Ready(ExportRows::Disputes(rows), Box::new(manifest))
    }

    fn disputes(&self, cx: &Context<'_>) -> ListRead {
        let (disputes, reading) = (self.disputes, &self.disputes.inbox.reading);
        if reading.pages == Pages::Loading {
            return ListRead::Loading { loaded: disputes.loaded() as u64, of: reading.total_count };
        }
        let listed = (0..disputes.len()).filter_map(|index| disputes.row(index));
        let rows: Vec<_> = listed.map(|row| handled_dispute(row, cx)).collect();
        let unreadable = reading.unreadable.as_ref().map(|rows| rows.count as u64);
        let offline = disputes.offline().len() as u64;
        let snoozed = disputes.hidden_snoozed(cx.now) as u64;
        let incomplete = pages_missing(&reading.pages, reading.complete, reading.is_stalled)
            .or_else(|| unreadable.map(|count| text::unreadable(ExportKind::Disputes, count)))
            .or_else(|| (offline > 0).then(|| text::offline(offline)))
            .or_else(|| (snoozed > 0).then(|| text::snoozed(snoozed)));
        let manifest = ExportManifest {
            query: wording::disputes(&disputes.inbox, cx.zone),
            as_of: reading.read_at,
            incomplete,
            ..manifest(ExportKind::Disputes, cx)
        };
        ListRead::Ready(ExportRows::Disputes(rows), Box::new(manifest))
    }

    fn events(&self, cx: &Context<'_>) -> ListRead {
        let (webhooks, log) = (self.webhooks, self.webhooks.log());
        let listed = (0..log.len()).filter_map(|index| log.row(index));
        let missing = || cx.profiles.iter().find(|saved| saved.id == *cx.profile_id)?.events_missing();
        let manifest = ExportManifest {
            query: wording::events(&webhooks.filter),
            as_of: Some(cx.now),
            incomplete: webhooks
                .unlisted()
                .map(|unlisted| text::unlisted(&unlisted.text))
                .or_else(|| missing().map(str::to_owned)),
            ..manifest(ExportKind::Events, cx)
        };
        ListRead::Ready(ExportRows::Events(listed.map(listed_event).collect()), Box::new(manifest))
    }

    /// Where the service lists them, its list is read first.
    fn records(&mut self, kind: ExportKind, query: &RecordQuery, cx: &mut Context<'_>) -> ListRead {
        if let Some(of) = kind.record_kind().filter(|of| is_offered(*of, cx)) {
            if self.record_lists.listing(of, cx) == Listing::Unread {
                self.record_lists.show(of, cx);
            }
            if self.record_lists.is_reading(of) {
                return ListRead::Loading { loaded: cx.records.of(of).len() as u64, of: None };
            }
        }
        let entries = kind.record_kind().map(|kind| cx.records.listed(kind, query)).unwrap_or_default();
        let listing = kind.record_kind().map(|of| self.record_lists.listing(of, cx));
        let manifest = ExportManifest {
            query: wording::records(query),
            as_of: Some(cx.now),
            incomplete: listing.and_then(|listing| records_missing(kind, listing)),
            ..manifest(kind, cx)
        };
        let records = entries.into_iter().map(|entry| entry.known).collect();
        ListRead::Ready(ExportRows::Records(kind, records), Box::new(manifest))
    }

    fn operations(&self, cx: &Context<'_>) -> ListRead {
        let (log, unreadable) = (self.operation_log, self.operation_log.log().unreadable as u64);
        let incomplete = match &log.problem {
            Some(problem) => Some(text::not_all_loaded(&problem.what)),
            None if log.is_reading() => Some(text::not_all_loaded("the journal is still being read")),
            None => (unreadable > 0).then(|| text::unreadable_entries(unreadable)),
        };
        let manifest = ExportManifest {
            query: wording::operations(&log.filter),
            as_of: Some(cx.now),
            incomplete,
            ..manifest(ExportKind::Operations, cx)
        };
        ListRead::Ready(ExportRows::Operations(log.log().rows().cloned().collect()), Box::new(manifest))
    }
}

/// The delivery of a row; its content is not exported.
fn listed_event(row: &EventTableRow) -> ListedEvent {
    match &row.content {
        EventObject::Genuine(stored, _) => {
            let mut delivery = stored.delivery.clone();
            (delivery.headers, delivery.body) = (Vec::new(), [].into());
            ListedEvent::Genuine(Box::new(StoredEvent { delivery, ..StoredEvent::clone(stored) }))
        }
        EventObject::Refused(refused) => {
            let bare = RefusedDelivery { headers: Vec::new(), body: [].into(), ..RefusedDelivery::clone(refused) };
            ListedEvent::Refused(Box::new(bare))
        }
    }
}

/// Why records of the service need not be known here.
pub fn records_missing(kind: ExportKind, listing: Listing<'_>) -> Option<String> {
    match listing {
        Listing::Whole(_) => None,
        Listing::None(_) => Some(kind.no_list()),
        Listing::Unread => Some(kind.list_not_read()),
        Listing::Failed(error) => Some(text::not_all_loaded(error.what())),
        Listing::Partial => Some(text::not_all_loaded(text::STALLED)),
    }
}

/// Why pages of a list of the service are missing.
fn pages_missing(pages: &Pages, complete: bool, is_stalled: bool) -> Option<String> {
    match pages {
        Pages::Failed(error) => Some(text::not_all_loaded(error.what())),
        _ if is_stalled => Some(text::not_all_loaded(text::STALLED)),
        _ if complete => None,
        Pages::NotAsked | Pages::Loading | Pages::Idle => Some(text::not_all_loaded("the service is not connected")),
    }
}

/// What every manifest says.
fn manifest(kind: ExportKind, cx: &Context<'_>) -> ExportManifest {
    ExportManifest {
        what: kind.word().to_owned(),
        profile: cx.saved.map_or_else(|| text::EMBEDDED.to_owned(), |saved| saved.name.clone()),
        query: String::new(),
        query_time_zone: cx.zone.to_string(),
        view: None,
        as_of: None,
        incomplete: None,
        unordered: None,
        made_at: cx.now,
    }
}
