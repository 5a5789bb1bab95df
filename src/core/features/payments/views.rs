//! The views of the payments in the sidebar: all of them, and each part. Each keeps what is open beside its list.

use crate::context::{Context, WorkspaceView};
use crate::operations::ResourceKind;
use crate::remote::Remote;
use crate::route::Route;
use paydesk_domain::ids::PaymentId;

use super::{LeftView, PaymentSort, Payments, PaymentsFilter, PaymentsPart};

impl Payments {
    /// Other rows are asked for. Where they are those of another view, that takes the place of this one.
    pub(super) fn ask_rows_of(&mut self, filter: PaymentsFilter, cx: &mut Context<'_>) {
        let (before, after) = (self.filter.part(cx.review_status()), filter.part(cx.review_status()));
        if before == after {
            self.filter = filter;
            self.questions += 1;
            return;
        }
        let left = LeftView { open: self.open.clone(), filter: self.filter.clone(), questions: self.questions };
        self.close_detail(cx);
        self.left.insert(before, left);
        let entered = self.left.remove(&after);
        self.questions = entered.as_ref().map_or(0, |view| view.questions + u64::from(view.filter != filter));
        self.filter = filter;
        if let Some(payment_id) = entered.and_then(|view| view.open) {
            self.open_beside_list(payment_id, cx);
        }
    }

    /// Shows a view of the sidebar, with the words that its rows were picked by when it was left.
    pub(super) fn show_view(&mut self, mut filter: PaymentsFilter, sort: PaymentSort, cx: &mut Context<'_>) {
        let part = filter.part(cx.review_status());
        let is_shown = self.filter.part(cx.review_status()) == part;
        let left = self.left.get(&part).map(|view| &view.filter);
        if let Some(before) = if is_shown { Some(&self.filter) } else { left } {
            filter.local_filter.words.clone_from(&before.local_filter.words);
        }
        self.show(filter, sort, cx);
    }

    /// Lifts what narrows a view of the sidebar down; where nothing does, shows all payments.
    pub(super) fn clear_filters(&mut self, cx: &mut Context<'_>) {
        let plain = self.filter.plain(cx.review_status());
        let filter = if plain == self.filter { PaymentsFilter::default() } else { plain };
        self.set_filter(|shown| *shown = filter, cx);
    }

    /// Whether the view of the sidebar is narrowed down.
    pub fn is_narrowed(&self, view: &WorkspaceView<'_>) -> bool {
        self.filter != self.filter.plain(view.review_status())
    }

    /// Shows the list as it was, with what was open beside it.
    pub(crate) fn return_to(
        &mut self,
        (filter, sort): (PaymentsFilter, PaymentSort),
        open: Option<PaymentId>,
        cx: &mut Context<'_>,
    ) {
        if self.filter != filter {
            self.show(filter, sort, cx);
        } else if self.sort != sort {
            self.sort = sort;
            self.order_view();
        }
        match open {
            Some(payment_id) if self.open.as_ref() != Some(&payment_id) => self.open_beside_list(payment_id, cx),
            Some(_) => {}
            None => self.close_detail(cx),
        }
    }

    /// A payment is not opened beside a list that leaves it out: then all payments are shown.
    pub(super) fn leave_list_without(&mut self, payment_id: &PaymentId, cx: &mut Context<'_>) {
        let is_listed = self.filter == PaymentsFilter::default() || self.position(payment_id).is_some();
        if !is_listed && self.leaves_out(payment_id, cx) {
            self.show(PaymentsFilter::default(), PaymentSort::default(), cx);
        }
    }

    /// Whether a payment that is not listed will not be: what is worked through may be listed once it was read.
    fn leaves_out(&self, payment_id: &PaymentId, cx: &Context<'_>) -> bool {
        let from_elsewhere = cx.route != Route::List(ResourceKind::Payment);
        let read = self.detail(payment_id).and_then(Remote::value);
        match self.filter.part(cx.review_status()) {
            None => true,
            Some(_) if from_elsewhere && self.has_ended() => true,
            Some(part) => read.is_some_and(|payment| match part {
                PaymentsPart::ToCapture => !payment.status.can_be_captured(Some(payment.capturable_minor())),
                PaymentsPart::InReview => !cx.review_status().is(&payment.status),
            }),
        }
    }

    /// Nothing is open beside the payments of `filter`, whatever was when their view was left.
    pub(super) fn close_detail_of(&mut self, filter: &PaymentsFilter, cx: &mut Context<'_>) {
        let part = filter.part(cx.review_status());
        if self.filter.part(cx.review_status()) == part {
            self.close_detail(cx);
        }
        if let Some(view) = self.left.get_mut(&part) {
            view.open = None;
        }
    }
}
