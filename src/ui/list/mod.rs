//! One list: a table of prepared rows with one cursor, moved by the same keys in every list of the window.
//!
//! A click or Enter opens a row; moving does not, unless another one is open beside the list: that follows.
//! The cursor stays on its row when rows come, go or are ordered
//! again, and is given up when other rows are asked for, so that the next key begins at the first of them. What a row
//! says and what opening means is the caller's; the rows are prepared by the core when something arrives.

mod columns;
mod cursor;
mod foot;
mod marks;
mod menu;
mod rows;
mod sums;

use std::ops::Range;
use std::time::Duration;

use egui::{FocusDirection, Id, Key, Modifiers, Popup, Ui};

use paydesk_core::State;
use paydesk_core::settings::Density;
use paydesk_domain::object_ref::ObjectRef;
use paydesk_widgets::table::{MarkChange, RowMarks, RowMenuRequest, TableCell, TableSort, row_widget};
use paydesk_widgets::tokens::size;
use paydesk_widgets::{Table, TableColumn, TableOutput, open_context_menu};

pub use columns::{ColumnFacts, FittedColumns, ListColumn};
pub use cursor::{ListKeys, ListState};
pub use foot::{above_foot_ui, foot_ui};
pub use marks::Marks;
pub use menu::{RowMenu, RowMenuAnswer};
pub use sums::{ListSums, amount_lines, amounts_ui, sums_ui};

use cursor::{CursorPlace, Following, OpenRow};

/// The height of a list's rows, as the person chose it, in points.
pub fn row_height(state: &State) -> f32 {
    match state.settings.density {
        Density::Comfortable => size::ROW,
        Density::Compact => size::ROW_COMPACT,
    }
}

/// The rows of a list.
pub trait ListRows {
    /// What distinguishes a row from the others wherever it is.
    type Key: Clone + PartialEq;

    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn key(&self, row: usize) -> Option<&Self::Key>;

    /// Where a row is. May look at all of them: it is asked only after [`Self::revision`] has changed.
    fn position(&self, key: &Self::Key) -> Option<usize>;

    /// The object of the service that a row is about: its menu has the commands of that.
    fn object(&self, _row: usize) -> Option<ObjectRef> {
        None
    }

    /// Another number whenever rows came, went or moved.
    fn revision(&self) -> u64;

    /// Another number whenever other rows are asked for, by a filter or a search.
    fn questions(&self) -> u64;
}

/// A list to be shown with [`List::ui`].
pub struct List<'a, C> {
    /// For screen readers, unique in its panel: `Payouts table`.
    pub name: &'a str,
    pub columns: &'a [TableColumn<C>],
    /// Titles that are known only while the program runs, in the order of the columns, instead of theirs.
    pub titles: &'a [String],
    /// In points.
    pub row_height: f32,
    /// The order the rows are in, where it can be chosen.
    pub sort: Option<TableSort<C>>,
}

/// What the person asked of the list in this frame.
#[derive(Debug)]
pub struct ListOutput<C> {
    /// This row is to be opened.
    pub opened: Option<usize>,
    /// What is open beside the list is to be closed: other rows were asked for, and it is not among them.
    pub closes: bool,
    pub sort: Option<TableSort<C>>,
    /// Rows are to be marked, or not any more.
    pub marked: Option<MarkChange>,
    /// The rows that were drawn.
    pub visible: Range<usize>,
    /// How wide columns are, once the edge of one was dragged.
    pub widths: Option<Vec<f32>>,
}

impl<C: Copy + PartialEq> List<'_, C> {
    /// Draws the rows that can be seen. `open` is what is open beside the list; `row_name` is what a screen reader says
    /// of a row.
    pub fn ui<R: ListRows, N: AsRef<str>>(
        self,
        ui: &mut Ui,
        rows: &R,
        open: Option<&R::Key>,
        state: &mut ListState<R::Key>,
        row_name: impl Fn(usize) -> N,
        cell: impl FnMut(&mut TableCell<'_, C>),
    ) -> ListOutput<C> {
        self.ui_with_marks(ui, rows, open, (state, None), row_name, cell)
    }

    /// Draws the list with rows that can be selected.
    pub fn ui_with_marks<R: ListRows, N: AsRef<str>>(
        self,
        ui: &mut Ui,
        rows: &R,
        open: Option<&R::Key>,
        (state, marks): (&mut ListState<R::Key>, Option<RowMarks<'_>>),
        row_name: impl Fn(usize) -> N,
        cell: impl FnMut(&mut TableCell<'_, C>),
    ) -> ListOutput<C> {
        let focused = ui.memory(|memory| memory.focused());
        let OpenRow { row: selected, is_new, is_left_behind } = state.follow(rows, open, focused);
        state.uncovered(ui.memory(|memory| memory.top_modal_layer().is_some()), focused);
        let now = ui.input(|input| input.time);
        let focus = state.row_to_focus(rows, focused, self.columns.len(), now);
        if focus.is_some() {
            // The arrow that led here leads nowhere else: into a button of the row, say.
            ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
        }
        let top = state.take_top(rows.len());
        let scroll_to = selected.filter(|_| is_new).or(top);
        let table = Table::new(self.name, self.columns, rows.len()).row_height(self.row_height).titles(self.titles);
        let all_asked = marks.is_some() && asks_for_all(ui, focused);
        let table = table.selected(selected).sort(self.sort).scroll_to(scroll_to).focus(focus).marks(marks);
        let output = table.ui(ui, row_name, cell);
        let with_keyboard = output.focused.or(focus);
        let keyboard = with_keyboard.zip(ui.memory(|memory| memory.focused()));
        let TableOutput { clicked, opened, sort, marked, visible, widths, menu, .. } = output;
        let by_menu = match menu {
            Some(asked) => open_menu(ui, self.name, rows, state, asked),
            None => follow_menu(ui, self.name, rows, state),
        };
        let opened = state.take(rows, keyboard, clicked.or(by_menu), opened, now).or_else(|| follow(ui, state, now));
        if opened.is_some() {
            ui.ctx().request_repaint();
        }
        let marked = marked.or(all_asked.then_some(MarkChange::All));
        ListOutput { opened, closes: is_left_behind && opened.is_none(), sort, marked, visible, widths }
    }
}

/// Whether all rows are to be selected by the key, while nothing has the keyboard: a row that has it takes the key itself.
fn asks_for_all(ui: &Ui, focused: Option<Id>) -> bool {
    let is_covered = ui.memory(|memory| memory.top_modal_layer().is_some()) || Popup::is_any_open(ui.ctx());
    focused.is_none() && !is_covered && ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::A))
}

/// Opens the menu of a row, and no row. `name` is that of the table.
fn open_menu<R: ListRows>(
    ui: &Ui,
    name: &str,
    rows: &R,
    state: &mut ListState<R::Key>,
    RowMenuRequest { row, anchor }: RowMenuRequest,
) -> Option<usize> {
    state.open_menu(CursorPlace::at(rows, row)?);
    let (list, pass) = (ui.scope_id().with(name), ui.ctx().cumulative_pass_nr());
    let (id, widget, object) = (list.with(pass), row_widget(ui, name, row), rows.object(row));
    open_context_menu(ui, id);
    RowMenu { id, object, anchor, widget, is_new: true, list, pass, answer: None }.store(ui.ctx());
    None
}

/// Follows the object whose menu is open: it closes where the object is listed no more. Returns the row to be opened.
fn follow_menu<R: ListRows>(ui: &Ui, name: &str, rows: &R, state: &mut ListState<R::Key>) -> Option<usize> {
    let (ctx, list) = (ui.ctx(), ui.scope_id().with(name));
    let row = state.follow_menu(rows)?;
    let menu = RowMenu::stored(ctx).filter(|menu| menu.list == list);
    let Some((row, menu)) = row.zip(menu.clone()).filter(|(row, menu)| rows.object(*row) == menu.object) else {
        state.leave_menu(false);
        menu.iter().for_each(|_| RowMenu::forget(ctx));
        return None;
    };
    let Some(answer) = menu.answer else {
        let (widget, pass) = (row_widget(ui, name, row), ctx.cumulative_pass_nr());
        RowMenu { widget, pass, is_new: false, ..menu }.store(ctx);
        return None;
    };
    RowMenu::forget(ctx);
    state.leave_menu(answer != RowMenuAnswer::Closed);
    (answer == RowMenuAnswer::Opens).then_some(row)
}

/// The row to open because the cursor rests on it, beside another one that is open.
fn follow<K: Clone + PartialEq>(ui: &Ui, state: &mut ListState<K>, now: f64) -> Option<usize> {
    match state.following(ui.memory(|memory| memory.focused()), now) {
        Following::Stays => None,
        Following::Waits(seconds) => {
            ui.ctx().request_repaint_after(Duration::from_secs_f64(seconds));
            None
        }
        Following::Opens(row) => Some(row),
    }
}
