//! A filter with one choice: a button that opens a list, and once set says so and can be cleared.

use egui::{
    Id, Key, Popup, PopupCloseBehavior, Rect, Response, Sense, Ui, UiBuilder, WidgetInfo, accesskit::Role, pos2, vec2,
};

use super::{Button, paint};
use crate::ui::icons::Icon;
use crate::ui::tokens::{Text, size, space, tokens};

/// What a person did with a filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilterChange {
    /// The choice with this index.
    Set(usize),
    Cleared,
}

/// A filter to be shown with [`FilterMenu::ui`]; builder.
#[must_use = "a filter is shown with `ui`"]
pub struct FilterMenu<'a, S> {
    name: &'a str,
    choices: &'a [S],
    chosen: Option<usize>,
    clearable: bool,
}

impl<'a, S: AsRef<str>> FilterMenu<'a, S> {
    /// `name` as on the button (`Currency`), the choices in order, and the one that is set.
    pub fn new(name: &'a str, choices: &'a [S], chosen: Option<usize>) -> Self {
        Self { name, choices, chosen, clearable: true }
    }

    /// Always one choice, such as a period: shows only the choice, and has no ✕.
    pub fn always_set(mut self) -> Self {
        self.clearable = false;
        self
    }

    pub fn ui(self, ui: &mut Ui) -> Option<FilterChange> {
        let chosen = self.chosen.and_then(|index| self.choices.get(index)).map(AsRef::as_ref);
        let (button, cleared) = match chosen {
            Some(choice) if self.clearable => self.set_button(ui, choice),
            Some(choice) => (self.plain_button(ui, choice), false),
            None => (self.plain_button(ui, self.name), false),
        };
        let open = Popup::is_id_open(ui.ctx(), Popup::default_response_id(&button));
        ui.ctx().accesskit_node_builder(button.id, |node| {
            node.set_has_popup(egui::accesskit::HasPopup::Listbox);
            node.set_expanded(open);
        });
        let picked = self.popup(&button);
        if cleared { Some(FilterChange::Cleared) } else { picked.map(FilterChange::Set) }
    }

    fn plain_button(&self, ui: &mut Ui, label: &str) -> Response {
        Button::secondary(label).name(self.name).trailing(Icon::Down).ui(ui)
    }

    /// `Status: requires capture ✕`: the words open the list, the cross clears.
    fn set_button(&self, ui: &mut Ui, choice: &str) -> (Response, bool) {
        let label = format!("{}: {choice}", self.name);
        let tokens = tokens(ui);
        let room = (paint::width_limit(ui) - 2.0 * space::M - size::QUIET).max(40.0);
        let galley = paint::line(ui.painter(), &label, Text::Body, tokens.accent.text, room);
        let width = (galley.size().x + space::M + 32.0).ceil();
        let (rect, response) = ui.allocate_exact_size(vec2(width, size::CONTROL), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &label));
        let edge = if response.hovered() { tokens.accent.text } else { tokens.border };
        let stroke = egui::Stroke::new(1.0, edge);
        ui.painter().rect(rect, size::RADIUS, tokens.accent.ground, stroke, egui::StrokeKind::Inside);
        paint::galley_at(ui.painter(), galley, rect.left() + space::M, rect.center().y, tokens.accent.text);
        paint::focus_ring(ui, &response, rect, size::RADIUS);
        let cross = Rect::from_center_size(pos2(rect.right() - 16.0, rect.center().y), vec2(size::QUIET, size::QUIET));
        let mut child = ui.new_child(UiBuilder::new().max_rect(cross));
        let name = format!("Clear {}", self.name.to_lowercase());
        let cleared = Button::quiet_icon(Icon::Close, &name).ui(&mut child).clicked();
        (response, cleared)
    }

    fn popup(&self, button: &Response) -> Option<usize> {
        let popup = Popup::menu(button).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        let id = popup.get_id();
        let shown = popup.accessible_name(self.name).gap(space::XS).show(|ui| self.list(ui, id, button));
        if shown.is_none() {
            button.ctx.data_mut(|data| data.remove::<Entered>(id));
        }
        let picked = shown.and_then(|shown| shown.inner);
        if picked.is_some() {
            Popup::close_id(&button.ctx, id);
            button.request_focus();
        }
        picked
    }

    /// The choices; arrow keys and the ends are egui's own, being a menu.
    fn list(&self, ui: &mut Ui, id: Id, button: &Response) -> Option<usize> {
        ui.spacing_mut().item_spacing.y = 0.0;
        let width = self.list_width(ui).max(button.rect.width() - 2.0 * space::XS);
        let item = |index: usize| id.with(("choice", index));
        if enter(ui, id) {
            ui.memory_mut(|memory| memory.request_focus(item(self.chosen.unwrap_or(0))));
        }
        let mut picked = None;
        egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
            for (index, choice) in self.choices.iter().enumerate() {
                let response = self.choice(ui, item(index), width, choice.as_ref(), self.chosen == Some(index));
                if response.gained_focus() {
                    response.scroll_to_me(None);
                }
                if response.clicked() {
                    picked = Some(index);
                }
            }
        });
        if ui.input(|input| input.key_pressed(Key::Escape)) {
            button.request_focus();
        }
        picked
    }

    fn list_width(&self, ui: &Ui) -> f32 {
        let widest = self
            .choices
            .iter()
            .map(|choice| paint::line(ui.painter(), choice.as_ref(), Text::Body, tokens(ui).text, 320.0).size().x);
        widest.fold(120.0, f32::max) + 2.0 * space::S + 24.0
    }

    fn choice(&self, ui: &mut Ui, id: Id, width: f32, text: &str, chosen: bool) -> Response {
        let tokens = tokens(ui);
        let (rect, _) = ui.allocate_exact_size(vec2(width, size::ROW_COMPACT), Sense::hover());
        let response = ui.interact(rect, id, Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::ListBoxOption, ui.is_enabled(), text));
        ui.ctx().accesskit_node_builder(id, |node| node.set_selected(chosen));
        if response.hovered() || response.has_focus() {
            ui.painter().rect_filled(rect, 4.0, tokens.hover);
        }
        let color = if chosen { tokens.accent.text } else { tokens.text };
        let galley = paint::line(ui.painter(), text, Text::Body, color, width - 24.0 - space::S);
        paint::galley_at(ui.painter(), galley, rect.left() + space::S, rect.center().y, color);
        if chosen {
            Icon::Check.paint(ui.painter(), pos2(rect.right() - 14.0, rect.center().y), size::ICON, color);
        }
        paint::inner_ring(ui, &response, rect);
        response
    }
}

/// That the keyboard was brought into an open list.
#[derive(Clone)]
struct Entered;

/// True once an opening, when the list can take the keyboard: not while it is only being measured.
fn enter(ui: &Ui, popup: Id) -> bool {
    if ui.is_sizing_pass() || ui.data(|data| data.get_temp::<Entered>(popup).is_some()) {
        return false;
    }
    ui.data_mut(|data| data.insert_temp(popup, Entered));
    true
}
