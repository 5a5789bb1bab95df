//! Customers: create, read, update (API reference).

use serde::Serialize;
use serde_json::{Map, Value};

use super::fields::FieldReader;
use super::refusal::{Refusal, quoted};
use super::work::Work;
use crate::rng::new_id;
use crate::storage::customers::{CustomerDetail, CustomerRecord};
use crate::storage::payments::CustomerRef;
use crate::storage::{self, set_some};

/// Longest `customer_id` (ours: the pattern of payment ids).
const CUSTOMER_ID_MAX_CHARS: usize = 64;

/// What a request says about a customer, each field checked by itself.
#[derive(Debug, Clone, Default)]
pub struct CustomerInput {
    pub customer_id: Option<String>,
    pub detail: CustomerDetail,
}

impl CustomerInput {
    /// Reads the create input (API reference): every field is optional.
    pub fn read(fields: &FieldReader) -> Result<Self, Refusal> {
        fields.check_address("address")?;
        let detail = CustomerDetail { address: fields.map("address")?.map(Value::Object), ..read_detail(fields)? };
        Ok(Self { customer_id: read_id(fields, "customer_id")?, detail })
    }

    /// Reads the update input: no id and no address.
    pub fn read_update(fields: &FieldReader) -> Result<Self, Refusal> {
        Ok(Self { customer_id: None, detail: read_detail(fields)? })
    }
}

fn read_detail(fields: &FieldReader) -> Result<CustomerDetail, Refusal> {
    Ok(CustomerDetail {
        email: fields.string("email")?,
        name: fields.string("name")?,
        phone: fields.string("phone")?,
        phone_country_code: fields.string("phone_country_code")?,
        description: fields.string("description")?,
        address: None,
        metadata: fields.metadata()?,
    })
}

/// An id a merchant chose for a customer: 1 to 64 letters, digits, `_` and `-`; those of existing customers pass too.
pub fn read_id(fields: &FieldReader, field: &str) -> Result<Option<String>, Refusal> {
    let Some(id) = fields.string(field)? else {
        return Ok(None);
    };
    let fits = (1..=CUSTOMER_ID_MAX_CHARS).contains(&id.chars().count())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if !fits {
        let rule = format!("must be 1 to {CUSTOMER_ID_MAX_CHARS} letters, digits, _ and -, not {}", quoted(&id));
        return Err(Refusal::invalid(&fields.name_of(field), rule));
    }
    Ok(Some(id))
}

/// A customer as `GET /customers/{id}` answers it (the specification does not show it: the input and our three fields).
#[derive(Debug, Serialize)]
pub struct CustomerBody {
    customer_id: String,
    #[serde(flatten)]
    detail: CustomerDetail,
    created: chrono::DateTime<chrono::Utc>,
    modified_at: chrono::DateTime<chrono::Utc>,
}

impl CustomerBody {
    pub fn new(customer: CustomerRecord) -> Self {
        let CustomerRecord { customer_id, created, modified, detail, .. } = customer;
        Self { customer_id, detail, created, modified_at: modified }
    }
}

/// Creates a customer; an id that is taken is a conflict.
pub fn create(work: &Work, input: CustomerInput) -> Result<CustomerRecord, Refusal> {
    if let Some(id) = &input.customer_id
        && storage::customers::seq_of(work.db, id)?.is_some()
    {
        return Err(Refusal::conflict(format!("a customer with the id {} already exists", quoted(id))));
    }
    insert(work, input.customer_id, input.detail)
}

/// Changes the fields that were given and leaves the others.
pub fn update(work: &Work, customer_id: &str, input: &CustomerInput) -> Result<CustomerRecord, Refusal> {
    let mut customer = find(work, customer_id)?;
    take_over(&mut customer.detail, &input.detail);
    customer.modified = work.now;
    storage::customers::update(work.db, &customer)?;
    Ok(customer)
}

/// The customer of this id, or 404.
pub fn find(work: &Work, customer_id: &str) -> Result<CustomerRecord, Refusal> {
    storage::customers::by_id(work.db, customer_id)?.ok_or_else(|| Refusal::not_found("customer", customer_id))
}

/// How a payment refers to the customer of this id, or 404.
pub fn find_ref(work: &Work, customer_id: &str) -> Result<CustomerRef, Refusal> {
    let seq =
        storage::customers::seq_of(work.db, customer_id)?.ok_or_else(|| Refusal::not_found("customer", customer_id))?;
    Ok(CustomerRef { seq, customer_id: customer_id.to_owned() })
}

/// Inserts a customer; an id is made up where none was chosen.
pub fn insert(work: &Work, customer_id: Option<String>, detail: CustomerDetail) -> Result<CustomerRecord, Refusal> {
    let customer = CustomerRecord {
        seq: storage::customers::next_seq(work.db)?,
        customer_id: customer_id.unwrap_or_else(|| new_id("cus")),
        created: work.now,
        modified: work.now,
        detail,
    };
    storage::customers::insert(work.db, &customer)?;
    Ok(customer)
}

fn take_over(detail: &mut CustomerDetail, given: &CustomerDetail) {
    set_some(&mut detail.email, &given.email);
    set_some(&mut detail.name, &given.name);
    set_some(&mut detail.phone, &given.phone);
    set_some(&mut detail.phone_country_code, &given.phone_country_code);
    set_some(&mut detail.description, &given.description);
    set_some::<Map<String, Value>>(&mut detail.metadata, &given.metadata);
}
