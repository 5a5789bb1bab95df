//! Reading one page of 100 payments, beside parsing the same bytes into a bare JSON value.

use std::hint::black_box;
use std::time::Instant;

use paydesk_api::resources::payments::wire::decode_page;
use paydesk_domain::money::MinorUnits;
use serde_json::{Value, json};

use super::median;

const ROUNDS: usize = 2_000;

fn page() -> Vec<u8> {
    let row = |index: usize| {
        json!({
            "payment_id": format!("pay_{index:020}"), "status": "requires_capture", "amount": 12_840 + index,
            "currency": "EUR", "created": "2026-11-20T10:15:30.250Z",
        })
    };
    let rows: Vec<Value> = (0..100).map(row).collect();
    serde_json::to_vec(&json!({"count": 100, "total_count": 12_345, "data": rows})).unwrap()
}

pub fn measure() {
    let bytes = page();
    let (mut bare, mut read) = (Vec::with_capacity(ROUNDS), Vec::with_capacity(ROUNDS));
    for _ in 0..ROUNDS {
        let began = Instant::now();
        let value: Value = serde_json::from_slice(black_box(&bytes)).unwrap();
        bare.push(began.elapsed().as_secs_f64() * 1e6);
        drop(value);
        let began = Instant::now();
        let value: Value = serde_json::from_slice(black_box(&bytes)).unwrap();
        let page = decode_page(&value, MinorUnits::Iso4217).unwrap();
        read.push(began.elapsed().as_secs_f64() * 1e6);
        assert_eq!(black_box(page).rows.len(), 100);
    }
    let (bare, read) = (median(bare), median(read));
    println!(
        "a page of 100 rows, {} bytes: parsed {bare:.1} µs, read {read:.1} µs ({:.2} ×)",
        bytes.len(),
        read / bare
    );
}
