//! The import page in the window: a file is chosen, every column is seen with its role, and what is left out has its reason.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use paydesk_core::features::bulk::{BulkKind, BulkPlan, BulkRun};
use paydesk_test_basics::imported as fixture;
use paydesk_test_core::imports::{desk, import, read_file, with_workbook};

use super::live::LiveWindow;
use super::panels::{LARGE, SMALL, pictures_of};

/// A window with this file open, after everything a person does by mouse.
fn opened_in(path: &std::path::Path, size: [f32; 2]) -> LiveWindow {
    let mut window = LiveWindow::of_size(desk(), size);
    window.click(Role::RadioButton, "Refund");
    window.type_into("File path", &path.to_string_lossy());
    window.click(Role::Button, "Read file");
    read(&mut window);
    window
}

fn opened(name: &str) -> LiveWindow {
    opened_in(&fixture(name), LARGE)
}

fn read(window: &mut LiveWindow) {
    read_file(&mut window.0.state_mut().desk);
    window.run();
}

/// A person says that what is not read changes nothing.
fn looked_at_rest(window: &mut LiveWindow) {
    window.click(Role::Button, "This changes nothing");
}

fn plan(window: &LiveWindow) -> &BulkPlan {
    window.state().workspace.bulk.plan().expect("a plan")
}

fn with_text(content: &str) -> LiveWindow {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("refunds.csv");
    std::fs::write(&path, content).unwrap();
    opened_in(&path, LARGE)
}

#[test]
fn pictures_of_the_import_page() {
    pictures_of("the import page", || {
        vec![("import", with_workbook(), LARGE), ("import-small", with_workbook(), SMALL)]
    });
}

#[test]
fn ctrl_enter_goes_on_in_every_step_of_an_import() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("refunds.csv");
    std::fs::write(&path, "payment_id,amount,currency\nimp-01,10.00,EUR\n").unwrap();
    let mut window = LiveWindow::of_size(desk(), LARGE);
    window.click(Role::RadioButton, "Refund");
    window.type_into("File path", &path.to_string_lossy());
    window.keys(Modifiers::COMMAND, Key::Enter);
    read(&mut window);
    assert!(window.has(Role::Button, "Check 1 refund: 10.00 EUR"), "the file was read");
    window.keys(Modifiers::COMMAND, Key::Enter);
    read(&mut window);
    assert_eq!(plan(&window).items.len(), 1, "and checked");
    window.tick(2);
    window.keys(Modifiers::COMMAND, Key::Enter);
    assert!(window.state().workspace.bulk.plan().is_none(), "and begun");
    assert_eq!(window.state().workspace.bulk.run().map(BulkRun::len), Some(1));
}

#[test]
fn the_page_shows_each_line_as_it_is_and_as_it_was_understood() {
    let mut window = opened("filtered.xlsx");
    assert!(window.has(Role::Button, "Column “amount” is") && window.has(Role::RadioButton, "Refunds · 5"));
    let rows = window.rows();
    for row in [
        "Line 2, imp-01, 10.00 EUR, Ready",
        "Line 3, imp-02, 10.00 EUR, Hidden by the sheet's filter",
        "EUR, 40.00, 20.00, 20.00",
        "All lines, 4, 2, 2",
        "3, Hidden, imp-02, Hidden by the sheet's filter",
    ] {
        assert!(rows.iter().any(|shown| shown == row), "{row}: {rows:?}");
    }
    window.click(Role::Link, "Import line, Line 3");
    looked_at_rest(&mut window);
    window.click(Role::Button, "Check 3 refunds: 30.00 EUR");
    read(&mut window);
    assert_eq!((plan(&window).kind, plan(&window).sums.text().as_str()), (BulkKind::Refund, "30.00 EUR"));
    window.click(Role::Button, "Back");
    assert!(window.has(Role::Button, "Check 3 refunds: 30.00 EUR"), "the file is still there");
}

#[test]
fn columns_are_chosen_above_them_by_mouse_and_by_keys() {
    let mut window = with_text("Vorgang;Erstattet;Bestellwert\nimp-01;10,00;1999,00\n");
    window.click(Role::Button, "Header");
    window.click(Role::ListBoxOption, "Line 1");
    assert!(window.shows("Choose the column that holds the payment IDs"));
    window.click(Role::Button, "Column “Vorgang” is");
    window.click(Role::ListBoxOption, "Payment ID");
    assert!(
        window.shows("Choose the column that holds the amounts. There may be amounts in “Erstattet”, “Bestellwert”.")
    );
    window.click(Role::Button, "Column “Erstattet” is");
    window.key(Key::ArrowDown);
    window.key(Key::Enter);
    assert!(
        window.shows("Not read: column “Bestellwert”. If any of these changes what to refund, correct the file first.")
    );
    looked_at_rest(&mut window);
    assert!(window.has(Role::Button, "Check 1 refund: 10.00 EUR"));
}

#[test]
fn in_full_cannot_be_chosen_while_a_column_may_hold_amounts() {
    let mut window = with_text("payment_id;x\nimp-01;1001\n");
    window.click(Role::CheckBox, "Refund each in full");
    window.click(Role::Button, "Check 0 refunds");
    assert!(window.state().workspace.bulk.plan().is_none() && !import(&window.0.state().desk).is_checking());
    window.click(Role::Button, "Column “x” is");
    window.click(Role::ListBoxOption, "Ignored");
    window.click(Role::CheckBox, "Refund each in full");
    assert!(window.has(Role::Button, "Check 1 refund: 2,000.00 EUR"), "the sum is there before anything else");
}

#[test]
fn a_damaged_line_is_named_and_left_out_by_a_click() {
    let mut window = opened("quote.csv");
    assert!(window.shows("Line 3 is damaged. Correct the file, or leave the line out below."));
    window.click(Role::Button, "Check 3 refunds");
    assert!(!import(&window.0.state().desk).is_checking(), "nothing goes on before that");
    window.click(Role::Link, "Leave out, Line 3");
    looked_at_rest(&mut window);
    assert!(window.has(Role::Button, "Check 3 refunds: 30.00 EUR"));
    window.click(Role::Link, "Undo, Line 3");
    assert!(window.shows("Line 3 is damaged. Correct the file, or leave the line out below."));
}

#[test]
fn the_header_and_the_sheet_can_be_changed() {
    let mut window = opened("pre1.csv");
    assert!(window.shows("Line 1 is a title"));
    window.click(Role::Button, "Header");
    window.click(Role::ListBoxOption, "No header");
    assert!(window.rows().iter().any(|row| row.starts_with("Line 1, Refunds of 27 November")), "{:?}", window.rows());
    let mut window = opened("hiddensheet.xlsx");
    window.click(Role::RadioButton, "Old, hidden · 3");
    looked_at_rest(&mut window);
    assert!(window.has(Role::Button, "Check 2 refunds: 100.00 EUR"));
}

#[test]
fn all_lines_are_shown_on_request() {
    let lines: String = (1..=12).map(|number| format!("imp-{number:02},1.00\n")).collect();
    let mut window = with_text(&format!("payment_id,amount\n{lines}"));
    assert!(window.shows("10 of 12 lines"));
    window.click(Role::Link, "Show all");
    assert!(window.shows("12 lines"));
    assert!(window.rows().iter().any(|row| row.starts_with("Line 13, imp-12")), "{:?}", window.rows());
}
