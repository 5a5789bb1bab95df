//! The disputes panel by its names: the inbox, the form, the last look, the versions.

use egui::accesskit::Role;
use egui::{Key, Modifiers, Theme};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_core::features::disputes::evidence_draft::{FileNote, SetAside};
use paydesk_core::features::disputes::{
    DisputeLocalFilter, DisputeLocalFilterPart, DisputeSortColumn, DisputesAction, DraftDocument, EvidenceDraftAction,
    EvidenceFileAction, EvidencePolicyAction, EvidenceState, FilePlace, HandlingAction, InboxAction, Neighbour,
    Product, SubmissionAction, UploadedFile,
};
use paydesk_core::features::notes::NotesAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::problem::Problem;
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::evidence::{EvidenceField, EvidenceGroup};
use paydesk_domain::note::NoteSubject;
use paydesk_test_core::desk::{Desk, problem};
use paydesk_test_core::dispute_views::draft_of;
use paydesk_test_core::disputes::{
    dispute, dsp, edit, inbox, mixed, not_written, open, with_receipt_at_service, written,
};
use paydesk_test_core::evidence::{confirm, filled, send};
use paydesk_test_core::service::{answered, refused};
use serde_json::json;
use strum::IntoEnumIterator as _;

use super::kit;
use super::layout::is_whole;
use super::panels::{
    FULL_HD, LARGE, QUAD_HD, SMALL, SMALL_AT_150_PERCENT, THEMES, Window, assert_hides, assert_shows, click,
    click_role, names, press, window, window_of,
};
use paydesk_test_desk::vulkan::needs_vulkan;

fn act(action: DisputesAction) -> Action {
    Action::Disputes(action)
}

/// Shows all 26 fields.
fn all_fields(window: &mut Window) {
    drop(click_role(window, Role::RadioButton, "All fields"));
    window.run_steps(2);
}

/// Hands what was pushed to the core, as the window does, and draws again.
fn settle(window: &mut Window) {
    for action in std::mem::take(&mut window.state_mut().actions) {
        drop(window.state_mut().state.on_action(action));
    }
    window.run_steps(2);
}

pub fn type_into(window: &mut Window, label: &str, text: &str) {
    let field = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        matches!(node.role(), Role::TextInput | Role::MultilineTextInput) && node.label().as_deref() == Some(label)
    };
    window.get_by(field).focus();
    window.run_steps(2);
    window.get_by(field).type_text(text);
    window.run_steps(2);
}

#[test]
fn the_inbox_is_reached_from_the_sidebar_which_counts_what_waits() {
    let mut window = window(inbox(mixed()));
    assert_shows(&window, &["Disputes", "Overdue (est.)", "Needs evidence", "Under review", "6 disputes"]);
    assert_shows(&window, &["Deadlines are estimates"]);
    assert_eq!(click(&mut window, "Disputes"), [Action::GoTo(Route::List(ResourceKind::Dispute))]);
}

/// What a screen reader says of it.
const DSP_4: &str = "dsp_4, 45.10 EUR, Needs evidence, 2 days left (est.), Duplicate, evidence 0 of 3";

#[test]
fn a_row_opens_its_dispute_and_columns_sort() {
    let mut window = window(inbox(mixed()));
    let pushed = click_role(&mut window, Role::Row, DSP_4);
    assert_eq!(pushed, [act(DisputesAction::Open(Some(dsp("dsp_4"))))]);
    let pushed = click_role(&mut window, Role::ColumnHeader, "Amount");
    assert_eq!(pushed, [act(DisputesAction::Inbox(InboxAction::Sort(DisputeSortColumn::Amount)))]);
}

#[test]
fn the_keyboard_goes_through_the_inbox_opens_and_leaves() {
    let mut window = window(inbox(mixed()));
    assert_eq!(press(&mut window, Modifiers::NONE, Key::J), []);
    let opened = press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(opened, [act(DisputesAction::Open(Some(dsp("dsp_5"))))]);
    opened.into_iter().for_each(|action| drop(window.state_mut().state.on_action(action)));
    window.run_steps(2);
    assert_eq!(press(&mut window, Modifiers::NONE, Key::Escape), [act(DisputesAction::Open(None))]);
}

#[test]
fn an_open_dispute_leads_to_the_next_by_button_and_key_also_while_a_field_has_the_keyboard() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_4");
    let mut window = window(desk);
    let next = [act(DisputesAction::OpenNeighbour(Neighbour::Next))];
    assert_eq!(click(&mut window, "Next dispute"), next);
    assert_eq!(press(&mut window, Modifiers::NONE, Key::J), next);
    all_fields(&mut window);
    window.get_by_label("Customer name").focus();
    window.run_steps(2);
    assert_eq!(press(&mut window, Modifiers::COMMAND, Key::PageDown), next);
    assert_eq!(
        press(&mut window, Modifiers::COMMAND, Key::PageUp),
        [act(DisputesAction::OpenNeighbour(Neighbour::Previous))]
    );
}

#[test]
fn evidence_is_reviewed_and_submitted_by_keys_and_the_next_dispute_opens() {
    let desk = filled(&[(EvidenceField::CustomerName, "Ada")]);
    let mut window = window(desk);
    let submitted = [act(DisputesAction::Submission(SubmissionAction::SubmitAndOpenNext))];
    let review = [act(DisputesAction::Submission(SubmissionAction::Review(dsp("dsp_1"))))];
    let first = press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    assert_eq!(first, review, "only what was reviewed is sent");
    let review = press(&mut window, Modifiers::COMMAND, Key::S);
    assert_eq!(review, first);
    review.into_iter().for_each(|action| drop(window.state_mut().state.on_action(action)));
    window.run_steps(2);
    assert_eq!(press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::S), submitted);
    assert_eq!(click(&mut window, "Submit and open next"), submitted);
}

#[test]
fn the_inbox_is_searched_and_filtered_by_what_its_rows_are() {
    let mut window = window(inbox(mixed()));
    type_into(&mut window, "Search disputes", "dup");
    let search = DisputeLocalFilter { search: "dup".into(), ..DisputeLocalFilter::default() };
    assert_eq!(window.state().actions.last(), Some(&act(DisputesAction::Inbox(InboxAction::SetLocalFilter(search)))));
    settle(&mut window);
    assert_shows(&window, &[DSP_4]);
    assert_hides(&window, &["dsp_1, "]);
    drop(window.state_mut().state.on_action(act(DisputesAction::Inbox(InboxAction::ClearFilters))));
    window.run_steps(2);
    window.get_by(|node| node.role() == Role::Button && node.label().as_deref() == Some("Evidence")).click();
    window.run_steps(2);
    let evidence = Some(EvidenceState::NotStarted);
    let filter = DisputeLocalFilter { evidence, ..DisputeLocalFilter::default() };
    let pushed = click_role(&mut window, Role::ListBoxOption, "Not started");
    assert_eq!(pushed, [act(DisputesAction::Inbox(InboxAction::SetLocalFilter(filter)))]);
    drop(click_role(&mut window, Role::Button, "Reason"));
    let filter = DisputeLocalFilter { reason: Some("duplicate"), ..DisputeLocalFilter::default() };
    let pushed = click_role(&mut window, Role::ListBoxOption, "Duplicate");
    assert_eq!(pushed, [act(DisputesAction::Inbox(InboxAction::SetLocalFilter(filter)))]);
}

/// The labels of the fields of the form, from top to bottom.
fn fields(window: &Window) -> Vec<String> {
    let inputs = window.get_all_by(|node| matches!(node.role(), Role::TextInput | Role::MultilineTextInput));
    inputs.filter_map(|node| node.accesskit_node().label()).filter(|label| label != "New note").collect()
}

#[test]
fn the_fields_that_matter_for_the_reason_come_first_and_all_of_them_are_one_switch_away() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_4");
    let mut window = window_of(desk, Theme::Light, [1440.0, 4_000.0]);
    assert_eq!(fields(&window), ["Receipt", "Invoices for both charges", "Statement"], "of a duplicate");
    drop(click(&mut window, "All fields"));
    assert_eq!(fields(&window).len(), EvidenceField::iter().count());
    for group in EvidenceGroup::ALL {
        assert_shows(&window, &[group.name()]);
    }
}

#[test]
fn the_counter_leads_from_one_missing_field_to_the_next() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_4");
    let mut window = window_of(desk, Theme::Light, LARGE);
    let focused = |window: &Window| {
        let nodes = window.root().children_recursive();
        nodes.into_iter().find_map(|node| node.accesskit_node().is_focused().then(|| node.accesskit_node().label())?)
    };
    for expected in ["Receipt", "Invoices for both charges", "Statement", "Receipt"] {
        drop(click(&mut window, "0 of 3 recommended"));
        window.run_steps(4);
        assert_eq!(focused(&window).as_deref(), Some(expected));
    }
}

#[test]
fn a_fact_goes_into_the_field_that_has_the_keyboard_and_else_into_its_own() {
    let mut desk = inbox(mixed());
    desk.act(act(DisputesAction::Open(Some(dsp("dsp_4")))));
    desk.answer_payment(answered(
        200,
        json!({
            "payment_id": "pay_4", "status": "succeeded", "amount": 4_510, "currency": "EUR", "amount_received": 4_510,
            "amount_capturable": 0, "created": "2026-11-17T14:02:11Z", "email": "ada@example.com",
        }),
    ));
    let mut window = window_of(desk, Theme::Light, [1440.0, 2_000.0]);
    let insert = |field, text: &str| {
        let dispute_id = dsp("dsp_4");
        [act(DisputesAction::Draft(EvidenceDraftAction::Insert { dispute_id, field, text: text.into() }))]
    };
    let own = insert(EvidenceField::CustomerEmailAddress, "ada@example.com");
    assert_eq!(click(&mut window, "Insert E-mail into Customer e-mail"), own);
    let statement = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        node.role() == Role::MultilineTextInput && node.label().as_deref() == Some("Statement")
    };
    window.get_by(statement).click();
    window.run_steps(3);
    let pushed = click(&mut window, "Insert E-mail into Statement");
    assert_eq!(pushed, insert(EvidenceField::UncategorizedText, "E-mail: ada@example.com"));
    pushed.into_iter().for_each(|action| drop(window.state_mut().state.on_action(action)));
    window.run_steps(4);
    assert_shows(&window, &["Inserted into: Statement"]);
    assert!(window.get_by(statement).accesskit_node().is_focused(), "it goes on having the keyboard");
    let undo = act(DisputesAction::Draft(EvidenceDraftAction::UndoInsertion(dsp("dsp_4"))));
    assert_eq!(click(&mut window, "Undo"), [undo]);
}

#[test]
fn an_empty_and_a_failed_inbox_say_what_to_do() {
    let mut desk = inbox(mixed());
    desk.act(act(DisputesAction::Inbox(InboxAction::FilterStatus(Some(
        paydesk_domain::dispute::DisputeStatus::from_word("gone"),
    )))));
    desk.serve();
    let mut shown = window(desk);
    assert_eq!(click(&mut shown, "Clear all filters"), [act(DisputesAction::Inbox(InboxAction::ClearFilters))]);
    let mut desk = inbox(mixed());
    desk.service.reads_get = Some(refused(403, "IR_99", "This key may not list disputes"));
    desk.act(act(DisputesAction::Inbox(InboxAction::FilterPayment(Some(paydesk_domain::ids::PaymentId::new(
        "pay_4",
    ))))));
    desk.serve();
    let mut shown = window(desk);
    assert_shows(&shown, &["Disputes could not be loaded", "This key may not list disputes"]);
    assert_eq!(click(&mut shown, "Retry"), [act(DisputesAction::Inbox(InboxAction::Refresh))]);
}

#[test]
fn the_form_has_every_field_with_its_name_its_kind_and_what_matters() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    let mut window = window_of(desk, Theme::Light, [1440.0, 4_000.0]);
    all_fields(&mut window);
    let inputs = window.get_all_by(|node| matches!(node.role(), Role::TextInput | Role::MultilineTextInput));
    let labels = inputs.filter_map(|node| node.accesskit_node().label());
    let labels: Vec<String> = labels.filter(|label| label != "New note").collect();
    assert_eq!(labels.len(), EvidenceField::iter().count(), "{labels:?}");
    let unique: std::collections::BTreeSet<&String> = labels.iter().collect();
    assert_eq!(unique.len(), labels.len(), "{labels:?}");
    for group in EvidenceGroup::ALL {
        assert_shows(&window, &[group.name()]);
    }
    let recommended = names(&window).lines().filter(|name| *name == "Recommended").count();
    assert_eq!(recommended, 1 + 4, "the switch, and the marks");
    assert_shows(&window, &["The cardholder says they did not make or authorize this payment", "0 of 4 recommended"]);
    assert_shows(&window, &["uploaded file", "long text", "est."]);
    drop(click(&mut window, "Change deadline"));
    assert_shows(&window, &["Estimate: 14 days after the dispute was opened"]);
}

#[test]
fn typing_is_a_draft_at_once() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    let mut window = window_of(desk, Theme::Light, [1440.0, 4_000.0]);
    all_fields(&mut window);
    type_into(&mut window, "Customer name", "Ada");
    let edit = DisputesAction::Draft(EvidenceDraftAction::Edit {
        dispute_id: dsp("dsp_1"),
        field: EvidenceField::CustomerName,
        text: "Ada".into(),
    });
    assert_eq!(window.state().actions.last(), Some(&act(edit)));
    settle(&mut window);
    assert_shows(&window, &["1 unsent change · 0 submitted", "Saving…", "New"]);
}

#[test]
fn what_was_sold_decides_what_matters() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    let mut window = window(desk);
    drop(click(&mut window, "Product type"));
    let pushed = click_role(&mut window, Role::ListBoxOption, "Goods");
    assert_eq!(
        pushed,
        [act(DisputesAction::Draft(EvidenceDraftAction::SetProduct(dsp("dsp_1"), Some(Product::Physical))))]
    );
}

#[test]
fn a_fact_is_inserted_into_its_field_and_the_form_shows_it() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    desk.act(act(DisputesAction::Draft(EvidenceDraftAction::Insert {
        dispute_id: dsp("dsp_1"),
        field: EvidenceField::CustomerName,
        text: "Ada".into(),
    })));
    let window = window_of(desk, Theme::Light, [1440.0, 4_000.0]);
    let field =
        window.get_by(|node| node.role() == Role::TextInput && node.label().as_deref() == Some("Customer name"));
    assert_eq!(field.accesskit_node().value().as_deref(), Some("Ada"));
}

#[test]
fn the_last_look_tells_the_difference_and_what_to_think_of_and_submits() {
    let mut window = window_of(
        filled(&[(EvidenceField::CustomerName, "Ada"), (EvidenceField::ShippingDate, "2030-01-01")]),
        Theme::Light,
        LARGE,
    );
    let pushed = click(&mut window, "Submit evidence…");
    assert_eq!(pushed, [act(DisputesAction::Submission(SubmissionAction::Review(dsp("dsp_1"))))]);
    drop(window.state_mut().state.on_action(act(DisputesAction::Submission(SubmissionAction::Review(dsp("dsp_1"))))));
    window.run_steps(3);
    assert_shows(
        &window,
        &["Submission #1 of dsp_1", "+ Ada", "2 fields will be submitted", "2030-01-01 is in the future: check it"],
    );
    assert_eq!(
        click(&mut window, "Submit 2 fields to SANDBOX"),
        [act(DisputesAction::Submission(SubmissionAction::Submit))]
    );
}

#[test]
fn a_cleared_field_is_reported_as_cleared_and_an_emptied_one_as_kept() {
    let mut desk = filled(&[(EvidenceField::CustomerName, "Ada"), (EvidenceField::Receipt, "file_1")]);
    send(&mut desk);
    confirm(&mut desk);
    edit(&mut desk, EvidenceField::CustomerName, "");
    let mut window = window_of(desk, Theme::Light, [1440.0, 4_000.0]);
    assert_shows(&window, &["This field was submitted. To remove it, use “Remove from submitted evidence”."]);
    let pushed = click(&mut window, "Remove from submitted evidence: Receipt");
    let clear = DisputesAction::Draft(EvidenceDraftAction::SetClear {
        dispute_id: dsp("dsp_1"),
        field: EvidenceField::Receipt,
        clear: true,
    });
    assert_eq!(pushed, [act(clear.clone())]);
    drop(window.state_mut().state.on_action(act(clear)));
    drop(window.state_mut().state.on_action(act(DisputesAction::Submission(SubmissionAction::Review(dsp("dsp_1"))))));
    window.run_steps(3);
    assert_shows(&window, &["Removed", "− file_1", "1 field will be submitted"]);
}

#[test]
fn a_refusal_stands_at_the_top_and_at_its_field() {
    let mut desk = filled(&[(EvidenceField::Receipt, "file_9")]);
    send(&mut desk);
    desk.reply(refused(400, "IR_04", "receipt must be the id of an uploaded file, not \"file_9\""));
    desk.write_all();
    desk.serve();
    let window = window_of(desk, Theme::Light, [1440.0, 4_000.0]);
    assert_shows(
        &window,
        &[
            "The service did not accept the evidence: receipt must be the id",
            "The service refused it: receipt must be",
            "Your draft is saved",
        ],
    );
}

#[test]
fn a_file_that_was_submitted_elsewhere_is_shown_at_its_field() {
    let mut window = window_of(with_receipt_at_service("dsp_1"), Theme::Light, [1440.0, 4_000.0]);
    all_fields(&mut window);
    assert_shows(&window, &["Already submitted: receipt.pdf, 13 kB", "Remove from submitted evidence: Receipt"]);
    assert_shows(&window, &["1 submitted"]);
    drop(click(&mut window, "Submitted (0)"));
    assert_shows(&window, &["Submitted outside Paydesk", "receipt.pdf", "not its text"]);
}

#[test]
fn what_was_submitted_is_shown_with_its_result() {
    let mut desk = filled(&[(EvidenceField::CustomerName, "Ada")]);
    send(&mut desk);
    confirm(&mut desk);
    desk.service.disputes[0]["status"] = json!("won");
    desk.act(act(DisputesAction::RefreshOpen));
    desk.serve();
    let mut window = window(desk);
    drop(click(&mut window, "Submitted (1)"));
    assert_shows(&window, &["Won after 1 submission", "Submitted #1", "+ Ada", "Last submitted: Customer name"]);
}

#[test]
fn what_a_colleague_wrote_in_a_field_that_was_changed_here_is_shown_with_who_wrote_it() {
    let mut desk = filled(&[(EvidenceField::CustomerName, "Ada")]);
    let mut draft = draft_of(&desk.state, &dsp("dsp_1"));
    let (field, at) = (EvidenceField::CustomerName.into(), desk.now);
    draft.set_aside.push(SetAside { field, text: "Adam".to_owned(), by: "bob".to_owned(), at });
    desk.event(Message::DocumentsOpened { documents: vec![DraftDocument::Draft(draft)], problem: None });
    let mut window = window(desk);
    drop(click(&mut window, "Submitted (0)"));
    assert_shows(&window, &["Other text for “Customer name”", "Adam", "By bob", "Copy this text"]);
}

#[test]
fn evidence_whose_outcome_is_not_known_is_listed_as_sent_when_the_dispute_is_decided() {
    let desk = paydesk_test_core::evidence::lost_and_decided();
    let mut window = window_of(desk, Theme::Light, [1440.0, 2_000.0]);
    assert_shows(
        &window,
        &["Won. Evidence was sent, outcome unknown.", "it is unclear whether the service received it"],
    );
    let shown = names(&window);
    for wrong in ["without a submission", "Drafted but not submitted", "Submitted (0)", "Superseded"] {
        assert!(!shown.contains(wrong), "{wrong}: {shown}");
    }
    drop(click(&mut window, "Submitted (1)"));
    assert_shows(&window, &["Sent, outcome unknown", "+ Ada", "The submission, exactly as sent"]);
    assert!(!names(&window).contains("Nothing was submitted"), "{}", names(&window));
}

fn partly_filled() -> Desk {
    let mut desk =
        filled(&[(EvidenceField::CustomerName, "Ada Lovelace"), (EvidenceField::CustomerSignature, "file_7hs2")]);
    send(&mut desk);
    confirm(&mut desk);
    edit(&mut desk, EvidenceField::CustomerName, "Ada King");
    edit(&mut desk, EvidenceField::CustomerEmailAddress, "ada@example.com");
    desk
}

fn reviewed() -> Desk {
    let mut desk = partly_filled();
    desk.act(act(DisputesAction::Submission(SubmissionAction::Review(dsp("dsp_1")))));
    desk
}

#[test]
fn pictures_of_the_inbox_and_the_workspace() {
    if needs_vulkan("pictures of the disputes").is_none() {
        return;
    }
    let mut results = egui_kittest::SnapshotResults::new();
    for theme in THEMES {
        let name = if theme == Theme::Dark { "dark" } else { "light" };
        let mut picture = |desk: Desk, size: [f32; 2], what: &str| {
            let mut window = window_of(desk, theme, size);
            kit::snapshot(&mut window, &format!("disputes-{what}-{name}"));
            results.extend_harness(&mut window);
        };
        picture(inbox(mixed()), LARGE, "inbox");
        picture(partly_filled(), LARGE, "workspace");
        picture(partly_filled(), SMALL, "workspace-small");
        picture(filled(&[(EvidenceField::CustomerName, "Ada Lovelace")]), SMALL, "workspace-due-small");
        picture(partly_filled(), FULL_HD, "workspace-1920");
        picture(partly_filled(), QUAD_HD, "workspace-2560");
        picture(reviewed(), LARGE, "review");
        picture(handled(), LARGE, "handled");
    }
}

/// One is assigned and noted, one is not contested, one is snoozed.
fn handled() -> Desk {
    let mut desk = inbox(mixed());
    let handle = |desk: &mut Desk, action| desk.act(act(DisputesAction::Handling(action)));
    handle(&mut desk, HandlingAction::Assign { disputes: vec![dsp("dsp_4"), dsp("dsp_2")], to: Some("Grace".into()) });
    handle(&mut desk, HandlingAction::SetContested { disputes: vec![dsp("dsp_5")], contested: false });
    let until = desk.state.now + chrono::TimeDelta::days(3);
    handle(&mut desk, HandlingAction::Snooze { disputes: vec![dsp("dsp_1")], until });
    let subject = NoteSubject::new(ResourceKind::Dispute, "dsp_4");
    desk.act(Action::Notes(NotesAction::Write(subject, "Waits for the invoice of the second order".into())));
    desk
}

#[test]
fn who_works_on_a_dispute_and_its_note_or_when_it_was_opened_fit_beside_what_decides_at_1440() {
    let assigned = || {
        let mut desk = inbox(mixed());
        let to = Some("Grace".into());
        desk.act(act(DisputesAction::Handling(HandlingAction::Assign { disputes: vec![dsp("dsp_4")], to })));
        desk
    };
    let always = ["Time left", "Payment", "Status", "Reason", "Evidence", "Assignee"];
    for (desk, last) in [(handled(), "Note"), (assigned(), "Opened")] {
        let window = window_of(desk, Theme::Light, LARGE);
        for title in always.into_iter().chain([last]) {
            assert!(window.query_by_role_and_label(Role::ColumnHeader, title).is_some(), "{title}");
        }
    }
}

#[test]
fn an_id_is_cut_only_once_no_other_column_can_be_left_out_and_the_deadline_never() {
    let id = |kind: &str, number: usize| format!("{kind}_4b1c9f7e3a2d5c8b{number:04}");
    let disputes = || (0..4).map(|number| dispute(&id("dsp", number), "dispute_opened", "fraudulent", 24)).collect();
    for size in [LARGE, SMALL, [800.0, 520.0]] {
        let window = window_of(inbox(disputes()), Theme::Light, size);
        assert!(is_whole(&window, "13 days left (est.)"), "{size:?}: {}", names(&window));
        // An id that is shown at all is whole.
        for id in (0..4).flat_map(|number| [id("dsp", number), id("pay", number)]) {
            assert!(is_whole(&window, &id) || !names(&window).lines().any(|name| name == id), "{id} at {size:?}");
        }
        assert!(size != LARGE || is_whole(&window, &id("dsp", 0)) && is_whole(&window, &id("pay", 0)));
    }
}

/// The height at which the first widget of this name stands.
fn middle(window: &Window, name: &str) -> f32 {
    let named = window.query_all_by(|node| node.label().or_else(|| node.value()).as_deref() == Some(name));
    named.map(|node| node.rect().center().y).next().unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn head_deadline_and_what_is_above_the_fields_are_one_line_each_from_1000_points_on() {
    for size in [SMALL, LARGE, QUAD_HD] {
        let mut desk = filled(&[(EvidenceField::CustomerName, "Ada"), (EvidenceField::CustomerSignature, "file_1")]);
        let product = EvidenceDraftAction::SetProduct(dsp("dsp_1"), Some(Product::Intangible));
        desk.act(act(DisputesAction::Draft(product)));
        desk.tick(1);
        written(&mut desk);
        let window = window_of(desk, Theme::Light, size);
        let shown = names(&window);
        let line_with = |start: &str| {
            let found = shown.lines().find(|line| line.starts_with(start));
            found.unwrap_or_else(|| panic!("{start}: {shown}")).to_owned()
        };
        let saved = shown.lines().find(|line| line.starts_with("Saved ") && line.ends_with(char::is_numeric));
        let saved = saved.expect("the draft is saved").to_owned();
        let lines = [
            vec!["Submit evidence…".to_owned(), saved],
            vec!["Change deadline".to_owned(), "Assign…".to_owned(), "Snooze…".to_owned(), "Won't contest".to_owned()],
            vec!["Product type".to_owned(), line_with("Fill "), line_with("Insert")],
        ];
        for line in lines {
            let first = middle(&window, &line[0]);
            for name in &line {
                let at = middle(&window, name);
                assert!((at - first).abs() < 6.0, "{size:?} {name}: {at}, {}: {first}", line[0]);
            }
        }
    }
}

#[test]
fn in_a_very_wide_window_no_page_of_a_dispute_is_as_wide_as_it() {
    for page in ["Evidence", "Submitted (0)", "Evidence guide", "Library"] {
        let mut window = window_of(filled(&[(EvidenceField::CustomerName, "Ada")]), Theme::Light, QUAD_HD);
        if page != "Evidence" {
            drop(click_role(&mut window, Role::RadioButton, page));
        }
        settle(&mut window);
        for node in window.root().children_recursive() {
            let is_content =
                matches!(node.accesskit_node().role(), Role::TextInput | Role::MultilineTextInput | Role::Label);
            assert!(!is_content || node.rect().width() < 1_300.0, "{page}: {:?}", node.accesskit_node().label());
        }
    }
}

#[test]
fn in_little_room_the_facts_are_a_page_of_their_own() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    // A window of 1000 pixels at 200% text size.
    let mut window = window_of(desk, Theme::Light, [500.0, 640.0]);
    assert_shows(&window, &["Customer signature", "Needs evidence"]);
    drop(click(&mut window, "Facts"));
    assert_shows(&window, &["Disputed payment", "45.10 EUR"]);
}

/// A file that hangs over the window or is let go there.
#[derive(Debug)]
struct Dropped(std::path::PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &std::path::Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Ok(Vec::new())
    }
}

fn drop_at(window: &mut Window, at: egui::Pos2) -> Vec<Action> {
    window.state_mut().actions.clear();
    window.event(egui::Event::PointerMoved(at));
    window.run_steps(2);
    window.input_mut().dropped_files = vec![std::sync::Arc::new(Dropped("/tmp/proof of delivery.pdf".into()))];
    window.step();
    window.input_mut().dropped_files.clear();
    window.run_steps(2);
    std::mem::take(&mut window.state_mut().actions)
}

fn uploads(field: EvidenceField) -> Vec<Action> {
    let path = "/tmp/proof of delivery.pdf".into();
    vec![act(DisputesAction::File(EvidenceFileAction::Upload { dispute_id: dsp("dsp_1"), field, path }))]
}

#[test]
fn a_file_dropped_on_a_field_goes_into_it_and_one_dropped_beside_them_asks_where_it_belongs() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    let mut window = window_of(desk, Theme::Light, [1440.0, 4_000.0]);
    all_fields(&mut window);
    let field = window.get_by(|node| node.role() == Role::TextInput && node.label().as_deref() == Some("Receipt"));
    let at = field.rect().center();
    assert_eq!(drop_at(&mut window, at), uploads(EvidenceField::Receipt));
    let text = window.get_by(|node| node.label().as_deref() == Some("Customer name") && node.role() == Role::TextInput);
    let at = text.rect().center();
    assert_eq!(drop_at(&mut window, at), [], "a name is no file");
    assert_shows(&window, &["Choose a field for “proof of delivery.pdf”"]);
    assert_shows(&window, &["PDF, PNG, JPEG, TIFF or text, at most 16 MB"]);
    assert_eq!(
        click_role(&mut window, Role::ListBoxOption, "Shipping documentation"),
        uploads(EvidenceField::ShippingDocumentation)
    );
    assert!(!names(&window).contains("Choose a field for"));
}

#[test]
fn every_page_of_a_dispute_takes_files_and_says_which_before_one_is_dropped() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    let mut window = window_of(desk, Theme::Light, LARGE);
    drop(click_role(&mut window, Role::RadioButton, "Library"));
    window.input_mut().hovered_files = vec![egui::HoveredFile::default()];
    window.run_steps(2);
    assert_shows(&window, &["Drop the file to add it to the evidence", "PDF, PNG, JPEG, TIFF or text, at most 16 MB"]);
    window.input_mut().hovered_files.clear();
    let at = egui::pos2(700.0, 600.0);
    assert_eq!(drop_at(&mut window, at), []);
    assert_shows(&window, &["Choose a field for “proof of delivery.pdf”"]);
    assert_eq!(click_role(&mut window, Role::ListBoxOption, "Receipt"), uploads(EvidenceField::Receipt));
    assert_hides(&window, &["Choose a field for"]);
}

#[test]
fn which_files_are_taken_is_whole_below_the_field_for_a_path_in_any_room() {
    for size in [SMALL_AT_150_PERCENT, SMALL, LARGE, QUAD_HD] {
        let mut desk = inbox(mixed());
        open(&mut desk, "dsp_1");
        let mut window = window_of(desk, Theme::Light, size);
        window.get_by_label("File path: Customer signature").scroll_to_me();
        window.run_steps(4);
        drop(click(&mut window, "File path: Customer signature"));
        window.run_steps(3);
        let hint = "PDF, PNG, JPEG, TIFF or text, at most 16 MB; or drop the file here";
        assert!(is_whole(&window, hint), "{size:?}");
    }
}

#[test]
fn a_draft_that_was_not_saved_says_what_happened_and_what_to_do() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    edit(&mut desk, EvidenceField::CustomerName, "Ada");
    desk.tick(1);
    not_written(&mut desk, problem("The disk is full"));
    assert_shows(&window(desk), &["The disk is full. Free some space."]);
}

#[test]
fn a_file_is_chosen_in_the_dialog_of_the_system_and_a_missing_one_says_what_to_do_instead() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    let mut window = window_of(desk, Theme::Light, [1440.0, 4_000.0]);
    all_fields(&mut window);
    let choose = act(DisputesAction::File(EvidenceFileAction::ChooseFile {
        dispute_id: dsp("dsp_1"),
        field: EvidenceField::Receipt,
    }));
    assert_eq!(click(&mut window, "Choose file: Receipt"), std::slice::from_ref(&choose));
    drop(window.state_mut().state.on_action(choose));
    window.run_steps(2);
    assert_shows(&window, &["Choose the file in the system dialog"]);
    let place = FilePlace {
        profile_id: window.state().state.profiles.current.clone(),
        dispute_id: dsp("dsp_1"),
        field: EvidenceField::Receipt,
    };
    let what = "This desktop offers no file dialog".to_owned();
    let problem = Problem { what, what_to_do: "Type or paste the path of the file".to_owned() };
    drop(window.state_mut().state.on_message(Message::FileChosen { place, result: Err(problem) }));
    window.run_steps(2);
    assert_shows(&window, &["This desktop offers no file dialog. Type or paste the path of the file"]);
}

#[test]
fn what_matters_is_edited_in_the_desk_labelled_as_ours_and_put_back() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_4");
    let mut window = window_of(desk, Theme::Light, [1440.0, 4_000.0]);
    drop(click(&mut window, "Evidence guide"));
    assert_shows(&window, &["are Paydesk's suggestions, not the service's rules", "Fraudulent, goods", "Other reason"]);
    let set = |requirements: Option<Vec<Vec<EvidenceField>>>| {
        act(DisputesAction::Policy(EvidencePolicyAction::SetRequirements {
            row: "duplicate · any".into(),
            requirements,
        }))
    };
    let two = vec![vec![EvidenceField::UncategorizedText], vec![EvidenceField::Receipt]];
    let pushed = click(&mut window, "Remove Invoices for both charges: Duplicate");
    assert_eq!(pushed, [set(Some(two.clone()))]);
    drop(window.state_mut().state.on_action(set(Some(two))));
    window.run_steps(2);
    drop(click(&mut window, "Or an alternative to Receipt: Duplicate"));
    let other = click_role(&mut window, Role::ListBoxOption, "Customer name");
    assert_eq!(
        other,
        [set(Some(vec![
            vec![EvidenceField::UncategorizedText],
            vec![EvidenceField::Receipt, EvidenceField::CustomerName]
        ]))]
    );
    assert_shows(&window, &["Edited"]);
    assert_eq!(click(&mut window, "Restore defaults: Duplicate"), [set(None)]);
    drop(click(&mut window, "Evidence"));
    assert_shows(&window, &["0 of 2 recommended"]);
}

#[test]
fn a_reason_that_nobody_knows_is_mapped_on_the_page_of_what_matters_and_left_to_its_words_again() {
    let mut disputes = mixed();
    disputes[0]["reason"] = json!("10.4");
    let mut desk = inbox(disputes);
    open(&mut desk, "dsp_1");
    let mut window = window_of(desk, Theme::Light, [1440.0, 4_000.0]);
    drop(click(&mut window, "Evidence guide"));
    assert_shows(&window, &["“10.4” is treated as “Other reason”"]);
    drop(click(&mut window, "Treat this reason as…"));
    let pushed = click_role(&mut window, Role::ListBoxOption, "Fraudulent");
    let teach = |known| act(DisputesAction::Policy(EvidencePolicyAction::MapReason { reason: "10.4".into(), known }));
    assert_eq!(pushed, [teach(Some("fraudulent"))]);
    window.state_mut().actions.extend(pushed);
    settle(&mut window);
    assert_shows(&window, &["“10.4” is treated as “Fraudulent”", "Set in Paydesk"]);
    assert_eq!(click(&mut window, "Use original reason"), [teach(None)]);
}

#[test]
fn every_widget_of_every_page_has_a_name_for_a_screen_reader() {
    let mut desk = partly_filled();
    desk.act(act(DisputesAction::Draft(EvidenceDraftAction::SetProduct(dsp("dsp_1"), Some(Product::Physical)))));
    let mut window = window_of(desk, Theme::Light, [1440.0, 6_000.0]);
    for page in ["Evidence", "Submitted (1)", "Evidence guide", "Library"] {
        drop(click(&mut window, page));
        let nameless = window.root().children_recursive().filter(|node| {
            let node = node.accesskit_node();
            let acts = matches!(
                node.role(),
                Role::Button | Role::TextInput | Role::MultilineTextInput | Role::CheckBox | Role::RadioButton
            );
            acts && node.label().is_none_or(|label| label.trim().is_empty())
        });
        assert_eq!(nameless.count(), 0, "{page}");
    }
}

#[test]
fn what_a_board_filtered_the_inbox_by_stands_on_buttons_that_remove_it() {
    let mut desk = inbox(mixed());
    let narrow = DisputeLocalFilter {
        statuses: vec![DisputeStatus::Lost],
        reason: Some("duplicate"),
        ..DisputeLocalFilter::default()
    };
    desk.act(act(DisputesAction::Inbox(InboxAction::SetLocalFilter(narrow))));
    let mut window = window(desk);
    assert_shows(&window, &["No dispute matches these filters", "Status: Lost"]);
    let lifted = click(&mut window, "Remove filter Status: Lost");
    assert_eq!(lifted, [act(DisputesAction::Inbox(InboxAction::RemoveLocalFilter(DisputeLocalFilterPart::Status)))]);
    window.state_mut().actions.extend(lifted);
    settle(&mut window);
    assert_shows(&window, &["dsp_4", "Clear filters", "2 of 6 disputes"]);
    assert_eq!(click(&mut window, "Clear filters"), [act(DisputesAction::Inbox(InboxAction::ClearFilters))]);
}

#[test]
fn j_marks_the_row_that_enter_opens() {
    let mut window = window(inbox(mixed()));
    for row in 0..3 {
        let moved = press(&mut window, Modifiers::NONE, Key::J);
        window.state_mut().actions.extend(moved);
        settle(&mut window);
        let rows = window.query_all_by_role(Role::Row);
        let marked: Vec<usize> = rows.enumerate().filter(|(_, row)| row.is_focused()).map(|(at, _)| at).collect();
        assert_eq!(marked, [row]);
    }
}

#[test]
fn escape_in_the_last_look_goes_back_to_the_evidence() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_4");
    edit(&mut desk, EvidenceField::Receipt, "file_1");
    desk.act(act(DisputesAction::Submission(SubmissionAction::Review(dsp("dsp_4")))));
    let mut window = window(desk);
    assert_eq!(
        press(&mut window, Modifiers::NONE, Key::Escape),
        [act(DisputesAction::Submission(SubmissionAction::LeaveReview))]
    );
}

#[test]
fn what_is_with_the_bank_is_not_shown_as_overdue() {
    let mut disputes = mixed();
    disputes[1]["created"] = json!("2026-01-02T10:00:00Z");
    disputes.retain(|dispute| dispute["dispute_id"] == "dsp_2");
    for width in [1440.0, 500.0] {
        let shown = window_of(inbox(disputes.clone()), Theme::Light, [width, 640.0]);
        assert!(!names(&shown).contains("Overdue"), "{}", names(&shown));
        assert_shows(&shown, &["Under review"]);
    }
    let mut desk = inbox(disputes);
    open(&mut desk, "dsp_2");
    let shown = window_of(desk, Theme::Light, LARGE);
    assert!(!names(&shown).contains("Overdue"), "{}", names(&shown));
    assert_shows(&shown, &["Submitted. Evidence sent after"]);
}

#[test]
fn a_decided_dispute_shows_what_had_been_submitted_and_offers_no_change() {
    let mut desk = filled(&[(EvidenceField::CustomerName, "Ada"), (EvidenceField::Receipt, "file_1")]);
    send(&mut desk);
    confirm(&mut desk);
    edit(&mut desk, EvidenceField::CustomerName, "Ada King");
    desk.service.disputes[0]["status"] = json!("lost");
    desk.act(act(DisputesAction::RefreshOpen));
    desk.serve();
    let window = window_of(desk, Theme::Light, [1440.0, 4_000.0]);
    assert_shows(
        &window,
        &["Lost after 1 submission", "evidence can no longer be submitted", "Submitted evidence", "file_1"],
    );
    assert_shows(&window, &["Drafted but not submitted", "+ Ada King", "Not submitted: Customer e-mail"]);
    let inputs = window.query_all_by(|node| matches!(node.role(), Role::TextInput | Role::MultilineTextInput));
    let inputs: Vec<_> = inputs.filter_map(|node| node.accesskit_node().label()).collect();
    assert_eq!(inputs, ["New note"]);
    for gone in [
        "Submit evidence…",
        "Insert template",
        "Insert Amount into Statement",
        "Draft statement",
        "Change deadline",
        "Choose file",
    ] {
        assert!(!names(&window).contains(gone), "{gone}");
    }
}

#[test]
fn the_last_look_and_the_versions_say_which_file_an_id_is_of() {
    let mut desk = filled(&[]);
    let profile_id = desk.state.profiles.current.clone();
    let place = FilePlace { profile_id, dispute_id: dsp("dsp_1"), field: EvidenceField::Receipt };
    let note = FileNote { name: "receipt.pdf".into(), bytes: 11_500, sha256: "ba78".into(), pages: Some(2) };
    desk.event(Message::FileUploaded { place, result: Ok(UploadedFile { file_id: "file_7".into(), note }) });
    desk.act(act(DisputesAction::Submission(SubmissionAction::Review(dsp("dsp_1")))));
    let window = window_of(desk, Theme::Light, LARGE);
    assert_shows(&window, &["+ file_7 · receipt.pdf, 12 kB, 2 pages"]);
}

#[test]
fn what_is_wrong_is_said_at_its_field_counted_and_named_in_the_last_look() {
    let mut desk = filled(&[(EvidenceField::ServiceDate, "24/11/2026"), (EvidenceField::CustomerPurchaseIp, "10.0.0")]);
    let form = window_of(filled(&[(EvidenceField::ServiceDate, "24/11/2026")]), Theme::Light, [1440.0, 4_000.0]);
    assert_shows(&form, &["Write it as 2026-11-24", "1 unsent change · 0 submitted", "1 to correct"]);
    desk.act(act(DisputesAction::Submission(SubmissionAction::Review(dsp("dsp_1")))));
    let look = window_of(desk, Theme::Light, LARGE);
    assert_shows(
        &look,
        &[
            "Service date. “24/11/2026” is not a date with the year first. Write it as 2026-11-24.",
            "Customer IP at purchase. “10.0.0” is not an IP address",
        ],
    );
}

#[test]
fn messages_stand_above_what_submits() {
    for size in [SMALL, LARGE] {
        let mut desk = filled(&[(EvidenceField::ShippingDate, "2026-11-03")]);
        desk.act(act(DisputesAction::Draft(EvidenceDraftAction::DraftStatement(dsp("dsp_1")))));
        desk.act(act(DisputesAction::Submission(SubmissionAction::Review(dsp("dsp_1")))));
        let window = window_of(desk, Theme::Light, size);
        let submit = window.get_by_label("Submit and open next").rect();
        let message = window.get_by_role(Role::Status).rect();
        assert!(message.bottom() < submit.top(), "{size:?}: {message:?} {submit:?}");
    }
}

#[test]
fn in_a_low_window_the_head_scrolls_and_the_way_to_submit_stays() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    // A window of 1000 × 640 pixels at 200% text size.
    let mut low = window_of(desk, Theme::Light, [500.0, 320.0]);
    let form_top = |window: &Window| window.get_by_role_and_label(Role::RadioGroup, "Fields shown").rect().top();
    let top = form_top(&low);
    low.event(egui::Event::PointerMoved(egui::pos2(350.0, 250.0)));
    let delta = egui::vec2(0.0, -200.0);
    let (unit, phase, modifiers) = (egui::MouseWheelUnit::Point, egui::TouchPhase::Move, Modifiers::NONE);
    let source = egui::MouseWheelSource::Wheel;
    low.event(egui::Event::MouseWheel { unit, delta, phase, modifiers, source });
    low.run_steps(30);
    assert!(form_top(&low) < top - 100.0);
    let head = low.get_by_label("Submit evidence…").rect();
    assert!(head.top() >= 0.0 && head.bottom() < 120.0, "{head:?}");
    assert!(low.get_by_label("Pages of the dispute").rect().bottom() < head.bottom(), "scrolled away");
}

#[test]
fn a_template_is_named_at_once_and_every_change_fits_a_narrow_window() {
    let field = EvidenceField::InvoiceShowingDistinctTransactions;
    let mut desk = filled(&[(field, "file_1"), (EvidenceField::CustomerName, "Ada")]);
    let mut form = window_of(filled(&[(EvidenceField::CustomerName, "Ada")]), Theme::Light, [1440.0, 2_000.0]);
    drop(click(&mut form, "Save as template"));
    form.run_steps(2);
    assert!(form.get_by_role_and_label(Role::TextInput, "Template name").is_focused());
    desk.act(act(DisputesAction::Submission(SubmissionAction::Review(dsp("dsp_1")))));
    let look = window_of(desk, Theme::Light, [500.0, 2_000.0]);
    assert!(look.get_by_label(field.as_str()).rect().right() < 480.0, "{:?}", look.get_by_label(field.as_str()).rect());
}
