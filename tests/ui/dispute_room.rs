//! Room to write evidence, and what stands beside it: characters, either-or, what is at stake, and what won before.

use egui_kittest::kittest::Queryable as _;
use paydesk_core::Action;
use paydesk_core::features::disputes::DisputesAction;
use paydesk_domain::evidence::EvidenceField;
use paydesk_test_core::disputes::{dispute, edit, inbox, mixed, open};

use super::live::LiveWindow;

/// A dispute that is open, with something in its statement.
fn open_with(reason: &str, statement: &str) -> LiveWindow {
    let mut desk = inbox(vec![dispute("dsp_1", "dispute_opened", reason, 24)]);
    open(&mut desk, "dsp_1");
    edit(&mut desk, EvidenceField::UncategorizedText, statement);
    LiveWindow::new(desk)
}

#[test]
fn a_long_statement_opens_large_counts_its_characters_and_what_fills_it_stays_in_view() {
    let window = open_with("product_not_received", &"It was delivered. ".repeat(1_200));
    assert!(window.shows("21,600 of usually 20,000 characters"));
    let statement = window.0.get_by_label("Statement").rect();
    assert!(statement.height() > 400.0, "{statement:?}");
    let toolbar = window.0.get_by_label("Draft statement").rect();
    assert!(window.0.ctx.content_rect().contains_rect(toolbar), "{toolbar:?}");
}

#[test]
fn fields_of_which_any_one_will_do_say_so() {
    let window = open_with("product_unacceptable", "Ours.");
    assert!(window.shows("One of these") && window.shows("Recommended"));
    assert!(!open_with("product_not_received", "Ours.").shows("One of these"));
}

#[test]
fn the_list_says_what_can_still_be_won_or_lost_of_what_is_listed() {
    let mut desk = inbox(mixed());
    desk.act(Action::Disputes(DisputesAction::Open(None)));
    let window = LiveWindow::new(desk);
    assert!(window.shows("At stake: 180.40 EUR"), "of six disputes four are open, at 45.10 EUR each");
}

#[test]
fn before_thirty_disputes_are_decided_the_guide_says_how_many_are() {
    let mut window = open_with("fraudulent", "Ours.");
    window.0.get_by_label("Evidence guide").click();
    window.0.run_steps(3);
    let text = "0 of 30 decided disputes. What won is shown once 30 are decided with evidence submitted here.";
    assert!(window.shows(text));
}
