//! How many of the payments of a period are disputed so far, by what they were paid with and by how large they are, as far
//! as their details are known here. No metric of a service reports that.
//!
//! A group is compared with all others of its card, or of its currency: a currency is never added to another.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use paydesk_domain::analytics::{Dimension, Subject};
use paydesk_domain::known::Known;
use paydesk_domain::method::method_text;
use paydesk_domain::money::{CurrencyCode, MinorUnits, Money};
use paydesk_domain::number_text::CountNoun;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::text::{capitalized, visible};
use paydesk_domain::zone::Zone;
use paydesk_index::payment_columns::PaymentGroups;
use paydesk_index::payment_query::{
    AmountCondition, CreatedCondition, DatePart, Decimal, PaymentQuery, QueryCondition, QueryTerm,
};

use super::amount_bands::AmountBands;
use super::boards::PaymentGrouping;
use super::card_content::{
    AxisSlot, CardContent, CardValue, DimensionValues, LocalRows, Pane, TotalChange, ValueSeries, ValueUnit,
};
use super::counted_here::CountSources;
use super::drill_down_target::DrillDown;
use super::grid::Coverage;
use super::local::NotCountable;
use super::question::Question;
use super::range::Period;
use super::text;

/// Most groups of a card, those with the most payments; the others are one group.
const GROUPS_MAX: usize = 12;
/// The method of payments that have a card.
const CARD: &str = "card";

/// What is counted, and of which days.
#[derive(Clone, Copy)]
pub struct GroupScope<'a> {
    pub sources: CountSources<'a>,
    pub question: &'a Question,
    pub now: DateTime<Utc>,
    pub zone: Zone,
}

/// A payment of the period that succeeded.
pub(super) struct GroupedPayment<'a> {
    pub(super) groups: PaymentGroups<'a>,
    pub(super) is_disputed: bool,
}

/// Where a payment belongs.
enum GroupPlace {
    /// The key of its group, and what that is called.
    In(String, String),
    /// Its details are not known, or do not say.
    Unknown,
    /// It has no such group: a payment without a card has no brand.
    Outside,
}

/// Payments that belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
struct DisputedGroup {
    label: String,
    payments: i64,
    disputed: i64,
    /// How many groups it is the sum of; 0 of one.
    merged: usize,
    /// What its payments are found by; `None` where no search finds exactly these.
    term: Option<QueryTerm>,
}

/// The groups of a card, by currency where they are amounts.
struct GroupedPane {
    title: String,
    /// What its payments are found by, beside the term of each group.
    term: Option<QueryTerm>,
    groups: Vec<DisputedGroup>,
}

/// The content of a card; why there is none, where the filters of the board are none of payments.
pub fn content(grouping: PaymentGrouping, scope: GroupScope<'_>) -> Result<CardContent, NotCountable> {
    only_by_currency(scope.question)?;
    let period = scope.question.range.period(scope.now, scope.zone);
    let span = period.span(scope.zone);
    let payments = counted(&scope, period);
    let panes = panes(grouping, (&payments, of_board(scope.question)), scope.sources.history.columns().units(), period);
    let is_whole = scope.sources.history.knows_since(span.start);
    let is_part = !is_whole || !scope.sources.disputes.inbox.is_whole();
    let panes: Vec<Pane> = panes.into_iter().filter(|pane| !pane.slots.is_empty()).collect();
    let content = CardContent {
        subject: Subject::Disputes,
        caption: format!("{} · {}", period.label(), scope.zone),
        span,
        minutes: (span.minutes_until(scope.now), 0),
        zone: scope.zone,
        filters: scope.question.filters.clone(),
        empty: panes.is_empty(),
        panes,
        notes: vec![coverage(grouping, &payments, is_whole)],
        ..CardContent::default()
    };
    Ok(content.in_part(is_part, false))
}

/// Why payments cannot be counted with the filters of the board, if they cannot.
pub(super) fn only_by_currency(question: &Question) -> Result<(), NotCountable> {
    let mut filters = question.filters.iter().map(|(dimension, _)| *dimension);
    match filters.find(|dimension| *dimension != Dimension::Currency) {
        Some(dimension) => Err(NotCountable::NotOfPayments(dimension)),
        None => Ok(()),
    }
}

/// What finds the payments of the board's currencies; `None` of all.
pub(super) fn of_board(question: &Question) -> Option<QueryTerm> {
    let codes: Vec<CurrencyCode> =
        question.filter(Dimension::Currency).iter().map(|code| CurrencyCode::new(code)).collect();
    (!codes.is_empty()).then_some(QueryTerm::Currency(codes))
}

/// The counts and the rates of the groups of these payments, and what finds all of them.
pub(super) fn panes(
    grouping: PaymentGrouping,
    (payments, term): (&[GroupedPayment<'_>], Option<QueryTerm>),
    units: MinorUnits,
    period: Period,
) -> Vec<Pane> {
    let grouped = match grouping {
        PaymentGrouping::Amount => by_amount(payments, units),
        PaymentGrouping::CardBrand | PaymentGrouping::CardCountry | PaymentGrouping::Method => {
            vec![GroupedPane { title: text::RATE.to_owned(), term, groups: by_trait(grouping, payments) }]
        }
    };
    grouped.into_iter().flat_map(|pane| laid_out(pane, period)).collect()
}

/// The payments of the period that succeeded, in the currencies of the board.
fn counted<'a>(scope: &GroupScope<'a>, period: Period) -> Vec<GroupedPayment<'a>> {
    succeeded(scope, period).into_iter().map(|(_, payment)| payment).collect()
}

/// The payments of the period that succeeded, in the currencies of the board, with their rows.
pub(super) fn succeeded<'a>(scope: &GroupScope<'a>, period: Period) -> Vec<(usize, GroupedPayment<'a>)> {
    let CountSources { disputes, history } = scope.sources;
    let (columns, span) = (history.columns(), period.span(scope.zone));
    let rows = disputes.all().iter().filter_map(|row| columns.find(&row.dispute.payment_id));
    let disputed: BTreeSet<usize> = rows.collect();
    let currencies = scope.question.filter(Dimension::Currency);
    let is_wanted = |groups: &PaymentGroups<'_>| {
        let is_of_board = currencies.is_empty() || currencies.iter().any(|code| code == groups.currency.as_str());
        *groups.status == PaymentStatus::Succeeded && is_of_board
    };
    let created = columns.created_between(span.start, span.end).iter().map(|row| *row as usize);
    let payments = created.filter_map(|row| {
        let groups = columns.groups(row).filter(is_wanted)?;
        Some((row, GroupedPayment { groups, is_disputed: disputed.contains(&row) }))
    });
    payments.collect()
}

impl PaymentGrouping {
    /// Where a payment belongs by what it was paid with.
    fn place(self, groups: &PaymentGroups<'_>) -> GroupPlace {
        let named = |name: Option<&str>, label: &dyn Fn(&str) -> String| match name.map(str::trim) {
            Some(name) if !name.is_empty() => GroupPlace::In(name.to_lowercase(), label(name)),
            Some(_) | None => GroupPlace::Unknown,
        };
        let has_no_card = groups.method.is_some_and(|method| !method.eq_ignore_ascii_case(CARD));
        match self {
            Self::CardBrand | Self::CardCountry if has_no_card => GroupPlace::Outside,
            Self::CardBrand => named(groups.brand, &|name| visible(name, 40)),
            Self::CardCountry => named(groups.card_country, &|name| visible(&name.to_uppercase(), 40)),
            Self::Method => named(groups.method, &method_text),
            Self::Amount => GroupPlace::In(groups.currency.as_str().to_owned(), groups.currency.as_str().to_owned()),
        }
    }

    /// What finds the payments of a group, where a search can.
    fn term(self, key: &str) -> Option<QueryTerm> {
        (self == Self::Method).then(|| QueryTerm::Method(vec![key.to_owned()]))
    }

    fn noun(self) -> &'static str {
        match self {
            Self::CardBrand => "card brand",
            Self::CardCountry => "card country",
            Self::Method => "payment method",
            Self::Amount => text::COLUMN_AMOUNT,
        }
    }
}

/// The groups of payments, those with the most first, and the sum of those that are too many.
fn by_trait(grouping: PaymentGrouping, payments: &[GroupedPayment<'_>]) -> Vec<DisputedGroup> {
    let mut found: BTreeMap<String, DisputedGroup> = BTreeMap::new();
    for payment in payments {
        let GroupPlace::In(key, label) = grouping.place(&payment.groups) else { continue };
        let term = grouping.term(&key);
        found.entry(key).or_insert_with(|| DisputedGroup::new(label, term)).add(payment);
    }
    let mut groups: Vec<DisputedGroup> = found.into_values().collect();
    groups.sort_by_key(|group| (Reverse(group.payments), group.label.clone()));
    let rest = if groups.len() > GROUPS_MAX { groups.split_off(GROUPS_MAX - 1) } else { Vec::new() };
    groups.extend(rest.into_iter().reduce(DisputedGroup::plus).map(DisputedGroup::named_other));
    groups
}

/// A pane a currency, that of the most payments first, with its bands in ascending order.
fn by_amount(payments: &[GroupedPayment<'_>], units: MinorUnits) -> Vec<GroupedPane> {
    let mut found: BTreeMap<&str, (&CurrencyCode, Vec<&GroupedPayment<'_>>)> = BTreeMap::new();
    for payment in payments {
        let code = payment.groups.currency;
        found.entry(code.as_str()).or_insert_with(|| (code, Vec::new())).1.push(payment);
    }
    let mut currencies: Vec<_> = found.into_values().collect();
    currencies.sort_by_key(|(_, payments)| Reverse(payments.len()));
    let pane = |(code, payments): (&CurrencyCode, Vec<&GroupedPayment<'_>>)| GroupedPane {
        title: visible(code.as_str(), 12),
        term: Some(QueryTerm::Currency(vec![code.clone()])),
        groups: bands_of(&payments, &Money::new(0, units.of(code.clone()))),
    };
    currencies.into_iter().map(pane).collect()
}

/// The bands of the payments of a currency that have any.
fn bands_of(payments: &[&GroupedPayment<'_>], zero: &Money) -> Vec<DisputedGroup> {
    let bands = AmountBands::of(payments.iter().map(|payment| payment.groups.minor).collect());
    let mut found: BTreeMap<usize, DisputedGroup> = BTreeMap::new();
    for payment in payments {
        let place = bands.place(payment.groups.minor);
        let new = || DisputedGroup::new(bands.label(place, zero), amount_term(bands.ends(place), zero));
        found.entry(place).or_insert_with(new).add(payment);
    }
    found.into_values().collect()
}

/// What finds the amounts of a band, where the currency has decimals that are known.
fn amount_term((first, last): (Option<i64>, Option<i64>), zero: &Money) -> Option<QueryTerm> {
    let scale = u8::try_from(zero.currency.exponent()?).ok()?;
    let decimal = |minor: Option<i64>| minor.map(|minor| Decimal::new(minor, scale));
    Some(QueryTerm::Amount(AmountCondition::Between(decimal(first), decimal(last))))
}

impl DisputedGroup {
    fn new(label: String, term: Option<QueryTerm>) -> Self {
        Self { label, payments: 0, disputed: 0, merged: 0, term }
    }

    fn add(&mut self, payment: &GroupedPayment<'_>) {
        self.payments += 1;
        self.disputed += i64::from(payment.is_disputed);
    }

    /// Both together.
    fn plus(self, other: Self) -> Self {
        let merged = self.merged.max(1) + other.merged.max(1);
        let (payments, disputed) = (self.payments + other.payments, self.disputed + other.disputed);
        Self { label: self.label, payments, disputed, merged, term: None }
    }

    fn named_other(self) -> Self {
        Self { label: text::other(self.merged), ..self }
    }
}

/// How much of the period is told apart.
fn coverage(grouping: PaymentGrouping, payments: &[GroupedPayment<'_>], is_whole: bool) -> String {
    let (mut known, mut all, mut outside) = (0_u64, 0_u64, 0_i64);
    for payment in payments {
        match grouping.place(&payment.groups) {
            GroupPlace::In(..) => (known, all) = (known + 1, all + 1),
            GroupPlace::Unknown => all += 1,
            GroupPlace::Outside => outside += 1,
        }
    }
    let all = Known::Exact(all).at_least_if(!is_whole);
    let outside = (outside > 0).then(|| format!(" · {} without a card", CountNoun::PAYMENTS.count(outside)));
    text::known_of(capitalized(grouping.noun()), Known::Exact(known).text(), all.text()) + &outside.unwrap_or_default()
}

/// The counts and the rates of groups.
fn laid_out(pane: GroupedPane, period: Period) -> [Pane; 2] {
    let GroupedPane { title, term, groups } = pane;
    let slots: Vec<AxisSlot> = groups.iter().map(slot).collect();
    let rows = |is_disputed: bool| LocalRows {
        slots: groups.iter().map(|group| rows_of(group, &term, is_disputed, period)).collect(),
        all: None,
    };
    let count = |of: fn(&DisputedGroup) -> i64| groups.iter().map(|group| Some(CardValue::count(of(group)))).collect();
    let rates = groups.iter().map(|group| CardValue::rate(group.disputed, group.payments)).collect();
    let sum = |of: fn(&DisputedGroup) -> i64| groups.iter().map(of).sum::<i64>();
    let (disputed, payments) = (sum(|group| group.disputed), sum(|group| group.payments));
    let total = |count: i64| Some(CardValue::count(count));
    let counts = vec![
        series("Disputed payments", count(|group| group.disputed), total(disputed), rows(true)),
        series(text::PAYMENTS, count(|group| group.payments), total(payments), rows(false)),
    ];
    let rate = series(text::DISPUTED_SO_FAR, rates, CardValue::rate(disputed, payments), rows(true));
    let pane = |unit: ValueUnit, series: Vec<ValueSeries>| Pane {
        unit,
        title: title.clone(),
        over_time: false,
        slots: slots.clone(),
        series,
    };
    [pane(ValueUnit::Count, counts), pane(ValueUnit::Rate, vec![rate])]
}

fn slot(group: &DisputedGroup) -> AxisSlot {
    let (label, full_label, merged) = (group.label.clone(), group.label.clone(), group.merged);
    let (label_before, dimension_values) = (String::new(), DimensionValues::new());
    AxisSlot { label, full_label, span: None, cover: Coverage::Whole, label_before, dimension_values, merged }
}

fn series(name: &str, values: Vec<Option<CardValue>>, total: Option<CardValue>, here: LocalRows) -> ValueSeries {
    ValueSeries {
        name: name.to_owned(),
        definition: "Succeeded payments created in this period, and how many have been disputed so far. Recent \
            payments may still be disputed.",
        measure: None,
        dimension_values: DimensionValues::new(),
        values,
        before: Vec::new(),
        total,
        total_before: None,
        change: TotalChange::None,
        here: Some(here),
        merged: 0,
    }
}

/// The search for the payments of a group.
fn rows_of(group: &DisputedGroup, of_pane: &Option<QueryTerm>, is_disputed: bool, period: Period) -> Option<DrillDown> {
    Some(search([of_pane.clone(), Some(group.term.clone()?)], is_disputed, period))
}

/// The search for the payments of a period that succeeded, or for those of them that are disputed.
pub(super) fn search<const N: usize>(of: [Option<QueryTerm>; N], is_disputed: bool, period: Period) -> DrillDown {
    let day = |date| Some(DatePart::Day(date));
    let terms = [
        Some(QueryTerm::Status(vec![PaymentStatus::Succeeded])),
        is_disputed.then_some(QueryTerm::Disputed(true)),
        Some(QueryTerm::Created(CreatedCondition::Between(day(period.from), day(period.to)))),
    ];
    let conditions = terms.into_iter().chain(of).flatten().map(QueryCondition::from).collect();
    DrillDown::Search(PaymentQuery { conditions }.to_string())
}
