//! Why payments were declined: the newest failed ones of the range are read, as no metric reports their codes.

use std::collections::BTreeSet;

use crate::context::{Context, WorkspaceView};
use crate::features::payments::{PaymentLocalFilter, PaymentsFilter};
use crate::pages::{ListProgress, PageRead, STALLED, UnreadablePage};
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;
use paydesk_api::error::CallError;
use paydesk_api::resources::payments::calls::{ListForm, ListPayments, PAGE_MAX, PaymentListFilter};
use paydesk_api::resources::payments::wire::PaymentPage;
use paydesk_domain::analytics::{Dimension, Subject};
use paydesk_domain::decline::{DeclineFamily, family};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::CurrencyCode;
use paydesk_domain::number_text::count_text;
use paydesk_domain::payment::{PaymentFilterPart, PaymentRow, PaymentStatus};
use paydesk_domain::zone::Zone;

use super::Analytics;
use super::boards::CardId;
use super::card_content::{
    AxisSlot, CardContent, CardValue, DimensionValues, LocalRows, Pane, TotalChange, ValueSeries, ValueUnit,
};
use super::drill_down::created;
use super::drill_down_target::DrillDown;
use super::grid::Coverage;
use super::local::NotCountable;
use super::question::Question;
use super::range::{Period, Span};
use super::text;

/// Most pages that are read: where there are more declines, the card says how many it counts.
const PAGES_MAX: u32 = 50;

/// The declines being read, and what was asked for.
#[derive(Debug, Default)]
pub struct Declines {
    request_id: Option<RequestId>,
    asked: Option<DeclineQuery>,
    rows: Vec<PaymentRow>,
    ids: BTreeSet<PaymentId>,
    unreadable_page: UnreadablePage,
    offset: u32,
    /// The last row of the service so far.
    last_id: Option<PaymentId>,
    /// How the pages are asked for.
    form: ListForm,
}

#[derive(Debug, Clone)]
struct DeclineQuery {
    filter: PaymentListFilter,
    /// More than one cannot be asked of the service, and are picked here.
    currencies: Vec<CurrencyCode>,
    period: Period,
    span: Span,
    zone: Zone,
    filters: Vec<(Dimension, Vec<String>)>,
}

impl DeclineQuery {
    fn new(question: &Question, view: &WorkspaceView<'_>) -> Self {
        let period = question.range.period(view.now, view.zone);
        let span = period.span(view.zone);
        let codes = question.filter(Dimension::Currency);
        let currencies: Vec<CurrencyCode> = codes.iter().map(|code| CurrencyCode::new(code)).collect();
        let filter = PaymentListFilter {
            status: Some(PaymentStatus::Failed),
            currency: Some(currencies.clone()).filter(|codes| codes.len() == 1).and_then(|mut codes| codes.pop()),
            created_gte: Some(span.start),
            created_lte: Some(span.end),
            ..PaymentListFilter::default()
        };
        Self { filter, currencies, period, span, zone: view.zone, filters: question.filters.clone() }
    }
}

impl Declines {
    /// The first page as it was asked for.
    pub(super) fn first_page(&self) -> Option<ListPayments> {
        let filter = self.asked.as_ref()?.filter.clone();
        Some(ListPayments { filter, limit: PAGE_MAX, form: self.form.clone(), ..ListPayments::default() })
    }

    fn ask_page(&mut self, cx: &mut Context<'_>) {
        let Some(asked) = &self.asked else { return };
        let (filter, form, after) = (asked.filter.clone(), self.form.clone(), self.last_id.clone());
        let page = ListPayments { filter, limit: PAGE_MAX, offset: self.offset, after, form };
        self.request_id = Some(cx.read_fresh(ReadOwner::Analytics, Read::Payments(page)));
    }

    /// Takes in a page; a row that is in two pages counts once.
    fn take_page(&mut self, page: PaymentPage) -> ListProgress {
        let count = u32::try_from(page.rows.len() + page.unreadable.len()).unwrap_or(u32::MAX);
        self.offset = self.offset.saturating_add(count);
        let (known, has_new_unreadable) = (self.ids.len(), self.unreadable_page.is_new(&page.unreadable_raw));
        self.last_id = page.last_id.or(self.last_id.take());
        self.form = page.form;
        let (ids, asked, form) = (&mut self.ids, &self.asked, &self.form);
        let new = page.rows.into_iter().filter(|row| ids.insert(row.payment_id.clone()));
        self.rows.extend(new.filter(|row| asked.as_ref().is_some_and(|asked| asked.filter.admits(row, form))));
        PageRead {
            limit: page.limit,
            rows: count as usize,
            next_offset: self.offset,
            has_new_rows: has_new_unreadable || self.ids.len() > known,
            total_count: page.total_count,
            has_more: page.has_more,
        }
        .progress()
    }
}

impl Analytics {
    /// Reads the first page; the others follow.
    pub(super) fn ask_declines(&mut self, cx: &mut Context<'_>) {
        if let Some(request_id) = self.declines.request_id.take() {
            cx.reads.drop_request(request_id);
        }
        let statuses = self.payments.filter(Dimension::Status);
        let leaves_out = !statuses.is_empty() && !statuses.iter().any(|word| word == PaymentStatus::Failed.as_str());
        if leaves_out {
            self.declines = Declines::default();
            self.cards.entry(CardId::DeclineMix).or_default().leave_out(NotCountable::NoneDeclined);
            return;
        }
        let (asked, form) = (Some(DeclineQuery::new(&self.payments, cx)), cx.traits.payment_list.form());
        self.declines = Declines { asked, form, ..Declines::default() };
        self.declines.ask_page(cx);
    }

    /// A page of the declines came.
    pub(crate) fn declines_answered(
        &mut self,
        request_id: RequestId,
        result: Result<PaymentPage, CallError>,
        cx: &mut Context<'_>,
    ) {
        let declines = &mut self.declines;
        let is_wanted = declines.request_id.take_if(|asked| *asked == request_id).is_some();
        let Some(card) = self.cards.get_mut(&CardId::DeclineMix).filter(|_| is_wanted) else { return };
        let page = match result {
            Ok(page) => page,
            Err(error) => return card.remote.fail(error),
        };
        let total = page.total_count;
        let progress = declines.take_page(page);
        if progress == ListProgress::More && declines.offset < PAGES_MAX * PAGE_MAX {
            declines.ask_page(cx);
        } else if let Some(asked) = &declines.asked {
            card.show(picture(asked, declines, total, progress), cx.now);
        }
    }
}

fn picture(asked: &DeclineQuery, read: &Declines, total: Option<u64>, progress: ListProgress) -> CardContent {
    let rows = &read.rows;
    let wanted = |row: &&PaymentRow| {
        asked.currencies.is_empty() || asked.currencies.contains(row.amount.currency.currency_code())
    };
    let family_of = |row: &PaymentRow| row.unified_code.as_deref().map(family);
    let count = |family: Option<DeclineFamily>| {
        let of_family = rows.iter().filter(wanted).filter(|row| family_of(row) == family);
        i64::try_from(of_family.count()).unwrap_or(i64::MAX)
    };
    let families: Vec<Option<DeclineFamily>> = DeclineFamily::ALL.into_iter().map(Some).chain([None]).collect();
    let families: Vec<_> = families.into_iter().filter(|family| family.is_some() || count(None) > 0).collect();
    let slots = families.iter().map(|family| {
        let label = family.map_or("No code", DeclineFamily::meaning).to_owned();
        let (full_label, label_before, dimension_values) = (label.clone(), String::new(), DimensionValues::new());
        AxisSlot { full_label, label, span: None, cover: Coverage::Whole, label_before, dimension_values, merged: 0 }
    });
    let all: i64 = families.iter().map(|family| count(*family)).sum();
    let counted = counted_span(asked.span, rows, progress);
    let series = ValueSeries {
        name: text::DECLINES.to_owned(),
        definition: "Failed payments created in this period, by the category of their unified code",
        measure: None,
        dimension_values: DimensionValues::new(),
        values: families.iter().map(|family| Some(CardValue::count(count(*family)))).collect(),
        before: Vec::new(),
        total: Some(CardValue::count(all)),
        total_before: None,
        change: TotalChange::None,
        here: Some(LocalRows {
            slots: families.iter().map(|family| family.map(|family| drill(asked, counted, Some(family)))).collect(),
            all: Some(drill(asked, counted, None)),
        }),
        merged: 0,
    };
    let mut notes = vec!["Counted from the payment list, not by the service".to_owned()];
    if progress != ListProgress::Whole {
        let of = total.map(|total| text::of(count_text(i64::try_from(total).unwrap_or(i64::MAX))));
        let (failed, all) = (count_text(rows.len() as i64), count_text(read.ids.len() as i64));
        let counted = match read.form.asks(PaymentFilterPart::Status, &asked.filter) {
            true => text::only_newest_failed_payments(&failed, of.unwrap_or_default()),
            false => text::only_failed_ones_among_newest(&all),
        };
        notes.insert(0, counted);
        notes.extend((progress == ListProgress::Stalled).then(|| text::list_is_incomplete(STALLED)));
    }
    let content = CardContent {
        subject: Subject::Payments,
        caption: format!("{} · {}", asked.period.label(), asked.zone),
        span: asked.span,
        minutes: (0, 0),
        zone: asked.zone,
        filters: asked.filters.clone(),
        panes: vec![Pane {
            unit: ValueUnit::Count,
            title: text::COUNT.to_owned(),
            over_time: false,
            slots: slots.collect(),
            series: vec![series],
        }],
        notes,
        empty: all == 0,
        ..CardContent::default()
    };
    content.in_part(progress != ListProgress::Whole, false)
}

/// The time that is counted: where not all could be read, that of the newest rows alone, which come first.
fn counted_span(asked: Span, rows: &[PaymentRow], progress: ListProgress) -> Span {
    let oldest = rows.iter().filter_map(|row| row.created).min().filter(|_| progress != ListProgress::Whole);
    Span { start: oldest.unwrap_or(asked.start), ..asked }
}

/// The failed payments of a family, or of all, in the time that is counted.
fn drill(asked: &DeclineQuery, counted: Span, family: Option<DeclineFamily>) -> DrillDown {
    let several = asked.filter.currency.is_none();
    let currencies = if several { asked.currencies.clone() } else { Vec::new() };
    DrillDown::Payments(Box::new(PaymentsFilter {
        status: Some(PaymentStatus::Failed),
        currency: asked.filter.currency.clone(),
        created: created(counted, asked.zone),
        local_filter: PaymentLocalFilter { currencies, family, ..PaymentLocalFilter::default() },
        ..PaymentsFilter::default()
    }))
}
