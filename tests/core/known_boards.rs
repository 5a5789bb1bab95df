//! A number of a board is exact, at least, or not known: boards that are counted here, however much was read.

use paydesk_api::error::CallError;
use paydesk_core::Action;
use paydesk_core::effect::{Effect, ExportContent, StoreJob};
use paydesk_core::features::analytics::{AnalyticsAction, Board, CardContent, CardId, CardValue, Measure, ValueSeries};
use paydesk_core::features::disputes::{DisputesAction, InboxAction};
use paydesk_core::features::history::ReadPlace;
use paydesk_core::read::Read;
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::known::Known;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::disputes::dispute;
use paydesk_test_core::known_boards::{as_of, desk, knowing, place, show, stored};
use paydesk_test_core::service::{no_connection, refused};

use super::history::settle;

fn content(desk: &Desk, id: CardId) -> &CardContent {
    let card = desk.state.workspace.analytics.card(id).unwrap_or_else(|| panic!("{id:?} is not on the board"));
    card.remote.value().unwrap_or_else(|| panic!("{id:?}: {:?}", card.remote))
}

fn series(desk: &Desk, id: CardId, measure: Measure) -> &ValueSeries {
    let mut all = content(desk, id).panes.iter().flat_map(|pane| &pane.series);
    all.find(|series| series.measure == Some(measure)).unwrap_or_else(|| panic!("{measure:?}"))
}

fn known(value: Option<CardValue>) -> Known<i64> {
    value.map_or(Known::Unknown, CardValue::known)
}

/// How many payments the board counts, and whether it has their success rate.
fn totals(desk: &Desk) -> (Known<i64>, Known<i64>) {
    let total = |measure| known(series(desk, CardId::PaymentTotals, measure).total);
    (total(Measure::Payments), total(Measure::SuccessRate))
}

/// Every value of every card that is shown.
fn values(desk: &Desk) -> Vec<CardValue> {
    let analytics = &desk.state.workspace.analytics;
    let contents = analytics.board.cards().iter().filter_map(|id| analytics.card(*id)?.remote.value());
    let series = contents.flat_map(|content| &content.panes).flat_map(|pane| &pane.series);
    series.flat_map(|series| series.values.iter().chain([&series.total])).flatten().copied().collect()
}

fn csv(desk: &Desk, id: CardId) -> String {
    desk.state.workspace.analytics.csv(id, &desk.state.view()).unwrap()
}

#[test]
fn before_payments_were_read_a_board_has_no_number_and_never_says_zero() {
    let mut desk = desk();
    show(&mut desk, Board::Payments, 7);
    assert_eq!(totals(&desk), (Known::Unknown, Known::Unknown));
    assert_eq!(values(&desk), []);
    assert!(content(&desk, CardId::PaymentTotals).is_part);
}

#[test]
fn a_service_whose_reports_want_a_login_is_asked_for_no_more_of_the_board() {
    let mut desk = desk();
    desk.event(stored(place(true)));
    desk.reads.clear();
    desk.act(Action::Analytics(AnalyticsAction::Show(Board::Payments)));
    assert!(desk.reads.iter().any(|(_, read)| matches!(read, Read::PaymentMetrics(_))), "{:?}", desk.reads);
    let asked: Vec<_> = desk.reads.iter().map(|(id, _)| *id).collect();
    desk.serve_one();
    desk.tick(6);
    let more: Vec<_> = desk.reads.iter().filter(|(id, _)| !asked.contains(id)).collect();
    assert!(!more.iter().any(|(_, read)| matches!(read, Read::PaymentMetrics(_))), "{more:?}");
    assert!(totals(&desk).0.is_exact(), "{:?}", totals(&desk));
    assert!(desk.state.workspace.analytics.refusal().is_some_and(CallError::wants_login));
}

#[test]
fn a_board_of_days_that_are_read_in_part_has_at_least_what_was_read_and_no_rate() {
    let mut desk = desk();
    desk.event(stored(place(false)));
    show(&mut desk, Board::Payments, 30);
    assert_eq!(totals(&desk), (Known::AtLeast(10), Known::Unknown));
    assert!(values(&desk).iter().all(|value| value.is_part()), "{:?}", values(&desk));
    let totals = series(&desk, CardId::PaymentTotals, Measure::Payments);
    assert_eq!(totals.change, Default::default(), "a part is compared with nothing");
    let file = csv(&desk, CardId::PaymentTotals);
    assert!(file.contains("at_least") && !file.contains("exact"), "{file}");
    assert!(file.contains("This period is not fully loaded"), "{file}");
}

#[test]
fn a_board_of_days_that_are_read_is_exact_while_older_payments_are_being_read() {
    let mut desk = desk();
    desk.event(stored(place(false)));
    show(&mut desk, Board::Payments, 1);
    let (payments, rate) = totals(&desk);
    assert!(payments.is_exact() && rate == Known::Exact(1_000_000), "{payments:?} {rate:?}");
    assert!(values(&desk).iter().all(|value| !value.is_part()));
    assert!(!content(&desk, CardId::PaymentTotals).is_before_part, "the same day of the week before is read as well");
    show(&mut desk, Board::Payments, 5);
    let content = content(&desk, CardId::PaymentTotals);
    assert_eq!((content.is_part, content.is_before_part), (false, true));
    assert_eq!(series(&desk, CardId::PaymentTotals, Measure::Payments).change, Default::default());
}

#[test]
fn a_list_that_ended_too_early_leaves_every_number_at_least() {
    let mut desk = desk();
    desk.event(stored(ReadPlace { is_stalled: true, ..place(false) }));
    show(&mut desk, Board::Payments, 3);
    assert!(content(&desk, CardId::PaymentTotals).is_part);
    let mut desk = paydesk_test_core::known_boards::desk();
    desk.event(stored(ReadPlace { total: Some(12), ..place(true) }));
    show(&mut desk, Board::Payments, 3);
    assert!(content(&desk, CardId::PaymentTotals).is_part, "the service has two more, wherever they are");
}

#[test]
fn numbers_of_an_earlier_session_are_as_of_when_they_were_read_and_stay_when_the_service_goes() {
    let mut desk = desk();
    desk.event(stored(place(true)));
    show(&mut desk, Board::Payments, 30);
    assert_eq!(totals(&desk), (Known::Exact(10), Known::Exact(1_000_000)));
    let shown_at = |desk: &Desk| desk.state.workspace.analytics.card(CardId::PaymentTotals).unwrap().shown_at;
    assert_eq!(shown_at(&desk), Some(as_of()), "counting is not reading");
    for _ in 0..50 {
        let Some((request_id, read)) = desk.reads.pop() else { break };
        desk.answer(request_id, &read, no_connection());
    }
    desk.tick(60);
    assert_eq!((totals(&desk).0, shown_at(&desk)), (Known::Exact(10), Some(as_of())));
}

#[test]
fn once_everything_was_read_the_board_is_exact() {
    let mut desk = desk();
    desk.event(stored(place(false)));
    show(&mut desk, Board::Payments, 30);
    assert!(!totals(&desk).0.is_exact());
    settle(&mut desk);
    desk.pass(10);
    settle(&mut desk);
    desk.tick(10);
    assert!(desk.state.workspace.history.knows_all());
    assert!(totals(&desk).0.is_exact() && totals(&desk).1.is_exact(), "{:?}", totals(&desk));
    assert!(!csv(&desk, CardId::PaymentTotals).contains("at_least"));
}

#[test]
fn a_list_of_disputes_that_is_refused_gives_no_number() {
    let mut desk = desk();
    desk.service.disputes_get = Some(refused(403, "AU_03", "Not permitted"));
    desk.event(stored(place(true)));
    show(&mut desk, Board::Disputes, 30);
    desk.serve();
    desk.tick(6);
    let analytics = &desk.state.workspace.analytics;
    let failed = |id: CardId| analytics.card(id).is_some_and(|card| card.remote.error().is_some());
    assert!([CardId::DisputeTotals, CardId::OpenDisputes, CardId::DisputeRate].into_iter().all(failed));
}

#[test]
fn disputes_of_a_list_that_the_service_narrows_are_at_least() {
    let mut desk = desk();
    desk.event(stored(place(true)));
    show(&mut desk, Board::Disputes, 30);
    desk.serve();
    desk.tick(6);
    let disputes = |desk: &Desk| known(content(desk, CardId::OpenDisputes).panes[0].series[0].total);
    let opened = |desk: &Desk| known(series(desk, CardId::DisputeTotals, Measure::Disputes).total);
    assert_eq!((disputes(&desk), opened(&desk)), (Known::Exact(3), Known::Exact(3)));
    let narrowed = InboxAction::FilterStatus(Some(DisputeStatus::DisputeOpened));
    desk.act(Action::Disputes(DisputesAction::Inbox(narrowed)));
    desk.serve();
    show(&mut desk, Board::Disputes, 30);
    desk.serve();
    desk.tick(6);
    assert_eq!((disputes(&desk), opened(&desk)), (Known::AtLeast(3), Known::AtLeast(3)));
    assert_eq!(known(series(&desk, CardId::DisputeTotals, Measure::WinRate).total), Known::Unknown);
}

#[test]
fn payments_of_a_period_that_are_disputed_are_other_than_disputes_opened_in_it() {
    let of = |number: usize, payment: &str| {
        let mut dispute = dispute(&format!("dsp_{number}"), "dispute_opened", "fraudulent", 1);
        dispute["payment_id"] = serde_json::json!(payment);
        dispute
    };
    for (payments, expected) in [
        // Of a payment that is disputed twice, of one of the period, and of an earlier one.
        (["pay_1", "pay_1", "pay_2", "pay_9"], Known::Exact(2)),
        (["pay_1", "pay_1", "pay_2", "pay_unknown"], Known::AtLeast(2)),
    ] {
        let mut desk = desk();
        desk.service.disputes = payments.iter().enumerate().map(|(number, payment)| of(number, payment)).collect();
        desk.event(stored(place(true)));
        show(&mut desk, Board::Disputes, 5);
        desk.serve();
        desk.tick(6);
        let workspace = &desk.state.workspace;
        let span = content(&desk, CardId::DisputeTotals).span;
        let found = workspace.analytics.disputed_so_far(&workspace.disputes, &workspace.history, span);
        assert_eq!(known(found), expected);
        let opened = known(series(&desk, CardId::DisputeTotals, Measure::Disputes).total);
        assert_eq!(opened, Known::Exact(4), "opened in the period, of whatever payments");
    }
}

#[test]
fn disputed_payments_that_are_not_counted_as_succeeded_are_none_of_these_payments() {
    let mut desk = knowing([(1, "succeeded", 1_000, "EUR"), (1, "partially_captured", 1_000, "EUR")]);
    let dispute = |number: usize| {
        let mut dispute = dispute(&format!("dsp_{number}"), "dispute_opened", "fraudulent", 1);
        dispute["payment_id"] = serde_json::json!(format!("pay_{number}"));
        dispute
    };
    desk.service.metrics_error = Some((401, "IR_17", "Access forbidden, an invalid token was used"));
    desk.service.disputes = (0..2).map(dispute).collect();
    show(&mut desk, Board::Disputes, 5);
    desk.serve();
    desk.tick(6);
    let workspace = &desk.state.workspace;
    let span = content(&desk, CardId::DisputeTotals).span;
    let found = workspace.analytics.disputed_so_far(&workspace.disputes, &workspace.history, span);
    assert_eq!(known(found), Known::Exact(1));
}

#[test]
fn the_workbook_says_which_numbers_are_at_least() {
    let mut desk = desk();
    desk.event(stored(place(false)));
    show(&mut desk, Board::Payments, 30);
    desk.act(Action::Analytics(AnalyticsAction::ExportWorkbook(Vec::new())));
    let sheets = desk.other.iter().find_map(|effect| match effect {
        Effect::Store(StoreJob::SaveExports { files, .. }) => match &files[0].content {
            ExportContent::Workbook(sheets) => Some(sheets.clone()),
            ExportContent::Bytes(_) | ExportContent::Report(..) => None,
        },
        _ => None,
    });
    let written = format!("{:?}", sheets.expect("a workbook"));
    assert!(written.contains("Payments (minimum)"), "{written}");
}
