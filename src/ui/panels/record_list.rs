//! What the lists of records share: the operations above them, the search, and the table with its keys.

use egui::{Id, Ui};

use crate::app::features::payments::list::Move;
use crate::app::operations::Family;
use crate::app::records::Known;
use crate::app::{Action, State};
use crate::domain::text::visible;
use crate::ui::icons::Icon;
use crate::ui::tokens::space;
use crate::ui::widgets::table::Cell;
use crate::ui::widgets::{Column, Table, TextField, empty_ui};

use super::payments::open_operation_ui;
use super::row_height;

/// Widest search field, in points.
const SEARCH_WIDTH: f32 = 320.0;

/// What the window knows of a list of records.
#[derive(Debug, Default)]
pub struct RecordListDraft {
    /// What is looked for.
    pub search: String,
    /// A key asked for another row.
    moved: Option<Move>,
    /// A key asked for the row that has the keyboard to be opened.
    opens: bool,
    /// This row had the keyboard when the list was drawn last, and what has the keyboard then.
    focused: Option<(usize, Id)>,
}

impl RecordListDraft {
    /// A key asks for another row.
    pub fn go(&mut self, step: Move) {
        self.moved = Some(step);
    }

    /// A key asks for the row with the keyboard to be opened.
    pub fn open(&mut self) {
        self.opens = true;
    }

    /// Whether what has the keyboard is a row: arrows and Enter are the table's.
    pub fn has_keyboard(&self, focused: Option<Id>) -> bool {
        self.focused.is_some_and(|(_, row)| Some(row) == focused)
    }

    /// What is looked for, as it is compared: trimmed and in lower case.
    pub fn wanted(&self) -> String {
        self.search.trim().to_lowercase()
    }

    /// The row that the pressed key leads to, from the one with the keyboard or else the open one.
    fn row_asked_for(&mut self, open: Option<usize>, rows: usize) -> Option<usize> {
        let last = rows.checked_sub(1)?;
        let at = self.focused.map(|(row, _)| row).or(open);
        let row = match (self.moved.take()?, at) {
            (Move::Rows(step), Some(at)) => at.saturating_add_signed(step),
            (Move::Rows(_), None) | (Move::First, _) => 0,
            (Move::To(row), _) => row,
            (Move::Last, _) => last,
        };
        Some(row.min(last))
    }
}

/// The operations of a kind that are open in the profile at work: there may be no record of them yet.
pub fn operations_ui(ui: &mut Ui, state: &State, family: Family, actions: &mut Vec<Action>) {
    let ours = state.operations.open().iter().filter(|operation| operation.profile_id == state.profiles.current);
    for operation in ours.filter(|operation| operation.plan.target.family == family) {
        ui.push_id(operation.id.as_str(), |ui| open_operation_ui(ui, state, operation, actions));
        ui.add_space(space::S);
    }
}

/// The field that looks through the list; `what` is what is listed: `payouts`.
pub fn search_ui(ui: &mut Ui, what: &str, placeholder: &str, draft: &mut RecordListDraft) {
    let width = SEARCH_WIDTH.min(ui.available_width());
    let name = format!("Search {what}");
    let field = TextField::bare(&name, &mut draft.search).placeholder(placeholder);
    field.icon(Icon::Search).clearable().width(width).ui(ui);
}

/// Nothing has what is looked for; whether the search is to be given up. `what` is one of what is listed: `payout`.
pub fn nothing_found_ui(ui: &mut Ui, what: &str, draft: &mut RecordListDraft) -> bool {
    let sentence = format!("No {what} matches the search");
    let cleared = empty_ui(ui, Icon::Search, &sentence, Some(&format!("Show all {what}s")));
    if cleared {
        draft.search.clear();
    }
    cleared
}

/// The table of a list of records.
pub struct RecordTable<'a, C> {
    /// For screen readers: `Payouts table`.
    pub name: &'a str,
    pub columns: &'a [Column<C>],
    /// The id of the record that is open beside the list.
    pub open: Option<&'a str>,
}

impl<C: Copy + PartialEq> RecordTable<'_, C> {
    /// Draws the rows; gives the id of the record that is to be opened. `row_name` is what a screen reader says of a row.
    pub fn ui<'k, R: AsRef<Known>>(
        self,
        ui: &mut Ui,
        state: &State,
        draft: &mut RecordListDraft,
        rows: &'k [R],
        row_name: impl Fn(&R) -> String,
        mut cell: impl FnMut(&mut Cell<'_, C>, &R),
    ) -> Option<&'k str> {
        let id = |row: usize| rows.get(row).map(|known| known.as_ref().record.id.as_str());
        let open = (0..rows.len()).find(|row| id(*row) == self.open);
        let asked_for = draft.row_asked_for(open, rows.len());
        let output = ui
            .push_id(self.columns.len(), |ui| {
                let table = Table::new(self.name, self.columns, rows.len()).row_height(row_height(state));
                let name = |row: usize| rows.get(row).map(&row_name).unwrap_or_default();
                table.selected(open).focus(asked_for).ui(ui, name, |drawn| {
                    if let Some(row) = rows.get(drawn.row) {
                        cell(drawn, row);
                    }
                })
            })
            .inner;
        draft.focused = output.focused.zip(ui.memory(|memory| memory.focused()));
        let opened = std::mem::take(&mut draft.opens).then_some(output.focused).flatten();
        output.clicked.or(output.opened).or(opened).and_then(id)
    }
}

/// The amount a record is about, without its currency; empty where it is not known.
pub fn amount_text(known: &Known) -> String {
    known.amount().map(|amount| amount.amount_text()).unwrap_or_default()
}

/// The currency that goes with [`amount_text`].
pub fn currency_text(known: &Known) -> String {
    known.amount().map(|amount| visible(amount.currency.code(), 12)).unwrap_or_default()
}

/// Who made it; empty where it was not made here.
pub fn maker_text(known: &Known) -> String {
    known.record.made_by.as_ref().map(|maker| visible(&maker.operator, 40)).unwrap_or_default()
}

/// When it was made, shortly, in the zone that is shown.
pub fn made_text(state: &State, known: &Known) -> String {
    state.zone().short(known.record.made_at, state.now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_lead_on_from_the_focused_row_or_else_the_open_one() {
        let to = |focused: Option<usize>, open, step, rows| {
            let focused = focused.map(|row| (row, Id::unique(row)));
            let mut draft = RecordListDraft { focused, ..RecordListDraft::default() };
            draft.go(step);
            draft.row_asked_for(open, rows)
        };
        assert_eq!(to(None, None, Move::Rows(1), 3), Some(0));
        assert_eq!(to(None, Some(0), Move::Rows(1), 3), Some(1));
        assert_eq!(to(Some(1), Some(0), Move::Rows(1), 3), Some(2));
        assert_eq!(to(Some(2), None, Move::Rows(1), 3), Some(2));
        assert_eq!(to(Some(0), None, Move::Rows(-1), 3), Some(0));
        assert_eq!(to(None, None, Move::Last, 3), Some(2));
        assert_eq!(to(None, None, Move::Last, 0), None);
        assert_eq!(RecordListDraft::default().row_asked_for(Some(0), 3), None);
    }
}
