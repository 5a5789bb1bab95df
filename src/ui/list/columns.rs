//! Which columns a list has, and how wide they are: all that there is room for. Nothing is cut before columns are left
//! out, those first of which all rows say the same.

use paydesk_widgets::TableColumn;
use paydesk_widgets::table::{ColumnAlign, ColumnWidth};
use paydesk_widgets::tokens::space;

use super::ListRows;

/// How wide a character of an id is, in points: IBM Plex Mono at 13.
const MONO_GLYPH: f32 = 7.8;
/// How wide a character of a name or an e-mail address is on average, in points: IBM Plex Sans at 14.
const TEXT_GLYPH: f32 = 7.6;
/// How wide a digit is, in points: IBM Plex Sans at 14.
const DIGIT: f32 = 8.4;
/// Ids of one service are about as long: those of the first rows stand for all of a long list.
const ROWS_MEASURED: usize = 500;

/// How wide a column is, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ColumnRoom {
    /// Once no other column can be left out.
    pub least: f32,
    /// With which nothing is cut, as a rule.
    pub whole: f32,
    /// Where there is room left.
    pub most: f32,
}

/// When a column is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ColumnRank {
    Never,
    /// Only where all rows say the same.
    WhereSame,
    /// The higher, the earlier.
    Rank(u8),
}

/// A column that a list may have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ListColumn<C> {
    pub id: C,
    title: &'static str,
    /// What a screen reader calls it where it has no title.
    name: &'static str,
    room: ColumnRoom,
    rank: ColumnRank,
    align: ColumnAlign,
    sortable: bool,
    /// Only where a row has a value.
    where_filled: bool,
    /// How wide a character is, in points, where the longest text says how wide the column is with nothing cut; else 0.
    glyph: f32,
    measure: ColumnMeasure,
}

/// What the longest text of a column is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ColumnMeasure {
    /// Other columns are left out before it is cut.
    Needed,
    /// It is first to get what others leave or can spare; none is left out for it.
    FilledFirst,
    /// What it does not need goes to columns that are filled first.
    Spares,
}

impl<C> ListColumn<C> {
    /// A column to sort by that is never left out.
    pub const fn new(id: C, title: &'static str, [least, whole, most]: [f32; 3]) -> Self {
        let room = ColumnRoom { least, whole, most };
        let (align, rank) = (ColumnAlign::Left, ColumnRank::Never);
        Self {
            id,
            title,
            name: "",
            room,
            rank,
            align,
            sortable: true,
            where_filled: false,
            glyph: 0.0,
            measure: ColumnMeasure::Needed,
        }
    }

    /// Always as wide.
    pub const fn exact(id: C, title: &'static str, width: f32) -> Self {
        Self::new(id, title, [width, width, width])
    }

    /// Has no title to be seen, and this name for screen readers.
    pub const fn named(mut self, name: &'static str) -> Self {
        self.name = name;
        self
    }

    /// It is left out where there is no room: the higher, the earlier.
    pub const fn rank(mut self, rank: u8) -> Self {
        self.rank = ColumnRank::Rank(rank);
        self
    }

    /// It is left out where there is no room and all rows say the same.
    pub const fn where_same(mut self) -> Self {
        self.rank = ColumnRank::WhereSame;
        self
    }

    /// It is there only where a row has a value.
    pub const fn where_filled(mut self) -> Self {
        self.where_filled = true;
        self
    }

    /// Its texts are ids: it is as wide as the longest before other columns get more, up to its most.
    pub const fn mono(mut self) -> Self {
        self.glyph = MONO_GLYPH;
        self
    }

    /// Its texts are names: it is as wide as the longest before other columns get more, up to its most.
    pub const fn measured(mut self) -> Self {
        self.glyph = TEXT_GLYPH;
        self
    }

    /// It is first to get the room that others leave or can spare, until its longest text is whole.
    pub const fn filled_first(mut self) -> Self {
        self.glyph = TEXT_GLYPH;
        self.measure = ColumnMeasure::FilledFirst;
        self
    }

    /// Its texts are numbers: what its longest leaves goes to columns that are filled first.
    pub const fn spares(mut self) -> Self {
        self.glyph = DIGIT;
        self.measure = ColumnMeasure::Spares;
        self
    }

    pub const fn right(mut self) -> Self {
        self.align = ColumnAlign::Right;
        self
    }

    /// Its title, or what a screen reader calls it.
    pub fn name(&self) -> &'static str {
        if self.title.is_empty() { self.name } else { self.title }
    }

    /// The column with an edge to drag, as wide as a person drew it before.
    pub fn resizable(self, width: Option<f32>) -> TableColumn<C> {
        let ColumnRoom { least, whole, .. } = self.room;
        let initial = width.unwrap_or(whole).max(least);
        self.drawn(ColumnWidth::Resizable { initial, min: least })
    }

    fn drawn(self, width: ColumnWidth) -> TableColumn<C> {
        let drawn = TableColumn::new(self.id, self.title, width);
        TableColumn { align: self.align, sortable: self.sortable, name: self.name, ..drawn }
    }

    pub const fn unsorted(mut self) -> Self {
        self.sortable = false;
        self
    }
}

/// What the rows say in a column.
#[derive(Debug, Clone, PartialEq, Eq)]
enum ColumnValues {
    Differ,
    Same(String),
}

/// What the rows of a list say in each column, looked at once for each change of the rows.
#[derive(Debug)]
pub struct ColumnFacts<C> {
    revision: Option<u64>,
    columns: Vec<ColumnFact<C>>,
}

#[derive(Debug)]
struct ColumnFact<C> {
    id: C,
    values: ColumnValues,
    /// Characters of the longest text.
    longest: usize,
}

impl<C> Default for ColumnFacts<C> {
    fn default() -> Self {
        Self { revision: None, columns: Vec::new() }
    }
}

/// The columns of a list as they are drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedColumns<C> {
    pub columns: Vec<TableColumn<C>>,
    /// In the same order.
    pub titles: Vec<String>,
}

impl<C: Copy + PartialEq> FittedColumns<C> {
    pub fn has(&self, id: C) -> bool {
        self.width(id).is_some()
    }

    /// How wide a column is; `None` where it is left out.
    pub fn width(&self, id: C) -> Option<f32> {
        let column = self.columns.iter().find(|column| column.id == id)?;
        match column.width {
            ColumnWidth::Exact(width) => Some(width),
            ColumnWidth::Resizable { .. } | ColumnWidth::Remainder { .. } => None,
        }
    }

    /// Gives a column another title.
    pub fn retitle(&mut self, id: C, title: impl FnOnce(&str) -> String) {
        let place = self.columns.iter().position(|column| column.id == id);
        if let Some(text) = place.and_then(|place| self.titles.get_mut(place)) {
            *text = title(text);
        }
    }
}

impl<C: Copy + PartialEq> ColumnFacts<C> {
    /// Looks at the rows again, if they have changed. `text` is what a row says in a column.
    pub fn follow<R: ListRows>(&mut self, rows: &R, columns: &[ListColumn<C>], text: impl Fn(usize, C) -> String) {
        if self.revision == Some(rows.revision()) {
            return;
        }
        self.revision = Some(rows.revision());
        let fact = |column: &ListColumn<C>| {
            let first = if rows.is_empty() { String::new() } else { text(0, column.id) };
            let same = (1..rows.len()).all(|row| text(row, column.id) == first);
            let values = if same { ColumnValues::Same(first) } else { ColumnValues::Differ };
            let is_measured = column.glyph > 0.0;
            let measured = 0..if is_measured { rows.len().min(ROWS_MEASURED) } else { 0 };
            let longest = measured.map(|row| text(row, column.id).chars().count()).max().unwrap_or(0);
            ColumnFact { id: column.id, values, longest }
        };
        self.columns = columns.iter().map(fact).collect();
    }

    /// What all rows say in a column; `None` where they differ.
    pub fn same(&self, id: C) -> Option<&str> {
        match &self.fact(id)?.values {
            ColumnValues::Same(value) => Some(value),
            ColumnValues::Differ => None,
        }
    }

    fn fact(&self, id: C) -> Option<&ColumnFact<C>> {
        self.columns.iter().find(|fact| fact.id == id)
    }

    /// How wide the longest text of a column is, in points, between its least and its most.
    fn measured(&self, column: &ListColumn<C>) -> f32 {
        let longest = self.fact(column.id).map_or(0, |fact| fact.longest) as f32 * column.glyph;
        longest.ceil().clamp(column.room.least, column.room.most)
    }

    /// The column with the room that its texts ask for.
    fn with_measure(&self, column: &ListColumn<C>) -> ListColumn<C> {
        let ColumnRoom { least, whole, most } = column.room;
        let is_needed = column.measure == ColumnMeasure::Needed && column.glyph > 0.0;
        let whole = if is_needed { whole.max(self.measured(column)) } else { whole };
        ListColumn { room: ColumnRoom { least, whole, most }, ..*column }
    }

    /// Gives the columns that are filled first what is left of `width`, and what others can spare.
    fn fill_first(&self, shown: &mut [ListColumn<C>], width: f32) {
        let is = |column: &ListColumn<C>, measure| column.glyph > 0.0 && column.measure == measure;
        let spared = |column: &ListColumn<C>| match is(column, ColumnMeasure::Spares) && self.fact(column.id).is_some()
        {
            true => (column.room.whole - self.measured(column)).max(0.0),
            false => 0.0,
        };
        let missing = |column: &ListColumn<C>| match is(column, ColumnMeasure::FilledFirst) {
            true => (self.measured(column) - column.room.whole).max(0.0),
            false => 0.0,
        };
        let left = (width - needed(shown, |room| room.whole)).max(0.0);
        let (wanted, spare): (f32, f32) = (shown.iter().map(missing).sum(), shown.iter().map(spared).sum());
        if wanted <= 0.0 {
            return;
        }
        let given = wanted.min(left + spare);
        let taken = if spare > 0.0 { (given - left).max(0.0) / spare } else { 0.0 };
        for column in shown {
            column.room.whole += missing(column) * given / wanted - spared(column) * taken;
        }
    }

    /// The columns that a list of this width has.
    pub fn fit(&self, columns: &[ListColumn<C>], width: f32) -> FittedColumns<C> {
        let filled = |column: &&ListColumn<C>| !column.where_filled || self.same(column.id) != Some("");
        let mut shown: Vec<ListColumn<C>> =
            columns.iter().filter(filled).map(|column| self.with_measure(column)).collect();
        while needed(&shown, |room| room.whole) > width {
            let Some(place) = self.first_to_leave(&shown) else { break };
            shown.remove(place);
        }
        self.fill_first(&mut shown, width);
        let widths = widths(&shown, width);
        let column = |(column, width): (&ListColumn<C>, f32)| column.drawn(ColumnWidth::Exact(width));
        let titles = shown.iter().map(|column| column.title.to_owned()).collect();
        FittedColumns { columns: shown.iter().zip(widths).map(column).collect(), titles }
    }

    fn first_to_leave(&self, shown: &[ListColumn<C>]) -> Option<usize> {
        let order = |column: &ListColumn<C>| {
            let same = self.same(column.id).is_some();
            match column.rank {
                ColumnRank::Never => None,
                ColumnRank::WhereSame => same.then_some((true, column.rank)),
                ColumnRank::Rank(_) => Some((same, column.rank)),
            }
        };
        let ranked = shown.iter().enumerate().filter_map(|(place, column)| Some((order(column)?, place)));
        ranked.max().map(|(_, place)| place)
    }
}

fn needed<C>(shown: &[ListColumn<C>], of: impl Fn(&ColumnRoom) -> f32) -> f32 {
    let gaps = space::M * shown.len().saturating_sub(1) as f32;
    shown.iter().map(|column| of(&column.room)).sum::<f32>() + gaps
}

/// The columns share what is left, or what is missing, by how far each may go.
fn widths<C>(shown: &[ListColumn<C>], width: f32) -> Vec<f32> {
    let left = width - needed(shown, |room| room.whole);
    let reach = |room: &ColumnRoom| if left < 0.0 { room.whole - room.least } else { room.most - room.whole };
    let all: f32 = shown.iter().map(|column| reach(&column.room)).sum();
    let share = if all > 0.0 { (left / all).clamp(-1.0, 1.0) } else { 0.0 };
    shown.iter().map(|column| (column.room.whole + share * reach(&column.room)).floor()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    enum Column {
        Id,
        Amount,
        Currency,
        Deadline,
        Profile,
        Note,
    }

    const COLUMNS: [ListColumn<Column>; 6] = [
        ListColumn::new(Column::Id, "Id", [50.0, 100.0, 200.0]),
        ListColumn::exact(Column::Amount, "Amount", 100.0).right(),
        ListColumn::exact(Column::Currency, "", 40.0).where_same(),
        ListColumn::exact(Column::Deadline, "Deadline", 100.0),
        ListColumn::exact(Column::Profile, "Profile", 100.0).rank(1),
        ListColumn::new(Column::Note, "Note", [100.0, 100.0, 300.0]).rank(2),
    ];

    fn facts(facts: &[(Column, &str)]) -> ColumnFacts<Column> {
        let same = |(id, value): &(Column, &str)| {
            let longest = value.chars().count();
            ColumnFact { id: *id, values: ColumnValues::Same((*value).to_owned()), longest }
        };
        ColumnFacts { revision: Some(1), columns: facts.iter().map(same).collect() }
    }

    fn fitted(same: &[(Column, &str)], width: f32) -> Vec<(Column, f32)> {
        let fitted = facts(same).fit(&COLUMNS, width);
        fitted.columns.iter().map(|column| (column.id, fitted.width(column.id).unwrap())).collect()
    }

    fn ids(same: &[(Column, &str)], width: f32) -> Vec<Column> {
        fitted(same, width).into_iter().map(|(id, _)| id).collect()
    }

    #[test]
    fn a_column_that_says_the_same_in_all_rows_is_left_out_first_and_the_deadline_never() {
        use Column::{Amount, Currency, Deadline, Id, Note, Profile};
        assert_eq!(ids(&[], 600.0), [Id, Amount, Currency, Deadline, Profile, Note], "there is room");
        assert_eq!(ids(&[(Currency, "EUR")], 600.0).len(), 6);
        assert_eq!(ids(&[], 599.0), [Id, Amount, Currency, Deadline, Profile], "by rank");
        assert_eq!(ids(&[(Profile, "Shop")], 599.0), [Id, Amount, Currency, Deadline, Note], "the same in all first");
        assert_eq!(ids(&[(Currency, "EUR")], 599.0), [Id, Amount, Deadline, Profile, Note]);
        assert_eq!(ids(&[(Deadline, "Today")], 200.0), [Id, Amount, Currency, Deadline]);
        assert_eq!(ids(&[(Currency, "EUR")], 200.0), [Id, Amount, Deadline]);
    }

    #[test]
    fn nothing_is_cut_while_a_column_can_be_left_out_and_room_that_is_left_is_used() {
        let width = |same: &[(Column, &str)], room, id| {
            fitted(same, room).into_iter().find(|(column, _)| *column == id).map(|(_, width)| width)
        };
        assert_eq!(width(&[], 376.0, Column::Id), Some(100.0));
        assert_eq!(width(&[], 351.0, Column::Id), Some(75.0), "only then is an id cut");
        assert_eq!(width(&[], 100.0, Column::Id), Some(50.0));
        assert_eq!(width(&[], 1_000.0, Column::Id), Some(200.0));
        assert_eq!(width(&[], 750.0, Column::Note), Some(200.0), "each by how far it may go");
        assert_eq!(width(&[], 5_000.0, Column::Amount), Some(100.0));
    }

    #[test]
    fn long_ids_have_the_room_they_need_before_other_columns_grow_or_stay() {
        use Column::{Deadline, Id, Note};
        let columns = [
            ListColumn::new(Id, "Id", [50.0, 100.0, 200.0]).mono(),
            ListColumn::exact(Deadline, "Deadline", 100.0),
            ListColumn::new(Note, "Note", [80.0, 100.0, 900.0]).rank(1),
        ];
        let fitted = |id: &str, width: f32| {
            let fitted = facts(&[(Id, id)]).fit(&columns, width);
            [Id, Deadline, Note].map(|column| fitted.width(column))
        };
        let long = "dp_0123456789abcdefghi";
        assert_eq!(fitted("dp_1", 324.0), [Some(100.0), Some(100.0), Some(100.0)]);
        assert_eq!(fitted(long, 396.0), [Some(172.0), Some(100.0), Some(100.0)]);
        assert_eq!(fitted(long, 395.0)[2], None, "a column is left out before an id is cut");
        assert_eq!(fitted(&long.repeat(9), 424.0)[0], Some(200.0), "what a stranger wrote takes no more");
    }

    #[test]
    fn a_column_that_is_empty_in_all_rows_is_there_only_where_it_always_is() {
        let optional = [COLUMNS[0], ListColumn::exact(Column::Note, "Note", 100.0).where_filled()];
        let count = |value| facts(&[(Column::Note, value)]).fit(&optional, 900.0).columns.len();
        assert_eq!((count(""), count("a")), (1, 2));
    }

    #[test]
    fn names_get_what_others_leave_and_can_spare_and_leave_no_column_out() {
        use Column::{Amount, Id, Note};
        let columns = [
            ListColumn::new(Id, "Customer", [90.0, 150.0, 300.0]).filled_first(),
            ListColumn::new(Amount, "Amount", [62.0, 96.0, 104.0]).right().spares(),
            ListColumn::new(Note, "Note", [100.0, 124.0, 260.0]).rank(1),
        ];
        let fitted = |name: &str, width: f32| {
            let fitted = facts(&[(Id, name), (Amount, "91.15")]).fit(&columns, width);
            [Id, Amount, Note].map(|column| fitted.width(column).unwrap())
        };
        let email = "marta.ek@post.example.org";
        assert_eq!(fitted("Marta Ek", 394.0), [150.0, 96.0, 124.0]);
        assert_eq!(fitted(email, 394.0), [184.0, 62.0, 124.0], "digits that nobody has are spared");
        assert_eq!(fitted(email, 424.0)[0], 190.0, "whole");
        assert!(fitted(email, 600.0)[0] > 190.0, "then all share what is left");
        assert_eq!(fitted(&email.repeat(3), 394.0)[2], 124.0, "a column stays beside a name that is cut");
    }
}
