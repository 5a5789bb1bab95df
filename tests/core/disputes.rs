//! Disputes: the inbox by the time left, and drafts that survive everything.

use chrono::TimeDelta;
use paydesk_api::endpoints::ReadEndpoint;
use paydesk_api::outcome::Attempt;
use paydesk_api::record_reads::Offering;
use paydesk_core::effect::{ApiEffect, SystemEffect};
use paydesk_core::features::disputes::{
    DeadlineSource, DisputeLocalFilter, DisputeSortColumn, DisputesAction, DraftDocument, DraftSaveState,
    EvidenceDraftAction, EvidenceFileAction, EvidencePolicyAction, EvidenceUpload, InboxAction, OpenRange,
};
use paydesk_core::features::payments::Pages;
use paydesk_core::operations::ResourceKind;
use paydesk_core::read::Read;
use paydesk_core::route::Route;
use paydesk_core::service_traits::{DisputesChange, DisputesTrait, TraitChange, TraitId};
use paydesk_core::{Action, Effect, Message};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::evidence::{EvidenceField, FileService};
use paydesk_domain::ids::PaymentId;
use paydesk_test_core::desk::{Desk, problem};
use paydesk_test_core::dispute_views::draft_of;
use paydesk_test_core::disputes::{
    answer_evidence, at, dispute, disputes_of, dsp, edit, inbox, kept, mixed, open, with_receipt_at_service, written,
};
use paydesk_test_core::profiles::{ready, with_shop};
use paydesk_test_core::service::{html, refused, start_time};
use serde_json::json;
use strum::IntoEnumIterator as _;

pub fn shown(desk: &Desk) -> Vec<String> {
    (0..desk.state.workspace.disputes.len())
        .map(|row| desk.state.workspace.disputes.row(row).unwrap().id_text.clone())
        .collect()
}

fn text_on_disk(desk: &Desk, field: EvidenceField) -> Option<String> {
    match kept(desk).pop()? {
        (_, DraftDocument::Draft(case)) => Some(case.text(field).to_owned()),
        (_, _) => None,
    }
}

#[test]
fn the_inbox_has_all_pages_ordered_by_the_time_left_and_what_is_decided_comes_last() {
    let mut desk = inbox(mixed());
    assert_eq!(shown(&desk), ["dsp_5", "dsp_4", "dsp_1", "dsp_2", "dsp_6", "dsp_3"]);
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::Sort(DisputeSortColumn::TimeLeft))));
    assert_eq!(shown(&desk)[..4], ["dsp_1", "dsp_4", "dsp_5", "dsp_2"]);

    let many = (0..437).map(|n| dispute(&format!("dsp_{n}"), "dispute_opened", "fraudulent", n)).collect();
    let desk = inbox(many);
    assert_eq!(
        (desk.state.workspace.disputes.len(), desk.state.workspace.disputes.inbox.reading.complete),
        (437, true)
    );
    assert_eq!(shown(&desk)[0], "dsp_436");
    assert_eq!(desk.state.workspace.disputes.count.to_answer, Some(437), "counted for the sidebar");
}

#[test]
fn no_deadline_is_running_for_what_is_with_the_bank_and_it_stands_after_what_waits_for_us() {
    let disputes = vec![
        dispute("dsp_1", "challenged", "duplicate", 60 * 24),
        dispute("dsp_2", "dispute_opened", "duplicate", 24),
        dispute("dsp_3", "challenged", "duplicate", 50 * 24),
        dispute("dsp_4", "dispute_opened", "duplicate", 30 * 24),
        dispute("dsp_5", "lost", "duplicate", 24),
    ];
    let mut desk = inbox(disputes);
    assert_eq!(shown(&desk), ["dsp_4", "dsp_2", "dsp_3", "dsp_1", "dsp_5"]);
    let due = |id: &str| desk.state.workspace.disputes.find(&dsp(id)).unwrap().due();
    assert_eq!([due("dsp_1"), due("dsp_3"), due("dsp_5")], [None; 3]);
    assert!(due("dsp_4").is_some_and(|due| due < desk.now));
    assert_eq!(desk.state.workspace.disputes.count.to_answer, Some(2));
    let overdue = Some(OpenRange { from: None, before: Some(desk.now) });
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::SetLocalFilter(DisputeLocalFilter {
        due: overdue,
        ..DisputeLocalFilter::default()
    }))));
    assert_eq!(shown(&desk), ["dsp_4"], "overdue is what waits for us");
}

#[test]
fn how_many_disputes_there_are_stays_known_while_a_filter_is_set() {
    let mut desk = inbox(mixed());
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::FilterStatus(Some(DisputeStatus::Won)))));
    desk.serve();
    let disputes = &desk.state.workspace.disputes;
    assert_eq!((disputes.len(), disputes.inbox.reading.total_count, disputes.count.all), (1, Some(1), Some(6)));
    desk.service.disputes.push(dispute("dsp_7", "won", "duplicate", 1));
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::ClearFilters)));
    desk.serve();
    assert_eq!(desk.state.workspace.disputes.count.all, Some(7), "read anew");
}

#[test]
fn filters_are_asked_of_the_service_and_any_word_is_a_status() {
    let mut desk = inbox(mixed());
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::FilterStatus(Some(DisputeStatus::from_word(
        "dispute_accepted",
    ))))));
    let Read::Disputes(list) = &desk.reads.last().unwrap().1 else { panic!("{:?}", desk.reads) };
    assert_eq!(list.filter.status.as_ref().unwrap().as_str(), "dispute_accepted");
    desk.serve();
    assert_eq!(shown(&desk), ["dsp_6"]);
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::ClearFilters)));
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::FilterPayment(Some(PaymentId::new("pay_4"))))));
    desk.serve();
    assert_eq!(shown(&desk), ["dsp_4"]);
}

#[test]
fn a_list_that_cannot_be_read_is_reported_and_can_be_read_again() {
    let mut desk = disputes_of("pay_1", mixed());
    desk.service.reads_get = Some(html(403));
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    desk.serve();
    assert!(
        matches!(desk.state.workspace.disputes.inbox.reading.pages, Pages::Failed(_)),
        "{:?}",
        desk.state.workspace.disputes.inbox.reading.pages
    );
    desk.service.reads_get = None;
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::Refresh)));
    desk.serve();
    assert_eq!(desk.state.workspace.disputes.len(), 6);
}

#[test]
fn deadlines_are_ours_by_policy_or_by_hand_and_the_order_follows() {
    let mut desk = inbox(mixed());
    let source = |desk: &Desk, id: &str| desk.state.workspace.disputes.find(&dsp(id)).unwrap().deadline.unwrap().source;
    assert_eq!(source(&desk, "dsp_1"), DeadlineSource::Policy { days: 14 });
    assert_eq!(source(&desk, "dsp_4"), DeadlineSource::Policy { days: 10 });
    let soon = start_time() + TimeDelta::hours(1);
    desk.act(Action::Disputes(DisputesAction::Draft(EvidenceDraftAction::SetDeadline(dsp("dsp_1"), Some(soon)))));
    assert_eq!(source(&desk, "dsp_1"), DeadlineSource::Edited);
    assert_eq!(shown(&desk)[..2], ["dsp_5", "dsp_1"]);
    desk.act(Action::Disputes(DisputesAction::Draft(EvidenceDraftAction::SetDeadline(dsp("dsp_1"), None))));
    desk.act(Action::Disputes(DisputesAction::Policy(EvidencePolicyAction::SetRule("fraudulent", 2))));
    assert_eq!(source(&desk, "dsp_1"), DeadlineSource::Policy { days: 2 });
    let rule = DraftDocument::Rule { reason: "fraudulent".into(), days: 2 };
    assert!(kept(&desk).iter().any(|(_, document)| *document == rule));
    assert_eq!(desk.sent, [], "the service hears nothing of it");
}

#[test]
fn a_draft_is_written_half_a_second_after_its_first_change_however_long_the_typing_lasts() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    edit(&mut desk, EvidenceField::CustomerName, "A");
    assert_eq!(desk.state.next_due(), Some(at(500)));
    for (ms, text) in [(200, "Ad"), (400, "Ada"), (499, "Ada L")] {
        desk.tick_at(at(ms));
        edit(&mut desk, EvidenceField::CustomerName, text);
        assert_eq!(kept(&desk), [], "{ms} ms");
    }
    desk.tick_at(at(500));
    assert_eq!(text_on_disk(&desk, EvidenceField::CustomerName).as_deref(), Some("Ada L"));
    let saved = |desk: &Desk| format!("{:?}", desk.state.workspace.drafts.entry(&dsp("dsp_1")).unwrap().saved());
    assert_eq!(saved(&desk), format!("{:?}", DraftSaveState::Saving));
    written(&mut desk);
    assert_eq!(saved(&desk), format!("{:?}", DraftSaveState::At(at(500))));
    desk.tick_at(at(2_000));
    assert_eq!(kept(&desk).len(), 1, "written once");
}

#[test]
fn a_crash_loses_at_most_the_last_half_second_and_a_restart_finds_the_rest() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    edit(&mut desk, EvidenceField::UncategorizedText, "They wrote to us");
    desk.tick_at(at(500));
    edit(&mut desk, EvidenceField::UncategorizedText, "They wrote to us twice");
    let documents = kept(&desk).into_iter().map(|(_, document)| document).collect();

    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    let generation = |desk: &Desk| desk.state.workspace.drafts.entry(&dsp("dsp_1")).map_or(0, |entry| entry.generation);
    edit(&mut desk, EvidenceField::Receipt, "file_1");
    let before = generation(&desk);
    desk.event(Message::DocumentsOpened { documents, problem: None });
    let case = draft_of(&desk.state, &dsp("dsp_1"));
    assert_eq!(case.text(EvidenceField::UncategorizedText), "They wrote to us");
    assert_eq!(case.text(EvidenceField::Receipt), "file_1", "typed before the file was read");
    assert!(generation(&desk) > before, "the form takes its texts anew");
    assert_eq!(desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap().counts.filled, 2);
}

#[test]
fn leaving_the_dispute_the_panel_or_the_desk_writes_at_once_also_offline() {
    for leave in [
        Some(Action::Disputes(DisputesAction::Open(None))),
        Some(Action::GoTo(Route::List(ResourceKind::Payment))),
        None,
    ] {
        let mut desk = inbox(mixed());
        open(&mut desk, "dsp_1");
        desk.service.reads_get = Some(paydesk_test_core::service::no_connection());
        edit(&mut desk, EvidenceField::CustomerName, "Ada");
        match leave {
            Some(action) => desk.act(action),
            None => {
                let effects = desk.state.on_exit();
                desk.other.extend(effects);
            }
        }
        assert_eq!(text_on_disk(&desk, EvidenceField::CustomerName).as_deref(), Some("Ada"));
    }
}

#[test]
fn a_disk_that_refuses_is_reported_at_the_draft_until_it_takes_it() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    edit(&mut desk, EvidenceField::CustomerName, "Ada");
    desk.tick_at(at(500));
    let refused = Message::DocumentSaved {
        key: kept(&desk)[0].1.owned_key(),
        revision: 1,
        problem: Some(problem("The disk is full")),
    };
    desk.event(refused);
    let entry = desk.state.workspace.drafts.entry(&dsp("dsp_1")).unwrap();
    assert!(matches!(entry.saved(), DraftSaveState::NotSaved(problem) if problem.what == "The disk is full"));
    edit(&mut desk, EvidenceField::CustomerName, "Ada L");
    desk.tick_at(at(1_000));
    written(&mut desk);
    assert!(matches!(desk.state.workspace.drafts.entry(&dsp("dsp_1")).unwrap().saved(), DraftSaveState::At(_)));
}

#[test]
fn each_of_the_26_fields_can_be_filled_and_the_row_counts_what_matters() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    for field in EvidenceField::iter() {
        let text = match field {
            EvidenceField::ServiceDate | EvidenceField::ShippingDate => "2026-11-18",
            EvidenceField::CustomerPurchaseIp => "203.0.113.7",
            EvidenceField::CustomerEmailAddress => "ada@example.com",
            _ => "x",
        };
        edit(&mut desk, field, text);
    }
    let row = desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap();
    assert_eq!((row.counts.filled, row.counts.changed, row.counts.met), (26, 26, 4));
    assert_eq!(row.progress_text, "4 of 4");
}

#[test]
fn opening_a_dispute_reads_its_payment_and_while_the_bank_decides_the_dispute_too() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    assert!(desk.state.workspace.payments.detail(&PaymentId::new("pay_1")).unwrap().value().is_some());
    open(&mut desk, "dsp_2");
    desk.service.disputes[1]["status"] = json!("won");
    desk.pass(11);
    assert_eq!(desk.state.workspace.disputes.find(&dsp("dsp_2")).unwrap().dispute.status, DisputeStatus::Won);
    let reads = desk.reads_made;
    desk.pass(30);
    let disputes = desk.reads_made - reads;
    assert!(disputes <= 1, "{disputes} reads of a decided dispute");
}

#[test]
fn what_waits_is_counted_before_the_inbox_is_opened_and_the_inbox_itself_is_not_read() {
    let desk = disputes_of("pay_1", mixed());
    assert_eq!(desk.state.workspace.disputes.count.to_answer, Some(3));
    assert_eq!(
        (desk.state.workspace.disputes.loaded(), &desk.state.workspace.disputes.inbox.reading.pages),
        (0, &Pages::NotAsked)
    );
}

#[test]
fn disputes_of_an_unlisted_status_are_counted_and_their_progress_is_shown_until_they_are_closed() {
    let one = |status: &str| inbox(vec![dispute("dsp_1", status, "duplicate", 24)]);
    for (status, to_answer, progress) in [
        ("dispute_opened", 1, "0 of 3"),
        ("needs_response", 1, "0 of 3"),
        ("challenged", 0, "None in Paydesk"),
        ("won", 0, "None in Paydesk"),
        ("dispute_expired", 0, "None in Paydesk"),
    ] {
        let desk = one(status);
        let row = desk.state.workspace.disputes.row(0).unwrap();
        assert_eq!(row.progress_text, progress, "{status}");
        assert_eq!(row.due().is_some(), to_answer == 1, "a deadline is running: {status}");
        assert_eq!(desk.state.workspace.disputes.count.to_answer, Some(to_answer), "{status}");
    }
}

#[test]
fn what_may_need_evidence_is_counted_among_more_disputes_than_one_page_has() {
    let statuses = ["dispute_opened", "needs_response", "challenged", "won", "lost"];
    let disputes = (0..250).map(|n| dispute(&format!("dsp_{n}"), statuses[n as usize % 5], "fraudulent", n)).collect();
    let desk = disputes_of("pay_1", disputes);
    assert_eq!((desk.state.workspace.disputes.count.to_answer, desk.state.workspace.disputes.loaded()), (Some(100), 0));
}

#[test]
fn the_table_of_what_matters_is_ours_edited_kept_over_a_restart_and_put_back() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_4");
    edit(&mut desk, EvidenceField::CustomerName, "Ada");
    let progress = |desk: &Desk| desk.state.workspace.disputes.find(&dsp("dsp_4")).unwrap().progress_text.clone();
    assert_eq!(progress(&desk), "0 of 3");
    let row = desk.state.evidence.requirements.for_reason("duplicate")[0].name();
    let requirements =
        Some(vec![vec![EvidenceField::CustomerName, EvidenceField::BillingAddress], vec![EvidenceField::Receipt]]);
    desk.act(Action::Disputes(DisputesAction::Policy(EvidencePolicyAction::SetRequirements {
        row: row.clone(),
        requirements,
    })));
    assert_eq!(progress(&desk), "1 of 2");
    let documents: Vec<DraftDocument> = kept(&desk).pop().into_iter().map(|(_, document)| document).collect();
    assert!(
        matches!(&documents[0], DraftDocument::Requirements { row: kept, requirements: Some(_) } if *kept == row),
        "{documents:?}"
    );
    assert_eq!(desk.sent, [], "the service hears nothing of it");

    let json = serde_json::to_string(&documents).unwrap();
    let mut desk = inbox(mixed());
    desk.event(Message::DocumentsOpened { documents: serde_json::from_str(&json).unwrap(), problem: None });
    assert_eq!(progress(&desk), "0 of 2", "another run counts by the edited table");
    assert!(desk.state.evidence.requirements.for_reason("duplicate")[0].is_edited);
    desk.act(Action::Disputes(DisputesAction::Policy(EvidencePolicyAction::SetRequirements {
        row: row.clone(),
        requirements: None,
    })));
    assert_eq!(progress(&desk), "0 of 3");
    assert_eq!(
        kept(&desk).pop().unwrap().1,
        DraftDocument::Requirements { row, requirements: None },
        "put back for good"
    );
}

#[test]
fn what_was_edited_since_the_start_is_not_undone_by_what_was_kept_before() {
    let mut desk = inbox(mixed());
    let row = desk.state.evidence.requirements.for_reason("duplicate")[0].name();
    let requirements = Some(vec![vec![EvidenceField::Receipt]]);
    desk.act(Action::Disputes(DisputesAction::Policy(EvidencePolicyAction::SetRequirements {
        row: row.clone(),
        requirements,
    })));
    let old = DraftDocument::Requirements {
        row,
        requirements: Some(vec![vec![EvidenceField::RefundPolicy.into(), "of_another_version".to_owned().into()]]),
    };
    desk.event(Message::DocumentsOpened { documents: vec![old.clone()], problem: None });
    assert_eq!(desk.state.evidence.requirements.for_reason("duplicate")[0].requirements, [[EvidenceField::Receipt]]);
    let mut desk = inbox(mixed());
    desk.event(Message::DocumentsOpened { documents: vec![old], problem: None });
    assert_eq!(
        desk.state.evidence.requirements.for_reason("duplicate")[0].requirements,
        [[EvidenceField::RefundPolicy]],
        "unknown fields go"
    );
}

#[test]
fn a_chosen_file_is_uploaded_a_cancelled_choice_is_no_error_and_a_missing_dialog_says_what_to_do_instead() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_1");
    let choose = || {
        Action::Disputes(DisputesAction::File(EvidenceFileAction::ChooseFile {
            dispute_id: dsp("dsp_1"),
            field: EvidenceField::Receipt,
        }))
    };
    let asked = |desk: &Desk| {
        let place = |effect: &Effect| match effect {
            Effect::System(SystemEffect::ChooseFile { place }) => Some(place.clone()),
            _ => None,
        };
        desk.other.iter().filter_map(place).collect::<Vec<_>>()
    };
    desk.act(choose());
    desk.act(choose());
    let place = asked(&desk).pop().unwrap();
    assert_eq!(asked(&desk).len(), 1, "one dialog at a time");
    desk.event(Message::FileChosen { place: place.clone(), result: Ok(None) });
    assert_eq!(desk.state.workspace.disputes.upload, None);
    desk.act(choose());
    desk.event(Message::FileChosen {
        place: place.clone(),
        result: Err(problem("This desktop offers no file dialog")),
    });
    assert!(matches!(&desk.state.workspace.disputes.upload, Some(EvidenceUpload::Failed(at, _)) if *at == place));
    desk.act(choose());
    desk.event(Message::FileChosen { place: place.clone(), result: Ok(Some("/tmp/a.pdf".into())) });
    let (path, service) = ("/tmp/a.pdf".into(), FileService::Sandbox);
    let upload = Effect::Api(ApiEffect::UploadFile { place: place.clone(), path, service });
    assert!(desk.other.contains(&upload), "{:?}", desk.other);
    desk.event(Message::FileChosen { place, result: Ok(Some("/tmp/late.pdf".into())) });
    let uploads =
        desk.other.iter().filter(|effect| matches!(effect, Effect::Api(ApiEffect::UploadFile { .. }))).count();
    assert_eq!(uploads, 1, "nobody waits for a second choice");
}

#[test]
fn files_are_uploaded_to_a_service_that_is_known_to_take_them_and_to_no_other() {
    let (mut desk, shop) = with_shop("snd_key");
    desk.act(Action::SwitchProfile(shop));
    ready(&mut desk);
    let upload = || {
        let file = EvidenceFileAction::Upload {
            dispute_id: dsp("dsp_1"),
            field: EvidenceField::Receipt,
            path: "/tmp/a.pdf".into(),
        };
        Action::Disputes(DisputesAction::File(file))
    };
    let uploaded_to = |desk: &Desk| {
        let service = |effect: &Effect| match effect {
            Effect::Api(ApiEffect::UploadFile { service, .. }) => Some(*service),
            _ => None,
        };
        desk.other.iter().filter_map(service).collect::<Vec<_>>()
    };
    desk.act(upload());
    assert_eq!(uploaded_to(&desk), [], "the specification has no upload");
    let from = "GET /disputes/list: Via: HyperSwitch".to_owned();
    desk.act(Action::ChangeTraits(TraitChange::Disputes(DisputesChange::FilesTaken { from })));
    desk.act(upload());
    assert_eq!(uploaded_to(&desk), [FileService::Service]);
}

#[test]
fn the_files_that_a_service_has_are_read_where_it_takes_files() {
    let desk = with_receipt_at_service("dsp_1");
    let disputes = &desk.state.workspace.disputes;
    let name = |id: &str, field| disputes.file_at_service(&dsp(id), field).map(|file| file.name.as_str());
    assert_eq!(name("dsp_1", EvidenceField::Receipt), Some("receipt.pdf"));
    assert_eq!(name("dsp_1", EvidenceField::RefundPolicy), None);
    assert_eq!(name("dsp_4", EvidenceField::Receipt), None, "it is of another dispute");
}

fn asks_for_one(desk: &Desk) -> usize {
    desk.reads.iter().filter(|(_, read)| matches!(read, Read::Dispute(_))).count()
}

fn is_loaded(desk: &Desk, id: &str) -> bool {
    desk.state.workspace.disputes.find(&dsp(id)).is_some()
}

#[test]
fn a_dispute_that_the_list_leaves_out_is_read_by_its_id_where_the_service_has_that() {
    let mut desk = inbox(mixed());
    desk.service.reads_disputes = true;
    let filter = Action::Disputes(DisputesAction::Inbox(InboxAction::FilterStatus(Some(DisputeStatus::Won))));
    desk.act(filter);
    desk.serve();
    assert!(!is_loaded(&desk, "dsp_1"));
    open(&mut desk, "dsp_1");
    assert!(is_loaded(&desk, "dsp_1"), "it can be worked on");
    assert_eq!(shown(&desk), ["dsp_3"], "the list shows what it is filtered by");
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::Refresh)));
    desk.serve();
    assert!(is_loaded(&desk, "dsp_1"), "also once the list was read again");
    open(&mut desk, "dsp_3");
    assert_eq!(asks_for_one(&desk), 0, "what is listed is not asked for");
}

#[test]
fn a_dispute_is_shown_before_the_list_is_read_to_its_end() {
    let mut desk = disputes_of("pay_1", mixed());
    desk.service.reads_disputes = true;
    desk.act(Action::Disputes(DisputesAction::Open(Some(dsp("dsp_4")))));
    let place = desk.reads.iter().position(|(_, read)| matches!(read, Read::Dispute(_))).unwrap();
    let (request_id, read) = desk.reads.remove(place);
    let (answer, rate) = desk.service.answer(&read);
    desk.event(Message::ReadAnswered { request_id, answer, rate });
    assert!(is_loaded(&desk, "dsp_4") && desk.state.workspace.disputes.inbox.reading.pages == Pages::Loading);
    desk.serve();
    let disputes = &desk.state.workspace.disputes;
    assert_eq!((disputes.loaded(), disputes.inbox.reading.complete), (6, true), "none is counted twice");
}

#[test]
fn a_service_that_reads_no_dispute_by_its_id_is_asked_once_and_nothing_is_said() {
    let mut desk = inbox(mixed());
    for _ in 0..3 {
        open(&mut desk, "dsp_9");
    }
    desk.act(Action::Disputes(DisputesAction::Open(Some(dsp("dsp_8")))));
    assert_eq!(asks_for_one(&desk), 0);
    assert_eq!(
        desk.state.view().traits.capabilities.offering(ReadEndpoint::RetrieveDispute),
        Some(Offering::NotOffered)
    );
    assert!(desk.toasts().is_empty() && !is_loaded(&desk, "dsp_9"));
}

#[test]
fn a_dispute_that_the_service_does_not_have_is_not_there() {
    let mut desk = inbox(mixed());
    desk.service.reads_disputes = true;
    open(&mut desk, "dsp_9");
    assert!(!is_loaded(&desk, "dsp_9") && !desk.state.workspace.disputes.is_reading_open());
    assert_eq!(desk.state.view().traits.capabilities.offering(ReadEndpoint::RetrieveDispute), Some(Offering::Offered));
    assert!(desk.toasts().is_empty());
}

#[test]
fn a_service_that_lists_no_evidence_is_asked_once() {
    let asks = |desk: &Desk| desk.reads.iter().any(|(_, read)| matches!(read, Read::Evidence(_)));
    let mut desk = inbox(mixed());
    desk.act(Action::Disputes(DisputesAction::Open(Some(dsp("dsp_1")))));
    assert!(!asks(&desk), "the specification has no such call");
    let from = "GET /disputes/list: Via: HyperSwitch".to_owned();
    desk.act(Action::ChangeTraits(TraitChange::Disputes(DisputesChange::FilesTaken { from })));
    desk.act(Action::Disputes(DisputesAction::Open(Some(dsp("dsp_4")))));
    answer_evidence(&mut desk, refused(404, "IR_02", "Unrecognized request URL"));
    assert!(desk.toasts().is_empty());
    desk.act(Action::Disputes(DisputesAction::Open(Some(dsp("dsp_1")))));
    assert!(!asks(&desk));
}

#[test]
fn numbers_and_the_sidebar_lead_to_the_inbox_also_where_a_dispute_was_left_open() {
    let mut desk = inbox(mixed());
    open(&mut desk, "dsp_4");
    desk.act(Action::GoTo(Route::Analytics));
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    assert!(desk.state.workspace.disputes.open.id.is_some(), "it is still open");
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    assert_eq!(desk.state.workspace.disputes.open.id, None);
}

/// Whether the last list that was asked for filters by status.
fn asks_for_status(desk: &Desk) -> bool {
    let asked = desk.reads.iter().rev().find_map(|(_, read)| match read {
        Read::Disputes(list) if list.limit > 1 => Some(list.filter.status.is_some()),
        _ => None,
    });
    asked.expect("a list is read")
}

/// Refuses the oldest read of disputes that filters by status.
fn refuse_filter(desk: &mut Desk, answer: Attempt) {
    let filters = |read: &Read| matches!(read, Read::Disputes(list) if list.limit > 1 && list.filter.status.is_some());
    let index = desk.reads.iter().position(|(_, read)| filters(read)).unwrap();
    let (request_id, read) = desk.reads.remove(index);
    desk.answer(request_id, &read, answer);
}

#[test]
fn where_the_filter_by_status_is_refused_all_disputes_are_read_and_filtered_here() {
    let mut desk = inbox(mixed());
    let filter = |status| Action::Disputes(DisputesAction::Inbox(InboxAction::FilterStatus(status)));
    desk.act(filter(Some(DisputeStatus::Won)));
    assert!(asks_for_status(&desk));
    // A key without the permission says nothing of the filter.
    refuse_filter(&mut desk, refused(403, "IR_01", "no permission"));
    assert!(matches!(desk.state.workspace.disputes.inbox.reading.pages, Pages::Failed(_)));
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::Refresh)));
    assert!(asks_for_status(&desk));
    refuse_filter(&mut desk, html(400));
    assert!(!asks_for_status(&desk), "asked again without the filter");
    let learned = |desk: &Desk| desk.state.view().traits.disputes.refuses_status_filter();
    assert!(!learned(&desk), "nothing is learned before the other request was answered");
    desk.serve();
    assert!(learned(&desk));
    assert_eq!(desk.state.workspace.disputes.len(), 1, "one of six was won");
    desk.act(filter(Some(DisputeStatus::Lost)));
    assert!(!asks_for_status(&desk), "known from now on");
    desk.serve();
    desk.act(Action::ChangeTraits(TraitChange::Reset(TraitId::Disputes(DisputesTrait::StatusFilter))));
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::Refresh)));
    assert!(asks_for_status(&desk), "forgotten, it is asked for again");
}

#[test]
fn a_service_that_refuses_the_list_with_get_is_asked_with_post_from_then_on() {
    let mut desk = inbox(mixed());
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::Refresh)));
    let asked = |desk: &Desk| {
        let pages = desk.reads.iter().filter_map(|(_, read)| match read {
            Read::Disputes(list) if list.limit > 1 => Some(read.request()),
            _ => None,
        });
        pages.map(|request| (request.method.as_str().to_owned(), request.path)).collect::<Vec<_>>()
    };
    let is_page = |read: &Read| matches!(read, Read::Disputes(list) if list.limit > 1);
    let index = desk.reads.iter().position(|(_, read)| is_page(read)).unwrap();
    let (request_id, read) = desk.reads.remove(index);
    desk.answer(request_id, &read, html(405));
    let by_post = || vec![("POST".to_owned(), "/disputes/list".to_owned())];
    assert_eq!(asked(&desk), by_post());
    assert!(!desk.state.view().traits.disputes.lists_by_body(), "nothing is learned before it was answered");
    desk.serve();
    assert!(desk.state.view().traits.disputes.lists_by_body());
    assert_eq!(desk.state.workspace.disputes.len(), 6);
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::Refresh)));
    assert_eq!(asked(&desk), by_post(), "known from now on");
}
