//! What the service of the profile at work does where its documentation is silent: each with its default, what was
//! learned instead and from what, and a way back.

use egui::{Align, CornerRadius, Frame, Layout, Margin, Ui, vec2};

use crate::app::service_traits::{STATUS_MAX_CHARS, TraitChange, TraitRow, TraitSource};
use crate::app::zone::Zone;
use crate::app::{Action, State};
use crate::domain::text::visible;
use crate::ui::tokens::{Text, size, space, tokens};
use crate::ui::widgets::{Button, TextField, hairline_ui, label_ui};

/// Widest list, in points.
const COLUMN: f32 = 760.0;
/// Room for the button of a row, in points.
const BUTTON: f32 = 90.0;
const FIELD: f32 = 240.0;

/// Draws the list. `named` is the name that is being typed.
pub(super) fn service_ui(ui: &mut Ui, state: &State, named: &mut String, actions: &mut Vec<Action>) {
    let words = "What the documentation of a payment service leaves open. Paydesk starts with a guess, and keeps for this \
                 profile what the service shows it";
    let width = ui.available_width().min(COLUMN);
    ui.scope(|ui| {
        ui.set_max_width(width);
        label_ui(ui, Text::Small, tokens(ui).subdued, words);
    });
    let frame = Frame::new().stroke(tokens(ui).hairline()).corner_radius(CornerRadius::same(size::RADIUS));
    frame.show(ui, |ui| {
        ui.set_width(width);
        ui.spacing_mut().item_spacing.y = 0.0;
        let view = state.view();
        for (index, row) in view.traits.rows().iter().enumerate() {
            if index > 0 {
                hairline_ui(ui);
            }
            let margin = Margin::symmetric(space::M as i8, space::S as i8);
            Frame::new().inner_margin(margin).show(ui, |ui| {
                ui.push_id(index, |ui| row_ui(ui, row, view.zone, named, actions));
            });
        }
    });
}

fn row_ui(ui: &mut Ui, row: &TraitRow<'_>, zone: Zone, named: &mut String, actions: &mut Vec<Action>) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let width = ui.available_width() - BUTTON;
        ui.allocate_ui_with_layout(vec2(width, 0.0), Layout::top_down(Align::LEFT), |ui| {
            ui.set_width(width);
            ui.spacing_mut().item_spacing.y = space::XS;
            words_ui(ui, row, zone);
            if row.is_named {
                name_ui(ui, &row.name, named, actions);
            }
        });
        let name = format!("Reset {}", row.name);
        if row.known.is_some() && Button::secondary("Reset").name(&name).ui(ui).clicked() {
            actions.push(Action::ChangeTraits(TraitChange::Reset(row.id)));
        }
    });
}

fn words_ui(ui: &mut Ui, row: &TraitRow<'_>, zone: Zone) {
    let (text, subdued) = (tokens(ui).text, tokens(ui).subdued);
    label_ui(ui, Text::Strong, text, &row.name);
    let Some((value, source)) = &row.known else {
        label_ui(ui, Text::Body, subdued, row.usual);
        return;
    };
    label_ui(ui, Text::Body, text, &visible(value, STATUS_MAX_CHARS));
    let source = match source {
        TraitSource::Person => "Set by you".to_owned(),
        TraitSource::Learned { from, at } => format!("Learned {} from: {}", zone.full(*at), visible(from, 300)),
    };
    label_ui(ui, Text::Small, subdued, &format!("{source}. Otherwise: {}", row.usual));
}

fn name_ui(ui: &mut Ui, label: &str, named: &mut String, actions: &mut Vec<Action>) {
    ui.add_space(space::XS);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        let field = TextField::bare(label, named).placeholder("As the service writes it").mono();
        let entered = field.max_chars(STATUS_MAX_CHARS).width(FIELD).ui(ui).submitted;
        let empty = named.trim().is_empty().then_some("Type the status first");
        let set = Button::secondary("Set").name(&format!("Set {label}")).disabled(empty).ui(ui).clicked();
        if (set || entered) && empty.is_none() {
            actions.push(Action::ChangeTraits(TraitChange::NameReviewStatus(std::mem::take(named))));
        }
    });
}
