//! Habits that no compiler and no lint knows: every module says what it is for, effects go through the outbox, the core
//! hands no type of the API to the window.

use super::source::Source;

/// Where a batch of effects is made.
const BATCHES: [&str; 2] = ["core/state/update.rs", "core/outbox.rs"];
/// Where the sentences of a problem are made; those of operations need the operation beside them.
const PRESENTERS: [&str; 3] = ["core/presenter", "domain/problem.rs", "operations/wording.rs"];

/// What no service is asked about: the sandbox's own checks, and a journal from before services were known to differ.
const COUNTED_BY_ISO: [&str; 3] = ["domain/currency.rs", "sandbox/engine/fields/", "operations/journal/format_1.rs"];
/// Where JSON is parsed that Paydesk, a person or an administrator wrote. What a service sent is parsed by `api::json` and
/// nowhere else: there the secrets in its texts are masked before anything else has them.
const OWN_JSON: [&str; 20] = [
    "api/json.rs",
    "api/request.rs",
    "api/calls/shapes/embedded.rs",
    "api/exchange/captured_body.rs",
    "core/managed/",
    "core/form_input.rs",
    "core/features/approvals/",
    "core/features/operation_log/colleagues.rs",
    "core/features/views/file.rs",
    "core/features/webhooks/list.rs",
    "core/features/webhooks/verifier.rs",
    "operations/journal/",
    "core/payment_reading/team_place.rs",
    "core/scheduled_exports/",
    "core/service_traits/",
    "core/sharing/",
    "sandbox/",
    "start/",
    "store/",
    "team/events.rs",
];

/// Broken habits.
pub fn check(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    if !source.is_in(&COUNTED_BY_ISO) {
        let why = "how amounts are counted is asked of the profile's service: MinorUnits";
        found.extend(source.code.match_indices("Currency::iso4217(").map(|(at, _)| source.at(at, why)));
    }
    if source.path.starts_with("ui/") && !source.path.starts_with("ui/gallery/") {
        let why = "a number that may not be exact is drawn as it writes itself: Known::text";
        found.extend(source.code.match_indices("Known::").map(|(at, _)| source.at(at, why)));
    }
    let mut forbid = |text: &str, places: &[&str], why: &str| {
        if source.path.starts_with("core/") && !source.is_in(places) {
            found.extend(source.code.match_indices(text).map(|(at, _)| source.at(at, why)));
        }
    };
    forbid("-> Vec<Effect>", &BATCHES, "effects are pushed into the outbox, which update.rs takes once");
    let parsed = ["serde_json::from_", "Deserializer::from_"];
    let parsed = parsed.iter().filter(|_| !source.is_in(&OWN_JSON)).flat_map(|how| source.code.match_indices(how));
    let why = "what a service sent is parsed by api::json, which masks it; own files are listed in OWN_JSON";
    let parsed: Vec<String> = parsed.map(|(at, _)| source.at(at, why)).collect();
    for part in ["call", "client", "outcome", "wire", "{"] {
        let made_public = format!("pub use paydesk_api::{part}");
        forbid(&made_public, &[], "the window meets the core's own types, those of the domain, or inputs of calls");
    }
    forbid(" Problem {", &PRESENTERS, "a problem is worded by the presenter, from a type of core::failure");
    forbid("reads.flush(", &["core/state/update.rs"], "reads pass the rate gate in update.rs only");
    found.extend(parsed);
    if !source.path.ends_with("features/webhooks/event.rs") {
        let made = source.code.match_indices("= Delivery {");
        found.extend(made.map(|(at, _)| source.at(at, "a delivery is made by Delivery::proved, which masks it")));
    }
    if !source.text.trim_start().starts_with("//!") {
        found.push(format!("src/{}:1: a module says what it is for (//!)", source.path));
    }
    found
}

fn found(path: &str, text: &str) -> Vec<String> {
    check(&Source::new(path, &format!("//! A sample.\n{text}")))
}

#[test]
fn effects_that_are_returned_past_the_outbox_are_found() {
    let returns = "fn open(&mut self) -> Vec<Effect> {}";
    assert!(found("core/features/form.rs", returns)[0].contains("pushed into the outbox"));
    assert!(found("core/state/update.rs", returns).is_empty() && found("core/outbox.rs", returns).is_empty());
    assert_eq!(found("core/state.rs", "self.reads.flush(&mut self.rate);").len(), 1);
}

#[test]
fn a_problem_that_is_worded_past_the_presenter_is_found() {
    let made = "fn a() -> u8 { let a = Problem { what, what_to_do }; }";
    assert!(found("core/features/form.rs", made)[0].contains("worded by the presenter"));
    assert!(found("core/presenter/store.rs", made).is_empty());
}

#[test]
fn text_of_a_service_that_is_read_past_its_one_door_is_found() {
    for parsed in ["serde_json::from_slice(bytes)", "serde_json::from_str(text)", "Deserializer::from_slice(bytes)"] {
        for path in ["api/outcome.rs", "api/resources/payments/wire.rs", "hub/intake.rs", "core/state/apply_event.rs"] {
            assert_eq!(found(path, &format!("fn a() {{ {parsed}; }}")).len(), 1, "{path}");
        }
        assert!(found("api/json.rs", &format!("fn a() {{ {parsed}; }}")).is_empty());
    }
    assert_eq!(found("runtime/team/events.rs", "fn a() { let event = Delivery { body }; }").len(), 1);
}

#[test]
fn a_type_of_the_api_that_the_core_makes_public_is_found() {
    assert_eq!(found("core/features/payments/mod.rs", "pub use paydesk_api::call::Request;").len(), 1);
    assert!(found("core/features/payments/mod.rs", "use paydesk_api::call::Request;").is_empty());
}

#[test]
fn an_amount_that_is_counted_by_iso_4217_without_asking_the_service_is_found() {
    let made = "fn a() -> Currency { Currency::iso4217(\"ISK\") }";
    assert!(found("ui/panels/payments/list.rs", made)[0].contains("asked of the profile's service"));
    assert!(found("operations/journal/format_1.rs", made).is_empty());
}

#[test]
fn drawing_code_that_takes_a_number_out_of_how_far_it_is_known_is_found() {
    let drawn = "fn a(count: Known<u64>) { if let Known::AtLeast(count) = count { label(count) } }";
    assert!(found("ui/panels/home/mod.rs", drawn)[0].contains("Known::text"));
    assert!(found("core/features/home/summary.rs", drawn).is_empty());
}

#[test]
fn a_module_without_documentation_is_found() {
    assert_eq!(check(&Source::new("core/x.rs", "use std::fmt;\n")).len(), 1);
    assert!(check(&Source::new("core/x.rs", "\n//! Says it.\n")).is_empty());
}
