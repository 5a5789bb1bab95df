//! What tests drive Paydesk with, none with a window: [`core`] is the core alone, [`runtime`] the core on the real
//! runtime. Nothing is asserted here; the tests do.

pub mod core;
pub mod runtime;

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
use paydesk_core::zone::Zone;
use paydesk_domain::operation::ResourceKind;

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
        ExportContent::Workbook(_) => panic!("{} is a workbook", file.name),
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
        Attempt::NotSent(_) | Attempt::Lost(_) => attempt,
    }
}
