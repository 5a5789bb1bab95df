//! The question of one's own: what is asked, grouped by what; and the query as it is sent.

use egui::Ui;

use super::draft::AnalyticsDraft;
use super::text;
use super::wording;
use paydesk_core::State;
use paydesk_core::features::analytics::{AnalyticsAction, CardId, Dimension, Measure};
use paydesk_domain::analytics::Subject;
use paydesk_widgets::tokens::space;
use paydesk_widgets::{FilterButton, RawJson, segmented_ui};

const SUBJECTS: [Subject; 2] = [Subject::Disputes, Subject::Payments];

/// Draws what is asked beside range and filters, and the query.
pub fn question_ui(ui: &mut Ui, state: &State, draft: &mut AnalyticsDraft, asked: &mut Vec<AnalyticsAction>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        subject_ui(ui, state, asked);
        measures_ui(ui, state, asked);
        groups_ui(ui, state, asked);
    });
    let card = state.workspace.analytics.card(CardId::CustomQuery).filter(|_| draft.json_open);
    let sent = card.and_then(|card| card.plan.as_ref()).and_then(|plan| plan.sent());
    let text = sent.map(|(path, json)| format!("{path}\n{json}")).unwrap_or_default();
    RawJson { title: "Show JSON query", text: &text, max_height: 260.0 }.ui(ui, &mut draft.json_open);
}

fn subject_ui(ui: &mut Ui, state: &State, asked: &mut Vec<AnalyticsAction>) {
    let names = SUBJECTS.map(wording::subject);
    let shown = SUBJECTS
        .iter()
        .position(|subject| *subject == state.workspace.analytics.question().subject)
        .unwrap_or_default();
    if let Some(index) = segmented_ui(ui, "Subject", &names, shown) {
        asked.push(AnalyticsAction::SetSubject(SUBJECTS[index]));
    }
}

fn measures_ui(ui: &mut Ui, state: &State, asked: &mut Vec<AnalyticsAction>) {
    let question = state.workspace.analytics.question();
    let names: Vec<&str> = question.measures.iter().map(|measure| measure.name()).collect();
    let are_all = names.len() == Measure::of(question.subject).len();
    let label = text::numbers(if are_all { "all".to_owned() } else { names.join(", ") });
    let mut toggled = None;
    FilterButton::new(text::NUMBERS, Some(&label)).always_set().width(220.0).ui(ui, |body| {
        for measure in Measure::of(question.subject) {
            if body.choice(measure.name(), question.measures.contains(measure)) {
                toggled = Some(*measure);
            }
        }
        None::<()>
    });
    asked.extend(toggled.map(|measure| AnalyticsAction::SetMeasures(with_toggled(&question.measures, measure))));
}

fn groups_ui(ui: &mut Ui, state: &State, asked: &mut Vec<AnalyticsAction>) {
    let question = state.workspace.analytics.question();
    let names: Vec<&str> = question.group_by.iter().map(|dimension| wording::dimension(*dimension)).collect();
    let value = (!names.is_empty()).then(|| names.join(", "));
    let mut toggled: Option<Dimension> = None;
    let change = FilterButton::new("Group by", value.as_deref()).width(200.0).ui(ui, |body| {
        for dimension in question.subject.dimensions() {
            if body.choice(wording::dimension(*dimension), question.group_by.contains(dimension)) {
                toggled = Some(*dimension);
            }
        }
        None::<()>
    });
    if change.is_some() {
        asked.push(AnalyticsAction::SetGroupBy(Vec::new()));
    }
    asked.extend(toggled.map(|dimension| AnalyticsAction::SetGroupBy(with_toggled(&question.group_by, dimension))));
}

fn with_toggled<T: Copy + PartialEq>(chosen: &[T], one: T) -> Vec<T> {
    if chosen.contains(&one) {
        return chosen.iter().copied().filter(|other| *other != one).collect();
    }
    chosen.iter().copied().chain([one]).collect()
}
