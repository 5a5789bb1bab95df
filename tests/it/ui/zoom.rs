//! Text at 200 %: Paydesk enlarges everything, so a window of 1440×900 has the room of 720×450 points. Nothing may be cut
//! there where it cannot be scrolled into view.

use egui::accesskit::Role;
use egui::epaint::ClippedShape;
use egui::{Rect, Shape, Theme};
use egui_kittest::Harness;
use egui_kittest::kittest::NodeT as _;

use super::panels::{LARGE, window_of};
use crate::flows::desk::Desk;

/// How far a text may reach over an edge: the side of a glyph.
const TOLERANCE: f32 = 1.5;

/// A text as it is painted.
struct PaintedText {
    rect: Rect,
    clip: Rect,
    text: String,
    is_elided: bool,
}

/// Fails where a desk at 200 % cuts a text or a control.
#[track_caller]
pub fn assert_whole_at_200_percent(desk: Desk, what: &str) {
    let mut window = window_of(desk, Theme::Light, LARGE.map(|side| side / 2.0));
    window.run_steps(4);
    let faults = faults(&window);
    assert!(faults.is_empty(), "{what} at 200 %:\n{}", faults.join("\n"));
}

fn faults<State>(window: &Harness<'_, State>) -> Vec<String> {
    let area = window.ctx.content_rect();
    let mut faults = Vec::new();
    let mut controls = Vec::new();
    for node in window.root().children_recursive() {
        let node = node.accesskit_node();
        let (Some(name), Some(bounds)) = (node.label().filter(|name| !name.is_empty()), node.bounding_box()) else {
            continue;
        };
        let [x0, y0, x1, y1] = [bounds.x0, bounds.y0, bounds.x1, bounds.y1].map(|side| side as f32);
        let rect = Rect::from_min_max(egui::pos2(x0, y0), egui::pos2(x1, y1));
        if matches!(node.role(), Role::Button | Role::CheckBox | Role::RadioButton | Role::Tab | Role::TextInput) {
            let reaches_out = rect.left() < area.left() - TOLERANCE || rect.right() > area.right() + TOLERANCE;
            if reaches_out {
                faults.push(format!("“{name}” reaches out of the window: {rect:?} of {area:?}"));
            }
            controls.push((rect, node.role()));
        }
    }
    for text in texts(&window.output().shapes) {
        let center = text.rect.center();
        if !text.clip.contains(center) || !area.contains(center) {
            continue;
        }
        let is_cut =
            text.rect.right() > text.clip.right() + TOLERANCE || text.rect.left() < text.clip.left() - TOLERANCE;
        if is_cut {
            faults.push(format!("“{}” is cut: {:?} in {:?}", text.text, text.rect, text.clip));
        }
        let labels = |(rect, role): &(Rect, Role)| *role == Role::Button && rect.contains(center);
        // What fills a row is no button: a row has cells that are cut with an ellipsis.
        if text.is_elided && controls.iter().any(labels) {
            faults.push(format!("the button “{}” is cut with an ellipsis", text.text));
        }
    }
    faults.sort();
    faults.dedup();
    faults
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
    use egui::{Align2, Button, Color32, FontId, pos2, vec2};

    use super::*;
    use crate::ui::kit;

    fn found(draw: impl Fn(&mut egui::Ui) + 'static) -> Vec<String> {
        let mut window = kit::harness((), move |ui, ()| kit::full_window(ui, |ui| draw(ui)));
        window.run_steps(2);
        faults(&window)
    }

    #[test]
    fn a_button_that_reaches_out_and_a_text_that_is_cut_are_found() {
        assert_eq!(found(|ui| drop(ui.button("Capture"))), Vec::<String>::new());
        let wide =
            found(|ui| drop(ui.put(Rect::from_min_size(pos2(500.0, 0.0), vec2(300.0, 30.0)), Button::new("Wide"))));
        assert!(wide.iter().any(|fault| fault.contains("reaches out")), "{wide:?}");
        let cut = found(|ui| {
            let painter = ui.painter_at(Rect::from_min_size(pos2(10.0, 10.0), vec2(60.0, 30.0)));
            let font = FontId::proportional(14.0);
            painter.text(pos2(12.0, 12.0), Align2::LEFT_TOP, "1,234,567.00", font, Color32::BLACK);
        });
        assert!(cut.iter().any(|fault| fault.contains("is cut")), "{cut:?}");
        let elided = found(|ui| {
            ui.set_max_width(60.0);
            ui.add(Button::new("Capture 1,234,567.00 EUR").truncate());
        });
        assert!(elided.iter().any(|fault| fault.contains("ellipsis")), "{elided:?}");
    }
}
