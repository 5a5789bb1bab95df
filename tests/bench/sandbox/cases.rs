//! What is measured without a network: pages, filters, analytics, reading, creating and capturing.

use serde_json::{Value, json};

use super::goals::{Goals, ratio};
use super::rounds::{Case, calls_needed, heading, measure};
use super::shop::{Call, Shop};

const ROUNDS: usize = 201;
/// Of what takes long.
const FEW_ROUNDS: usize = 51;

type Shops = [Shop; 2];

pub async fn measure_all(shops: &Shops, goals: &mut Goals) {
    heading(shops);
    pages(shops, goals).await;
    filters(shops, goals).await;
    analytics(shops, goals).await;
    retrieve(shops, goals).await;
    create_and_capture(shops, goals).await;
}

/// Makes something of each sandbox, one after the other.
async fn of_each<T>(shops: &Shops, make: impl AsyncFn(&Shop) -> T) -> [T; 2] {
    [make(&shops[0]).await, make(&shops[1]).await]
}

fn list(body: &Value) -> Call {
    Call::post("/payments/list", body)
}

async fn total(shop: &Shop, call: &Call) -> u64 {
    shop.read(call).await["total_count"].as_u64().unwrap()
}

async fn pages(shops: &Shops, goals: &mut Goals) {
    let first = list(&json!({"limit": 100, "offset": 0}));
    let last = of_each(shops, async |shop| {
        let call = list(&json!({"limit": 100, "offset": total(shop, &first).await - 100}));
        assert_eq!(shop.read(&call).await["data"].as_array().unwrap().len(), 100);
        call
    });
    let cases = [
        Case::same("list 100 at offset 0", [first.clone(), first.clone()], String::new()),
        Case::same("list 100 at the last offset", last.await, String::new()),
    ];
    let [first, last] = measure(shops, ROUNDS, cases).await;
    for (shop, last, first) in [(&shops[0], last.small, first.small), (&shops[1], last.large, first.large)] {
        let what = format!("last offset to offset 0, {} payments", shop.payments);
        goals.ratio(what, ratio(last, first), 3.0);
    }
}

/// The first page of 100 through each filter, and through several at once.
async fn filters(shops: &Shops, goals: &mut Goals) {
    let customers = of_each(shops, a_customer).await;
    let filters = [
        ("status succeeded", json!({"status": "succeeded"})),
        ("status failed", json!({"status": "failed"})),
        ("status processing", json!({"status": "processing"})),
        ("status requires_capture", json!({"status": "requires_capture"})),
        ("status cancelled", json!({"status": "cancelled"})),
        ("currency", json!({"currency": "JPY"})),
        ("payment_method", json!({"payment_method": "wallet"})),
        ("created_gte", json!({"created_gte": "2026-11-01T00:00:00Z"})),
        ("created_lte", json!({"created_lte": "2026-10-01T00:00:00Z"})),
        (
            "status, currency, one week",
            json!({
                "status": "succeeded", "currency": "USD",
                "created_gte": "2026-10-01T00:00:00Z", "created_lte": "2026-10-08T00:00:00Z",
            }),
        ),
    ];
    let filters = filters.map(|(name, filter)| (name, [filter.clone(), filter]));
    let by_customer = ("customer_id", customers.map(|customer| json!({"customer_id": customer})));
    let (mut slowest, mut by_status) = (None, None);
    for (name, filters) in filters.into_iter().chain([by_customer]) {
        let calls = filters.map(|mut filter| {
            filter["limit"] = json!(100);
            list(&filter)
        });
        let (few, many) = (total(&shops[0], &calls[0]).await, total(&shops[1], &calls[1]).await);
        let case = Case::same(&format!("list 100 by {name}"), calls, format!("{few}, {many} match"));
        let [medians] = measure(shops, ROUNDS, [case]).await;
        slowest = slowest.max(Some(medians.small.max(medians.large)));
        if name.starts_with("status ") {
            by_status = by_status.max(Some(medians.large));
        }
    }
    goals.below_ms("slowest filtered page", slowest.unwrap(), 5.0);
    goals.below_ms("slowest page of one status", by_status.unwrap(), 1.0);
}

/// The customer of a recent payment.
async fn a_customer(shop: &Shop) -> String {
    let page = shop.read(&list(&json!({"limit": 100}))).await;
    for row in page["data"].as_array().unwrap() {
        let payment = shop.read(&Call::get(format!("/payments/{}", row["payment_id"].as_str().unwrap()))).await;
        if let Some(customer) = payment["customer_id"].as_str() {
            return customer.to_owned();
        }
    }
    panic!("none of the newest payments has a customer");
}

/// The sandbox's three months by day and currency.
async fn analytics(shops: &Shops, goals: &mut Goals) {
    let call = |subject: &str, metrics: [&str; 3]| {
        let query = json!([{
            "timeRange": {"startTime": "2026-08-01T00:00:00Z", "endTime": "2026-12-01T00:00:00Z"},
            "metrics": metrics,
            "groupByNames": ["currency"],
            "timeSeries": {"granularity": "G_ONE_DAY"},
        }]);
        Call::post(format!("/analytics/v1/merchant/metrics/{subject}"), &query)
    };
    let payments = call("payments", ["payment_count", "payment_success_rate", "payment_processed_amount"]);
    let disputes = call("disputes", ["dispute_status_metric", "total_amount_disputed", "total_dispute_lost_amount"]);
    for (name, call) in [("payment analytics", payments), ("dispute analytics", disputes)] {
        let [few, many] =
            of_each(shops, async |shop| shop.read(&call).await["queryData"].as_array().unwrap().len()).await;
        let case = Case::same(&format!("{name} by day, currency"), [call.clone(), call], format!("{few}, {many} rows"));
        let [medians] = measure(shops, FEW_ROUNDS, [case]).await;
        goals.below_ms(format!("{name}, {} payments", shops[1].payments), medians.large, 150.0);
    }
}

/// Payments from all over the list, each read once. Their ids come from the list, so their rows are in memory by then:
/// what a disk adds on a first read is not in the number.
async fn retrieve(shops: &Shops, goals: &mut Goals) {
    let calls = of_each(shops, async |shop| retrievals(shop, calls_needed(ROUNDS)).await);
    let [medians] = measure(shops, ROUNDS, [Case::new("retrieve", calls.await)]).await;
    goals.ratio(growth(shops, "retrieve"), medians.growth(), 1.5);
}

async fn retrievals(shop: &Shop, count: usize) -> Vec<Call> {
    let total = total(shop, &list(&json!({"limit": 1}))).await;
    let mut calls = Vec::with_capacity(count);
    for i in 0..count as u64 {
        let offset = (i * 7_919_993) % total;
        let page = shop.read(&list(&json!({"limit": 1, "offset": offset}))).await;
        calls.push(Call::get(format!("/payments/{}", page["data"][0]["payment_id"].as_str().unwrap())));
    }
    calls
}

/// Payments that are confirmed as they are created, and held; then all are captured.
async fn create_and_capture(shops: &Shops, goals: &mut Goals) {
    let ids: Vec<String> = (0..calls_needed(ROUNDS)).map(|i| format!("bench-{i}")).collect();
    let creates = shops.each_ref().map(|shop| ids.iter().map(|id| create(shop, id)).collect());
    let capture = |id: &String| Call::post(format!("/payments/{id}/capture"), &json!({}));
    let captures = shops.each_ref().map(|_| ids.iter().map(capture).collect());
    // A capture follows its payment in the same round.
    let cases = [Case::new("create, confirm and hold", creates), Case::new("capture", captures)];
    let [_, capture] = measure(shops, ROUNDS, cases).await;
    goals.ratio(growth(shops, "capture"), capture.growth(), 1.5);
}

fn growth(shops: &Shops, what: &str) -> String {
    format!("{what}, {} payments to {}", shops[1].payments, shops[0].payments)
}

fn create(shop: &Shop, id: &str) -> Call {
    let body = json!({
        "payment_id": id, "amount": 1000, "currency": "USD", "profile_id": shop.credentials.profile_id,
        "confirm": true, "capture_method": "manual", "payment_method": "card",
        "payment_method_data": {"card": {
            "card_number": "4242424242424242", "card_exp_month": "03", "card_exp_year": "2030", "card_cvc": "737",
        }},
        "billing": {
            "address": {
                "line1": "1 Lane", "city": "Bristol", "state": "Avon", "zip": "BS1", "country": "GB",
                "first_name": "Ada", "last_name": "Lovelace",
            },
            "phone": {"number": "7700900123", "country_code": "+44"},
        },
    });
    Call::post("/payments", &body)
}
