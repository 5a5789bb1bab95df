//! What awkward files say beside their amounts: units, totals, formulas and names.

use paydesk_core::Message;
use paydesk_core::features::bulk::{BulkAction, BulkKind, ColumnRole, ImportChange, ImportGap};
use paydesk_domain::profile::ProfileId;
use paydesk_domain::sheet::{CellFormula, FileSheet, SheetCell};
use paydesk_test_core::imports::{act, change, import};

use super::imports::{Opened, left_out, opened_named, opened_text, plan, sums, unread};

#[test]
fn a_unit_in_any_cell_that_is_not_carried_out_stops_the_import() {
    let units = [
        "(x 1000)",
        "x1000",
        "×1000",
        "TEUR",
        "k€",
        "cents",
        "T€",
        "in cents",
        "'000",
        "[cents]",
        "EUR/1000",
        "*100",
        "/100",
        "000s",
        "(000)",
        "in Tsd.",
        "€m",
        "mio",
        "minor units",
        "ct",
        "1:100",
        "10^3",
        "e3",
    ];
    let lines = "imp-01;1000;EUR\nimp-02;1500;EUR\n";
    for unit in units {
        for (text, place) in [
            (format!("{unit}\npayment_id;amount;currency\n{lines}"), "above the header"),
            (format!("payment_id;amount;currency\n;{unit};\n{lines}"), "above the amounts"),
            (format!("payment_id;amount;currency\n{unit};;\n{lines}"), "above the IDs"),
            (format!("payment_id;amount;currency\n;;{unit}\n{lines}"), "above the currencies"),
            (format!("payment_id;amount;currency\n{lines}{unit};;\n"), "below the IDs"),
            (format!("payment_id;amount;currency\n{lines};;{unit}\n"), "below the currencies"),
        ] {
            let desk = opened_text(&text);
            let gap = import(&desk).gap();
            let is_stopped =
                matches!(gap, Some(ImportGap::UnitLine(_, said) | ImportGap::UnitColumn(1, said)) if said == unit);
            assert!(is_stopped || (unit == "'000" && gap.is_some()), "{unit} {place}: {gap:?}");
        }
    }
}

#[test]
fn a_title_may_name_a_unit_in_digits() {
    for title in ["amount x100", "amount_e2", "Betrag *100", "amount 10^-2", "amount/100", "amount '000"] {
        let mut desk = opened_text(&format!("payment_id;{title}\nimp-01;1000\n"));
        change(&mut desk, ImportChange::Role(1, ColumnRole::Amount));
        assert_eq!(import(&desk).gap(), Some(&ImportGap::OtherUnit(1)), "{title}");
    }
}

#[test]
fn ordinary_words_and_numbers_name_no_unit() {
    for text in [
        "Refunds of week 48\npayment_id;amount;currency\nimp-01;1000;EUR\n",
        "payment_id;amount;currency\nimp-01;1000;EUR\n;;\nimp-02;;EUR\n",
        "payment_id;amount;reason\nimp-01;1000;10 cents short\nimp-02;;late\n",
        "payment_id;amount\nimp-01;EUR 1000\nTotal;1000\n",
    ] {
        let desk = opened_text(text);
        let gap = import(&desk).gap();
        assert!(!matches!(gap, Some(ImportGap::UnitLine(..) | ImportGap::UnitColumn(..))), "{text}: {gap:?}");
    }
}

#[test]
fn all_lines_that_may_be_totals_are_imported_with_one_action() {
    let text = "payment_id;amount\nimp-01;10\nimp-02;10\nimp-03;20\nimp-04;3.80\nimp-05;23.80\n";
    let mut desk = opened_text(text);
    let sum = "Equals the sum of other lines: it may be a totals row".to_owned();
    let below = "Below a totals row: it may be a tax, a mean or another total".to_owned();
    assert_eq!(left_out(&desk), [(4, sum.clone()), (5, below), (6, sum)]);
    change(&mut desk, ImportChange::ImportTotals);
    assert_eq!(left_out(&desk), []);
    assert_eq!(plan(&mut desk).sums.text(), "67.60 EUR");
    change(&mut desk, ImportChange::LeaveOutAgain);
    assert_eq!(left_out(&desk).len(), 3);
}

#[test]
fn a_line_without_an_id_that_is_a_sum_stays_out_for_its_id() {
    let desk = opened_text("payment_id;amount\nimp-01;10\nimp-02;11\n;21\nimp-03;5\nimp-04;6\nimp-05;7\nimp-06;18\n");
    let reasons = left_out(&desk);
    assert_eq!(reasons[0], (4, "No ID".to_owned()));
    assert_eq!(reasons.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [4, 8], "a sum since the last one");
}

#[test]
fn nothing_is_in_full_beside_a_column_that_names_amounts_even_if_it_is_ignored() {
    let cells =
        ["max. 10,50 EUR", "only 10.00", "50%", "½", "10 of 20", "10/20", "=10", "{\"amount\":1000}", "10 Euro"];
    let of_note = cells.iter().map(|cell| ("note", cell.replace('"', "\"\"")));
    let of_title = ["value", "sum", "total", "EUR", "Wert"].iter().map(|title| (*title, "10".to_owned()));
    for (title, cell) in of_note.chain(of_title) {
        let mut desk = opened_text(&format!("payment_id;{title}\nimp-01;\"{cell}\"\nimp-02;\"{cell}\"\n"));
        change(&mut desk, ImportChange::Role(1, ColumnRole::Ignored));
        change(&mut desk, ImportChange::InFull(true));
        assert_eq!(import(&desk).gap(), Some(&ImportGap::NoAmounts(vec![1])), "{title}: {cell}");
    }
    for cell in ["half", "ten", "order-1001", "Ada and Bo, 12.11."] {
        let mut desk = opened_text(&format!("payment_id;note\nimp-01;{cell}\n"));
        change(&mut desk, ImportChange::Role(1, ColumnRole::Ignored));
        change(&mut desk, ImportChange::InFull(true));
        assert_eq!(import(&desk).gap(), None, "{cell}");
    }
}

#[test]
fn the_name_of_a_file_is_read_as_a_title() {
    let text = "payment_id;amount\nimp-01;10\n";
    let gap = |name: &str| import(&opened_named(name, text)).gap().cloned();
    assert_eq!(gap("refunds_in_cents.csv"), Some(ImportGap::UnitFile("refunds_in_cents".to_owned())));
    assert_eq!(gap("captures_week48.csv"), Some(ImportGap::OtherOperationFile("captures_week48".to_owned())));
    assert_eq!(gap("Already refunded.csv"), Some(ImportGap::OtherOperationFile("Already refunded".to_owned())));
    for name in ["refunds.csv", "week48.csv", "2026-11-29 export (2).csv", "list.v1.csv"] {
        assert_eq!(gap(name), None, "{name}");
    }
    let mut desk = opened_named("captures_week48.csv", text);
    change(&mut desk, ImportChange::Meant);
    assert_eq!(import(&desk).gap(), None);
    change(&mut desk, ImportChange::Kind(BulkKind::Capture));
    assert!(!matches!(import(&desk).gap(), Some(ImportGap::OtherOperationFile(_))));
}

#[test]
fn a_group_of_digits_never_begins_with_zero() {
    let desk = opened_text("payment_id;amount\nkwd-1;0.500\n");
    assert_eq!((sums(&desk), left_out(&desk)), (vec!["0.500 KWD | 0.000 KWD | 0.500 KWD".to_owned()], vec![]));
}

/// Three refunds of a workbook that `change` makes others of.
fn opened_workbook(change: impl FnOnce(&mut FileSheet)) -> Opened {
    let mut opened = opened_text("payment_id;amount;currency\nimp-01;10;EUR\nimp-02;40;EUR\nimp-03;90;EUR\n");
    let mut reading = import(&opened).reading().clone();
    change(&mut reading.sheets[0]);
    act(&mut opened, BulkAction::ReadFile(Some(reading.file.path.clone())));
    opened.event(Message::TableRead { profile_id: ProfileId::embedded(), result: Ok(Some(reading)) });
    opened
}

#[test]
fn an_amount_that_its_formula_adds_up_waits_like_a_total() {
    let mut desk = opened_workbook(|sheet| sheet.lines[3].formulas.push((1, CellFormula::OfOtherLines)));
    let why = "Equals the sum of other lines: it may be a totals row".to_owned();
    assert_eq!(left_out(&desk), [(4, why)]);
    assert_eq!(unread(&desk), Vec::<String>::new());
    assert_eq!(plan(&mut desk).sums.text(), "50.00 EUR");
}

#[test]
fn results_of_formulas_are_confirmed_once_for_each_column() {
    let mut desk = opened_workbook(|sheet| {
        for line in &mut sheet.lines[1..=2] {
            line.formulas = vec![(0, CellFormula::OfLine), (1, CellFormula::OfLine)];
        }
        sheet.lines[3].formulas.push((2, CellFormula::OfOtherLines));
    });
    assert_eq!(unread(&desk), ["formulas of payment_id", "formulas of amount", "formulas of currency"]);
    change(&mut desk, ImportChange::RestChangesNothing);
    assert_eq!(import(&desk).gap(), None);
}

#[test]
fn a_cell_that_cannot_be_seen_damages_its_line_in_every_column_that_is_read() {
    for column in 0..3 {
        let unseen = SheetCell::Doubtful { stored: "20".to_owned(), why: "written in white".to_owned() };
        let desk = opened_workbook(|sheet| sheet.lines[1].cells[column] = unseen);
        assert_eq!(import(&desk).gap(), Some(&ImportGap::Damaged(vec![2])), "column {column}");
        let (_, why) = &left_out(&desk)[0];
        assert!(why.ends_with("is written in white"), "{why}");
        assert_eq!(import(&desk).data()[0].cell(column).stored(), "20", "the reason is not its content");
    }
}

#[test]
fn a_length_of_time_is_called_one() {
    let desk = opened_workbook(|sheet| sheet.lines[1].cells[1] = SheetCell::Date("10.5".to_owned()));
    assert_eq!(left_out(&desk)[0], (2, "The sheet shows 10.5 as a time".to_owned()));
}
