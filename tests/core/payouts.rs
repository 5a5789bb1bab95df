//! Payouts: made, listed, known after a restart, changed, fulfilled once, and warned of when they look made twice.

use paydesk_api::endpoints::ReadEndpoint;
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_api::record_reads::Offering;
use paydesk_api::resources::payouts::calls::{
    CreatePayout, CreatePayoutInput, PayoutMethod, UpdatePayout, UpdatePayoutInput,
};
use paydesk_core::dialog::{Confirmation, Dialog};
use paydesk_core::features::customers::known_customer;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::payouts::duplicate_check::possible_duplicate_payout;
use paydesk_core::features::payouts::{PayoutsAction, known_payout};
use paydesk_core::operations::wording::orphan_text;
use paydesk_core::operations::{
    ExecutionProof, OperationPlan, Outcome, Phase, Precondition, ResolutionFinding, ResourceKind, Submission,
};
use paydesk_core::profiles::ProfileInput;
use paydesk_core::read::Read;
use paydesk_core::records::Record;
use paydesk_core::route::Route;
use paydesk_core::service_traits::{CapabilityChange, TraitChange};
use paydesk_core::{Action, Message};
use paydesk_domain::ids::{CustomerId, OperationId};
use paydesk_domain::payout::PayoutStatus;
use paydesk_test_core::desk::{Desk, eur};
use paydesk_test_core::payouts::{
    IBAN, form_id, input, kept, make_as_reported, po_1, reported, send, started_again, status, submit, with_payout,
};
use paydesk_test_core::profiles;
use paydesk_test_core::service::{answered, rate_limited, refused};
use serde_json::{Value, json};

/// The six fields that an update answers, and with that a read.
fn brief(status: &str) -> Value {
    json!({"payout_id": "po_1", "status": status, "amount": 12_500, "currency": "EUR", "description": "Invoice 7",
        "modified_at": "2026-11-18T20:05:00Z"})
}

fn do_(desk: &mut Desk, action: PayoutsAction) {
    desk.act(Action::Payouts(action));
}

/// A desk whose form was sent.
fn sending() -> Desk {
    let mut desk = Desk::ready(Vec::new());
    send(&mut desk);
    desk
}

/// The one read of a payout is answered.
fn answer_read(desk: &mut Desk, attempt: Attempt) {
    let place = desk.reads.iter().position(|(_, read)| matches!(read, Read::Payout(_))).expect("a payout is read");
    let (request_id, read) = desk.reads.remove(place);
    desk.answer(request_id, &read, attempt);
}

fn fulfilling() -> Desk {
    let mut desk = with_payout("requires_fulfillment");
    do_(&mut desk, PayoutsAction::AskFulfil(po_1()));
    desk.act(Action::Confirm(Confirmation::FulfillPayout));
    desk.write_all();
    answer_read(&mut desk, answered(200, brief("requires_fulfillment")));
    desk.write_all();
    desk
}

#[test]
fn a_payout_is_made_listed_opened_and_there_again_after_a_restart() {
    let desk = with_payout("requires_fulfillment");
    desk.assert_sent_times(1);
    assert!(desk.state.form(ResourceKind::Payout).is_none());
    assert_eq!(desk.state.workspace.opened.get(ResourceKind::Payout), Some("po_1"));
    let records = kept(&desk);
    let mut desk = Desk::ready(Vec::new());
    desk.event(Message::RecordsOpened { records, problem: None });
    let (known, payout) = known_payout(&desk.state.workspace.records, &po_1()).unwrap();
    assert_eq!((payout.amount.clone(), &payout.status), (eur(12_500), &PayoutStatus::RequiresFulfillment));
    assert_eq!(known.record.made_by.as_ref().unwrap().operator, "kim");
}

#[test]
fn a_payout_names_its_recipient_wherever_the_name_is_known_from() {
    let mut desk = Desk::ready(Vec::new());
    let by_id = |id: &str| {
        let mut nameless = reported(id, "requires_fulfillment");
        nameless["customer"] = json!({"id": "supplier-1"});
        nameless
    };
    make_as_reported(&mut desk, by_id("po_1"));
    let title = |desk: &Desk, id: &str| {
        let mut entries = desk.state.workspace.records.entries(ResourceKind::Payout);
        entries.find(|entry| entry.known.record.id == id).unwrap().row.title.clone()
    };
    assert_eq!(title(&desk, "po_1"), "supplier-1", "no name is known yet");
    make_as_reported(&mut desk, reported("po_2", "requires_fulfillment"));
    make_as_reported(&mut desk, by_id("po_3"));
    let names = ["po_1", "po_2", "po_3"].map(|id| title(&desk, id));
    assert_eq!(names, ["Grace Hopper", "Grace Hopper", "Grace Hopper"]);
    do_(&mut desk, PayoutsAction::AskFulfil(po_1()));
    let Some(Dialog::FulfillPayout(dialog)) = &desk.state.workspace.dialog else { panic!("no dialog") };
    assert_eq!(dialog.recipient, "Grace Hopper");
}

#[test]
fn a_payout_that_was_created_is_reported_beside_its_pane() {
    let desk = with_payout("requires_fulfillment");
    let shown: Vec<&str> = desk.state.toasts.unseen().map(|toast| &*toast.text).collect();
    assert_eq!(shown.len(), 1, "{shown:?}");
}

#[test]
fn a_double_click_is_one_payout() {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::OpenNew(ResourceKind::Payout));
    submit(&mut desk, input("ref-1"));
    submit(&mut desk, input("ref-1"));
    desk.write_all();
    desk.assert_sent_times(1);
    assert!(desk.toasts().is_empty(), "nothing is wrong");
    desk.reply(answered(200, reported("po_1", "requires_fulfillment")));
    desk.write_all();
    desk.assert_sent_times(1);
}

#[test]
fn account_numbers_leave_once_and_are_kept_nowhere() {
    let mut desk = sending();
    assert!(desk.sends[0].request.wire_body().contains(IBAN));
    let mut whole = reported("po_1", "pending");
    whole["payout_method_data"]["bank"]["iban"] = json!(IBAN);
    desk.reply(answered(200, whole));
    desk.write_all();
    let on_disk = format!("{:?} {}", desk.disk, serde_json::to_string(&desk.disk).unwrap());
    let known = format!("{:?} {}", kept(&desk), serde_json::to_string(&kept(&desk)).unwrap());
    assert!(!on_disk.contains("0532013000") && !known.contains("0532013000"), "also where the service shows it whole");
    assert!(known.contains("******************3000"));
}

#[test]
fn a_payout_the_service_refuses_keeps_its_form_with_a_new_id_and_the_service_s_words() {
    for (http, code, text) in [
        (400, "IR_04", "amount is required"),
        (400, "IR_04", "currency is required"),
        (401, "AU_01", "API key not valid"),
        (403, "AU_03", "This key may not create payouts"),
        (422, "IR_06", "merchant_order_reference_id: too long"),
    ] {
        let mut desk = sending();
        let first = form_id(&desk);
        desk.reply(refused(http, code, text));
        desk.write_all();
        assert!(
            matches!(desk.outcome(), Outcome::Rejected { code: reported, message, .. } if reported == code && message == text)
        );
        assert_eq!(desk.state.form(ResourceKind::Payout).unwrap().last_try, Some(first.clone()));
        assert_ne!(form_id(&desk), first, "the next try is another operation");
        assert_eq!(kept(&desk), []);
    }
}

#[test]
fn a_declined_payout_exists_and_its_form_stays() {
    let mut desk = sending();
    let mut body = reported("po_1", "failed");
    body["unified_code"] = json!("UE_3002");
    body["unified_message"] = json!("Account closed");
    desk.reply(answered(200, body));
    desk.write_all();
    assert!(matches!(desk.outcome(), Outcome::Declined { code: Some(code), .. } if code == "UE_3002"));
    assert!(
        desk.state.form(ResourceKind::Payout).is_some()
            && desk.state.form(ResourceKind::Payout).unwrap().last_try.is_some()
    );
    assert_eq!(status(&desk), PayoutStatus::Failed);
}

#[test]
fn a_lost_answer_closes_the_form_is_never_sent_again_by_itself_and_leaves_no_record() {
    let mut desk = sending();
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    assert!(desk.state.form(ResourceKind::Payout).is_none());
    desk.assert_says_unknown();
    desk.pass(3_600);
    desk.assert_sent_times(1);
    assert!(desk.is_unknown(), "nothing tells of it");
    assert_eq!(kept(&desk), []);
}

#[test]
fn a_refusal_that_speaks_of_a_payout_made_before_may_be_about_this_one() {
    for (http, text) in [
        (400, "A payout with this merchant_order_reference_id was already created"),
        (422, "Duplicate payout"),
        (404, "An identical payout exists"),
        (400, "Die Referenz wurde bereits verwendet"),
        (422, "The reference is in use"),
        (403, "A payout like this was processed before"),
    ] {
        let mut desk = sending();
        desk.reply(refused(http, "IR_04", text));
        desk.write_all();
        desk.assert_says_unknown();
        desk.pass(3_600);
        desk.assert_sent_times(1);
        assert!(desk.is_unknown(), "{text}");
    }
}

#[test]
fn a_fulfilment_is_confirmed_checked_sent_once_and_reported() {
    let mut desk = fulfilling();
    let request = &desk.sends[0].request;
    assert_eq!(
        (request.path.as_str(), request.body.clone()),
        ("/payouts/po_1/fulfill", Some(json!({"payout_id": "po_1"})))
    );
    do_(&mut desk, PayoutsAction::AskFulfil(po_1()));
    assert!(desk.state.workspace.dialog.is_none(), "it is under way already");
    desk.act(Action::Confirm(Confirmation::FulfillPayout));
    desk.reply(answered(200, reported("po_1", "success")));
    desk.write_all();
    desk.assert_sent_times(2);
    assert_eq!(status(&desk), PayoutStatus::Success);
    assert!(desk.toasts().iter().any(|text| text == "125.00 EUR paid out"), "{:?}", desk.toasts());
}

#[test]
fn only_a_payout_that_requires_fulfilment_can_be_fulfilled() {
    for status in PayoutStatus::NAMED.iter().map(PayoutStatus::as_str).chain(["on_hold"]) {
        let mut desk = with_payout(status);
        do_(&mut desk, PayoutsAction::AskFulfil(po_1()));
        let asked = matches!(desk.state.workspace.dialog, Some(Dialog::FulfillPayout(_)));
        assert_eq!(asked, status == "requires_fulfillment", "{status}");
    }
}

#[test]
fn a_payout_that_changed_since_it_was_seen_is_not_fulfilled() {
    let mut desk = with_payout("requires_fulfillment");
    do_(&mut desk, PayoutsAction::AskFulfil(po_1()));
    desk.act(Action::Confirm(Confirmation::FulfillPayout));
    desk.write_all();
    answer_read(&mut desk, answered(200, brief("cancelled")));
    desk.write_all();
    desk.assert_sent_times(1);
    let Outcome::NotSent { why } = desk.outcome() else { panic!("{:?}", desk.outcome()) };
    assert!(why.contains("the status was Requires fulfilment and is now Cancelled"), "{why}");
    assert_eq!(status(&desk), PayoutStatus::Cancelled, "what was read is known");
}

/// Found by an attacker: the payout went to another account than the one in the dialog.
#[test]
fn a_payout_whose_recipient_changed_since_it_was_seen_is_not_fulfilled() {
    let changes: [fn(&mut Value); 7] = [
        |payout| payout["customer"]["name"] = json!("Mallory"),
        |payout| payout["customer"]["name"] = json!("M*****y"),
        |payout| {
            let bank = payout["payout_method_data"]["bank"].take();
            payout["payout_method_data"] = json!({"bank_transfer": bank});
            payout["payout_method_data"]["bank_transfer"]["iban"] = json!("******************9999");
        },
        |payout| payout["payout_method_data"]["bank"] = json!({"bank_account_number": "*****9999"}),
        |payout| payout["payout_method_data"] = json!({"wallet": {"email": "m@evil.example"}}),
        |payout| payout["payout_method_data"]["bank"]["iban"] = json!("******************9999"),
        |payout| payout["payout_method_data"]["bank"]["bic"] = json!("OTHERDEFF"),
    ];
    for change in changes {
        let mut desk = with_payout("requires_fulfillment");
        do_(&mut desk, PayoutsAction::AskFulfil(po_1()));
        desk.act(Action::Confirm(Confirmation::FulfillPayout));
        desk.write_all();
        let mut payout = reported("po_1", "requires_fulfillment");
        change(&mut payout);
        answer_read(&mut desk, answered(200, payout));
        desk.write_all();
        desk.assert_sent_times(1);
        let Outcome::NotSent { why } = desk.outcome() else { panic!("{:?}", desk.outcome()) };
        assert!(why.contains("the recipient was "), "{why}");
    }
}

/// Found by an attacker: accounts of eight characters and fewer look all alike once Paydesk has masked them, longer ones
/// where they end alike.
#[test]
fn an_account_that_the_service_shows_in_full_is_compared_in_full() {
    for (method, account, another) in [
        (json!({"wallet": {"web_wallet": {"wallet_account_id": "acc_1"}}}), "acc_1", "acc_EVIL"),
        (json!({"passthrough": {"psp_token": "tok_1", "token_type": "card"}}), "tok_1", "tok_EVIL"),
        (json!({"bank_transfer": {"instant_key": "key-ann"}}), "key-ann", "key-evil"),
        (json!({"bank_transfer": {"instant_key": "+5511999990000"}}), "+5511999990000", "+5511888880000"),
        (json!({"bank_transfer": {"instant_key": "+5511999990000"}}), "+5511999990000", "+55 11 99999-0000"),
        (json!({"bank_transfer": {"instant_key": "+5511999990000"}}), "+5511999990000", "**********0000"),
    ] {
        let mut payout = reported("po_1", "requires_fulfillment");
        payout["payout_method_data"] = method;
        let mut desk = Desk::ready(Vec::new());
        make_as_reported(&mut desk, payout.clone());
        do_(&mut desk, PayoutsAction::AskFulfil(po_1()));
        desk.act(Action::Confirm(Confirmation::FulfillPayout));
        desk.write_all();
        let payout = payout.to_string().replace(account, another);
        answer_read(&mut desk, answered(200, serde_json::from_str(&payout).unwrap()));
        desk.write_all();
        let is_changed = another.ends_with("EVIL") || another.ends_with("evil") || another == "+5511888880000";
        desk.assert_sent_times(if is_changed { 1 } else { 2 });
        if is_changed {
            let Outcome::NotSent { why } = desk.outcome() else { panic!("{:?}", desk.outcome()) };
            assert!(why.contains("the recipient was ") && why.contains("and is now another one"), "{why}");
            assert!(!why.contains(account) && !why.contains(another), "{why}");
        }
    }
}

#[test]
fn an_account_that_one_answer_masks_is_compared_by_the_ends_that_it_shows() {
    for (iban, is_sent) in
        [(IBAN, true), ("de89 3704 0044 0532 0130 00", true), ("DE89370400440532019999", false), ("(hidden)", true)]
    {
        let mut desk = with_payout("requires_fulfillment");
        do_(&mut desk, PayoutsAction::AskFulfil(po_1()));
        desk.act(Action::Confirm(Confirmation::FulfillPayout));
        desk.write_all();
        let mut payout = reported("po_1", "requires_fulfillment");
        payout["payout_method_data"]["bank"]["iban"] = json!(iban);
        answer_read(&mut desk, answered(200, payout));
        desk.write_all();
        desk.assert_sent_times(if is_sent { 2 } else { 1 });
    }
}

#[test]
fn each_documented_refusal_of_a_fulfilment_is_reported_in_the_service_s_words() {
    for (http, code, label) in [
        (400, "IR_04", "payout_id: missing from path or body"),
        (400, "IR_04", "payout is not in a state that can be fulfilled"),
        (404, "IR_05", "Payout not found"),
    ] {
        let mut desk = fulfilling();
        desk.reply(refused(http, code, label));
        desk.write_all();
        for wait in [30, 0] {
            assert!(desk.is_unknown());
            answer_read(&mut desk, answered(200, brief("requires_fulfillment")));
            desk.write_all();
            desk.tick(wait);
        }
        assert!(matches!(desk.outcome(), Outcome::Rejected { message, .. } if message == label));
        assert!(desk.toasts().iter().any(|text| text.contains(label) && text.contains(code)), "{:?}", desk.toasts());
        assert_eq!(status(&desk), PayoutStatus::RequiresFulfillment);
    }
}

/// The only read of a payout sets its texts.
#[test]
fn a_lost_fulfilment_whose_payouts_texts_were_kept_only_in_part_is_not_read_after_a_restart_and_left_to_the_person() {
    let mut desk = fulfilling();
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    let mut desk = paydesk_test_core::restart::restarted_from_a_part(desk);
    desk.pass(3_600);
    assert!(desk.reads.iter().all(|(_, read)| !matches!(read, Read::Payout(_))), "what is left of a text is not set");
    desk.assert_sent_times(0);
    desk.assert_says_unknown();
    assert_eq!(*desk.finding(), ResolutionFinding::Parked);
    assert!(!desk.operation().may_be_sent_again(desk.now));
}

#[test]
fn a_lost_fulfilment_is_resolved_by_reading_and_never_sent_again_by_itself() {
    let mut desk = fulfilling();
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    desk.assert_says_unknown();
    for wait in [2, 130] {
        assert!(desk.is_unknown());
        desk.tick(wait);
        answer_read(&mut desk, answered(200, brief("success")));
        desk.write_all();
    }
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Effect, .. }));
    assert_eq!(status(&desk), PayoutStatus::Success);
    desk.assert_sent_times(2);
}

#[test]
fn nothing_is_written_of_a_lost_fulfilment_behind_its_last_word() {
    for status in ["failed", "ineligible", "cancelled", "success"] {
        let mut desk = fulfilling();
        desk.reply(Attempt::Lost(LostAnswer::TimedOut));
        desk.write_all();
        let mut steps = Vec::new();
        for wait in [2, 130] {
            if desk.state.open_operations().next().is_none() {
                break;
            }
            desk.tick(wait);
            answer_read(&mut desk, answered(200, brief(status)));
            steps.extend(desk.writes.iter().map(|entry| entry.step.name()));
            desk.write_all();
        }
        let last = steps.iter().position(|step| step.is_final());
        assert_eq!(last, steps.len().checked_sub(1), "{status}: {steps:?}");
    }
}

fn updating(status: &str) -> Desk {
    let mut desk = with_payout(status);
    do_(&mut desk, PayoutsAction::Edit(po_1()));
    let id = form_id(&desk);
    let (_, payout) = known_payout(&desk.state.workspace.records, &po_1()).unwrap();
    let mut input = UpdatePayoutInput::of(payout);
    input.description = Some("Invoice 8".into());
    input.metadata = Some(vec![("invoice".into(), "8".into())]);
    let plan = OperationPlan::of(&UpdatePayout::new(input).unwrap());
    desk.act(Action::Submit(Box::new(Submission { id, plan, precondition: Precondition::Nothing })));
    desk.write_all();
    desk
}

#[test]
fn an_update_is_known_with_what_its_answer_does_not_echo_so_that_no_read_undoes_it() {
    let mut desk = updating("requires_fulfillment");
    let asked = desk.reads.len();
    do_(&mut desk, PayoutsAction::Refresh(po_1()));
    assert_eq!(desk.reads.len(), asked, "a read meanwhile could undo it");
    let mut answer = brief("requires_fulfillment");
    answer["description"] = json!("Invoice 8");
    desk.reply(answered(200, answer));
    desk.write_all();
    assert!(desk.state.form(ResourceKind::Payout).is_none());
    assert_eq!(desk.state.workspace.opened.get(ResourceKind::Payout), Some("po_1"));
    let payout = known_payout(&desk.state.workspace.records, &po_1()).unwrap().1;
    assert_eq!(payout.description.as_deref(), Some("Invoice 8"));
    assert_eq!(payout.metadata, [("invoice".to_owned(), "8".to_owned())]);
    do_(&mut desk, PayoutsAction::Refresh(po_1()));
    let (_, read) = desk.reads.last().unwrap();
    let body = read.request().body.unwrap();
    assert_eq!(body, json!({"description": "Invoice 8", "metadata": {"invoice": "8"}}));
}

#[test]
fn an_answer_that_still_waits_for_the_method_does_not_confirm_that_it_was_set() {
    for (reported, done) in [("requires_payout_method_data", false), ("requires_fulfillment", true)] {
        let mut desk = with_payout("requires_payout_method_data");
        do_(&mut desk, PayoutsAction::Edit(po_1()));
        let id = form_id(&desk);
        let (_, payout) = known_payout(&desk.state.workspace.records, &po_1()).unwrap();
        let mut input = UpdatePayoutInput::of(payout);
        input.payout_type = "bank".into();
        input.method = Some(PayoutMethod::Token("tok_1".into()));
        let plan = OperationPlan::of(&UpdatePayout::new(input).unwrap());
        desk.act(Action::Submit(Box::new(Submission { id, plan, precondition: Precondition::Nothing })));
        desk.write_all();
        desk.reply(answered(200, brief(reported)));
        desk.write_all();
        assert_eq!(desk.nothing_open(), done, "{reported}");
    }
}

#[test]
fn the_update_of_a_payout_that_failed_is_done_and_not_declined() {
    let mut desk = with_payout("pending");
    do_(&mut desk, PayoutsAction::Refresh(po_1()));
    answer_read(&mut desk, answered(200, brief("failed")));
    assert_eq!(status(&desk), PayoutStatus::Failed);
    do_(&mut desk, PayoutsAction::Edit(po_1()));
    let mut desk = updating("pending");
    desk.reply(answered(200, brief("failed")));
    desk.write_all();
    assert!(matches!(desk.outcome(), Outcome::Done { status, .. } if status == "failed"));
    assert!(desk.toasts().iter().any(|text| text == "Payout updated"), "{:?}", desk.toasts());
}

#[test]
fn a_read_that_fails_is_reported_and_changes_nothing() {
    let mut desk = with_payout("pending");
    do_(&mut desk, PayoutsAction::Refresh(po_1()));
    answer_read(&mut desk, refused(404, "IR_05", "Payout not found"));
    assert!(desk.toasts().iter().any(|text| text.contains("could not be read")), "{:?}", desk.toasts());
    assert_eq!(status(&desk), PayoutStatus::Pending);
}

#[test]
fn a_payout_that_looks_made_twice_is_warned_of_for_a_day() {
    let own = OperationId::new("own");
    let mut desk = with_payout("requires_fulfillment");
    let possible_duplicate = |desk: &Desk, change: &dyn Fn(&mut CreatePayoutInput)| {
        let mut input = input("ref-2");
        change(&mut input);
        possible_duplicate_payout(&desk.state.view(), &input, &own)
    };
    let found = possible_duplicate(&desk, &|_| {}).unwrap();
    assert_eq!((found.id.as_deref(), found.by.as_str()), (Some("po_1"), "the customer supplier-1"));
    let by_account = possible_duplicate(&desk, &|input| input.customer = Default::default()).unwrap();
    assert_eq!(by_account.by, "the account ******************3000");
    let other = |input: &mut CreatePayoutInput| (input.method, input.customer.id) = (None, "supplier-2".into());
    assert_eq!(possible_duplicate(&desk, &other).unwrap().by, "the name Grace Hopper");
    assert_eq!(possible_duplicate(&desk, &|input| input.amount = eur(12_501)), None, "another amount");
    let nobody = |input: &mut CreatePayoutInput| (input.method, input.customer) = (None, Default::default());
    assert_eq!(possible_duplicate(&desk, &nobody), None, "nobody is the same as nobody");
    // Another profile at the same address made it.
    let made = desk.state.workspace.records.of(ResourceKind::Payout).next().unwrap().record.clone();
    let (mut two_profiles, shop) = profiles::with_shop("snd_key");
    let records = vec![Record { profile_id: shop, ..made }];
    two_profiles.event(Message::RecordsOpened { records, problem: None });
    assert_eq!(possible_duplicate(&two_profiles, &|_| {}), None, "the sandbox is another service");
    let till = ProfileInput { base_url: profiles::input("Shop").base_url, ..profiles::input("Till") };
    profiles::save(&mut two_profiles, till, Some("snd_key"));
    profiles::keep(&mut two_profiles);
    profiles::ready(&mut two_profiles);
    assert_eq!(possible_duplicate(&two_profiles, &|_| {}).unwrap().id.as_deref(), Some("po_1"));
    desk.tick(24 * 3_600 - 60);
    assert!(possible_duplicate(&desk, &|_| {}).is_some());
    desk.tick(120);
    assert_eq!(possible_duplicate(&desk, &|_| {}), None);
}

#[test]
fn one_that_came_to_nothing_warns_of_nothing_and_one_under_way_does() {
    let own = OperationId::new("own");
    let failed = with_payout("failed");
    assert_eq!(possible_duplicate_payout(&failed.state.view(), &input("ref-2"), &own), None);
    let under_way = sending();
    let found = possible_duplicate_payout(&under_way.state.view(), &input("ref-2"), &own).unwrap();
    assert_eq!((found.id, found.by.as_str()), (None, "the customer supplier-1"));
    assert_eq!(
        possible_duplicate_payout(&under_way.state.view(), &input("ref-1"), &form_id(&under_way)),
        None,
        "it is no twin of itself"
    );
    let mut lost = sending();
    lost.reply(Attempt::Lost(LostAnswer::TimedOut));
    assert!(possible_duplicate_payout(&lost.state.view(), &input("ref-2"), &own).is_some(), "it may have been made");
}

#[test]
fn a_payout_to_the_same_account_alone_is_warned_of_while_the_first_is_unknown_and_once_it_is_made() {
    let (own, bare) = (OperationId::new("own"), |reference: &str| {
        let mut input = input(reference);
        input.customer = Default::default();
        input
    });
    let lost = |is_taken_up: bool| {
        let mut desk = Desk::ready(Vec::new());
        let mut plan = OperationPlan::of(&CreatePayout::new(OperationId::new("op_1"), bare("ref-1")).unwrap());
        plan.request.account = plan.request.account.filter(|_| !is_taken_up);
        let (id, precondition) = (OperationId::new("op_1"), Precondition::Nothing);
        desk.act(Action::Submit(Box::new(Submission { id, plan, precondition })));
        desk.write_all();
        desk.reply(Attempt::Lost(LostAnswer::TimedOut));
        desk
    };
    let by = |desk: &Desk, input: &CreatePayoutInput| {
        possible_duplicate_payout(&desk.state.view(), input, &own).map(|possible| possible.by)
    };
    let desk = lost(false);
    assert_eq!(by(&desk, &bare("ref-2")).as_deref(), Some("the same account"));
    let elsewhere = CreatePayoutInput { method: Some(PayoutMethod::Token("tok_1".into())), ..bare("ref-2") };
    assert_eq!(by(&desk, &elsewhere), None, "another account");
    // As it is taken up from the journal after a restart: nobody knows the account any more.
    let unknown = lost(true);
    assert_eq!(by(&unknown, &bare("ref-2")).as_deref(), Some("a recipient that is not stored on this computer"));
}

#[test]
fn an_answer_that_says_too_little_is_unknown_and_the_id_it_gives_is_shown() {
    let mut desk = sending();
    desk.reply(answered(200, json!({"payout_id": "po_1", "status": "requires_fulfillment"})));
    let Phase::Unknown(unknown) = &desk.operation().phase else { panic!("{:?}", desk.operation()) };
    assert!(unknown.why.ends_with("The response gives payout_id po_1."), "{}", unknown.why);
}

fn not_heard_of(desk: &Desk) -> Vec<&str> {
    desk.state
        .workspace
        .payouts
        .refresh
        .stale(&desk.state.workspace.records)
        .map(|known| known.record.id.as_str())
        .collect()
}

fn probes(desk: &Desk) -> usize {
    desk.reads.iter().filter(|(_, read)| matches!(read, Read::Payout(_))).count()
}

#[test]
fn after_a_start_no_payout_is_asked_for_by_itself_and_those_that_may_have_moved_are_known() {
    let mut desk = started_again(&["pending", "success", "requires_fulfillment", "failed", "on_hold"]);
    let mut waiting = not_heard_of(&desk);
    waiting.sort_unstable();
    assert_eq!(waiting, ["po_0", "po_2", "po_4"], "ended ones stay as they are; one of an unknown status may move");
    for _ in 0..20 {
        desk.tick(30);
    }
    assert_eq!(probes(&desk), 0, "asking sends texts that may be old by now");
    assert!(desk.sent.is_empty());
}

#[test]
fn asked_for_all_they_are_asked_one_after_the_other_and_then_known() {
    let mut desk = started_again(&["pending", "pending", "success"]);
    desk.tick(1);
    do_(&mut desk, PayoutsAction::RefreshAll);
    assert_eq!((probes(&desk), desk.state.workspace.payouts.refresh.progress()), (1, Some((1, 2))));
    do_(&mut desk, PayoutsAction::RefreshAll);
    assert_eq!(probes(&desk), 1, "asked twice it is asked once");
    let asked = |desk: &Desk| match desk.reads.iter().find_map(|(_, read)| match read {
        Read::Payout(probe) => Some(probe.payout_id().as_str().to_owned()),
        _ => None,
    }) {
        Some(id) => id,
        None => panic!("nothing is asked"),
    };
    for nth in 1..=2 {
        let id = asked(&desk);
        assert_eq!(desk.state.workspace.payouts.refresh.progress(), Some((nth, 2)));
        let answer = json!({"payout_id": id, "amount": 12_500, "currency": "EUR", "status": "pending"});
        answer_read(&mut desk, answered(200, answer));
    }
    assert_eq!((probes(&desk), desk.state.workspace.payouts.refresh.progress()), (0, None));
    assert_eq!(not_heard_of(&desk), [""; 0], "they are still on their way, and heard of");
}

#[test]
fn asking_for_all_ends_where_the_person_stops_it_or_the_service_is_away() {
    let mut desk = started_again(&["pending", "pending"]);
    desk.tick(1);
    do_(&mut desk, PayoutsAction::RefreshAll);
    do_(&mut desk, PayoutsAction::StopRefreshing);
    answer_read(&mut desk, refused(404, "IR_05", "not found"));
    assert_eq!(
        (probes(&desk), desk.state.workspace.payouts.refresh.progress()),
        (0, None),
        "the other is not asked for"
    );
    do_(&mut desk, PayoutsAction::RefreshAll);
    answer_read(&mut desk, refused(404, "IR_05", "not found"));
    assert_eq!(probes(&desk), 1, "one that is not there hinders no other");
}

#[test]
fn the_recipient_of_a_payout_is_read_and_listed_with_the_customers() {
    let mut desk = with_payout("requires_fulfillment");
    let reads = |read: &Read| matches!(read, Read::Customer(call) if call.customer_id.as_str() == "supplier-1");
    let place = desk.reads.iter().position(|(_, read)| reads(read)).expect("the recipient is read");
    let (request_id, read) = desk.reads.remove(place);
    desk.answer(request_id, &read, answered(200, json!({"customer_id": "supplier-1", "name": "Grace Hopper"})));
    assert!(known_customer(&desk.state.workspace.records, &CustomerId::new("supplier-1")).is_some());
    assert_eq!(desk.state.workspace.opened.get(ResourceKind::Customer), None, "nothing is opened by it");
}

#[test]
fn a_payout_is_not_even_read_from_a_desk_that_became_read_only_while_it_waited_for_its_turn() {
    let mut desk = with_payout("requires_fulfillment");
    desk.service.rate = Some(paydesk_test_core::service::budget(600, 10, 50));
    desk.act(paydesk_core::Action::Payments(PaymentsAction::Refresh));
    desk.serve();
    do_(&mut desk, PayoutsAction::AskFulfil(po_1()));
    desk.act(Action::Confirm(Confirmation::FulfillPayout));
    desk.write_all();
    assert!(matches!(desk.operation().phase, Phase::AwaitingTurn { .. }));
    desk.event(Message::JournalUnavailable { problem: paydesk_test_core::desk::problem("The disk is gone") });
    desk.pass(120);
    assert!(desk.reads.iter().all(|(_, read)| !read.changes_something()));
    desk.assert_sent_times(1);
    assert!(matches!(desk.outcome(), Outcome::NotSent { why } if why.contains("Read-only")), "{:?}", desk.outcome());
}

/// A fulfilment that the service of the family, which reads payouts and refuses to change one that waits, did not execute.
fn not_fulfilled(reply: Attempt) -> Desk {
    let mut desk = with_payout("requires_fulfillment");
    lists_payouts(&mut desk, vec![reported("po_1", "requires_fulfillment")]);
    do_(&mut desk, PayoutsAction::AskFulfil(po_1()));
    desk.act(Action::Confirm(Confirmation::FulfillPayout));
    desk.write_all();
    desk.serve();
    desk.write_all();
    desk.assert_sent_times(2);
    desk.reply(reply);
    desk.write_all();
    desk.writing_reads = 0;
    desk
}

#[test]
fn where_payouts_are_read_and_listed_a_fulfilment_is_found_out_without_writing() {
    let mut lost = not_fulfilled(Attempt::Lost(LostAnswer::TimedOut));
    lost.pass(200);
    assert_eq!(*lost.finding(), ResolutionFinding::NotExecuted);
    let mut refused = not_fulfilled(refused(422, "IR_06", "no"));
    refused.pass(200);
    assert!(matches!(refused.outcome(), Outcome::Rejected { .. }), "{:?}", refused.outcome());
    for desk in [&lost, &refused] {
        assert_eq!(desk.writing_reads, 0);
    }
}

#[test]
fn a_fulfilment_that_its_list_shows_is_not_said_not_to_have_been_executed() {
    let mut desk = not_fulfilled(Attempt::Lost(LostAnswer::TimedOut));
    // Single reads are copies from before; the list is not.
    desk.service.record_copy = Some(answered(200, reported("po_1", "requires_fulfillment")));
    desk.service.records.insert(ResourceKind::Payout, vec![reported("po_1", "success")]);
    desk.pass(600);
    assert_ne!(*desk.finding(), ResolutionFinding::NotExecuted);
    desk.assert_says_unknown();
    assert!(!desk.operation().may_be_sent_again(desk.now));
}

/// The service has payouts that it reads and lists.
fn lists_payouts(desk: &mut Desk, rows: Vec<Value>) {
    for endpoint in [ReadEndpoint::RetrievePayout, ReadEndpoint::ListPayouts] {
        let learned = CapabilityChange::Learned { endpoint, offering: Offering::Offered, refusal: None };
        desk.act(Action::ChangeTraits(TraitChange::Capability(learned)));
    }
    desk.service.records.insert(ResourceKind::Payout, rows);
}

/// A payout that was refused in words that say nothing of another, where the service lists what `listed` makes of the id of
/// the operation.
fn refused_creation(listed: impl Fn(&str) -> Option<Vec<Value>>) -> Desk {
    let mut desk = sending();
    if let Some(rows) = listed(desk.operation().id.as_str()) {
        lists_payouts(&mut desk, rows);
    }
    desk.reply(refused(400, "PY_07", "Beneficiary reference has a live instruction"));
    desk.pass(600);
    desk
}

/// Found by an attacker: the refusal was the answer to a second copy, and the payout was sent once more and paid twice.
#[test]
fn a_payout_that_was_made_is_not_rejected_in_words_that_no_list_knows() {
    let made = |metadata: Value, amount: i64| {
        let mut made = reported("po_7", "requires_fulfillment");
        (made["metadata"], made["amount"], made["created"]) = (metadata, json!(amount), json!("2026-11-18T20:05:00Z"));
        Some(vec![made])
    };
    let desk = refused_creation(|id| made(json!({"operation_id": id}), 12_500));
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::OurId, .. }), "{:?}", desk.outcome());
    refused_creation(|_| made(Value::Null, 12_500)).assert_says_unknown();
    let emptied = |_: &str| {
        let mut rows = made(json!({"operation_id": ""}), 12_500)?;
        rows[0]["merchant_order_reference_id"] = json!("");
        Some(rows)
    };
    refused_creation(emptied).assert_says_unknown();

    let of_other_amount = refused_creation(|_| made(Value::Null, 99));
    let of_another = refused_creation(|_| made(json!({"operation_id": "another"}), 12_500));
    let without_any = refused_creation(|_| Some(Vec::new()));
    for desk in [of_other_amount, of_another, without_any, refused_creation(|_| None)] {
        assert!(matches!(desk.outcome(), Outcome::Rejected { .. }), "{:?}", desk.outcome());
        desk.assert_sent_times(1);
    }
}

/// Found by an attacker: it was said to move no money, and was paid twice without its amount being typed.
#[test]
fn a_payout_that_the_service_pays_out_by_itself_is_sent_again_only_with_its_amount_typed() {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::OpenNew(ResourceKind::Payout));
    submit(&mut desk, CreatePayoutInput { auto_fulfill: true, ..input("ref-1") });
    desk.write_all();
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.pass(200);
    let operation = desk.operation();
    assert!(operation.may_be_sent_again(desk.now));
    assert_eq!(operation.amount_to_type(), Some(&eur(12_500)));
    assert!(orphan_text(&operation.plan).contains("twice"), "{}", orphan_text(&operation.plan));
}

/// Found by an attacker: each 429 was followed by one more payout, sixteen of them.
#[test]
fn a_payout_that_met_the_rate_limit_never_leaves_again_by_itself() {
    for is_listed in [None, Some(false), Some(true)] {
        let mut desk = sending();
        let mut made = reported("po_7", "requires_fulfillment");
        made["metadata"] = json!({"operation_id": desk.operation().id.as_str()});
        if let Some(is_listed) = is_listed {
            lists_payouts(&mut desk, is_listed.then_some(made).into_iter().collect());
        }
        desk.reply(rate_limited(6));
        desk.pass(600);
        desk.assert_sent_times(1);
        match is_listed {
            None => desk.assert_says_unknown(),
            Some(false) => assert!(matches!(desk.outcome(), Outcome::Rejected { .. }), "{:?}", desk.outcome()),
            Some(true) => assert!(matches!(desk.outcome(), Outcome::Done { .. }), "{:?}", desk.outcome()),
        }
    }
}

/// Found by reading: what was answered 429 was called rejected.
#[test]
fn what_was_to_be_looked_for_in_a_list_that_is_gone_is_left_to_a_person() {
    for reply in [rate_limited(6), refused(400, "PY_07", "Beneficiary reference has a live instruction")] {
        let mut desk = sending();
        lists_payouts(&mut desk, Vec::new());
        desk.reply(reply);
        let offering = Offering::NotOffered;
        let learned = CapabilityChange::Learned { endpoint: ReadEndpoint::ListPayouts, offering, refusal: None };
        desk.act(Action::ChangeTraits(TraitChange::Capability(learned)));
        desk.service.records.remove(&ResourceKind::Payout);
        desk.pass(600);
        desk.assert_sent_times(1);
        assert!(desk.state.workspace.operations.ended().next().is_none(), "{:?}", desk.outcome());
        assert_eq!(*desk.finding(), ResolutionFinding::Parked);
    }
}

/// Found by an attacker: an event had said that it was paid, and a read that lagged did not.
#[test]
fn a_payout_that_an_event_reported_otherwise_since_is_not_fulfilled() {
    let mut desk = with_payout("requires_fulfillment");
    do_(&mut desk, PayoutsAction::AskFulfil(po_1()));
    let paid = paydesk_test_core::webhooks::event("evt_1", "payout", reported("po_1", "success"), 60);
    desk.event(Message::WebhooksArrived { events: vec![paid] });
    desk.act(Action::Confirm(Confirmation::FulfillPayout));
    desk.pass(30);
    desk.assert_sent_times(1);
    assert_eq!(desk.sent[0].request.path, "/payouts/create", "only what made it");
}

/// Found by an attacker: the list was empty, although the service had listed payouts before.
#[test]
fn an_empty_list_does_not_show_that_a_payout_was_not_made() {
    for had in [0, 1] {
        let mut desk = sending();
        lists_payouts(&mut desk, (0..had).map(|_| reported("po_0", "success")).collect());
        desk.act(Action::GoTo(Route::List(ResourceKind::Payout)));
        desk.serve();
        desk.service.records.insert(ResourceKind::Payout, Vec::new());
        desk.reply(rate_limited(6));
        desk.pass(600);
        desk.assert_sent_times(1);
        match had {
            0 => assert!(matches!(desk.outcome(), Outcome::Rejected { .. }), "{:?}", desk.outcome()),
            _ => desk.assert_says_unknown(),
        }
    }
}
