//! The largest open disputes, one by one: the board lists those that the report lists.

use chrono::{DateTime, Utc};

use paydesk_domain::dispute_report::{LARGEST_MAX, OpenDisputeRow, ReportDispute, largest_open};
use paydesk_domain::money::Currency;
use paydesk_domain::zone::Zone;

use crate::features::disputes::{DisputeLocalFilter, DisputeTableRow};

use super::card_content::{AxisSlot, CardValue, DimensionValues, LocalRows, Pane, TotalChange, ValueSeries, ValueUnit};
use super::dispute_facts::fact;
use super::drill_down_target::DrillDown;
use super::grid::Coverage;
use super::text;

/// The largest of the disputes that `base` shows, those due soonest first.
pub fn rows(
    rows: &[DisputeTableRow],
    base: &DisputeLocalFilter,
    (zone, now): (Zone, DateTime<Utc>),
) -> Vec<OpenDisputeRow> {
    let shown = rows.iter().filter(|row| base.shows(row));
    let facts: Vec<ReportDispute> = shown.map(|row| fact(row, row.dispute.created.unwrap_or_default(), None)).collect();
    largest_open(&facts.iter().collect::<Vec<_>>(), LARGEST_MAX, (zone, now))
}

/// The same as amounts, a pane a currency.
pub fn panes(listed: &[OpenDisputeRow]) -> Vec<Pane> {
    let mut currencies: Vec<&Currency> = Vec::new();
    for row in listed {
        if !currencies.contains(&&row.amount.currency) {
            currencies.push(&row.amount.currency);
        }
    }
    currencies.into_iter().map(|currency| pane(listed, currency)).collect()
}

fn pane(listed: &[OpenDisputeRow], currency: &Currency) -> Pane {
    let of_currency = || listed.iter().filter(|row| row.amount.currency == *currency);
    let series = ValueSeries {
        name: text::OPEN.to_owned(),
        definition: "The largest open disputes, regardless of when they were opened",
        measure: None,
        dimension_values: DimensionValues::new(),
        values: of_currency().map(|row| Some(CardValue::count(row.amount.minor))).collect(),
        before: Vec::new(),
        total: None,
        total_before: None,
        change: TotalChange::None,
        here: Some(LocalRows { slots: of_currency().map(|row| Some(drill(row))).collect(), all: None }),
        merged: 0,
    };
    Pane {
        unit: ValueUnit::Money(currency.clone()),
        title: currency.code().to_owned(),
        over_time: false,
        slots: of_currency().map(slot).collect(),
        series: vec![series],
    }
}

fn drill(row: &OpenDisputeRow) -> DrillDown {
    DrillDown::Dispute(row.dispute_id.clone())
}

fn slot(row: &OpenDisputeRow) -> AxisSlot {
    let payer = row.customer.as_ref().unwrap_or(&row.payment);
    let label = format!("{payer} · {} · {}", row.reason, row.respond_by);
    let (full_label, label_before, dimension_values) = (label.clone(), String::new(), DimensionValues::new());
    AxisSlot { full_label, label, span: None, cover: Coverage::Whole, label_before, dimension_values, merged: 0 }
}
