//! Boards that are stored, and files of what is shown.

use paydesk_core::effect::{ExportContent, ExportFile, ExportSheet, StoreJob, SystemEffect};
use paydesk_core::features::analytics::{
    AnalyticsAction, Board, CardId, ChartStyle, Dimension, DisputeGoals, Measure, RangeChoice, board_name_problem,
};
use paydesk_core::problem::Problem;
use paydesk_core::settings::Settings;
use paydesk_core::{Action, Effect, Message};
use paydesk_domain::analytics::Subject;
use paydesk_domain::csv::Cell;
use paydesk_test_core::text_of;
use paydesk_test_desk::shop::Shop;
use paydesk_test_sandbox::helpers::Client;

fn settings(shop: &Shop) -> Settings {
    let saved = |effect: &Effect| match effect {
        Effect::Store(StoreJob::SaveSettings(settings)) => Some(settings.clone()),
        _ => None,
    };
    shop.other.iter().rev().find_map(saved).expect("settings were saved")
}

/// The files of the latest export.
fn exported(shop: &Shop) -> Vec<ExportFile> {
    let Some(Effect::Store(StoreJob::SaveExports { files, .. })) = shop.other.last() else {
        panic!("nothing is exported")
    };
    files.clone()
}

#[tokio::test]
async fn a_board_is_kept_through_a_restart_renamed_and_removed() {
    let mut shop = Shop::seeded(50, "Europe/Berlin").await;
    shop.show(Board::Query).await;
    shop.ask(AnalyticsAction::SetSubject(Subject::Disputes));
    shop.ask(AnalyticsAction::SetMeasures(vec![Measure::LostAmount, Measure::Disputes]));
    shop.ask(AnalyticsAction::SetGroupBy(vec![Dimension::DisputeStage]));
    shop.ask(AnalyticsAction::SetRange(RangeChoice::ThisQuarter));
    shop.ask(AnalyticsAction::SetFilter(Dimension::Currency, vec!["EUR".into(), "JPY".into()]));
    shop.ask(AnalyticsAction::SetCompare(false));
    let asked = shop.state.workspace.analytics.question().clone();
    shop.ask(AnalyticsAction::SaveBoard("  Lost by stage ".into()));
    shop.ask(AnalyticsAction::SaveBoard("Lost by stage".into()));
    assert_eq!(shop.state.settings.boards.len(), 1, "a name is kept once");
    assert_eq!(
        board_name_problem(&shop.state.settings.boards, "Lost by stage", None),
        Some("A board with this name already exists")
    );
    assert_eq!(board_name_problem(&shop.state.settings.boards, " ", None), Some("Enter a name"));

    let file = serde_json::to_string(&settings(&shop)).unwrap();
    let read: Settings = serde_json::from_str(&file).unwrap();
    let mut again = Shop::over(Client::new(), "Europe/Berlin", read.bounded()).await;
    again.ask(AnalyticsAction::OpenBoard("Lost by stage".into()));
    assert_eq!(
        (again.state.workspace.analytics.board, again.state.workspace.analytics.question()),
        (Board::Query, &asked)
    );
    again.serve().await;
    assert!(again.card(CardId::CustomQuery).refused.is_none());
    again.ask(AnalyticsAction::RenameBoard { from: "Lost by stage".into(), to: "Lost".into() });
    assert_eq!(settings(&again).boards[0].name, "Lost");
    again.ask(AnalyticsAction::RemoveBoard("Lost".into()));
    assert_eq!(settings(&again).boards, []);
}

#[tokio::test]
async fn a_table_is_written_with_what_it_is_of_and_exact_in_integers() {
    let mut shop = Shop::seeded(300, "Europe/Berlin").await;
    shop.show(Board::Payments).await;
    shop.ask(AnalyticsAction::ExportTable(CardId::ProcessedOverTime));
    let [file] = &exported(&shop)[..] else { panic!() };
    assert_eq!((file.name.as_str(), file.extension), ("analytics-processed-amount-over-time", "csv"));
    let text = text_of(file);
    for line in [
        "Time zone,Europe/Berlin",
        "Request,POST /analytics/v1/merchant/metrics/payments",
        "From,2026-10-24T22:00:00.000Z",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(text.contains("\"\"endTime\"\": \"\"2026-11-21T22:59:59.999Z\"\""), "{text}");
    let picture = shop.picture(CardId::ProcessedOverTime);
    let values: usize = picture.panes.iter().map(|pane| (pane.slots.len() + 1) * pane.series.len()).sum();
    let (_, table) = text.split_once("\r\n\r\n").unwrap();
    assert_eq!(table.lines().count(), values + 1);
    for pane in &picture.panes {
        let total = pane.series[0].total.unwrap().least();
        let row = format!(",minor_units,{},{total},", pane.title);
        assert!(table.contains(&row), "{row}");
    }
}

#[tokio::test]
async fn every_picture_has_tables_whose_rows_fit_their_header() {
    let mut shop = Shop::seeded(300, "Europe/Berlin").await;
    for board in [Board::Disputes, Board::Payments] {
        shop.show(board).await;
        for id in board.cards() {
            let tables = shop.picture(*id).tables();
            // No day of decision and no payments are known here.
            let is_off = *id == CardId::DecidedOverTime || id.counts_known_payments();
            assert_eq!(tables.is_empty(), is_off, "{id:?}");
            for table in tables {
                assert!(table.rows.iter().all(|row| row.len() == table.header.len()), "{id:?} {table:?}");
            }
        }
    }
}

#[tokio::test]
async fn words_of_the_service_cannot_become_formulas_in_a_file() {
    let mut shop = Shop::seeded(0, "UTC").await;
    shop.show_without_answers(Board::Disputes);
    let row = serde_json::json!({"profile_id": "=1+cmd|' /C calc'!A0", "currency": "EUR", "dispute_status_metric": 1, "total_amount_disputed": 5});
    shop.answer_card(CardId::DisputesByProfile, serde_json::json!({"queryData": [row]}));
    shop.ask(AnalyticsAction::ExportTable(CardId::DisputesByProfile));
    let [file] = &exported(&shop)[..] else { panic!() };
    let text = text_of(file);
    assert!(text.contains(",\"'=1+cmd|"), "{text}");
    assert!(!text.contains(",=1") && !text.contains("\n=1"), "{text}");
}

#[tokio::test]
async fn all_tables_of_a_board_are_one_export_and_one_message() {
    let mut shop = Shop::seeded(300, "UTC").await;
    shop.show(Board::Payments).await;
    shop.ask(AnalyticsAction::ExportEachTable);
    let files = exported(&shop);
    assert_eq!(files.len(), Board::Payments.cards().len());
    let before = shop.other.len();
    let paths: Vec<String> = files.iter().map(|file| format!("/desk/exports/{}.csv", file.name)).collect();
    shop.event(Message::ExportsSaved { paths, problems: Vec::new() });
    let said: Vec<&str> = shop.state.toasts.shown().iter().map(|toast| toast.text.as_str()).collect();
    assert_eq!(said, [format!("{} tables saved to /desk/exports", files.len())]);
    assert_eq!(shop.other.len(), before);
}

#[tokio::test]
async fn all_tables_of_a_board_are_one_file_by_default_and_its_folder_opens_from_the_message() {
    let mut shop = Shop::seeded(300, "UTC").await;
    shop.show(Board::Payments).await;
    shop.ask(AnalyticsAction::ExportTables);
    let [file] = &exported(&shop)[..] else { panic!("one file") };
    assert_eq!((file.name.as_str(), file.extension), ("analytics-payments", "csv"));
    let text = text_of(file);
    for id in Board::Payments.cards() {
        assert_eq!(
            text.matches(&format!("Paydesk,\"{}\"", id.title())).count()
                + text.matches(&format!("Paydesk,{}\r", id.title())).count(),
            1,
            "{}",
            id.title()
        );
    }
    let paths = vec!["/desk/exports/analytics-payments.csv".to_owned()];
    shop.event(Message::ExportsSaved { paths, problems: Vec::new() });
    let toast = shop.state.toasts.shown()[0].id;
    shop.act(Action::OpenSavedFolder(toast));
    let opened = Effect::System(SystemEffect::OpenFolder { path: "/desk/exports".to_owned() });
    assert!(shop.other.contains(&opened), "{:?}", shop.other.last());
}

#[tokio::test]
async fn what_was_not_exported_is_reported_beside_what_was() {
    let mut shop = Shop::seeded(0, "UTC").await;
    let problem = |what: &str| Problem { what: what.into(), what_to_do: "Make room".into() };
    let problems = vec![problem("“analytics-lost” was not written")];
    shop.event(Message::ExportsSaved { paths: vec!["/desk/exports/won.csv".into()], problems });
    let said: Vec<&str> = shop.state.toasts.shown().iter().map(|toast| toast.text.as_str()).collect();
    assert_eq!(said, ["Saved as /desk/exports/won.csv", "“analytics-lost” was not written. Make room."]);
    shop.event(Message::ExportsSaved { paths: Vec::new(), problems: vec![problem("2 files were not written")] });
    assert_eq!(shop.state.toasts.shown().len(), 3, "nothing is said to be saved");
}

#[tokio::test]
async fn a_workbook_begins_with_a_summary_and_has_a_sheet_a_card_each_with_query_range_zone_and_time() {
    let mut shop = Shop::seeded(300, "Europe/Berlin").await;
    shop.show(Board::Disputes).await;
    shop.ask(AnalyticsAction::SetGoals(DisputeGoals { by_count: Some(9_000), by_amount: None }));
    shop.ask(AnalyticsAction::ExportWorkbook(vec!["The dispute rate is 7%".to_owned()]));
    let [file] = &exported(&shop)[..] else { panic!() };
    assert_eq!((file.name.as_str(), file.extension), ("analytics-disputes", "xlsx"));
    let ExportContent::Workbook(sheets) = &file.content else { panic!("{file:?}") };
    let (summary, sheets) = sheets.split_first().unwrap();
    assert_eq!(summary.name, "Summary");
    let says = |name: &str, text: &str| summary.rows.contains(&vec![Cell::text(name), Cell::text(text)]);
    assert!(says("Board", "Disputes") && says("Maximum dispute rate by count", "0.90%"), "{summary:?}");
    assert!(summary.rows.contains(&vec![Cell::Empty, Cell::Sentences("The dispute rate is 7%".to_owned())]));
    let names: Vec<&str> = sheets.iter().map(|sheet| sheet.name.as_str()).collect();
    let drawn: Vec<CardId> =
        Board::Disputes.cards().iter().copied().filter(|id| id.look() != ChartStyle::Source).collect();
    // No day of decision and no payments are known here.
    let is_off = |id: &CardId| *id == CardId::DecidedOverTime || id.counts_known_payments();
    let drawn: Vec<CardId> = drawn.into_iter().filter(|id| !is_off(id)).collect();
    assert_eq!(names, drawn.iter().map(|id| id.title()).collect::<Vec<_>>(), "those that the board shows");
    let profile = shop.state.profiles.current_name();
    assert!(sheets.iter().all(|sheet| sheet.rows.contains(&vec![Cell::text("Profile"), Cell::text(&profile)])));
    let lead = |sheet: &ExportSheet, name: &str| -> usize {
        let named = |row: &&Vec<Cell>| row.first() == Some(&Cell::text(name)) && row.get(1) != Some(&Cell::text(""));
        sheet.rows.iter().filter(named).count()
    };
    let reasons = sheets.iter().find(|sheet| sheet.name == CardId::DisputeReasons.title()).unwrap();
    assert_eq!(reasons.rows[0][..2], [Cell::text("Group"), Cell::text("Disputes")], "the table is first");
    assert!(reasons.rows.iter().any(|row| row.first() == Some(&Cell::text("Product not received"))), "{reasons:?}");
    let rates = sheets.iter().find(|sheet| sheet.name == CardId::DisputeRate.title()).unwrap();
    assert_eq!(rates.rows[0][1], Cell::text("Dispute rate"));
    let is_rate = |row: &Vec<Cell>| matches!(row.get(1), Some(Cell::Share(_) | Cell::Empty));
    assert!(rates.rows[1..4].iter().all(is_rate), "{rates:?}");
    for (sheet, id) in sheets.iter().zip(&drawn) {
        for name in ["Period", "From", "To", "Time zone", "Read at", "Created at"] {
            assert_eq!(lead(sheet, name), 1, "{name} of {}", sheet.name);
        }
        let queries = match id {
            CardId::DisputeRate => 3,
            id if id.counts_known_payments() => 0,
            CardId::OpenDisputes | CardId::LargestOpen | CardId::DisputeAges | CardId::DisputeReasons => 0,
            CardId::EvidenceResults => 0,
            _ => 1,
        };
        assert_eq!(lead(sheet, "Query"), queries, "{}", sheet.name);
    }
    shop.ask(AnalyticsAction::SetFilter(Dimension::Currency, vec!["EUR".to_owned()]));
    shop.serve().await;
    let of_list = shop.state.workspace.analytics.csv(CardId::DisputeAges, &shop.state.view()).unwrap();
    assert!(of_list.contains("Filter,currency: EUR"), "also where nothing was asked for: {of_list}");
    shop.ask(AnalyticsAction::ClearFilters);
    shop.serve().await;
    let csv = shop.state.workspace.analytics.csv(CardId::DisputeRate, &shop.state.view()).unwrap();
    assert_eq!(csv.lines().filter(|line| line.starts_with("Request,POST")).count(), 3, "{csv}");
}
