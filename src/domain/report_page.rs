//! What stands on a report: one A4 page of a title, sentences, charts, tables and definitions. Plain data, with every number
//! already written out; `paydesk-print` sets it as PDF and draws it as PNG.

/// As what a page is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter)]
pub enum ReportFormat {
    Pdf,
    Png,
}

impl ReportFormat {
    pub fn extension(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Png => "png",
        }
    }
}

/// One page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReportPage {
    /// `Disputes, week 47`.
    pub title: String,
    /// `Monday 16 – Sunday 22 November 2026`.
    pub period: String,
    /// At the right of the title, line by line: whose it is, in which zone, when it was made.
    pub about: Vec<String>,
    /// What is to be repeated, numbered, and its proof behind it, subdued.
    pub sentences: Vec<ReportSentence>,
    /// Two in a row.
    pub charts: Vec<ReportChart>,
    pub tables: Vec<ReportTable>,
    /// In small print at the foot, in two columns: a term and what it means.
    pub definitions: Vec<(String, String)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportSentence {
    pub statement: String,
    pub proof: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportChart {
    pub title: String,
    /// Each with the mark that it explains, if any: `This week: 31`.
    pub legend: Vec<(Option<ReportMark>, String)>,
    pub plot: ReportPlot,
}

/// How something is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportMark {
    Now,
    Before,
    Won,
    Lost,
    /// An outline.
    Open,
    /// A dashed line.
    Goal,
}

/// Values are in whole numbers of whatever the labels say; the number that is written stands beside each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReportPlot {
    /// Upright bars, the period before beside each; the number above those of now.
    Columns { slots: Vec<ReportBar> },
    /// Lying bars, the period before below each; a label at the left, both numbers at the right.
    Rows { slots: Vec<ReportBar> },
    /// A line of rates in millionths, with gaps; the last one is marked and written out.
    Line { slots: Vec<(String, Option<i64>)>, last: String, goal: Option<ReportGoal> },
    /// Upright bars of outcomes, the text of each above it.
    Outcomes { slots: Vec<ReportOutcomes> },
    /// Nothing to draw: why.
    Nothing(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportBar {
    pub label: String,
    pub now: i64,
    /// Of rows, behind the number: `3 before`.
    pub before: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportGoal {
    pub millionths: i64,
    /// `Your goal: 0.9%`.
    pub label: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportOutcomes {
    pub label: String,
    pub won: i64,
    pub lost: i64,
    pub open: i64,
    /// `12 of 14`.
    pub above: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReportTable {
    pub title: String,
    pub columns: Vec<ReportColumn>,
    pub rows: Vec<Vec<ReportCell>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportColumn {
    pub title: String,
    pub is_right: bool,
    /// Its share of the width, beside those of the others.
    pub width: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReportCell {
    pub text: String,
    /// Small and subdued behind it: a currency. Without a text before it, a remark, which may run over the empty cells
    /// behind it.
    pub unit: String,
    pub is_strong: bool,
}
