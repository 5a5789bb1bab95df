//! Customers: made, found by id, changed; each error of the calls said.

use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_api::resources::customers::calls::{CreateCustomer, UpdateCustomer};
use paydesk_core::features::customers::{
    CreateCustomerInput, CustomerSearch, CustomersAction, UpdateCustomerInput, known_customer,
};
use paydesk_core::operations::{OperationPlan, Outcome, Precondition, ResourceKind, Submission};
use paydesk_core::read::Read;
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::ids::CustomerId;
use paydesk_test_core::customers::{act, answer_customer, answer_theirs, theirs};
use paydesk_test_core::desk::{Desk, problem};
use paydesk_test_core::refunds::disputes;
use paydesk_test_core::service::{answered, refused};
use serde_json::json;

pub fn submit(desk: &mut Desk, plan: OperationPlan) {
    let id = desk.state.form(ResourceKind::Customer).unwrap().operation_id.clone();
    desk.act(Action::Submit(Box::new(Submission { id, plan, precondition: Precondition::Nothing })));
    desk.write_all();
}

pub fn create() -> OperationPlan {
    let mut input = CreateCustomerInput::new(CustomerId::new("cus_1"));
    input.contact.name = "Ada Lovelace".into();
    OperationPlan::of(&CreateCustomer::new(input).unwrap())
}

#[test]
fn a_customer_that_was_made_is_opened_and_known_after_a_restart() {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::OpenNew(ResourceKind::Customer));
    submit(&mut desk, create());
    desk.reply(answered(200, json!({"customer_id": "cus_1", "name": "Ada Lovelace"})));
    assert_eq!(
        (desk.state.workspace.opened.get(ResourceKind::Customer), desk.state.form(ResourceKind::Customer)),
        (Some("cus_1"), None)
    );
    let records = desk.state.workspace.records.of(ResourceKind::Customer).map(|known| known.record.clone()).collect();
    let mut desk = Desk::ready(Vec::new());
    desk.event(Message::RecordsOpened { records, problem: None });
    assert_eq!(
        known_customer(&desk.state.workspace.records, &CustomerId::new("cus_1")).unwrap().name.as_deref(),
        Some("Ada Lovelace")
    );
}

#[test]
fn refused_the_form_stays_with_the_words_of_the_service_and_the_next_try_is_another_operation() {
    for (code, message) in [("IR_06", "email: is no address"), ("IR_17", "customer already exists")] {
        let mut desk = Desk::ready(Vec::new());
        desk.act(Action::OpenNew(ResourceKind::Customer));
        let first = desk.state.form(ResourceKind::Customer).unwrap().clone().operation_id;
        submit(&mut desk, create());
        desk.reply(refused(400, code, message));
        // What was refused may be the echo of a copy that was executed: no word of it before a read.
        for wait in [30, 0] {
            assert!(desk.state.form(ResourceKind::Customer).unwrap().refusal.is_none());
            answer_customer(&mut desk, refused(404, "IR_05", "no such customer"));
            desk.tick(wait);
        }
        let form = desk.state.form(ResourceKind::Customer).unwrap();
        assert!(form.refusal.as_ref().unwrap().contains(message), "{form:?}");
        assert_ne!(form.operation_id, first);
        assert_eq!(desk.state.workspace.records.of(ResourceKind::Customer).len(), 0);
    }
}

#[test]
fn an_id_that_is_taken_is_said_at_the_form_once_the_other_customer_was_read() {
    for theirs in [json!({"customer_id": "cus_1", "name": "Grace Hopper"}), json!({"customer_id": "cus_1"})] {
        let mut desk = Desk::ready(Vec::new());
        desk.act(Action::OpenNew(ResourceKind::Customer));
        submit(&mut desk, create());
        desk.reply(refused(409, "IR_04", "a customer with the id cus_1 exists"));
        assert!(desk.state.form(ResourceKind::Customer).is_some(), "nothing is lost while the other one is read");
        answer_customer(&mut desk, answered(200, theirs));
        let form = desk.state.form(ResourceKind::Customer).unwrap().clone();
        let refusal = form.refusal.unwrap();
        assert!(refusal.contains("a customer with the id cus_1 exists (IR_04)"), "{refusal}");
        assert!(refusal.contains("or choose another ID"), "{refusal}");
        assert!(desk.nothing_open() && desk.sent.len() == 1);
    }
}

/// Found by the simulation: the request arrives late, makes the customer after all, and another person changes it.
#[test]
fn a_customer_that_may_be_ours_with_the_change_of_another_is_not_said_to_be_refused() {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::OpenNew(ResourceKind::Customer));
    submit(&mut desk, create());
    desk.reply(refused(409, "IR_04", "a customer with the id cus_1 exists"));
    answer_customer(&mut desk, refused(404, "IR_05", "not found"));
    desk.tick(2);
    answer_customer(&mut desk, answered(200, json!({"customer_id": "cus_1", "name": "Ada, as another wrote it"})));
    let outcome = desk.outcome();
    assert!(matches!(outcome, Outcome::Overtaken(_)), "{outcome:?}");
    assert!(desk.nothing_open() && desk.sent.len() == 1);
}

#[test]
fn an_answer_that_was_lost_closes_the_form_and_stays_open_elsewhere() {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::OpenNew(ResourceKind::Customer));
    submit(&mut desk, create());
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    assert!(desk.state.form(ResourceKind::Customer).is_none());
    assert!(desk.is_unknown());
    // Reading finds it, and again once a late arrival of ours is excluded.
    for wait in [2, 130] {
        assert!(desk.is_unknown());
        desk.tick(wait);
        answer_customer(&mut desk, answered(200, json!({"customer_id": "cus_1", "name": "Ada Lovelace"})));
    }
    assert!(desk.nothing_open());
    assert!(known_customer(&desk.state.workspace.records, &CustomerId::new("cus_1")).is_some());
}

#[test]
fn a_customer_is_found_by_its_id_and_what_is_not_there_is_said() {
    let mut desk = Desk::ready(Vec::new());
    act(&mut desk, CustomersAction::Find(" cus_7 ".into()));
    assert!(matches!(desk.state.workspace.customers.search, CustomerSearch::Reading(..)));
    answer_customer(&mut desk, answered(200, json!({"customer_id": "cus_7", "email": "ada@example.com"})));
    assert_eq!(
        (desk.state.workspace.opened.get(ResourceKind::Customer), &desk.state.workspace.customers.search),
        (Some("cus_7"), &CustomerSearch::None)
    );

    act(&mut desk, CustomersAction::Find("cus_8".into()));
    answer_customer(&mut desk, refused(404, "IR_05", "not found"));
    let CustomerSearch::Failed(text) = &desk.state.workspace.customers.search else { panic!("it was not there") };
    assert!(text.contains("has no customer cus_8"), "{text}");
    desk.act(Action::ShowRecord(ResourceKind::Customer, Some("cus_7".into())));
    assert_eq!(desk.state.workspace.customers.search, CustomerSearch::None, "that is not said at another customer");

    act(&mut desk, CustomersAction::Find("no such/id".into()));
    let CustomerSearch::Failed(text) = &desk.state.workspace.customers.search else { panic!("it is no id") };
    assert!(text.contains("1 to 64"), "{text}");
    assert!(desk.reads.iter().all(|(_, read)| !matches!(read, Read::Customer(_))), "nothing was asked");
}

#[test]
fn what_is_changed_is_sent_alone_and_known_at_once() {
    let mut desk = Desk::ready(Vec::new());
    act(&mut desk, CustomersAction::Find("cus_1".into()));
    answer_customer(&mut desk, answered(200, json!({"customer_id": "cus_1", "name": "Ada", "email": "a@example.com"})));
    act(&mut desk, CustomersAction::Edit(CustomerId::new("cus_1")));
    let update =
        UpdateCustomerInput { name: Some("Ada King".into()), ..UpdateCustomerInput::new(CustomerId::new("cus_1")) };
    submit(&mut desk, OperationPlan::of(&UpdateCustomer::new(update).unwrap()));
    assert_eq!(desk.sends[0].request.body, Some(json!({"name": "Ada King"})));
    desk.reply(answered(200, json!({"customer_id": "cus_1", "name": "Ada King"})));
    let customer = known_customer(&desk.state.workspace.records, &CustomerId::new("cus_1")).unwrap();
    assert_eq!((customer.name.as_deref(), customer.email.as_deref()), (Some("Ada King"), Some("a@example.com")));
    assert!(desk.state.form(ResourceKind::Customer).is_none());
}

#[test]
fn a_locked_service_is_not_asked() {
    let mut desk = Desk::started(Vec::new());
    desk.event(paydesk_test_core::desk::service_failed(problem("The sandbox did not start")));
    act(&mut desk, CustomersAction::Find("cus_1".into()));
    assert!(matches!(desk.state.workspace.customers.search, CustomerSearch::Failed(_)));
    desk.act(Action::OpenRecord(ResourceKind::Customer, "cus_1".into()));
    assert_eq!(
        (desk.state.workspace.route, desk.state.workspace.opened.get(ResourceKind::Customer)),
        (Route::List(ResourceKind::Customer), Some("cus_1"))
    );
}

/// A desk with the customer's page open whose payments are under way.
fn on_the_page() -> Desk {
    let mut desk = Desk::ready(Vec::new());
    desk.reads.clear();
    desk.act(Action::OpenRecord(ResourceKind::Customer, "cus_1".into()));
    desk
}

#[test]
fn the_page_of_a_customer_reads_their_payments_once_and_joins_the_disputes_of_these() {
    let mut desk = on_the_page();
    let id = CustomerId::new("cus_1");
    answer_theirs(&mut desk);
    let newest = desk.state.workspace.customers.payments.of(&id).unwrap().value().unwrap();
    assert_eq!((newest.rows.len(), newest.total), (2, Some(31)));
    assert_eq!(desk.state.workspace.payments.loaded(), 0, "they are not the list's");
    let index = desk.reads.iter().rposition(|(_, read)| matches!(read, Read::Disputes(_))).unwrap();
    let (request_id, read) = desk.reads.remove(index);
    desk.answer(request_id, &read, disputes(&["dispute_opened", "dispute_lost"]));
    assert_eq!(desk.state.workspace.customers.payments.disputes_of(&id, &desk.state.workspace.disputes).len(), 2);
    desk.reads.clear();
    desk.tick(1);
    assert!(!desk.reads.iter().any(|(_, read)| matches!(read, Read::Payments(_))), "what is here is not read again");
    desk.act(Action::OpenRecord(ResourceKind::Customer, "cus_1".into()));
    assert_eq!(theirs(&mut desk).1.request().method, paydesk_api::call::Method::Post, "opened again, it is read again");
    assert!(desk.state.workspace.customers.payments.of(&id).unwrap().value().is_some(), "and shown meanwhile");
}

#[test]
fn payments_of_a_customer_that_was_left_are_not_shown_at_another() {
    let mut desk = on_the_page();
    let (request_id, read) = theirs(&mut desk);
    desk.act(Action::OpenRecord(ResourceKind::Customer, "cus_2".into()));
    let body = json!({"count": 0, "total_count": 0, "data": []});
    desk.answer(request_id, &read, answered(200, body));
    assert!(desk.state.workspace.customers.payments.of(&CustomerId::new("cus_1")).is_none());
    assert_eq!(desk.state.workspace.customers.payments.of(&CustomerId::new("cus_2")).unwrap().value(), None);
}

#[test]
fn payments_that_cannot_be_read_are_reported_on_the_page_and_asked_for_again() {
    let mut desk = on_the_page();
    let (request_id, read) = theirs(&mut desk);
    desk.answer(request_id, &read, refused(403, "AU_03", "not allowed"));
    let id = CustomerId::new("cus_1");
    assert!(desk.state.workspace.customers.payments.of(&id).unwrap().error().is_some());
    act(&mut desk, CustomersAction::ReadPayments(id.clone()));
    answer_theirs(&mut desk);
    assert!(desk.state.workspace.customers.payments.of(&id).unwrap().error().is_none());
}

#[test]
fn a_customer_opened_from_elsewhere_is_read_by_itself_once() {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::OpenNew(ResourceKind::Customer));
    desk.act(Action::OpenRecord(ResourceKind::Customer, "cus_7".into()));
    let reads = |desk: &Desk| desk.reads.iter().filter(|(_, read)| matches!(read, Read::Customer(_))).count();
    assert_eq!(reads(&desk), 1);
    assert!(desk.state.form(ResourceKind::Customer).is_none(), "no form stands in front of it");
    answer_customer(&mut desk, answered(200, json!({"customer_id": "cus_7", "email": "ada@example.com"})));
    assert!(known_customer(&desk.state.workspace.records, &CustomerId::new("cus_7")).is_some());
    desk.tick(60);
    assert_eq!((reads(&desk), desk.state.workspace.opened.get(ResourceKind::Customer)), (0, Some("cus_7")));
}

#[test]
fn what_is_begun_at_a_customer_is_for_that_customer_and_a_form_under_way_is_left_alone() {
    let ada = || Some(CustomerId::new("cus_1"));
    for kind in [ResourceKind::Payout, ResourceKind::PaymentLink, ResourceKind::Subscription] {
        let mut desk = Desk::ready(Vec::new());
        desk.act(Action::OpenNewFor(kind, CustomerId::new("cus_1")));
        let (payout, link) = (desk.state.form(ResourceKind::Payout), desk.state.form(ResourceKind::PaymentLink));
        let forms = [payout, link, desk.state.form(ResourceKind::Subscription)];
        let begun: Vec<_> = forms.into_iter().flatten().map(|form| form.customer_id.clone()).collect();
        assert_eq!(begun, [ada()], "{kind:?}");
    }
    let mut desk = Desk::ready(Vec::new());
    paydesk_test_core::payment_links::submit(&mut desk);
    desk.act(Action::OpenNewFor(ResourceKind::PaymentLink, CustomerId::new("cus_1")));
    assert_eq!(desk.state.form(ResourceKind::PaymentLink).unwrap().customer_id, None);
}
