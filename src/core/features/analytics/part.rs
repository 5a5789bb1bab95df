//! Cards that are counted before all records of a period were read: what may be more is marked, and what a part does not
//! tell is left out.

use super::build::figures;
use super::card_content::{CardContent, CardValue, TotalChange, ValueSeries, ValueUnit};

impl CardContent {
    /// Marks the card where not all records of the period, or of the one before, were read.
    pub fn in_part(mut self, now: bool, before: bool) -> Self {
        if !now && !before {
            return self;
        }
        for pane in &mut self.panes {
            pane.series.iter_mut().for_each(|series| series.mark_part(&pane.unit, now, before));
        }
        if !self.figures.is_empty() {
            self.figures = figures(&self.panes);
        }
        self.is_part |= now;
        self.is_before_part |= before;
        let note = if now {
            "This period is not fully loaded: counts and amounts are minimums, and rates are not available"
        } else {
            "The previous period is not fully loaded: no comparison"
        };
        self.notes.push(note.to_owned());
        self
    }
}

impl ValueSeries {
    fn mark_part(&mut self, unit: &ValueUnit, now: bool, before: bool) {
        let mark = |value: &mut Option<CardValue>| *value = value.and_then(|value| value.in_part(unit));
        if now {
            self.values.iter_mut().chain([&mut self.total]).for_each(mark);
        }
        if before {
            self.before.iter_mut().chain([&mut self.total_before]).for_each(mark);
        }
        self.change = TotalChange::between(unit, self.total, self.total_before);
    }
}
