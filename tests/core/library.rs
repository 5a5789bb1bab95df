//! The library of texts and files: kept, edited in its place, removed and put back, and inserted where it belongs.

use paydesk_core::features::disputes::{
    DisputesAction, DocumentKind, DraftDocument, EvidenceDraftAction, Template, TemplateAction,
};
use paydesk_core::{Action, Message, State};
use paydesk_domain::evidence::EvidenceField;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::dispute_views::{draft_of, removed_templates, template_fault, templates};
use paydesk_test_core::disputes::{dsp, edit, inbox, kept, mixed, open};
use paydesk_test_core::library::{policy, text};

fn act(desk: &mut Desk, action: DisputesAction) {
    desk.act(Action::Disputes(action));
}

fn save(desk: &mut Desk, was: Option<&str>, template: Template) {
    act(
        desk,
        DisputesAction::Template(TemplateAction::SaveTemplate {
            was: was.map(str::to_owned),
            template: Box::new(template),
        }),
    );
}

fn named(state: &State, name: &str) -> Option<Template> {
    templates(state).into_iter().find(|template| template.name == name)
}

/// A desk with `dsp_1` open.
fn desk() -> Desk {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    desk
}

#[test]
fn a_file_of_the_library_goes_into_its_field_with_what_is_known_of_it_in_the_place_of_another() {
    let mut desk = desk();
    save(&mut desk, None, policy());
    edit(&mut desk, EvidenceField::RefundPolicy, "file_old");
    act(&mut desk, DisputesAction::Draft(EvidenceDraftAction::UseTemplate(dsp("dsp_1"), "Refund policy 2026".into())));
    let case = draft_of(&desk.state, &dsp("dsp_1"));
    assert_eq!(case.text(EvidenceField::RefundPolicy), "file_policy", "one id, not two");
    assert_eq!(case.files["file_policy"].name, "refunds-2026.pdf");
    assert_eq!(case.pending(EvidenceField::RefundPolicyDisclosure), None);
    assert_eq!(desk.sent, []);
}

#[test]
fn a_file_in_a_field_is_kept_for_other_disputes_with_its_name_and_size() {
    let mut desk = desk();
    save(&mut desk, None, policy());
    act(&mut desk, DisputesAction::Draft(EvidenceDraftAction::UseTemplate(dsp("dsp_1"), "Refund policy 2026".into())));
    let (dispute_id, name) = (dsp("dsp_1"), "The same".to_owned());
    act(
        &mut desk,
        DisputesAction::Template(TemplateAction::KeepTemplate { dispute_id, field: EvidenceField::RefundPolicy, name }),
    );
    let same = named(&desk.state, "The same").unwrap();
    assert_eq!(
        (same.text.as_str(), &same.file, same.field.known()),
        ("file_policy", &policy().file, Some(EvidenceField::RefundPolicy))
    );
}

#[test]
fn a_file_is_of_the_profile_whose_service_knows_its_id_and_a_text_is_of_all() {
    let mut desk = desk();
    save(&mut desk, None, policy());
    save(&mut desk, None, text("Paid", "Paid {amount}"));
    let documents: Vec<DraftDocument> = kept(&desk).into_iter().map(|(_, document)| document).collect();
    let mut keys: Vec<_> =
        documents.iter().map(DraftDocument::key).filter(|key| key.1 == DocumentKind::Template).collect();
    keys.sort_unstable_by_key(|key| (key.0, key.2));
    let here = desk.state.profiles.current.clone();
    assert_eq!(
        keys,
        [("", DocumentKind::Template, "Paid"), (here.as_str(), DocumentKind::Template, "Refund policy 2026")]
    );

    let elsewhere = Template { profile_id: "another".into(), name: "Of another".into(), ..policy() };
    let mut again = Desk::started(Vec::new());
    let documents = documents.into_iter().chain([DraftDocument::Template(elsewhere)]).collect();
    again.event(Message::DocumentsOpened { documents, problem: None });
    assert!(named(&again.state, "Paid").is_some() && named(&again.state, "Refund policy 2026").is_some());
    assert_eq!(named(&again.state, "Of another"), None);
}

#[test]
fn what_is_edited_replaces_what_it_was_also_under_another_name() {
    let mut desk = desk();
    save(&mut desk, Some("No refund was due"), text("No refund was due", "Ours: {amount}"));
    assert_eq!(named(&desk.state, "No refund was due").unwrap().text, "Ours: {amount}");
    save(&mut desk, Some("No refund was due"), text("Nothing was due", "Ours: {amount}"));
    assert_eq!(named(&desk.state, "No refund was due"), None);
    assert_eq!(named(&desk.state, "Nothing was due").unwrap().text, "Ours: {amount}");
    let names: Vec<String> = templates(&desk.state).into_iter().map(|template| template.name).collect();
    let unique: std::collections::BTreeSet<&String> = names.iter().collect();
    assert_eq!(unique.len(), names.len(), "{names:?}");
}

#[test]
fn what_cannot_be_kept_says_why_and_is_not() {
    let mut desk = desk();
    for (template, why) in [
        (text(" ", "Paid"), "Give it a name"),
        (text("Paid", " "), "Enter the text"),
        (text("Paid", "Paid {sum}"), "There is no merge field {sum}: choose one of those below the text"),
        (text("No refund was due", "Paid"), "“No refund was due” is already used: choose another name"),
        (Template { text: String::new(), ..policy() }, "Paste the ID of the file"),
        (
            Template { text: "my policy".into(), ..policy() },
            "A file ID has no spaces: paste the ID of an uploaded file",
        ),
        (Template { text: "my policy.pdf".into(), ..policy() }, "Upload the file, or paste the ID of an uploaded one"),
    ] {
        assert_eq!(template_fault(&desk.state, None, &template).as_deref(), Some(why));
        save(&mut desk, None, template);
    }
    assert_eq!(kept(&desk), []);
    assert_eq!(template_fault(&desk.state, Some("No refund was due"), &text("No refund was due", "Paid")), None);
}

#[test]
fn what_is_removed_is_put_back_as_it_was_unless_its_name_was_given_again() {
    let mut desk = desk();
    save(&mut desk, None, policy());
    act(&mut desk, DisputesAction::Template(TemplateAction::RemoveTemplate("Refund policy 2026".into())));
    assert_eq!((named(&desk.state, "Refund policy 2026"), removed_templates(&desk.state).len()), (None, 1));
    act(&mut desk, DisputesAction::Template(TemplateAction::PutTemplateBack("Refund policy 2026".into())));
    let back = named(&desk.state, "Refund policy 2026").unwrap();
    assert_eq!((back.file, back.note), (policy().file, policy().note));
    act(&mut desk, DisputesAction::Template(TemplateAction::RemoveTemplate("Refund policy 2026".into())));
    save(&mut desk, None, text("Refund policy 2026", "A text now"));
    assert_eq!(removed_templates(&desk.state), [], "one of that name is there");
}

fn won() -> Desk {
    let mut desk = desk();
    edit(&mut desk, EvidenceField::CustomerName, "Ada Lovelace");
    edit(&mut desk, EvidenceField::ShippingTrackingNumber, "00340434");
    edit(&mut desk, EvidenceField::RefundPolicy, "file_policy");
    edit(&mut desk, EvidenceField::RefundRefusalExplanation, "Ada Lovelace asked after 45.10 EUR were used.");
    desk
}

fn save_case(desk: &mut Desk, name: &str) {
    let (dispute_id, name) = (dsp("dsp_1"), name.to_owned());
    act(desk, DisputesAction::Template(TemplateAction::SaveCaseTemplate { dispute_id, name }));
}

#[test]
fn a_case_template_has_texts_with_merge_fields_and_of_what_belongs_to_one_payment_the_field_alone() {
    let mut desk = won();
    save_case(&mut desk, " Fraud, goods ");
    let saved = kept(&desk).into_iter().find_map(|(_, document)| match document {
        DraftDocument::CaseTemplate(template) => Some(template),
        _ => None,
    });
    let template = saved.clone().expect("it is saved");
    let text = |field: EvidenceField| template.fields.get(&field.into()).map(String::as_str);
    assert_eq!((template.name.as_str(), template.reason.as_str()), ("Fraud, goods", "fraudulent"));
    assert_eq!(text(EvidenceField::RefundRefusalExplanation), Some("{customer_name} asked after {amount} were used."));
    assert_eq!(text(EvidenceField::ShippingTrackingNumber), Some(""), "another parcel has another number");
    assert_eq!((text(EvidenceField::CustomerName), text(EvidenceField::Receipt)), (Some(""), None));
    assert_eq!(text(EvidenceField::RefundPolicy), Some("file_policy"));
    assert_eq!(template.profile_id, desk.state.workspace.profile_id.as_str(), "a file is of one service");

    let mut restarted = inbox(mixed());
    let documents = vec![DraftDocument::CaseTemplate(template)];
    restarted.event(Message::DocumentsOpened { documents, problem: None });
    let known = restarted.state.evidence.case_templates(&restarted.state.workspace.profile_id).next().cloned();
    assert_eq!(known, saved);
}

#[test]
fn a_case_template_is_applied_as_one_step_with_its_fields_marked_and_taken_back() {
    let mut desk = won();
    save_case(&mut desk, "Fraud, goods");
    open(&mut desk, "dsp_4");
    edit(&mut desk, EvidenceField::CustomerName, "Grace Hopper");
    let id = || dsp("dsp_4");
    act(&mut desk, DisputesAction::Draft(EvidenceDraftAction::UseCaseTemplate(id(), "Fraud, goods".into())));
    let case = draft_of(&desk.state, &id());
    assert_eq!(case.text(EvidenceField::CustomerName), "Grace Hopper", "what a person wrote stays");
    let refusal = EvidenceField::RefundRefusalExplanation;
    assert_eq!(case.text(refusal), "Grace Hopper asked after 45.10 EUR were used.");
    assert_eq!(case.text(EvidenceField::RefundPolicy), "file_policy");
    assert_eq!(case.value(EvidenceField::ShippingTrackingNumber), None, "nothing is known of this parcel");
    assert!(case.is_filled_in(refusal) && !case.is_filled_in(EvidenceField::CustomerName));
    act(&mut desk, DisputesAction::Draft(EvidenceDraftAction::UndoInsertion(id())));
    let case = draft_of(&desk.state, &id());
    assert_eq!((case.value(refusal), case.value(EvidenceField::RefundPolicy)), (None, None));
    assert_eq!(case.text(EvidenceField::CustomerName), "Grace Hopper");
}

#[test]
fn a_case_template_is_removed_and_restored() {
    let mut desk = won();
    save_case(&mut desk, "Fraud, goods");
    let names = |desk: &Desk| {
        let templates = desk.state.evidence.case_templates(&desk.state.workspace.profile_id);
        templates.map(|template| template.name.clone()).collect::<Vec<_>>()
    };
    act(&mut desk, DisputesAction::Template(TemplateAction::RemoveCaseTemplate("Fraud, goods".into())));
    assert_eq!(names(&desk), Vec::<String>::new());
    act(&mut desk, DisputesAction::Template(TemplateAction::PutCaseTemplateBack("Fraud, goods".into())));
    assert_eq!(names(&desk), ["Fraud, goods"]);
}
