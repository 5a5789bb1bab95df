//! What awkward files say beside their amounts: units, totals, formulas and names.

use paydesk_core::Message;
use paydesk_core::features::bulk::{BulkAction, BulkKind, ColumnRole, ImportChange, ImportGap, LineChoice};
use paydesk_domain::profile::ProfileId;
use paydesk_domain::sheet::{CellFormula, CellRange, FileSheet, NumberFormat, SheetCell, SheetRemark};
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
    let below = "Below a totals row: it may be tax, an average or another total".to_owned();
    assert_eq!(left_out(&desk), [(4, sum.clone()), (5, below), (6, sum)]);
    change(&mut desk, ImportChange::ImportDoubtful);
    assert_eq!(left_out(&desk), []);
    assert_eq!(plan(&mut desk).sums.text(), "67.60 EUR");
    change(&mut desk, ImportChange::LeaveOutAgain);
    assert_eq!(left_out(&desk).len(), 3);
}

#[test]
fn a_line_that_is_its_payment_in_cents_stops_all_amounts_without_decimals() {
    let mut desk = opened_text("payment_id;amount\nimp-01;200000\nimp-02;1000\nimp-03;12.50\njpy-1;500\n");
    let in_cents = "Line 2 shows the same payment in cents: all amounts may be in cents".to_owned();
    let too_much = (2, "More than the 2,000.00 EUR left".to_owned());
    assert_eq!(left_out(&desk), [too_much.clone(), (3, in_cents)], "yen have no cents");
    change(&mut desk, ImportChange::ImportDoubtful);
    assert_eq!(left_out(&desk), [too_much]);
    for large in ["200000.0", "200,000", "200.000"] {
        let desk = opened_text(&format!("payment_id;amount\nimp-01;{large}\nimp-02;150.0\nimp-03;12.50\n"));
        assert!(left_out(&desk).iter().any(|(line, _)| *line == 3), "{large}: {:?}", left_out(&desk));
    }
    let of_yen = opened_text("payment_id;amount\njpy-1;20000000\nimp-02;1000\n");
    assert_eq!(left_out(&of_yen).len(), 1);
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

#[test]
fn an_amount_that_the_sheet_shows_rounded_damages_its_line_in_every_currency() {
    for currency in ["EUR", "KWD", "JPY"] {
        let format = NumberFormat::Rounded { shown: "12.35".to_owned() };
        let mut desk = opened_workbook(|sheet| {
            sheet.lines[1].cells[1] = SheetCell::Formatted { number: "12.345".to_owned(), format };
            sheet.lines[1].cells[2] = SheetCell::Text(currency.to_owned());
        });
        assert_eq!(import(&desk).gap(), Some(&ImportGap::Damaged(vec![2])), "{currency}");
        let why = "The cell “amount” shows 12.35 but contains 12.345: correct it, or show all its decimals".to_owned();
        assert_eq!(left_out(&desk)[0], (2, why));
        change(&mut desk, ImportChange::Line(2, Some(LineChoice::LeaveOut)));
        assert_eq!(import(&desk).gap(), None);
    }
}

#[test]
fn what_is_drawn_over_the_table_or_printed_beside_it_is_asked_about() {
    let asked = |remark: SheetRemark| unread(&opened_workbook(|sheet| sheet.remarks.push(remark))).len();
    let drawing = |lines, columns| SheetRemark::Drawing { cells: CellRange { lines, columns } };
    for (remark, count) in [
        (drawing(2..=2, 0..=2), 1),
        (drawing(1..=1, 1..=1), 1),
        (drawing(3..=u32::MAX, 0..=usize::MAX), 1),
        (drawing(9..=12, 0..=2), 0),
        (drawing(2..=3, 3..=8), 0),
        (SheetRemark::Narrow { column: 1 }, 1),
        (SheetRemark::Narrow { column: 2 }, 1),
        (SheetRemark::Narrow { column: 0 }, 0),
        (SheetRemark::PageText { text: "DO NOT REFUND".to_owned() }, 1),
        (SheetRemark::PageText { text: "Refunds, page of".to_owned() }, 0),
    ] {
        assert_eq!(asked(remark.clone()), count, "{remark:?}");
    }
}

#[test]
fn a_reason_that_names_another_amount_or_says_no_keeps_its_line_out() {
    for reason in ["only 5.00 EUR", "50% of it", "half", "refund processed", "déjà remboursée", "STOP", "refund denied"]
    {
        let mut desk = opened_text(&format!("payment_id;amount;currency;reason\nimp-01;10.00;EUR;{reason}\n"));
        assert_eq!(left_out(&desk), [(2, format!("The line says “{reason}”"))]);
        change(&mut desk, ImportChange::Line(2, Some(LineChoice::Import)));
        assert_eq!(left_out(&desk), [], "{reason}: a person said that it is meant");
    }
    for reason in ["goods not received", "10,00 EUR as agreed", "order-1001", "please refund"] {
        let desk = opened_text(&format!("payment_id;amount;currency;reason\nimp-01;10,00;EUR;{reason}\n"));
        assert_eq!((left_out(&desk), import(&desk).gap()), (vec![], None), "{reason}");
    }
}

#[test]
fn a_reason_that_tells_of_the_refund_in_unknown_words_is_asked_about_once() {
    let text = "payment_id;amount;reason\nimp-01;1.00;late\nimp-02;2.00;refund bounced\nimp-03;4.00;refund strayed\n";
    let mut desk = opened_text(text);
    assert_eq!(unread(&desk), ["reason 3: refund bounced", "reason 4: refund strayed"]);
    change(&mut desk, ImportChange::RestChangesNothing);
    assert_eq!((left_out(&desk), import(&desk).gap()), (vec![], None));
}

#[test]
fn a_column_of_answers_or_of_statuses_keeps_out_what_is_not_agreed() {
    for (title, cell) in [("OK to refund?", "not yet"), ("OK to refund?", "nein"), ("Status", "failed")] {
        let mut desk = opened_text(&format!("payment_id;amount;{title}\nimp-01;1.00;{cell}\n"));
        change(&mut desk, ImportChange::RestChangesNothing);
        assert_eq!(left_out(&desk), [(2, format!("The line says “{cell}”"))]);
    }
}

#[test]
fn a_title_that_a_person_chooses_may_name_a_unit() {
    let chosen = |title: &str| {
        let mut desk = opened_text(&format!("payment_id;{title}\nimp-01;1250\n"));
        change(&mut desk, ImportChange::Role(1, ColumnRole::Amount));
        desk
    };
    for title in ["amountMinor", "AmountInCent", "amount_mu", "Amount (p)", "Amount (kobo)", "Importe (miles)"] {
        assert_eq!(import(&chosen(title)).gap(), Some(&ImportGap::OtherUnit(1)), "{title}");
    }
    assert_eq!(unread(&chosen("Amount (stotinki)")), ["title Amount (stotinki)"], "a word that is not known");
    assert_eq!(import(&chosen("Amount to refund")).gap(), None);
}

/// Found by a clerk: 3,000 rupees, about 33 euros, were refunded as 3,000.00 EUR.
#[test]
fn a_title_or_a_file_that_names_another_currency_in_any_letters_is_heeded() {
    for title in ["AMOUNT INR", "AMOUNT_BRL", "refund inr", "Amount Rupees", "amount_aud", "AMOUNT (THB)"] {
        let mut desk = opened_text(&format!("PAYMENT_ID;{title}\nimp-01;1000\nimp-02;2000\n"));
        change(&mut desk, ImportChange::Role(1, ColumnRole::Amount));
        assert_eq!(import(&desk).understood().imported(), 0, "{title}: {:?}", sums(&desk));
    }
    for name in ["refunds_inr.csv", "refunds_aud.csv", "REFUNDS_AUD.csv"] {
        let desk = opened_named(name, "payment_id,amount\nimp-01,1000\nimp-02,2000\n");
        assert!(matches!(import(&desk).gap(), Some(ImportGap::Unread(_))), "{name}: {:?}", import(&desk).gap());
    }
    let desk = opened_text("PAYMENT_ID;AMOUNT TRY\nimp-01;1000\n");
    assert!(import(&desk).gap().is_some(), "liras, or a word");
}

#[test]
fn the_name_of_a_file_that_may_say_no_is_asked_about() {
    let opened = |name: &str| opened_named(name, "payment_id;amount\nimp-01;10\n");
    for name in [
        "refunds_rejected",
        "erstattungen_abgelehnt",
        "refunds_on_hold",
        "refunds_p",
        "refunds_failed",
        "refunds_draft",
        "do_not_use",
        "abgelehnte_Liste",
        "refunds (JPY)",
        "november HUF",
    ] {
        let mut desk = opened(&format!("{name}.csv"));
        assert_eq!(unread(&desk), [format!("file {name}")]);
        change(&mut desk, ImportChange::RestChangesNothing);
        assert_eq!(import(&desk).gap(), None, "{name}");
    }
    for name in ["already paid back", "refunds-done"] {
        let gap = ImportGap::OtherOperationFile(name.to_owned());
        assert_eq!(import(&opened(&format!("{name}.csv"))).gap(), Some(&gap));
    }
    let miles = ImportGap::UnitFile("refunds_miles".to_owned());
    assert_eq!(import(&opened("refunds_miles.csv")).gap(), Some(&miles));
}

#[test]
fn an_id_above_the_header_names_no_operation() {
    let desk = opened_text("Report for pay_RcXDfm0QPPgmUGlUuy8Z;\npayment_id;amount\nimp-01;10\n");
    assert_eq!(unread(&desk), ["1: Report for pay_RcXDfm0QPPgmUGlUuy8Z"]);
}

#[test]
fn a_reason_that_tells_of_another_way_or_of_no_decision_yet_is_asked_about() {
    for reason in [
        "settled by bank transfer",
        "already credited",
        "credit note",
        "schon überwiesen",
        "paid by cheque",
        "on hold until goods arrive",
        "pending approval",
        "in Klärung",
        "kein Anspruch",
        "dispute open",
        "nein",
        "❌",
        "only five",
        "instead of the voucher",
        "wrong id",
        "duplicate row",
        "TBC",
        "keep it",
    ] {
        let desk = opened_text(&format!("payment_id;amount;currency;reason\nimp-01;10.00;EUR;{reason}\n"));
        let is_out = !left_out(&desk).is_empty();
        assert!(is_out || unread(&desk) == [format!("reason 2: {reason}")], "{reason}: {:?}", unread(&desk));
    }
}

#[test]
fn reasons_against_the_operation_are_no_reasons_for_it() {
    for title in ["Reason for rejection", "Ablehnungsgrund", "Hold reason", "Why not", "Motif de refus"] {
        let desk = opened_text(&format!("payment_id;amount;{title}\nimp-01;10.00;late\n"));
        assert_eq!(unread(&desk), [title]);
    }
}

#[test]
fn a_title_with_nothing_below_it_is_asked_about_where_it_says_more_than_a_name() {
    for title in ["amounts in cents", "DRAFT - do not send", "max. 5 EUR each", "USD", "cents"] {
        let desk = opened_text(&format!("payment_id;amount;currency;{title}\nimp-01;10.00;EUR;\n"));
        assert_eq!(unread(&desk), [format!("empty {title}")]);
    }
    for title in ["", "note", "error_code", "customer"] {
        let desk = opened_text(&format!("payment_id;amount;currency;{title}\nimp-01;10.00;EUR;\n"));
        assert_eq!(import(&desk).gap(), None, "{title}");
    }
    let desk = opened_text("payment_id;amount;currency (cents)\nimp-01;10.00;EUR\n");
    assert_eq!(unread(&desk), ["title currency (cents)"]);
}

#[test]
fn lines_of_words_and_a_number_around_the_table_are_asked_about() {
    let table = "payment_id;amount\nimp-01;10.00\n";
    for (text, said) in [
        (format!("Divisor;100\n{table}"), "1: Divisor 100"),
        (format!("{table}Divide amounts by;100\n"), "3: Divide amounts by 100"),
        (format!("Rejected requests;2\n{table}"), "1: Rejected requests 2"),
        (format!("{table}Corrected list:;\npayment_id;refund amount\nimp-01;1.00\n"), "4: payment_id refund amount"),
    ] {
        assert!(unread(&opened_text(&text)).contains(&said.to_owned()), "{text}: {:?}", unread(&opened_text(&text)));
    }
}

#[test]
fn what_stands_below_a_title_that_says_no_is_not_imported() {
    for title in ["Rejected(2)", "DO_NOT_REFUND_2026", "Q4-rejected", "abgelehnt/26", "Do not refund"] {
        for amount in ["", "3.00"] {
            let desk = opened_text(&format!("payment_id;amount\nimp-01;10.00\n{title};{amount}\nimp-02;3.00\n"));
            let out: Vec<u32> = left_out(&desk).into_iter().map(|(line, _)| line).collect();
            assert_eq!(out, [3, 4], "{title} {amount}");
        }
    }
}

#[test]
fn amounts_of_both_signs_and_answers_are_asked_about() {
    let desk = opened_text("payment_id;amount\nimp-01;-10.00\nimp-02;20.00\nimp-03;-7.00\n");
    assert_eq!(unread(&desk), ["signs of amount"]);
    let desk = opened_text("payment_id;refund\nimp-01;1\nimp-02;1\n");
    assert_eq!(unread(&desk), ["answers in refund"]);
}

#[test]
fn a_line_that_a_quotation_mark_took_into_a_cell_is_damaged_although_it_is_short() {
    let desk = opened_text(
        "payment_id,amount,currency,reason\nimp-01,10.00,EUR,\"19 inch\nimp-02,11.50,EUR\nrack\"\nimp-03,9.00,EUR,ok\n",
    );
    assert_eq!(import(&desk).gap(), Some(&ImportGap::Damaged(vec![2, 3, 4])));
}

#[test]
fn a_number_that_a_program_counted_is_read_as_it_is_meant_in_a_text_file_too() {
    let mut desk =
        opened_text("payment_id,amount,currency\nimp-01,17.699999999999996,EUR\nimp-02,2.0000000000000004,EUR\n");
    assert_eq!(plan(&mut desk).sums.text(), "19.70 EUR");
}

#[test]
fn another_sheet_that_the_workbook_shows_is_asked_about() {
    let mut opened = opened_workbook(|_| {});
    let mut reading = import(&opened).reading().clone();
    let other =
        |name: &str, is_hidden| FileSheet { name: Some(name.to_owned()), is_hidden, ..reading.sheets[0].clone() };
    let others = [other("Do not refund", false), other("Lists", true)];
    let empty = FileSheet { lines: Vec::new(), ..other("Sheet3", false) };
    reading.sheets.extend(others.into_iter().chain([empty]));
    act(&mut opened, BulkAction::ReadFile(Some(reading.file.path.clone())));
    opened.event(Message::TableRead { profile_id: ProfileId::embedded(), result: Ok(Some(reading)) });
    assert_eq!(unread(&opened), ["other sheet Do not refund"]);
}
