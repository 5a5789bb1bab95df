//! The reason of a dispute is in words wherever it is read; the service's code is among the facts, to be copied.

use egui::Theme;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_core::Action;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_domain::ids::PaymentId;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::disputes::{dispute, inbox, open};
use paydesk_test_core::service::Pay;
use serde_json::json;

use super::panels::{LARGE, SMALL, Window, assert_shows, click, click_role, names, window_of};

const CODE: &str = "subscription_canceled";

fn with_code() -> Desk {
    inbox(vec![dispute("dsp_1", "dispute_opened", CODE, 24)])
}

fn opened() -> Desk {
    let mut desk = with_code();
    open(&mut desk, "dsp_1");
    desk
}

/// Where the code is on the screen.
fn codes(window: &Window) -> Vec<String> {
    let names = names(window);
    let mut lines: Vec<String> = names.lines().filter(|line| line.contains(CODE)).map(str::to_owned).collect();
    lines.dedup();
    lines
}

#[test]
fn the_list_and_every_page_of_a_dispute_say_the_reason_in_words() {
    for size in [LARGE, SMALL] {
        let window = window_of(with_code(), Theme::Light, size);
        assert_shows(&window, &["Subscription cancelled"]);
        assert_eq!(codes(&window), Vec::<String>::new(), "{size:?}");
        let mut window = window_of(opened(), Theme::Light, size);
        assert_shows(&window, &["Subscription cancelled · The cardholder says they had cancelled before this charge"]);
        for page in ["Sent (0)", "Submitted (0)", "Preview", "Guide", "Evidence guide", "Library"] {
            let is_page = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
                node.role() == Role::RadioButton && node.label().as_deref() == Some(page)
            };
            if window.query_by(is_page).is_some() {
                drop(click_role(&mut window, Role::RadioButton, page));
                assert_eq!(codes(&window), Vec::<String>::new(), "{page} {size:?}");
            }
        }
    }
}

#[test]
fn the_code_is_among_the_facts_and_copied_from_there() {
    let mut window = window_of(opened(), Theme::Light, LARGE);
    assert_shows(&window, &["Reason at the service"]);
    assert_eq!(codes(&window), [CODE.to_owned(), format!("Copy {CODE}")]);
    drop(click(&mut window, &format!("Copy {CODE}")));
    let copied = |command: &egui::OutputCommand| matches!(command, egui::OutputCommand::CopyText(text) if text == CODE);
    let commands = &window.output().platform_output.commands;
    assert!(commands.iter().any(copied) || names(&window).contains("Copied"), "{commands:?}");
}

#[test]
fn a_dispute_without_a_reason_says_so_once_and_has_no_code() {
    let mut without = dispute("dsp_1", "dispute_opened", "", 24);
    without["reason"] = json!(null);
    let mut desk = inbox(vec![without]);
    open(&mut desk, "dsp_1");
    let window = window_of(desk, Theme::Light, LARGE);
    assert_shows(&window, &["No reason was given"]);
    assert!(!names(&window).contains("Reason at the service"), "{}", names(&window));
}

#[test]
fn the_timeline_of_a_payment_says_the_reason_of_its_dispute_in_words() {
    let mut desk = Desk::ready(vec![Pay::captured("pay_1", 4_510)]);
    desk.service.disputes = vec![dispute("dsp_1", "dispute_opened", CODE, 24)];
    desk.act(Action::Payments(PaymentsAction::Open(PaymentId::new("pay_1"))));
    desk.pass(5);
    let window = window_of(desk, Theme::Light, [1440.0, 4_000.0]);
    let lines = window.query_all_by(|node| node.value().is_some_and(|text| text.starts_with("45.10 EUR · ")));
    let lines: Vec<String> = lines.filter_map(|node| node.accesskit_node().value()).collect();
    assert!(lines.iter().any(|line| line.ends_with("Subscription cancelled")), "{lines:?}");
    assert_eq!(codes(&window), Vec::<String>::new());
}
