//! What tests drive the core with, without a window, a runtime, a network or a clock.
//!
//! [`core_harness`] holds what the core asks for until a test answers it. [`desk`] drives a `State` as window and runtime
//! would, and [`service`] is a small model of the payment service that its reads and operations are answered from; every
//! send is checked against the journal the moment it leaves. The other modules put one kind of thing in place: a desk with
//! disputes, a plan of refunds, a payout.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods, clippy::new_without_default)]

pub mod api_keys;
pub mod approvals;
pub mod bulk;
pub mod bulk_approvals;
pub mod core_harness;
pub mod customers;
pub mod decisions;
pub mod desk;
pub mod dispute_search;
pub mod dispute_views;
pub mod disputed_groups;
pub mod disputes;
pub mod disputes_offline;
pub mod evidence;
pub mod export;
pub mod imports;
pub mod journal_copy;
pub mod journal_entries;
pub mod journal_files;
pub mod known_boards;
pub mod library;
pub mod managed;
pub mod managed_team;
pub mod new_payment;
pub mod notes;
pub mod open_items;
pub mod operation_log;
pub mod outage;
pub mod payment_links;
pub mod payments_list;
pub mod payout_accounts;
pub mod payouts;
pub mod people;
pub mod profiles;
pub mod refunds;
pub mod requests;
pub mod restart;
pub mod review_queue;
pub mod service;
pub mod service_counts;
pub mod subscriptions;
pub mod table_exports;
pub mod team;
pub mod team_payments;
pub mod unconfirmed;
pub mod webhooks;

use chrono::{DateTime, Utc};
use paydesk_api::outcome::{Attempt, HttpAnswer};
use paydesk_api::rate_limit::RateHeaders;
use paydesk_core::State;
use paydesk_core::effect::{ExportContent, ExportFile};
use paydesk_core::managed::ManagedPolicy;
use paydesk_core::profiles::SavedProfiles;
use paydesk_core::route::Route;
use paydesk_core::settings::Settings;
use paydesk_core::state::Start;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::zone::Zone;

/// What the core starts with that has no settings and no profiles of its own yet. `seed` makes its ids.
pub fn start(now: DateTime<Utc>, seed: u64) -> Start {
    let (settings, profiles, local_zone) = (Settings::default(), SavedProfiles::default(), Zone::default());
    let policy = ManagedPolicy::default();
    Start { now, seed, settings, profiles, policy, local_zone, operator: "kim".to_owned() }
}

/// The core with the payments in front: most tests are about lists, and Home reads more than they do.
pub fn at_payments(start: Start) -> State {
    let mut state = State::new(start);
    state.workspace.route = Route::List(ResourceKind::Payment);
    state
}

/// The text of a file that is exported.
pub fn text_of(file: &ExportFile) -> String {
    match &file.content {
        ExportContent::Bytes(bytes) => String::from_utf8(bytes.to_vec()).unwrap(),
        ExportContent::Workbook(_) | ExportContent::Report(..) => panic!("{} is no text", file.name),
    }
}

/// The headers of an answer as if it was made at `at`, where the clock of a test goes another way than the service's.
pub fn dated(rate: RateHeaders, at: DateTime<Utc>) -> RateHeaders {
    let Some(date_unix_s) = rate.date_unix_s else { return rate };
    let by_s = at.timestamp() - date_unix_s;
    let reset_unix_s = rate.reset_unix_s.map(|reset| reset + by_s);
    RateHeaders { date_unix_s: Some(date_unix_s + by_s), reset_unix_s, ..rate }
}

/// The same of what came of an attempt.
pub fn dated_answer(attempt: Attempt, at: DateTime<Utc>) -> Attempt {
    match attempt {
        Attempt::Answered(answer) => Attempt::Answered(HttpAnswer { rate: dated(answer.rate, at), ..answer }),
        Attempt::NotSent(_) | Attempt::NoKey(_) | Attempt::Lost(_) => attempt,
    }
}
