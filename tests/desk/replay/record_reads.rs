//! Refunds, payouts, customers and payment links as the real server lists them to a key, and reads them by their ids.

use std::collections::BTreeSet;

use paydesk_api::call::{Call as _, KeyRole, Request};
use paydesk_api::endpoints::ReadEndpoint;
use paydesk_api::record_reads::{ListRecords, Offering, RECORD_READS, RecordPage, RetrieveRecord, offering, reads_of};
use paydesk_api::resources::disputes::evidence::RetrieveEvidence;
use paydesk_api::resources::disputes::retrieve::RetrieveDispute;
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::ids::{DisputeId, MerchantId};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::operation::ResourceKind;
use serde_json::Value;

use super::recorded::{Exchange, Sender, answer, exchanges};

fn first(kind: ResourceKind) -> ListRecords {
    ListRecords::first_of(kind, Some(&MerchantId::new("merchant_harbour"))).unwrap()
}

/// What the real server answered to any request like this one with a key.
fn like(request: Request) -> impl Iterator<Item = &'static Exchange> {
    let path = request.path.split('?').next().unwrap().to_owned();
    let method = request.method.as_str();
    exchanges()
        .iter()
        .filter(move |exchange| exchange.sender == Sender::Key && exchange.method == method && exchange.path == path)
}

fn page(kind: ResourceKind, exchange: &Exchange) -> RecordPage {
    first(kind).read(exchange.attempt(), MinorUnits::Hyperswitch).unwrap_or_else(|e| panic!("{}: {e:?}", exchange.note))
}

#[test]
fn every_list_that_a_key_may_read_is_read_row_by_row() {
    let mut rows = Vec::new();
    for reads in RECORD_READS {
        let answered = like(first(reads.kind).request()).filter(|exchange| exchange.is_success());
        let pages: Vec<RecordPage> = answered.map(|given| page(reads.kind, given)).collect();
        assert!(pages.iter().all(|page| page.unreadable.is_empty()), "{:?}", reads.kind);
        rows.push(pages.iter().map(|page| page.rows.len()).max().unwrap_or(0));
    }
    assert_eq!(rows, [12, 22, 6, 2, 2], "refunds, payouts, customers, links, API keys");
}

#[test]
fn keys_are_listed_with_the_admin_key_and_not_for_a_key_of_the_account() {
    let request = first(ResourceKind::ApiKey).request();
    assert_eq!(request.key, KeyRole::Admin);
    let refused = like(request).find(|exchange| !exchange.is_success()).unwrap();
    assert_eq!(refused.headers["api-key"], "<key>");
    let error = first(ResourceKind::ApiKey).read(refused.attempt(), MinorUnits::Hyperswitch).unwrap_err();
    let shown = offering(ReadEndpoint::ListApiKeys, Some(&error), None);
    assert_eq!(shown, Some(Offering::NotForKey), "{error:?}");
}

#[test]
fn the_evidence_of_a_dispute_is_read_and_a_text_alone_leaves_no_file() {
    let asked = exchanges().iter().filter(|exchange| exchange.path.starts_with("/disputes/evidence/"));
    let read = asked.map(|exchange| {
        let dispute_id = DisputeId::new(exchange.path.rsplit('/').next().unwrap());
        let call = RetrieveEvidence { dispute_id };
        assert_eq!(call.request().path, exchange.path);
        call.read(exchange.attempt(), MinorUnits::Hyperswitch).unwrap()
    });
    assert_eq!(read.map(|files| files.len()).collect::<Vec<_>>(), [0; 5]);
}

#[test]
fn a_dispute_is_read_by_its_id_as_the_list_has_it() {
    let by_id = |exchange: &&Exchange| exchange.note.ends_with("dispute by id") || exchange.note == "retrieve dispute";
    let mut read = 0;
    for exchange in exchanges().iter().filter(by_id) {
        let call = RetrieveDispute { dispute_id: DisputeId::new(exchange.path.rsplit('/').next().unwrap()) };
        assert_eq!(call.request().path, exchange.path);
        let dispute = call.read(exchange.attempt(), MinorUnits::Hyperswitch).unwrap();
        assert!(dispute.unreadable.is_empty() && !matches!(dispute.status, DisputeStatus::Unknown(_)));
        read += 1;
    }
    assert_eq!(read, 5);
    let absent = RetrieveDispute { dispute_id: DisputeId::new("none") };
    let error = absent.read(answer(&absent.request()).unwrap(), MinorUnits::Hyperswitch).unwrap_err();
    let shown = offering(ReadEndpoint::RetrieveDispute, Some(&error), None);
    assert_eq!(shown, Some(Offering::Offered), "the call is there, the dispute is not");
}

#[test]
fn nothing_is_asked_for_that_the_real_server_was_not_asked_for() {
    for reads in RECORD_READS.iter().filter(|reads| reads.kind != ResourceKind::Payout) {
        let call = first(reads.kind);
        let asked: BTreeSet<String> = match &call.request().body {
            Some(body) => body.as_object().unwrap().keys().cloned().collect(),
            None => call
                .request()
                .path
                .split(['?', '&'])
                .skip(1)
                .map(|pair| pair.split('=').next().unwrap().to_owned())
                .collect(),
        };
        let taken = like(call.request()).filter(|exchange| exchange.is_success());
        let taken: BTreeSet<String> = taken.flat_map(|exchange| exchange.parameters()).collect();
        assert!(asked.is_subset(&taken), "{:?} asks for {asked:?}, recorded are {taken:?}", reads.kind);
    }
}

#[test]
fn the_list_of_refunds_says_how_many_there_are_and_the_newest_change_stands_first() {
    let pages: Vec<RecordPage> =
        like(first(ResourceKind::Refund).request()).map(|given| page(ResourceKind::Refund, given)).collect();
    let longest = pages.iter().max_by_key(|page| page.rows.len()).unwrap();
    assert_eq!(longest.total_count, Some(12));
    let changed: Vec<&str> = longest.rows.iter().map(|(_, row)| row["updated_at"].as_str().unwrap()).collect();
    assert!(changed.windows(2).all(|two| two[0] >= two[1]), "{changed:?}");
}

#[test]
fn a_refund_and_a_payout_are_read_by_their_ids_and_what_is_not_there_is_said_to_be_absent() {
    let mut read = 0;
    for (kind, field) in [(ResourceKind::Refund, "refund_id"), (ResourceKind::Payout, "payout_id")] {
        let listed = like(first(kind).request()).flat_map(|given| page(kind, given).rows);
        let ids: BTreeSet<String> = listed.map(|(id, _)| id).collect();
        for id in &ids {
            let call = RetrieveRecord::new(kind, id.clone()).unwrap();
            let Some(attempt) = answer(&call.request()) else { continue };
            let record = call.read(attempt, MinorUnits::Hyperswitch).unwrap();
            assert_eq!(record[field], Value::from(id.as_str()));
            assert!(!record.to_string().contains("_secret_"), "{id}");
            read += 1;
        }
    }
    assert!(read >= 9, "{read}");
    for (kind, id) in [(ResourceKind::Refund, "none"), (ResourceKind::Payout, "paydesk_connection_test")] {
        let call = RetrieveRecord::new(kind, id).unwrap();
        let error = call.read(answer(&call.request()).unwrap(), MinorUnits::Hyperswitch).unwrap_err();
        assert!(error.is_absent_object(), "{error:?}");
        let shown = offering(reads_of(kind).unwrap().retrieve.unwrap(), Some(&error), None);
        assert_eq!(shown, Some(Offering::Offered), "the call is there, the object is not");
    }
}

#[test]
fn what_the_real_server_does_not_have_or_keeps_for_a_sign_in_is_told_apart() {
    let shown = |method: &str, path: &str| {
        let exchange = exchanges()
            .iter()
            .find(|exchange| {
                (exchange.method.as_str(), exchange.path.as_str()) == (method, path) && !exchange.is_success()
            })
            .unwrap_or_else(|| panic!("not recorded: {method} {path}"));
        let error = first(ResourceKind::Refund).read(exchange.attempt(), MinorUnits::Hyperswitch).unwrap_err();
        offering(ReadEndpoint::ListRefunds, Some(&error), None)
    };
    assert_eq!(shown("POST", "/payment_link"), Some(Offering::NotOffered));
    assert_eq!(shown("GET", "/payment_link/list"), Some(Offering::NotOffered));
    assert_eq!(shown("GET", "/payouts/aggregate"), Some(Offering::NotForKey));
    assert_eq!(shown("POST", "/payments/list"), Some(Offering::NotForKey));
}
