//! The form: its page, its fields, and what is wrong with them. Everything that is filled in is made of it.
//!
//! A panel keeps the texts and an [`FormFieldsDraft`], names its fields by their paths in the API, and hands over what
//! is wrong with them ([`InputError`](paydesk_core::features::forms::InputError)); which errors are shown when, where the
//! keyboard goes, and what Enter and Esc mean is decided here, once. Nothing is validated here: amounts, dates and
//! countries are read by the domain.

mod action;
mod address;
mod amount;
mod browser;
mod date;
mod day;
mod draft;
mod drop_down;
mod fields;
mod instrument;
mod metadata;
mod named_type;
mod page;
mod pickers;
mod prefill;
mod text;
mod word;

pub use action::FormAction;
pub use address::AddressDraft;
pub use browser::BrowserDraft;
pub use day::{DayField, day_ui};
pub use draft::FormFieldsDraft;
use egui::{Align, Layout, Ui};
pub use fields::FormFields;
pub use metadata::MetadataDraft;
pub use named_type::NamedTypeDraft;
pub use page::{FormPage, submits_at_once};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Button, heading_ui, label_ui};
pub use pickers::PickerTexts;
pub use prefill::Prefill;
pub use word::{TO_THE_SERVICE, readable, word_ui};

/// Below this, fields that are side by side stand under each other.
const NARROW: f32 = 420.0;

/// Two columns of a form, or one where there is no room for two: `draw` is called for column 0, then for column 1.
pub fn halves_ui(ui: &mut Ui, draw: impl FnMut(&mut Ui, usize)) {
    columns_ui(ui, NARROW, space::M, draw);
}

/// The two parts of a long form ([`FormPage::in_two_parts`]): side by side in a wide window.
pub fn parts_ui(ui: &mut Ui, draw: impl FnMut(&mut Ui, usize)) {
    columns_ui(ui, 2.0 * page::COLUMN, page::GAP, draw);
}

/// Two columns with `gap` between them where `width_min` is available.
fn columns_ui(ui: &mut Ui, width_min: f32, gap: f32, mut draw: impl FnMut(&mut Ui, usize)) {
    let width = ui.available_width();
    if width < width_min {
        draw(ui, 0);
        draw(ui, 1);
        return;
    }
    let half = (width - gap) / 2.0;
    ui.allocate_ui_with_layout(egui::vec2(width, 0.0), Layout::left_to_right(Align::TOP), |ui| {
        let spacing = std::mem::replace(&mut ui.spacing_mut().item_spacing.x, gap);
        for column in 0..2 {
            ui.allocate_ui_with_layout(egui::vec2(half, 0.0), Layout::top_down(Align::Min), |ui| {
                ui.set_width(half);
                ui.spacing_mut().item_spacing.x = spacing;
                draw(ui, column);
            });
        }
    });
}

/// The fields of a form where there is no page around them, as in a dialog.
pub fn fields_ui<R>(ui: &mut Ui, body: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        body(ui)
    })
    .inner
}

/// A heading above fields that belong together.
pub fn group_ui(ui: &mut Ui, title: &str) {
    ui.add_space(space::M);
    let subdued = tokens(ui).subdued;
    heading_ui(ui, Text::Group, subdued, title);
    ui.add_space(space::XS);
}

/// Fields that few need, folded away below `title` until they are wanted. What is folded away is sent all the same, so it
/// says where something is filled in.
pub fn fold_ui(ui: &mut Ui, title: &str, is_open: &mut bool, is_filled: bool, body: impl FnOnce(&mut Ui)) {
    ui.add_space(space::XS);
    let shows = *is_open;
    let icon = if shows { Icon::Down } else { Icon::Right };
    let label = if !shows && is_filled { text::filled_in(title) } else { title.to_owned() };
    if Button::link(&label).icon(icon).ui(ui).clicked() {
        *is_open = !shows;
    }
    if shows {
        body(ui);
    }
}

/// A sentence that helps.
pub fn help_ui(ui: &mut Ui, text: &str) {
    label_ui(ui, Text::Small, tokens(ui).subdued, text);
    ui.add_space(space::XS);
}
