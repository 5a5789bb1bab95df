//! The payments: the list with its filters and pages, and the one that is open.
//!
//! [`filter`] says which, [`rows`] prepares and orders them, [`row_texts`] says who paid, [`list`] loads pages, [`list_forms`] finds out how
//! this service lists them, [`to_capture`] counts those that wait, [`detail`] reads one, [`create`] makes
//! one, [`actions`] captures, cancels and approves, [`unconfirmed`] leads on from one that was not confirmed. Their
//! disputes are those of [`super::payment_disputes`].

mod actions;
mod authorized;
mod capture_statuses;
pub mod change;
pub mod create;
mod described;
pub mod detail;
pub mod dialog;
mod earlier;
pub mod filter;
mod form;
mod from_webhook;
mod known_marks;
pub mod list;
mod list_forms;
mod list_remainders;
mod loaded;
mod marks;
mod on_fact;
mod page_cursor;
mod part;
mod recent;
mod remainders;
mod review;
mod row_texts;
pub mod rows;
pub mod sort;
mod text;
mod to_capture;
pub mod unconfirmed;
mod views;
mod work;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use crate::client_secrets::ClientSecrets;
use crate::context::Context;
use crate::context::request::FeatureRequest;
use crate::features::forms::FormSession;
use crate::operations::ResourceKind;
use crate::pages::UnreadablePage;
use crate::read::RequestId;
use crate::remote::Remote;
use paydesk_api::error::DecodeError;
use paydesk_api::input::PaymentMethod;
use paydesk_api::resources::payments::calls::{ListForm, PaymentListFilter};
use paydesk_domain::document::UnreadableRows;
use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_domain::money::CurrencyCode;
use paydesk_domain::payment::{Payment, PaymentAction, PaymentRow, PaymentStatus};
use paydesk_domain::payment_mark::PaymentMark;
use paydesk_index::payment_columns::SortKey;

use authorized::Authorized;
use capture_statuses::CaptureStatuses;
use known_marks::KnownMarks;
use list_forms::ListFallbacks;
use loaded::LoadedPayments;
use recent::RecentPayments;
use remainders::Remainders;
use to_capture::CaptureCount;

pub(crate) use actions::confirm_action;
pub use actions::{as_service_does, captured_by_approval, colleague_text, is_offered, is_rejected, why_not_act};
pub use change::{is_editable, why_not_change};
pub use create::{new_payment_refusal, same_payment_under_way, test_card};
pub use detail::{PaymentAnswer, is_older, is_row_behind};
pub use dialog::{CaptureAmountError, CaptureCheck, PaymentDialog, TestCardDialog, check_capture};
pub use earlier::{earlier_payment, later_payment};
pub use filter::{CreatedRange, PaymentLocalFilter, PaymentLocalFilterPart, PaymentsFilter};
pub use from_webhook::payment_went_on;
pub use list_remainders::{Remainder, remainder_after_capture};
pub use part::PaymentsPart;
pub use rows::PaymentTableRow;
pub use sort::PaymentSort;
pub(crate) use unconfirmed::confirm_test_card;
pub use unconfirmed::{TEST_HOLDER, UnconfirmedAction, takes_test_card, waits_for_confirmation, why_not_confirm};
pub use work::{CaptureDue, KnownWork, PaymentsWork, WaitingPayments};

pub use crate::pages::Pages;

/// The list of payments with its filter and pages, the open payment, and what is under way of it.
#[derive(Debug, Default)]
pub struct Payments {
    pub filter: PaymentsFilter,
    pub sort: PaymentSort,
    pub pages: Pages,
    /// How many payments match at the service, where it says so.
    pub total_count: Option<u64>,
    /// Whether the last page is here.
    pub complete: bool,
    /// The service says that there is more, and sent nothing new: no page is asked for any more.
    pub is_stalled: bool,
    /// All pages are wanted, one after the other.
    pub load_all: bool,
    /// When the first page was read.
    pub read_at: Option<DateTime<Utc>>,
    /// Rows of the service that could not be read.
    pub unreadable: Option<UnreadableRows>,
    /// How many fields of the rows loaded could not be read, and the first of them.
    pub incomplete: Option<(usize, DecodeError)>,
    /// How many payments there are in all, where the service said so.
    pub total: Option<u64>,
    /// The payment whose detail is open.
    pub open: Option<PaymentId>,
    unreadable_page: UnreadablePage,
    rows: LoadedPayments,
    /// Reported by events and not listed yet, the oldest first.
    new_rows: LoadedPayments,
    /// They are being listed, some in each frame.
    listing_new: bool,
    /// Indices into `rows`, picked and ordered.
    view: Vec<u32>,
    /// Counts how often rows came, went or moved.
    revision: u64,
    /// Counts how often others were asked for in this view.
    questions: u64,
    /// The views that are not shown, as they were left; all payments are no part.
    left: BTreeMap<Option<PaymentsPart>, LeftView>,
    /// What every page of this load is asked for.
    asked: PaymentListFilter,
    /// How they are asked for.
    asked_as: ListForm,
    /// The service sent rows that were not asked for.
    has_strays: bool,
    /// Rows of the service passed over so far, readable or not: where the next page begins.
    next_offset: u32,
    /// The last row of the service so far.
    last_id: Option<PaymentId>,
    page_request_id: Option<RequestId>,
    capture_count: CaptureCount,
    capture_statuses: CaptureStatuses,
    remainders: Remainders,
    recent: RecentPayments,
    /// How many rows are here that the service does not count: remainders.
    added_rows: u64,
    fallbacks: ListFallbacks,
    details: BTreeMap<PaymentId, Detail>,
    detail_clock: u64,
    /// Counts how often something was learnt of a payment.
    details_revision: u64,
    client_secrets: ClientSecrets<PaymentId>,
    authorized: Authorized,
    known_marks: KnownMarks,
    /// The stored payments that rows were described from: their revision, and how many there were.
    described_from: (u64, usize),
    /// Declines worth a retry that were paid since, by another payment.
    paid_since: BTreeSet<PaymentId>,
    /// The stored payments that these were found among: their revision, and since when.
    paid_since_of: Option<(u64, DateTime<Utc>)>,
    /// Those that were last answered with what is older than what is known.
    outdated: BTreeSet<PaymentId>,
}

/// A view of the sidebar as it was left.
#[derive(Debug)]
struct LeftView {
    open: Option<PaymentId>,
    filter: PaymentsFilter,
    /// How often other rows were asked for in it.
    questions: u64,
}

#[derive(Debug, Default)]
struct Detail {
    remote: Remote<Payment>,
    /// The newest read under way.
    request_id: Option<RequestId>,
    /// The newest read that was answered; an older one that arrives later is stale.
    answered: Option<RequestId>,
    /// When the newest value was learnt, by a read or from the answer of an operation.
    learned_at: Option<DateTime<Utc>>,
    /// When what is shown was read, which a newer read that fails or is given up does not change.
    read_at: Option<DateTime<Utc>>,
    /// An event reported a change of it since it was read.
    was_reported: bool,
    /// For forgetting the one that was not used for longest.
    used: u64,
}

/// What the person does in the panel.
#[derive(Debug, Clone, PartialEq)]
pub enum PaymentsAction {
    /// All payments, or those that wait for capture: the two views of the sidebar.
    ShowAll,
    ShowToCapture,
    /// Those held for manual review, by the name that the status is known under.
    ShowInReview,
    FilterStatus(Option<PaymentStatus>),
    /// Those that are shown with this mark in place of their status.
    FilterMark(PaymentMark),
    FilterCurrency(Option<CurrencyCode>),
    FilterMethod(Option<PaymentMethod>),
    FilterCustomer(Option<CustomerId>),
    /// All payments with this filter alone, whatever was searched for or filtered by before.
    ShowOnly(Box<PaymentsFilter>),
    FilterCreated(CreatedRange),
    /// Of what is listed, what has these words: nothing is asked of the service.
    FilterWords(String),
    /// Those whose status is not documented: any of them may be in review.
    ShowUnlisted,
    /// Lifts a filter that a board of analytics has set.
    RemoveLocalFilter(PaymentLocalFilterPart),
    ClearFilters,
    /// Reads the list and the open payment again.
    Refresh,
    LoadMore,
    LoadAll,
    StopLoading,
    Sort(SortKey),
    Open(PaymentId),
    /// Opens the payment of a typed id.
    LookUp(String),
    Close,
    /// Hides the form for a new payment.
    CloseForm,
    /// Reads all of one payment again.
    ReadAnew(PaymentId),
    /// Reads one payment whose commands are looked at.
    Read(PaymentId),
    /// Opens the confirmation of an action.
    Ask(PaymentId, PaymentAction),
    /// Opens the form that changes description, e-mail, addresses and metadata.
    Edit(PaymentId),
    Unconfirmed(UnconfirmedAction),
}

impl Payments {
    /// Closes what is in front: the form, or the pane.
    pub fn close(&self, form: Option<&FormSession>) -> Option<PaymentsAction> {
        match (form, &self.open) {
            (Some(_), _) => Some(PaymentsAction::CloseForm),
            (None, Some(_)) => Some(PaymentsAction::Close),
            (None, None) => None,
        }
    }

    pub(crate) fn handle(&mut self, action: PaymentsAction, cx: &mut Context<'_>) {
        match action {
            PaymentsAction::ShowAll => self.show_view(PaymentsFilter::default(), PaymentSort::default(), cx),
            PaymentsAction::ShowToCapture => {
                self.show_view(PaymentsFilter::to_capture(), PaymentSort::MOST_URGENT_FIRST, cx)
            }
            PaymentsAction::ShowInReview => self.show_in_review(cx),
            PaymentsAction::FilterStatus(status) => self.set_filter(|filter| filter.set_status(status), cx),
            PaymentsAction::FilterMark(mark) => self.filter_mark(mark, cx),
            PaymentsAction::FilterCurrency(currency) => self.set_filter(|filter| filter.currency = currency, cx),
            PaymentsAction::FilterMethod(method) => self.set_filter(|filter| filter.method = method, cx),
            PaymentsAction::FilterCustomer(customer_id) => self.filter_customer(customer_id, cx),
            PaymentsAction::ShowOnly(filter) => self.show_only_keeping_theirs(*filter, cx),
            PaymentsAction::FilterCreated(created) => self.set_filter(|filter| filter.created = created, cx),
            PaymentsAction::FilterWords(words) => self.filter_words(words, cx),
            PaymentsAction::ShowUnlisted => self.show_unlisted(cx),
            PaymentsAction::RemoveLocalFilter(part) => self.set_filter(|filter| filter.local_filter.remove(part), cx),
            PaymentsAction::ClearFilters => self.clear_filters(cx),
            PaymentsAction::Refresh => self.refresh(cx),
            PaymentsAction::LoadMore => self.load_more(cx),
            PaymentsAction::LoadAll => self.load_all(cx),
            PaymentsAction::StopLoading => self.load_all = false,
            PaymentsAction::Sort(column) => self.sort_by(column),
            PaymentsAction::Open(payment_id) => self.open_payment(payment_id, cx),
            PaymentsAction::LookUp(text) => self.look_up(&text, cx),
            PaymentsAction::Close => self.close_detail(cx),
            PaymentsAction::CloseForm => cx.request(FeatureRequest::LeaveForm(ResourceKind::Payment)),
            PaymentsAction::ReadAnew(payment_id) => self.read_anew(&payment_id, cx),
            PaymentsAction::Read(payment_id) => self.read_payment(&payment_id, cx),
            PaymentsAction::Ask(payment_id, action) => self.ask_action(&payment_id, action, cx),
            PaymentsAction::Edit(payment_id) => change::open_change(&payment_id, cx),
            PaymentsAction::Unconfirmed(action) => self.handle_unconfirmed(action, cx),
        }
    }
}

impl Payments {
    /// How many rows are shown.
    pub fn len(&self) -> usize {
        self.view.len()
    }

    pub fn is_empty(&self) -> bool {
        self.view.is_empty()
    }

    /// How many rows are loaded, shown or not.
    pub fn loaded(&self) -> usize {
        self.rows.len()
    }

    /// Another number whenever rows came, went or moved.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Another number whenever other rows are asked for in the same view.
    pub fn questions(&self) -> u64 {
        self.questions
    }

    /// The row at `index` of what is shown.
    pub fn row(&self, index: usize) -> Option<&PaymentTableRow> {
        self.view.get(index).and_then(|row| self.rows.get(*row as usize))
    }

    /// All rows that are loaded, shown or not.
    pub fn all(&self) -> impl Iterator<Item = &PaymentTableRow> {
        self.rows.iter()
    }

    /// The codes of the currencies of the payments that are loaded.
    pub fn currencies(&self) -> &BTreeSet<String> {
        self.rows.currencies()
    }

    /// The filter that these rows were asked for with.
    pub fn asked(&self) -> &PaymentListFilter {
        &self.asked
    }

    /// The row of a payment, where it is loaded.
    pub fn listed(&self, payment_id: &PaymentId) -> Option<&PaymentTableRow> {
        self.rows.find(payment_id)
    }

    /// Whether it is listed, or was read.
    pub fn knows(&self, payment_id: &PaymentId) -> bool {
        self.rows.contains(payment_id) || self.detail(payment_id).is_some_and(|detail| detail.value().is_some())
    }

    /// Where a payment is in what is shown.
    pub fn position(&self, payment_id: &PaymentId) -> Option<usize> {
        let row = self.rows.place(payment_id)?;
        // In the service's order, unpicked, a row is where it was loaded: found without a search.
        if self.view.get(row).is_some_and(|shown| *shown as usize == row) {
            return Some(row);
        }
        self.view.iter().position(|shown| *shown as usize == row)
    }

    /// What is known of one payment's detail.
    pub fn detail(&self, payment_id: &PaymentId) -> Option<&Remote<Payment>> {
        self.details.get(payment_id).map(|detail| &detail.remote)
    }

    /// The payments whose details were read, in the order of their ids.
    pub fn read_payments(&self) -> impl Iterator<Item = &Payment> {
        self.details.values().filter_map(|detail| detail.remote.value())
    }

    /// Another number whenever something was learnt of a payment by reading it, or from the answer of an operation.
    pub fn details_revision(&self) -> u64 {
        self.details_revision
    }

    /// Every row that is known, of the list and of what Home shows; some of them twice.
    pub fn known_rows(&self) -> impl Iterator<Item = &PaymentRow> {
        self.rows.iter().map(|row| &row.payment).chain(self.recent.rows().into_iter().flatten())
    }

    /// Whether an event reported the open payment since it was read.
    fn open_was_reported(&self) -> bool {
        self.open.as_ref().and_then(|id| self.details.get(id)).is_some_and(|detail| detail.was_reported)
    }

    /// The open payment's id with what is known of it.
    pub fn open_detail(&self) -> Option<(&PaymentId, &Remote<Payment>)> {
        let id = self.open.as_ref()?;
        self.detail(id).map(|detail| (id, detail))
    }
}
