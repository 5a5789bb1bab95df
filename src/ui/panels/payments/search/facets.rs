//! Counts beside the list: of each status, currency, method, decline family and day, a click adds it to the search.

use egui::{Panel, ScrollArea, Ui};

use crate::drafts::Drafts;
use crate::panels::payments::draft::PaymentsDraft;
use crate::status::status_of_payment;
use paydesk_core::features::history::HistoryAction;
use paydesk_core::{Action, State};
use paydesk_domain::money::grouped_count;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::payment_mark::PaymentMark;
use paydesk_index::payment_query::{QueryKey, QueryTerm, QueryValues as _};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, Choice, arrow_step, label_ui};

use super::chips::{has, term_of};
use super::text;
use paydesk_widgets::reading_order::from_right_ui;

const WIDTH: f32 = 248.0;
/// Room for the list, below which the counts are not shown.
const LIST_MIN: f32 = 520.0;
const LIST_MIN_BESIDE_DETAIL: f32 = 760.0;
/// The value by which a search asks for what is so.
const YES: &str = "yes";
/// Most values of a facet.
const VALUES_MAX: usize = 8;

const FACETS: [(QueryKey, &str); 5] = [
    (QueryKey::Status, text::STATUS),
    (QueryKey::Currency, text::CURRENCY),
    (QueryKey::Method, text::METHOD),
    (QueryKey::Family, "Decline family"),
    (QueryKey::Created, text::DAY),
];

fn shows_facets(width: f32, state: &State, drafts: &mut Drafts) -> bool {
    // Beside an open payment the list keeps its columns.
    let list = if state.workspace.payments.open.is_some() { LIST_MIN_BESIDE_DETAIL } else { LIST_MIN };
    width >= WIDTH + list && !drafts.of::<PaymentsDraft>().hides_facets
}

/// What of this width, in points, is left to the list.
pub fn list_width(width: f32, state: &State, drafts: &mut Drafts) -> f32 {
    if shows_facets(width, state, drafts) { width - WIDTH } else { width }
}

/// Draws the list with the counts beside it, where there is room and they are not hidden.
pub fn with_facets_ui(
    ui: &mut Ui,
    state: &State,
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
    list: impl FnOnce(&mut Ui, &mut Drafts, &mut Vec<Action>),
) {
    if shows_facets(ui.available_width(), state, drafts) {
        let panel = Panel::right("facets").exact_size(WIDTH).show_separator_line(false).resizable(false);
        panel.frame(egui::Frame::new().inner_margin(egui::Margin { left: space::L as i8, ..egui::Margin::ZERO })).show(
            ui,
            |ui| {
                heading_ui(ui, drafts);
                ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| facets_ui(ui, state, actions));
            },
        );
    }
    list(ui, drafts, actions);
}

fn heading_ui(ui: &mut Ui, drafts: &mut Drafts) {
    ui.horizontal(|ui| {
        label_ui(ui, Text::SmallStrong, tokens(ui).subdued, "Narrow down");
        from_right_ui(ui, |ui| {
            if Button::quiet_icon(Icon::Close, "Hide counts").ui(ui).clicked() {
                drafts.of::<PaymentsDraft>().hides_facets = true;
            }
        });
    });
}

/// A value that a click adds to the search, or takes out of it.
struct FacetLine {
    term: QueryTerm,
    shown: String,
    count: u64,
    is_chosen: bool,
}

/// The values of one kind, and how many payments have others.
struct FacetGroup {
    title: &'static str,
    lines: Vec<FacetLine>,
    rest: Option<String>,
}

fn groups(state: &State) -> Vec<FacetGroup> {
    let history = &state.workspace.history;
    let (query, facets) = (history.search().query(), history.search().facets());
    let line = |key, value: &str, shown: String, count| {
        let term = term_of(key, value)?;
        let is_chosen = query.of_key(key).is_some_and(|known| has(known, &term));
        Some(FacetLine { term, shown, count, is_chosen })
    };
    let group = |(key, title)| {
        let values = history.values(key);
        let shown = values.iter().take(VALUES_MAX);
        let mut lines: Vec<FacetLine> =
            shown.filter_map(|(value, count)| line(key, value, shown_value(state, key, value), *count)).collect();
        if key == QueryKey::Status {
            // Rows show these in place of a status.
            let marks = [
                (QueryKey::Disputed, PaymentMark::Disputed, facets.disputed),
                (QueryKey::Refunded, PaymentMark::Refunded, facets.refunded),
            ];
            let marks = marks.into_iter().filter(|(_, _, count)| *count > 0);
            lines.extend(marks.filter_map(|(key, mark, count)| line(key, YES, mark.label().to_owned(), count)));
        }
        let others: u64 = values.iter().skip(VALUES_MAX).map(|(_, count)| count).sum();
        let (rest, says): (u64, fn(u64) -> String) = match key {
            QueryKey::Created => (others + facets.older, text::earlier),
            _ => (others, text::others),
        };
        FacetGroup { title, lines, rest: (rest > 0).then(|| says(rest)) }
    };
    FACETS.into_iter().map(group).filter(|group| !group.lines.is_empty()).collect()
}

/// Tab stops once; arrow keys lead from value to value.
fn facets_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let groups = groups(state);
    let count = groups.iter().map(|group| group.lines.len()).sum();
    let base = ui.scope_id().with("values");
    let has_focus = |ui: &Ui, index: usize| ui.memory(|memory| memory.has_focus(base.with(index)));
    let has_none = !(0..count).any(|index| has_focus(ui, index));
    let mut index = 0;
    for FacetGroup { title, lines, rest } in &groups {
        ui.add_space(space::S);
        label_ui(ui, Text::SmallStrong, tokens(ui).text, title);
        for line in lines {
            let count_text = grouped_count(line.count);
            let choice = Choice::new(&line.shown).chosen(line.is_chosen).note(&count_text, Tone::Neutral);
            let choice = choice.id(base.with(index));
            // One that an arrow key has just led to takes the keyboard in this frame.
            let is_stop = has_focus(ui, index) || has_none && index == 0;
            let shown = if is_stop { choice } else { choice.for_the_pointer() }.ui(ui);
            if shown.clicked() {
                let query = state.workspace.history.search().query().toggled(line.term.clone());
                actions.push(Action::History(HistoryAction::Search(query.to_string())));
            } else if let Some(next) = arrow_step(ui, shown.id, index, count) {
                ui.memory_mut(|memory| memory.request_focus(base.with(next)));
            }
            if shown.gained_focus() {
                shown.scroll_to_me(None);
            }
            index += 1;
        }
        if let Some(rest) = rest {
            label_ui(ui, Text::Caption, tokens(ui).subdued, rest);
        }
    }
}

fn shown_value(state: &State, key: QueryKey, value: &str) -> String {
    match key {
        QueryKey::Status => status_of_payment(state, &PaymentStatus::from_word(value)).word.into_owned(),
        QueryKey::Currency => value.to_uppercase(),
        QueryKey::Method => paydesk_domain::method::method_text(value),
        QueryKey::Family => paydesk_domain::text::capitalized(value),
        _ => value.to_owned(),
    }
}
