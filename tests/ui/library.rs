//! The library: everything in it whole, edited in its place, added with the merge fields, removed and put back.

use egui::Theme;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_core::Action;
use paydesk_core::features::disputes::{DisputesAction, EvidenceDraftAction, Template, TemplateAction};
use paydesk_domain::evidence::EvidenceField;
use paydesk_test_core::dispute_views::draft_of;
use paydesk_test_core::disputes::{dsp, edit, inbox, mixed, open};
use paydesk_test_core::library::policy;

use super::live::LiveWindow;
use super::panels::{LARGE, SMALL, THEMES, Window, assert_hides, assert_shows, click, names, window_of};
use crate::disputes::type_into;

fn act(action: DisputesAction) -> Action {
    Action::Disputes(action)
}

fn library(size: [f32; 2], theme: Theme) -> Window {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    desk.act(act(DisputesAction::Template(TemplateAction::SaveTemplate { was: None, template: Box::new(policy()) })));
    let mut window = window_of(desk, theme, size);
    drop(click(&mut window, "Library"));
    window
}

#[test]
fn texts_and_files_stand_there_whole_below_the_field_they_go_into() {
    let mut window = library([1440.0, 2_000.0], Theme::Light);
    assert_shows(&window, &["Refund policy 2026", "file_policy", "refunds-2026.pdf, 12 kB, 2 pages"]);
    assert_shows(&window, &["As on the site since May", "Our refund policy, which they accepted before"]);
    let pushed = click(&mut window, "Insert: Refund policy 2026");
    assert_eq!(
        pushed,
        [act(DisputesAction::Draft(EvidenceDraftAction::UseTemplate(dsp("dsp_1"), "Refund policy 2026".into())))]
    );
    pushed.into_iter().for_each(|action| drop(window.state_mut().state.on_action(action)));
    window.run_steps(3);
    let field = window.get_by_role_and_label(Role::TextInput, "Refund policy");
    assert_eq!((field.accesskit_node().value().as_deref(), field.is_focused()), (Some("file_policy"), true));
}

#[test]
fn a_text_is_added_with_a_merge_field_and_what_is_missing_is_said_before() {
    let mut window = library([1440.0, 2_000.0], Theme::Light);
    drop(click(&mut window, "Add text"));
    assert_shows(&window, &["Give it a name", "{customer_name}"]);
    assert!(window.get_by_role_and_label(Role::TextInput, "Name in the library").is_focused());
    assert!(window.get_by_label("Save in the library").accesskit_node().is_disabled());
    type_into(&mut window, "Name in the library", "Paid");
    assert_shows(&window, &["Enter the text"]);
    type_into(&mut window, "Text in the library", "Paid ");
    drop(click(&mut window, "Add merge field amount"));
    let pushed = click(&mut window, "Save in the library");
    let (name, text) = ("Paid".to_owned(), "Paid {amount}".to_owned());
    let template = Box::new(Template { name, text, ..Template::empty(EvidenceField::UncategorizedText) });
    assert_eq!(pushed, [act(DisputesAction::Template(TemplateAction::SaveTemplate { was: None, template }))]);
    assert_hides(&window, &["Save in the library"]);
}

#[test]
fn what_is_there_is_edited_in_its_place_removed_and_put_back() {
    let mut window = library([1440.0, 2_000.0], Theme::Light);
    drop(click(&mut window, "Edit: Refund policy 2026"));
    assert_hides(&window, &["Insert: Refund policy 2026"]);
    type_into(&mut window, "Note", "!");
    let pushed = click(&mut window, "Save in the library");
    let [Action::Disputes(DisputesAction::Template(TemplateAction::SaveTemplate { was, template }))] = &pushed[..]
    else {
        panic!("{pushed:?}")
    };
    assert_eq!((was.as_deref(), &template.file), (Some("Refund policy 2026"), &policy().file));
    assert!(template.note.contains('!'), "{template:?}");
    let removed = click(&mut window, "Remove: Refund policy 2026");
    assert_eq!(removed, [act(DisputesAction::Template(TemplateAction::RemoveTemplate("Refund policy 2026".into())))]);
    removed.into_iter().for_each(|action| drop(window.state_mut().state.on_action(action)));
    window.run_steps(2);
    assert_shows(&window, &["“Refund policy 2026” was removed"]);
    let back = click(&mut window, "Restore: Refund policy 2026");
    assert_eq!(back, [act(DisputesAction::Template(TemplateAction::PutTemplateBack("Refund policy 2026".into())))]);
}

#[test]
fn it_is_reached_in_every_size_and_theme() {
    for theme in THEMES {
        for size in [LARGE, SMALL] {
            let window = library(size, theme);
            assert!(names(&window).contains("Text and files that you use in many disputes"), "{size:?}");
        }
    }
}

#[test]
fn a_won_dispute_becomes_a_case_template_that_the_next_one_is_filled_with() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    edit(&mut desk, EvidenceField::RefundRefusalExplanation, "No refund was due.");
    let mut window = LiveWindow::of_size(desk, [1440.0, 2_000.0]);
    window.click(Role::Button, "Save as case template…");
    window.type_into("Case template name", "Fraud");
    window.click(Role::Button, "Save case template");
    window.act(act(DisputesAction::Open(Some(dsp("dsp_4")))));
    window.click(Role::Button, "Insert template");
    window.click(Role::ListBoxOption, "Fraud");
    let case = draft_of(window.state(), &dsp("dsp_4"));
    assert_eq!(case.text(EvidenceField::RefundRefusalExplanation), "No refund was due.");
    assert!(window.shows("Filled in by Paydesk"));
    window.click(Role::RadioButton, "Library");
    assert!(window.shows("From the template: Why no refund was due"));
}
