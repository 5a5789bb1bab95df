//! Paydesk at work in a process of its own that is watched: core, runtime, journal and client are the real ones. It sends
//! samples one after the other and says what became of each.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use paydesk_core::operations::{Outcome, Phase};
use paydesk_core::{Action, State};
use paydesk_domain::ids::{BusinessProfileId, MerchantId, OperationId};
use paydesk_domain::profile::Profile;
use paydesk_domain::secret::{AdminKey, ApiKey};
use paydesk_runtime::{ServiceStarter, StartedService};
use paydesk_test_desk::runtime::{PATIENT, RuntimeHarness};
use serde::{Deserialize, Serialize};

use super::faults::{self, Watch};
use crate::proxy::shop::Shop;
use crate::samples::Sample;

/// Says what the work is; without it the test has nothing to do.
const WORK: &str = "PAYDESK_DESK_WORK";

/// Where a service is, and the keys for it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ServiceAt {
    base_url: String,
    key: String,
    admin_key: String,
    merchant_id: String,
    profile_id: String,
}

/// The process under test: Paydesk, and what it still has to send.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Work {
    pub service: ServiceAt,
    pub data: PathBuf,
    pub samples: Vec<Sample>,
    /// The files are watched before they are opened, and not only when the samples are sent.
    pub from_the_start: bool,
}

/// What Paydesk says of a sample.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Word {
    Done,
    NotSent,
    NotBegun,
    Unknown,
    Other(String),
}

/// What the process told.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Said {
    pub word: Word,
    pub why: String,
    /// Why Paydesk sends nothing any more.
    pub read_only: Option<String>,
}

impl ServiceAt {
    /// What is at `base_url`, with the keys of `shop`.
    pub fn new(shop: &Shop, base_url: &str) -> Self {
        let credentials = shop.sandbox.credentials.clone();
        Self {
            base_url: base_url.to_owned(),
            key: credentials.api_key,
            admin_key: credentials.admin_key,
            merchant_id: credentials.merchant_id,
            profile_id: credentials.profile_id,
        }
    }

    pub fn starter(&self) -> ServiceStarter {
        let service = self.clone();
        Arc::new(move || {
            let profile = Profile {
                merchant_id: Some(MerchantId::new(&*service.merchant_id)),
                business_profile_id: Some(BusinessProfileId::new(&*service.profile_id)),
                ..Profile::embedded_sandbox(service.base_url.clone())
            };
            let (key, admin_key) = (ApiKey::parse(&service.key).unwrap(), AdminKey::parse(&service.admin_key).ok());
            let started = StartedService { profile, key, admin_key, webhook_secret: None, keep: Box::new(()) };
            Box::pin(async move { Ok(started) })
        })
    }
}

impl Work {
    /// Starts this test binary again as Paydesk, and waits until it ends, however it does.
    pub fn run(&self, library: &Path, watch: &Watch<'_>) -> (Output, Vec<Said>) {
        let name = "kill::desk_worker::the_desk_that_is_watched_works";
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", name, "--ignored", "--nocapture", "--test-threads=1"]);
        command.env(WORK, serde_json::to_string(self).unwrap());
        watch.put_before(library, &mut command);
        let output = command.output().unwrap();
        let said = output.stdout.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok());
        let said = said.collect();
        (output, said)
    }
}

#[test]
#[ignore = "started by the tests that watch it"]
fn the_desk_that_is_watched_works() {
    let Ok(work) = std::env::var(WORK) else { return };
    let Work { service, data, samples, from_the_start } = serde_json::from_str(&work).unwrap();
    if from_the_start {
        faults::begin(&data);
    }
    let mut desk = RuntimeHarness::starting(service.starter(), &data, PATIENT);
    desk.until("the desk is ready or says why not", |state| {
        state.read_only_reason().is_none() || (state.journal_problem().is_some() && state.workspace.profile.is_some())
    });
    faults::begin(&data);
    println!();
    for sample in samples {
        desk.act(Action::Submit(Box::new(sample.submission(desk.now()))));
        let id = sample.operation_id();
        desk.until("it is over or unknown", |state| word(state, &id).is_some());
        let (word, why) = word(&desk.state, &id).unwrap();
        let said = Said { word, why, read_only: desk.state.read_only_reason() };
        println!("{}", serde_json::to_string(&said).unwrap());
        std::io::stdout().flush().unwrap();
    }
    faults::end(&data);
    desk.close();
}

/// What is said of it once nothing of it is under way.
fn word(state: &State, id: &OperationId) -> Option<(Word, String)> {
    let Some(operation) = state.workspace.operations.find(id) else { return Some((Word::NotBegun, String::new())) };
    match &operation.phase {
        Phase::Ended(Outcome::Done { status, .. }) => Some((Word::Done, status.clone())),
        Phase::Ended(Outcome::NotSent { why }) => Some((Word::NotSent, why.clone())),
        Phase::Ended(other) => Some((Word::Other(format!("{other:?}")), String::new())),
        Phase::Unknown(unknown) => Some((Word::Unknown, unknown.why.clone())),
        Phase::Preparing
        | Phase::Undoable { .. }
        | Phase::Checking { .. }
        | Phase::AwaitingTurn { .. }
        | Phase::Starting
        | Phase::Sending { .. }
        | Phase::NeverSent => None,
    }
}
