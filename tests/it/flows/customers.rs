//! Customers: made, found by id, changed; each error of the calls said.

use paydesk::api::outcome::{Attempt, Loss};
use paydesk::app::features::customers::{
    CreateCustomer, CreateCustomerInput, CustomersAction, Search, UpdateCustomer, UpdateCustomerInput,
};
use paydesk::app::operations::{Family, Plan, Seen, Submission};
use paydesk::app::reads::Read;
use paydesk::app::route::Route;
use paydesk::app::{Action, Event};
use paydesk::domain::ids::CustomerId;
use serde_json::json;

use super::desk::{Desk, problem};
use super::service::{answered, refused};

pub fn act(desk: &mut Desk, action: CustomersAction) {
    desk.act(Action::Customers(action));
}

pub fn submit(desk: &mut Desk, plan: Plan) {
    let id = desk.state.customers.form.as_ref().unwrap().operation_id.clone();
    desk.act(Action::Submit(Box::new(Submission { id, plan, seen: Seen::Nothing })));
    desk.write_all();
}

pub fn create() -> Plan {
    let mut input = CreateCustomerInput::new(CustomerId::new("cus_1"));
    input.contact.name = "Ada Lovelace".into();
    Plan::of(&CreateCustomer::new(input).unwrap())
}

pub fn answer_customer(desk: &mut Desk, attempt: Attempt) {
    let index = desk.reads.iter().position(|(_, read)| matches!(read, Read::Customer(_))).unwrap();
    let (ticket, read) = desk.reads.remove(index);
    desk.answer(ticket, &read, attempt);
}

#[test]
fn a_customer_that_was_made_is_opened_and_known_after_a_restart() {
    let mut desk = Desk::ready(Vec::new());
    act(&mut desk, CustomersAction::OpenForm);
    submit(&mut desk, create());
    desk.reply(answered(200, json!({"customer_id": "cus_1", "name": "Ada Lovelace"})));
    assert_eq!((desk.state.customers.open.as_deref(), &desk.state.customers.form), (Some("cus_1"), &None));
    let records = desk.state.records.of(Family::Customer).map(|known| known.record.clone()).collect();
    let mut desk = Desk::ready(Vec::new());
    desk.event(Event::RecordsOpened { records, problem: None });
    assert_eq!(desk.state.known_customer(&CustomerId::new("cus_1")).unwrap().name.as_deref(), Some("Ada Lovelace"));
}

#[test]
fn refused_the_form_stays_with_the_words_of_the_service_and_the_next_try_is_another_operation() {
    for (code, message) in [("IR_06", "email: is no address"), ("IR_17", "customer already exists")] {
        let mut desk = Desk::ready(Vec::new());
        act(&mut desk, CustomersAction::OpenForm);
        let first = desk.state.customers.form.clone().unwrap().operation_id;
        submit(&mut desk, create());
        desk.reply(refused(400, code, message));
        let form = desk.state.customers.form.as_ref().unwrap();
        assert!(form.refusal.as_ref().unwrap().contains(message), "{form:?}");
        assert_ne!(form.operation_id, first);
        assert_eq!(desk.state.records.of(Family::Customer).len(), 0);
    }
}

#[test]
fn an_answer_that_was_lost_closes_the_form_and_stays_open_elsewhere() {
    let mut desk = Desk::ready(Vec::new());
    act(&mut desk, CustomersAction::OpenForm);
    submit(&mut desk, create());
    desk.reply(Attempt::Lost(Loss::TimedOut));
    assert!(desk.state.customers.form.is_none());
    assert!(desk.is_unknown());
    // Reading finds it.
    desk.tick(2);
    answer_customer(&mut desk, answered(200, json!({"customer_id": "cus_1", "name": "Ada Lovelace"})));
    assert!(desk.nothing_open());
    assert!(desk.state.known_customer(&CustomerId::new("cus_1")).is_some());
}

#[test]
fn a_customer_is_found_by_its_id_and_what_is_not_there_is_said() {
    let mut desk = Desk::ready(Vec::new());
    act(&mut desk, CustomersAction::Find(" cus_7 ".into()));
    assert!(matches!(desk.state.customers.search, Search::Reading(..)));
    answer_customer(&mut desk, answered(200, json!({"customer_id": "cus_7", "email": "ada@example.com"})));
    assert_eq!((desk.state.customers.open.as_deref(), &desk.state.customers.search), (Some("cus_7"), &Search::None));

    act(&mut desk, CustomersAction::Find("cus_8".into()));
    answer_customer(&mut desk, refused(404, "IR_05", "not found"));
    let Search::Failed(words) = &desk.state.customers.search else { panic!("it was not there") };
    assert!(words.contains("knows no customer cus_8"), "{words}");
    act(&mut desk, CustomersAction::Open(Some("cus_7".into())));
    assert_eq!(desk.state.customers.search, Search::None, "that is not said at another customer");

    act(&mut desk, CustomersAction::Find("no such/id".into()));
    let Search::Failed(words) = &desk.state.customers.search else { panic!("it is no id") };
    assert!(words.contains("1 to 64"), "{words}");
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
    submit(&mut desk, Plan::of(&UpdateCustomer::new(update).unwrap()));
    assert_eq!(desk.sends[0].request.body, Some(json!({"name": "Ada King"})));
    desk.reply(answered(200, json!({"customer_id": "cus_1", "name": "Ada King"})));
    let customer = desk.state.known_customer(&CustomerId::new("cus_1")).unwrap();
    assert_eq!((customer.name.as_deref(), customer.email.as_deref()), (Some("Ada King"), Some("a@example.com")));
    assert!(desk.state.customers.form.is_none());
}

#[test]
fn a_locked_service_is_not_asked() {
    let mut desk = Desk::started(Vec::new());
    desk.event(super::desk::service_failed(problem("The sandbox did not start")));
    act(&mut desk, CustomersAction::Find("cus_1".into()));
    assert!(matches!(desk.state.customers.search, Search::Failed(_)));
    desk.act(Action::OpenRecord(Family::Customer, "cus_1".into()));
    assert_eq!((desk.state.route, desk.state.customers.open.as_deref()), (Route::Customers, Some("cus_1")));
}
