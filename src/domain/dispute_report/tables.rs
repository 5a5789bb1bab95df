//! The money by currency, and the largest open disputes.

use std::collections::BTreeSet;

use super::counts::Counts;
use super::facts::{DisputeFacts, ReportDispute};
use super::largest::{LARGEST_MAX, OpenDisputeRow, largest_open};
use super::money::{CurrencyMoney, by_currency};
use super::period::ReportSpan;
use super::text;
use crate::report_page::{ReportCell, ReportColumn, ReportTable};

/// So many rows of both tables have room on the page.
const ROWS_MAX: usize = 13;
const LARGEST_LEAST: usize = 3;

pub fn of(facts: &DisputeFacts<'_>, span: &ReportSpan, counts: &Counts) -> Vec<ReportTable> {
    let money = money(facts, span, counts);
    let largest = largest(facts, ROWS_MAX.saturating_sub(money.rows.len()).clamp(LARGEST_LEAST, LARGEST_MAX));
    [money, largest].into_iter().filter(|table| !table.rows.is_empty()).collect()
}

fn money(facts: &DisputeFacts<'_>, span: &ReportSpan, counts: &Counts) -> ReportTable {
    let right = |title: &str, width: u32| ReportColumn { title: title.to_owned(), is_right: true, width };
    let [won, lost, net] = text::money_columns(counts.knows_decisions, span.period.noun());
    let columns = vec![
        ReportColumn { title: text::CURRENCY.to_owned(), is_right: false, width: 90 },
        right(text::OPENED, 65),
        right(text::DISPUTED, 98),
        right(&won, 103),
        right(&lost, 82),
        right(&net, 129),
        right(&text::open_on(facts.zone.date(facts.read_at)), 106),
        right(text::AMOUNT_OPEN, 126),
    ];
    let sums = by_currency(facts, span, counts);
    let cell = |text: String| ReportCell { text, ..ReportCell::default() };
    let mut rows: Vec<Vec<ReportCell>> = sums
        .iter()
        .map(|sum| {
            let amount = |minor: i64| cell(text::amount(&sum.money(minor)));
            let signed = |minor: i64| cell(text::signed(&sum.money(minor)));
            vec![
                cell(sum.zero.currency.code().to_owned()),
                cell(text::number(sum.opened)),
                amount(sum.disputed),
                signed(sum.won),
                signed(-sum.lost),
                ReportCell { text: text::net(sum), is_strong: true, ..ReportCell::default() },
                cell(text::number(sum.open)),
                amount(sum.open_amount),
            ]
        })
        .collect();
    if sums.len() > 1 {
        let all = |of: fn(&CurrencyMoney) -> i64| cell(text::number(sums.iter().map(of).sum()));
        let mut last = vec![ReportCell::default(); columns.len()];
        (last[0], last[1], last[6]) = (cell(text::ALL.to_owned()), all(|sum| sum.opened), all(|sum| sum.open));
        last[2] = ReportCell { unit: text::NOT_ADDED.to_owned(), ..ReportCell::default() };
        rows.push(last);
    }
    ReportTable { title: text::MONEY.to_owned(), columns, rows }
}

/// The largest open disputes.
fn largest(facts: &DisputeFacts<'_>, most: usize) -> ReportTable {
    let open: Vec<&ReportDispute> = facts.disputes.iter().filter(|dispute| dispute.is_open()).collect();
    let column = |title: &str, is_right: bool, width: u32| ReportColumn { title: title.to_owned(), is_right, width };
    let rows = largest_open(&open, most, (facts.zone, facts.now));
    let payer = OpenDisputeRow::payer_title(&rows);
    let codes = |codes: &mut dyn Iterator<Item = &str>| codes.collect::<BTreeSet<_>>().len();
    let of_shown = codes(&mut rows.iter().map(|row| row.amount.currency.code()));
    let of_open = codes(&mut open.iter().map(|dispute| dispute.amount.currency.code()));
    let day = facts.zone.date(facts.read_at);
    let title = text::largest((rows.len(), open.len()), (of_shown, of_open), day);
    let columns = vec![
        column(text::AMOUNT, true, 120),
        column(payer, false, 200),
        column(text::REASON, false, 200),
        column(text::RESPOND_BY, false, 160),
        column(text::EVIDENCE, true, 120),
    ];
    let cell = |text: String| ReportCell { text, ..ReportCell::default() };
    let rows = rows.into_iter().map(|row| {
        let unit = row.amount.currency.code().to_owned();
        vec![
            ReportCell { text: text::amount(&row.amount), unit, is_strong: false },
            cell(row.payer(payer).to_owned()),
            cell(row.reason),
            cell(row.respond_by),
            cell(row.evidence.to_owned()),
        ]
    });
    let rows: Vec<Vec<ReportCell>> = rows.collect();
    ReportTable { title, columns, rows }
}
