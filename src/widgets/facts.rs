//! Groups of name–value rows in two aligned columns.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use egui::{
    Align, Color32, Galley, Layout, Response, RichText, Ui, UiBuilder, WidgetInfo, accesskit::Role, pos2,
    text::LayoutJob, vec2,
};

use super::button::Button;
use super::copyable::{copy_button_ui, copyable_ui};
use super::paint;
use super::text;
use super::time::on_hover_time;
use crate::tokens::{Text, size, space, tokens};
use paydesk_domain::text::visible;
use paydesk_domain::zone::Zone;

/// Longest name shown: those of metadata are a stranger's.
const NAME_MAX_CHARS: usize = 200;
/// Height of one line of text, name or value.
const LINE: f32 = 20.0;
/// Height of a row that needs one line.
const ROW: f32 = LINE + 2.0 * space::XS;

/// A titled group; rows are added by the closure.
pub fn facts_ui<R>(ui: &mut Ui, title: &str, add_rows: impl FnOnce(&mut Facts<'_>) -> R) -> R {
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let subdued = tokens(ui).subdued;
        paint::heading_ui(ui, Text::Group, subdued, title);
        ui.add_space(space::XS);
        add_rows(&mut Facts { ui, name_width: size::FACT_NAME_WIDTH })
    })
    .inner
}

/// The rows of a group.
pub struct Facts<'u> {
    ui: &'u mut Ui,
    name_width: f32,
}

impl Facts<'_> {
    /// Another width for the names, in points.
    pub fn name_width(&mut self, width: f32) -> &mut Self {
        self.name_width = width;
        self
    }

    /// Text, which wraps and can be selected.
    pub fn text(&mut self, name: &str, value: &str) -> Response {
        self.row(name, |ui| ui.label(value_text(value, Text::Body, tokens(ui).text)))
    }

    /// Text in the monospaced face.
    pub fn mono(&mut self, name: &str, value: &str) -> Response {
        self.row(name, |ui| ui.label(value_text(value, Text::Mono, tokens(ui).text)))
    }

    /// A time, whole; under the pointer it is in UTC, too.
    pub fn time(&mut self, name: &str, at: DateTime<Utc>, zone: Zone) -> Response {
        on_hover_time(self.text(name, &zone.full(at)), at, zone)
    }

    /// What happened at a time, below that time.
    pub fn event(&mut self, name: &str, at: DateTime<Utc>, zone: Zone, detail: &str) {
        self.row(name, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            on_hover_time(ui.label(value_text(&zone.full(at), Text::Body, tokens(ui).text)), at, zone);
            if !detail.is_empty() {
                paint::label_ui(ui, Text::Small, tokens(ui).subdued, detail);
            }
        });
    }

    /// An id with a copy button.
    pub fn id(&mut self, name: &str, value: &str) -> Response {
        self.row(name, |ui| copyable_ui(ui, value))
    }

    /// Something that can be opened; `says` is the hint.
    pub fn link(&mut self, name: &str, value: &str, says: &str) -> Response {
        let below = self.is_wider(value, 0.0);
        self.row_at(name, below, |ui| Button::link(value).hint(says).ui(&mut link_line(ui)))
    }

    /// As [`Self::link`], with a copy button.
    pub fn copyable_link(&mut self, name: &str, value: &str, says: &str) -> Response {
        let below = self.is_wider(value, size::QUIET + space::XS);
        self.row_at(name, below, |ui| {
            let room = ui.available_width() - size::QUIET - space::XS;
            let mut child = link_line(ui);
            child.spacing_mut().item_spacing.x = space::XS;
            let link = Button::link(value).hint(says).max_width(room).ui(&mut child);
            copy_button_ui(&mut child, &text::copy(value), value);
            link
        })
    }

    /// A value that is not there, and why: `Not given`.
    pub fn missing(&mut self, name: &str, why: &str) -> Response {
        self.row(name, |ui| ui.label(value_text(why, Text::Body, tokens(ui).faint)))
    }

    /// Whatever is at the right of `name`.
    pub fn row<R>(&mut self, name: &str, value: impl FnOnce(&mut Ui) -> R) -> R {
        self.row_at(name, false, value)
    }

    /// Whether a link would be cut at the right of its name, with so much beside it, in points: it stands below, where there
    /// is more room.
    fn is_wider(&self, value: &str, beside: f32) -> bool {
        let room = self.ui.available_width() - self.names() - beside;
        paint::text_width(self.ui, Text::Body, value).ceil() > room
    }

    /// How wide the names are, in points.
    fn names(&self) -> f32 {
        self.name_width.min(self.ui.available_width() * 0.45)
    }

    /// A value at the right of its name, or `below` it.
    fn row_at<R>(&mut self, name: &str, below: bool, value: impl FnOnce(&mut Ui) -> R) -> R {
        let subdued = tokens(self.ui).subdued;
        let origin = self.ui.cursor().min;
        let width = self.ui.available_width();
        let name_width = if below { width } else { self.names() };
        let name = &visible(name, NAME_MAX_CHARS);
        let galley = name_galley(self.ui, name, subdued, name_width - space::S);
        let name_height = galley.size().y;
        let at = pos2(origin.x, origin.y + space::XS);
        // Before the value, as it is read.
        let shown_id = self.ui.next_auto_id().with("name");
        let shown = self.ui.interact(egui::Rect::from_min_size(at, galley.size()), shown_id, egui::Sense::hover());
        shown.widget_info(|| WidgetInfo::labeled(Role::Label, true, name));
        let offset = if below { vec2(0.0, name_height) } else { vec2(name_width, 0.0) };
        let value_rect = egui::Rect::from_min_max(at + offset, pos2(origin.x + width, f32::INFINITY));
        let layout = Layout::top_down(Align::Min);
        let mut child = self.ui.new_child(UiBuilder::new().max_rect(value_rect).layout(layout));
        child.spacing_mut().interact_size.y = LINE;
        let result = value(&mut child);
        let value_height = offset.y + child.min_rect().height();
        let height = (value_height.max(name_height) + 2.0 * space::XS).max(ROW);
        self.ui.allocate_exact_size(vec2(width, height), egui::Sense::hover());
        self.ui.painter().galley(at, galley, subdued);
        result
    }
}

/// Room for a link on the line of its name, as high as the link together with what the row leaves around it: two of them are not
/// on top of each other.
fn link_line(ui: &mut Ui) -> Ui {
    let height = size::CONTROL - 2.0 * space::XS;
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), egui::Sense::hover());
    let layout = Layout::left_to_right(Align::Center);
    ui.new_child(UiBuilder::new().max_rect(rect.expand2(vec2(0.0, space::XS))).layout(layout))
}

/// Text of a value, set on the same lines as its name.
fn value_text(text: &str, kind: Text, color: Color32) -> RichText {
    kind.rich(text).color(color).line_height(Some(LINE))
}

fn name_galley(ui: &Ui, name: &str, color: Color32, width: f32) -> Arc<Galley> {
    let mut job = LayoutJob::simple(name.to_owned(), Text::Small.font(), color, width);
    for section in &mut job.sections {
        section.format.line_height = Some(LINE);
    }
    ui.painter().layout_job(job)
}
