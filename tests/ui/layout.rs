//! The layout of what is really painted: nothing is cut where it cannot be scrolled into view, no control lies under a
//! scroll bar or over another control. Every picture is checked as it is taken, and a picture of a window once more at
//! 200%: Paydesk enlarges everything, so a window of 1440×900 has the room of 720×450 points there.

use std::collections::HashMap;

use egui::accesskit::Role;
use egui::epaint::ClippedShape;
use egui::{LayerId, Rect, Shape, WidgetRect};
use egui_kittest::Harness;
use egui_kittest::kittest::NodeT as _;
use paydesk_ui::shell::LEAST_ROOM;
use paydesk_widgets::scroll::LANE;

/// How far a text may reach over an edge, in points: the side of a glyph.
const TOLERANCE: f32 = 1.5;
/// What scrolls shows at least a row of controls and a part of the next, in points.
const SHORTEST_VIEW: f32 = 44.0;

/// What a person clicks, or types into.
struct Control {
    name: String,
    role: Role,
    /// All of it, in view or not.
    rect: Rect,
    /// The part in view; negative where none is.
    visible: Rect,
    layer: LayerId,
}

/// Where a scroll bar is under the pointer.
struct ScrollBar {
    /// All of it, in view or not.
    whole: Rect,
    rect: Rect,
    layer: LayerId,
}

/// A text as it is painted.
struct PaintedText {
    rect: Rect,
    clip: Rect,
    text: String,
    is_elided: bool,
}

/// What a frame shows.
struct Frame {
    area: Rect,
    controls: Vec<Control>,
    /// What is read and not clicked: names of fields, paragraphs.
    labels: Vec<Control>,
    bars: Vec<ScrollBar>,
    texts: Vec<PaintedText>,
}

/// A side of a rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
    Top,
    Bottom,
}

/// Whether a text is painted, all of it and not cut with an ellipsis.
pub fn is_whole<State>(window: &Harness<'_, State>, text: &str) -> bool {
    texts(&window.output().shapes).iter().any(|painted| painted.text == text && !painted.is_elided)
}

/// Fails with everything of the frame that is cut or covered.
#[track_caller]
pub fn assert_layout<State>(window: &Harness<'_, State>, what: &str) {
    let faults = faults(window);
    assert!(faults.is_empty(), "{what}:\n{}", faults.join("\n"));
}

/// The same with half the points that the window has now, which are the points that it has at 200%.
#[track_caller]
pub fn assert_layout_at_200_percent<State>(window: &mut Harness<'_, State>, what: &str) {
    let size = window.ctx.content_rect().size();
    let at_200_percent = (size / 2.0).max(LEAST_ROOM.into());
    window.set_size(at_200_percent);
    window.run_steps(5);
    let faults = faults(window);
    assert!(faults.is_empty(), "{what} at 200% ({at_200_percent:?}):\n{}", faults.join("\n"));
    window.set_size(size);
    window.run_steps(5);
}

/// Fails with every control of the frame that others push out of it or cover. A long text may end with an ellipsis.
#[track_caller]
pub fn assert_room<State>(window: &Harness<'_, State>, what: &str) {
    let frame = Frame::of(window);
    let faults = [frame.out_of_reach(), frame.overlapping(), frame.covered_texts()].concat();
    assert!(faults.is_empty(), "{what}:\n{}", faults.join("\n"));
}

fn faults<State>(window: &Harness<'_, State>) -> Vec<String> {
    let frame = Frame::of(window);
    let mut faults = frame.out_of_reach();
    faults.extend(frame.overlapping());
    faults.extend(frame.under_a_bar());
    faults.extend(frame.short_views());
    faults.extend(frame.cut_texts());
    faults.sort();
    faults.dedup();
    faults
}

impl Frame {
    fn of<State>(window: &Harness<'_, State>) -> Self {
        let area = window.ctx.content_rect();
        let widgets: HashMap<u64, WidgetRect> = window.ctx.viewport(|viewport| {
            let widgets = viewport.prev_pass.widgets.layers().flat_map(|(_, widgets)| widgets);
            widgets.map(|widget| (widget.id.value(), *widget)).collect()
        });
        let texts = texts(&window.output().shapes);
        let mut frame = Self { area, controls: Vec::new(), labels: Vec::new(), bars: Vec::new(), texts };
        for node in window.root().children_recursive() {
            let node = node.accesskit_node();
            let Some(widget) = widgets.get(&node.locate().0.0) else { continue };
            let (rect, visible) = (widget.rect, widget.interact_rect.intersect(area));
            let name = node.label().or_else(|| node.value()).unwrap_or_default();
            let control = Control { name, role: node.role(), rect, visible, layer: widget.layer_id };
            match control.role {
                Role::ScrollBar => frame.bars.push(ScrollBar { whole: rect, rect: visible, layer: control.layer }),
                Role::Label if !control.name.is_empty() => frame.labels.push(control),
                role if is_control(role) => frame.controls.push(control),
                _ => {}
            }
        }
        frame
    }

    /// Controls of which a part cannot be reached, and labels that cannot be reached at all.
    fn out_of_reach(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for control in &self.controls {
            let is_out = |side: &Side| self.is_out(control, *side);
            if let Some(side) = Side::ALL.iter().find(|side| is_out(side)) {
                faults.push(format!("{control} is cut at its {side:?}: {:?} of {:?}", control.visible, control.rect));
            }
        }
        for label in self.labels.iter().filter(|label| !label.visible.is_positive()) {
            if Side::ALL.into_iter().any(|side| self.is_out(label, side)) {
                faults.push(format!("{label} cannot be reached: {:?} of {:?}", label.visible, label.rect));
            }
        }
        faults
    }

    /// Whether it is cut there, and by no edge of what scrolls.
    fn is_out(&self, control: &Control, side: Side) -> bool {
        side.reach(control.rect) > side.reach(control.visible) + TOLERANCE
            && !self.scrolls(control.visible, side, Some(control.layer))
    }

    /// Whether what is cut at this side of `visible` can be scrolled into view.
    fn scrolls(&self, visible: Rect, side: Side, layer: Option<LayerId>) -> bool {
        let is_along = |bar: &&ScrollBar| side.is_horizontal() == (bar.rect.width() > bar.rect.height());
        // What scrolls both ways ends before the bar of the other way.
        let ends = -2.0 * TOLERANCE..LANE + 2.0 * TOLERANCE;
        let ends_there = |bar: &ScrollBar| ends.contains(&(side.reach(bar.rect) - side.reach(visible)));
        let mut bars = self.bars.iter().filter(is_along).filter(|bar| layer.is_none_or(|layer| layer == bar.layer));
        bars.any(ends_there)
    }

    /// Controls that lie over one another. A field may have a button in itself.
    fn overlapping(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (at, one) in self.controls.iter().enumerate() {
            for other in &self.controls[at + 1..] {
                let is_within = |outer: &Control, inner: &Control| {
                    is_field(outer.role) && outer.visible.expand(TOLERANCE).contains_rect(inner.visible)
                };
                let is_part = is_within(one, other) || is_within(other, one);
                if one.layer == other.layer && !is_part && overlap(one.visible, other.visible) {
                    faults.push(format!("{one} and {other} overlap: {:?}, {:?}", one.visible, other.visible));
                }
            }
        }
        faults
    }

    /// Texts that are painted over one another.
    fn covered_texts(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let seen: Vec<(&PaintedText, Rect)> =
            self.texts.iter().map(|text| (text, text.rect.intersect(text.clip).intersect(self.area))).collect();
        for (at, (one, rect)) in seen.iter().enumerate() {
            let covers = |(other, over): &&(&PaintedText, Rect)| one.text != other.text && overlap(*rect, *over);
            let others = seen[at + 1..].iter().filter(covers);
            faults.extend(others.map(|(other, _)| format!("“{}” and “{}” overlap: {rect:?}", one.text, other.text)));
        }
        faults
    }

    /// A press there would scroll.
    fn under_a_bar(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for bar in &self.bars {
            let is_under = |control: &&Control| control.layer == bar.layer && overlap(control.visible, bar.rect);
            for control in self.controls.iter().filter(is_under) {
                faults.push(format!("{control} is under a scroll bar: {:?}, {:?}", control.visible, bar.rect));
            }
        }
        faults
    }

    /// What scrolls, and shows so little that a person cannot work with it.
    fn short_views(&self) -> Vec<String> {
        let is_short = |bar: &&ScrollBar| bar.whole.size().max_elem() < SHORTEST_VIEW;
        let bars = self.bars.iter().filter(is_short);
        bars.map(|bar| format!("what scrolls beside {:?} shows too little", bar.rect)).collect()
    }

    fn cut_texts(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for PaintedText { rect, clip, text, is_elided } in &self.texts {
            let visible = rect.intersect(*clip).intersect(self.area);
            if !visible.is_positive() {
                continue;
            }
            let holds = |control: &&Control| control.visible.contains(visible.center());
            let is_typed = self.controls.iter().filter(holds).any(|control| is_field(control.role));
            let is_cut = |side: &&Side| {
                side.reach(*rect) > side.reach(visible) + TOLERANCE && !self.scrolls(visible, **side, None)
            };
            if let Some(side) = Side::ALL.iter().find(is_cut).filter(|_| !is_typed) {
                faults.push(format!("“{text}” is cut at its {side:?}: {rect:?} in {clip:?}"));
            }
            // The cells of a row may be cut with an ellipsis, and links in them.
            let is_whole = |control: &Control| !is_field(control.role) && control.role != Role::Link;
            if let Some(control) = self.controls.iter().filter(holds).find(|control| *is_elided && is_whole(control)) {
                faults.push(format!("{control} is cut with an ellipsis: “{text}”, {rect:?}"));
            }
        }
        faults
    }
}

impl std::fmt::Display for Control {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{:?} “{}”", self.role, self.name)
    }
}

impl Side {
    const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Top, Self::Bottom];

    /// How far `rect` reaches at this side.
    fn reach(self, rect: Rect) -> f32 {
        match self {
            Self::Left => -rect.left(),
            Self::Right => rect.right(),
            Self::Top => -rect.top(),
            Self::Bottom => rect.bottom(),
        }
    }

    fn is_horizontal(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }
}

fn is_control(role: Role) -> bool {
    let is_clicked = matches!(role, Role::Button | Role::Link | Role::Tab | Role::CheckBox | Role::RadioButton);
    is_clicked || is_field(role) || matches!(role, Role::ComboBox | Role::ColumnHeader | Role::DisclosureTriangle)
}

fn is_field(role: Role) -> bool {
    matches!(role, Role::TextInput | Role::MultilineTextInput | Role::PasswordInput)
}

fn overlap(one: Rect, other: Rect) -> bool {
    let both = one.intersect(other);
    both.width() > TOLERANCE && both.height() > TOLERANCE
}

fn texts(shapes: &[ClippedShape]) -> Vec<PaintedText> {
    let mut texts = Vec::new();
    shapes.iter().for_each(|clipped| collect(&clipped.shape, clipped.clip_rect, &mut texts));
    texts
}

fn collect(shape: &Shape, clip: Rect, texts: &mut Vec<PaintedText>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, clip, texts)),
        Shape::Text(text) => {
            let rect = text.galley.mesh_bounds.translate(text.pos.to_vec2());
            if rect.is_positive() {
                let (is_elided, text) = (text.galley.elided, text.galley.text().to_owned());
                texts.push(PaintedText { rect, clip, text, is_elided });
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use egui::{Align2, Button, Color32, FontId, ScrollArea, pos2, vec2};

    use super::*;
    use crate::kit;

    fn found(draw: impl Fn(&mut egui::Ui) + 'static) -> Vec<String> {
        let mut window = kit::harness((), move |ui, ()| kit::full_window(ui, |ui| draw(ui)));
        window.run_steps(3);
        faults(&window)
    }

    fn put(ui: &mut egui::Ui, name: &str, [x, y]: [f32; 2]) {
        ui.put(Rect::from_min_size(pos2(x, y), vec2(150.0, 30.0)), Button::new(name));
    }

    fn text(ui: &egui::Ui, clip: [f32; 2]) {
        let painter = ui.painter_at(Rect::from_min_size(pos2(10.0, 10.0), clip.into()));
        let font = FontId::proportional(14.0);
        painter.text(pos2(12.0, 12.0), Align2::LEFT_TOP, "1,234,567.00", font, Color32::BLACK);
    }

    #[track_caller]
    fn assert_found(draw: impl Fn(&mut egui::Ui) + 'static, expected: &str) {
        let found = found(draw);
        assert!(found.iter().any(|fault| fault.contains(expected)), "“{expected}” is not in {found:?}");
    }

    #[test]
    fn a_control_that_is_whole_or_can_be_scrolled_into_view_is_no_fault() {
        let none = Vec::<String>::new();
        assert_eq!(found(|ui| put(ui, "Capture", [20.0, 20.0])), none);
        let beside = |ui: &mut egui::Ui| {
            ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                (0..40).for_each(|row| drop(ui.button(format!("Row {row}"))));
            });
        };
        assert_eq!(found(beside), none);
    }

    #[test]
    fn what_reaches_out_of_the_window_is_found() {
        assert_found(|ui| put(ui, "Wide", [500.0, 20.0]), "“Wide” is cut at its Right");
        assert_found(|ui| put(ui, "Low", [20.0, 465.0]), "“Low” is cut at its Bottom");
        assert_found(|ui| put(ui, "Gone", [20.0, 600.0]), "“Gone” is cut at its Bottom");
    }

    #[test]
    fn a_text_that_is_cut_is_found() {
        assert_found(|ui| text(ui, [60.0, 30.0]), "is cut at its Right");
        assert_found(|ui| text(ui, [200.0, 8.0]), "is cut at its Bottom");
        let elided = |ui: &mut egui::Ui| {
            ui.set_max_width(60.0);
            ui.add(Button::new("Capture 1,234,567.00 EUR").truncate());
        };
        assert_found(elided, "ellipsis");
    }

    #[test]
    fn controls_over_one_another_and_under_a_scroll_bar_are_found() {
        let both = |ui: &mut egui::Ui| {
            put(ui, "Capture", [20.0, 20.0]);
            put(ui, "Cancel", [160.0, 40.0]);
        };
        assert_found(both, "overlap");
        let under = |ui: &mut egui::Ui| {
            ui.spacing_mut().scroll.floating_allocated_width = 0.0;
            ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                let size = vec2(ui.available_width(), 30.0);
                (0..40).for_each(|row| drop(ui.add_sized(size, Button::new(format!("Row {row}")))));
            });
        };
        assert_found(under, "under a scroll bar");
    }

    #[test]
    fn what_scrolls_and_shows_next_to_nothing_is_found() {
        let short = |ui: &mut egui::Ui| {
            ScrollArea::vertical().max_height(20.0).min_scrolled_height(0.0).show(ui, |ui| {
                (0..40).for_each(|row| drop(ui.label(format!("Row {row}"))));
            });
        };
        assert_found(short, "shows too little");
    }
}
