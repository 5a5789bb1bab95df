//! The foot of a page: what its terms mean, in small print and two columns. It always keeps its place.

use super::colors::{INK, RULE, SUBDUED};
use super::lines::{SetLine, TextStyle, broken};
use super::report_setter::{LEFT, RIGHT, ReportSetter};
use super::typefaces::Typefaces;

/// Lower edge of the last line.
const BOTTOM: f32 = 1702.0;
/// Most that the foot may take of the page.
const HEIGHT_MAX: f32 = 320.0;
/// From the line above to the first baseline.
const ABOVE: f32 = 27.0;
/// From the last baseline to the lower edge.
const BELOW: f32 = 5.0;
const LEADING: f32 = 18.0;
/// Between two definitions.
const GAP: f32 = 5.0;
const COLUMN_WIDTH: f32 = 516.0;
/// Most lines of one definition; fewer where there are too many definitions.
const LINES_MAX: usize = 4;
const TERM: TextStyle = TextStyle::strong(12.5, INK);
const MEANING: TextStyle = TextStyle::regular(12.5, SUBDUED);

/// Definitions, broken into lines.
pub struct Foot {
    columns: [Vec<Vec<SetLine>>; 2],
}

impl Foot {
    pub fn new(definitions: &[(String, String)], typefaces: &Typefaces) -> Self {
        let set = |lines_max: usize| {
            let lines = definitions.iter().map(|(term, meaning)| {
                let meaning = format!(": {meaning}");
                broken(&[(term, TERM), (&meaning, MEANING)], COLUMN_WIDTH, lines_max, typefaces)
            });
            Self { columns: balanced(lines.collect()) }
        };
        let fitting = (1..=LINES_MAX).rev().map(set).find(|foot| foot.height() <= HEIGHT_MAX);
        fitting.unwrap_or_else(|| Self::cut(definitions, typefaces))
    }

    /// As many definitions as fit with one line for each, and how many more there are.
    fn cut(definitions: &[(String, String)], typefaces: &Typefaces) -> Self {
        let in_column = 1 + ((HEIGHT_MAX - ABOVE - BELOW) / (LEADING + GAP)) as usize;
        let shown = definitions.len().min(2 * in_column - 1);
        let line = |(term, meaning): &(String, String)| {
            broken(&[(term, TERM), (&format!(": {meaning}"), MEANING)], COLUMN_WIDTH, 1, typefaces)
        };
        let more = format!("and {} more", definitions.len() - shown);
        let more = broken(&[(&more, MEANING)], COLUMN_WIDTH, 1, typefaces);
        Self { columns: balanced(definitions[..shown].iter().map(line).chain([more]).collect()) }
    }

    /// Where the foot begins.
    pub fn top(&self) -> f32 {
        BOTTOM - self.height()
    }

    pub fn draw(&self, setter: &mut ReportSetter<'_>) {
        if self.height() == 0.0 {
            return;
        }
        setter.rule(LEFT, RIGHT, self.top(), 1.0, RULE);
        for (column, left) in self.columns.iter().zip([LEFT, RIGHT - COLUMN_WIDTH]) {
            let mut baseline = self.top().round() + ABOVE;
            for definition in column {
                for line in definition {
                    setter.line(line, left, baseline);
                    baseline += LEADING;
                }
                baseline += GAP;
            }
        }
    }

    fn height(&self) -> f32 {
        let lines = self.columns.iter().map(|column| lines_height(column)).fold(0.0, f32::max);
        if lines > 0.0 { ABOVE + lines - LEADING + BELOW } else { 0.0 }
    }
}

fn lines_height(definitions: &[Vec<SetLine>]) -> f32 {
    let lines: usize = definitions.iter().map(Vec::len).sum();
    LEADING * lines as f32 + GAP * definitions.len().saturating_sub(1) as f32
}

/// Divides definitions into two columns, about as high as each other, in order.
fn balanced(mut definitions: Vec<Vec<SetLine>>) -> [Vec<Vec<SetLine>>; 2] {
    let higher = |at: &usize| {
        let (left, right) = definitions.split_at(*at);
        lines_height(left).max(lines_height(right)) as u32
    };
    let split = (0..=definitions.len()).rev().min_by_key(higher).unwrap_or_default();
    let right = definitions.split_off(split);
    [definitions, right]
}
