//! How one reading of one file is understood: its sheet, its header, the role of each column, and what a person left out or
//! took in. Another reading begins with another interpretation.

use std::collections::BTreeMap;

use crate::features::bulk::kind::BulkKind;
use crate::features::bulk::text;
use paydesk_domain::money::DecimalMark;
use paydesk_domain::sheet::{FileReading, FileSheet, LineDamage, NumberFormat, SheetCell, SheetLine};

use super::columns::{self, ColumnRole, UnitPlace};
use super::units;
use super::unread::{UnreadPart, unread_name, unread_parts};
use super::words;

/// The columns of which a run uses what they say.
const USED: [ColumnRole; 4] = [ColumnRole::Id, ColumnRole::Amount, ColumnRole::Currency, ColumnRole::Reason];

/// What a person decided of a line that would otherwise stop the import, or be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineChoice {
    /// It is hidden, or repeats what was done before, and is imported all the same.
    Import,
    /// It is damaged, and is not imported.
    LeaveOut,
}

/// What a person changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportChange {
    Kind(BulkKind),
    /// Another sheet, by its place.
    Sheet(usize),
    /// Another header, by its place among the lines; `None`: the columns have no titles.
    Header(Option<usize>),
    Role(usize, ColumnRole),
    /// All that remains of each object. Refused while a column may hold amounts.
    InFull(bool),
    /// This operation is meant, whatever the words of the sheet say.
    Meant,
    /// What is not read of the sheet changes nothing.
    RestChangesNothing,
    Mark(DecimalMark),
    /// Of a line, by its number; `None` takes the choice back.
    Line(u32, Option<LineChoice>),
    /// Every line that may add up others, or be in cents, is imported.
    ImportDoubtful,
    /// No line is imported any more because a person said so.
    LeaveOutAgain,
}

/// What is missing before a file can be planned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportGap {
    NoLines,
    NoId,
    /// No column is chosen for the amounts; these may hold some.
    NoAmounts(Vec<usize>),
    /// The column of the amounts says that it holds cents, thousands or shares.
    OtherUnit(usize),
    /// A column without a role says so of the amounts, with this word.
    UnitColumn(usize, String),
    /// A line above the header or below the last amount says so.
    UnitLine(u32, String),
    /// The name of the sheet says so.
    UnitSheet(String),
    /// The name of the file says so.
    UnitFile(String),
    /// A line above the header says that another operation is meant, or that it is done already.
    OtherOperationLine(u32, String),
    /// The name of the sheet says so.
    OtherOperationSheet(String),
    /// The name of the file says so.
    OtherOperationFile(String),
    /// No column is chosen for the currencies; this one seems to hold some.
    NoCurrencies(usize),
    /// Lines that are damaged and not left out, by their numbers.
    Damaged(Vec<u32>),
    /// What is not read, until a person says that it changes nothing.
    Unread(Vec<UnreadPart>),
    NothingLeft,
}

/// How one reading of a file is interpreted: sheet, header line, role of each column, choices of the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interpretation {
    kind: BulkKind,
    sheet: usize,
    header: Option<usize>,
    roles: Vec<ColumnRole>,
    is_in_full: bool,
    /// A person said that this operation is meant, whatever the words of the sheet say.
    is_meant: bool,
    /// A person said that what is not read changes nothing.
    has_seen_rest: bool,
    mark: DecimalMark,
    choices: BTreeMap<u32, LineChoice>,
}

impl Interpretation {
    /// The sheet that the workbook opens with, else the first that is shown, read as its titles say.
    pub(super) fn new(reading: &FileReading, kind: BulkKind) -> Self {
        let filled = |sheet: &&FileSheet| !sheet.lines.is_empty();
        let rank = |sheet: &FileSheet| (sheet.is_hidden, !sheet.is_active);
        let sheets = reading.sheets.iter().enumerate().filter(|(_, sheet)| filled(sheet));
        let best = sheets.min_by_key(|(_, sheet)| rank(sheet));
        Self::of_sheet(reading, kind, best.map_or(0, |(place, _)| place))
    }

    fn of_sheet(reading: &FileReading, kind: BulkKind, place: usize) -> Self {
        let sheet = reading.sheets.get(place);
        let header = sheet.and_then(|sheet| columns::find_header(sheet, kind));
        Self::of_header(reading, kind, place, header)
    }

    fn of_header(reading: &FileReading, kind: BulkKind, place: usize, header: Option<usize>) -> Self {
        let sheet = reading.sheets.get(place);
        Self {
            kind,
            sheet: place,
            header,
            roles: sheet.map(|sheet| columns::guess(sheet, header, kind)).unwrap_or_default(),
            is_in_full: false,
            is_meant: false,
            has_seen_rest: false,
            mark: DecimalMark::Any,
            choices: BTreeMap::new(),
        }
    }

    pub fn kind(&self) -> BulkKind {
        self.kind
    }

    /// The place of the sheet that is read.
    pub fn sheet(&self) -> usize {
        self.sheet
    }

    /// The place of the header among the lines.
    pub fn header(&self) -> Option<usize> {
        self.header
    }

    pub fn role(&self, column: usize) -> ColumnRole {
        self.roles.get(column).copied().unwrap_or(ColumnRole::Undecided)
    }

    pub fn mark(&self) -> DecimalMark {
        self.mark
    }

    pub fn choice(&self, line: u32) -> Option<LineChoice> {
        self.choices.get(&line).copied()
    }

    /// How many lines are imported because a person said so.
    pub fn added(&self) -> usize {
        self.choices.values().filter(|choice| **choice == LineChoice::Import).count()
    }

    /// What a column is called: by its title, or by its number.
    pub fn column_name(&self, sheet: &FileSheet, column: usize) -> String {
        let header = self.header.and_then(|place| sheet.lines.get(place));
        let title = |column: usize| header.map(|line| line.cell(column).meant()).unwrap_or_default();
        let own = title(column);
        let is_shared = || (0..sheet.width()).any(|other| other != column && title(other) == own);
        match () {
            () if own.is_empty() => text::column(column + 1),
            () if is_shared() => text::column_of_several(&own, column + 1),
            () => own.into_owned(),
        }
    }

    /// The column with this role.
    pub fn column_of(&self, role: ColumnRole) -> Option<usize> {
        self.roles.iter().position(|known| *known == role)
    }

    /// Whether all that remains of each is asked for: a person chose it, or nothing moves that a file could name.
    pub fn is_in_full(&self, sheet: &FileSheet) -> bool {
        let is_chosen = self.is_in_full && self.columns_like_amounts(sheet).is_empty();
        self.column_of(ColumnRole::Amount).is_none() && (is_chosen || !self.kind.moves_money())
    }

    /// The columns that may hold amounts and that nobody decided on: those that look so, or else those with any numbers. One
    /// that a person set aside counts where it certainly holds some.
    pub fn columns_like_amounts(&self, sheet: &FileSheet) -> Vec<usize> {
        let open = |may: fn(&FileSheet, Option<usize>, usize) -> bool| -> Vec<usize> {
            columns::open_columns(&self.roles).filter(|column| may(sheet, self.header, *column)).collect()
        };
        let mut like = open(columns::may_hold_amounts);
        like.extend(self.ignored_amounts(sheet));
        like.sort_unstable();
        if like.is_empty() { open(columns::may_hide_amounts) } else { like }
    }

    /// The columns of amounts that a person set aside.
    pub fn ignored_amounts<'a>(&'a self, sheet: &'a FileSheet) -> impl Iterator<Item = usize> + 'a {
        let ignored = self.roles.iter().enumerate().filter(|(_, role)| **role == ColumnRole::Ignored);
        ignored.map(|(column, _)| column).filter(|column| columns::holds_amounts(sheet, self.header, *column))
    }

    pub(super) fn change(&mut self, reading: &FileReading, change: ImportChange) {
        match change {
            ImportChange::Kind(kind) => *self = Self::of_header(reading, kind, self.sheet, self.header),
            ImportChange::Sheet(sheet) => *self = Self::of_sheet(reading, self.kind, sheet),
            ImportChange::Header(header) => *self = Self::of_header(reading, self.kind, self.sheet, header),
            ImportChange::Role(column, role) => {
                let was = self.roles.get(column).copied();
                self.set_role(column, role);
                if role == ColumnRole::Amount || was == Some(ColumnRole::Amount) {
                    self.leave_out_again();
                }
            }
            ImportChange::InFull(is_in_full) => self.is_in_full = is_in_full,
            ImportChange::Meant => self.is_meant = true,
            ImportChange::RestChangesNothing => self.has_seen_rest = true,
            ImportChange::Mark(mark) => {
                self.mark = mark;
                self.leave_out_again();
            }
            ImportChange::Line(line, Some(choice)) => drop(self.choices.insert(line, choice)),
            ImportChange::Line(line, None) => drop(self.choices.remove(&line)),
            // Which these are is known where the lines are.
            ImportChange::ImportDoubtful => {}
            ImportChange::LeaveOutAgain => self.leave_out_again(),
        }
        let sheet = reading.sheets.get(self.sheet);
        self.is_in_full &= sheet.is_some_and(|sheet| self.is_in_full(sheet));
    }

    /// No line is imported any more because a person said so: of another amount it was not said.
    fn leave_out_again(&mut self) {
        self.choices.retain(|_, choice| *choice != LineChoice::Import);
    }

    /// One column alone has each role that is used.
    fn set_role(&mut self, column: usize, role: ColumnRole) {
        self.has_seen_rest &= role == ColumnRole::Ignored;
        if !matches!(role, ColumnRole::Ignored | ColumnRole::Undecided) {
            self.roles.iter_mut().filter(|known| **known == role).for_each(|known| *known = ColumnRole::Undecided);
        }
        self.roles.get_mut(column).into_iter().for_each(|known| *known = role);
    }

    /// What is missing, the first that a person has to see to.
    pub(super) fn gap(&self, sheet: &FileSheet, reading: &FileReading) -> Option<ImportGap> {
        let file = reading.file.name.as_str();
        let file = file.rsplit_once('.').map_or(file, |(name, _)| name);
        let data = columns::data(sheet, self.header);
        if data.is_empty() {
            return Some(ImportGap::NoLines);
        }
        if self.column_of(ColumnRole::Id).is_none() {
            return Some(ImportGap::NoId);
        }
        let amount = self.column_of(ColumnRole::Amount);
        if let Some(column) = amount.filter(|column| units::title_names_unit(&self.column_name(sheet, *column))) {
            return Some(ImportGap::OtherUnit(column));
        }
        if amount.is_none() && !self.is_in_full(sheet) {
            return Some(ImportGap::NoAmounts(self.columns_like_amounts(sheet)));
        }
        if self.column_of(ColumnRole::Currency).is_none() {
            let like = |column: &usize| columns::may_hold_currencies(sheet, self.header, *column);
            if let Some(column) = columns::open_columns(&self.roles).find(like) {
                return Some(ImportGap::NoCurrencies(column));
            }
        }
        if let Some(gap) = amount.and_then(|_| self.unit_gap(sheet, file)) {
            return Some(gap);
        }
        if let Some(gap) = self.operation_gap(sheet, file).filter(|_| !self.is_meant) {
            return Some(gap);
        }
        let expected = self.expected_cells(sheet);
        let is_open = |line: &&SheetLine| self.choice(line.number) != Some(LineChoice::LeaveOut);
        let damaged = data.iter().filter(|line| self.damage(sheet, line, expected).is_some()).filter(is_open);
        let numbers: Vec<u32> = damaged.map(|line| line.number).collect();
        if !numbers.is_empty() {
            return Some(ImportGap::Damaged(numbers));
        }
        let mut unread = unread_parts(sheet, self.header, &self.roles, (self.kind, self.is_meant));
        let has_currencies = self.column_of(ColumnRole::Currency).is_some();
        unread.extend(unread_name(file, has_currencies, (self.kind, self.is_meant)));
        unread.extend(self.other_sheets(reading));
        (!unread.is_empty() && !self.has_seen_rest).then_some(ImportGap::Unread(unread))
    }

    /// The other sheets that the workbook shows and in which something stands.
    fn other_sheets<'a>(&self, reading: &'a FileReading) -> impl Iterator<Item = UnreadPart> + 'a {
        let own = self.sheet;
        let others = reading.sheets.iter().enumerate().filter(move |(place, sheet)| {
            *place != own && !sheet.is_hidden && sheet.lines.iter().any(|line| !columns::line_text(line).is_empty())
        });
        others.filter_map(|(_, sheet)| sheet.name.clone().map(UnreadPart::Sheet))
    }

    /// What says outside the title of the amounts that they are cents, thousands or shares.
    fn unit_gap(&self, sheet: &FileSheet, file: &str) -> Option<ImportGap> {
        let mut notes = self.lines_above(sheet).iter().chain(columns::notes_below(sheet, self.header));
        let line = notes.find(|line| columns::line_names_unit(line));
        let cell = || columns::unit_cell(sheet, self.header, &self.roles);
        let name = || sheet.name.clone().filter(|name| units::name_mentions_unit(name));
        line.map(|line| ImportGap::UnitLine(line.number, columns::line_text(line)))
            .or_else(|| {
                cell().map(|(place, word)| match place {
                    UnitPlace::Column(column) => ImportGap::UnitColumn(column, word),
                    UnitPlace::Line(number) => ImportGap::UnitLine(number, word),
                })
            })
            .or_else(|| name().map(ImportGap::UnitSheet))
            .or_else(|| units::name_mentions_unit(file).then(|| ImportGap::UnitFile(file.to_owned())))
    }

    /// What says above the columns that another operation is meant, or that it is done already.
    fn operation_gap(&self, sheet: &FileSheet, file: &str) -> Option<ImportGap> {
        let mut texts = self.lines_above(sheet).iter().map(|line| (line.number, columns::line_text(line)));
        let line = texts.find(|(_, text)| words::title_denies(text, self.kind));
        let name = || sheet.name.clone().filter(|name| words::title_denies(name, self.kind));
        line.map(|(number, text)| ImportGap::OtherOperationLine(number, text))
            .or_else(|| name().map(ImportGap::OtherOperationSheet))
            .or_else(|| words::title_denies(file, self.kind).then(|| ImportGap::OtherOperationFile(file.to_owned())))
    }

    fn lines_above<'a>(&self, sheet: &'a FileSheet) -> &'a [SheetLine] {
        sheet.lines.get(..self.header.unwrap_or(0)).unwrap_or_default()
    }

    /// Why a line cannot be trusted, as it is understood.
    pub(super) fn damage(&self, sheet: &FileSheet, line: &SheetLine, expected: usize) -> Option<LineDamage> {
        let cells = line.cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1);
        // In a workbook each cell has its own column.
        let too_many =
            (sheet.name.is_none() && cells > expected).then_some(LineDamage::TooManyCells { cells, expected });
        let unread = || USED.into_iter().find_map(|role| self.unread_cell(sheet, line, role));
        line.damage.clone().or(too_many).or_else(unread)
    }

    /// Why the cell of a line that has this role does not say what was meant.
    fn unread_cell(&self, sheet: &FileSheet, line: &SheetLine, role: ColumnRole) -> Option<LineDamage> {
        let place = self.column_of(role)?;
        let column = || self.column_name(sheet, place);
        match line.cell(place) {
            cell if role == ColumnRole::Id && cell.has_lost_digits() => Some(LineDamage::LongId),
            SheetCell::Formatted { .. } | SheetCell::Rewritten(_) | SheetCell::Date(_) if role == ColumnRole::Id => {
                Some(LineDamage::OtherId { column: column() })
            }
            cell @ SheetCell::Formatted { format: NumberFormat::Rounded { shown }, .. } => {
                let held = cell.meant().into_owned();
                Some(LineDamage::Rounded { column: column(), shown: shown.clone(), held })
            }
            // Without a currency the line is left out.
            SheetCell::Error(error) if role != ColumnRole::Currency => {
                Some(LineDamage::ErrorCell { column: column(), error: error.clone() })
            }
            SheetCell::Doubtful { why, .. } => Some(LineDamage::ErrorCell { column: column(), error: why.clone() }),
            SheetCell::PartlyStruck(_) => Some(LineDamage::PartlyStruck { column: column() }),
            SheetCell::Empty
            | SheetCell::Text(_)
            | SheetCell::Number(_)
            | SheetCell::Formatted { .. }
            | SheetCell::Rewritten(_)
            | SheetCell::Date(_)
            | SheetCell::Flag(_)
            | SheetCell::Error(_) => None,
        }
    }

    /// How many cells a line has: as many as the header, or else as most lines.
    pub(super) fn expected_cells(&self, sheet: &FileSheet) -> usize {
        if let Some(header) = self.header.and_then(|place| sheet.lines.get(place)) {
            return header.cells.len();
        }
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for line in sheet.lines.iter().filter(|line| line.damage.is_none()) {
            *counts.entry(line.cells.len()).or_default() += 1;
        }
        counts.into_iter().max_by_key(|(cells, lines)| (*lines, *cells)).map_or(usize::MAX, |(cells, _)| cells)
    }
}
