//! Disputes: lists as the client reads them, evidence as it sends it, and every refusal.

use paydesk_api::call::{Call as _, Method, path_segment};
use paydesk_api::client::FileForm;
use paydesk_api::operation::{OperationCall as _, Target};
use paydesk_api::outcome::Observation;
use paydesk_api::resources::disputes::calls::{DisputeListFilter, ListDisputes, SubmitEvidence, SubmitEvidenceInput};
use paydesk_api::resources::disputes::evidence::RetrieveEvidence;
use paydesk_api::resources::disputes::wire::{DisputePage, decode_dispute, decode_receipt};
use paydesk_domain::dispute::{DisputeStage, DisputeStatus};
use paydesk_domain::evidence::{EvidenceField, EvidenceFile};
use paydesk_domain::ids::{DisputeId, PaymentId};
use paydesk_domain::money::{Currency, MinorUnits, Money};
use paydesk_domain::operation::ResourceKind;
use paydesk_sandbox::{SandboxConfig, SandboxShapes};
use paydesk_test_sandbox::helpers::{START, config, fixture, payment_with};
use serde_json::{Value, json};
use strum::IntoEnumIterator as _;

use super::service::{Service, answer_of};

const GOOD: &str = "4242424242424242";

/// A dispute of a new payment.
async fn raised(service: &Service, payment_id: &str, body: Value) -> DisputeId {
    let payment = payment_with(GOOD, json!({ "payment_id": payment_id }));
    service.raw(Method::Post, "/payments", Some(payment)).await;
    let path = format!("/_sandbox/payments/{}/dispute", path_segment(payment_id));
    DisputeId::new(service.raw(Method::Post, &path, Some(body)).await["dispute_id"].as_str().unwrap())
}

async fn advance(service: &Service, seconds: i64) {
    service.raw(Method::Post, "/_sandbox/clock", Some(json!({"advance_seconds": seconds}))).await;
}

async fn list(service: &Service, filter: DisputeListFilter, limit: u32, offset: u32) -> DisputePage {
    let page = service.read(ListDisputes { filter, limit, offset, by_body: false }).await.unwrap();
    assert_eq!(page.unreadable, []);
    assert!(page.rows.iter().all(|row| row.unreadable.is_empty()));
    page
}

/// Everything the sandbox knows of a dispute.
async fn stored(service: &Service, dispute_id: &DisputeId) -> Value {
    service.raw(Method::Get, &format!("/_sandbox/disputes/{dispute_id}"), None).await
}

fn submit(input: SubmitEvidenceInput) -> SubmitEvidence {
    SubmitEvidence::new(input).unwrap()
}

/// Uploads a file; the specification leaves the upload out.
async fn uploaded(service: &Service) -> String {
    uploaded_as(service, "a.pdf").await["file_id"].as_str().unwrap().to_owned()
}

/// What the sandbox says of a file that was uploaded under this name.
async fn uploaded_as(service: &Service, name: &str) -> Value {
    let bytes = b"%PDF\r\n--edge--\r\n";
    let form = FileForm { name, bytes, media_type: "application/pdf", fields: Vec::new() };
    answer_of(service.client.upload("/_sandbox/files", &form).await.0)
}

#[tokio::test]
async fn a_file_arrives_under_its_name_and_with_all_its_bytes() {
    let service = Service::of_merchant().await;
    for (name, kept) in [
        ("a.pdf", "a.pdf"),
        ("Quittung für Zoë 日本.pdf", "Quittung für Zoë 日本.pdf"),
        ("a\"; name=\"b.pdf", "a_; name=_b.pdf"),
        ("a\r\nb\\.pdf", "a__b_.pdf"),
    ] {
        let file = uploaded_as(&service, name).await;
        assert_eq!((file["name"].as_str(), file["size"].as_i64()), (Some(kept), Some(16)), "{name}");
    }
}

#[test]
fn a_page_is_read_row_by_row() {
    let call = ListDisputes { filter: DisputeListFilter::default(), limit: 2, offset: 0, by_body: false };
    let page = call.decode(fixture("dispute_list"), MinorUnits::Iso4217).unwrap();
    assert_eq!((page.total_count, page.unreadable.len(), page.rows.len()), (Some(3), 0, 2));
    let row = &page.rows[0];
    assert_eq!((row.dispute_id.as_str(), row.payment_id.as_str()), ("dsp_3", "order-3"));
    assert_eq!(row.amount, Money::new(1000, Currency::iso4217("USD")));
    assert_eq!((&row.status, row.reason.as_deref()), (&DisputeStatus::DisputeOpened, Some("Product not received")));
    assert_eq!((row.created, &row.stage), ("2026-11-21T10:00:02Z".parse().ok(), &None));
    assert_eq!(*row.raw, fixture("dispute_list")["data"][0]);
    assert_eq!(page.rows[1].status, DisputeStatus::Challenged);

    let mut spoiled = fixture("dispute_list");
    spoiled["data"][0]["amount"] = json!("10.00");
    let page = call.decode(spoiled, MinorUnits::Iso4217).unwrap();
    assert_eq!((page.rows.len(), page.unreadable[0].path.as_str()), (1, "data[0].amount"));
    assert_eq!(call.decode(json!({"rows": []}), MinorUnits::Iso4217).unwrap_err().path, "data");
}

#[tokio::test]
async fn the_list_is_newest_first_paged_and_filtered() {
    let service = Service::of_merchant().await;
    let mut ids = Vec::new();
    for index in 0..5 {
        ids.push(raised(&service, &format!("order-{index}"), json!({"reason": "fraudulent"})).await);
        advance(&service, 1).await;
    }
    ids.reverse();
    let none = DisputeListFilter::default;
    let page = list(&service, none(), 2, 1).await;
    let found: Vec<&DisputeId> = page.rows.iter().map(|row| &row.dispute_id).collect();
    assert_eq!((found, page.total_count), (vec![&ids[1], &ids[2]], Some(5)));
    service.confirmed(&submit(SubmitEvidenceInput::new(ids[0].clone()).with(EvidenceField::Receipt, ""))).await;
    let challenged =
        list(&service, DisputeListFilter { status: Some(DisputeStatus::Challenged), ..none() }, 10, 0).await;
    assert_eq!((challenged.rows.len(), &challenged.rows[0].dispute_id), (1, &ids[0]));
    let payment_id = Some(PaymentId::new("order-3"));
    let of_payment = list(&service, DisputeListFilter { payment_id, ..none() }, 10, 0).await;
    assert_eq!((of_payment.rows.len(), of_payment.rows[0].payment_id.as_str()), (1, "order-3"));
    let both = DisputeListFilter { status: Some(DisputeStatus::Won), payment_id: Some(PaymentId::new("order-3")) };
    assert_eq!(list(&service, both, 10, 0).await.total_count, Some(0));
    let unknown = DisputeListFilter { status: Some(DisputeStatus::from_word("sleeping")), ..none() };
    let error = service.read(ListDisputes { filter: unknown, limit: 10, offset: 0, by_body: false }).await.unwrap_err();
    assert_eq!(error.code().as_deref(), Some("IR_04 · HTTP 400"));
}

#[tokio::test]
async fn every_dispute_of_a_seeded_sandbox_is_read_and_what_a_service_shows_beyond_is_read_too() {
    let service = Service::with(SandboxConfig { payments: 2_000, seed: 7, ..config() }).await;
    let (mut rows, mut total) = (Vec::new(), 1);
    while (rows.len() as u64) < total {
        let offset = u32::try_from(rows.len()).unwrap();
        let page = list(&service, DisputeListFilter::default(), 100, offset).await;
        assert!(!page.rows.is_empty());
        total = page.total_count.unwrap();
        rows.extend(page.rows);
    }
    assert!(rows.is_sorted_by_key(|row| std::cmp::Reverse(row.created)));
    for row in rows {
        assert!(!matches!(row.status, DisputeStatus::Unknown(_)));
        assert!(row.amount.currency.is_known() && row.reason.is_some() && row.created.is_some());
        let whole =
            decode_dispute(&stored(&service, &row.dispute_id).await, String::new(), MinorUnits::Iso4217).unwrap();
        assert_eq!((whole.status, whole.amount, whole.unreadable.len()), (row.status, row.amount, 0));
        assert!(whole.stage.is_some_and(|stage| DisputeStage::NAMED.contains(&stage)));
        assert!(whole.modified_at.is_some());
    }
}

#[tokio::test]
async fn a_file_of_the_evidence_is_read_back_from_a_service_that_takes_files() {
    let service = Service::with(SandboxConfig { shapes: Some(SandboxShapes::Hyperswitch), ..config() }).await;
    let dispute_id = raised(&service, "pay_1", json!({"reason": "fraudulent"})).await;
    let fields = vec![("purpose", "dispute_evidence".to_owned()), ("dispute_id", dispute_id.to_string())];
    let form = FileForm { name: "receipt.pdf", bytes: b"%PDF-1.4 receipt", media_type: "application/pdf", fields };
    let file_id = answer_of(service.client.upload("/files", &form).await.0)["file_id"].as_str().unwrap().to_owned();
    let evidence = || service.read(RetrieveEvidence { dispute_id: dispute_id.clone() });
    assert_eq!(evidence().await.unwrap(), []);
    let input = SubmitEvidenceInput::new(dispute_id.clone())
        .with(EvidenceField::Receipt, file_id.clone())
        .with(EvidenceField::UncategorizedText, "Signed for at the door");
    service.confirmed(&submit(input)).await;
    let receipt =
        EvidenceFile { field: EvidenceField::Receipt.into(), file_id, name: "receipt.pdf".to_owned(), bytes: Some(16) };
    assert_eq!(evidence().await.unwrap(), [receipt], "texts are not listed");
}

#[tokio::test]
async fn evidence_of_all_26_fields_is_sent_as_typed_and_answered_with_submitted() {
    let service = Service::of_merchant().await;
    let dispute_id = raised(&service, "order-1", json!({"reason": "fraudulent"})).await;
    let mut expected = fixture("evidence");
    expected["dispute_id"] = json!(dispute_id.as_str());
    let all = EvidenceField::iter().fold(SubmitEvidenceInput::new(dispute_id.clone()), |input, field| {
        input.with(field, expected[field.as_str()].as_str().unwrap())
    });
    let call = submit(all);
    assert_eq!(call.request().body.as_ref(), Some(&expected));
    assert_eq!((call.target(), call.money()), (Target::new(ResourceKind::Dispute, dispute_id.as_str()), None));
    let answer = service.confirmed(&call).await;
    let mut response = fixture("evidence_submitted");
    response["dispute_id"] = json!(dispute_id.as_str());
    assert_eq!(answer, response);
    let receipt = decode_receipt(answer).unwrap();
    assert_eq!((receipt.dispute_id, receipt.status.as_str()), (dispute_id.clone(), "submitted"));
    assert_eq!((receipt.evidence_submitted_at, receipt.unreadable.len()), (START.parse().ok(), 0));
    let kept = stored(&service, &dispute_id).await["evidence"].as_object().unwrap().len();
    let texts = EvidenceField::iter().filter(|field| !field.is_file()).count();
    assert_eq!(kept, texts, "the empty ones are the ten files");
}

#[tokio::test]
async fn each_field_alone_is_kept_as_it_was_sent_beside_the_others_and_cleared_only_by_an_empty_text() {
    let service = Service::of_merchant().await;
    let dispute_id = raised(&service, "order-1", json!({"reason": "fraudulent"})).await;
    let evidence = || SubmitEvidenceInput::new(dispute_id.clone());
    let file = uploaded(&service).await;
    let mut expected = serde_json::Map::new();
    for (index, field) in EvidenceField::iter().enumerate() {
        let name = field.as_str();
        let text = match field.is_file() {
            true => file.clone(),
            false => format!("{index}: “Ünïcode”, two\nlines and \"quotes\" of {name}"),
        };
        let call = submit(evidence().with(field, text.clone()));
        assert_eq!(call.request().body, Some(json!({"dispute_id": dispute_id.as_str(), name: text.clone()})));
        service.confirmed(&call).await;
        expected.insert(name.to_owned(), json!(text));
        assert_eq!(stored(&service, &dispute_id).await["evidence"], json!(expected), "{name}");
    }
    for field in EvidenceField::iter().rev() {
        service.confirmed(&submit(evidence().with(field, ""))).await;
        expected.remove(field.as_str());
        assert_eq!(stored(&service, &dispute_id).await["evidence"], json!(expected), "{field:?}");
    }
}

#[tokio::test]
async fn all_26_fields_leave_at_once_with_files_and_what_is_absent_later_stays() {
    let service = Service::of_merchant().await;
    let dispute_id = raised(&service, "order-1", json!({"reason": "fraudulent"})).await;
    let file = uploaded(&service).await;
    let text = |field: EvidenceField| match field.is_file() {
        true => file.clone(),
        false => format!("of {}", field.as_str()),
    };
    let all = EvidenceField::iter();
    let all = all.fold(SubmitEvidenceInput::new(dispute_id.clone()), |input, field| input.with(field, text(field)));
    service.confirmed(&submit(all)).await;
    let kept = stored(&service, &dispute_id).await["evidence"].clone();
    assert_eq!(kept.as_object().unwrap().len(), 26);
    for field in EvidenceField::iter() {
        assert_eq!(kept[field.as_str()], json!(text(field)), "{field:?}");
    }
    let one = SubmitEvidenceInput::new(dispute_id.clone()).with(EvidenceField::CustomerName, "Ada");
    service.confirmed(&submit(one)).await;
    let mut expected = kept;
    expected["customer_name"] = json!("Ada");
    assert_eq!(stored(&service, &dispute_id).await["evidence"], expected, "25 were absent, and stayed");
}

#[tokio::test]
async fn what_was_not_touched_stays_and_what_is_empty_is_cleared() {
    let service = Service::of_merchant().await;
    let dispute_id = raised(&service, "order-1", json!({"reason": "fraudulent"})).await;
    let evidence = || SubmitEvidenceInput::new(dispute_id.clone());
    let file = uploaded(&service).await;
    service
        .confirmed(&submit(
            evidence().with(EvidenceField::CustomerName, "Ada").with(EvidenceField::Receipt, file.clone()),
        ))
        .await;
    service.confirmed(&submit(evidence().with(EvidenceField::ShippingCarrier, "Parcel post"))).await;
    let whole = decode_dispute(&stored(&service, &dispute_id).await, String::new(), MinorUnits::Iso4217).unwrap();
    let pair = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let mut kept = whole.evidence;
    kept.sort();
    let expected = [pair("customer_name", "Ada"), pair("receipt", &file), pair("shipping_carrier", "Parcel post")];
    assert_eq!(kept, expected);
    service.confirmed(&submit(evidence().with(EvidenceField::CustomerName, "").with(EvidenceField::Receipt, ""))).await;
    assert_eq!(stored(&service, &dispute_id).await["evidence"], json!({"shipping_carrier": "Parcel post"}));
}

#[tokio::test]
async fn late_evidence_missing_files_and_unknown_disputes_are_refused() {
    let service = Service::of_merchant().await;
    let open = raised(&service, "order-1", json!({"reason": "fraudulent"})).await;
    let late = raised(&service, "order-2", json!({"reason": "fraudulent", "deadline_days": 1})).await;
    advance(&service, 86_400).await;
    let text = |dispute_id: &DisputeId| {
        submit(SubmitEvidenceInput::new(dispute_id.clone()).with(EvidenceField::UncategorizedText, "x"))
    };
    assert_eq!(service.refused(&text(&late)).await, (400, "IR_04".to_owned(), Observation::Refused));
    for field in EvidenceField::iter().filter(|field| field.is_file()) {
        let call = submit(SubmitEvidenceInput::new(open.clone()).with(field, "file_nobody"));
        assert_eq!(service.refused(&call).await, (400, "IR_04".to_owned(), Observation::Refused), "{field:?}");
    }
    let nobody = text(&DisputeId::new("dsp_nobody"));
    assert_eq!(service.refused(&nobody).await, (404, "IR_05".to_owned(), Observation::NotFound));
    assert_eq!(stored(&service, &open).await["evidence"], json!({}));
}

#[test]
fn an_answer_about_another_dispute_proves_nothing() {
    let call = submit(SubmitEvidenceInput::new(DisputeId::new("dsp_1")).with(EvidenceField::Receipt, ""));
    assert_eq!(super::observed(&call, fixture("evidence_submitted")), Observation::Complete);
    for (field, value) in [("dispute_id", json!("dsp_2")), ("dispute_id", json!(null)), ("status", json!(null))] {
        let mut body = fixture("evidence_submitted");
        body[field] = value;
        assert_eq!(super::observed(&call, body), Observation::OtherEcho, "{field}");
    }
}

#[test]
fn evidence_that_is_answered_with_the_dispute_was_accepted() {
    let call = submit(SubmitEvidenceInput::new(DisputeId::new("dsp_1")).with(EvidenceField::Receipt, ""));
    let answer = |id: &str, status: Value| json!({"dispute_id": id, "payment_id": "pay_1", "amount": "500", "currency": "EUR", "dispute_status": status});
    assert_eq!(super::observed(&call, answer("dsp_1", json!("dispute_challenged"))), Observation::Complete);
    // Accepted too: a 2xx that names our dispute. Its status is read.
    assert_eq!(super::observed(&call, answer("dsp_1", json!("dispute_opened"))), Observation::UnknownStatus);
    assert_eq!(super::observed(&call, answer("dsp_2", json!("dispute_challenged"))), Observation::OtherEcho);
    assert_eq!(super::observed(&call, answer("dsp_1", json!(null))), Observation::OtherEcho);
}
