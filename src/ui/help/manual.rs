//! The manual: a page at a time, a search through all of them, and links from one to another.

use egui::{Align, Frame, Label, Layout, Link, Margin, Response, RichText, ScrollArea, Ui, vec2};

use super::glossary::glossary;
use super::text;
use paydesk_core::Action;
use paydesk_core::dialog::HelpPage;
use paydesk_core::manual::markdown::{MarkdownBlock, MarkdownSpan, blocks};
use paydesk_core::manual::{ManualPage, ManualPlace, find};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, size, space, tokens};
use paydesk_widgets::{Button, TextField, hairline_ui, heading_ui, label_ui};

/// Room for the mark of an entry of a list, in points.
const MARK: f32 = 22.0;
/// Narrowest and widest text of a cell that a column is made for, in characters.
const CELL: (usize, usize) = (8, 44);

/// Most terms of the glossary beside what a search finds.
const TERMS_MAX: usize = 3;

/// What the window knows of the manual.
#[derive(Debug, Default)]
pub struct ManualDraft {
    pub search: String,
    /// The page that was read into blocks.
    read: Option<(ManualPage, Vec<MarkdownBlock>)>,
    /// What was shown last: a heading is scrolled to once.
    shown: Option<ManualPlace>,
}

impl ManualDraft {
    fn blocks(&mut self, page: ManualPage) -> &[MarkdownBlock] {
        if self.read.as_ref().is_none_or(|(read, _)| *read != page) {
            self.read = Some((page, blocks(page.text())));
        }
        self.read.as_ref().map_or(&[], |(_, blocks)| blocks)
    }
}

/// Draws the manual at `place`.
pub(super) fn manual_ui(
    ui: &mut Ui,
    place: ManualPlace,
    draft: &mut ManualDraft,
    height: f32,
    actions: &mut Vec<Action>,
) {
    let mut opened = None;
    ui.horizontal(|ui| {
        let is_contents = place.page == ManualPage::Contents;
        let reason = is_contents.then_some("The contents are shown");
        if Button::secondary("Contents").disabled(reason.filter(|_| draft.search.is_empty())).ui(ui).clicked() {
            opened = Some(ManualPlace::of(ManualPage::Contents));
        }
        let field = TextField::bare(text::SEARCH_MANUAL, &mut draft.search).placeholder(text::SEARCH_MANUAL);
        field.icon(Icon::Search).clearable().ui(ui);
    });
    ui.add_space(space::S);
    let height = height - 2.0 * space::XXL;
    let is_search = !draft.search.trim().is_empty();
    let scroll = ScrollArea::vertical().id_salt(("manual", place.page.name(), is_search)).max_height(height);
    scroll.auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        if is_search {
            opened = found_ui(ui, &draft.search).or(opened);
        } else {
            opened = page_ui(ui, place, draft).or(opened);
        }
    });
    if let Some(place) = opened {
        draft.search.clear();
        actions.push(Action::ShowHelp(HelpPage::Manual(place)));
    }
}

/// The parts that are found; the one that was chosen.
fn found_ui(ui: &mut Ui, search: &str) -> Option<ManualPlace> {
    let (found, terms) = (find(search), glossary(search));
    if found.is_empty() && terms.is_empty() {
        label_ui(
            ui,
            Text::Small,
            tokens(ui).subdued,
            "Nothing in the manual or the glossary matches: try another search",
        );
    }
    terms.iter().take(TERMS_MAX).for_each(|term| term.ui(ui));
    let mut chosen = None;
    for place in found {
        let name =
            place.heading.map_or_else(|| place.page.title().to_owned(), |part| text::part_of(place.page.title(), part));
        if Button::link(&name).ui(ui).clicked() {
            chosen = Some(place);
        }
    }
    chosen
}

/// A page; where a link that was clicked leads.
fn page_ui(ui: &mut Ui, place: ManualPlace, draft: &mut ManualDraft) -> Option<ManualPlace> {
    let is_new = draft.shown.replace(place) != Some(place);
    // Lines are as high as their text, not as a control.
    ui.spacing_mut().interact_size.y = 0.0;
    let mut linked = None;
    for block in draft.blocks(place.page) {
        let response = block_ui(ui, block, &mut linked);
        let is_wanted = match block {
            MarkdownBlock::Title(_) => place.heading.is_none(),
            MarkdownBlock::Heading(text) => place.heading == Some(text.as_str()),
            MarkdownBlock::Paragraph(_)
            | MarkdownBlock::Item(..)
            | MarkdownBlock::Code(_)
            | MarkdownBlock::Table(_) => false,
        };
        if is_new && is_wanted {
            response.scroll_to_me(Some(Align::Min));
        }
    }
    linked.and_then(|target: String| ManualPlace::linked(place.page, &target))
}

fn block_ui(ui: &mut Ui, block: &MarkdownBlock, linked: &mut Option<String>) -> Response {
    let strong = tokens(ui).text;
    match block {
        MarkdownBlock::Title(title) => heading_ui(ui, Text::Heading, strong, title),
        MarkdownBlock::Heading(heading) => {
            ui.add_space(space::S);
            heading_ui(ui, Text::Strong, strong, heading)
        }
        MarkdownBlock::Paragraph(spans) => line_ui(ui, spans, linked),
        MarkdownBlock::Item(mark, spans) => item_ui(ui, mark, spans, linked),
        MarkdownBlock::Code(code) => code_ui(ui, code),
        MarkdownBlock::Table(rows) => table_ui(ui, rows, linked),
    }
}

/// A line that goes on over as many rows as it needs.
fn line_ui(ui: &mut Ui, spans: &[MarkdownSpan], linked: &mut Option<String>) -> Response {
    let line = ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for span in spans {
            span_ui(ui, span, linked);
        }
    });
    line.response
}

fn span_ui(ui: &mut Ui, span: &MarkdownSpan, linked: &mut Option<String>) {
    let (strong, subdued, accent) = (tokens(ui).text, tokens(ui).subdued, tokens(ui).accent.text);
    let shown = |kind: Text, text: &str, color| Label::new(kind.rich(text).color(color));
    match span {
        MarkdownSpan::Plain(text) => ui.add(shown(Text::Small, text, strong)),
        MarkdownSpan::Bold(text) => ui.add(shown(Text::SmallStrong, text, strong)),
        MarkdownSpan::Code(text) => ui.add(shown(Text::Code, text, subdued)),
        MarkdownSpan::Link(text, target) if !target.contains("..") => {
            let rich: RichText = Text::Small.rich(text).color(accent);
            let response = ui.add(Link::new(rich));
            if response.clicked() {
                *linked = Some(target.clone());
            }
            response
        }
        MarkdownSpan::Link(text, _) => ui.add(shown(Text::Code, text, subdued)),
    };
}

fn item_ui(ui: &mut Ui, mark: &str, spans: &[MarkdownSpan], linked: &mut Option<String>) -> Response {
    let item = ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let subdued = tokens(ui).subdued;
        cell_ui(ui, MARK, |ui| {
            label_ui(ui, Text::Small, subdued, mark);
        });
        let width = ui.available_width();
        cell_ui(ui, width, |ui| {
            line_ui(ui, spans, linked);
        });
    });
    item.response
}

fn code_ui(ui: &mut Ui, code: &str) -> Response {
    let color = tokens(ui).text;
    let frame =
        Frame::new().fill(tokens(ui).sunken).corner_radius(size::RADIUS).inner_margin(Margin::same(space::S as i8));
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        label_ui(ui, Text::Code, color, code);
    });
    shown.response
}

fn table_ui(ui: &mut Ui, rows: &[Vec<Vec<MarkdownSpan>>], linked: &mut Option<String>) -> Response {
    let widths = widths(rows, ui.available_width());
    let table = ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        for (nth, row) in rows.iter().enumerate() {
            if nth == 1 {
                hairline_ui(ui);
            }
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = space::M;
                for (cell, width) in row.iter().zip(&widths) {
                    cell_ui(ui, *width, |ui| {
                        line_ui(ui, cell, linked);
                    });
                }
            });
        }
    });
    table.response
}

/// The widths of the columns, in points: by their longest texts, within reason.
fn widths(rows: &[Vec<Vec<MarkdownSpan>>], available: f32) -> Vec<f32> {
    let count = rows.iter().map(Vec::len).max().unwrap_or_default();
    let longest = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.iter().map(length).sum::<usize>()).max().unwrap_or_default().clamp(CELL.0, CELL.1)
    };
    let longest: Vec<usize> = (0..count).map(longest).collect();
    let all = longest.iter().sum::<usize>().max(1) as f32;
    let available = available - space::M * count.saturating_sub(1) as f32;
    longest.iter().map(|length| available * *length as f32 / all).collect()
}

/// In characters.
fn length(span: &MarkdownSpan) -> usize {
    match span {
        MarkdownSpan::Plain(text)
        | MarkdownSpan::Bold(text)
        | MarkdownSpan::Code(text)
        | MarkdownSpan::Link(text, _) => text.chars().count(),
    }
}

fn cell_ui(ui: &mut Ui, width: f32, content: impl FnOnce(&mut Ui)) {
    ui.allocate_ui_with_layout(vec2(width, 0.0), Layout::top_down(Align::Min), |ui| {
        ui.set_width(width);
        content(ui);
    });
}
