//! The boards of analytics over the numbers of a seeded sandbox: what is there by name, that each control pushes exactly
//! what it promises, that a number leads to its rows; and pictures.

use std::sync::LazyLock;

use egui::accesskit::Role;
use egui::{Key, Modifiers, Theme};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_api::error::{ApiError, CallError};
use paydesk_core::features::analytics::{AnalyticsAction, Board, BucketSize, CardId, Dimension, Measure, RangeChoice};
use paydesk_core::operations::ResourceKind;
use paydesk_core::read::ReadAnswer;
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::analytics::Subject;
use paydesk_test_desk::shop::Shop;
use serde_json::json;

use super::kit;
use super::panels::{
    LARGE, QUAD_HD, SMALL, Window, assert_hides, assert_shows, click, click_role, names, press, window_of_state,
};
use super::subscriptions::fill;
use paydesk_test_desk::vulkan::needs_vulkan;

static RUNTIME: LazyLock<tokio::runtime::Runtime> = LazyLock::new(|| tokio::runtime::Runtime::new().unwrap());

/// A shop whose board is shown, with every answer there.
fn shop(board: Board) -> Shop {
    RUNTIME.block_on(async {
        let mut shop = Shop::seeded(2_000, "Europe/Berlin").await;
        shop.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
        shop.serve().await;
        shop.show(board).await;
        shop
    })
}

fn pictures(theme: Theme, name: &str) {
    if needs_vulkan("pictures of analytics").is_none() {
        return;
    }
    let mut results = egui_kittest::SnapshotResults::new();
    for (board, word, size) in [
        (Board::Disputes, "disputes", LARGE),
        (Board::Payments, "payments", LARGE),
        (Board::Disputes, "disputes-2560", QUAD_HD),
    ] {
        let mut window = window_of_state(shop(board).state, theme, size);
        kit::snapshot(&mut window, &format!("analytics-{word}-{name}"));
        results.extend_harness(&mut window);
    }
}

#[test]
fn pictures_of_both_boards_in_light() {
    pictures(Theme::Light, "light");
}

#[test]
fn pictures_of_both_boards_in_dark() {
    pictures(Theme::Dark, "dark");
}

#[test]
fn a_picture_of_a_small_window() {
    if needs_vulkan("pictures of analytics").is_none() {
        return;
    }
    let mut results = egui_kittest::SnapshotResults::new();
    for (board, word) in [(Board::Disputes, "disputes"), (Board::Payments, "payments")] {
        let mut window = window_of_state(shop(board).state, Theme::Light, SMALL);
        kit::snapshot(&mut window, &format!("analytics-{word}-small-light"));
        results.extend_harness(&mut window);
    }
}

/// A board with all that is folded.
fn window(board: Board) -> Window {
    unfolded(window_of_state(shop(board).state, Theme::Light, [1440.0, 2_800.0]), board)
}

fn unfolded(mut window: Window, board: Board) -> Window {
    if board == Board::Disputes {
        click(&mut window, "Show more numbers and charts");
        window.run_steps(4);
    }
    window
}

/// What a control of the boards pushes.
fn asks(action: AnalyticsAction) -> Vec<Action> {
    vec![Action::Analytics(action)]
}

fn act(window: &mut Window, action: AnalyticsAction) {
    window.state_mut().state.on_action(Action::Analytics(action));
    window.run_steps(2);
}

#[test]
fn the_board_of_disputes_tells_range_zone_numbers_and_what_they_mean() {
    let window = window(Board::Disputes);
    assert_shows(
        &window,
        &[
            "dates in Europe/Berlin · vs",
            "Disputed amount, EUR: ",
            "Lost amount, USD: ",
            "Win rate, All: ",
            "Open now, All: ",
            "Due in 7 days, All: ",
            "Won ÷ (won + lost)",
            "Disputes by status over time, chart",
            "Less than 80% decided",
            "EUR · Disputed and lost over time",
            "Age of open disputes, chart",
            "Disputes by reason, Fraudulent: ",
            "Disputes by currency, EUR: ",
            "Counted from the dispute list, not by the service",
            "Amounts in different currencies are never added",
        ],
    );
}

#[test]
fn a_change_of_few_cases_is_neither_better_nor_worse_and_says_why() {
    static RUNTIME: LazyLock<tokio::runtime::Runtime> = LazyLock::new(|| tokio::runtime::Runtime::new().unwrap());
    let few = RUNTIME.block_on(async {
        let mut shop = Shop::seeded(120, "Europe/Berlin").await;
        shop.show(Board::Disputes).await;
        shop
    });
    let window = unfolded(window_of_state(few.state, Theme::Light, [1440.0, 2_400.0]), Board::Disputes);
    let shown = names(&window);
    let changes =
        || shown.lines().filter(|name| name.contains(": ") && (name.contains(". Up ") || name.contains(". Down ")));
    assert!(changes().count() > 0, "{shown}");
    for change in changes() {
        assert!(!change.contains(", better") && !change.contains(", worse"), "{change}");
        let says_why = ["too few to compare", "nothing to compare", "Not a significant change"]
            .iter()
            .any(|why| change.contains(why));
        assert!(says_why, "{change}");
    }
    assert!(shown.contains("few cases"), "{shown}");
    assert!(!changes().any(|change| change.starts_with("Decided, ")), "less is always decided of the newest: {shown}");
}

#[test]
fn from_the_rows_of_a_number_a_button_and_alt_left_lead_back() {
    let mut window = window(Board::Disputes);
    let line = line_of(&window, "Open now, All: ");
    let drill = click_role(&mut window, Role::Button, &line);
    drill.into_iter().for_each(|action| drop(window.state_mut().state.on_action(action)));
    window.run_steps(2);
    assert_eq!(click(&mut window, "Back to Reports"), [Action::GoBack]);
    assert_eq!(press(&mut window, Modifiers::ALT, Key::ArrowLeft), [Action::GoBack]);
    drop(window.state_mut().state.on_action(Action::GoTo(Route::Home)));
    window.run_steps(2);
    assert_hides(&window, &["Back to Reports"]);
}

#[test]
fn after_the_way_back_the_keyboard_is_where_the_rows_were_opened_from() {
    let mut window = window(Board::Disputes);
    let act = |window: &mut Window, actions: Vec<Action>| {
        actions.into_iter().for_each(|action| drop(window.state_mut().state.on_action(action)));
        window.run_steps(3);
    };
    window.get_by_label("Disputes by status, chart").focus();
    window.run_steps(2);
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    let drill = press(&mut window, Modifiers::NONE, Key::Enter);
    act(&mut window, drill);
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    let back = press(&mut window, Modifiers::ALT, Key::ArrowLeft);
    act(&mut window, back);
    assert!(window.get_by_label("Disputes by status, chart").is_focused(), "opened by keyboard");
    let line = line_of(&window, "Open now, All: ");
    let drill = click_role(&mut window, Role::Button, &line);
    act(&mut window, drill);
    let back = click(&mut window, "Back to Reports");
    act(&mut window, back);
    let node = window.get_by(|node| node.role() == Role::Button && node.label().as_deref() == Some(line.as_str()));
    assert!(node.is_focused(), "opened with the pointer");
}

#[test]
fn back_returns_to_the_place_on_the_board() {
    let mut window = window_of_state(shop(Board::Disputes).state, Theme::Light, LARGE);
    let top = |window: &Window| window.get_by_label("Dispute rate, chart").rect().top();
    let unscrolled = top(&window);
    window.event(egui::Event::PointerMoved(egui::pos2(700.0, 600.0)));
    let (unit, phase, modifiers) = (egui::MouseWheelUnit::Point, egui::TouchPhase::Move, Modifiers::NONE);
    let (delta, source) = (egui::vec2(0.0, -120.0), egui::MouseWheelSource::Wheel);
    window.event(egui::Event::MouseWheel { unit, delta, phase, modifiers, source });
    window.run_steps(40);
    let scrolled = top(&window);
    assert!(scrolled < unscrolled - 100.0, "{scrolled}");
    let shop = &window.state().state.workspace.analytics;
    let drill = shop.card(CardId::OpenDisputes).unwrap().remote.value().unwrap().drill_total(0, 0).unwrap();
    drop(window.state_mut().state.on_action(drill.into()));
    window.run_steps(4);
    assert_hides(&window, &["Dispute rate, chart"]);
    drop(window.state_mut().state.on_action(Action::GoBack));
    window.run_steps(4);
    assert_eq!(top(&window), scrolled);
}

/// The whole name of a line of numbers that begins like this.
fn line_of(window: &Window, start: &str) -> String {
    names(window).lines().find(|name| name.starts_with(start)).expect("the line is there").to_owned()
}

#[test]
fn each_control_pushes_what_it_says() {
    let mut window = window(Board::Disputes);
    let show = click_role(&mut window, Role::RadioButton, "Payments");
    assert_eq!(show, asks(AnalyticsAction::Show(Board::Payments)));
    assert_eq!(click(&mut window, "Refresh"), asks(AnalyticsAction::Refresh));
    click(&mut window, "Period");
    assert_eq!(click(&mut window, "Last 7 days"), asks(AnalyticsAction::SetRange(RangeChoice::LastDays(7))));
    click(&mut window, "Interval");
    assert_eq!(click(&mut window, "By month"), asks(AnalyticsAction::SetGranularity(Some(BucketSize::Month))));
    let compare = click(&mut window, "Compare with the previous period");
    assert_eq!(compare, asks(AnalyticsAction::SetCompare(false)));
    click(&mut window, "Export");
    let tables = click(&mut window, "All tables as one CSV");
    assert_eq!(tables, asks(AnalyticsAction::ExportTables));
    click(&mut window, "Export");
    let workbook = click(&mut window, "All tables as XLSX, one sheet each");
    let Some(Action::Analytics(AnalyticsAction::ExportWorkbook(sentences))) = workbook.first() else { panic!() };
    assert!(sentences.iter().any(|sentence| sentence.contains("The dispute rate is ")), "{sentences:?}");
    click(&mut window, "Export");
    assert_eq!(click(&mut window, "Each table as a CSV"), asks(AnalyticsAction::ExportEachTable));
}

#[test]
fn the_controls_of_a_board_are_one_line_from_1000_points_on() {
    for size in [SMALL, LARGE] {
        let window = window_of_state(shop(Board::Disputes).state, Theme::Light, size);
        let compare =
            window.get_by(|node| node.label().is_some_and(|name| name.starts_with("Compare "))).rect().center().y;
        assert!((window.get_by_label("Period").rect().center().y - compare).abs() < 6.0, "{size:?}");
    }
}

#[test]
fn a_filter_takes_several_words_and_is_taken_off_again() {
    let filter = |values: &[&str]| {
        AnalyticsAction::SetFilter(Dimension::DisputeStatus, values.iter().map(|word| (*word).to_owned()).collect())
    };
    let mut window = window_of_state(shop(Board::Disputes).state, Theme::Light, LARGE);
    click(&mut window, "Status");
    assert_eq!(click_role(&mut window, Role::ListBoxOption, "Won"), asks(filter(&["won"])));
    act(&mut window, filter(&["won"]));
    assert_eq!(click_role(&mut window, Role::ListBoxOption, "Lost"), asks(filter(&["won", "lost"])));
    assert_eq!(click_role(&mut window, Role::ListBoxOption, "Won"), asks(filter(&[])));
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_shows(&window, &["Status: Won"]);
    assert_eq!(click(&mut window, "Clear status"), asks(filter(&[])));
    assert_eq!(click(&mut window, "Clear filters"), asks(AnalyticsAction::ClearFilters));
}

#[test]
fn custom_ranges_are_checked_and_shown() {
    let mut window = window(Board::Payments);
    click(&mut window, "Period");
    assert_eq!(click(&mut window, "Custom period…"), []);
    fill(&mut window, "First day", "2026-11-20");
    fill(&mut window, "Last day", "2026-11-01");
    assert_eq!(click(&mut window, "Apply period"), []);
    assert_shows(&window, &["Choose the first day or a later one"]);
    fill(&mut window, "First day", "2020-10-01");
    assert_eq!(click(&mut window, "Apply period"), []);
    assert_shows(&window, &["Choose a day within three years of the first day"]);
    fill(&mut window, "First day", "soon");
    assert_eq!(click(&mut window, "Apply period"), []);
    assert_shows(&window, &["Enter a date like 2026-11-24"]);
    fill(&mut window, "First day", "2026-10-01");
    let (from, to) = ("2026-10-01".parse().unwrap(), "2026-11-01".parse().unwrap());
    let days = RangeChoice::Days { from, to };
    assert_eq!(click(&mut window, "Apply period"), asks(AnalyticsAction::SetRange(days)));
    assert_hides(&window, &["Apply period"]);
}

/// A board of which one card was answered with this, and nothing else was.
fn answered(board: Board, id: CardId, body: serde_json::Value) -> Window {
    static RUNTIME: LazyLock<tokio::runtime::Runtime> = LazyLock::new(|| tokio::runtime::Runtime::new().unwrap());
    let shop = RUNTIME.block_on(async {
        let mut shop = Shop::seeded(0, "Europe/Berlin").await;
        shop.show_without_answers(board);
        shop.answer_card(id, body);
        shop
    });
    unfolded(window_of_state(shop.state, Theme::Light, [1440.0, 2_400.0]), board)
}

#[test]
fn a_metric_that_the_service_did_not_report_is_shown_as_not_reported() {
    let row = json!({"dispute_status": "lost", "currency": "EUR", "total_amount_disputed": 700});
    let window = answered(Board::Disputes, CardId::DisputeTotals, json!({"queryData": [row]}));
    assert_shows(&window, &["Lost amount, EUR: Not reported", "7.00"]);
    assert_hides(&window, &["Lost amount, EUR: 0", "None in this period", "0 cases"]);
    let row = json!({"dispute_status": "lost", "currency": "EUR", "dispute_status_metric": 2});
    let window = answered(Board::Disputes, CardId::DisputeTotals, json!({"queryData": [row]}));
    assert_shows(&window, &["Not reported", "Disputes, EUR: 2"]);
    let row = json!({"dispute_status": "lost"});
    let window = answered(Board::Disputes, CardId::DisputesByStatus, json!({"queryData": [row]}));
    assert_shows(&window, &["Not reported by the service"]);
}

#[test]
fn a_number_leads_to_its_rows() {
    let mut window = window(Board::Payments);
    let picture =
        window.state().state.workspace.analytics.card(CardId::PaymentTotals).unwrap().remote.value().unwrap().clone();
    let euro = picture.figures.iter().find(|figure| figure.group == "EUR" && figure.name == "Success rate").unwrap();
    let (pane, series, slot) = euro.place;
    let rows = picture.drill(pane, series, slot).unwrap();
    assert_eq!(click_role(&mut window, Role::Button, "Success rate, EUR: "), asks(AnalyticsAction::ShowRows(rows)));
}

#[test]
fn a_bar_leads_to_its_rows_by_keyboard() {
    let mut window = window(Board::Disputes);
    let picture = window
        .state()
        .state
        .workspace
        .analytics
        .card(CardId::DisputesByStatus)
        .unwrap()
        .remote
        .value()
        .unwrap()
        .clone();
    window.get_by_label("Disputes by status, chart").focus();
    window.run_steps(2);
    press(&mut window, Modifiers::NONE, Key::ArrowDown);
    let rows = picture.drill(0, 0, 1).unwrap();
    assert_eq!(press(&mut window, Modifiers::NONE, Key::Enter), asks(AnalyticsAction::ShowRows(rows)));
    let line = line_of(&window, "Disputes by stage, Dispute: ");
    assert_eq!(click_role(&mut window, Role::Button, &line), []);
    assert_shows(&window, &["The list does not contain dispute_stage: no rows can be shown"]);
}

#[test]
fn a_card_that_failed_says_so_and_the_others_stand() {
    let mut shop = shop(Board::Disputes);
    shop.ask(AnalyticsAction::Retry(CardId::DisputesByStatus));
    let (request_id, _) = shop.reads.remove(0);
    let error = ApiError { kind: "api_error".into(), code: "HE_01".into(), message: "Ask for less".into() };
    let refused = CallError::Service { status: 422, error };
    let answer = ReadAnswer::Metrics(Box::new(Err(refused)));
    shop.event(Message::ReadAnswered { request_id, answer, rate: None });
    let mut window = unfolded(window_of_state(shop.state, Theme::Light, [1440.0, 2_800.0]), Board::Disputes);
    assert_shows(&window, &["Not loaded: Ask for less", "Disputes by stage, ", "Disputes by status, chart"]);
    assert_eq!(click(&mut window, "Retry"), asks(AnalyticsAction::Retry(CardId::DisputesByStatus)));
}

#[test]
fn the_table_of_a_chart_has_the_numbers_of_its_picture() {
    let mut window = window(Board::Payments);
    let picture = window
        .state()
        .state
        .workspace
        .analytics
        .card(CardId::PaymentsByStatus)
        .unwrap()
        .remote
        .value()
        .unwrap()
        .clone();
    click(&mut window, "Show “Payments by status” as a table");
    assert_shows(&window, &["Payments by status as a table"]);
    let names = names(&window);
    let values = &picture.panes[0].series[0].values;
    for (slot, value) in picture.panes[0].slots.iter().zip(values) {
        let text = value.unwrap().text(&picture.panes[0].unit);
        assert!(names.contains(&text), "{} {text}:\n{names}", slot.label);
    }
}

#[test]
fn in_a_picture_is_no_control_and_a_table_is_whole() {
    let mut window = window_of_state(shop(Board::Payments).state, Theme::Light, LARGE);
    let title = "Payments by currency over time";
    click(&mut window, &format!("Show “{title}” as a table"));
    click(&mut window, &format!("More for “{title}”"));
    click(&mut window, "Save as PNG");
    window.run_steps(3);
    assert_shows(&window, &["Reports · Payments", &format!("{title} as a table")]);
    let shown = names(&window);
    let controls = ["Refresh", "Export", "Period", "Interval", "Saved boards", "Retry", "Clear filters"];
    let tools = ["Show “", "More for “", "What “", "Numbers of “"];
    for name in shown.lines() {
        assert!(!controls.contains(&name) && !tools.iter().any(|tool| name.starts_with(tool)), "{name}");
    }
    let bars = window.query_all_by(|node| node.role() == Role::ScrollBar).count();
    assert_eq!(bars, 0, "nothing scrolls in a picture");
    if needs_vulkan("a picture of a table").is_some() {
        // One frame of several of which the picture is put together: its lower edge cuts what the next one shows.
        kit::exhibit(&mut window, "analytics-table-in-picture-light");
    }
}

/// What the picture of a card of the board of disputes says of itself, where currencies are filtered by.
fn caption_in_picture(title: &str) -> String {
    let mut shop = shop(Board::Disputes);
    shop.ask(AnalyticsAction::SetFilter(Dimension::Currency, vec!["EUR".to_owned()]));
    RUNTIME.block_on(shop.serve());
    let window = window_of_state(shop.state, Theme::Light, [1440.0, 2_800.0]);
    let mut window = unfolded(window, Board::Disputes);
    click(&mut window, &format!("More for “{title}”"));
    click(&mut window, "Save as PNG");
    window.run_steps(3);
    assert_hides(&window, &["More for “", "Click a number", "Show more numbers", "Clear filters"]);
    let buttons = window.query_all_by_role(Role::Button).filter(|node| node.rect().left() > 240.0);
    let buttons: Vec<String> = buttons.filter_map(|node| node.accesskit_node().label()).collect();
    assert!(buttons.iter().all(|name| name.contains(": ")), "only lines of tables and numbers: {buttons:?}");
    let shown = names(&window);
    shown.lines().find(|line| line.contains("Created ")).expect("it says when it was made").to_owned()
}

#[test]
fn the_picture_of_a_card_says_what_its_file_does() {
    let said = caption_in_picture("Disputes by status over time");
    let parts = [
        "25 Oct – 21 Nov 2026 · Europe/Berlin · vs 27 Sep – 24 Oct 2026",
        "Grouped by status",
        "Currency: EUR",
        "POST /analytics/v1/merchant/metrics/disputes",
        "Read 21 Nov 2026",
        "Embedded sandbox (SANDBOX)",
        "Created 21 Nov 2026",
    ];
    for part in parts {
        assert!(said.contains(part), "{part} in {said}");
    }
    let said = caption_in_picture("Age of open disputes");
    assert!(said.starts_with("now, 21 Nov 2026 · Europe/Berlin") && said.contains("Currency: EUR"), "{said}");
}

#[test]
fn a_question_of_ones_own_is_put_together_and_its_query_can_be_read() {
    let mut window = window(Board::Query);
    window.state_mut().actions.clear();
    let named = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        node.role() == Role::RadioButton && node.label().as_deref() == Some("Disputes")
    };
    window.get_all_by(named).last().unwrap().click();
    window.run_steps(2);
    let subject = std::mem::take(&mut window.state_mut().actions);
    assert_eq!(subject, asks(AnalyticsAction::SetSubject(Subject::Disputes)));
    click(&mut window, "Numbers");
    let measures = AnalyticsAction::SetMeasures(vec![Measure::SuccessRate, Measure::ProcessedAmount]);
    assert_eq!(click_role(&mut window, Role::ListBoxOption, "Payments"), asks(measures));
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert_eq!(click(&mut window, "Clear group by"), asks(AnalyticsAction::SetGroupBy(Vec::new())));
    assert_eq!(window.state().state.workspace.analytics.question().subject, Subject::Payments);
    assert_hides(&window, &["payment_success_rate\""]);
    click(&mut window, "Show JSON query");
    assert_shows(&window, &["POST /analytics/", "\"payment_success_rate\"", "\"groupByNames\""]);
}

/// What the button of the kept boards says is open.
fn open_board(window: &Window) -> Option<String> {
    window.get_by_label("Saved boards").accesskit_node().value()
}

#[test]
fn a_board_is_kept_opened_renamed_and_removed() {
    let mut window = window(Board::Payments);
    click(&mut window, "Saved boards");
    fill(&mut window, "Save board as", "Europe");
    assert_eq!(click(&mut window, "Save board"), asks(AnalyticsAction::SaveBoard("Europe".into())));
    act(&mut window, AnalyticsAction::SaveBoard("Europe".into()));
    assert_eq!(open_board(&window).as_deref(), Some("Europe"));
    act(&mut window, AnalyticsAction::Show(Board::Disputes));
    assert_eq!(open_board(&window), None);
    click(&mut window, "Saved boards");
    let open = AnalyticsAction::OpenBoard("Europe".into());
    assert_eq!(click_role(&mut window, Role::ListBoxOption, "Europe"), asks(open.clone()));
    act(&mut window, open);
    assert_eq!(open_board(&window).as_deref(), Some("Europe"));
    click(&mut window, "Saved boards");
    fill(&mut window, "Rename to", "The Union");
    let renamed = AnalyticsAction::RenameBoard { from: "Europe".into(), to: "The Union".into() };
    assert_eq!(click(&mut window, "Rename"), asks(renamed.clone()));
    act(&mut window, renamed);
    click(&mut window, "Saved boards");
    let removed = AnalyticsAction::RemoveBoard("The Union".into());
    assert_eq!(click_role(&mut window, Role::ListBoxOption, "Delete “The Union”"), asks(removed));
}

#[test]
fn without_anything_in_the_range_a_card_says_what_to_do() {
    let mut window = window(Board::Disputes);
    let filter = AnalyticsAction::SetFilter(Dimension::Currency, vec!["CHF".into()]);
    act(&mut window, filter);
    let rows = names(&window);
    assert!(
        rows.contains("Disputes by status, chart"),
        "the old picture stays while the new one is asked for:\n{rows}"
    );
    assert!(matches!(picture_of_nothing().as_slice(), [Action::Analytics(AnalyticsAction::ClearFilters)]));
}

/// What the way out of an empty card pushes.
fn picture_of_nothing() -> Vec<Action> {
    let mut shop = shop(Board::Payments);
    let filter = AnalyticsAction::SetFilter(Dimension::Currency, vec!["CHF".into()]);
    shop.ask(filter);
    tokio::runtime::Runtime::new().unwrap().block_on(shop.serve());
    let mut window = window_of_state(shop.state, Theme::Light, [1440.0, 2_400.0]);
    assert_shows(&window, &["No payments with these filters"]);
    window.state_mut().actions.clear();
    let buttons = window.get_all_by(|node| node.label().as_deref() == Some("Clear filters"));
    buttons.last().unwrap().click();
    window.run_steps(2);
    std::mem::take(&mut window.state_mut().actions)
}

#[test]
fn commands_lead_to_the_boards() {
    let mut window = window_of_state(shop(Board::Payments).state, Theme::Light, LARGE);
    assert_eq!(press(&mut window, Modifiers::COMMAND, Key::Num8), [Action::GoTo(Route::Analytics)]);
}

/// The rectangle of what has the keyboard, in points.
fn focused_rect(window: &Window) -> Option<egui::Rect> {
    let focused = window.ctx.memory(|memory| memory.focused())?;
    Some(window.ctx.read_response(focused)?.rect)
}

#[test]
fn tab_reaches_every_card_and_brings_what_has_the_keyboard_into_sight() {
    let mut window = window_of_state(shop(Board::Payments).state, Theme::Light, SMALL);
    let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(SMALL[0], SMALL[1]));
    let in_sight = |window: &Window| focused_rect(window).is_none_or(|rect| screen.contains(rect.center()));
    let (mut reached, mut passed) = (std::collections::BTreeSet::new(), Vec::new());
    // Once around: what had the keyboard first has it again.
    while passed.len() < 400 {
        press(&mut window, Modifiers::NONE, Key::Tab);
        // It is brought into view within some frames.
        for _ in 0..20 {
            window.run_steps(1);
            if in_sight(&window) {
                break;
            }
        }
        assert!(in_sight(&window), "{:?} has the keyboard out of sight", focused_rect(&window));
        let labels = names(&window);
        reached.extend(labels.lines().filter(|line| line.starts_with("Show “")).map(str::to_owned));
        let focused = window.ctx.memory(|memory| memory.focused());
        if focused.is_some() && passed.first() == Some(&focused) {
            break;
        }
        passed.push(focused);
    }
    assert!(passed.len() < 400, "Tab does not come around");
    let cards = reached.len();
    assert!(cards >= 8 && reached.iter().any(|name| name.contains("USD")), "{reached:#?}");
}
