//! One number: large, with its unit, against the period before as text, an arrow and the exact value it was.

use egui::{Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};

use super::card::{ChartCard, DIMMED, card_frame, failed_text};
use super::data::{ChartUnit, CountNoun};
use super::text;
use crate::ui::icons::Icon;
use crate::ui::tokens::{Text, Tone, size, space, tokens};
use crate::ui::widgets::{Button, Failed, label_ui, loading_line, paint};

/// Which way is good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GoodDirection {
    Higher,
    Lower,
    /// Neither: the change has no tone.
    Neither,
}

/// A number with the number of records behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Number {
    /// `None`: there is no value, such as the rate of no payments.
    pub value: Option<i64>,
    pub count: Option<i64>,
}

/// A number to be shown with [`NumberCard::ui`]; builder.
#[must_use = "a number is shown with `ui`"]
pub struct NumberCard<'a> {
    card: ChartCard<'a>,
    unit: &'a ChartUnit,
    counted: CountNoun,
    previous: Option<(Number, &'a str)>,
    better: GoodDirection,
}

/// Height of a card with a number, in points: the same in every state.
const HEIGHT: f32 = 124.0;

impl<'a> NumberCard<'a> {
    /// A number in `unit`, of or in these records.
    pub fn new(title: &'a str, unit: &'a ChartUnit, counted: CountNoun) -> Self {
        Self { card: ChartCard::new(title), unit, counted, previous: None, better: GoodDirection::Neither }
    }

    /// What the number is, said beside the title.
    pub fn definition(mut self, text: &'a str) -> Self {
        self.card = self.card.definition(text);
        self
    }

    /// When it was reported.
    pub fn freshness(mut self, text: Option<&'a str>) -> Self {
        self.card = self.card.freshness(text);
        self
    }

    /// A newer one is on its way.
    pub fn loading(mut self, loading: bool) -> Self {
        self.card = self.card.loading(loading);
        self
    }

    /// The last try failed.
    pub fn failed(mut self, failed: Option<Failed<'a>>) -> Self {
        self.card = self.card.failed(failed);
        self
    }

    /// The number of the period before, and which that is: `the 30 days before`.
    pub fn previous(mut self, number: Number, period: &'a str) -> Self {
        self.previous = Some((number, period));
        self
    }

    pub fn better(mut self, better: GoodDirection) -> Self {
        self.better = better;
        self
    }

    /// Shows it over the whole width; `None` where it was never reported.
    pub fn ui(self, ui: &mut Ui, number: Option<Number>) -> NumberOutput {
        let mut output = NumberOutput { clicked: false, retry: false, rect: Rect::NOTHING };
        output.rect = card_frame(ui, HEIGHT, |ui| {
            let header = self.card.header_ui(ui, |_| ());
            loading_line(ui, header, self.card.loading);
            match (number, &self.card.failed) {
                (Some(number), _) => {
                    if self.card.loading {
                        ui.multiply_opacity(DIMMED);
                    }
                    output.clicked = self.number_ui(ui, number);
                    output.retry = self.card.stale_ui(ui);
                    if self.card.failed.is_none() {
                        self.change_ui(ui, number);
                    }
                }
                (None, Some(failed)) => output.retry = failed_ui(ui, failed),
                (None, None) => super::card::waiting_ui(ui, self.card.title),
            }
        });
        output
    }

    /// The number as a button that leads to the rows behind it.
    fn number_ui(&self, ui: &mut Ui, number: Number) -> bool {
        let tokens = tokens(ui);
        let (amount, unit) = self.parts(number);
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 44.0), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), self.accessible_text(number)));
        let color = if response.hovered() { tokens.accent.text } else { tokens.text };
        let unit = paint::line(ui.painter(), &unit, Text::Small, tokens.subdued, rect.width() / 2.0);
        let room = rect.width() - unit.size().x - space::S;
        let mut galley = paint::line(ui.painter(), &amount, Text::Amount, color, f32::INFINITY);
        if galley.size().x > room {
            galley = paint::line(ui.painter(), &amount, Text::Heading, color, room);
        }
        let y = rect.center().y;
        let rise = (galley.size().y - unit.size().y) * 0.22;
        let right = paint::galley_at(ui.painter(), galley, rect.left(), y, color).right();
        paint::galley_at(ui.painter(), unit, right + space::S, y + rise, tokens.subdued);
        paint::focus_ring(ui, &response, rect, size::RADIUS);
        response.clicked()
    }

    /// The number, and what is small after it.
    fn parts(&self, number: Number) -> (String, String) {
        let Some(value) = number.value else { return ("–".to_owned(), text::NO_DATA.to_owned()) };
        let text = self.unit.text(value);
        match self.unit {
            ChartUnit::Money(_) => match text.split_once(' ') {
                Some((amount, unit)) => (amount.to_owned(), self.with_count(unit, number.count)),
                None => (text, String::new()),
            },
            ChartUnit::Count => (text, self.counted.noun(value).to_owned()),
            ChartUnit::Rate => {
                (text, number.count.map(|count| text::of(self.counted.count(count))).unwrap_or_default())
            }
        }
    }

    fn with_count(&self, unit: &str, count: Option<i64>) -> String {
        match count {
            Some(count) => text::in_text(unit, self.counted.count(count)),
            None => unit.to_owned(),
        }
    }

    fn accessible_text(&self, number: Number) -> String {
        let value = number.value.map_or_else(
            || text::NO_DATA.to_owned(),
            |value| self.unit.accessible_text(value, number.count, self.counted),
        );
        let change = self.change(number).map(|change| format!(". {}", change.text())).unwrap_or_default();
        format!("{}: {value}{change}", self.card.title)
    }

    fn change_ui(&self, ui: &mut Ui, number: Number) {
        let tokens = tokens(ui);
        let Some(change) = self.change(number) else { return };
        let color = tokens.tone(change.tone).text;
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
        let y = rect.center().y;
        let mut left = rect.left();
        if let Some(icon) = change.icon {
            icon.paint(ui.painter(), pos2(left + 7.0, y), 14.0, color);
            left += 14.0 + space::XS;
        }
        let galley = paint::line(ui.painter(), &change.text, Text::SmallStrong, color, rect.right() - left);
        paint::galley_at(ui.painter(), galley, left, y, color);
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
        let galley = paint::line(ui.painter(), &change.was, Text::Caption, tokens.subdued, rect.width());
        let elided = galley.elided;
        paint::galley_at(ui.painter(), galley, rect.left(), rect.center().y, tokens.subdued);
        if elided {
            response.on_hover_text(&change.was);
        }
    }

    fn change(&self, number: Number) -> Option<NumberChange> {
        let (previous, period) = self.previous?;
        let now = number.value?;
        let Some(before) = previous.value else {
            return Some(NumberChange::plain(text::NO_VALUE_TO_COMPARE_WITH, &text::in_label(period)));
        };
        let was = text::was_in(self.unit.accessible_text(before, previous.count, self.counted), period);
        let difference = i128::from(now) - i128::from(before);
        if difference == 0 {
            return Some(NumberChange::plain(text::NO_CHANGE, &was));
        }
        let up = difference > 0;
        let by = self.difference(difference.unsigned_abs(), before).map(|by| format!(" {by}")).unwrap_or_default();
        let (tone, assessment) = self.assess(up);
        Some(NumberChange {
            icon: Some(if up { Icon::SortUp } else { Icon::SortDown }),
            text: format!("{}{by}{assessment}", if up { text::UP_TEXT } else { text::DOWN_TEXT }),
            was,
            tone,
        })
    }

    /// How much it changed: percent of what it was, or points of a rate.
    fn difference(&self, difference: u128, before: i64) -> Option<String> {
        if matches!(self.unit, ChartUnit::Rate) {
            let hundredths = (difference + 50) / 100;
            return Some(text::points(hundredths / 100, hundredths % 100));
        }
        let before = u128::from(before.unsigned_abs());
        if before == 0 {
            return None;
        }
        let tenths = (difference * 1_000 + before / 2) / before;
        Some(format!("{}.{} %", tenths / 10, tenths % 10))
    }

    fn assess(&self, up: bool) -> (Tone, &'static str) {
        match (self.better, up) {
            (GoodDirection::Neither, _) => (Tone::Neutral, ""),
            (GoodDirection::Higher, true) | (GoodDirection::Lower, false) => (Tone::Positive, text::BETTER),
            (GoodDirection::Higher, false) | (GoodDirection::Lower, true) => (Tone::Danger, text::WORSE),
        }
    }
}

/// Why there is no number. True where Retry was used.
pub(super) fn failed_ui(ui: &mut Ui, failed: &Failed<'_>) -> bool {
    ui.add_space(space::XS);
    label_ui(ui, Text::Caption, tokens(ui).danger.text, &failed_text(failed));
    Button::link(text::RETRY).icon(Icon::Refresh).busy(failed.retrying).ui(ui).clicked()
}

struct NumberChange {
    icon: Option<Icon>,
    text: String,
    was: String,
    tone: Tone,
}

impl NumberChange {
    fn plain(text: &str, was: &str) -> Self {
        Self { icon: None, text: text.to_owned(), was: was.to_owned(), tone: Tone::Neutral }
    }

    fn text(&self) -> String {
        format!("{}. {}", self.text, self.was)
    }
}

/// What happened to a number in this frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NumberOutput {
    pub clicked: bool,
    /// Retry was used.
    pub retry: bool,
    /// Where the card is, for a picture of it.
    pub rect: Rect,
}
