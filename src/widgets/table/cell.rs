//! What is in a cell: text, ids, amounts, chips, countdowns, or anything.

use chrono::{DateTime, Utc};
use egui::{Color32, Layout, Rect, Response, TextWrapMode, Ui, UiBuilder};

use super::{ColumnAlign, TableColumn, paint};
use crate::chip::{Chip, toned_text_in_rect};
use crate::icons::Icon;
use crate::time::on_hover_time;
use crate::tokens::{Text, Tone, size, tokens};
use paydesk_domain::zone::Zone;

/// One cell of a visible row.
pub struct TableCell<'u, C> {
    /// That of the whole row.
    ui: &'u mut Ui,
    rect: Rect,
    pub row: usize,
    pub column: C,
    pub selected: bool,
    align: ColumnAlign,
}

impl<'u, C: Copy> TableCell<'u, C> {
    pub(super) fn new(ui: &'u mut Ui, rect: Rect, row: usize, column: &TableColumn<C>, selected: bool) -> Self {
        Self { ui, rect, row, column: column.id, selected, align: column.align }
    }

    /// Text, cut with an ellipsis and whole under the pointer.
    pub fn text(&mut self, text: &str) -> Response {
        self.line(text, Text::Body, tokens(self.ui).text)
    }

    /// Text that is not read first: times, notes.
    pub fn subdued(&mut self, text: &str) -> Response {
        self.line(text, Text::Body, tokens(self.ui).subdued)
    }

    /// Smaller text that is not read first, beside what is.
    pub fn secondary(&mut self, text: &str) -> Response {
        self.line(text, Text::Small, tokens(self.ui).subdued)
    }

    /// How wide it is, in points.
    pub fn width(&self) -> f32 {
        self.rect.width()
    }

    /// A time as it is written in the row; under the pointer it is whole, in `zone` and in UTC.
    pub fn time(&mut self, text: &str, at: Option<DateTime<Utc>>, zone: Zone) -> Response {
        let response = self.subdued(text);
        match at {
            Some(at) => on_hover_time(response, at, zone),
            None => response,
        }
    }

    /// An id; in the accent where the row is selected.
    pub fn mono(&mut self, text: &str) -> Response {
        let tokens = tokens(self.ui);
        self.line(text, Text::Mono, if self.selected { tokens.accent.text } else { tokens.text })
    }

    /// An id that is not read first.
    pub fn subdued_mono(&mut self, text: &str) -> Response {
        self.line(text, Text::Mono, tokens(self.ui).subdued)
    }

    /// A number already written: `9,204.00`; the column is right-aligned.
    pub fn amount(&mut self, text: &str) -> Response {
        let tokens = tokens(self.ui);
        self.line(text, Text::Body, if self.selected { tokens.accent.text } else { tokens.text })
    }

    /// A currency in the column after its amount.
    pub fn currency(&mut self, code: &str) -> Response {
        self.line(code, Text::Small, tokens(self.ui).subdued)
    }

    /// A status.
    pub fn chip(&mut self, chip: Chip<'_>) -> Response {
        chip.in_rect(self.ui, self.rect)
    }

    /// A countdown: icon and text in a tone, without ground.
    pub fn toned(&mut self, icon: Icon, text: &str, tone: Tone) -> Response {
        toned_text_in_rect(self.ui, self.rect, icon, text, tone)
    }

    /// Anything else, laid out as its column is.
    pub fn ui<R>(&mut self, content: impl FnOnce(&mut Ui) -> R) -> R {
        let layout = match self.align {
            ColumnAlign::Left => Layout::left_to_right(egui::Align::Center),
            ColumnAlign::Right => Layout::right_to_left(egui::Align::Center),
        };
        let mut child = self.ui.new_child(UiBuilder::new().max_rect(self.rect).layout(layout));
        child.shrink_clip_rect(self.rect.expand(size::RING));
        child.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
        // A click on a text is one on its row.
        child.style_mut().interaction.selectable_labels = false;
        content(&mut child)
    }

    fn line(&mut self, text: &str, kind: Text, color: Color32) -> Response {
        let galley = paint::line(self.ui.painter(), text, kind, color, self.rect.width());
        let elided = galley.elided;
        let left = match self.align {
            ColumnAlign::Left => self.rect.left(),
            ColumnAlign::Right => self.rect.right() - galley.size().x,
        };
        let rect: Rect = paint::galley_at(self.ui.painter(), galley, left, self.rect.center().y, color);
        let response = paint::label_at(self.ui, rect, text);
        if elided { response.on_hover_text(text) } else { response }
    }
}
