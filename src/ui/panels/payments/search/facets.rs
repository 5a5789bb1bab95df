//! Counts beside the list: of each status, currency, method, decline family and day, a click adds it to the search.

use egui::{Panel, ScrollArea, Ui};

use crate::app::features::history::HistoryAction;
use crate::app::{Action, State};
use crate::domain::money::grouped_count;
use crate::domain::payment::PaymentStatus;
use crate::domain::payment_query::{QueryKey, QueryValues as _};
use crate::ui::drafts::Drafts;
use crate::ui::icons::Icon;
use crate::ui::panels::payments::draft::PaymentsDraft;
use crate::ui::status::status_of_payment;
use crate::ui::tokens::{Text, Tone, space, tokens};
use crate::ui::widgets::{Button, Choice, label_ui};

use super::chips::{has, term_of};
use super::text;

const WIDTH: f32 = 248.0;
/// Room for the list, below which the counts are not shown.
const LIST_MIN: f32 = 520.0;
/// Most values of a facet.
const VALUES_MAX: usize = 8;

const FACETS: [(QueryKey, &str); 5] = [
    (QueryKey::Status, text::STATUS),
    (QueryKey::Currency, text::CURRENCY),
    (QueryKey::Method, text::METHOD),
    (QueryKey::Family, text::DECLINE_FAMILY),
    (QueryKey::Created, text::DAY),
];

fn shows_facets(width: f32, drafts: &mut Drafts) -> bool {
    width >= WIDTH + LIST_MIN && !drafts.of::<PaymentsDraft>().hides_facets
}

/// What of this width, in points, is left to the list.
pub fn list_width(width: f32, drafts: &mut Drafts) -> f32 {
    if shows_facets(width, drafts) { width - WIDTH } else { width }
}

/// Draws the list with the counts beside it, where there is room and they are not hidden.
pub fn with_facets_ui(
    ui: &mut Ui,
    state: &State,
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
    list: impl FnOnce(&mut Ui, &mut Drafts, &mut Vec<Action>),
) {
    if shows_facets(ui.available_width(), drafts) {
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
        label_ui(ui, Text::SmallStrong, tokens(ui).subdued, text::NARROW_DOWN);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if Button::quiet_icon(Icon::Close, text::HIDE_COUNTS).ui(ui).clicked() {
                drafts.of::<PaymentsDraft>().hides_facets = true;
            }
        });
    });
}

fn facets_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let history = &state.workspace.history;
    let query = history.search().query();
    for (key, title) in FACETS {
        let values = history.values(key);
        if values.is_empty() {
            continue;
        }
        ui.add_space(space::S);
        label_ui(ui, Text::SmallStrong, tokens(ui).text, title);
        for (value, count) in values.iter().take(VALUES_MAX) {
            let term = term_of(key, value);
            let is_chosen = query.of_key(key).zip(term.as_ref()).is_some_and(|(known, term)| has(known, term));
            let shown = shown_value(state, key, value);
            let count = grouped_count(*count);
            let line = Choice::new(&shown).chosen(is_chosen).note(&count, Tone::Neutral).ui(ui);
            if let Some(term) = term.filter(|_| line.clicked()) {
                actions.push(Action::History(HistoryAction::Search(query.toggled(term).to_string())));
            }
        }
        let others: u64 = values.iter().skip(VALUES_MAX).map(|(_, count)| count).sum();
        let rest = match key {
            QueryKey::Created => {
                Some(others + history.search().facets().older).filter(|rest| *rest > 0).map(text::earlier)
            }
            _ => Some(others).filter(|rest| *rest > 0).map(text::others),
        };
        if let Some(rest) = rest {
            label_ui(ui, Text::Caption, tokens(ui).subdued, &rest);
        }
    }
}

fn shown_value(state: &State, key: QueryKey, value: &str) -> String {
    match key {
        QueryKey::Status => status_of_payment(state, &PaymentStatus::from_word(value)).word.into_owned(),
        QueryKey::Currency => value.to_uppercase(),
        QueryKey::Method => crate::domain::method::method_text(value),
        QueryKey::Family => crate::domain::text::capitalized(value),
        _ => value.to_owned(),
    }
}
