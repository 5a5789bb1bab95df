//! A desk that is killed while it works, again and again: nothing is lost, nothing is sent twice.
//!
//! `PAYDESK_KILL_ROUNDS=50` kills it so many times.
//!
//! The desk at work is this very test binary, started again ([`worker`]): core, runtime, journal and client are the real
//! ones. The sandbox lives on in the parent, behind a relay that tells when nothing of the dead is under way any more.

mod rounds;
mod worker;

use std::path::Path;
use std::sync::Arc;

use paydesk::domain::profile::Profile;
use paydesk::domain::secret::ApiKey;
use paydesk::runtime::{ServiceStarter, StartedService};

use crate::desk::running::{Desk, PATIENT};

/// A desk that has opened the journal in `data` and found its service. No answer is lost by time.
fn open(base_url: &str, key: &str, data: &Path) -> Desk {
    let mut desk = Desk::starting(starter(base_url.to_owned(), key.to_owned()), data, PATIENT);
    desk.until("the desk is ready", |state| state.read_only_reason().is_none());
    desk
}

fn starter(base_url: String, key: String) -> ServiceStarter {
    Arc::new(move || {
        let profile = Profile::embedded_sandbox(base_url.clone());
        let key = ApiKey::parse(&key).unwrap();
        Box::pin(async move {
            Ok(StartedService { profile, key, admin_key: None, webhook_secret: None, keep: Box::new(()) })
        })
    })
}
