//! The board lists the largest open disputes, as the report does.

use paydesk_core::Action;
use paydesk_core::features::analytics::{AnalyticsAction, Board, CardContent, CardId, DrillDown};
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_domain::analytics::Dimension;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::disputed_groups::serve;
use paydesk_test_core::disputes::{dispute, dsp};

/// Fourteen open disputes in EUR, one in JPY, and one that is lost.
fn desk() -> Desk {
    let mut desk = Desk::ready(Vec::new());
    let mut add = |id: String, status: &str, amount: i64, currency: &str| {
        let mut made = dispute(&id, status, "fraudulent", 24);
        (made["amount"], made["currency"]) = (amount.to_string().into(), currency.into());
        desk.service.disputes.push(made);
    };
    (1..=14).for_each(|number| add(format!("dsp_{number}"), "dispute_opened", number * 100, "EUR"));
    add("dsp_jpy".to_owned(), "challenged", 70, "JPY");
    add("dsp_lost".to_owned(), "lost", 900_000, "EUR");
    desk.act(Action::GoTo(Route::Analytics));
    desk.act(Action::Analytics(AnalyticsAction::Show(Board::Disputes)));
    serve(&mut desk);
    desk
}

fn content(desk: &Desk) -> &CardContent {
    desk.state.workspace.analytics.card(CardId::LargestOpen).unwrap().remote.value().unwrap()
}

fn listed(desk: &Desk) -> Vec<String> {
    content(desk).disputes.iter().map(|row| row.amount.to_string()).collect()
}

#[test]
fn the_ten_largest_open_disputes_are_listed_with_that_of_each_currency() {
    let desk = desk();
    let listed = listed(&desk);
    assert_eq!(listed.len(), 10, "{listed:?}");
    assert!(listed.contains(&"70 JPY".to_owned()), "{listed:?}");
    assert!(!listed.iter().any(|amount| amount.starts_with("9,000")), "it is lost: {listed:?}");
    assert!(listed.contains(&"14.00 EUR".to_owned()) && !listed.contains(&"5.00 EUR".to_owned()), "{listed:?}");
    let row = &content(&desk).disputes[0];
    assert_eq!((row.reason.as_str(), row.evidence), ("Fraudulent", "Not submitted"));
}

#[test]
fn a_dispute_under_review_is_neither_due_nor_without_evidence() {
    let mut desk = desk();
    desk.tick(40 * 24 * 3_600);
    serve(&mut desk);
    let rows = &content(&desk).disputes;
    let reviewed = rows.iter().find(|row| row.amount.currency.code() == "JPY").unwrap();
    assert_eq!((reviewed.respond_by.as_str(), reviewed.evidence), ("Under review", "Submitted"));
    let due = rows.iter().find(|row| row.amount.currency.code() == "EUR").unwrap();
    assert!(due.respond_by.ends_with(" (est.), overdue"), "{due:?}");
}

#[test]
fn a_line_leads_to_its_dispute_and_back_leads_to_the_board() {
    let mut desk = desk();
    desk.act(Action::Analytics(AnalyticsAction::ShowRows(DrillDown::Dispute(dsp("dsp_jpy")))));
    assert_eq!(desk.state.workspace.route, Route::List(ResourceKind::Dispute));
    assert_eq!(desk.state.workspace.disputes.open.id, Some(dsp("dsp_jpy")));
    desk.act(Action::GoBack);
    assert_eq!(desk.state.workspace.route, Route::Analytics);
}

#[test]
fn a_filter_by_currency_leaves_the_others_out_and_a_file_has_each_dispute() {
    let mut desk = desk();
    let eur = AnalyticsAction::SetFilter(Dimension::Currency, vec!["EUR".to_owned()]);
    desk.act(Action::Analytics(eur));
    serve(&mut desk);
    assert!(listed(&desk).iter().all(|amount| amount.ends_with(" EUR")));
    assert_eq!(listed(&desk).len(), 10);
    let file = desk.state.workspace.analytics.csv(CardId::LargestOpen, &desk.state.view()).unwrap();
    assert_eq!(file.lines().filter(|line| line.contains("Fraudulent")).count(), 10, "{file}");
}
