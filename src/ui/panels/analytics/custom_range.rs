//! The custom range: two dates, both included, in the zone of Paydesk.

use chrono::NaiveDate;
use egui::Ui;

use super::draft::{AnalyticsDraft, CustomRangeDraft};
use super::text;
use crate::form::{FormAction, FormFields, halves_ui};
use paydesk_api::input::{InputError, Rule};
use paydesk_core::State;
use paydesk_core::features::analytics::range::DAYS_MAX;
use paydesk_core::features::analytics::{AnalyticsAction, RangeChoice};
use paydesk_widgets::Button;
use paydesk_widgets::tokens::space;

const WIDTH: f32 = 460.0;

/// Draws the two days while they are being chosen.
pub fn custom_range_ui(ui: &mut Ui, state: &State, draft: &mut AnalyticsDraft, asked: &mut Vec<AnalyticsAction>) {
    let Some(days) = &mut draft.days else { return };
    let (range, errors) = read(days);
    let form_action = ui.scope(|ui| fields_ui(ui, state, days, &errors)).inner;
    match (form_action, range) {
        (Some(FormAction::Submit), Some(range)) => {
            asked.push(AnalyticsAction::SetRange(range));
            draft.days = None;
        }
        (Some(FormAction::Submit), None) => days.entry.refuse(&errors),
        (Some(FormAction::Close), _) => draft.days = None,
        (None, _) => {}
    }
}

fn fields_ui(ui: &mut Ui, state: &State, days: &mut CustomRangeDraft, errors: &[InputError]) -> Option<FormAction> {
    ui.set_max_width(WIDTH);
    let CustomRangeDraft { from, to, entry } = days;
    let mut entry = FormFields::new(entry, errors, "from");
    let today = state.zone().date(state.now);
    let hint = text::in_text(state.zone());
    let mut texts = [Some(("from", "First day", from)), Some(("to", text::LAST_DAY, to))];
    halves_ui(ui, |ui, column| {
        if let Some((path, label, text)) = texts[column].take() {
            entry.date(ui, path, label, (text, today), &hint);
        }
    });
    let mut form_action = entry.form_action();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::M;
        if Button::primary("Apply period").ui(ui).clicked() {
            form_action = Some(FormAction::Submit);
        }
        if Button::link(text::CANCEL).ui(ui).clicked() {
            form_action = Some(FormAction::Close);
        }
    });
    ui.add_space(space::S);
    form_action
}

/// The days, or what is wrong with them.
fn read(days: &CustomRangeDraft) -> (Option<RangeChoice>, Vec<InputError>) {
    let day = |path: &str, text: &str| {
        let read: Result<NaiveDate, _> = text.trim().parse();
        read.map_err(|_| InputError::new(path, Rule::sentence(crate::text::ENTER_A_DATE)))
    };
    match (day("from", &days.from), day("to", &days.to)) {
        (Ok(from), Ok(to)) => {
            let wrong = wrong_order(from, to);
            (wrong.is_none().then_some(RangeChoice::Days { from, to }), wrong.into_iter().collect())
        }
        (from, to) => (None, from.err().into_iter().chain(to.err()).collect()),
    }
}

fn wrong_order(from: NaiveDate, to: NaiveDate) -> Option<InputError> {
    if from > to {
        return Some(InputError::new("to", Rule::sentence("Choose the first day or a later one")));
    }
    ((to - from).num_days() >= DAYS_MAX)
        .then(|| InputError::new("to", Rule::sentence("Choose a day within three years of the first day")))
}
