//! The sign of the keyboard: whatever Tab leads to has a ring, and the ring stands out 3:1 from what is on both of its
//! sides, in both themes (WCAG 2.2, 1.4.11 and 2.4.7).

use std::collections::BTreeSet;

use egui::epaint::{ClippedShape, RectShape};
use egui::{Key, Pos2, Rect, Shape, StrokeKind, Theme, pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::NodeT as _;
use paydesk_core::Action;
use paydesk_core::features::disputes::{DisputesAction, SubmissionAction};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_domain::evidence::EvidenceField;
use paydesk_test_core::desk::{Desk, pay_1};
use paydesk_test_core::disputes::{dsp, inbox, mixed, open};
use paydesk_test_core::evidence::filled;
use paydesk_test_core::service::Pay;
use paydesk_widgets::tokens::{Tokens, tokens};

use super::contrast::{Grounds, contrast};
use super::panels::{LARGE, SMALL, SMALL_AT_150_PERCENT, THEMES, window_of};
use super::profiles::environment::unlocked;

const NEEDED: f32 = 3.0;

/// More than what Tab leads to in any of the windows here.
const STEPS: usize = 90;

/// A ring that is painted.
struct Ring {
    shape: RectShape,
    clip: Rect,
}

impl Ring {
    /// Points just outside and just inside of it, in the middle of each side that is in view.
    fn sides(&self) -> Vec<Pos2> {
        let RectShape { rect, stroke, stroke_kind, .. } = &self.shape;
        let (out, within) = match stroke_kind {
            StrokeKind::Inside => (0.0, stroke.width),
            StrokeKind::Middle => (stroke.width / 2.0, stroke.width / 2.0),
            StrokeKind::Outside => (stroke.width, 0.0),
        };
        let middles = |rect: Rect| {
            let (x, y) = (rect.center().x, rect.center().y);
            [pos2(rect.left(), y), pos2(rect.right(), y), pos2(x, rect.top()), pos2(x, rect.bottom())]
        };
        // Halfway into the gap of a point that is between a ring and its widget.
        let beside = [middles(rect.expand(out + 0.5)), middles(rect.shrink(within + 0.5))];
        beside.into_iter().flatten().filter(|at| self.clip.contains(*at)).collect()
    }
}

fn rings(shapes: &[ClippedShape], tokens: &Tokens) -> Vec<Ring> {
    fn collect(shape: &Shape, clip: Rect, is_ring: &dyn Fn(&RectShape) -> bool, rings: &mut Vec<Ring>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, clip, is_ring, rings)),
            Shape::Rect(shape) if is_ring(shape) => rings.push(Ring { shape: shape.clone(), clip }),
            _ => {}
        }
    }
    let colors = [tokens.focus, tokens.danger.text, tokens.on_banner];
    let is_ring = |shape: &RectShape| shape.stroke.width == 2.0 && colors.contains(&shape.stroke.color);
    let mut rings = Vec::new();
    shapes.iter().for_each(|clipped| collect(&clipped.shape, clipped.clip_rect, &is_ring, &mut rings));
    rings
}

/// What is wrong with the rings of a frame; there must be one.
fn faults<State>(window: &Harness<'_, State>) -> Vec<String> {
    let shapes = &window.output().shapes;
    let rings = rings(shapes, tokens(&window.ctx));
    if rings.is_empty() {
        return vec!["has no ring".to_owned()];
    }
    let grounds = Grounds::of(shapes);
    let mut faults = Vec::new();
    for ring in &rings {
        for at in ring.sides() {
            let Some(ground) = grounds.at(at) else { continue };
            let ratio = contrast(ring.shape.stroke.color, ground);
            if ratio < NEEDED {
                faults
                    .push(format!("has a ring of {ratio:.2}:1 at {at:?}, {:?} on {ground:?}", ring.shape.stroke.color));
            }
        }
    }
    faults
}

/// The rings of a frame of which a part is cut.
fn cut<State>(window: &Harness<'_, State>) -> Vec<String> {
    let window_rect = window.ctx.content_rect();
    let mut faults = Vec::new();
    for Ring { shape, clip } in rings(&window.output().shapes, tokens(&window.ctx)) {
        let (ring, view) = (shape.visual_bounding_rect(), clip.intersect(window_rect));
        // What is as large as what it is in has its ring at the edge.
        if !view.expand(0.5).contains_rect(ring) {
            faults.push(format!("has a ring that is cut: {ring:?} in {view:?}"));
        }
    }
    faults
}

/// Goes through a window by Tab; the roles of what was met.
fn walk<State>(window: &mut Harness<'_, State>, what: &str) -> BTreeSet<String> {
    let (roles, wrong) = walk_for(window, faults);
    assert!(wrong.is_empty(), "{what}:\n{}", wrong.join("\n"));
    roles
}

/// The same for these faults, which it returns.
fn walk_for<State>(
    window: &mut Harness<'_, State>,
    faults: impl Fn(&Harness<'_, State>) -> Vec<String>,
) -> (BTreeSet<String>, Vec<String>) {
    let (mut roles, mut wrong) = (BTreeSet::new(), Vec::new());
    for _ in 0..STEPS {
        window.key_press(Key::Tab);
        window.run_steps(3);
        let nodes = window.root().children_recursive();
        let Some(node) = nodes.into_iter().find(|node| node.accesskit_node().is_focused()) else { continue };
        let node = node.accesskit_node();
        roles.insert(format!("{:?}", node.role()));
        let name = format!("{:?} “{}”", node.role(), node.label().unwrap_or_default());
        wrong.extend(faults(window).into_iter().map(|fault| format!("{name} {fault}")));
    }
    wrong.sort();
    wrong.dedup();
    (roles, wrong)
}

fn with_form() -> Desk {
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 12_840)]);
    desk.act(Action::OpenNew(ResourceKind::Payment));
    desk
}

fn with_editor() -> Desk {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::EditProfile(None));
    desk
}

fn at_settings() -> Desk {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::GoTo(Route::Settings));
    desk
}

fn with_detail() -> Desk {
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 12_840), Pay::authorized("pay_2", 950)]);
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk
}

#[test]
fn whatever_the_keyboard_reaches_has_a_ring_that_stands_out() {
    let desks = [
        ("a payment beside the list", with_detail as fn() -> Desk),
        ("production, unlocked", unlocked),
        ("a new payment", with_form),
        ("a new profile", with_editor),
        ("the settings", at_settings),
    ];
    for theme in THEMES {
        let mut roles = BTreeSet::new();
        for (what, desk) in desks {
            roles.extend(walk(&mut window_of(desk(), theme, LARGE), &format!("{what}, {theme:?}")));
        }
        let expected =
            ["Button", "Link", "CheckBox", "RadioButton", "TextInput", "PasswordInput", "Row", "ColumnHeader"];
        for role in expected {
            assert!(roles.contains(role), "no {role} was reached: {roles:?}");
        }
    }
}

fn at_disputes() -> Desk {
    inbox(mixed())
}

fn at_evidence() -> Desk {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    desk
}

fn at_review() -> Desk {
    let mut desk = filled(&[(EvidenceField::ShippingDate, "24/11/2026"), (EvidenceField::CustomerName, "Ada")]);
    desk.act(Action::Disputes(DisputesAction::Submission(SubmissionAction::Review(dsp("dsp_1")))));
    desk
}

fn at_library() -> Desk {
    let mut desk = inbox(mixed());
    desk.act(Action::Disputes(DisputesAction::ShowLibrary(true)));
    desk
}

#[test]
fn the_ring_of_what_the_keyboard_reaches_in_disputes_is_whole_in_any_room() {
    let desks = [
        ("the inbox", at_disputes as fn() -> Desk),
        ("the evidence", at_evidence),
        ("the review", at_review),
        ("the library", at_library),
    ];
    let mut wrong = Vec::new();
    for size in [LARGE, SMALL, SMALL_AT_150_PERCENT] {
        for (what, desk) in desks {
            let (_, faults) = walk_for(&mut window_of(desk(), Theme::Light, size), cut);
            wrong.extend(faults.into_iter().map(|fault| format!("{what}, {size:?}: {fault}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[cfg(test)]
mod tests {
    use egui::{Color32, Stroke, vec2};

    use super::*;
    use crate::kit;

    fn found(ground: Color32, ring: bool) -> Vec<String> {
        let mut window = kit::harness((), move |ui, ()| {
            let painter = ui.ctx().layer_painter(egui::LayerId::background());
            painter.rect_filled(ui.ctx().content_rect(), 0.0, ground);
            let rect = Rect::from_min_size(pos2(50.0, 50.0), vec2(90.0, 30.0));
            if ring {
                painter.rect_stroke(rect, 0.0, Stroke::new(2.0, tokens(ui).focus), StrokeKind::Outside);
            }
        });
        window.run_steps(2);
        faults(&window)
    }

    #[test]
    fn a_ring_that_is_missing_or_does_not_stand_out_is_found() {
        assert_eq!(found(Color32::WHITE, true), Vec::<String>::new());
        assert_eq!(found(Color32::WHITE, false), ["has no ring"]);
        let faint = found(Color32::from_rgb(0x60, 0x70, 0xD0), true);
        assert!(faint.len() == 8 && faint[0].contains("has a ring of"), "{faint:?}");
    }

    #[test]
    fn a_ring_of_which_a_part_is_cut_is_found() {
        let found = |left: f32| {
            let mut window = kit::harness((), move |ui, ()| {
                let clip = Rect::from_min_size(pos2(50.0, 50.0), vec2(200.0, 100.0));
                let rect = Rect::from_min_size(pos2(left, 60.0), vec2(90.0, 30.0));
                let stroke = Stroke::new(2.0, tokens(ui).focus);
                ui.painter_at(clip).rect_stroke(rect, 0.0, stroke, StrokeKind::Outside);
            });
            window.run_steps(2);
            cut(&window).len()
        };
        assert_eq!((found(52.0), found(51.0)), (0, 1));
    }
}
