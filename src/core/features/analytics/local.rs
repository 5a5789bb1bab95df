//! Cards that no metric reports: counted in the dispute list that is here.
//!
//! Every number is counted by the very filter that its rows are shown by, so that both are the same.

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};

use crate::features::disputes::{DisputeLocalFilter, DisputeTableRow, Disputes, OpenRange, SubmittedFilter};
use crate::pages::STALLED;
use paydesk_domain::analytics::{Dimension, Subject};
use paydesk_domain::deadline::{DEADLINE_RULES, plain_reason};
use paydesk_domain::dispute::{DisputeStage, DisputeStatus};
use paydesk_domain::money::{Currency, CurrencyCode};
use paydesk_domain::text::visible;
use paydesk_domain::zone::Zone;

use super::boards::LocalCard;
use super::build::figures;
use super::card_content::{
    AxisSlot, CardContent, CardValue, DimensionValues, LocalRows, Pane, TotalChange, ValueSeries, ValueUnit,
};
use super::drill_down_target::DrillDown;
use super::evidence_results;
use super::grid::Coverage;
use super::largest_open;
use super::question::Question;
use super::range::{Period, back};
use super::text;

/// Upper ends of the ages, in days; older ones stand in a last band.
const AGES: [i64; 4] = [3, 7, 14, 30];

/// How long before its deadline a dispute is counted as due, in days.
const DUE_SOON_DAYS: i64 = 7;

/// What the lists are counted against.
#[derive(Debug, Clone, Copy)]
pub struct CountScope<'a> {
    pub question: &'a Question,
    pub now: DateTime<Utc>,
    pub zone: Zone,
}

/// A name with the rows it is of.
#[derive(Debug, Clone)]
struct NamedRows {
    name: String,
    definition: &'static str,
    dimension_values: DimensionValues,
    local_filter: DisputeLocalFilter,
}

/// Why a card that is counted in a list has no numbers with the filters of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotCountable {
    /// Rows do not show what they would be filtered by.
    NotInList(Dimension),
    /// Payments are not told apart by what disputes are filtered by.
    NotOfPayments(Dimension),
    /// No status that is filtered for is one of an open dispute.
    NoneOpen,
    /// Won and lost disputes are compared, and one of them is filtered out.
    NotBothDecided,
    /// Declines are failed payments, and these are filtered out.
    NoneDeclined,
}

impl NotCountable {
    /// As text, with what to do.
    pub fn why(self) -> String {
        match self {
            Self::NotInList(dimension) => text::list_contains_no_remove(word(dimension)),
            Self::NotOfPayments(dimension) => text::payments_are_not_filtered_by(word(dimension)),
            Self::NoneOpen => {
                "No open dispute has this status. Remove the status filter to count open disputes.".to_owned()
            }
            Self::NotBothDecided => {
                "Won and lost disputes are compared, but the status filter excludes one of them. Remove the filter \
                    to count both."
                    .to_owned()
            }
            Self::NoneDeclined => "Declines are failed payments: the status filter excludes them".to_owned(),
        }
    }

    /// The filter without which it is counted.
    pub fn filter(self) -> Dimension {
        match self {
            Self::NotInList(dimension) | Self::NotOfPayments(dimension) => dimension,
            Self::NoneOpen | Self::NotBothDecided => Dimension::DisputeStatus,
            Self::NoneDeclined => Dimension::Status,
        }
    }
}

fn word(dimension: Dimension) -> &'static str {
    match dimension {
        Dimension::ProfileId => "profile",
        Dimension::DisputeStage => "stage",
        Dimension::DisputeStatus | Dimension::Status => "status",
        Dimension::Currency => "currency",
    }
}

/// The picture of a card that is counted in the dispute list.
pub fn picture(card: LocalCard, disputes: &Disputes, here: CountScope<'_>) -> Result<CardContent, NotCountable> {
    let rows = disputes.all();
    let base = base(card, rows, here)?;
    let before = before(card, here);
    let listed =
        if card == LocalCard::Largest { largest_open::rows(rows, &base, (here.zone, here.now)) } else { Vec::new() };
    let panes = match card {
        LocalCard::Evidence => evidence_results::panes(rows, &base),
        LocalCard::Largest => largest_open::panes(&listed),
        LocalCard::Open | LocalCard::Ages | LocalCard::Reasons => panes(card, rows, (&base, before), here),
    };
    let figures = if card == LocalCard::Open { figures(&panes) } else { Vec::new() };
    let series = || panes.iter().flat_map(|pane| &pane.series);
    let counted = series().flat_map(|series| &series.values).flatten().any(|value| value.least() > 0);
    let span = period(here).span(here.zone);
    // The amount of one dispute is what it is, whether all were read or not.
    let is_part = !disputes.inbox.is_whole() && card != LocalCard::Largest;
    let content = CardContent {
        subject: Subject::Disputes,
        caption: caption(card, here),
        before_caption: before.map(|_| text::against(period_before(here).label())).unwrap_or_default(),
        span,
        minutes: (span.minutes_until(here.now), period_before(here).span(here.zone).minutes_until(here.now)),
        zone: here.zone,
        filters: here.question.filters.clone(),
        panes,
        figures,
        notes: notes(card, disputes, &base),
        disputes: listed,
        empty: !counted,
        ..CardContent::default()
    };
    Ok(content.in_part(is_part, is_part && before.is_some()))
}

/// How many there are, and what they are worth in each currency.
fn panes(
    card: LocalCard,
    rows: &[DisputeTableRow],
    (base, before): (&DisputeLocalFilter, Option<OpenRange>),
    here: CountScope<'_>,
) -> Vec<Pane> {
    let currencies = currencies(rows, base);
    let (slots, series) = (slots(card, here), series(card, here));
    let by_currency: Vec<NamedRows> = currencies.iter().map(of_currency).collect();
    let counted = if card == LocalCard::Open { &by_currency } else { &slots };
    let counts = pane(rows, &ValueUnit::Count, (base, before), counted, &series);
    let amounts = currencies.iter().map(|currency| {
        let base = merged(base, &of_currency(currency).local_filter);
        pane(rows, &ValueUnit::Money(currency.clone()), (&base, before), &slots, &series)
    });
    std::iter::once(counts).chain(amounts).collect()
}

fn period(here: CountScope<'_>) -> Period {
    here.question.range.period(here.now, here.zone)
}

fn period_before(here: CountScope<'_>) -> Period {
    here.question.range.before(period(here))
}

/// When those of the period before were opened, where a card is compared with it: what is open now was open before, too.
fn before(card: LocalCard, here: CountScope<'_>) -> Option<OpenRange> {
    let span = period_before(here).span(here.zone);
    let range = OpenRange { from: Some(span.start), before: Some(span.after()) };
    // Of a status, those opened last are always fewer: they are not decided yet.
    let is_of_status = !here.question.filter(Dimension::DisputeStatus).is_empty();
    (card == LocalCard::Reasons && here.question.compare && !is_of_status).then_some(range)
}

/// What all numbers of a card are of: open ones now, or those of the board's range; always of its filters.
pub fn base(
    card: LocalCard,
    rows: &[DisputeTableRow],
    here: CountScope<'_>,
) -> Result<DisputeLocalFilter, NotCountable> {
    if !here.question.filter(Dimension::ProfileId).is_empty() {
        return Err(NotCountable::NotInList(Dimension::ProfileId));
    }
    let filtered = |dimension: Dimension| here.question.filter(dimension).iter();
    let currencies = filtered(Dimension::Currency).map(|code| CurrencyCode::new(code)).collect();
    let statuses: Vec<_> = filtered(Dimension::DisputeStatus).map(|word| DisputeStatus::from_word(word)).collect();
    let span = period(here).span(here.zone);
    let created = Some(OpenRange { from: Some(span.start), before: Some(span.after()) });
    let local_filter = match card {
        LocalCard::Reasons => DisputeLocalFilter { statuses, currencies, created, ..DisputeLocalFilter::default() },
        LocalCard::Evidence => {
            let decided = [DisputeStatus::Won, DisputeStatus::Lost];
            if !statuses.is_empty() && !decided.iter().all(|status| statuses.contains(status)) {
                return Err(NotCountable::NotBothDecided);
            }
            let (statuses, submitted) = (decided.to_vec(), Some(SubmittedFilter::Any));
            DisputeLocalFilter { statuses, currencies, created, submitted, ..DisputeLocalFilter::default() }
        }
        LocalCard::Open | LocalCard::Largest | LocalCard::Ages => {
            let mut open: Vec<_> = with_loaded(rows).into_iter().filter(DisputeStatus::takes_evidence).collect();
            open.retain(|status| statuses.is_empty() || statuses.contains(status));
            if open.is_empty() {
                return Err(NotCountable::NoneOpen);
            }
            DisputeLocalFilter { statuses: open, currencies, ..DisputeLocalFilter::default() }
        }
    };
    let stages: Vec<_> = filtered(Dimension::DisputeStage).map(|word| DisputeStage::from_word(word)).collect();
    let unreported = |row: &DisputeTableRow| local_filter.shows(row) && row.dispute.stage.is_none();
    if !stages.is_empty() && rows.iter().any(unreported) {
        return Err(NotCountable::NotInList(Dimension::DisputeStage));
    }
    Ok(DisputeLocalFilter { stages, ..local_filter })
}

/// Every status that is named, and every other one of the rows.
fn with_loaded(rows: &[DisputeTableRow]) -> Vec<DisputeStatus> {
    let mut found = DisputeStatus::NAMED.to_vec();
    for row in rows {
        if !found.contains(&row.dispute.status) {
            found.push(row.dispute.status.clone());
        }
    }
    found
}

fn currencies(rows: &[DisputeTableRow], base: &DisputeLocalFilter) -> Vec<Currency> {
    let mut found: Vec<Currency> = Vec::new();
    for row in rows.iter().filter(|row| base.shows(row)) {
        if !found.contains(&row.dispute.amount.currency) {
            found.push(row.dispute.amount.currency.clone());
        }
    }
    found.sort();
    found
}

fn of_currency(currency: &Currency) -> NamedRows {
    let code = currency.currency_code();
    let local_filter = DisputeLocalFilter { currencies: vec![code.clone()], ..DisputeLocalFilter::default() };
    let dimension_values = vec![(Dimension::Currency, Some(code.as_str().to_owned()))];
    NamedRows { dimension_values, ..part(&visible(code.as_str(), 12), "", local_filter) }
}

fn part(name: &str, definition: &'static str, local_filter: DisputeLocalFilter) -> NamedRows {
    NamedRows { name: name.to_owned(), definition, dimension_values: DimensionValues::new(), local_filter }
}

fn slots(card: LocalCard, here: CountScope<'_>) -> Vec<NamedRows> {
    match card {
        LocalCard::Ages => ages(here.zone.date(here.now), here.zone),
        LocalCard::Reasons => DEADLINE_RULES.iter().map(|rule| of_reason(rule.reason)).collect(),
        LocalCard::Open | LocalCard::Largest | LocalCard::Evidence => {
            vec![part(text::ALL, "", DisputeLocalFilter::default())]
        }
    }
}

/// By local days since the dispute was opened, today being day 0.
fn ages(today: NaiveDate, zone: Zone) -> Vec<NamedRows> {
    let starts = std::iter::once(0).chain(AGES.iter().map(|age| age + 1));
    let ends = AGES.iter().copied().map(Some).chain([None]);
    let band = |(first, last): (i64, Option<i64>)| {
        let from = last.map(|last| zone.day_start(back(today, last)));
        let after = today.checked_sub_days(Days::new(first.unsigned_abs()));
        let before = after.and_then(|day| day.succ_opt()).map(|day| zone.day_start(day));
        let name = last.map_or_else(|| text::over_days(first - 1), |last| text::days(first, last));
        let created = Some(OpenRange { from, before });
        part(&name, "", DisputeLocalFilter { created, ..DisputeLocalFilter::default() })
    };
    starts.zip(ends).map(band).collect()
}

fn of_reason(reason: &'static str) -> NamedRows {
    let local_filter = DisputeLocalFilter { reason: Some(reason), ..DisputeLocalFilter::default() };
    let plain = plain_reason(reason);
    part(plain.short, plain.text, local_filter)
}

fn series(card: LocalCard, here: CountScope<'_>) -> Vec<NamedRows> {
    let due =
        |from, before| DisputeLocalFilter { due: Some(OpenRange { from, before }), ..DisputeLocalFilter::default() };
    let open = part(
        text::OPEN,
        "Disputes that still accept evidence, regardless of when they were opened",
        DisputeLocalFilter::default(),
    );
    match card {
        LocalCard::Open => {
            let next_7_days = due(Some(here.now), Some(here.now + TimeDelta::days(DUE_SOON_DAYS)));
            vec![
                open,
                part(
                    "Due in the next 7 days",
                    "Evidence due within the next 7 days, as reported or estimated",
                    next_7_days,
                ),
                part(text::OVERDUE, "Past their deadline, as reported or estimated", due(None, Some(here.now))),
            ]
        }
        LocalCard::Reasons => {
            vec![part(text::DISPUTES, "Opened in this period, by reason", DisputeLocalFilter::default())]
        }
        LocalCard::Largest | LocalCard::Ages | LocalCard::Evidence => vec![open],
    }
}

/// `narrow` with the parts that `other` has.
fn merged(local_filter: &DisputeLocalFilter, other: &DisputeLocalFilter) -> DisputeLocalFilter {
    DisputeLocalFilter {
        statuses: if other.statuses.is_empty() { local_filter.statuses.clone() } else { other.statuses.clone() },
        stages: if other.stages.is_empty() { local_filter.stages.clone() } else { other.stages.clone() },
        currencies: if other.currencies.is_empty() {
            local_filter.currencies.clone()
        } else {
            other.currencies.clone()
        },
        created: other.created.or(local_filter.created),
        decided: other.decided.clone().or(local_filter.decided.clone()),
        due: other.due.or(local_filter.due),
        without_deadline: other.without_deadline || local_filter.without_deadline,
        reason: other.reason.or(local_filter.reason),
        evidence: other.evidence.or(local_filter.evidence),
        submitted: other.submitted.or(local_filter.submitted),
        assignee: other.assignee.clone().or(local_filter.assignee.clone()),
        handling: other.handling.or(local_filter.handling),
        search: if other.search.is_empty() { local_filter.search.clone() } else { other.search.clone() },
    }
}

fn pane(
    rows: &[DisputeTableRow],
    unit: &ValueUnit,
    (base, before): (&DisputeLocalFilter, Option<OpenRange>),
    slots: &[NamedRows],
    parts: &[NamedRows],
) -> Pane {
    let drawn = slots.iter().map(|slot| AxisSlot {
        label: slot.name.clone(),
        full_label: if slot.definition.is_empty() { slot.name.clone() } else { slot.definition.to_owned() },
        span: None,
        cover: Coverage::Whole,
        label_before: String::new(),
        dimension_values: slot.dimension_values.clone(),
        merged: 0,
    });
    let series = parts.iter().map(|part| {
        let all = merged(base, &part.local_filter);
        let narrowed: Vec<DisputeLocalFilter> = slots.iter().map(|slot| merged(&all, &slot.local_filter)).collect();
        let earlier = |local_filter: &DisputeLocalFilter| {
            let created = Some(before?);
            value(rows, unit, &DisputeLocalFilter { created, ..local_filter.clone() })
        };
        let drill = |local_filter: &DisputeLocalFilter| Some(DrillDown::Disputes(Box::new(local_filter.clone())));
        ValueSeries {
            name: part.name.clone(),
            definition: part.definition,
            measure: None,
            dimension_values: Vec::new(),
            values: narrowed.iter().map(|local_filter| value(rows, unit, local_filter)).collect(),
            before: if before.is_some() { narrowed.iter().map(earlier).collect() } else { Vec::new() },
            total: value(rows, unit, &all),
            total_before: earlier(&all),
            change: TotalChange::between(unit, value(rows, unit, &all), earlier(&all)),
            here: Some(LocalRows { slots: narrowed.iter().map(drill).collect(), all: drill(&all) }),
            merged: 0,
        }
    });
    let title = match unit {
        ValueUnit::Money(currency) => visible(currency.code(), 12),
        ValueUnit::Count | ValueUnit::Rate => text::COUNT.to_owned(),
    };
    Pane { unit: unit.clone(), title, over_time: false, series: series.collect(), slots: drawn.collect() }
}

/// The number of rows, or the sum of their amounts; `None` where it is too large to be shown.
fn value(rows: &[DisputeTableRow], unit: &ValueUnit, local_filter: &DisputeLocalFilter) -> Option<CardValue> {
    let mut shown = rows.iter().filter(|row| local_filter.shows(row));
    match unit {
        ValueUnit::Count | ValueUnit::Rate => i64::try_from(shown.count()).ok().map(CardValue::count),
        ValueUnit::Money(_) => {
            shown.try_fold(0_i64, |sum, row| sum.checked_add(row.dispute.amount.minor)).map(CardValue::count)
        }
    }
}

fn caption(card: LocalCard, here: CountScope<'_>) -> String {
    let when = match card {
        LocalCard::Reasons | LocalCard::Evidence => period(here).label(),
        LocalCard::Open | LocalCard::Largest | LocalCard::Ages => {
            text::now(here.zone.date(here.now).format("%-d %b %Y"))
        }
    };
    format!("{when} · {}", here.zone)
}

fn notes(card: LocalCard, disputes: &Disputes, base: &DisputeLocalFilter) -> Vec<String> {
    let mut notes = match card {
        LocalCard::Largest => Vec::new(),
        LocalCard::Open | LocalCard::Ages | LocalCard::Reasons | LocalCard::Evidence => {
            vec!["Counted from the dispute list, not by the service".to_owned()]
        }
    };
    if card == LocalCard::Evidence {
        notes.insert(
            0,
            "Only evidence submitted in Paydesk is counted: the service does not return evidence".to_owned(),
        );
    }
    if !disputes.inbox.reading.complete {
        let of = disputes.inbox.reading.total_count.map(text::of).unwrap_or_default();
        notes.push(text::disputes_are_read_so_far(disputes.loaded() as i64, &of));
        notes.extend(disputes.inbox.reading.is_stalled.then(|| text::list_is_incomplete(STALLED)));
    }
    if disputes.inbox.is_filtered_by_service() {
        notes.push("The dispute list is filtered by the service: only listed disputes are counted".to_owned());
    }
    let (mut without_date, mut without_deadline) = (0, 0);
    for row in disputes.all().iter().filter(|row| DisputeLocalFilter { created: None, ..base.clone() }.shows(row)) {
        without_date += i64::from(row.dispute.created.is_none());
        without_deadline += i64::from(row.deadline.is_none());
    }
    let is_open_now = matches!(card, LocalCard::Open | LocalCard::Largest);
    if without_date > 0 && !is_open_now {
        notes.push(text::disputes_without_date(without_date));
    }
    if without_deadline > 0 && is_open_now {
        notes.push(text::open_disputes_have_no_deadline(without_deadline));
    }
    if is_open_now {
        notes.push("Deadlines that the service does not report are estimated".to_owned());
    }
    notes
}
