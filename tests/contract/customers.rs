//! Customers: what the client sends and reads, what the sandbox makes of it, and every refusal.

use paydesk_api::input::{Billing, Contact, CreateCustomerInput, UpdateCustomerInput};
use paydesk_api::operation::{OperationCall as _, Target};
use paydesk_api::outcome::Observation;
use paydesk_api::resources::customers::calls::{CreateCustomer, RetrieveCustomer, UpdateCustomer};
use paydesk_api::resources::customers::wire::decode_customer;
use paydesk_domain::ids::CustomerId;
use paydesk_domain::operation::ResourceKind;
use paydesk_test_sandbox::helpers::{START, fixture};
use serde_json::json;

use super::service::Service;

fn text(text: &str) -> String {
    text.to_owned()
}

fn ada() -> CustomerId {
    CustomerId::new("ada-1815")
}

fn whole() -> CreateCustomerInput {
    CreateCustomerInput {
        customer_id: ada(),
        contact: Contact {
            email: text("ada@mail.example"),
            name: text("Ada Lovelace"),
            phone: text("7700900123"),
            phone_country_code: text("+44"),
        },
        description: text("Buys punched cards"),
        address: Billing::example().address,
        metadata: vec![(text("tier"), text("gold"))],
    }
}

fn update(customer_id: CustomerId) -> UpdateCustomerInput {
    UpdateCustomerInput {
        email: Some(text("countess@mail.example")),
        name: Some(text("Ada King")),
        phone: Some(text("7700900124")),
        phone_country_code: Some(text("+44")),
        description: Some(String::new()),
        metadata: Some(vec![(text("tier"), text("platinum"))]),
        ..UpdateCustomerInput::new(customer_id)
    }
}

fn create(input: CreateCustomerInput) -> CreateCustomer {
    CreateCustomer::new(input).unwrap()
}

#[tokio::test]
async fn a_customer_is_sent_as_typed_and_read_field_by_field() {
    let service = Service::start().await;
    let call = create(whole());
    assert_eq!(call.request().body, Some(fixture("customer_create")));
    assert_eq!((call.target(), call.money()), (Target::new(ResourceKind::Customer, "ada-1815"), None));
    let answer = service.confirmed(&call).await;
    assert_eq!(answer, fixture("customer"));
    let customer = service.read(RetrieveCustomer { customer_id: ada() }).await.unwrap();
    assert_eq!(customer, decode_customer(answer).unwrap());
    assert_eq!(customer.customer_id, ada());
    assert_eq!((customer.email, customer.name), (Some(text("ada@mail.example")), Some(text("Ada Lovelace"))));
    assert_eq!((customer.phone, customer.phone_country_code), (Some(text("7700900123")), Some(text("+44"))));
    assert_eq!(customer.description, Some(text("Buys punched cards")));
    assert_eq!((customer.address.len(), &customer.address[0]), (7, &(text("line1"), text("12 Wharf Lane"))));
    assert_eq!(customer.metadata, [(text("tier"), text("gold"))]);
    assert_eq!((customer.created, customer.modified_at), (START.parse().ok(), START.parse().ok()));
    assert_eq!(customer.unreadable, []);
}

#[tokio::test]
async fn an_update_is_sent_as_typed_and_changes_what_is_given() {
    let service = Service::start().await;
    service.confirmed(&create(whole())).await;
    let call = UpdateCustomer::new(update(ada())).unwrap();
    assert_eq!(call.request().body, Some(fixture("customer_update")));
    let answer = service.confirmed(&call).await;
    assert_eq!(answer, fixture("customer_updated"));
    let updated = decode_customer(answer).unwrap();
    assert_eq!((updated.name.as_deref(), updated.phone), (Some("Ada King"), None), "an update answers five fields");
    let read = service.read(RetrieveCustomer { customer_id: ada() }).await.unwrap();
    assert_eq!((read.phone.as_deref(), read.description.as_deref()), (Some("7700900124"), Some("")));
    assert_eq!((read.metadata, read.address.len()), (vec![(text("tier"), text("platinum"))], 7));
}

#[tokio::test]
async fn a_taken_id_is_a_conflict_and_an_unknown_one_is_not_found() {
    let service = Service::start().await;
    service.confirmed(&create(whole())).await;
    let again = create(CreateCustomerInput::new(ada()));
    assert_eq!(service.refused(&again).await, (409, text("IR_04"), Observation::Conflict));
    let nobody = CustomerId::new("nobody");
    let call = UpdateCustomer::new(update(nobody.clone())).unwrap();
    assert_eq!(service.refused(&call).await, (404, text("IR_05"), Observation::NotFound));
    let error = service.read(RetrieveCustomer { customer_id: nobody }).await.unwrap_err();
    assert!(error.is_absent() && error.code().unwrap() == "IR_05 · HTTP 404", "{error:?}");
}

#[tokio::test]
async fn an_id_of_the_service_s_own_cannot_leave_its_place_in_the_path() {
    let service = Service::start().await;
    let strange = CustomerId::new("../payments/list?x=1");
    let error = service.read(RetrieveCustomer { customer_id: strange }).await.unwrap_err();
    assert!(error.is_absent(), "{error:?}");
}

#[test]
fn a_creation_and_an_update_are_ours_only_where_the_answer_names_their_customer() {
    let (create, update) = (create(whole()), UpdateCustomer::new(update(ada())).unwrap());
    assert_eq!(super::observed(&create, json!({})), Observation::OtherEcho);
    assert_eq!(super::observed(&create, fixture("customer")), Observation::Complete);
    assert_eq!(super::observed(&create, json!({"customer_id": "other"})), Observation::OtherEcho);
    assert_eq!(super::observed(&update, fixture("customer_updated")), Observation::Complete);
    assert_eq!(super::observed(&update, json!({})), Observation::OtherEcho);
    assert_eq!(super::observed(&update, json!({"customer_id": "other"})), Observation::OtherEcho);
}
