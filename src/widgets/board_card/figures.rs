//! One kind of number, group by group: a line each, with how it moved against the period before.

use std::sync::Arc;

use egui::{
    Align, Color32, Galley, Rect, Response, Sense, Ui, UiBuilder, WidgetInfo, accesskit::Role, pos2, text::LayoutJob,
    vec2,
};

use super::card::{CARD_MARGIN, CardOutput, ChartCard, DIMMED, Files, card_frame, failed_text, menu_ui, note_height};
use super::text;
use crate::chart::ChartClick;
use crate::icons::Icon;
use crate::tokens::{Text, Tokens, Tone, size, space, tokens};
use crate::{Button, Failed, label_ui, loading_line, paint};

/// Height of a line, in points.
const LINE: f32 = 40.0;
/// What a card has beside its lines, in points.
const AROUND: f32 = 56.0;
/// Most lines of a note at the foot.
const NOTE_LINES: usize = 8;

/// A number of a group, written out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FigureLine {
    /// What it is of: `EUR`, `All currencies`.
    pub group: String,
    /// `9,204.00`, `66.67% of 12`.
    pub value: String,
    /// How it moved: `13.6%`; empty where there is nothing to compare.
    pub change: String,
    pub up: Option<bool>,
    /// Whether that is good; `None` where it is neither.
    pub good: Option<bool>,
    /// What is after that: `was 8,100.00`.
    pub more: String,
    /// Why that is good or bad or neither, on hover; empty where nothing is said.
    pub note: &'static str,
}

impl FigureLine {
    /// What is under the number, as text.
    fn below(&self) -> String {
        let direction = match self.up {
            Some(true) => text::UP,
            Some(false) => "Down ",
            None => "",
        };
        let assessment = match self.good {
            Some(true) => ", better",
            Some(false) => ", worse",
            None => "",
        };
        let change =
            if self.change.is_empty() { String::new() } else { format!("{direction}{}{assessment}", self.change) };
        let parts = [change, self.more.clone()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }

    fn accessible_text(&self, title: &str) -> String {
        let below = self.below();
        let said = [below.as_str(), self.note].into_iter().filter(|part| !part.is_empty());
        let rest: String = said.map(|part| format!(". {part}")).collect();
        format!("{title}, {}: {}{rest}", self.group, self.value)
    }
}

impl ChartCard<'_> {
    /// How high a card of `width` points is with these lines; without any, as high as one that waits for some.
    pub fn figures_height(ui: &Ui, lines: Option<&[FigureLine]>, caption: Option<&str>, width: f32) -> f32 {
        const WAITING: usize = 4;
        let Some(lines) = lines else { return AROUND + LINE * WAITING as f32 };
        let width = width - 2.0 * CARD_MARGIN;
        let height = |line| Below::of(ui, line, width).height();
        let caption = caption.map_or(0.0, |text| caption_of(ui, text, width).size().y + space::XS);
        AROUND + caption + lines.iter().map(height).sum::<f32>().max(LINE)
    }

    /// What the notes take at the foot of a card of numbers that is `width` points wide.
    pub fn notes_height(&self, ui: &mut Ui, width: f32) -> f32 {
        let room = Rect::from_min_size(ui.cursor().min, vec2(width - 2.0 * CARD_MARGIN, 0.0));
        let ui = ui.new_child(UiBuilder::new().max_rect(room));
        self.note(&ui, NOTE_LINES).as_ref().map_or(0.0, note_height)
    }

    /// Shows the card with numbers over the whole width; `None` where nothing was ever reported. A click gives the line
    /// as a bucket.
    pub fn figures_ui(self, ui: &mut Ui, lines: Option<&[FigureLine]>) -> CardOutput {
        let mut output = CardOutput::default();
        output.rect = card_frame(ui, self.height, |ui| {
            let files = lines.is_some_and(|lines| !lines.is_empty()).then_some(Files::Table);
            let header = self.header_ui(ui, |ui| {
                if self.has_query || files.is_some() {
                    output.action = menu_ui(ui, self.title, self.has_query, files);
                }
            });
            loading_line(ui, header, self.loading);
            if let Some(text) = self.caption {
                let galley = caption_of(ui, text, ui.available_width());
                let color = tokens(ui).subdued;
                let (rect, response) = ui.allocate_exact_size(galley.size(), Sense::hover());
                response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
                paint::galley_at(ui.painter(), galley, rect.left(), rect.center().y, color);
                ui.add_space(space::XS);
            }
            if let Some((sentence, action)) = self.instead {
                let said = (sentence, action.filter(|_| !self.in_picture));
                output.empty_action = description_ui(ui, said);
                return;
            }
            match (lines, &self.failed) {
                (Some(lines), _) => {
                    output.retry = self.stale_ui(ui);
                    if self.loading {
                        ui.multiply_opacity(DIMMED);
                    }
                    let note = self.note(ui, NOTE_LINES);
                    let clicked = self.lines_ui(ui, lines);
                    output.clicked = clicked.map(|bucket| ChartClick { bucket, series: None });
                    self.notes_ui(ui, note);
                }
                (None, Some(failed)) => output.retry = failed_line_ui(ui, failed),
                (None, None) => super::card::waiting_ui(ui, self.title),
            }
        });
        output
    }

    fn lines_ui(&self, ui: &mut Ui, lines: &[FigureLine]) -> Option<usize> {
        if lines.is_empty() {
            label_ui(ui, Text::Small, tokens(ui).subdued, "None in this period");
        }
        let mut clicked = None;
        for (index, line) in lines.iter().enumerate() {
            if line_ui(ui, self.title, line).clicked() {
                clicked = Some(index);
            }
        }
        clicked
    }
}

fn caption_of(ui: &Ui, text: &str, width: f32) -> Arc<Galley> {
    paint::lines(ui.painter(), text, Text::Caption, tokens(ui).subdued, width, 2)
}

/// Why there is no number, and what to do. True where that was used.
fn description_ui(ui: &mut Ui, (sentence, action): (&str, Option<&str>)) -> bool {
    ui.add_space(space::XS);
    label_ui(ui, Text::Small, tokens(ui).subdued, sentence);
    ui.add_space(space::XS);
    action.is_some_and(|action| Button::link(action).ui(ui).clicked())
}

/// Why there is no number. True where Retry was used.
fn failed_line_ui(ui: &mut Ui, failed: &Failed<'_>) -> bool {
    ui.add_space(space::XS);
    label_ui(ui, Text::Caption, tokens(ui).danger.text, &failed_text(failed));
    Button::link(text::RETRY).icon(Icon::Refresh).busy(failed.retrying).ui(ui).clicked()
}

fn line_ui(ui: &mut Ui, title: &str, line: &FigureLine) -> Response {
    let tokens = tokens(ui);
    let below = Below::of(ui, line, ui.available_width());
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), below.height()), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), line.accessible_text(title)));
    let color = if response.hovered() { tokens.accent.text } else { tokens.text };
    let upper = rect.top() + 12.0;
    let value = paint::line(ui.painter(), &line.value, Text::Strong, color, rect.width());
    let left = rect.right() - value.size().x;
    paint::galley_at(ui.painter(), value, left, upper, color);
    let room = left - rect.left() - space::S;
    let group = paint::line(ui.painter(), &line.group, Text::Small, tokens.subdued, room.max(0.0));
    paint::galley_at(ui.painter(), group, rect.left(), upper, tokens.subdued);
    below.draw(ui, line, rect);
    paint::focus_ring(ui, &response, rect, size::RADIUS);
    let hover: Vec<String> = [line.below(), line.note.to_owned()].into_iter().filter(|part| !part.is_empty()).collect();
    if hover.is_empty() { response } else { response.on_hover_text(hover.join("\n")) }
}

/// What is under a number, at the right end: in one line, or where that has no room in as many as it needs.
struct Below {
    change: Arc<Galley>,
    more: Arc<Galley>,
    /// What was before is under how it moved.
    stacked: bool,
}

impl Below {
    const ARROW: f32 = 12.0;
    /// From line to line, in points.
    const STEP: f32 = 15.0;

    fn of(ui: &Ui, line: &FigureLine, width: f32) -> Self {
        let tokens = tokens(ui);
        let arrow = if line.up.is_some() { Self::ARROW + 2.0 } else { 0.0 };
        let change = paint::line(ui.painter(), &line.change, Text::Caption, tone(line, tokens), width - arrow);
        let mut job =
            LayoutJob::simple(line.more.clone(), Text::Caption.font(), tokens.subdued, width.max(Self::ARROW));
        job.halign = Align::RIGHT;
        let more = ui.painter().layout_job(job);
        let stacked = !line.change.is_empty() && arrow + change.size().x + space::S + more.size().x > width;
        Self { change, more, stacked }
    }

    fn height(&self) -> f32 {
        let lines = self.more.rows.len().max(1) + usize::from(self.stacked);
        LINE + Self::STEP * (lines - 1) as f32
    }

    fn draw(&self, ui: &Ui, line: &FigureLine, rect: Rect) {
        let tokens = tokens(ui);
        let y = rect.top() + 29.0;
        let (beside, under) = if self.stacked { (0.0, Self::STEP) } else { (self.more.size().x, 0.0) };
        let ppp = ui.pixels_per_point();
        let top = ((y + under - Self::STEP / 2.0) * ppp).round() / ppp;
        ui.painter().galley(pos2((rect.right() * ppp).round() / ppp, top), Arc::clone(&self.more), tokens.subdued);
        let gap = if line.change.is_empty() || beside == 0.0 { 0.0 } else { space::S };
        let left = rect.right() - beside - gap - self.change.size().x;
        let toned = tone(line, tokens);
        paint::galley_at(ui.painter(), Arc::clone(&self.change), left, y, toned);
        if let Some(up) = line.up {
            let icon = if up { Icon::SortUp } else { Icon::SortDown };
            icon.paint(ui.painter(), pos2(left - 2.0 - Self::ARROW / 2.0, y), Self::ARROW, toned);
        }
    }
}

fn tone(line: &FigureLine, tokens: &Tokens) -> Color32 {
    let tone = line.good.map_or(Tone::Neutral, |good| if good { Tone::Positive } else { Tone::Danger });
    tokens.tone(tone).text
}
