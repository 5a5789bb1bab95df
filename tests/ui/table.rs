//! The table: what it draws of many rows, and what it reports.

use egui::{Key, PointerButton};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use paydesk_widgets::table::{ColumnWidth, TableSort};
use paydesk_widgets::{Table, TableColumn};

use super::kit::harness;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Field {
    Id,
    Amount,
}

const COLUMNS: [TableColumn<Field>; 2] = [
    TableColumn::new(Field::Id, "Payment", ColumnWidth::Resizable { initial: 200.0, min: 80.0 }),
    TableColumn::new(Field::Amount, "Amount", ColumnWidth::Exact(120.0)).right().sortable(),
];

/// Prepared rows, and what the table reported.
struct List {
    names: Vec<String>,
    ids: Vec<String>,
    selected: Option<usize>,
    scroll_to: Option<usize>,
    sort: Option<TableSort<Field>>,
    opened: Vec<usize>,
    visible: std::ops::Range<usize>,
    cells_drawn: usize,
}

fn table(rows: usize) -> Harness<'static, List> {
    let list = List {
        names: (0..rows).map(|row| format!("pay_{row}, 10.00 EUR, failed")).collect(),
        ids: (0..rows).map(|row| format!("pay_{row}")).collect(),
        selected: None,
        scroll_to: None,
        sort: None,
        opened: Vec::new(),
        visible: 0..0,
        cells_drawn: 0,
    };
    harness(list, |ui, list| {
        list.cells_drawn = 0;
        let table = Table::new("Payments", &COLUMNS, list.ids.len());
        let table = table.selected(list.selected).sort(list.sort).scroll_to(list.scroll_to.take());
        let output = table.ui(
            ui,
            |row| &list.names[row],
            |cell| {
                list.cells_drawn += 1;
                match cell.column {
                    Field::Id => drop(cell.mono(&list.ids[cell.row])),
                    Field::Amount => drop(cell.amount("10.00")),
                }
            },
        );
        list.selected = output.selected.or(list.selected);
        list.sort = output.sort.or(list.sort);
        list.opened.extend(output.opened);
        list.visible = output.visible;
    })
}

fn name(row: usize) -> String {
    format!("pay_{row}, 10.00 EUR, failed")
}

#[test]
fn of_a_hundred_thousand_rows_only_the_visible_ones_are_drawn_and_named() {
    let mut table = table(100_000);
    table.run();
    let visible = table.state().visible.clone();
    assert_eq!(visible.start, 0);
    assert!((14..20).contains(&visible.end), "{visible:?}");
    assert_eq!(table.state().cells_drawn, 2 * visible.len());
    table.get_by_label(&name(3));
    assert!(table.query_by_label(&name(500)).is_none());
    table.get_by_label("Payments");
}

#[test]
fn a_click_selects_a_row_and_a_double_click_opens_it() {
    let mut table = table(50);
    table.run();
    table.get_by_label(&name(3)).click();
    table.run();
    assert_eq!((table.state().selected, table.state().opened.len()), (Some(3), 0));
    assert_eq!(table.get_by_label(&name(3)).accesskit_node().is_selected(), Some(true));
    assert_eq!(table.get_by_label(&name(4)).accesskit_node().is_selected(), Some(false));
    table.run_steps(8);
    double_click(&mut table, 5);
    assert_eq!((table.state().selected, table.state().opened.as_slice()), (Some(5), [5].as_slice()));
}

fn double_click(table: &mut Harness<'_, List>, row: usize) {
    let pos = table.get_by_label(&name(row)).rect().center();
    let button = |pressed| egui::Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    table.hover_at(pos);
    table.step();
    // All in one frame: each step of the harness is longer than a double click may take.
    table.input_mut().events.extend([button(true), button(false), button(true), button(false)]);
    table.step();
    table.run();
}

#[test]
fn a_click_on_the_text_of_a_cell_selects_its_row() {
    let mut table = table(50);
    table.run();
    let pos = table.get_by_label("pay_7").rect().center();
    table.hover_at(pos);
    table.drag_at(pos);
    table.drop_at(pos);
    table.run();
    assert_eq!(table.state().selected, Some(7));
}

#[test]
fn arrow_keys_move_the_selection_beyond_what_is_visible_and_back() {
    let mut table = table(1_000);
    table.run();
    table.get_by_label(&name(0)).focus();
    table.run();
    for _ in 0..40 {
        table.key_press(Key::ArrowDown);
        table.run();
    }
    assert_eq!(table.state().selected, Some(40));
    assert!(table.state().visible.contains(&40));
    assert!(table.get_by_label(&name(40)).is_focused());
    for _ in 0..40 {
        table.key_press(Key::ArrowUp);
        table.run();
    }
    assert_eq!((table.state().selected, table.state().visible.start), (Some(0), 0));
    table.key_press(Key::End);
    table.run();
    assert_eq!(table.state().selected, Some(999));
    assert!(table.get_by_label(&name(999)).is_focused());
    table.key_press(Key::Home);
    table.run();
    assert_eq!(table.state().selected, Some(0));
}

#[test]
fn arrows_in_one_frame_after_another_stay_in_the_table() {
    let mut table = table(50);
    table.run();
    table.get_by_label(&name(0)).focus();
    table.run();
    for _ in 0..3 {
        table.key_press(Key::ArrowDown);
    }
    table.step();
    table.run();
    assert_eq!(table.state().selected, Some(3));
    assert!(table.get_by_label(&name(3)).is_focused());
}

#[test]
fn the_whole_table_is_one_stop_of_the_tab_key() {
    let mut table = table(50);
    table.run();
    let mut stops = Vec::new();
    for _ in 0..6 {
        table.key_press(Key::Tab);
        table.run();
        stops.push((0..16).find(|row| table.query_by_label(&name(*row)).is_some_and(|row| row.is_focused())));
    }
    assert_eq!(stops.iter().flatten().count(), 2, "once each time around the window: {stops:?}");
}

#[test]
fn enter_opens_the_row_that_has_the_keyboard() {
    let mut table = table(50);
    table.run();
    table.get_by_label(&name(0)).focus();
    table.run();
    table.key_press(Key::ArrowDown);
    table.run();
    table.key_press(Key::Enter);
    table.run();
    assert_eq!(table.state().opened, [1]);
}

#[test]
fn a_row_is_brought_into_view_when_asked() {
    let mut table = table(10_000);
    table.run();
    table.state_mut().scroll_to = Some(9_000);
    table.run();
    assert!(table.state().visible.contains(&9_000));
    table.get_by_label(&name(9_000));
}

#[test]
fn a_sortable_title_asks_for_both_orders_and_another_for_none() {
    let mut table = table(50);
    table.run();
    table.get_by_label("Amount").click();
    table.run();
    assert_eq!(table.state().sort, Some(TableSort { column: Field::Amount, ascending: true }));
    let direction = |table: &Harness<'_, List>| table.get_by_label("Amount").accesskit_node().data().sort_direction();
    assert_eq!(direction(&table), Some(egui::accesskit::SortDirection::Ascending));
    table.get_by_label("Amount").click();
    table.run();
    assert_eq!(table.state().sort, Some(TableSort { column: Field::Amount, ascending: false }));
    table.get_by_label("Payment").click();
    table.run();
    assert_eq!(table.state().sort, Some(TableSort { column: Field::Amount, ascending: false }), "not sortable");
}

#[test]
fn the_title_of_a_right_aligned_column_ends_where_its_amounts_end() {
    let mut table = table(5);
    table.run();
    let cell = |table: &Harness<'_, List>| table.get_all_by_label("10.00").next().unwrap().rect().right();
    assert!((table.get_by_label("Amount").rect().right() - cell(&table)).abs() <= 1.0);
    table.get_by_label("Amount").click();
    table.run();
    assert!((table.get_by_label("Amount").rect().right() - cell(&table)).abs() <= 1.0, "also with an arrow");
}

#[test]
fn columns_without_room_are_reached_by_scrolling_sideways() {
    let mut table = table(50);
    table.set_size(egui::vec2(160.0, 300.0));
    table.run();
    assert!(table.get_by_label("Amount").rect().left() > 100.0, "not squeezed");
    table.get_by_label("Amount").scroll_to_me();
    table.run();
    assert!(table.get_by_label("Amount").rect().right() <= 160.0);
    let row = table.get_by_label(&name(2)).rect();
    let amount = table.get_all_by_label("10.00").nth(2).unwrap();
    assert!(amount.rect().right() <= row.right(), "the ground of a row carries all of its cells");
    amount.click();
    table.run();
    assert_eq!(table.state().selected, Some(2));
}

#[test]
fn a_table_without_rows_says_nothing() {
    let mut table = table(0);
    table.run();
    assert_eq!((table.state().visible.clone(), table.state().selected), (0..0, None));
}
