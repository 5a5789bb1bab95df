//! The rules walked: every endpoint × every observation × every state of the journal, and the table in the
//! documentation, which is written from the same data.
//!
//! `UPDATE_SNAPSHOTS=1` writes the table again; otherwise it must be what the data says.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use paydesk_api::endpoints::OPERATIONS;
use paydesk_api::operation::Endpoint;
use paydesk_api::outcome::Observation;
use paydesk_core::operations::rules::{Decision, JournalState, decide};
use paydesk_domain::operation::{ResendPolicy, Resolution};
use strum::IntoEnumIterator;

/// Endpoints that only set texts: what their answer shows as failed is the thing, not the setting.
const TEXTS: [Endpoint; 3] = [Endpoint::UpdatePayment, Endpoint::UpdatePayout, Endpoint::UpdateCustomer];

/// Endpoints whose second copy the service may refuse once it executed the first.
const COPIES_REFUSED: [Endpoint; 9] = [
    Endpoint::CreatePayment,
    Endpoint::ConfirmPayment,
    Endpoint::CapturePayment,
    Endpoint::CancelPayment,
    Endpoint::ApprovePayment,
    Endpoint::CreateRefund,
    Endpoint::FulfillPayout,
    Endpoint::CreateCustomer,
    Endpoint::ConfirmSubscription,
];

fn settled_as(settle: Resolution) -> Decision {
    match settle {
        Resolution::Read => Decision::ResolveByReading,
        Resolution::Repeat => Decision::ResolveByRepeating,
        Resolution::Park => Decision::Park,
    }
}

/// Whether the law allows this decision in this cell.
fn is_lawful(endpoint: Endpoint, observation: Observation, state: JournalState, decision: Decision) -> bool {
    let first = match state {
        JournalState::Sending => true,
        JournalState::SendingAfterUnknown => false,
        _ => return decision == Decision::Ignore,
    };
    let confirmed = matches!(observation, Observation::Complete | Observation::UnknownStatus);
    let failed = observation == Observation::Declined;
    let exists = (endpoint, observation) == (Endpoint::CreateRefund, Observation::AlreadyExists);
    let refused = match observation {
        Observation::PermissionMissing | Observation::KeyRefused => true,
        // A refusal of what may have been executed by an earlier copy is no claim before something was read.
        Observation::Refused => !COPIES_REFUSED.contains(&endpoint),
        Observation::NotFound => !COPIES_REFUSED.contains(&endpoint) || endpoint == Endpoint::CreateRefund,
        _ => false,
    };
    match decision {
        Decision::Ignore => false,
        Decision::Done => confirmed || exists || (failed && TEXTS.contains(&endpoint)),
        Decision::Declined => failed && !TEXTS.contains(&endpoint),
        // What may be the echo of an earlier success is never a claim that nothing happened.
        Decision::Rejected => first && refused,
        Decision::NotSent => {
            first && matches!(observation, Observation::ConnectFailed | Observation::CertificateRefused)
        }
        Decision::WaitThenRepeat => first && observation == Observation::RateLimited,
        Decision::ResolveByReading | Decision::ResolveByRepeating | Decision::Park => {
            !confirmed && !failed && !exists && decision == settled_as(endpoint.spec().resolution)
        }
    }
}

#[test]
fn in_every_cell_of_endpoint_observation_and_journal_the_decision_is_lawful() {
    let mut cells = 0;
    for endpoint in Endpoint::iter() {
        for observation in Observation::iter() {
            for state in JournalState::iter() {
                let decision = decide(endpoint, observation, state);
                assert!(
                    is_lawful(endpoint, observation, state, decision),
                    "{endpoint:?}, {observation:?}, {state:?}: {decision:?}"
                );
                cells += 1;
            }
        }
    }
    assert_eq!(cells, 18 * 20 * 8);
}

#[test]
fn the_rules_stand_in_the_order_of_the_endpoints() {
    assert_eq!(OPERATIONS.len(), Endpoint::iter().count());
    for endpoint in Endpoint::iter() {
        assert_eq!(endpoint.spec().endpoint, endpoint);
    }
}

#[test]
fn the_rules_agree_with_themselves() {
    for rule in OPERATIONS {
        let repeats = rule.resolution == Resolution::Repeat;
        assert_eq!(repeats, rule.resend == ResendPolicy::Automatic, "{:?}", rule.endpoint);
        assert_eq!(repeats, !rule.repeats_s.is_empty(), "{:?}", rule.endpoint);
        assert!(
            rule.resolution != Resolution::Park || rule.resend == ResendPolicy::PersonWarned,
            "{:?}",
            rule.endpoint
        );
        assert!(rule.repeats_s.is_sorted() && rule.repeats_s.iter().all(|pause| *pause >= 5), "{:?}", rule.endpoint);
    }
}

// ----- the documentation

fn word(name: &'static str) -> String {
    name.replace('_', " ")
}

fn again_text(again: ResendPolicy) -> &'static str {
    match again {
        ResendPolicy::Automatic => "Paydesk",
        ResendPolicy::AutomaticWhenAbsent => "Paydesk, where nothing is found; never with card data",
        ResendPolicy::PersonAfterProof => "a person, after proof",
        ResendPolicy::PersonWarned => "a person, warned",
    }
}

fn resolution_text(settle: Resolution) -> &'static str {
    match settle {
        Resolution::Read => "read",
        Resolution::Repeat => "repeat",
        Resolution::Park => "park",
    }
}

fn endpoints_table() -> String {
    let mut table = String::from(
        "| endpoint | identified by | guard at the service | an unknown is settled by | how | sent again by |\n\
         |---|---|---|---|---|---|\n",
    );
    for rule in OPERATIONS {
        let (settle, again) = (resolution_text(rule.resolution), again_text(rule.resend));
        let _ = writeln!(
            table,
            "| `{}` | {} | {} | {settle} | {} | {again} |",
            rule.method_and_path(),
            rule.identity,
            rule.guard,
            rule.how
        );
    }
    table
}

/// What is decided for the endpoints that are settled so: one word, and the endpoints that differ.
fn cell(observation: Observation, state: JournalState, settle: Resolution) -> String {
    let mut by_decision: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for rule in OPERATIONS.iter().filter(|rule| rule.resolution == settle) {
        let decision = word(decide(rule.endpoint, observation, state).into());
        by_decision.entry(decision).or_default().push(word(rule.endpoint.into()));
    }
    let mut groups: Vec<_> = by_decision.into_iter().collect();
    groups.sort_by_key(|(_, endpoints)| std::cmp::Reverse(endpoints.len()));
    let mut text = groups.iter().take(1).map(|(decision, _)| decision.clone()).collect::<String>();
    for (decision, endpoints) in groups.iter().skip(1) {
        let _ = write!(text, "; {}: {decision}", endpoints.join(", "));
    }
    text
}

fn observations_table() -> String {
    let kinds = [Resolution::Read, Resolution::Repeat, Resolution::Park];
    let states = [JournalState::Sending, JournalState::SendingAfterUnknown];
    let mut table = String::from(
        "| observed | first: read | first: repeat | first: park | after an unknown: read | repeat | park |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for observation in Observation::iter() {
        let _ = write!(table, "| {} |", word(observation.into()));
        for state in states {
            for kind in kinds {
                let _ = write!(table, " {} |", cell(observation, state, kind));
            }
        }
        table.push('\n');
    }
    table
}

#[test]
fn the_table_of_the_documentation_says_what_the_rules_say() {
    let path = paydesk_test_basics::repository().join("src/operations/table.md");
    let table = format!(
        "## The rule of each endpoint\n\n{}\n## What follows from what is observed\n\n\
         By how an unknown of the endpoint is settled, on a first attempt and after one that ended unknown. In every\n\
         other state of the journal no attempt is under way, and nothing follows.\n\n{}",
        endpoints_table(),
        observations_table()
    );
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        return std::fs::write(path, table).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == table, "src/operations/table.md is not what the rules say: run with UPDATE_SNAPSHOTS=1");
}
