//! The service's counts beside the rows of the lists that are here: where they differ, the cards say so.

use chrono::{DateTime, Utc};

use crate::features::disputes::{DisputeLocalFilter, Disputes, OpenRange};
use crate::features::payments::{Pages, Payments};
use paydesk_domain::analytics::{Dimension, OTHER_STATUS, Subject};
use paydesk_domain::dispute::{DisputeStage, DisputeStatus};
use paydesk_domain::money::CurrencyCode;
use paydesk_domain::money::grouped_count;
use paydesk_domain::status_counts::{StatusCounts, StatusDifference};
use paydesk_domain::text::visible;
use paydesk_domain::zone::Zone;

use super::Analytics;
use super::boards::CardId;
use super::card_content::ValueUnit;
use super::question::QueryPlan;
use super::refresh::Card;
use super::text;

/// Most statuses named in a sentence.
const NAMED_MAX: usize = 4;

/// What was compared, and what came of it.
#[derive(Debug, Default)]
pub struct ListReconciliation {
    compared: Option<ComparedLists>,
    disputes: Option<String>,
    payments: Option<String>,
}

/// As long as this is the same, so is the sentence.
#[derive(Debug, Clone, PartialEq)]
struct ComparedLists {
    disputes: (u64, u64, Option<DateTime<Utc>>, bool),
    payments: (u64, usize, Option<DateTime<Utc>>, bool),
}

impl Analytics {
    /// How the counts of a card differ from the list that is here, as text.
    pub fn difference(&self, id: CardId) -> Option<&str> {
        match id {
            CardId::DisputeTotals
            | CardId::DisputesByCurrency
            | CardId::DisputesOverTime
            | CardId::DisputesByStatus
            | CardId::DisputeReasons => self.reconciliation.disputes.as_deref(),
            CardId::PaymentTotals | CardId::PaymentsOverTime | CardId::PaymentsByStatus => {
                self.reconciliation.payments.as_deref()
            }
            CardId::DisputeRate
            | CardId::SucceededOverTime
            | CardId::DisputedByStatus
            | CardId::OpenDisputes
            | CardId::DisputedOverTime
            | CardId::WinRateOverTime
            | CardId::DisputesByStage
            | CardId::DisputesByProfile
            | CardId::DisputeAges
            | CardId::SuccessOverTime
            | CardId::ProcessedOverTime
            | CardId::DeclineMix
            | CardId::DecidedOverTime
            | CardId::LargestOpen
            | CardId::DisputedByBrand
            | CardId::DisputedByCountry
            | CardId::DisputedByMethod
            | CardId::DisputedByAmount
            | CardId::DisputedByTime
            | CardId::EvidenceResults
            | CardId::CustomQuery => None,
        }
    }
}

impl Analytics {
    /// Compares what the service counts with the lists, where both are here and either has changed. While one of them
    /// is being read, what was found stays.
    pub(super) fn compare_with_lists(&mut self, disputes: &Disputes, payments: &Payments, zone: Zone) {
        let version = |id: CardId| self.card(id).map_or(0, |card| card.version);
        let compared = ComparedLists {
            disputes: (
                version(CardId::DisputesByStatus),
                disputes.changes(),
                disputes.inbox.reading.read_at,
                disputes.inbox.reading.complete,
            ),
            payments: (version(CardId::PaymentsByStatus), payments.loaded(), payments.read_at, payments.complete),
        };
        let before = self.reconciliation.compared.as_ref();
        let disputes_changed = before.is_none_or(|before| before.disputes != compared.disputes);
        let payments_changed = before.is_none_or(|before| before.payments != compared.payments);
        if disputes_changed && disputes.inbox.reading.pages != Pages::Loading {
            let card = self.card(CardId::DisputesByStatus);
            self.reconciliation.disputes = card.and_then(|card| disputes_difference(card, disputes, zone));
        }
        if payments_changed && payments.pages != Pages::Loading {
            let card = self.card(CardId::PaymentsByStatus);
            self.reconciliation.payments = card.and_then(|card| payments_difference(card, payments, zone));
        }
        self.reconciliation.compared = Some(compared);
    }
}

fn disputes_difference(card: &Card, list: &Disputes, zone: Zone) -> Option<String> {
    let (plan, reported, reported_at) = reported_counts(card)?;
    let read_at = list
        .inbox
        .reading
        .read_at
        .filter(|_| list.inbox.reading.complete && list.inbox.filter == Default::default())?;
    let filtered = |dimension: Dimension| plan.question.filter(dimension).iter();
    if filtered(Dimension::ProfileId).next().is_some() {
        return None;
    }
    let span = plan.span();
    let local_filter = DisputeLocalFilter {
        statuses: filtered(Dimension::DisputeStatus).map(|word| DisputeStatus::from_word(word)).collect(),
        currencies: filtered(Dimension::Currency).map(|code| CurrencyCode::new(code)).collect(),
        created: Some(OpenRange { from: Some(span.start), before: Some(span.after()) }),
        ..DisputeLocalFilter::default()
    };
    let stages: Vec<_> = filtered(Dimension::DisputeStage).map(|word| DisputeStage::from_word(word)).collect();
    let rows = list.all().iter().filter(|row| local_filter.shows(row));
    if !stages.is_empty() && rows.clone().any(|row| row.dispute.stage.is_none()) {
        return None;
    }
    let local_filter = DisputeLocalFilter { stages, ..local_filter.clone() };
    let of_stage = rows.filter(|row| local_filter.shows(row));
    let listed = of_stage.map(|row| row.dispute.status.as_str()).collect();
    let listed = with_others(listed, &reported);
    difference_text(&reported, &listed, (reported_at, read_at), zone)
}

/// Where all payments of the range are loaded.
fn payments_difference(card: &Card, list: &Payments, zone: Zone) -> Option<String> {
    let (plan, reported, reported_at) = reported_counts(card)?;
    let span = plan.span();
    let asked = list.asked();
    let read_at = list.read_at.filter(|_| list.complete && !asked.to_capture && asked.customer_id.is_none())?;
    let (statuses, currencies) = (plan.question.filter(Dimension::Status), plan.question.filter(Dimension::Currency));
    let only = |word: Option<&str>, values: &[String]| {
        word.is_none_or(|word| !values.is_empty() && values.iter().all(|wanted| wanted == word))
    };
    let covers = asked.created_gte.is_none_or(|from| from <= span.start)
        && asked.created_lte.is_none_or(|to| to >= span.end)
        && only(asked.status.as_ref().map(|status| status.as_str()), statuses)
        && only(asked.currency.as_ref().map(CurrencyCode::as_str), currencies);
    if !covers {
        return None;
    }
    let has = |values: &[String], word: &str| values.is_empty() || values.iter().any(|wanted| wanted == word);
    let rows = list.all().map(|row| &row.payment).filter(|payment| {
        payment.created.is_some_and(|at| span.start <= at && at <= span.end)
            && has(statuses, payment.status.as_str())
            && has(currencies, payment.amount.currency.code())
    });
    let listed = rows.map(|payment| payment.status.as_str()).collect();
    difference_text(&reported, &listed, (reported_at, read_at), zone)
}

fn difference_text(
    reported: &StatusCounts,
    listed: &StatusCounts,
    (reported_at, read_at): (DateTime<Utc>, DateTime<Utc>),
    zone: Zone,
) -> Option<String> {
    let differences = reported.differences(listed);
    if differences.is_empty() {
        return None;
    }
    let named = differences.iter().take(NAMED_MAX).map(|StatusDifference { status, service, here }| {
        text::against_text(visible(status, 40), grouped_count(*service), grouped_count(*here))
    });
    let named = named.collect::<Vec<_>>().join(", ");
    let (all, rows) = (grouped_count(reported.total()), grouped_count(listed.total()));
    let minute = |at: DateTime<Utc>| zone.told_apart(at, zone.clock(at).chars().take("14:02".len()).collect());
    Some(text::service_counts_list(&all, &rows, &named, minute(read_at), minute(reported_at)))
}

/// The counts by status of a card that was answered, with what was asked and when the answer came.
fn reported_counts(card: &Card) -> Option<(&QueryPlan, StatusCounts, DateTime<Utc>)> {
    let (plan, picture, at) = (card.plan.as_ref()?, card.remote.value()?, card.remote.read_at().or(card.shown_at)?);
    let status = match plan.question.subject {
        Subject::Disputes => Dimension::DisputeStatus,
        Subject::Payments => Dimension::Status,
    };
    let mut counts = StatusCounts::default();
    for pane in picture.panes.iter().filter(|pane| pane.unit == ValueUnit::Count) {
        let values = pane.series.first().map(|series| series.values.as_slice()).unwrap_or_default();
        for (slot, value) in pane.slots.iter().zip(values) {
            let word = slot
                .dimension_values
                .iter()
                .find(|(dimension, _)| *dimension == status)
                .and_then(|(_, word)| word.clone());
            if let (Some(word), Some(value)) = (word, value) {
                counts.add(word, u64::try_from(value.exact()?).ok()?);
            }
        }
    }
    Some((plan, counts, at))
}

/// Counts with all statuses together that the service does not name either, where it counts them as one.
fn with_others(listed: StatusCounts, reported: &StatusCounts) -> StatusCounts {
    if !reported.names(OTHER_STATUS) {
        return listed;
    }
    let mut counts = StatusCounts::default();
    for (status, count) in listed.iter() {
        counts.add(if reported.names(status) { status } else { OTHER_STATUS }, count);
    }
    counts
}
