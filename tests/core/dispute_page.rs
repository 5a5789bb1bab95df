//! The report of disputes on one page, and the board: two counts that share no code say the same.

use chrono::TimeDelta;
use paydesk_core::Action;
use paydesk_core::effect::{Effect, ExportContent, StoreJob};
use paydesk_core::features::analytics::{AnalyticsAction, Board, CardId, CardValue, RangeChoice, ReportSources};
use paydesk_core::features::history::ReadPlace;
use paydesk_core::operations::ResourceKind;
use paydesk_core::read::Read;
use paydesk_core::route::Route;
use paydesk_core::workspace::Workspace;
use paydesk_domain::dispute_report::ReportPeriod;
use paydesk_domain::report_page::{ReportFormat, ReportPage, ReportPlot};
use paydesk_test_core::desk::Desk;
use paydesk_test_core::disputes::dispute;
use paydesk_test_core::known_boards::{desk, place, show, stored};
use paydesk_test_core::webhooks::event;

/// All is known: a payment a day, and disputes of the last week and the one before.
fn whole() -> Desk {
    let mut desk = desk();
    let of = |number: usize, status: &str, reason: &str, days: i64| {
        dispute(&format!("dsp_{number}"), status, reason, days * 24)
    };
    desk.service.disputes = vec![
        of(1, "dispute_opened", "fraudulent", 4),
        of(2, "dispute_won", "fraudulent", 5),
        of(3, "dispute_lost", "product_not_received", 8),
        of(4, "dispute_lost", "fraudulent", 11),
    ];
    desk.event(stored(place(true)));
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    desk.serve();
    desk
}

fn sources(desk: &Desk) -> ReportSources<'_> {
    let Workspace { disputes, history, webhooks, .. } = &desk.state.workspace;
    ReportSources { disputes, history, events: webhooks.log() }
}

fn page(desk: &Desk) -> ReportPage {
    sources(desk).page(&desk.state.view(), ReportPeriod::LastWeek).unwrap()
}

/// The totals of what a card draws first, added up.
fn total(desk: &Desk, id: CardId) -> i64 {
    let content = desk.state.workspace.analytics.card(id).and_then(|card| card.remote.value()).expect("a card");
    content.panes[0].series.iter().filter_map(|series| series.total.and_then(CardValue::exact)).sum()
}

#[test]
fn no_report_is_made_of_a_part() {
    let mut desk = desk();
    assert!(sources(&desk).why_not().is_some());
    desk.event(stored(ReadPlace { total: Some(12), ..place(true) }));
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    while let Some(place) = desk.reads.iter().position(|(_, read)| matches!(read, Read::Disputes(_))) {
        desk.reads.swap(0, place);
        desk.serve_one();
    }
    assert!(desk.state.workspace.disputes.inbox.is_whole());
    assert_eq!(
        sources(&desk).page(&desk.state.view(), ReportPeriod::LastWeek),
        Err("Load all disputes and payments first")
    );
    assert_eq!(sources(&whole()).why_not(), None);
}

#[test]
fn the_page_and_the_board_count_the_same() {
    let mut desk = whole();
    let page = page(&desk);
    assert_eq!(page.period, "Monday 9 – Sunday 15 November 2026");
    assert_eq!(page.charts[0].legend[0].1, "Week 46: 3");
    let ReportPlot::Line { slots, .. } = &page.charts[1].plot else { panic!("{:?}", page.charts[1]) };
    show(&mut desk, Board::Disputes, 7);
    desk.act(Action::Analytics(AnalyticsAction::SetRange(RangeChoice::LastWeek)));
    desk.serve();
    desk.pass(10);
    assert_eq!(total(&desk, CardId::DisputesOverTime), 3);
    assert_eq!(slots.last().and_then(|(_, rate)| *rate), Some(total(&desk, CardId::DisputeRate)));
}

#[test]
fn what_was_won_and_lost_stands_by_the_day_that_events_say() {
    let mut desk = whole();
    let title = |desk: &Desk| page(desk).tables[0].columns[3].title.clone();
    assert_eq!(title(&desk), "Of these won", "the service does not say when they were decided");
    for (number, disputed) in desk.service.disputes.clone().into_iter().enumerate().skip(1) {
        let seconds = i64::try_from(number).unwrap() * 60 - TimeDelta::days(3).num_seconds();
        let decided = event(&format!("evt_{number}"), "dispute", disputed, seconds);
        desk.event(paydesk_core::Message::WebhooksArrived { events: vec![decided] });
    }
    desk.serve();
    assert_eq!(title(&desk), "Won back");
    let row: Vec<String> = page(&desk).tables[0].rows[0].iter().map(|cell| cell.text.clone()).collect();
    assert_eq!(row, ["EUR", "3", "135.30", "+45.10", "−90.20", "−45.10", "1", "45.10"]);
}

#[test]
fn the_page_is_written_into_a_file_that_is_named_after_its_week() {
    let mut desk = whole();
    let page = page(&desk);
    desk.act(Action::Analytics(AnalyticsAction::ExportReport(Box::new(page.clone()), ReportFormat::Pdf)));
    let saved = desk.other.iter().find_map(|effect| match effect {
        Effect::Store(StoreJob::SaveExports { files, .. }) => files.first(),
        _ => None,
    });
    let file = saved.expect("a file");
    assert_eq!((file.name.as_str(), file.extension), ("report-disputes-week-46", "pdf"));
    assert_eq!(file.content, ExportContent::Report(Box::new(page), ReportFormat::Pdf));
}
