//! The entries of the sidebar: icon, label, count; and the titles of their groups.

use egui::{Color32, Response, Sense, Stroke, Ui, WidgetInfo, accesskit::Role, pos2, vec2};

use super::paint;
use crate::icons::Icon;
use crate::tokens::{Text, Tone, size, space, tokens};
use paydesk_domain::waiting::WaitingCount;

/// An entry to be shown with [`SidebarItem::ui`]; builder.
#[must_use = "an entry is shown with `ui`"]
pub struct SidebarItem<'a> {
    icon: Icon,
    label: &'a str,
    count: Option<WaitingCount>,
    selected: bool,
    compact: bool,
    height: f32,
}

impl<'a> SidebarItem<'a> {
    pub fn new(icon: Icon, label: &'a str) -> Self {
        Self { icon, label, count: None, selected: false, compact: false, height: size::SIDEBAR_ROW }
    }

    /// At the right: `1,000,000`, and `1.0M` where the label needs the room; nothing where none is known, which the
    /// tooltip says. In a warning tone where it is urgent.
    pub fn count(mut self, count: Option<WaitingCount>) -> Self {
        self.count = count;
        self
    }

    pub fn selected(mut self, selected: bool) -> Self {
        self.selected = selected;
        self
    }

    /// The icon alone, label and count as tooltip: for windows too narrow for labels. An urgent count is a dot.
    pub fn compact(mut self, compact: bool) -> Self {
        self.compact = compact;
        self
    }

    /// In points.
    pub fn height(mut self, height: f32) -> Self {
        self.height = height;
        self
    }

    /// Shows it over the whole width.
    pub fn ui(self, ui: &mut Ui) -> Response {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), self.height), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, self.label));
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_selected(self.selected);
            if let Some(count) = self.count {
                node.set_description(count.spoken());
            }
        });
        if response.gained_focus() {
            response.scroll_to_me(None);
        }
        let unreported = ui.is_rect_visible(rect) && self.draw(ui, rect, &response);
        if !unreported {
            return response;
        }
        let count = self.count.map(|count| format!(": {}", count.spoken())).unwrap_or_default();
        response.on_hover_text(format!("{}{count}", self.label))
    }

    /// True where the label is not there in full.
    fn draw(&self, ui: &Ui, rect: egui::Rect, response: &Response) -> bool {
        let tokens = tokens(ui);
        let ground = if self.selected {
            tokens.accent.ground
        } else if response.is_pointer_button_down_on() {
            tokens.pressed
        } else if response.hovered() {
            tokens.hover
        } else {
            Color32::TRANSPARENT
        };
        paint::ground(ui.painter(), rect, size::RADIUS, ground, Stroke::NONE);
        let (text, icon, kind) = if self.selected {
            (tokens.accent.text, tokens.accent.text, Text::Strong)
        } else {
            (tokens.text, tokens.subdued, Text::Body)
        };
        paint::inner_ring(ui, response, rect);
        let y = rect.center().y;
        let tone = tokens.tone(if self.is_urgent() { Tone::Attention } else { Tone::Neutral });
        if self.compact {
            self.draw_alone(ui, rect, icon);
            return true;
        }
        self.icon.paint(ui.painter(), pos2(rect.left() + space::M + 8.0, y), size::ICON_LARGE, icon);
        let left = rect.left() + space::M + size::ICON + space::M;
        let room = rect.right() - space::M - left;
        let right = self.draw_count(ui, rect, room, kind, if self.selected { text } else { tone.text });
        let galley = paint::line(ui.painter(), self.label, kind, text, right - left);
        let elided = galley.elided;
        paint::galley_at(ui.painter(), galley, left, y, text);
        elided
    }

    fn is_urgent(&self) -> bool {
        self.count.is_some_and(|count| count.is_urgent)
    }

    fn draw_alone(&self, ui: &Ui, rect: egui::Rect, color: Color32) {
        self.icon.paint(ui.painter(), rect.center(), size::ICON_LARGE, color);
        if self.is_urgent() {
            let dot = rect.center() + vec2(9.0, -8.0);
            ui.painter().circle_filled(dot, 4.0, tokens(ui).tone(Tone::Attention).text);
        }
    }

    /// The x where the label must end. Written in full where `room`, in points, has place for the whole label too.
    fn draw_count(&self, ui: &Ui, rect: egui::Rect, room: f32, label: Text, color: Color32) -> f32 {
        let edge = rect.right() - space::M;
        let Some(count) = self.count.filter(|count| count.count().is_shown()) else { return edge };
        let write = |text: String| paint::line(ui.painter(), &text, Text::Small, color, f32::INFINITY);
        let mut galley = write(count.text());
        if galley.size().x + space::S + paint::text_width(ui, label, self.label) > room {
            galley = write(count.short_text());
        }
        let left = edge - galley.size().x;
        paint::galley_at(ui.painter(), galley, left, rect.center().y, color);
        left - space::S
    }
}

/// The height of [`sidebar_group_ui`], in points.
pub fn sidebar_group_height(ui: &Ui) -> f32 {
    space::M + ui.ctx().fonts_mut(|fonts| fonts.row_height(&Text::Group.font()))
}

/// The title of a group of entries.
pub fn sidebar_group_ui(ui: &mut Ui, title: &str) {
    ui.add_space(space::M);
    let subdued = tokens(ui).subdued;
    paint::heading_ui(ui, Text::Group, subdued, title);
}
