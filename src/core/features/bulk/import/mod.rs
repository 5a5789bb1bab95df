//! A file of ids and amounts: one reading of it, how that is understood, and what it would become.
//!
//! What a person chose belongs to the reading it was chosen for. A file that is read again, or changed, begins anew.

mod amounts;
mod columns;
mod interpretation;
mod lines;
mod named_currency;
mod title_words;
mod titles;
mod totals;
mod understood;
mod units;
mod unread;
mod words;

use chrono::{DateTime, Utc};

use crate::context::WorkspaceView;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::sheet::{FileReading, FileSheet, SheetLine};

use super::kind::BulkKind;
use super::known::KnownTargets;
use super::wanted::WantedItem;

use lines::LineReader;

pub use columns::ColumnRole;
pub use interpretation::{ImportChange, ImportGap, Interpretation, LineChoice};
pub use lines::MixedMarks;
pub use understood::{ImportSums, LineFate, Understood, UnderstoodLine};
pub use unread::UnreadPart;

/// One reading of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReadingId(u64);

impl ReadingId {
    pub(super) fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// One reading of a file, its interpretation, and the plan it would become.
#[derive(Debug, Clone, PartialEq)]
pub struct Import {
    id: ReadingId,
    reading: FileReading,
    read_at: DateTime<Utc>,
    /// The file had other content when it was first read.
    has_changed: bool,
    interpretation: Interpretation,
    understood: Understood,
    gap: Option<ImportGap>,
    mixed_marks: Option<MixedMarks>,
    /// The file is read once more before it is planned.
    pub(super) is_checking: bool,
}

impl Import {
    pub(super) fn new(
        id: ReadingId,
        reading: FileReading,
        kind: BulkKind,
        known: &KnownTargets<'_>,
        view: &WorkspaceView<'_>,
    ) -> Self {
        let interpretation = Interpretation::new(&reading, kind);
        let mut import = Self {
            id,
            reading,
            read_at: view.now,
            has_changed: false,
            interpretation,
            understood: Understood::default(),
            gap: None,
            mixed_marks: None,
            is_checking: false,
        };
        import.understand(known, view);
        import
    }

    /// It takes the place of a reading of the same file with other content.
    pub(super) fn after_change(self) -> Self {
        Self { has_changed: true, ..self }
    }

    /// The file was found as it was read.
    pub(super) fn checked(self) -> Self {
        Self { is_checking: false, ..self }
    }

    pub fn id(&self) -> ReadingId {
        self.id
    }

    pub fn reading(&self) -> &FileReading {
        &self.reading
    }

    pub fn read_at(&self) -> DateTime<Utc> {
        self.read_at
    }

    /// Whether the file changed after it was first read: it was read again.
    pub fn has_changed(&self) -> bool {
        self.has_changed
    }

    pub fn interpretation(&self) -> &Interpretation {
        &self.interpretation
    }

    pub fn understood(&self) -> &Understood {
        &self.understood
    }

    /// Whether the file is being read once more before it is planned.
    pub fn is_checking(&self) -> bool {
        self.is_checking
    }

    /// What is missing before it can be planned.
    pub fn gap(&self) -> Option<&ImportGap> {
        self.gap.as_ref()
    }

    /// Two lines whose amounts have different marks before their decimals, while nobody chose one.
    pub fn mixed_marks(&self) -> Option<MixedMarks> {
        self.mixed_marks
    }

    /// The sheet that is read.
    pub fn sheet(&self) -> Option<&FileSheet> {
        self.reading.sheets.get(self.interpretation.sheet())
    }

    /// The line that names the columns.
    pub fn header(&self) -> Option<&SheetLine> {
        self.sheet()?.lines.get(self.interpretation.header()?)
    }

    /// The lines below the header.
    pub fn data(&self) -> &[SheetLine] {
        self.sheet().map(|sheet| columns::data(sheet, self.interpretation.header())).unwrap_or_default()
    }

    /// The line of the sheet with this number.
    pub fn line(&self, number: u32) -> Option<&SheetLine> {
        let lines = &self.sheet()?.lines;
        lines.binary_search_by_key(&number, |line| line.number).ok().and_then(|place| lines.get(place))
    }

    /// What a column is called: by its title, or by its number.
    pub fn column_name(&self, column: usize) -> String {
        self.sheet().map(|sheet| self.interpretation.column_name(sheet, column)).unwrap_or_default()
    }

    /// Whether the workbook does not show a column.
    pub fn is_hidden(&self, column: usize) -> bool {
        self.sheet().is_some_and(|sheet| sheet.hidden_columns.binary_search(&column).is_ok())
    }

    pub(super) fn change(&mut self, change: ImportChange, known: &KnownTargets<'_>, view: &WorkspaceView<'_>) {
        self.is_checking = false;
        if change == ImportChange::ImportDoubtful {
            self.import_doubtful();
        } else {
            self.interpretation.change(&self.reading, change);
        }
        self.understand(known, view);
    }

    /// Imports every line that may add up others, or be in cents.
    fn import_doubtful(&mut self) {
        for line in self.understood.importable_together() {
            self.interpretation.change(&self.reading, ImportChange::Line(line, Some(LineChoice::Import)));
        }
    }

    /// Looks at every line once more: more may be known of their payments.
    pub(super) fn understand(&mut self, known: &KnownTargets<'_>, view: &WorkspaceView<'_>) {
        let reader = self.sheet().map(|sheet| LineReader::new(&self.interpretation, sheet));
        let (mixed_marks, wanted) =
            reader.map(|reader| (reader.mixed_marks(), reader.wanted(view.units))).unwrap_or_default();
        self.mixed_marks = mixed_marks;
        self.understood = Understood::new(self.interpretation.kind(), &wanted, known, view);
        let nothing_left = || (self.understood.imported() == 0).then_some(ImportGap::NothingLeft);
        let gap = self.sheet().map_or(Some(ImportGap::NoLines), |sheet| self.interpretation.gap(sheet, &self.reading));
        self.gap = gap.or_else(nothing_left);
    }

    /// What its lines ask for.
    pub(super) fn wanted(&self, units: MinorUnits) -> Vec<WantedItem> {
        self.sheet().map(|sheet| LineReader::new(&self.interpretation, sheet).wanted(units)).unwrap_or_default()
    }
}
