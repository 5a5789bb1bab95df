//! Won and lost by the day of decision, where it is known, beside the day a dispute was opened.

use chrono::TimeDelta;
use paydesk_core::Action;
use paydesk_core::features::analytics::significance::Significance;
use paydesk_core::features::analytics::{AnalyticsAction, CardContent, CardId, CardValue, DrillDown, ValueUnit};
use paydesk_core::features::disputes::{DisputeLocalFilterPart, DisputeTableRow};
use paydesk_domain::known::Known;
use paydesk_test_core::decisions::{decided, show};
use paydesk_test_core::desk::Desk;
use paydesk_test_core::service::start_time;

fn content(desk: &Desk) -> &CardContent {
    desk.state.workspace.analytics.card(CardId::DecidedOverTime).unwrap().remote.value().unwrap()
}

/// Won and lost of all days, and of each.
fn counts(desk: &Desk) -> Vec<(Known<i64>, Vec<i64>)> {
    let known = |value: Option<CardValue>| value.map_or(Known::Unknown, CardValue::known);
    let series = &content(desk).panes[0].series;
    let days = |values: &[Option<CardValue>]| values.iter().map(|it| it.map_or(0, CardValue::least)).collect();
    series.iter().map(|of| (known(of.total), days(&of.values))).collect()
}

#[test]
fn disputes_are_won_and_lost_on_the_day_of_decision_whenever_they_were_opened() {
    let mut desk = Desk::ready(Vec::new());
    let ago = |days: i64| Some(start_time() - TimeDelta::days(days));
    for (id, status, changed) in [
        ("dsp_1", "won", ago(1)),
        ("dsp_2", "cancelled", ago(1)),
        ("dsp_3", "lost", ago(3)),
        ("dsp_4", "accepted", ago(0)),
        ("dsp_5", "lost", ago(40)),
    ] {
        decided(&mut desk, id, status, changed);
    }
    let desk = show(desk);
    assert_eq!(
        counts(&desk),
        [(Known::Exact(2), vec![0, 0, 0, 0, 0, 2, 0]), (Known::Exact(2), vec![0, 0, 0, 1, 0, 0, 1])]
    );
    assert_eq!(content(&desk).notes, ["Decision date known for 5 of 5 decided disputes"]);
    let lost = &content(&desk).panes[1].series[1];
    assert_eq!(lost.total.map(CardValue::known), Some(Known::Exact(2_000)), "in the lowest unit of the euro");
}

#[test]
fn where_some_days_are_not_known_numbers_are_at_least_and_that_is_said() {
    let mut desk = Desk::ready(Vec::new());
    decided(&mut desk, "dsp_1", "won", Some(start_time() - TimeDelta::days(1)));
    decided(&mut desk, "dsp_2", "lost", None);
    let desk = show(desk);
    assert_eq!(counts(&desk)[0].0, Known::AtLeast(1));
    assert_eq!(counts(&desk)[1].0, Known::Unknown, "none known is not none");
    assert_eq!(content(&desk).notes, ["Decision date known for 1 of 2 decided disputes: the bars are minimums"]);
}

#[test]
fn where_no_day_is_known_there_is_nothing_to_show() {
    let mut desk = Desk::ready(Vec::new());
    decided(&mut desk, "dsp_1", "lost", None);
    let desk = show(desk);
    assert!(content(&desk).panes.is_empty() && content(&desk).empty);
}

#[test]
fn what_was_won_and_lost_by_day_and_the_largest_disputes_claim_no_change() {
    let mut desk = Desk::ready(Vec::new());
    for (number, status) in ["won", "lost", "dispute_challenged"].repeat(12).into_iter().enumerate() {
        let changed = start_time() - TimeDelta::days(number as i64 % 9);
        decided(&mut desk, &format!("dsp_{number}"), status, Some(changed));
    }
    let desk = show(desk);
    for id in [CardId::DecidedOverTime, CardId::LargestOpen] {
        let content = desk.state.workspace.analytics.card(id).unwrap().remote.value().unwrap();
        assert!(!content.panes.is_empty(), "{id:?}");
        for (at, pane) in content.panes.iter().enumerate() {
            for (series, slot) in (0..pane.series.len())
                .flat_map(|series| (0..pane.slots.len()).map(Some).chain([None]).map(move |slot| (series, slot)))
            {
                assert_eq!(content.significance(at, series, slot), Significance::Unknown, "{id:?}");
            }
        }
    }
}

/// Four disputes of the last week and one of before, with two of them on one day.
fn week() -> Desk {
    let mut desk = Desk::ready(Vec::new());
    let ago = |days: i64| Some(start_time() - TimeDelta::days(days));
    for (id, status, changed) in [
        ("dsp_1", "won", ago(1)),
        ("dsp_2", "accepted", ago(1)),
        ("dsp_3", "lost", ago(3)),
        ("dsp_4", "cancelled", ago(0)),
        ("dsp_5", "lost", ago(40)),
        ("dsp_6", "won", None),
    ] {
        decided(&mut desk, id, status, changed);
    }
    show(desk)
}

fn rows<'a>(desk: &'a Desk, drill: &DrillDown) -> Vec<&'a DisputeTableRow> {
    let DrillDown::Disputes(filter) = drill else { panic!("{drill:?}") };
    desk.state.workspace.disputes.all().iter().filter(|row| filter.shows(row)).collect()
}

#[test]
fn every_bar_opens_exactly_the_disputes_it_counts() {
    let desk = week();
    let content = content(&desk);
    let mut opened = 0;
    for (at, pane) in content.panes.iter().enumerate() {
        let number = |rows: &[&DisputeTableRow]| match pane.unit {
            ValueUnit::Money(_) => rows.iter().map(|row| row.dispute.amount.minor).sum(),
            ValueUnit::Count | ValueUnit::Rate => rows.len() as i64,
        };
        for (index, series) in pane.series.iter().enumerate() {
            let all = rows(&desk, &content.drill_total(at, index).unwrap());
            assert_eq!(number(&all), series.total.unwrap().least(), "{} in {}", series.name, pane.title);
            for (slot, value) in series.values.iter().enumerate() {
                let found = rows(&desk, &content.drill(at, index, slot).unwrap());
                assert_eq!(number(&found), value.map_or(0, CardValue::least), "{} on day {slot}", series.name);
                opened += found.len();
            }
        }
    }
    assert_eq!(opened, 8, "four in counts, and four in euros");
}

#[test]
fn a_day_opens_what_was_won_and_lost_on_it_under_its_name() {
    let mut desk = week();
    let day = content(&desk).drill_slot(0, 5).unwrap();
    desk.act(Action::Analytics(AnalyticsAction::ShowRows(day)));
    let disputes = &desk.state.workspace.disputes;
    let shown: Vec<&str> =
        (0..disputes.len()).filter_map(|at| disputes.row(at)).map(|row| row.dispute.dispute_id.as_str()).collect();
    assert_eq!(shown.len(), 2, "{shown:?}");
    assert!(shown.contains(&"dsp_1") && shown.contains(&"dsp_2"), "{shown:?}");
    let parts = disputes.inbox.local_filter.parts(desk.state.zone());
    let decided = parts.iter().find(|(part, _)| *part == DisputeLocalFilterPart::Decided).unwrap();
    let day = (start_time() - TimeDelta::days(1)).format("%-d %b %Y").to_string();
    assert_eq!(decided.1, day);
}
