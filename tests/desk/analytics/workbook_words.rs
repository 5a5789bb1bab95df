//! A workbook is read by people: it has the words of the boards. A CSV is read by programs: it has the codes of the API.

use paydesk_core::Effect;
use paydesk_core::effect::{ExportContent, ExportSheet, StoreJob};
use paydesk_core::features::analytics::{AnalyticsAction, Board, CardId, Dimension};
use paydesk_domain::csv::Cell;
use paydesk_test_desk::shop::Shop;

const CODES: [&str; 7] =
    ["dispute_opened", "challenged", "pre_dispute", "dispute_status", "requires_capture", "succeeded", "dispute_stage"];

fn sheets(shop: &mut Shop) -> Vec<ExportSheet> {
    shop.ask(AnalyticsAction::ExportWorkbook(Vec::new()));
    let Some(Effect::Store(StoreJob::SaveExports { files, .. })) = shop.other.last() else { panic!() };
    let ExportContent::Workbook(sheets) = &files[0].content else { panic!() };
    sheets.clone()
}

/// The texts of a sheet, but for the queries as they were sent.
fn texts(sheet: &ExportSheet) -> Vec<String> {
    let sent = [Cell::text("Query"), Cell::text("Request")];
    let rows = sheet.rows.iter().filter(|row| row.first().is_none_or(|name| !sent.contains(name)));
    let text = |cell: &Cell| match cell {
        Cell::Text(text) | Cell::Sentences(text) => Some(text.clone()),
        Cell::Whole(_) | Cell::Decimal(_) | Cell::Share(_) | Cell::Empty => None,
    };
    rows.flatten().filter_map(text).collect()
}

fn titles_and_groups(sheets: &[ExportSheet], id: CardId) -> Vec<String> {
    texts(sheets.iter().find(|sheet| sheet.name == id.title()).expect("it has a sheet"))
}

#[tokio::test]
async fn a_workbook_of_disputes_has_the_words_of_the_board() {
    let mut shop = paydesk_test_desk::shop::with_submitted_evidence().await;
    let sheets = sheets(&mut shop);
    let of = |id: CardId| titles_and_groups(&sheets, id);
    let has = |id: CardId, word: &str| assert!(of(id).iter().any(|text| text == word), "{word}: {:?}", of(id));
    has(CardId::DisputesByStatus, "Needs evidence");
    has(CardId::DisputesByStatus, "Under review");
    has(CardId::DisputesOverTime, "Needs evidence");
    has(CardId::DisputesOverTime, "Under review");
    has(CardId::DisputesByStage, "Dispute");
    has(CardId::EvidenceResults, "Fraudulent · Customer name");
    for sheet in &sheets {
        let texts = texts(sheet);
        let code = CODES.iter().find(|code| texts.iter().any(|text| text.contains(*code)));
        assert_eq!(code, None, "in {}: {texts:?}", sheet.name);
    }
    let csv = shop.state.workspace.analytics.csv(CardId::DisputesByStatus, &shop.state.view()).unwrap();
    assert!(csv.contains(",dispute_opened,") && !csv.contains("Needs evidence"), "{csv}");
}

#[tokio::test]
async fn a_workbook_of_payments_has_the_words_of_the_board_in_its_filters_too() {
    let mut shop = Shop::seeded(1_500, "Europe/Berlin").await;
    shop.show(Board::Payments).await;
    let statuses = ["succeeded", "failed", "requires_capture"].map(str::to_owned);
    shop.ask(AnalyticsAction::SetFilter(Dimension::Status, statuses.to_vec()));
    shop.serve().await;
    let sheets = sheets(&mut shop);
    let filter = "Status: Succeeded, Failed, Requires capture";
    assert!(texts(&sheets[0]).contains(&filter.to_owned()), "{:?}", sheets[0]);
    let statuses = titles_and_groups(&sheets, CardId::PaymentsByStatus);
    assert!(["Requires capture", "Succeeded", filter].iter().all(|word| statuses.contains(&(*word).to_owned())));
}

#[tokio::test]
async fn a_field_of_the_evidence_is_called_as_in_its_form() {
    use paydesk_domain::evidence::EvidenceField;
    assert_eq!(EvidenceField::CustomerPurchaseIp.label(), "Customer IP at purchase");
    let shop = paydesk_test_desk::shop::with_submitted_evidence().await;
    let slots = &shop.picture(CardId::EvidenceResults).panes[0].slots;
    let label = format!("Fraudulent · {}", EvidenceField::CustomerName.label());
    assert!(slots.iter().any(|slot| slot.label == label));
}
