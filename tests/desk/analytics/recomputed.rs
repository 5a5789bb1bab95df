//! The boards and the report beside a second count, made straight from the answers of the sandbox: on 2,000 payments, on
//! 100,000, and on a story in which one reason was made to rise.

use std::collections::HashSet;

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};
use paydesk_core::Action;
use paydesk_core::features::analytics::{
    AnalyticsAction, Board, CardContent, CardId, CardValue, Dimension, Measure, Pane, RangeChoice, ReportSources,
    ValueSeries, ValueUnit,
};
use paydesk_core::features::disputes::{DisputesAction, InboxAction};
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_core::workspace::Workspace;
use paydesk_domain::dispute_report::ReportPeriod;
use paydesk_domain::report_page::{ReportCell, ReportPage, ReportPlot};
use paydesk_test_desk::recount::{
    ApiDispute, Between, Compared, Recount, chance, day_of, grouped, in_currency, is_open, millionths, with_status,
};
use paydesk_test_desk::shop::Shop;
use serde_json::json;

const NOW: &str = "2026-11-21T10:00:00Z";

/// The last 28 days, and the 28 before.
fn periods() -> (Between, Between) {
    (Between::days("2026-10-25", "2026-11-21"), Between::days("2026-09-27", "2026-10-24"))
}

/// A sandbox of so many payments, and what it has.
async fn shop(payments: u32) -> (Shop, Recount) {
    let mut shop = Shop::seeded(payments, "Europe/Berlin").await;
    let recount = Recount::read(&shop.client, periods().0).await;
    know(&mut shop, &recount).await;
    (shop, recount)
}

/// All payments and disputes of the sandbox are known.
async fn know(shop: &mut Shop, recount: &Recount) {
    shop.event(recount.stored(shop.state.now));
    shop.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    shop.act(Action::Disputes(DisputesAction::Inbox(InboxAction::Refresh)));
    shop.serve().await;
}

async fn show(shop: &mut Shop, board: Board) {
    shop.show(board).await;
    shop.tick(TimeDelta::seconds(6));
    shop.serve().await;
}

fn exact(value: Option<CardValue>) -> Option<i64> {
    value.and_then(CardValue::exact)
}

fn code_of(values: &[(Dimension, Option<String>)]) -> Option<&str> {
    values.iter().find(|(dimension, _)| *dimension == Dimension::Currency).and_then(|(_, code)| code.as_deref())
}

/// A measure in a currency: now and before.
fn measured(content: &CardContent, measure: Measure, code: &str) -> (Option<i64>, Option<i64>) {
    let is_of = |pane: &&Pane| match &pane.unit {
        ValueUnit::Money(currency) => currency.code() == code,
        ValueUnit::Count | ValueUnit::Rate => true,
    };
    let found = content.panes.iter().filter(is_of).find_map(|pane| {
        let series = pane.series.iter().find(|series| series.measure == Some(measure))?;
        let is_slot = matches!(pane.unit, ValueUnit::Money(_));
        let slot = pane.slots.iter().position(|slot| is_slot || code_of(&slot.dimension_values) == Some(code))?;
        Some((series.values.get(slot).copied().flatten(), series.before.get(slot).copied().flatten()))
    });
    found.map_or((None, None), |(now, before)| (exact(now), exact(before)))
}

fn word_of(values: &[(Dimension, Option<String>)]) -> &str {
    values.first().and_then(|(_, word)| word.as_deref()).unwrap_or_default()
}

fn sum(disputes: &[&ApiDispute]) -> Option<i64> {
    Some(disputes.iter().map(|dispute| dispute.minor).sum())
}

fn lost(disputes: &[&ApiDispute]) -> Vec<ApiDispute> {
    disputes.iter().filter(|dispute| dispute.status.ends_with("lost")).map(|dispute| (*dispute).clone()).collect()
}

fn win_rate(disputes: &[&ApiDispute]) -> Option<i64> {
    let won = disputes.iter().filter(|dispute| dispute.status.ends_with("won")).count() as i64;
    millionths(won, won + lost(disputes).len() as i64)
}

fn decided(disputes: &[&ApiDispute]) -> (i64, i64) {
    let open = disputes.iter().filter(|dispute| is_open(&dispute.status)).count() as i64;
    (disputes.len() as i64 - open, disputes.len() as i64)
}

/// Outcomes are compared once 80% of both are decided.
fn are_compared(now: &[&ApiDispute], before: &[&ApiDispute]) -> bool {
    [now, before].iter().all(|disputes| {
        let (decided, all) = decided(disputes);
        all > 0 && decided * 100 >= all * 80
    })
}

fn compare_dispute_totals(shop: &Shop, recount: &Recount, compared: &mut Compared) {
    let content = shop.picture(CardId::DisputeTotals);
    let (now, before) = periods();
    let (now, before) = (recount.opened(now), recount.opened(before));
    for code in recount.currencies() {
        let (now, before) = (in_currency(&now, &code), in_currency(&before, &code));
        if now.is_empty() && before.is_empty() {
            continue;
        }
        let mut is = |measure: Measure, expected: (Option<i64>, Option<i64>)| {
            let shown = measured(content, measure, &code);
            compared.is("dispute totals", &format!("{measure:?} in {code}, now"), shown.0, expected.0);
            compared.is("dispute totals", &format!("{measure:?} in {code}, before"), shown.1, expected.1);
        };
        is(Measure::Disputes, (Some(now.len() as i64), Some(before.len() as i64)));
        is(Measure::DisputedAmount, (sum(&now), sum(&before)));
        let outcome = |value: Option<i64>| value.filter(|_| are_compared(&now, &before));
        let lost_of = |disputes: &[&ApiDispute]| sum(&lost(disputes).iter().collect::<Vec<_>>());
        is(Measure::LostAmount, (lost_of(&now), outcome(lost_of(&before))));
        is(Measure::WinRate, (win_rate(&now), outcome(win_rate(&before))));
        let share = |disputes: &[&ApiDispute]| millionths(decided(disputes).0, decided(disputes).1);
        is(Measure::Decided, (share(&now), share(&before)));
    }
}

/// What disputes are told apart by.
type WordOf = fn(&ApiDispute) -> &str;

/// Cards that count disputes by a word of each.
fn compare_dispute_groups(shop: &Shop, recount: &Recount, compared: &mut Compared) {
    let (now, before) = periods();
    let (now, before) = (recount.opened(now), recount.opened(before));
    let groups: [(CardId, WordOf); 2] = [
        (CardId::DisputesByCurrency, |dispute| &dispute.currency),
        (CardId::DisputesByStatus, |dispute| &dispute.status),
    ];
    // The list does not say the stage of a dispute.
    let stages = &shop.picture(CardId::DisputesByStage).panes[0].series[0];
    compared.is("dispute groups", "all stages", exact(stages.total), Some(now.len() as i64));
    compared.is("dispute groups", "all stages, before", exact(stages.total_before), Some(before.len() as i64));
    for (id, word) in groups {
        let pane = shop.picture(id).panes.iter().find(|pane| pane.unit == ValueUnit::Count).unwrap();
        let count = |disputes: &[&ApiDispute], group: &str| {
            Some(disputes.iter().filter(|dispute| word(dispute) == group).count() as i64)
        };
        for (slot, axis) in pane.slots.iter().enumerate() {
            let group = word_of(&axis.dimension_values);
            let series = &pane.series[0];
            let what = format!("{id:?} {group}");
            compared.is("dispute groups", &what, exact(series.values[slot]), count(&now, group));
            if id != CardId::DisputesByStatus || are_compared(&now, &before) {
                let shown = series.before.get(slot).copied().flatten();
                compared.is("dispute groups", &format!("{what}, before"), exact(shown), count(&before, group));
            }
        }
        compared.is("dispute groups", &format!("{id:?}, total"), exact(pane.series[0].total), Some(now.len() as i64));
    }
    let reasons = &shop.picture(CardId::DisputeReasons).panes[0];
    for (slot, axis) in reasons.slots.iter().enumerate() {
        let of = |disputes: &[&ApiDispute]| {
            let spoken = |reason: &str| reason.replace('_', " ").replace("canceled", "cancelled");
            let is_it = |dispute: &&&ApiDispute| spoken(&dispute.reason).eq_ignore_ascii_case(&axis.label);
            disputes.iter().filter(is_it).count() as i64
        };
        if of(&now) + of(&before) > 0 {
            let series = &reasons.series[0];
            compared.is("reasons", &axis.label, exact(series.values[slot]), Some(of(&now)));
            compared.is("reasons", &axis.label, exact(series.before[slot]), Some(of(&before)));
        }
    }
}

/// Disputes by status and the dispute rate in each bucket, and the rate of each currency.
fn compare_dispute_courses(shop: &Shop, recount: &Recount, compared: &mut Compared) {
    let by_status = &shop.picture(CardId::DisputesOverTime).panes[0];
    let spans: Vec<Between> =
        by_status.slots.iter().map(|slot| slot.span.unwrap()).map(|span| Between(span.start, span.after())).collect();
    let (now, before) = periods();
    compared.is("buckets", "where the first begins", spans[0].0, now.0);
    compared.is("buckets", "where the last ends", spans[spans.len() - 1].1, now.1);
    assert!(spans.windows(2).all(|pair| pair[0].1 == pair[1].0), "{spans:?}");
    for (slot, span) in spans.iter().enumerate() {
        for series in &by_status.series {
            let status = word_of(&series.dimension_values);
            let expected = Some(with_status(&recount.opened(*span), status));
            compared.is(
                "disputes over time",
                &format!("{status} in bucket {slot}"),
                exact(series.values[slot]),
                expected,
            );
        }
        let rate = exact(shop.picture(CardId::DisputeRate).panes[0].series[0].values[slot]);
        let expected = millionths(recount.opened(*span).len() as i64, recount.succeeded(*span).len() as i64);
        compared.is("dispute rate", &format!("bucket {slot}"), rate, expected);
    }
    let rates = shop.picture(CardId::DisputeRate);
    let rate_of = |between| millionths(recount.opened(between).len() as i64, recount.succeeded(between).len() as i64);
    let total = &rates.panes[0].series[0];
    compared.is("dispute rate", "now", exact(total.total), rate_of(now));
    compared.is("dispute rate", "before", exact(total.total_before), rate_of(before));
    for (slot, axis) in rates.panes[1].slots.iter().enumerate() {
        for (between, is_now) in [(now, true), (before, false)] {
            let disputes = in_currency(&recount.opened(between), &axis.label);
            let payments = recount.succeeded(between).into_iter().filter(|payment| payment.currency == axis.label);
            let payments: Vec<i64> = payments.map(|payment| payment.minor).collect();
            let by_count = millionths(disputes.len() as i64, payments.len() as i64);
            let by_amount = sum(&disputes).and_then(|disputed| millionths(disputed, payments.iter().sum()));
            for (series, expected) in rates.panes[1].series.iter().zip([by_count, by_amount]) {
                let values = if is_now { &series.values } else { &series.before };
                let what = format!("{} in {}, now: {is_now}", series.name, axis.label);
                compared.is("dispute rate", &what, exact(values.get(slot).copied().flatten()), expected);
            }
        }
    }
}

/// What is open now, how old it is, and the largest of it.
fn compare_open_disputes(shop: &Shop, recount: &Recount, compared: &mut Compared) {
    let now: DateTime<Utc> = NOW.parse().unwrap();
    let open: Vec<&ApiDispute> = recount.disputes.iter().filter(|dispute| is_open(&dispute.status)).collect();
    for pane in &shop.picture(CardId::OpenDisputes).panes {
        let series = &pane.series[0];
        match &pane.unit {
            ValueUnit::Money(currency) => {
                let expected = sum(&in_currency(&open, currency.code()));
                compared.is("open disputes", currency.code(), exact(series.total), expected);
            }
            ValueUnit::Count | ValueUnit::Rate => {
                compared.is("open disputes", "all", exact(series.total), Some(open.len() as i64));
                for (slot, axis) in pane.slots.iter().enumerate() {
                    let expected = Some(in_currency(&open, &axis.label).len() as i64);
                    compared.is("open disputes", &axis.label, exact(series.values[slot]), expected);
                }
            }
        }
    }
    let ages = [(0, 3), (4, 7), (8, 14), (15, 30), (31, i64::MAX)];
    let shown = &shop.picture(CardId::DisputeAges).panes[0].series[0];
    for (slot, (youngest, oldest)) in ages.into_iter().enumerate() {
        let age = |dispute: &&&ApiDispute| (day_of(now) - day_of(dispute.opened)).num_days();
        let of_age = open.iter().filter(|dispute| (youngest..=oldest).contains(&age(dispute))).count() as i64;
        compared.is("ages", &format!("{youngest} to {oldest} days"), exact(shown.values[slot]), Some(of_age));
    }
    let listed = &shop.picture(CardId::LargestOpen).disputes;
    compared.is("largest open", "how many", listed.len(), open.len().min(10));
    for code in recount.currencies() {
        let of_code = || listed.iter().filter(|row| row.amount.currency.code() == code);
        let mut all: Vec<i64> = in_currency(&open, &code).iter().map(|dispute| dispute.minor).collect();
        all.sort_by_key(|minor| std::cmp::Reverse(*minor));
        let mut shown: Vec<i64> = of_code().map(|row| row.amount.minor).collect();
        shown.sort_by_key(|minor| std::cmp::Reverse(*minor));
        compared.is("largest open", &code, shown.clone(), all[..shown.len()].to_vec());
        for row in of_code() {
            let found = open.iter().find(|dispute| dispute.dispute_id == row.dispute_id.as_str());
            compared.is("largest open", "its amount", found.map(|dispute| dispute.minor), Some(row.amount.minor));
        }
    }
}

/// How many payments of the period are disputed, by what is known of each.
fn compare_disputed_groups(shop: &Shop, recount: &Recount, compared: &mut Compared) {
    let payments = recount.succeeded(periods().0);
    let disputed: HashSet<&str> = recount.disputes.iter().map(|dispute| dispute.payment_id.as_str()).collect();
    let is_disputed = |id: &str| disputed.contains(id);
    let rates = |id: CardId| -> Vec<(String, &ValueSeries, usize)> {
        let panes = shop.picture(id).panes.iter().filter(|pane| pane.unit == ValueUnit::Count);
        let lines = panes.flat_map(|pane| {
            pane.slots
                .iter()
                .enumerate()
                .flat_map(|(slot, axis)| pane.series.iter().map(move |series| (axis.label.clone(), series, slot)))
        });
        lines.collect()
    };
    for (id, of) in [(CardId::DisputedByBrand, true), (CardId::DisputedByMethod, false)] {
        for (label, series, slot) in rates(id) {
            let is_it = |word: &str| word.replace('_', " ").eq_ignore_ascii_case(&label);
            let is_in = |word: &Option<String>| word.as_deref().is_some_and(is_it);
            let group = payments.iter().filter(|payment| is_in(if of { &payment.brand } else { &payment.method }));
            let is_counted = |id: &str| series.name == "Payments" || is_disputed(id);
            let expected = group.filter(|payment| is_counted(&payment.payment_id)).count() as i64;
            compared.is(
                "disputed payments",
                &format!("{label}, {}", series.name),
                exact(series.values[slot]),
                Some(expected),
            );
        }
    }
    let mut all = 0;
    for pane in shop.picture(CardId::DisputedByAmount).panes.iter().filter(|pane| pane.unit == ValueUnit::Count) {
        let of_code = || payments.iter().filter(|payment| payment.currency == pane.title);
        let disputed = of_code().filter(|payment| is_disputed(&payment.payment_id)).count() as i64;
        compared.is("disputed payments", &pane.title, exact(pane.series[0].total), Some(disputed));
        compared.is("disputed payments", &pane.title, exact(pane.series[1].total), Some(of_code().count() as i64));
        all += of_code().count();
    }
    compared.is("disputed payments", "all currencies", all, payments.len());
}

async fn compare_disputes(shop: &mut Shop, recount: &Recount, compared: &mut Compared) {
    show(shop, Board::Disputes).await;
    compare_dispute_totals(shop, recount, compared);
    compare_dispute_groups(shop, recount, compared);
    compare_dispute_courses(shop, recount, compared);
    compare_open_disputes(shop, recount, compared);
    compare_disputed_groups(shop, recount, compared);
}

#[tokio::test]
async fn the_board_of_disputes_shows_what_a_second_count_finds() {
    let (mut shop, recount) = shop(2_000).await;
    let mut compared = Compared::default();
    compare_disputes(&mut shop, &recount, &mut compared).await;
    compared.finish(150);
}

async fn compare_payments(shop: &mut Shop, recount: &Recount, compared: &mut Compared) {
    show(shop, Board::Payments).await;
    let totals = shop.picture(CardId::PaymentTotals);
    let (now, before) = periods();
    let mut codes: Vec<String> = recount.payments.iter().map(|payment| payment.currency.clone()).collect();
    codes.sort();
    codes.dedup();
    for code in codes {
        let count = |between: Between, status: &str| {
            let of_code = recount.created(between).into_iter().filter(|payment| payment.currency == code);
            of_code.filter(|payment| status.is_empty() || payment.status == status).count() as i64
        };
        let rate = |between| {
            let succeeded = count(between, "succeeded");
            millionths(succeeded, succeeded + count(between, "failed"))
        };
        let processed = |between: Between| {
            let of_code = recount.succeeded(between).into_iter().filter(|payment| payment.currency == code);
            Some(of_code.map(|payment| payment.minor).sum::<i64>())
        };
        for (measure, expected) in [
            (Measure::Payments, (Some(count(now, "")), Some(count(before, "")))),
            (Measure::SuccessRate, (rate(now), rate(before))),
            (Measure::ProcessedAmount, (processed(now), processed(before))),
        ] {
            compared.is("payment totals", &format!("{measure:?} {code}"), measured(totals, measure, &code), expected);
        }
    }
    let by_status = &shop.picture(CardId::PaymentsByStatus).panes[0];
    for (slot, axis) in by_status.slots.iter().enumerate() {
        let status = word_of(&axis.dimension_values);
        let count = recount.created(now).iter().filter(|payment| payment.status == status).count() as i64;
        compared.is("payments by status", status, exact(by_status.series[0].values[slot]), Some(count));
    }
    let over_time = &shop.picture(CardId::PaymentsOverTime).panes[0];
    for (slot, axis) in over_time.slots.iter().enumerate() {
        let span = axis.span.unwrap();
        let created = recount.created(Between(span.start, span.after()));
        for series in &over_time.series {
            let code = word_of(&series.dimension_values);
            let count = created.iter().filter(|payment| payment.currency == code).count() as i64;
            compared.is(
                "payments over time",
                &format!("{code} {}", axis.label),
                exact(series.values[slot]),
                Some(count),
            );
        }
    }
}

#[tokio::test]
async fn the_board_of_payments_shows_what_a_second_count_finds() {
    let (mut shop, recount) = shop(2_000).await;
    let mut compared = Compared::default();
    compare_payments(&mut shop, &recount, &mut compared).await;
    compared.finish(40);
}

fn page(shop: &Shop) -> ReportPage {
    let Workspace { disputes, history, webhooks, .. } = &shop.state.workspace;
    let sources = ReportSources { disputes, history, events: webhooks.log() };
    sources.page(&shop.state.view(), ReportPeriod::LastWeek).unwrap()
}

/// A week from Monday to Sunday.
fn week(monday: NaiveDate) -> Between {
    let day = |date: NaiveDate| date.format("%Y-%m-%d").to_string();
    Between::days(&day(monday), &day(monday.checked_add_days(Days::new(6)).unwrap()))
}

/// The numbers of the charts and tables of a report of the week from this Monday on.
fn compare_report(page: &ReportPage, recount: &Recount, monday: NaiveDate, compared: &mut Compared) {
    let back = |weeks: u64| week(monday.checked_sub_days(Days::new(weeks * 7)).unwrap());
    let [by_day, rate, by_reason, outcomes] = &page.charts[..] else { panic!("{:?}", page.charts) };
    let ReportPlot::Columns { slots } = &by_day.plot else { panic!("{by_day:?}") };
    for (day, slot) in slots.iter().enumerate() {
        let on = |monday: NaiveDate| {
            let date = monday.checked_add_days(Days::new(day as u64)).unwrap();
            recount.disputes.iter().filter(|dispute| day_of(dispute.opened) == date).count() as i64
        };
        compared.is("report, by day", &slot.label, slot.now, on(monday));
        let expected = on(monday.checked_sub_days(Days::new(7)).unwrap());
        compared.is("report, by day before", &slot.label, slot.before, Some(expected));
    }
    let ReportPlot::Line { slots, .. } = &rate.plot else { panic!("{rate:?}") };
    for (weeks, (label, shown)) in slots.iter().rev().enumerate() {
        let between = back(weeks as u64);
        let expected = millionths(recount.opened(between).len() as i64, recount.succeeded(between).len() as i64);
        compared.is("report, rate", label, *shown, expected);
    }
    let ReportPlot::Rows { slots } = &by_reason.plot else { panic!("{by_reason:?}") };
    let all = |of: fn(&paydesk_domain::report_page::ReportBar) -> i64| slots.iter().map(of).sum::<i64>();
    compared.is("report, reasons", "now", all(|slot| slot.now), recount.opened(back(0)).len() as i64);
    let before = all(|slot| slot.before.unwrap_or_default());
    compared.is("report, reasons", "before", before, recount.opened(back(1)).len() as i64);
    let ReportPlot::Outcomes { slots } = &outcomes.plot else { panic!("{outcomes:?}") };
    for (weeks, slot) in slots.iter().rev().enumerate() {
        let opened = recount.opened(back(weeks as u64));
        let ended = |words: &[&str]| {
            let is_it = |dispute: &&&ApiDispute| words.contains(&dispute.status.trim_start_matches("dispute_"));
            opened.iter().filter(is_it).count() as i64
        };
        let open = opened.iter().filter(|dispute| is_open(&dispute.status)).count() as i64;
        let expected = (ended(&["won", "cancelled"]), ended(&["lost", "accepted", "expired"]), open);
        compared.is("report, outcomes", &slot.label, (slot.won, slot.lost, slot.open), expected);
        let decided = opened.len() as i64 - open;
        let above = if opened.is_empty() { "0".to_owned() } else { format!("{decided} of {}", opened.len()) };
        compared.is("report, decided", &slot.label, slot.above.clone(), above);
    }
    let opened = recount.opened(back(0));
    let open: Vec<&ApiDispute> = recount.disputes.iter().filter(|dispute| is_open(&dispute.status)).collect();
    let number = |text: &str| text.replace([',', '.'], "").parse::<i64>().unwrap_or(0);
    for row in page.tables[0].rows.iter().filter(|row| row[0].text.len() == 3 && row[0].text != "All") {
        let code = &row[0].text;
        let (of_week, of_now) = (in_currency(&opened, code), in_currency(&open, code));
        compared.is("report, money", &format!("{code} opened"), number(&row[1].text), of_week.len() as i64);
        compared.is("report, money", &format!("{code} disputed"), Some(number(&row[2].text)), sum(&of_week));
        compare_results(row, code, &of_week, compared);
        compared.is("report, money", &format!("{code} open"), number(&row[6].text), of_now.len() as i64);
        compared.is("report, money", &format!("{code} amount open"), Some(number(&row[7].text)), sum(&of_now));
    }
}

/// What was won and lost of the disputes of the week, and the net: signed, and a dash where nothing was decided.
fn compare_results(row: &[ReportCell], code: &str, of_week: &[&ApiDispute], compared: &mut Compared) {
    let minor = |words: &[&str]| {
        let is_it = |dispute: &&&ApiDispute| words.contains(&dispute.status.trim_start_matches("dispute_"));
        sum(&of_week.iter().filter(is_it).copied().collect::<Vec<_>>()).unwrap_or_default()
    };
    let (won, lost) = (minor(&["won", "cancelled"]), minor(&["lost", "accepted", "expired"]));
    let signed = |text: &str| {
        let digits = text.replace([',', '.', '+', '−'], "").parse::<i64>().unwrap_or(0);
        if text.starts_with('−') { -digits } else { digits }
    };
    let shown: Vec<i64> = row[3..6].iter().map(|cell| signed(&cell.text)).collect();
    compared.is("report, money", &format!("{code} won, lost, net"), shown, vec![won, -lost, won - lost]);
}

/// What the first sentence says, and whether its change is called significant.
fn compare_first_sentence(page: &ReportPage, recount: &Recount, monday: NaiveDate, compared: &mut Compared) {
    let (now, before) = (week(monday), week(monday.checked_sub_days(Days::new(7)).unwrap()));
    let (opened, opened_before) = (recount.opened(now).len() as i64, recount.opened(before).len() as i64);
    let (payments, payments_before) = (recount.succeeded(now).len() as i64, recount.succeeded(before).len() as i64);
    let sentence = &page.sentences[0];
    let said = |text: &str| sentence.statement.contains(text) || sentence.proof.contains(text);
    compared.is("report, sentence", "opened", sentence.statement.starts_with(&format!("{opened} disputes were")), true);
    compared.is("report, sentence", "before", said(&format!("{opened_before}")), true);
    compared.is("report, sentence", "payments", said(&format!("({} succeeded payments)", grouped(payments))), true);
    compared.is("report, sentence", "payments before", said(&format!("({})", grouped(payments_before))), true);
    // Corrected for the rate and every reason, as the rarest of them at most: without a second one as rare, by their number.
    let compared_reasons = reasons_of(recount, [now, before]).len() as f64;
    let rarest = chance(opened, payments, opened_before, payments_before) * (1.0 + compared_reasons);
    if rarest < 0.05 {
        compared.is("report, sentence", "significant", said(": a significant change"), true);
    } else if chance(opened, payments, opened_before, payments_before) >= 0.05 {
        compared.is("report, sentence", "not significant", said("not a significant change"), true);
    }
}

fn reasons_of(recount: &Recount, periods: [Between; 2]) -> Vec<String> {
    let opened = periods.into_iter().flat_map(|period| recount.opened(period));
    let mut reasons: Vec<String> = opened.map(|dispute| dispute.reason.clone()).collect();
    reasons.sort();
    reasons.dedup();
    reasons
}

fn compare_last_week(shop: &Shop, recount: &Recount, compared: &mut Compared) {
    let (page, monday) = (page(shop), "2026-11-09".parse().unwrap());
    compared.is("report", "period", page.period.as_str(), "Monday 9 – Sunday 15 November 2026");
    compare_report(&page, recount, monday, compared);
    compare_first_sentence(&page, recount, monday, compared);
}

#[tokio::test]
async fn the_report_shows_what_a_second_count_finds() {
    let (shop, recount) = shop(2_000).await;
    let mut compared = Compared::default();
    compare_last_week(&shop, &recount, &mut compared);
    compared.finish(50);
}

/// One sandbox for both boards and the report: to make and read it costs more than to compare it.
#[tokio::test]
async fn of_100_000_payments_everything_shows_what_a_second_count_finds() {
    let (mut shop, recount) = shop(100_000).await;
    assert!(recount.payments.len() >= 100_000 && recount.disputes.len() > 500);
    let mut compared = Compared::default();
    compare_last_week(&shop, &recount, &mut compared);
    compare_disputes(&mut shop, &recount, &mut compared).await;
    compare_payments(&mut shop, &recount, &mut compared).await;
    compared.finish(400);
}

/// The same sandbox, in which forty customers say on one day that nothing came; two days later its week is over.
async fn story() -> (Shop, Recount) {
    let mut shop = Shop::seeded(2_000, "Europe/Berlin").await;
    let before = Recount::read(&shop.client, periods().0).await;
    let free = before.succeeded(Between::days("2026-10-25", "2026-11-20")).into_iter().filter(|payment| {
        let is_disputed = before.disputes.iter().any(|dispute| dispute.payment_id == payment.payment_id);
        payment.currency == "EUR" && !is_disputed
    });
    for payment in free.take(40) {
        let path = format!("/_sandbox/payments/{}/dispute", payment.payment_id);
        shop.client.post(&path, json!({"reason": "product_not_received"})).await.ok();
    }
    let days = TimeDelta::days(2);
    shop.client.advance(days.num_seconds()).await;
    shop.tick(days);
    let recount = Recount::read(&shop.client, periods().0).await;
    assert_eq!(recount.disputes.len(), before.disputes.len() + 40);
    know(&mut shop, &recount).await;
    (shop, recount)
}

#[tokio::test]
async fn a_rise_that_was_made_is_counted_and_named_first() {
    let (mut shop, recount) = story().await;
    let (page, monday) = (page(&shop), "2026-11-16".parse().unwrap());
    let mut compared = Compared::default();
    compared.is("report", "period", page.period.as_str(), "Monday 16 – Sunday 22 November 2026");
    compare_report(&page, &recount, monday, &mut compared);
    compare_first_sentence(&page, &recount, monday, &mut compared);
    let reason = &page.sentences[1];
    compared.is("report", "the reason", reason.statement.contains("“Product not received”"), true);
    compared.is("report", "its change", reason.proof.starts_with("A significant change"), true);

    show(&mut shop, Board::Disputes).await;
    shop.ask(AnalyticsAction::SetRange(RangeChoice::LastWeek));
    shop.serve().await;
    shop.tick(TimeDelta::seconds(6));
    let (now, before) = (week(monday), week("2026-11-09".parse().unwrap()));
    let content = shop.picture(CardId::DisputeReasons);
    let largest = &content.group_changes()[0];
    let count = |between| {
        let opened = recount.opened(between);
        opened.iter().filter(|dispute| dispute.reason == "product_not_received").count() as i64
    };
    compared.is("board", "the largest change", largest.label.as_str(), "Product not received");
    compared.is("board", "now", exact(Some(largest.now)), Some(count(now)));
    compared.is("board", "before", largest.before, Some(count(before)));
    for code in recount.currencies() {
        let of = |between| in_currency(&recount.opened(between), &code).len() as i64;
        if of(now) + of(before) > 0 {
            let shown = measured(shop.picture(CardId::DisputeTotals), Measure::Disputes, &code);
            compared.is("board", &code, shown, (Some(of(now)), Some(of(before))));
        }
    }
    compared.finish(50);
}
