//! What lies over everything else: dialogs and toasts.

use std::time::Duration;

use egui::{Id, Key, Rect, UiBuilder, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use paydesk_widgets::tokens::Tone;
use paydesk_widgets::{Button, ConfirmDialog, DialogAnswer, TextField, ToastEvent, ToastView, toasts_ui};

use super::kit::harness;

/// A dialog over a button, and what was answered.
struct Asked {
    age: Duration,
    open: bool,
    refused: bool,
    answers: Vec<DialogAnswer>,
    behind: u32,
    amount: String,
}

fn dialog(age_ms: u64) -> Harness<'static, Asked> {
    let asked = Asked {
        age: Duration::from_millis(age_ms),
        open: true,
        refused: false,
        answers: Vec::new(),
        behind: 0,
        amount: "128.40".to_owned(),
    };
    let mut harness = harness(asked, |ui, asked| {
        asked.behind += u32::from(Button::secondary("Behind").ui(ui).clicked());
        if !asked.open {
            return;
        }
        let refused = asked.refused.then_some("Enter an amount");
        let dialog = ConfirmDialog::new("Capture payment", "Capture 128.40 EUR").cancel("Keep").refused(refused);
        let (answer, ()) = dialog.show(ui.ctx(), Id::unique("capture"), asked.age, |ui| {
            TextField::labelled("Amount", &mut asked.amount).ui(ui);
        });
        if answer != DialogAnswer::Open {
            asked.answers.push(answer);
            asked.open = false;
        }
    });
    harness.run();
    harness
}

#[test]
fn the_keyboard_starts_in_the_field_where_enter_answers_nothing() {
    let mut dialog = dialog(5_000);
    assert!(!dialog.get_by_label("Capture 128.40 EUR").is_focused());
    dialog.key_press(Key::Enter);
    dialog.run();
    assert_eq!(dialog.state().answers, []);
}

#[test]
fn a_dialog_is_confirmed_by_its_own_button() {
    let mut dialog = dialog(5_000);
    dialog.get_by_label("Capture 128.40 EUR").click();
    dialog.run();
    assert_eq!(dialog.state().answers, [DialogAnswer::Confirmed]);
}

#[test]
fn a_dialog_under_a_moving_pointer_is_not_confirmed_by_accident() {
    let mut dialog = dialog(399);
    dialog.get_by_label("Capture 128.40 EUR").click();
    dialog.run();
    assert_eq!(dialog.state().answers, []);
    dialog.state_mut().age = Duration::from_millis(400);
    dialog.run();
    assert_eq!(dialog.state().answers, [], "the early click is forgotten, not kept");
    dialog.get_by_label("Capture 128.40 EUR").click();
    dialog.run();
    assert_eq!(dialog.state().answers, [DialogAnswer::Confirmed]);
}

#[test]
fn esc_answers_harmlessly_also_from_a_field() {
    let mut dialog = dialog(5_000);
    dialog.get_by_label("Amount").focus();
    dialog.run();
    dialog.key_press(Key::Escape);
    dialog.run();
    assert_eq!(dialog.state().answers, [DialogAnswer::Cancelled]);
}

#[test]
fn a_dialog_that_cannot_be_confirmed_takes_no_confirmation() {
    let mut dialog = dialog(5_000);
    dialog.state_mut().refused = true;
    dialog.run();
    dialog.get_by_label("Capture 128.40 EUR").click();
    dialog.run();
    assert_eq!(dialog.state().answers, []);
}

#[test]
fn nothing_behind_a_dialog_can_be_reached() {
    let mut dialog = dialog(5_000);
    let behind = dialog.get_by_label("Behind").rect().center();
    dialog.drag_at(behind);
    dialog.run();
    dialog.drop_at(behind);
    dialog.run();
    assert_eq!((dialog.state().behind, dialog.state().answers.len()), (0, 0));
    for _ in 0..8 {
        dialog.key_press(Key::Tab);
        dialog.run();
        assert!(!dialog.get_by_label("Behind").is_focused());
    }
    let focused =
        ["Amount", "Keep", "Capture 128.40 EUR"].into_iter().filter(|label| dialog.get_by_label(label).is_focused());
    assert_eq!(focused.count(), 1, "the keyboard stays within");
}

#[test]
fn a_dialog_is_named_as_one() {
    let dialog = dialog(5_000);
    let role = egui::accesskit::Role::Dialog;
    let node = dialog.get_by_role_and_label(role, "Capture payment");
    assert!(node.accesskit_node().data().is_modal());
}

fn toasts(now_s: f64) -> Harness<'static, (f64, Vec<ToastEvent>)> {
    harness((now_s, Vec::new()), |ui, (now_s, events)| {
        let shown = [
            ToastView { id: 7, tone: Tone::Info, text: "Approving in 5 s", action: Some("Undo"), until_s: Some(105.0) },
            ToastView { id: 8, tone: Tone::Danger, text: "Not captured", action: None, until_s: None },
        ];
        events.extend(toasts_ui(ui.ctx(), &shown, *now_s));
    })
}

#[test]
fn a_toast_is_as_wide_as_its_text_and_breaks_no_id() {
    const TEXTS: [&str; 3] = [
        "Captured",
        "100.00 USD captured of pay_Sv9cBJzmke1TtEMGcP4K",
        "Capture 100.00 USD of pay_Sv9cBJzmke1TtEMGcP4K: not sent, the payment has since changed: it is now cancelled; look at \
         it again",
    ];
    let mut toasts = harness((), |ui, ()| {
        let view = |(id, text): (usize, &&'static str)| ToastView {
            id: id as u64,
            tone: Tone::Info,
            text,
            action: None,
            until_s: None,
        };
        let shown: Vec<ToastView<'_>> = TEXTS.iter().enumerate().map(view).collect();
        toasts_ui(ui.ctx(), &shown, 0.0);
    });
    toasts.run();
    let rects = TEXTS.map(|text| toasts.get_by_label(text).rect());
    let [short, middle, long] = rects;
    assert!(short.width() < middle.width() && middle.width() < long.width(), "{rects:?}");
    assert_eq!(short.height(), middle.height(), "an id and an amount fit in one line");
    assert!(long.height() > middle.height() && long.width() < 640.0, "{long:?}");
    assert!((short.right() - long.right()).abs() < 1.0, "all end at the right");
}

#[test]
fn a_toast_covers_no_button_that_does_something() {
    let mut window = harness((), |ui, ()| {
        let corner = Rect::from_min_size(ui.max_rect().max - vec2(180.0, 40.0), vec2(160.0, 32.0));
        let mut child = ui.new_child(UiBuilder::new().max_rect(corner));
        Button::primary("Check 3 refunds").ui(&mut child);
        let shown = [ToastView { id: 1, tone: Tone::Positive, text: "Refunded", action: None, until_s: None }];
        toasts_ui(ui.ctx(), &shown, 0.0);
    });
    window.run();
    let (toast, button) = (window.get_by_label("Refunded").rect(), window.get_by_label("Check 3 refunds").rect());
    assert!(!toast.intersects(button), "{toast:?} {button:?}");
}

#[test]
fn a_toast_gives_back_its_action_and_its_close() {
    let mut toasts = toasts(100.0);
    toasts.run();
    toasts.get_by_label("Undo").click();
    toasts.run();
    toasts.get_all_by_label("Dismiss").last().unwrap().click();
    toasts.run();
    assert_eq!(toasts.state().1, [ToastEvent::Action(7), ToastEvent::Closed(8)]);
}

#[test]
fn a_toast_past_its_time_is_gone_and_the_window_wakes_for_that() {
    let mut toasts = toasts(100.0);
    toasts.run();
    let delay = toasts.output().viewport_output.values().map(|viewport| viewport.repaint_delay).min().unwrap();
    assert!(delay <= Duration::from_secs(5), "{delay:?}");
    toasts.state_mut().0 = 105.0;
    toasts.run();
    assert!(toasts.query_by_label("Approving in 5 s").is_none());
    toasts.get_by_label("Not captured");
}

#[test]
fn toasts_are_announced_failures_at_once() {
    let mut toasts = toasts(100.0);
    toasts.run();
    let live = |label| toasts.get_by_label(label).accesskit_node().data().live();
    assert_eq!(live("Approving in 5 s"), Some(egui::accesskit::Live::Polite));
    assert_eq!(live("Not captured"), Some(egui::accesskit::Live::Assertive));
}
