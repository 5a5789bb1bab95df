//! A filter of any content: a button that opens a popup, and once set says so and can be cleared.
//!
//! [`super::FilterMenu`] is the one for a plain list; this one takes choices, captions, fields, in any order.

use egui::{
    EventFilter, Id, Key, Popup, PopupCloseBehavior, Rect, Response, Sense, Ui, UiBuilder, WidgetInfo,
    accesskit::{HasPopup, Role},
    pos2, vec2,
};

use super::hanging::is_under_pointer;
use super::text;
use super::{Button, Choice, hairline_ui, label_ui, paint};
use crate::icons::Icon;
use crate::tokens::{Text, size, space, tokens};

const WIDTH: f32 = 220.0;
/// Most of a line that a filter takes with what it is set to, and what it may always take, in points.
const SHARE: f32 = 0.5;
const SHARE_MIN: f32 = 320.0;
const SHARE_MAX: f32 = 440.0;
/// What a popup leaves of the room above or below its button: the gap, its edge, and some air, in points.
const AROUND: f32 = 24.0;

/// What a person did with a filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilterChange<T = usize> {
    /// The choice (in a menu: its index).
    Set(T),
    Cleared,
}

/// A filter to be shown with [`FilterButton::ui`]; builder.
#[must_use = "a filter is shown with `ui`"]
pub struct FilterButton<'a> {
    name: &'a str,
    value: Option<&'a str>,
    clearable: bool,
    width: f32,
    opens: bool,
}

impl<'a> FilterButton<'a> {
    /// `name` as on the button (`Currency`), and what it is set to.
    pub fn new(name: &'a str, value: Option<&'a str>) -> Self {
        Self { name, value, clearable: true, width: WIDTH, opens: false }
    }

    /// Always set, such as a period: shows only the value, and has no ✕.
    pub fn always_set(mut self) -> Self {
        self.clearable = false;
        self
    }

    /// Of the popup's content, in points.
    pub fn width(mut self, width: f32) -> Self {
        self.width = width;
        self
    }

    /// A key opens the popup now.
    pub fn opened(mut self, opens: bool) -> Self {
        self.opens = opens;
        self
    }

    /// Shows the button, and while it is open the popup with `body`, which returns what was chosen.
    pub fn ui<T>(self, ui: &mut Ui, body: impl FnOnce(&mut FilterBody<'_>) -> Option<T>) -> Option<FilterChange<T>> {
        let (button, cleared) = match self.value {
            Some(value) if self.clearable => self.set_button(ui, value),
            value => (self.plain_button(ui, value.unwrap_or(self.name)), false),
        };
        pass_arrows(&button);
        if self.opens {
            button.scroll_to_me(None);
            Popup::open_id(ui.ctx(), Popup::default_response_id(&button));
        }
        let chosen = choices_popup_ui(&button, &text::choices(self.name), self.width, body);
        if cleared { Some(FilterChange::Cleared) } else { chosen.map(FilterChange::Set) }
    }

    fn plain_button(&self, ui: &mut Ui, label: &str) -> Response {
        let button = Button::secondary(label).name(self.name).trailing(Icon::Down);
        let response = button.max_width(filter_width(ui)).ui(ui);
        if let Some(value) = self.value {
            ui.ctx().accesskit_node_builder(response.id, |node| node.set_value(value));
        }
        response
    }

    /// `Status: requires capture ✕`: the label opens the popup, the cross clears.
    fn set_button(&self, ui: &mut Ui, value: &str) -> (Response, bool) {
        let label = format!("{}: {value}", self.name);
        let tokens = tokens(ui);
        let room = (filter_width(ui) - space::M - CROSS - space::S).max(40.0);
        let galley = paint::line(ui.painter(), &label, Text::Body, tokens.accent.text, room);
        let elided = galley.elided;
        let width = (galley.size().x + space::M + CROSS + space::S).ceil();
        let (id, rect) = ui.allocate_space(vec2(width, size::CONTROL));
        let center = pos2(rect.right() - space::XS - CROSS / 2.0, rect.center().y);
        let cross = Rect::from_center_size(center, vec2(CROSS, CROSS));
        let response = ui.interact(rect.with_max_x(cross.left()), id, Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &label));
        let edge = if response.hovered() { tokens.accent.text } else { tokens.accent.ground };
        let stroke = egui::Stroke::new(1.0, edge);
        ui.painter().rect(rect, size::RADIUS, tokens.accent.ground, stroke, egui::StrokeKind::Inside);
        paint::galley_at(ui.painter(), galley, rect.left() + space::M, rect.center().y, tokens.accent.text);
        paint::focus_ring(ui, &response, rect, size::RADIUS);
        let mut child = ui.new_child(UiBuilder::new().max_rect(cross));
        let name = text::clear(self.name.to_lowercase());
        let cleared = Button::quiet_icon(Icon::Close, &name).ui(&mut child).clicked();
        (if elided { response.on_hover_text(label) } else { response }, cleared)
    }
}

/// How wide a filter may be here: what is beside it stays in view.
pub(super) fn filter_width(ui: &Ui) -> f32 {
    let room = paint::width_limit(ui);
    room.min((room * SHARE).clamp(SHARE_MIN, SHARE_MAX))
}

/// The arrow keys of a closed filter lead into the list below it, wherever its titles and other buttons stand.
fn pass_arrows(button: &Response) {
    if button.has_focus() {
        let filter = EventFilter { vertical_arrows: true, ..EventFilter::default() };
        button.ctx.memory_mut(|memory| memory.set_focus_lock_filter(button.id, filter));
        button.ctx.data_mut(|data| data.insert_temp(Id::unique("filter whose arrows are the list's"), button.id));
    }
}

/// Whether the widget with the keyboard is a closed filter, whose arrow keys are the list's.
pub fn passes_arrows(ctx: &egui::Context, focused: Option<Id>) -> bool {
    let lent: Option<Id> = ctx.data(|data| data.get_temp(Id::unique("filter whose arrows are the list's")));
    lent.is_some() && lent == focused
}

/// While it is open, the popup that `button` opens and closes, with `body`, which returns what was chosen. `name` is for
/// screen readers.
pub fn choices_popup_ui<T>(
    button: &Response,
    name: &str,
    width: f32,
    body: impl FnOnce(&mut FilterBody<'_>) -> Option<T>,
) -> Option<T> {
    let open = Popup::is_id_open(&button.ctx, Popup::default_response_id(button));
    button.ctx.accesskit_node_builder(button.id, |node| {
        node.set_has_popup(HasPopup::Listbox);
        node.set_expanded(open);
    });
    let behavior = match is_under_pointer(&button.ctx) {
        true => PopupCloseBehavior::IgnoreClicks,
        false => PopupCloseBehavior::CloseOnClickOutside,
    };
    let popup = Popup::menu(button).close_behavior(behavior);
    let id = popup.get_id();
    // Whole above or below its button, and scrolled where that is less than all of it.
    let window = button.ctx.content_rect();
    let room = (window.bottom() - button.rect.bottom()).max(button.rect.top() - window.top());
    let height = (room - AROUND).max(120.0);
    let width = width.max(button.rect.width() - 2.0 * space::XS);
    let shown = popup.accessible_name(name).gap(space::XS).show(|ui| {
        ui.set_width(width);
        // It grows with what comes into it, such as a message: without the least height it would stay as high as it was.
        let scroll = egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height);
        let chosen = scroll.show(ui, |ui| FilterBody::show(ui, id, body)).inner;
        if ui.input(|input| input.key_pressed(Key::Escape)) {
            button.request_focus();
        }
        chosen
    });
    if shown.is_none() {
        button.ctx.data_mut(|data| data.remove::<KeyboardEntered>(id));
    }
    let chosen = shown.and_then(|shown| shown.inner);
    if chosen.is_some() {
        Popup::close_id(&button.ctx, id);
        button.request_focus();
    }
    chosen
}

const CROSS: f32 = size::QUIET;

/// That the keyboard was brought into an open popup.
#[derive(Clone)]
pub(super) struct KeyboardEntered;

/// True once an opening, when the popup can take the keyboard: not while it is only being measured.
fn enter(ui: &Ui, popup: Id) -> bool {
    if ui.is_sizing_pass() || ui.data(|data| data.get_temp::<KeyboardEntered>(popup).is_some()) {
        return false;
    }
    ui.data_mut(|data| data.insert_temp(popup, KeyboardEntered));
    true
}

/// What is in the popup of a filter. Arrow keys and the ends are egui's own, the popup being a menu.
pub struct FilterBody<'u> {
    /// For fields and whatever else; the choices have [`FilterBody::choice`].
    pub ui: &'u mut Ui,
    /// True in the first frame of an opening: what is to have the keyboard takes it.
    pub just_opened: bool,
    id: Id,
    choices: usize,
}

impl FilterBody<'_> {
    pub(super) fn show<T>(ui: &mut Ui, id: Id, body: impl FnOnce(&mut FilterBody<'_>) -> Option<T>) -> Option<T> {
        ui.spacing_mut().item_spacing.y = 0.0;
        let just_opened = enter(ui, id);
        body(&mut FilterBody { ui, just_opened, id, choices: 0 })
    }

    /// Whether any choice was offered yet.
    pub fn has_choices(&self) -> bool {
        self.choices > 0
    }

    /// One choice; true where it was taken.
    pub fn choice(&mut self, text: &str, chosen: bool) -> bool {
        self.offer(Choice::new(text), chosen)
    }

    /// A command of a menu; true where it was taken. Where it cannot be used the keyboard still reaches it: its reason is
    /// read there.
    pub fn command(&mut self, text: &str, keys: Option<&str>, refusal: Option<&str>) -> bool {
        self.offer(Choice::new(text).keys(keys).disabled(refusal).in_menu(), false) && refusal.is_none()
    }

    /// As [`Self::choice`], of a line with more than its text.
    pub fn offer(&mut self, choice: Choice<'_>, chosen: bool) -> bool {
        let index = self.choices;
        self.choices += 1;
        let id = self.id.with(("choice", index));
        if self.just_opened && (chosen || index == 0) {
            self.ui.memory_mut(|memory| memory.request_focus(id));
        }
        let response = choice.chosen(chosen).id(id).ui(self.ui);
        if response.gained_focus() {
            response.scroll_to_me(None);
        }
        response.clicked()
    }

    /// Subdued text above what follows.
    pub fn caption(&mut self, text: &str) {
        let subdued = tokens(self.ui).subdued;
        egui::Frame::new()
            .inner_margin(egui::Margin::symmetric(space::S as i8, space::XS as i8))
            .show(self.ui, |ui| label_ui(ui, Text::Caption, subdued, text));
    }

    /// A hairline between groups.
    pub fn divider(&mut self) {
        self.ui.add_space(space::XS);
        hairline_ui(self.ui);
        self.ui.add_space(space::XS);
    }

    /// Fields and buttons, on the line of the choices' text.
    pub fn form<R>(&mut self, content: impl FnOnce(&mut Ui) -> R) -> R {
        let margin = egui::Margin::symmetric(space::S as i8, space::XS as i8);
        egui::Frame::new()
            .inner_margin(margin)
            .show(self.ui, |ui| {
                ui.spacing_mut().item_spacing.y = space::XS;
                content(ui)
            })
            .inner
    }
}
