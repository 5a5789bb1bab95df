//! What both forms of payouts have in common: the page, its answers at the foot, and what is wrong at the top.

use egui::{Align, CentralPanel, Frame, Layout, Margin, Panel, ScrollArea, Ui, vec2};

use crate::app::State;
use crate::app::features::form::InputError;
use crate::app::operations::Phase;
use crate::app::operations::engine::outcome_words;
use crate::domain::payout::VARIANTS;
use crate::ui::status::outcome_tone;
use crate::ui::tokens::{Text, Tone, size, space, tokens};
use crate::ui::widgets::{Button, Notice, label_ui};

use super::draft::FormDraft;
use super::fields::{self, Field, Fields, How};
use super::form::GROUPS;

/// Widest form, in points.
const COLUMN: f32 = 720.0;
/// Below this width, fields stand below each other.
const NARROW: f32 = 480.0;
/// Most that is wrong which is listed above the form; all of it stands at the fields.
const LISTED_MAX: usize = 6;

/// What the person wants done with the whole form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wish {
    Send,
    Leave,
}

/// What was done in the fields: Enter sends; Esc leaves, or leads to the button that does where something
/// would be lost.
pub(super) fn wish_of(fields: &mut Fields<'_>) -> Option<Wish> {
    if fields.submitted {
        return Some(Wish::Send);
    }
    if fields.cancelled && fields.draft.is_changed() {
        fields.draft.wants_keyboard = Some("cancel".to_owned());
    }
    (fields.cancelled && !fields.draft.is_changed()).then_some(Wish::Leave)
}

/// The frame of the form: a title, and what scrolls below it.
pub(super) fn page_ui(ui: &mut Ui, title: &str, body: impl FnOnce(&mut Ui)) {
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(super::super::margin());
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        super::super::title_ui(ui, title, |_| ());
        ui.add_space(space::S);
        ScrollArea::vertical().id_salt("payout form").auto_shrink([false, false]).show(ui, |ui| {
            ui.set_max_width(COLUMN.min(ui.available_width()));
            ui.spacing_mut().item_spacing.y = space::XS;
            body(ui);
            ui.add_space(space::L);
        });
    });
}

/// The answers to the form, always in sight.
pub(super) fn foot_ui(
    ui: &mut Ui,
    (label, blocked): (&str, Option<&str>),
    draft: &mut FormDraft,
    above: impl FnOnce(&mut Ui, &mut FormDraft),
) -> Option<Wish> {
    let mut wish = None;
    let margin = Margin { top: space::S as i8, bottom: space::M as i8, ..super::super::margin() };
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin);
    Panel::bottom("payout answers").show_separator_line(true).frame(frame).show(ui, |ui| {
        above(ui, draft);
        let row = vec2(ui.available_width(), size::CONTROL);
        ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            if Button::primary(label).disabled(blocked).ui(ui).clicked() {
                wish = Some(Wish::Send);
            }
            let cancel = Button::secondary("Cancel").ui(ui);
            if draft.wants_keyboard.as_deref() == Some("cancel") {
                draft.wants_keyboard = None;
                cancel.request_focus();
            }
            if cancel.clicked() {
                wish = Some(Wish::Leave);
            }
            if let Some(reason) = blocked {
                label_ui(ui, Text::Small, tokens(ui).subdued, reason);
            }
        });
    });
    wish
}

/// What became of the last try, and what is wrong now.
pub(super) fn top_ui(ui: &mut Ui, state: &State, draft: &FormDraft, errors: &[InputError]) {
    let refused = state.payouts.refused.as_ref().and_then(|id| state.operations.find(id));
    if let Some(Phase::Ended(outcome)) = refused.map(|operation| &operation.phase)
        && let Some(operation) = refused
    {
        let (kind, words) = outcome_words(&operation.plan, outcome);
        let advice = if operation.plan.with_secret {
            "Nothing of the account was kept: type its numbers again for another try"
        } else {
            "Correct it and try again"
        };
        Notice::new(outcome_tone(kind), advice).title(&words).ui(ui);
        ui.add_space(space::S);
    }
    if draft.tried && !errors.is_empty() {
        let lines: Vec<String> = errors.iter().take(LISTED_MAX).map(error_words).collect();
        let more = errors.len().saturating_sub(LISTED_MAX);
        let more = if more > 0 { format!("\nand {more} more") } else { String::new() };
        Notice::new(Tone::Danger, &format!("{}{more}", lines.join("\n")))
            .title("Nothing was sent: something is not right yet")
            .ui(ui);
        ui.add_space(space::S);
    }
}

/// `IBAN: an IBAN whose check digits are right`: the field as it is called on the screen.
fn error_words(error: &InputError) -> String {
    let all = GROUPS.iter().flat_map(|(_, group)| group.iter()).chain(&fields::RECIPIENT).chain(&fields::LINK);
    let others = [fields::AMOUNT, fields::CURRENCY, fields::REFERENCE, fields::TYPE];
    let named = all.chain(&others).find(|field| field.path == error.field).map(|field| field.label.to_owned());
    let last = error.field.rsplit('.').next().unwrap_or(&error.field);
    let of_method = VARIANTS.iter().flat_map(|variant| variant.fields()).find(|field| field.name == last);
    let of_method = of_method.filter(|_| error.field.contains("_data.")).map(|field| fields::words_of(field).0);
    let label = named.or(of_method).unwrap_or_else(|| error.field.clone());
    format!("{label}: {}", error.rule)
}

/// Texts two by two where there is room, then choices in a row, then what is ticked.
pub(super) fn rows_ui(ui: &mut Ui, group: &[Field], fields: &mut Fields<'_>) {
    let typed: Vec<&Field> = group.iter().filter(|field| matches!(field.how, How::Text | How::Secret)).collect();
    for pair in typed.chunks(per_row(ui)) {
        row_ui(ui, |ui, width| pair.iter().for_each(|field| fields.ui(ui, field, width)));
    }
    let of = |wanted: fn(&How) -> bool| group.iter().filter(move |field| wanted(&field.how));
    if of(|how| matches!(how, How::Words(_))).next().is_some() {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            of(|how| matches!(how, How::Words(_))).for_each(|field| fields.ui(ui, field, 0.0));
        });
    }
    of(|how| matches!(how, How::Check)).for_each(|field| fields.ui(ui, field, 0.0));
}

pub(super) fn per_row(ui: &Ui) -> usize {
    if ui.available_width() < NARROW { 1 } else { 2 }
}

pub(super) fn row_ui(ui: &mut Ui, mut body: impl FnMut(&mut Ui, f32)) {
    let width = ui.available_width();
    if per_row(ui) == 1 {
        body(ui, width);
        return;
    }
    ui.allocate_ui_with_layout(vec2(width, 0.0), Layout::left_to_right(Align::TOP), |ui| {
        ui.spacing_mut().item_spacing.x = space::M;
        body(ui, (width - space::M) / 2.0);
    });
}
