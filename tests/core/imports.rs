//! Files of refunds and captures: how they are understood, what a person sees of them, and what becomes a plan. No amount
//! moves that nobody saw.

use std::ops::{Deref, DerefMut};

use chrono::TimeDelta;
use paydesk_api::input::CreateRefundInput;
use paydesk_core::dialog::Confirmation;
use paydesk_core::effect::{StoreJob, SystemEffect};
use paydesk_core::features::bulk::{
    BulkAction, BulkKind, BulkPlan, ColumnRole, ExclusionKind, ImportChange, ImportGap, ImportState, ItemGroup,
    LineChoice, LineFate, UnreadPart, text,
};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::refunds::RefundsAction;
use paydesk_core::{Action, Effect, Message};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::DecimalMark;
use paydesk_domain::profile::ProfileId;
use paydesk_test_basics::imported as fixture;
use paydesk_test_core::core_harness::Sent;
use paydesk_test_core::desk::{Desk, eur};
use paydesk_test_core::imports::{act, change, desk, import, open, opened, read_file, with_workbook};
use paydesk_test_core::refunds::{dialog, refunded};
use paydesk_test_core::service::{Pay, budget, rate_limited};
use paydesk_test_core::text_of;
use proptest::prelude::*;
use tempfile::TempDir;

/// A desk that has a file open, which is there until the test ends.
pub(super) struct Opened {
    desk: Desk,
    _dir: TempDir,
}

impl Deref for Opened {
    type Target = Desk;

    fn deref(&self) -> &Desk {
        &self.desk
    }
}

impl DerefMut for Opened {
    fn deref_mut(&mut self) -> &mut Desk {
        &mut self.desk
    }
}

/// A desk that has a text file with this content open.
pub(super) fn opened_text(content: &str) -> Opened {
    opened_named("file.csv", content)
}

/// A desk that has a text file with this name open.
pub(super) fn opened_named(name: &str, content: &str) -> Opened {
    opened_bytes(name, content.as_bytes())
}

/// A desk that has a file with this content open.
pub(super) fn opened_bytes(name: &str, content: &[u8]) -> Opened {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    std::fs::write(&path, content).unwrap();
    let mut desk = desk();
    open(&mut desk, &path);
    Opened { desk, _dir: dir }
}

/// The plan of the open file, once the file was read again.
pub(super) fn plan(desk: &mut Desk) -> BulkPlan {
    if matches!(import(desk).gap(), Some(ImportGap::Unread(_))) {
        change(desk, ImportChange::RestChangesNothing);
    }
    let reading = import(desk).id();
    act(desk, BulkAction::PlanFile(reading));
    read_file(desk);
    desk.serve();
    desk.state.workspace.bulk.plan().expect("a plan").clone()
}

/// What a plan has: line and amount.
pub(super) fn planned(plan: &BulkPlan) -> Vec<(u32, String)> {
    let mut items: Vec<_> =
        plan.items.iter().map(|item| (item.line.unwrap_or_default(), item.amount.to_string())).collect();
    items.sort();
    items
}

/// What is left out of the file, by line.
pub(super) fn left_out(desk: &Desk) -> Vec<(u32, String)> {
    let lines = import(desk).understood().lines.iter();
    lines
        .filter_map(|line| match &line.fate {
            LineFate::NotImported(why) => Some((line.number, text::exclusion(why))),
            LineFate::Ready | LineFate::ToRead => None,
        })
        .collect()
}

pub(super) fn sums(desk: &Desk) -> Vec<String> {
    let amount =
        |money: &Option<paydesk_domain::money::Money>| money.as_ref().map(ToString::to_string).unwrap_or_default();
    let sums = import(desk).understood().sums.iter();
    sums.map(|sums| [&sums.in_sheet, &sums.not_imported, &sums.imported].map(amount).join(" | ")).collect()
}

#[test]
fn a_file_that_is_read_again_is_understood_anew() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("week48.csv");
    std::fs::write(&path, "payment_id,currency,amount\nimp-10,EUR,10.00\nimp-11,EUR,10.00\n").unwrap();
    let mut desk = desk();
    open(&mut desk, &path);
    assert_eq!(plan(&mut desk).sums.text(), "20.00 EUR");
    act(&mut desk, BulkAction::Discard);
    let before = import(&desk).id();
    std::fs::copy(fixture("week48.csv"), &path).unwrap();
    open(&mut desk, &path);
    // What was on its way for the first reading changes nothing of the second.
    act(&mut desk, BulkAction::ChangeImport(before, ImportChange::Role(2, ColumnRole::Amount)));
    assert_eq!(import(&desk).interpretation().column_of(ColumnRole::Amount), None);
    assert_eq!(import(&desk).gap(), Some(&ImportGap::NoAmounts(vec![2, 3])), "of two, a person chooses");
    change(&mut desk, ImportChange::Role(3, ColumnRole::Amount));
    let plan = plan(&mut desk);
    assert_eq!(plan.sums.text(), "20.00 EUR");
    assert_eq!(planned(&plan), [(2, "10.00 EUR".to_owned()), (3, "10.00 EUR".to_owned())]);
}

#[test]
fn a_file_that_changed_is_shown_again_instead_of_planned() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("week48.csv");
    std::fs::write(&path, "payment_id,currency,amount\nimp-10,EUR,10.00\n").unwrap();
    let mut desk = desk();
    open(&mut desk, &path);
    let reading = import(&desk).id();
    std::fs::write(&path, "payment_id,currency,amount\nimp-10,EUR,99.00\n").unwrap();
    act(&mut desk, BulkAction::PlanFile(reading));
    read_file(&mut desk);
    assert!(desk.state.workspace.bulk.plan().is_none(), "nobody saw 99.00");
    assert!(import(&desk).has_changed() && import(&desk).id() != reading);
    assert_eq!(sums(&desk), ["99.00 EUR | 0.00 EUR | 99.00 EUR"]);
    std::fs::remove_file(&path).unwrap();
    let reading = import(&desk).id();
    act(&mut desk, BulkAction::PlanFile(reading));
    read_file(&mut desk);
    assert!(desk.state.workspace.bulk.plan().is_none());
    assert!(matches!(desk.state.workspace.bulk.import(), ImportState::Choosing(BulkKind::Refund, Some(_))));
}

#[test]
fn a_change_while_the_file_is_checked_keeps_it_from_being_planned() {
    let mut desk = opened("week48.csv");
    change(&mut desk, ImportChange::Role(3, ColumnRole::Amount));
    change(&mut desk, ImportChange::RestChangesNothing);
    let reading = import(&desk).id();
    act(&mut desk, BulkAction::PlanFile(reading));
    change(&mut desk, ImportChange::Role(2, ColumnRole::Amount));
    read_file(&mut desk);
    assert!(desk.state.workspace.bulk.plan().is_none(), "what was checked is not what is shown");
}

#[test]
fn every_line_of_a_workbook_is_in_the_sums_or_named_beside_them() {
    let mut desk = with_workbook();
    let expected = [
        "9,638.20 EUR | 9,100.95 EUR | 537.25 EUR",
        "1,930 JPY | 0 JPY | 1,930 JPY",
        "31.250 KWD | 0.000 KWD | 31.250 KWD",
    ];
    assert_eq!(sums(&desk), expected);
    let understood = import(&desk).understood();
    let counts =
        [ExclusionKind::Excluded, ExclusionKind::Hidden, ExclusionKind::Damaged].map(|kind| understood.count(kind));
    assert_eq!((counts, understood.imported(), understood.not_counted.len()), ([3, 2, 1], 8, 2));
    assert_eq!(plan(&mut desk).sums.text(), "537.25 EUR · 1,930 JPY · 31.250 KWD");
}

#[test]
fn the_header_is_found_below_a_title_and_below_the_name_of_the_separator() {
    for (name, header) in [("pre1.csv", 3), ("sep.csv", 2)] {
        let mut desk = opened(name);
        assert_eq!(import(&desk).header().map(|line| line.number), Some(header), "{name}");
        assert_eq!(plan(&mut desk).sums.text(), "10.00 EUR", "{name}");
    }
}

#[test]
fn nothing_is_in_full_unless_a_person_says_so() {
    let mut desk = opened_text("Vorgang;Erstattet\nimp-01;10,00\nimp-02;\n");
    change(&mut desk, ImportChange::Role(0, ColumnRole::Id));
    assert_eq!(import(&desk).gap(), Some(&ImportGap::NoAmounts(vec![1])));
    change(&mut desk, ImportChange::InFull(true));
    assert_eq!(import(&desk).gap(), Some(&ImportGap::NoAmounts(vec![1])), "a column may hold amounts");
    let reading = import(&desk).id();
    act(&mut desk, BulkAction::PlanFile(reading));
    assert!(desk.other.iter().all(|effect| !matches!(effect, Effect::System(SystemEffect::ReadTable { .. }))));
    change(&mut desk, ImportChange::Role(1, ColumnRole::Ignored));
    change(&mut desk, ImportChange::InFull(true));
    assert_eq!(import(&desk).gap(), Some(&ImportGap::NoAmounts(vec![1])), "it certainly holds amounts");
    let mut desk = opened_text("payment_id;Kunde\nimp-01;1001\nimp-02;1002\n");
    change(&mut desk, ImportChange::InFull(true));
    assert_eq!(import(&desk).gap(), Some(&ImportGap::NoAmounts(vec![1])), "these numbers may be amounts");
    change(&mut desk, ImportChange::Role(1, ColumnRole::Ignored));
    assert_eq!(import(&desk).gap(), Some(&ImportGap::NoAmounts(Vec::new())), "what was refused is not kept");
    change(&mut desk, ImportChange::InFull(true));
    let plan = plan(&mut desk);
    assert_eq!((plan.sums.text().as_str(), plan.in_full()), ("4,000.00 EUR", 2));
}

#[test]
fn nothing_is_in_full_beside_words_that_name_an_amount() {
    let mut desk = opened_text("payment_id (10 EUR each)\nimp-01\nimp-02\n");
    change(&mut desk, ImportChange::InFull(true));
    assert_eq!(left_out(&desk).iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 2, 3]);
    let mut desk = opened_text("payment_id\nimp-01\nimp-02\nTotal 21.00\n");
    change(&mut desk, ImportChange::InFull(true));
    assert_eq!(unread(&desk), ["4: Total 21.00"]);
}

#[test]
fn a_list_of_ids_is_refunded_in_full_only_by_choice() {
    let mut desk = opened_text("imp-01\nimp-02\n");
    assert_eq!(import(&desk).gap(), Some(&ImportGap::NoAmounts(Vec::new())));
    change(&mut desk, ImportChange::InFull(true));
    assert_eq!(sums(&desk), ["4,000.00 EUR | 0.00 EUR | 4,000.00 EUR"]);
    change(&mut desk, ImportChange::Kind(BulkKind::Capture));
    assert_eq!(import(&desk).gap(), Some(&ImportGap::NoAmounts(Vec::new())), "said of refunds, not of captures");
    change(&mut desk, ImportChange::Kind(BulkKind::Cancel));
    assert_ne!(import(&desk).gap(), Some(&ImportGap::NoAmounts(Vec::new())), "a cancellation moves no amount");
}

#[test]
fn of_two_columns_that_may_be_the_amount_a_person_chooses() {
    let mut desk = opened_text("id,Order amount,Back\nimp-01,1999.00,10.00\n");
    assert_eq!(import(&desk).gap(), Some(&ImportGap::NoAmounts(vec![1, 2])));
    change(&mut desk, ImportChange::Role(2, ColumnRole::Amount));
    assert_eq!(plan(&mut desk).sums.text(), "10.00 EUR");
}

#[test]
fn amounts_that_a_file_names_are_held_against_what_is_done_as_a_whole() {
    let mut desk = opened_text("payment_id,amount\nauth-1,10.00\n");
    change(&mut desk, ImportChange::Kind(BulkKind::Cancel));
    assert_eq!(left_out(&desk), [(2, "Only the whole amount is possible: 50.00 EUR".to_owned())]);
}

#[test]
fn hidden_lines_are_counted_and_imported_only_when_a_person_says_so() {
    let mut desk = opened("filtered.xlsx");
    let hidden = "Hidden by the sheet's filter".to_owned();
    assert_eq!(left_out(&desk), [(3, hidden.clone()), (4, hidden)]);
    assert_eq!(import(&desk).understood().count(ExclusionKind::Hidden), 2);
    assert_eq!(sums(&desk), ["40.00 EUR | 20.00 EUR | 20.00 EUR"]);
    change(&mut desk, ImportChange::Line(3, Some(LineChoice::Import)));
    let plan = plan(&mut desk);
    assert_eq!(plan.sums.text(), "30.00 EUR");
    let excluded: Vec<_> = plan.excluded.iter().map(|excluded| excluded.line).collect();
    assert_eq!(excluded, [Some(4)], "the plan and its report name it, too");
}

#[test]
fn the_first_sheet_that_is_shown_is_read_and_a_hidden_one_only_by_choice() {
    let mut desk = opened("hiddensheet.xlsx");
    assert_eq!(import(&desk).interpretation().sheet(), 1);
    assert_eq!(plan(&mut desk).sums.text(), "10.00 EUR");
    act(&mut desk, BulkAction::Discard);
    change(&mut desk, ImportChange::Sheet(0));
    assert_eq!(sums(&desk), ["100.00 EUR | 0.00 EUR | 100.00 EUR"]);
}

#[test]
fn lines_that_a_workbook_may_show_otherwise_than_it_stores_them_are_held() {
    let mut desk = opened("altered.xlsx");
    assert_eq!(import(&desk).gap(), Some(&ImportGap::Damaged(vec![2, 3, 4, 5])), "the titles name the columns");
    for line in 2..=5 {
        change(&mut desk, ImportChange::Line(line, Some(LineChoice::LeaveOut)));
    }
    let merged = "Cells are merged across lines 2–3".to_owned();
    let partly = "Part of the cell “amount” is struck through, superscript or subscript".to_owned();
    let conditional = "Conditional formatting may strike it through or change how it is shown".to_owned();
    let held = [(2, merged.clone()), (3, merged), (4, partly.clone()), (5, partly), (6, conditional.clone())];
    let mut all = held.to_vec();
    all.push((7, conditional));
    assert_eq!(left_out(&desk), all);
    change(&mut desk, ImportChange::Line(7, Some(LineChoice::Import)));
    assert_eq!(left_out(&desk), held);
    assert_eq!(plan(&mut desk).sums.text(), "10.00 EUR");
}

#[test]
fn a_damaged_line_stops_the_import_until_it_is_left_out() {
    let mut desk = opened("quote.csv");
    assert_eq!(import(&desk).gap(), Some(&ImportGap::Damaged(vec![3])));
    change(&mut desk, ImportChange::Line(3, Some(LineChoice::LeaveOut)));
    let plan = plan(&mut desk);
    let ten = |line| (line, "10.00 EUR".to_owned());
    assert_eq!(planned(&plan), [ten(2), ten(4), ten(5)], "no other line is lost");
    assert_eq!(plan.excluded.len(), 1);
}

#[test]
fn a_line_with_more_cells_than_the_header_is_damaged() {
    let desk = opened_text("payment_id,amount\nimp-01,12,50\nimp-02,10.00\n");
    assert_eq!(import(&desk).gap(), Some(&ImportGap::Damaged(vec![2])), "12 was never meant");
    assert_eq!(sums(&desk), ["10.00 EUR | 0.00 EUR | 10.00 EUR"]);
    let desk = opened_text("payment_id,amount,\nimp-01,12.50,\nimp-02,10.00,,,\n");
    assert_eq!(import(&desk).gap(), None, "separators at the end are no cells");
}

#[test]
fn a_currency_that_is_none_is_never_that_of_the_payment() {
    let mut desk = opened("errors.xlsx");
    assert_eq!(import(&desk).gap(), Some(&ImportGap::Damaged(vec![2, 5])));
    for line in [2, 5] {
        change(&mut desk, ImportChange::Line(line, Some(LineChoice::LeaveOut)));
    }
    let expected = [
        (2, "The cell “amount” contains #N/A".to_owned()),
        (3, "“#N/A” is not a currency".to_owned()),
        (5, "The cell “payment_id” contains #REF!".to_owned()),
    ];
    assert_eq!(left_out(&desk), expected);
    assert_eq!(planned(&plan(&mut desk)), [(4, "10.00 EUR".to_owned())]);
    let desk =
        opened_text("payment_id,amount,currency\nimp-01,1.00,\nimp-02,1.00,¥\nimp-03,1.00,eur\nimp-04,1.00,USD\n");
    let reasons: Vec<String> = left_out(&desk).into_iter().map(|(_, why)| why).collect();
    assert_eq!(
        reasons,
        ["No currency", "“¥” is a symbol of several currencies: enter the currency code", "The currency is EUR"]
    );
}

#[test]
fn a_sign_or_a_name_in_the_column_of_currencies_is_the_one_currency_it_stands_for() {
    let lines = "imp-01,1.00,€\nimp-02,2.00,Euro\nimp-03,4.00, EUROS\nimp-04,8.00,£\nimp-05,9.00,kr\n";
    let mut desk = opened_text(&format!("payment_id,amount,currency\n{lines}"));
    let expected = [
        (5, "The currency is EUR".to_owned()),
        (6, "“kr” is a symbol of several currencies: enter the currency code".to_owned()),
    ];
    assert_eq!(left_out(&desk), expected, "“kr” stands for several");
    assert_eq!(
        planned(&plan(&mut desk)),
        [(2, "1.00 EUR"), (3, "2.00 EUR"), (4, "4.00 EUR")].map(|(line, text)| (line, text.to_owned()))
    );
}

#[test]
fn a_column_of_currencies_that_nobody_named_is_not_passed_over() {
    let desk = opened_text("payment_id,amount,x\nimp-01,1.00,USD\n");
    assert_eq!(import(&desk).interpretation().column_of(ColumnRole::Currency), Some(2), "found by what it holds");
    let mut desk = opened_text("payment_id,amount,x,y\nimp-01,1.00,USD,EUR\n");
    assert_eq!(import(&desk).gap(), Some(&ImportGap::NoCurrencies(2)));
    change(&mut desk, ImportChange::Role(2, ColumnRole::Ignored));
    change(&mut desk, ImportChange::Role(3, ColumnRole::Currency));
    assert_eq!(plan(&mut desk).sums.text(), "1.00 EUR");
}

#[test]
fn numbers_of_a_workbook_are_read_as_spreadsheets_show_them() {
    let mut desk = opened("floats2.xlsx");
    let rounded = "The cell “amount” shows 12.35 but contains 12.345: correct it, or show all its decimals".to_owned();
    assert_eq!(left_out(&desk)[0], (6, rounded), "of dinars, too");
    change(&mut desk, ImportChange::Line(6, Some(LineChoice::LeaveOut)));
    // Beside an amount that is not known, the last line may be a total.
    change(&mut desk, ImportChange::Line(7, Some(LineChoice::Import)));
    let amounts: Vec<String> = planned(&plan(&mut desk)).into_iter().map(|(_, amount)| amount).collect();
    assert_eq!(amounts, ["57.70 EUR", "3.30 EUR", "19.99 EUR", "1,234.50 EUR", "1,234 JPY"]);
}

#[test]
fn an_id_that_a_workbook_shows_as_another_one_is_held() {
    let mut desk = opened("numbers-as-ids.xlsx");
    let other = "The cell “payment_id” does not show the value it contains: change its format in Excel";
    let long = "Excel stores only 15 digits of a number: enter this ID as text";
    let expected = (5..=12).map(|line| (line, other)).chain([(13, long), (14, long)]);
    let damaged: Vec<u32> = (5..=14).collect();
    assert_eq!(import(&desk).gap(), Some(&ImportGap::Damaged(damaged.clone())));
    for line in damaged {
        change(&mut desk, ImportChange::Line(line, Some(LineChoice::LeaveOut)));
    }
    let found = left_out(&desk).into_iter().filter(|(line, _)| *line > 4);
    assert!(found.eq(expected.map(|(line, why)| (line, why.to_owned()))), "{:?}", left_out(&desk));
    let ids: Vec<&str> = import(&desk).understood().lines.iter().map(|line| line.target.as_str()).collect();
    assert_eq!(ids[..3], ["123"; 3], "as they are shown");
    assert_eq!(ids[12], "12345678901234570", "one ID wherever it is shown");
}

#[test]
fn an_amount_that_can_be_read_in_two_ways_says_so_and_the_decimal_mark_settles_it() {
    let mut desk = opened("semicolon.csv");
    let ambiguous = "“1.000” can be read in two ways. Choose the decimal mark.".to_owned();
    assert_eq!(left_out(&desk), [(3, ambiguous)]);
    change(&mut desk, ImportChange::Mark(DecimalMark::Comma));
    assert_eq!(sums(&desk), ["2,267.06 EUR | 0.00 EUR | 2,267.06 EUR"]);
    change(&mut desk, ImportChange::Mark(DecimalMark::Point));
    let read = |line: u32| left_out(&desk).into_iter().find(|(number, _)| *number == line).map(|(_, why)| why);
    assert_eq!(read(2).as_deref(), Some("“12,50” is not an amount"));
    assert_eq!(read(3), None, "with a point before its decimals it is 1.00 EUR");
}

#[test]
fn own_exports_are_imported_again() {
    let mut desk = opened("apostrophe.csv");
    let plan = plan(&mut desk);
    let mut targets: Vec<&str> = plan.items.iter().map(|item| item.target.as_str()).collect();
    targets.sort_unstable();
    assert_eq!(targets, ["00123", "1-2", "imp-03"]);
}

#[test]
fn the_same_payment_twice_names_the_line_that_has_it() {
    let mut desk = opened_text("payment_id,amount\nimp-01,1.00\nimp-01,1.00\nimp-02,1.00\nimp-02,2.50\n");
    let different = "Listed with different amounts".to_owned();
    let repeated = |line: u32| format!("Same payment and amount as line {line}");
    assert_eq!(left_out(&desk), [(3, repeated(2)), (4, different.clone()), (5, different.clone())]);
    change(&mut desk, ImportChange::Line(5, Some(LineChoice::Import)));
    assert_eq!(left_out(&desk), [(3, repeated(2)), (4, different.clone())], "a person says which one is meant");
    change(&mut desk, ImportChange::Line(4, Some(LineChoice::Import)));
    let instead = "Line 4 is imported instead, with a different amount".to_owned();
    assert_eq!(left_out(&desk), [(3, repeated(2)), (5, instead)], "and never two");
    change(&mut desk, ImportChange::LeaveOutAgain);
    assert_eq!(left_out(&desk), [(3, repeated(2)), (4, different.clone()), (5, different)]);
}

#[test]
fn a_column_of_reasons_is_the_reason_of_each_line() {
    let mut desk = opened_text("payment_id,amount,reason\nimp-01,1.00,Damaged in transit\nimp-02,1.00,\n");
    plan(&mut desk);
    act(&mut desk, BulkAction::Start { reason: "Campaign".to_owned() });
    desk.event(Message::BulkRunSaved { profile_id: ProfileId::embedded(), problem: None });
    while !(desk.reads.is_empty() && desk.writes.is_empty()) {
        desk.serve();
        desk.write_all();
    }
    let mut reasons: Vec<String> = desk
        .sends
        .iter()
        .map(|send| format!("{} {}", text_field(send, "payment_id"), text_field(send, "reason")))
        .collect();
    reasons.sort();
    assert_eq!(reasons, ["imp-01 Damaged in transit", "imp-02 Campaign"]);
    let long = format!("payment_id,amount,reason\nimp-01,1.00,{}\nimp-02,1.00,4242 4242 4242 4242\n", "x".repeat(256));
    let desk = opened_text(&long);
    let expected = ["The reason is longer than 255 characters", "The reason looks like a card number or a key"];
    assert!(left_out(&desk).into_iter().map(|(_, why)| why).eq(expected));
}

fn text_field(send: &Sent, name: &str) -> String {
    let body = send.request.body.as_ref().expect("a body");
    body[name].as_str().unwrap_or_default().to_owned()
}

#[test]
fn payments_of_which_too_little_is_known_are_read_before_the_plan() {
    let mut desk = desk();
    desk.service.payments.push(Pay::captured("elsewhere", 5_000));
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("file.csv");
    std::fs::write(&path, "payment_id,amount,currency\nelsewhere,10.00,EUR\nnowhere,1.00,EUR\n").unwrap();
    open(&mut desk, &path);
    let fates: Vec<&LineFate> = import(&desk).understood().lines.iter().map(|line| &line.fate).collect();
    assert_eq!(fates, [&LineFate::ToRead, &LineFate::ToRead], "nobody knows yet");
    let reading = import(&desk).id();
    act(&mut desk, BulkAction::PlanFile(reading));
    read_file(&mut desk);
    let reads = desk.state.workspace.bulk.reads().expect("payments are read");
    assert_eq!((reads.done(), reads.all()), (0, 2));
    assert!(desk.state.workspace.bulk.plan().is_none());
    desk.serve();
    let plan = desk.state.workspace.bulk.plan().expect("a plan");
    assert_eq!(planned(plan), [(2, "10.00 EUR".to_owned())]);
    let why = text::exclusion(&plan.excluded[0].exclusion);
    assert!(why.starts_with("Could not be read: "), "{why}");
}

#[test]
fn hundreds_of_payments_are_read_within_the_rate_limit() {
    let (count, limit) = (700, 100);
    let mut desk = desk();
    let unknown: Vec<Pay> = (0..count).map(|number| Pay::captured(&format!("new_{number:04}"), 1_000)).collect();
    let content: String = unknown.iter().map(|pay| format!("{},1.00\n", pay.id)).collect();
    desk.service.payments.extend(unknown);
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("file.csv");
    std::fs::write(&path, format!("payment_id,amount\n{content}")).unwrap();
    open(&mut desk, &path);
    let reading = import(&desk).id();
    act(&mut desk, BulkAction::PlanFile(reading));
    read_file(&mut desk);
    let (mut minutes, mut left) = (0, limit);
    while desk.state.workspace.bulk.plan().is_none() {
        assert!(minutes < 12, "{} read", desk.state.workspace.bulk.reads().map_or(0, |reads| reads.done()));
        if desk.reads.is_empty() {
            let due = desk.state.next_due().expect("it goes on by itself");
            let next = due.max(desk.now + TimeDelta::seconds(1));
            (minutes, left) = (minutes + 1, limit);
            desk.tick_at(next + TimeDelta::seconds(60));
            continue;
        }
        assert!(left > 0, "no read is sent that the limit refuses");
        left -= 1;
        desk.service.rate = Some(budget(limit, left, 60));
        desk.serve_one();
    }
    assert!(minutes >= 6, "{minutes} minutes");
    assert_eq!(desk.state.workspace.bulk.plan().map(|plan| plan.items.len()), Some(count));
}

#[test]
fn a_person_need_not_wait_for_what_is_read() {
    let mut desk = desk();
    desk.service.payments.push(Pay::captured("elsewhere", 5_000));
    act(&mut desk, BulkAction::Plan { kind: BulkKind::Refund, targets: vec!["imp-01".into(), "elsewhere".into()] });
    assert!(desk.state.workspace.bulk.reads().is_some(), "what is selected by hand is read, too");
    act(&mut desk, BulkAction::PlanNow);
    let plan = desk.state.workspace.bulk.plan().expect("a plan").clone();
    assert_eq!((plan.items.len(), plan.excluded.len()), (1, 1));
    act(&mut desk, BulkAction::Discard);
    desk.serve();
    assert!(desk.state.workspace.bulk.plan().is_none(), "answers that come late make no plan");
}

#[test]
fn what_is_left_out_is_exported_with_its_reasons() {
    let mut desk = opened_text("payment_id,amount,currency\nimp-01,1.00,\nimp-02,2.00,USD\nimp-03,4.00,EUR\n");
    let exported = |desk: &mut Desk| {
        act(desk, BulkAction::ExportLeftOut);
        let file = desk.other.iter().rev().find_map(|effect| match effect {
            Effect::Store(StoreJob::SaveExports { files, .. }) => files.first().cloned(),
            _ => None,
        });
        text_of(&file.expect("a file")).trim_start_matches('\u{feff}').to_owned()
    };
    let expected = "line,id,amount,currency,kind,not_imported_because\r\n2,imp-01,,,Excluded,No currency\r\n\
                    3,imp-02,2.00,USD,Excluded,The currency is EUR\r\n";
    assert_eq!(exported(&mut desk), expected);
    plan(&mut desk);
    let of_plan = exported(&mut desk);
    assert!(of_plan.contains("2,imp-01,,,Excluded,No currency") && of_plan.lines().count() == 3, "{of_plan}");
}

#[test]
fn a_column_of_amounts_is_not_taken_while_another_one_may_be_meant() {
    for other in ["rückzahlen", "credit", "partial", "Kulanz", "new amount", "give back", "order total", ""] {
        let desk = opened_text(&format!("payment_id,amount,{other}\nimp-01,1999.00,10.00\n"));
        assert_eq!(import(&desk).gap(), Some(&ImportGap::NoAmounts(vec![1, 2])), "{other}");
    }
    let amount_of = |text: &str| import(&opened_text(text)).interpretation().column_of(ColumnRole::Amount);
    assert_eq!(amount_of("payment_id,Order total,To refund\nimp-01,1999.00,10.00\n"), Some(2), "its title says it");
    assert_eq!(amount_of("payment_id,amount,note\nimp-01,10.00,two of 3\n"), Some(1), "a note holds no amounts");
    assert_eq!(
        amount_of("line,payment_id,amount,card_last4\n2,imp-01,10.00,4242\n"),
        Some(2),
        "lines and cards are none"
    );
    assert_eq!(amount_of("payment_id,to refund,refund agreed\nimp-01,1999.00,10.00\n"), None);
}

#[test]
fn a_column_of_cents_or_thousands_is_not_read_as_amounts() {
    for title in ["amount_cents", "amount (minor units)", "Amount in thousands", "amount %"] {
        let mut desk = opened_text(&format!("payment_id,{title}\nimp-01,1050\n"));
        assert_eq!(import(&desk).gap(), Some(&ImportGap::NoAmounts(vec![1])), "{title}");
        change(&mut desk, ImportChange::Role(1, ColumnRole::Amount));
        assert_eq!(import(&desk).gap(), Some(&ImportGap::OtherUnit(1)), "{title}");
    }
}

#[test]
fn what_stands_below_a_second_header_is_imported_only_when_a_person_says_so() {
    let mut desk = opened_text("payment_id,amount\nimp-01,1.00\nRejected,\npayment_id,amount\nimp-02,2.00\n");
    let below = |line: u32| format!("Below line {line}, where another section may begin");
    let title = "“Rejected”: another section may begin here".to_owned();
    assert_eq!(left_out(&desk), [(3, title), (4, below(3)), (5, below(3))]);
    change(&mut desk, ImportChange::Line(3, Some(LineChoice::Import)));
    let reasons = left_out(&desk);
    assert_eq!(reasons[1..], [(4, "A second table begins here. Import it too?".to_owned()), (5, below(4))]);
    change(&mut desk, ImportChange::Line(4, Some(LineChoice::Import)));
    assert_eq!(left_out(&desk).last(), Some(&(4, "A header or a title".to_owned())));
    assert_eq!(planned(&plan(&mut desk)), [(2, "1.00 EUR".to_owned()), (5, "2.00 EUR".to_owned())]);
    let text = "payment_id,To refund,fee\nimp-01,1.00,9.00\npayment_id,fee,To refund\nimp-02,9.00,2.00\n";
    let mut desk = opened_text(text);
    let other = "Another table begins here. Choose this line as the header to import it.".to_owned();
    assert_eq!(left_out(&desk), [(3, other), (4, below(3))]);
    assert_eq!(planned(&plan(&mut desk)), [(2, "1.00 EUR".to_owned())], "no fee is refunded");
    act(&mut desk, BulkAction::Discard);
    change(&mut desk, ImportChange::Header(Some(2)));
    assert_eq!(left_out(&desk), [(2, "Above the header".to_owned())], "and nothing above it is lost without a word");
    assert_eq!(planned(&plan(&mut desk)), [(4, "2.00 EUR".to_owned())]);
}

#[test]
fn a_second_column_of_currencies_or_of_ids_is_not_passed_over() {
    let gap = |text: &str| import(&opened_text(text)).gap().cloned();
    let currencies = "payment_id,refund amount,refund currency,currency\nimp-01,9.90,USD,EUR\n";
    assert_eq!(gap(currencies), Some(ImportGap::NoCurrencies(2)));
    assert_eq!(
        gap("payment_id,amount,payout currency,currency\nimp-01,9.90,USD,EUR\n"),
        Some(ImportGap::NoCurrencies(2))
    );
    for second in ["original_payment_id", "new payment_id", "payment"] {
        assert_eq!(
            gap(&format!("payment_id,{second},amount\nimp-01,imp-02,1.00\n")),
            Some(ImportGap::NoId),
            "{second}"
        );
    }
    assert_eq!(gap("payment_id,other,amount\npay_01,pay_02,1.00\n"), Some(ImportGap::NoId), "they look the same");
    let customer = gap("payment_id,customer_id,amount\nimp-01,cus_1,1.00\n");
    assert_eq!(customer, Some(ImportGap::Unread(vec![UnreadPart::Column(1)])), "a customer is no payment");
}

#[test]
fn what_says_outside_their_column_that_amounts_are_cents_or_of_another_currency_is_heard() {
    let desk = opened_text("Amounts in cents,\npayment_id,amount\nimp-01,1050\n");
    assert_eq!(import(&desk).gap(), Some(&ImportGap::UnitLine(1, "Amounts in cents".to_owned())));
    let mut desk = opened_text("payment_id,amount,unit,currency\nimp-01,500,cents,EUR\n");
    assert_eq!(import(&desk).gap(), Some(&ImportGap::UnitColumn(2, "cents".to_owned())));
    change(&mut desk, ImportChange::Role(2, ColumnRole::Ignored));
    assert_eq!(import(&desk).gap(), None, "a person said that it means nothing");
    let desk = opened_text("payment_id,amount,currency\n-,(x 1000),ISO\nimp-01,1.00,EUR\n");
    assert_eq!(import(&desk).gap(), Some(&ImportGap::UnitColumn(1, "(x 1000)".to_owned())));
    let desk = opened_text("All amounts in USD,\npayment_id,amount\nimp-01,1.00\n");
    assert_eq!(left_out(&desk), [(3, "The currency is EUR".to_owned())]);
}

#[test]
fn a_title_that_says_more_than_amount_is_asked_about() {
    for title in [
        "chargeback amount",
        "fee amount",
        "captured amount",
        "amount refunded",
        "Rechnungsbetrag",
        "amount to capture",
    ] {
        let desk = opened_text(&format!("payment_id,{title}\nimp-01,1.00\n"));
        assert_eq!(import(&desk).gap(), Some(&ImportGap::NoAmounts(vec![1])), "{title}");
    }
    for title in ["amount", "Amount (EUR)", "Betrag in EUR", "refund", "Refund amount", "amount_eur"] {
        let desk = opened_text(&format!("payment_id,{title}\nimp-01,1.00\n"));
        assert_eq!(import(&desk).gap(), None, "{title}");
    }
    let desk = opened_text("payment_id,amount,refund\nimp-01,1999.00,10.00\n");
    assert_eq!(import(&desk).gap(), Some(&ImportGap::NoAmounts(vec![1, 2])), "a refund may have been made already");
}

#[test]
fn a_comma_within_an_amount_does_not_make_a_reason_of_its_end() {
    let desk = opened_text("payment_id,amount,reason\nimp-01,1,250.00\nimp-02,1,250.00\n");
    assert_eq!(import(&desk).gap(), Some(&ImportGap::NoAmounts(vec![1, 2])));
}

#[test]
fn lines_of_totals_are_no_refunds() {
    let mut desk =
        opened_text("payment_id,amount,currency\nimp-01,1.00,EUR\nGrand Total,37.00,EUR\nSumme:,37.00,EUR\n");
    let total = "Totals row".to_owned();
    assert_eq!(left_out(&desk), [(3, total.clone()), (4, total)]);
    assert_eq!((plan(&mut desk).sums.text(), import(&desk).understood().imported()), ("1.00 EUR".to_owned(), 1));
}

#[test]
fn a_last_line_that_is_the_sum_of_those_above_is_imported_only_when_a_person_says_so() {
    let why = "Equals the sum of other lines: it may be a totals row".to_owned();
    for currency in ["EUR", ""] {
        let text = format!("payment_id,amount,currency\nimp-01,1.00,EUR\nimp-02,2.50,EUR\nimp-03,3.50,{currency}\n");
        let mut desk = opened_text(&text.replace(",currency", "").replace(",EUR", "").replace(",\n", "\n"));
        assert_eq!(left_out(&desk), [(4, why.clone())]);
        change(&mut desk, ImportChange::Line(4, Some(LineChoice::Import)));
        assert_eq!(plan(&mut desk).sums.text(), "7.00 EUR");
    }
    for others in ["imp-01,1.00\nimp-02,1.00\n", "imp-01,1.00\nimp-02,2.50\nimp-03,3.51\n"] {
        assert_eq!(left_out(&opened_text(&format!("payment_id,amount\n{others}"))), [], "a sum has two parts at least");
    }
}

#[test]
fn a_line_that_was_added_is_left_out_again_where_its_amount_is_another() {
    let text = "payment_id,operation,amount,other\nimp-01,refund,1.00,x\nimp-02,Capture,2.00,7.00\n";
    let mut desk = opened_text(text);
    change(&mut desk, ImportChange::Role(2, ColumnRole::Amount));
    change(&mut desk, ImportChange::Line(3, Some(LineChoice::Import)));
    assert_eq!(left_out(&desk), []);
    change(&mut desk, ImportChange::Role(3, ColumnRole::Amount));
    assert!(left_out(&desk).iter().any(|(line, _)| *line == 3), "it was added with another amount");
    change(&mut desk, ImportChange::Line(3, Some(LineChoice::Import)));
    change(&mut desk, ImportChange::Mark(DecimalMark::Point));
    assert!(left_out(&desk).iter().any(|(line, _)| *line == 3), "the mark may make another amount of it");
}

#[test]
fn a_line_that_names_another_operation_is_imported_only_when_a_person_says_so() {
    let text = "payment_id,operation,amount\nimp-01,refund,1.00\nimp-02,Capture,2.00\nimp-03,,3.50\nimp-04,hold,4.00\n";
    let mut desk = opened_text(text);
    assert_eq!(left_out(&desk), [(3, "The line says “Capture”".to_owned()), (5, "The line says “hold”".to_owned())]);
    change(&mut desk, ImportChange::Line(3, Some(LineChoice::Import)));
    assert_eq!(plan(&mut desk).sums.text(), "6.50 EUR");
    let desk = opened_text("payment_id,amount,note\nimp-01,1.00,goods not received\nimp-02,2.00,do not refund\n");
    assert_eq!(left_out(&desk), [(3, "The line says “do not refund”".to_owned())]);
}

#[test]
fn words_between_the_lines_begin_another_part_that_is_imported_only_when_a_person_says_so() {
    let text = "payment_id,amount\nimp-01,1.00\nDo not refund these:,\nimp-02,2.00\nprinted by Ada,\n";
    let mut desk = opened_text(text);
    let title = "“Do not refund these:”: another section may begin here".to_owned();
    let below = |line: u32| (line, "Below line 3, where another section may begin".to_owned());
    assert_eq!(left_out(&desk), [(3, title), below(4), below(5)]);
    change(&mut desk, ImportChange::Line(3, Some(LineChoice::Import)));
    assert_eq!(sums(&desk), ["3.00 EUR | 0.00 EUR | 3.00 EUR"]);
    let other = opened_text("payment_id,amount\nimp-01,1.00\nReference,Order value\nimp-02,2.00\n");
    assert_eq!(left_out(&other).iter().map(|(line, _)| *line).collect::<Vec<_>>(), [3, 4]);
}

#[test]
fn a_title_of_another_operation_stops_the_import_until_a_person_says_what_is_meant() {
    let mut desk = opened_text("Captures to do,\npayment_id,amount\nimp-01,1.00\n");
    let gap = ImportGap::OtherOperationLine(1, "Captures to do".to_owned());
    assert_eq!(import(&desk).gap(), Some(&gap));
    change(&mut desk, ImportChange::Meant);
    assert_eq!(import(&desk).gap(), None);
    assert_eq!(plan(&mut desk).sums.text(), "1.00 EUR");
}

#[test]
fn nothing_is_in_full_while_a_column_has_numbers_that_are_not_read() {
    for wert in ["1e1", "１０", "much, 7 parts"] {
        let mut desk = opened_text(&format!("payment_id;Wert\nimp-01;{wert}\nimp-02;{wert}\n"));
        change(&mut desk, ImportChange::InFull(true));
        assert_eq!(import(&desk).gap(), Some(&ImportGap::NoAmounts(vec![1])), "{wert}");
        change(&mut desk, ImportChange::Role(1, ColumnRole::Ignored));
        change(&mut desk, ImportChange::InFull(true));
        assert_eq!(import(&desk).gap(), None, "a person said that it is not used");
    }
    let mut desk = opened_text("payment_id;order;created\nimp-01;order-1001;2026-11-20\n");
    change(&mut desk, ImportChange::InFull(true));
    assert_eq!(unread(&desk), ["order", "created"], "references and dates are no amounts");
}

#[test]
fn of_two_columns_of_ids_without_titles_a_person_chooses() {
    let desk = opened_text("pay_1,pay_2,10.00,EUR\npay_3,pay_4,11.00,EUR\n");
    assert_eq!(import(&desk).gap(), Some(&ImportGap::NoId));
}

#[test]
fn a_note_below_the_table_is_heard_as_one_above_it() {
    let desk = opened_text("payment_id,amount\nimp-01,30.00\namounts in cents,\n");
    assert_eq!(import(&desk).gap(), Some(&ImportGap::UnitLine(3, "amounts in cents".to_owned())));
    let desk = opened_text("payment_id,amount\nimp-01,30.00\nAll figures in USD,\n");
    assert!(left_out(&desk).contains(&(2, "The currency is EUR".to_owned())), "{:?}", left_out(&desk));
}

/// What a person has to look at, as the desk names it.
pub(super) fn unread(desk: &Desk) -> Vec<String> {
    let Some(ImportGap::Unread(parts)) = import(desk).gap() else { return Vec::new() };
    let name = |part: &UnreadPart| match part {
        UnreadPart::Column(column) => import(desk).column_name(*column),
        UnreadPart::Formulas(column) => format!("formulas of {}", import(desk).column_name(*column)),
        UnreadPart::Line(number, text) => format!("{number}: {text}"),
        UnreadPart::SheetName(name) => format!("sheet {name}"),
        UnreadPart::FileName(name) => format!("file {name}"),
        UnreadPart::Title(column) => format!("title {}", import(desk).column_name(*column)),
        UnreadPart::EmptyColumn(column) => format!("empty {}", import(desk).column_name(*column)),
        UnreadPart::BothSigns(column) => format!("signs of {}", import(desk).column_name(*column)),
        UnreadPart::Answers(column) => format!("answers in {}", import(desk).column_name(*column)),
        UnreadPart::Sheet(name) => format!("other sheet {name}"),
        UnreadPart::Reason(number, text) => format!("reason {number}: {text}"),
        UnreadPart::Remark(remark) => format!("{remark:?}"),
    };
    parts.iter().map(name).collect()
}

#[test]
fn what_is_not_read_of_a_file_is_looked_at_before_anything_is_planned() {
    for (text, expected) in [
        ("payment_id,amount\nimp-01,1.00\n", vec![]),
        ("payment_id,amount,currency,reason\nimp-01,1.00,EUR,late\n", vec![]),
        ("payment_id,amount,note\nimp-01,1.00,\n", vec![]),
        ("Refunds week 48\npayment_id,amount\nimp-01,1.00\n", vec![]),
        ("payment_id,refund_amount,note\nimp-01,10,50\n", vec!["note"]),
        ("payment_id,refund_amount,refund share\nimp-01,1.00,50%\n", vec!["refund share"]),
        ("payment_id,amount,approved\nimp-01,1.00,Ada\n", vec!["approved"]),
        ("payment_id,amount,S/H\nimp-01,1.00,H\n", vec!["S/H"]),
        ("Rejected refunds\npayment_id,amount\nimp-01,1.00\n", vec!["1: Rejected refunds"]),
        ("payment_id,amount\nimp-01,1.00\n\nRows above were declined\n", vec!["4: Rows above were declined"]),
    ] {
        let mut desk = opened_text(text);
        assert_eq!(unread(&desk), expected, "{text}");
        change(&mut desk, ImportChange::RestChangesNothing);
        assert_eq!(import(&desk).gap(), None, "{text}: a person looked");
    }
}

#[test]
fn a_column_that_is_no_longer_read_is_looked_at_again() {
    let mut desk = opened_text("payment_id,amount,reason\nimp-01,1.00,late\n");
    change(&mut desk, ImportChange::RestChangesNothing);
    change(&mut desk, ImportChange::Role(2, ColumnRole::Undecided));
    assert_eq!(unread(&desk), ["reason"]);
    change(&mut desk, ImportChange::Role(2, ColumnRole::Ignored));
    assert_eq!(import(&desk).gap(), None, "it was set to Ignored by hand");
}

#[test]
fn letters_of_older_programs_are_looked_at_where_they_are_sent() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("file.csv");
    let opened = |content: &[u8]| {
        std::fs::write(&path, content).unwrap();
        let mut desk = desk();
        open(&mut desk, &path);
        unread(&desk)
    };
    assert_eq!(opened(b"payment_id,amount,reason\nimp-01,1.00,R\xFCckgabe\n"), ["OldLetters"]);
    assert!(opened(b"payment_id;amount EUR;W\xE4hrung\nimp-01;1.00;EUR\n").is_empty(), "no letter of them is sent");
}

#[test]
fn what_is_done_as_a_whole_is_held_against_any_amount() {
    let mut desk = opened_text("payment_id,amount to cancel\nimp-01,1.00\n");
    change(&mut desk, ImportChange::Kind(BulkKind::Cancel));
    assert_eq!(import(&desk).interpretation().role(1), ColumnRole::Amount);
}

#[test]
fn a_sign_in_the_title_of_the_amounts_is_that_of_the_payments_or_nothing_is_read() {
    let sign = |sign: &str| left_out(&opened_text(&format!("payment_id,amount ({sign})\nimp-01,1.00\n")));
    assert_eq!(sign("€"), []);
    assert_eq!(sign("$"), [(2, "“$” is a symbol of several currencies: enter the currency code".to_owned())]);
}

#[test]
fn lines_with_amounts_above_the_header_are_listed() {
    let desk = opened_text("imp-01,5.00\nimp-02,6.00\npayment_id,amount\nimp-03,7.00\n");
    let above = "Above the header".to_owned();
    assert_eq!(left_out(&desk), [(1, above.clone()), (2, above)]);
    assert_eq!(import(&desk).understood().lines.len(), 3);
}

#[test]
fn a_currency_in_the_title_is_that_of_every_amount() {
    for title in ["Betrag in EUR", "amount EUR", "amount_eur", "Betrag €"] {
        let desk = opened_text(&format!("payment_id;{title}\nimp-01;1,50\njpy-1;1,50\n"));
        assert_eq!(sums(&desk), ["3.00 EUR | 1.50 EUR | 1.50 EUR"], "{title}");
        assert_eq!(left_out(&desk), [(3, "The currency is JPY".to_owned())], "{title}");
    }
    let desk = opened_text("payment_id,amount USD,currency\nimp-01,1.00,EUR\nimp-02,1.00,USD\n");
    let expected = [(2, "The file says USD; the line says EUR".to_owned()), (3, "The currency is EUR".to_owned())];
    assert_eq!(left_out(&desk), expected);
}

/// Everything that was asked for is answered, and every refund succeeds.
fn refund_all(desk: &mut Desk) {
    while !(desk.reads.is_empty() && desk.writes.is_empty() && desk.sends.is_empty()) {
        desk.serve();
        desk.write_all();
        while !desk.sends.is_empty() {
            let answer = refunded(desk, "succeeded");
            desk.reply(answer);
        }
    }
}

fn started(text: &str) -> Opened {
    let mut desk = opened_text(text);
    plan(&mut desk);
    act(&mut desk, BulkAction::Start { reason: String::new() });
    desk.event(Message::BulkRunSaved { profile_id: ProfileId::embedded(), problem: None });
    desk
}

#[test]
fn a_paused_run_does_not_refund_what_was_refunded_meanwhile() {
    let mut desk = started("payment_id,amount\nimp-01,5.60\nimp-02,5.60\n");
    act(&mut desk, BulkAction::Pause);
    refund_all(&mut desk);
    assert_eq!(desk.sent.len(), 0);
    let payment_id = PaymentId::new("imp-01");
    desk.act(Action::Payments(PaymentsAction::Open(payment_id.clone())));
    desk.serve();
    desk.act(Action::Refunds(RefundsAction::Ask(payment_id.clone())));
    let mut input = CreateRefundInput::new(payment_id, dialog(&desk).refund_id.clone(), eur(560));
    input.reason = "requested_by_customer".to_owned();
    desk.act(Action::Confirm(Confirmation::Refund(Box::new(input))));
    refund_all(&mut desk);
    assert_eq!(desk.sent.len(), 1);
    act(&mut desk, BulkAction::Resume);
    refund_all(&mut desk);
    let run = desk.state.workspace.bulk.run().unwrap();
    let details: Vec<String> = run.items().map(|(_, state)| state.detail()).collect();
    assert_eq!(details[0], "It has changed since you confirmed: the amount refunded was 0.00 EUR and is now 5.60 EUR");
    assert_eq!((run.count(ItemGroup::Done), desk.sent.len()), (1, 2), "imp-02 alone");
}

#[test]
fn a_run_that_is_paused_or_stopped_sends_nothing_that_waits_for_the_rate_limit() {
    for action in [BulkAction::Pause, BulkAction::Stop] {
        let mut desk = started("payment_id,amount\nimp-01,5.60\nimp-02,5.60\n");
        while desk.sends.is_empty() {
            desk.serve();
            desk.write_all();
        }
        while !desk.sends.is_empty() {
            desk.reply(rate_limited(20));
        }
        let sent = desk.sent.len();
        act(&mut desk, action);
        desk.pass(300);
        assert_eq!(desk.sent.len(), sent, "nothing more left");
        let run = desk.state.workspace.bulk.run().unwrap();
        assert_eq!((run.count(ItemGroup::UnderWay), run.count(ItemGroup::Done)), (0, 0));
    }
}

#[test]
fn a_file_that_is_imported_twice_refunds_nothing_twice() {
    let mut desk = started("payment_id,amount\nimp-01,1.00\nimp-02,2.00\n");
    refund_all(&mut desk);
    act(&mut desk, BulkAction::Close);
    let path = desk._dir.path().join("the same.csv");
    std::fs::write(&path, "payment_id,amount\nimp-01,1.0\nimp-02,2.50\n").unwrap();
    act(&mut desk, BulkAction::Import);
    act(&mut desk, BulkAction::ImportFor(BulkKind::Refund));
    open(&mut desk, &path);
    let reasons = left_out(&desk);
    let [(2, why)] = reasons.as_slice() else { panic!("{reasons:?}") };
    assert!(why.starts_with("Imported twice? 1.00 EUR was already refunded (ref_"), "{why}");
    let before = |line: u32| {
        let lines = &import(&desk).understood().lines;
        lines.iter().find(|known| known.number == line).and_then(|known| known.refunded_before.clone())
    };
    assert_eq!(before(3).map(|money| money.to_string()).as_deref(), Some("2.00 EUR"), "a correction would be added");
    change(&mut desk, ImportChange::Line(2, Some(LineChoice::Import)));
    assert_eq!(left_out(&desk), [], "a person may want it all the same");
}

#[test]
fn marks_that_do_not_fit_together_are_named_and_nothing_is_guessed_beside_a_decimal_comma() {
    let mut desk = opened_text("payment_id;amount\nimp-01;12,50\nimp-02;3.5\nkwd-1;1.305\n");
    let marks = import(&desk).mixed_marks().expect("two marks");
    assert_eq!((marks.comma, marks.point), (2, 3));
    assert_eq!(left_out(&desk), [(4, "“1.305” can be read in two ways. Choose the decimal mark.".to_owned())]);
    change(&mut desk, ImportChange::Mark(DecimalMark::Comma));
    assert_eq!(import(&desk).mixed_marks(), None);
    let desk = opened_text("payment_id;amount\nkwd-1;1.305\n");
    assert_eq!(left_out(&desk), [(2, "“1.305” can be read in two ways. Choose the decimal mark.".to_owned())]);
    let desk = opened_text("payment_id;amount\nimp-01;12.50\nkwd-1;1.305\njpy-1;1.000\n");
    let ambiguous = (4, "“1.000” can be read in two ways. Choose the decimal mark.".to_owned());
    assert_eq!(
        (import(&desk).mixed_marks(), left_out(&desk)),
        (None, vec![ambiguous]),
        "thousands beside a decimal point"
    );
}

/// Found by a clerk: a program that writes three decimals for all currencies, which were read as thousands.
#[test]
fn three_digits_behind_a_point_are_asked_about_in_a_currency_without_decimals() {
    let ambiguous =
        |line: u32, text: &str| (line, format!("“{text}” can be read in two ways. Choose the decimal mark."));
    let mut desk = opened_text("payment_id;amount\njpy-1;150.000\n");
    assert_eq!(left_out(&desk), [ambiguous(2, "150.000")]);
    change(&mut desk, ImportChange::Mark(DecimalMark::Point));
    assert_eq!((left_out(&desk), sums(&desk)), (vec![], vec!["150 JPY | 0 JPY | 150 JPY".to_owned()]));
    change(&mut desk, ImportChange::Mark(DecimalMark::Comma));
    assert_eq!(sums(&desk), ["150,000 JPY | 0 JPY | 150,000 JPY"]);
    for (shows, text) in [("1500.000", "150.000"), ("0.500", "150.000"), ("1500,000", "150,000"), ("0,500", "150,000")]
    {
        let desk = opened_text(&format!("payment_id;amount\njpy-1;{text}\nimp-01;{shows}\n"));
        assert!(left_out(&desk).contains(&ambiguous(2, text)), "{shows}: {:?}", left_out(&desk));
    }
    let desk = opened_text("payment_id;amount\njpy-1;150,000\n");
    assert_eq!(left_out(&desk), [], "nobody writes a comma for the decimals of yen");
    let desk = opened_text("payment_id;amount\njpy-1;150.000\nimp-01;10,50\n");
    assert_eq!(left_out(&desk), [], "the comma stands before decimals, the point between thousands");
}

#[test]
fn a_chosen_decimal_mark_makes_no_thousands_of_a_zero() {
    let more = |line: u32, text: &str, code: &str, decimals: u32| {
        (line, format!("“{text}” has more decimals than {code}, which has {decimals}"))
    };
    let mut desk = opened_text("payment_id;amount\nimp-01;1.234\nimp-02;0.505\nimp-03;0.055\nimp-04;0.500,00\n");
    change(&mut desk, ImportChange::Mark(DecimalMark::Comma));
    let expected =
        [more(3, "0.505", "EUR", 2), more(4, "0.055", "EUR", 2), (5, "“0.500,00” is not an amount".to_owned())];
    assert_eq!(left_out(&desk), expected);
    let mut desk = opened_text("payment_id;amount\nkwd-1;0,050\n");
    change(&mut desk, ImportChange::Mark(DecimalMark::Point));
    assert_eq!(left_out(&desk), [(2, "“0,050” is not an amount".to_owned())]);
    let zeros = ["0.500,00", "0,500.00", "0 500", "0'500", "0.000.010", "000 010", "0.123.456"];
    for text in zeros {
        let desk = opened_text(&format!("payment_id;amount\nimp-01;{text}\n"));
        assert_eq!(left_out(&desk), [(2, format!("“{text}” is not an amount"))]);
    }
}

#[test]
fn one_amount_written_in_two_ways_is_one_amount() {
    let desk = opened_text("payment_id;amount\nimp-01;5,00\nimp-01;5.0\n");
    assert_eq!(left_out(&desk), [(3, "Same payment and amount as line 2".to_owned())]);
}

#[test]
fn what_is_no_amount_says_why() {
    let desk = opened_text(
        "payment_id;amount\nimp-01;-5,00\nimp-02;5,00 USD\nimp-03;$5.00\nimp-04;3.33333\nimp-05;much\nimp-06;(5,00)\nimp-07;10,-\nimp-08;10,--\n",
    );
    let reasons: Vec<String> = left_out(&desk).into_iter().map(|(_, why)| why).collect();
    assert_eq!(
        reasons,
        [
            "“-5,00” is negative: only amounts above zero can be sent",
            "“5,00 USD” is not in EUR",
            "“$5.00” is not in EUR",
            "“3.33333” has more decimals than EUR, which has 2",
            "“much” is not an amount",
            "“(5,00)” is negative: only amounts above zero can be sent",
            "“10,-” is not an amount",
            "“10,--” is not an amount",
        ]
    );
}

#[test]
fn a_new_import_puts_the_old_plan_away() {
    let mut desk = opened_text("payment_id,amount\nimp-01,1.00\n");
    plan(&mut desk);
    act(&mut desk, BulkAction::Import);
    assert!(desk.state.workspace.bulk.plan().is_none());
    act(&mut desk, BulkAction::LeaveImport);
    act(&mut desk, BulkAction::Import);
    let chosen = ImportState::Choosing(BulkKind::Refund, None);
    assert_eq!(*desk.state.workspace.bulk.import(), chosen, "the same is done with the next file");
}

/// Cells of tables, with the amount in euros that each can be read as, in cents.
const CELLS: [(&str, Option<i64>); 25] = [
    ("imp-01", None),
    ("imp-02", None),
    ("imp-03", None),
    ("imp-04", None),
    ("imp-05", None),
    ("'00123", None),
    ("10.00", Some(1_000)),
    ("1,50", Some(150)),
    ("7", Some(700)),
    ("1.234,50", Some(123_450)),
    ("0.05", Some(5)),
    ("3.00 EUR", Some(300)),
    ("1.000", None),
    ("-3", None),
    ("much", None),
    ("EUR", None),
    ("USD", None),
    ("#N/A", None),
    ("", None),
    ("19\" rack", None),
    ("\"two", None),
    ("Refunds, week 48", None),
    ("payment_id", None),
    ("To refund", None),
    ("(2.00)", None),
];

const TITLES: [&str; 12] = [
    "amount_cents",
    "Betrag EUR",
    "refund",
    "payment_id",
    "amount",
    "currency",
    "reason",
    "Order amount",
    "To refund",
    "Betrag",
    "note",
    "",
];

const ROLES: [ColumnRole; 5] =
    [ColumnRole::Id, ColumnRole::Amount, ColumnRole::Currency, ColumnRole::Reason, ColumnRole::Ignored];

fn cells(count: usize, of: usize) -> impl Strategy<Value = Vec<usize>> {
    proptest::collection::vec(0..of, count)
}

/// A table: its titles if it has any, its lines, and what a person changes of how it is understood.
type AnyTable = (Option<Vec<usize>>, Vec<Vec<usize>>, Vec<(usize, usize)>, bool);

fn any_table() -> impl Strategy<Value = AnyTable> {
    let of_width = |width: usize| {
        let titles = proptest::option::weighted(0.8, cells(width, TITLES.len()));
        let lines = proptest::collection::vec(cells(width, CELLS.len()), 1..9);
        let roles = proptest::collection::vec((0..width, 0..ROLES.len()), 0..5);
        (titles, lines, roles, any::<bool>())
    };
    (2_usize..5).prop_flat_map(of_width)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn for_any_table_the_sum_of_the_plan_is_the_sum_of_the_cells_that_a_person_saw(table in any_table()) {
        let (titles, lines, roles, leaves_out) = table;
        let titles = titles.map(|titles| titles.iter().map(|title| TITLES[*title]).collect::<Vec<_>>().join(";"));
        let lines = lines.iter().map(|line| line.iter().map(|cell| CELLS[*cell].0).collect::<Vec<_>>().join(";"));
        let text: Vec<String> = titles.into_iter().chain(lines).collect();
        let mut desk = opened_text(&format!("sep=;\n{}\n", text.join("\n")));
        if !matches!(desk.state.workspace.bulk.import(), ImportState::Read(_)) {
            // It was refused.
            return Ok(());
        }
        roles.iter().for_each(|(column, role)| change(&mut desk, ImportChange::Role(*column, ROLES[*role])));
        if let (true, Some(ImportGap::Damaged(lines))) = (leaves_out, import(&desk).gap().cloned()) {
            lines.iter().for_each(|line| change(&mut desk, ImportChange::Line(*line, Some(LineChoice::LeaveOut))));
        }
        let reading = import(&desk).id();
        act(&mut desk, BulkAction::PlanFile(reading));
        if import(&desk).gap().is_some() {
            prop_assert!(!import(&desk).is_checking(), "what is open stops the import");
            return Ok(());
        }
        prop_assert!(!import(&desk).interpretation().is_in_full(import(&desk).sheet().unwrap()), "nobody chose it");
        read_file(&mut desk);
        desk.serve();
        let plan = desk.state.workspace.bulk.plan().expect("a plan").clone();
        let column = import(&desk).interpretation().column_of(ColumnRole::Amount).expect("amounts are chosen");
        let mut seen = 0;
        for item in &plan.items {
            let line = import(&desk).data().iter().find(|line| Some(line.number) == item.line).expect("a line");
            let stored = line.cell(column).stored();
            let amount = CELLS.iter().find(|(text, _)| *text == stored).and_then(|(_, amount)| *amount);
            prop_assert_eq!(Some(item.amount.minor), amount, "{:?}", text);
            prop_assert!(line.damage.is_none() && line.hidden.is_none());
            seen += item.amount.minor;
        }
        let sums: Vec<i64> = plan.sums.amounts().map(|sum| sum.minor).collect();
        prop_assert_eq!(sums.iter().sum::<i64>(), seen);
        let shown = import(&desk).understood();
        let imported: i64 = shown.sums.iter().filter_map(|sums| sums.imported.as_ref()).map(|sum| sum.minor).sum();
        prop_assert!(imported >= seen, "the page showed as much, and what was still to be read");
        prop_assert_eq!(plan.items.len() + plan.excluded.len(), shown.lines.len(), "no line is lost");
    }
}
