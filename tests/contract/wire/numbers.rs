//! Numbers that must not be stored, and numbers that must not be made up: accounts and cards of payouts, rates and sums
//! of analytics.

use paydesk_api::resources::analytics::wire::{QueryContext, decode_report};
use paydesk_api::resources::payouts::wire::decode_payout;
use paydesk_domain::analytics::{Metric, MetricValue, Rate};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::payout::VARIANTS;
use paydesk_test_sandbox::helpers::fixture;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

use super::{check, mutations};

#[test]
fn an_account_or_card_that_comes_whole_is_kept_nowhere_however_deep_it_stands() {
    let fields: Vec<&str> = VARIANTS
        .iter()
        .flat_map(|variant| variant.fields())
        .filter(|field| field.kind.is_masked())
        .map(|field| field.name)
        .collect();
    let number =
        prop_oneof!["[0-9]{12,19}".prop_map(Value::from), any::<u32>().prop_map(|n| json!(u64::from(n) + (1 << 40)))];
    let strategy = (any::<Index>(), any::<Index>(), number, prop::bool::ANY);
    check(&strategy, |(which, place, number, is_source)| {
        let field = which.get(&fields);
        let mut body = fixture("payout");
        let data = mutations::with_field(&body["payout_method_data"], &place, field, number.clone());
        body[if is_source { "source_bank_data" } else { "payout_method_data" }] = data;
        let printed = format!("{:?}", decode_payout(body, MinorUnits::Iso4217).unwrap());
        let text = number.as_str().map_or_else(|| number.to_string(), str::to_owned);
        prop_assert!(!printed.contains(&text), "{field} {text}: {printed}");
        Ok(())
    });
}

#[test]
fn a_rate_is_the_number_that_stands_there_to_six_decimals_or_none() {
    let numbers = prop_oneof![any::<f64>(), -2.0..2.0, Just(0.0), (0..1_000_000_u32).prop_map(|n| f64::from(n) / 1e6)];
    check(&numbers, |number| {
        let number = json!(number);
        let Some(float) = number.as_f64() else { return Ok(()) };
        match Rate::parse(&number.to_string()) {
            // A float has 53 bits: beyond them its millionths are not exact themselves.
            Some(Rate { millionths }) => {
                let off = (millionths as f64 - float * 1e6).abs();
                prop_assert!(off <= 0.5 + float.abs() * 1e-6, "{number}: {millionths}");
            }
            None => prop_assert!(float.abs() > 9e12, "{number}"),
        }
        Ok(())
    });
}

#[test]
fn a_sum_is_read_only_where_it_stands_as_a_whole_number() {
    let asked = QueryContext {
        metrics: &[Metric::TotalAmountDisputed],
        group_by: &[],
        currency: None,
        units: MinorUnits::Iso4217,
    };
    check(&mutations::hostile(), |value| {
        let body = json!({"queryData": [{ "total_amount_disputed": value }],
            "metaData": [{ "total_amount_disputed_overall": value, "total_amount_disputed_delta": value }]});
        let Ok(body) = serde_json::from_slice::<Value>(&serde_json::to_vec(&body).unwrap()) else { return Ok(()) };
        let report = decode_report(body, &asked).unwrap();
        let expected = |fits: bool| match value.as_i64() {
            _ if value.is_null() => Some(MetricValue::Nothing),
            Some(minor) if fits => Some(MetricValue::Amount { minor, currency: None }),
            _ => None,
        };
        let from_zero = value.as_i64().is_some_and(|minor| minor >= 0);
        prop_assert_eq!(report.rows[0].value(Metric::TotalAmountDisputed).cloned(), expected(from_zero));
        prop_assert_eq!(report.overall(Metric::TotalAmountDisputed).cloned(), expected(from_zero));
        prop_assert_eq!(report.delta(Metric::TotalAmountDisputed).cloned(), expected(true));
        Ok(())
    });
}
