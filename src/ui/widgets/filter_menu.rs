//! A filter: a button that names it, or its value with a cross when it is set, and opens its choices.

use egui::TextWrapMode::Extend;
use egui::accesskit::Role;
use egui::{
    Align, Button as EguiButton, Key, Layout, Modifiers, Popup, PopupCloseBehavior, RichText, Stroke, Ui, vec2,
};

use crate::ui::icons::Icon;
use crate::ui::tokens::{self, CONTROL_HEIGHT, SPACE_XS, TEXT_BODY, tokens};

use super::button::focus_ring;
use super::named;

/// What was done to a filter in this frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilterChange<T> {
    Set(T),
    Cleared,
}

/// Draws the button of a filter. With `value` it reads `Status: requires capture ✕`; a click on the cross clears.
/// `body` draws the choices and returns what was chosen.
pub fn filter_ui<T>(
    ui: &mut Ui,
    name: &str,
    value: Option<&str>,
    body: impl FnOnce(&mut Ui) -> Option<T>,
) -> Option<FilterChange<T>> {
    let tokens = tokens(ui);
    let label = value.map_or_else(|| name.to_owned(), |value| format!("{name}: {value}"));
    let text = RichText::new(&label).font(tokens::regular(TEXT_BODY)).color(tokens.text);
    let caret = Icon::CaretDown.text(12.0).color(tokens.subdued);
    let mut button = EguiButton::new((text, caret)).gap(6.0).min_size(vec2(0.0, CONTROL_HEIGHT)).wrap_mode(Extend);
    if value.is_some() {
        button = button.fill(tokens.accent.ground).stroke(Stroke::new(1.0, tokens.accent.color));
    }
    let response = named(ui.add(button), Role::Button, &label);
    focus_ring(ui, &response);
    let cleared = value.is_some() && {
        let clear = format!("Clear {}", name.to_lowercase());
        super::button::Button::icon_only(Icon::Close, &clear).quiet().show(ui).clicked()
    };
    if cleared {
        return Some(FilterChange::Cleared);
    }
    let popup = Popup::menu(&response)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .accessible_name(format!("{name} choices"));
    let chosen = popup.show(|ui| {
        ui.set_min_width(190.0);
        arrows_move_focus(ui);
        body(ui)
    });
    let chosen = chosen.and_then(|shown| shown.inner);
    if chosen.is_some() {
        Popup::close_all(ui.ctx());
    }
    chosen.map(FilterChange::Set)
}

/// Draws one choice; tells whether it was taken.
pub fn choice_ui(ui: &mut Ui, text: &str, selected: bool) -> bool {
    let tokens = tokens(ui);
    let color = if selected { tokens.accent.color } else { tokens.text };
    let label = RichText::new(text).font(tokens::regular(TEXT_BODY)).color(color);
    let width = ui.available_width();
    let response = ui
        .with_layout(Layout::top_down_justified(Align::LEFT), |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let check = if selected { Icon::Check.text(14.0).color(color) } else { RichText::new(" ") };
            let grow = egui::Atom::grow();
            let button = EguiButton::new((label, grow, check)).frame_when_inactive(false).stroke(Stroke::NONE);
            ui.add(button.min_size(vec2(width, CONTROL_HEIGHT)))
        })
        .inner;
    let enabled = response.enabled();
    response.widget_info(|| egui::WidgetInfo::selected(Role::MenuItem, enabled, selected, text));
    focus_ring(ui, &response);
    response.clicked()
}

/// A thin line between groups of choices.
pub fn divider_ui(ui: &mut Ui) {
    ui.add_space(SPACE_XS);
    ui.separator();
    ui.add_space(SPACE_XS);
}

/// Up and down walk through the choices as Tab does.
fn arrows_move_focus(ui: &mut Ui) {
    let (down, up) = ui.input_mut(|input| {
        (input.consume_key(Modifiers::NONE, Key::ArrowDown), input.consume_key(Modifiers::NONE, Key::ArrowUp))
    });
    if down || up {
        let direction = if down { egui::FocusDirection::Next } else { egui::FocusDirection::Previous };
        ui.memory_mut(|memory| memory.move_focus(direction));
    }
}
