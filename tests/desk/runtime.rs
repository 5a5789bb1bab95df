//! The runtime with the real store and the real sandbox: every effect is answered, whatever happens.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use paydesk_api::call::{Method, Request};
use paydesk_api::client::TimeLimits;
use paydesk_api::error::CallError;
use paydesk_api::exchange::Exchange;
use paydesk_api::operation::OperationCall as _;
use paydesk_api::outcome::{Attempt, Body};
use paydesk_api::rate_limit::Priority;
use paydesk_api::resources::health::calls::Health;
use paydesk_api::resources::payments::calls::{CapturePayment, ListPayments, PaymentListFilter, RetrievePayment};
use paydesk_core::effect::{ApiEffect, ServiceChoice, StoreJob};
use paydesk_core::failure::ServiceError;
use paydesk_core::operations::journal::{JournalRefusal, JournalStepName};
use paydesk_core::read::{Read, ReadAnswer, RequestId};
use paydesk_core::settings::Settings;
use paydesk_core::{Effect, Message};
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::operation::Proof;
use paydesk_domain::profile::{Environment, Profile, ProfileId};
use paydesk_domain::secret::{AdminKey, ApiKey, WebhookSecret};
use paydesk_runtime::{
    BoxFuture, NetworkRules, NotificationService, Runtime, RuntimeConfig, ServiceStarter, StartedService,
};
use paydesk_sandbox::{self as sandbox, SandboxConfig, SandboxShapes};
use paydesk_store::settings::load;
use paydesk_store::{Journal, StoreFiles};
use paydesk_test_basics::waiting::{PATIENCE, step_until};
use paydesk_test_core::journal_entries::{prepared, sending};
use paydesk_test_sandbox::helpers;
use paydesk_vault::Vault;
use serde_json::json;

type Started = Result<StartedService, ServiceError>;

/// A runtime in a directory of its own.
struct Bench {
    runtime: Runtime,
    woken: Arc<AtomicUsize>,
    /// The longest that the window may wait after it was woken.
    within: Arc<Mutex<Duration>>,
    /// Those told so far.
    calls: Vec<Exchange>,
    dir: tempfile::TempDir,
}

impl Bench {
    fn new(starter: impl Fn() -> BoxFuture<Started> + Send + Sync + 'static) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let woken = Arc::new(AtomicUsize::new(0));
        let (count, within) = (woken.clone(), Arc::new(Mutex::new(Duration::ZERO)));
        let longest = within.clone();
        let wake = Arc::new(move |within: Duration| {
            count.fetch_add(1, Ordering::SeqCst);
            let mut longest = longest.lock().unwrap();
            *longest = within.max(*longest);
        });
        let runtime = Runtime::new(config(dir.path(), Arc::new(starter)), wake).unwrap();
        Self { runtime, woken, within, calls: Vec::new(), dir }
    }

    /// With the sandbox inside, ready to be asked.
    fn ready() -> Self {
        let mut bench = Self::new(embedded_sandbox);
        bench.runtime.execute(vec![Effect::Api(ApiEffect::Connect(ServiceChoice::EmbeddedSandbox))]);
        assert!(matches!(bench.next(), Message::ServiceReady { profile, key_place: None } if profile.embedded));
        bench
    }

    /// The next event but those that tell of calls, which are taken on the way.
    #[track_caller]
    fn next(&mut self) -> Message {
        step_until("the runtime reports", || match self.runtime.try_recv() {
            Some(Message::CallsMade { exchanges, .. }) => {
                self.calls.extend(exchanges);
                None
            }
            other => other,
        })
    }

    fn ask(&mut self, effect: impl Into<Effect>) -> Message {
        self.runtime.execute(vec![effect.into()]);
        self.next()
    }

    fn journal(&self) -> std::path::PathBuf {
        self.dir.path().join("journal.sqlite")
    }
}

fn config(dir: &Path, starter: ServiceStarter) -> RuntimeConfig {
    RuntimeConfig {
        embedded: starter.into(),
        vault: Arc::new(Vault::start()),
        files: StoreFiles::in_dir(dir),
        limits: TimeLimits::default(),
        network: NetworkRules::default(),
        notifications: NotificationService::Off,
    }
}

/// As Paydesk starts it: inside the runtime, kept as long as it is used.
fn embedded_sandbox() -> BoxFuture<Started> {
    embedded(helpers::config())
}

fn embedded(config: SandboxConfig) -> BoxFuture<Started> {
    Box::pin(async move {
        let running = sandbox::start(config).await.unwrap();
        Ok(StartedService {
            profile: Profile::embedded_sandbox(&running.base_url),
            key: ApiKey::parse(&running.credentials.api_key).unwrap(),
            admin_key: AdminKey::parse(&running.credentials.admin_key).ok(),
            webhook_secret: WebhookSecret::parse(&running.credentials.webhook_secret).ok(),
            keep: Box::new(running),
        })
    })
}

/// A service somewhere else, which nobody has to start.
fn service_at(base_url: &str, environment: Environment, key: &str) -> impl Fn() -> BoxFuture<Started> + use<> {
    let profile = Profile { environment, embedded: false, ..Profile::embedded_sandbox(base_url) };
    let key = ApiKey::parse(key).unwrap();
    move || {
        let (profile, key) = (profile.clone(), key.clone());
        Box::pin(async move {
            Ok(StartedService { profile, key, admin_key: None, webhook_secret: None, keep: Box::new(()) })
        })
    }
}

fn health(request_id: u64) -> Effect {
    Effect::Api(ApiEffect::Read {
        profile_id: ProfileId::embedded(),
        request_id: RequestId(request_id),
        read: Read::Health(Health),
        priority: Priority::Ordinary,
        units: MinorUnits::Iso4217,
    })
}

fn capture(payment_id: &PaymentId) -> Effect {
    let request: Request = CapturePayment::new(payment_id.clone(), 1).request();
    Effect::Api(ApiEffect::SendOperation {
        profile_id: ProfileId::embedded(),
        operation_id: OperationId::new("op_1"),
        attempt: 3,
        request,
    })
}

#[test]
fn a_read_that_is_given_up_lets_go_of_its_connection_and_reports_nothing() {
    use std::io::Read as _;
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let base_url = format!("http://{}", listener.local_addr().unwrap());
    let mut bench = Bench::new(service_at(&base_url, Environment::Sandbox, "snd_key"));
    bench.ask(ApiEffect::Connect(ServiceChoice::EmbeddedSandbox));
    bench.runtime.execute(vec![health(1)]);
    let (mut connection, _) = listener.accept().unwrap();
    connection.read_exact(&mut [0; 4]).unwrap();
    bench.runtime.execute(vec![Effect::Api(ApiEffect::GiveUpRead { request_id: RequestId(1) })]);
    connection.set_read_timeout(Some(PATIENCE)).unwrap();
    connection.read_to_end(&mut Vec::new()).unwrap();
    let reported = step_until("the call is told", || bench.runtime.try_recv());
    let given_up = |call: &Exchange| call.proof == Proof::GivenUp && call.asked.path == "/health";
    assert!(
        matches!(&reported, Message::CallsMade { exchanges, missed: 0 } if exchanges.iter().all(given_up)),
        "{reported:?}"
    );
    assert_eq!(bench.runtime.try_recv(), None);
    bench.runtime.execute(vec![
        Effect::Api(ApiEffect::GiveUpRead { request_id: RequestId(1) }),
        Effect::Store(StoreJob::OpenJournal),
    ]);
    assert!(matches!(bench.next(), Message::JournalOpened { .. }));
}

#[test]
fn reads_and_operations_are_answered_by_the_service() {
    let mut bench = Bench::ready();
    let answer = bench.ask(health(1));
    let Message::ReadAnswered { request_id: RequestId(1), answer: ReadAnswer::Health(Ok(())), rate } = answer else {
        panic!("{answer:?}");
    };
    assert!(rate.is_some());
    let body = helpers::payment_with("4242424242424242", json!({"capture_method": "manual"}));
    let create = Request::operation(Method::Post, "/payments", body);
    bench.ask(ApiEffect::SendOperation {
        profile_id: ProfileId::embedded(),
        operation_id: OperationId::new("op_0"),
        attempt: 1,
        request: create,
    });
    let list =
        Read::Payments(ListPayments { filter: PaymentListFilter::default(), limit: 1, ..ListPayments::default() });
    let answer = bench.ask(ApiEffect::Read {
        profile_id: ProfileId::embedded(),
        request_id: RequestId(2),
        read: list,
        priority: Priority::Ordinary,
        units: MinorUnits::Iso4217,
    });
    let Message::ReadAnswered { request_id: RequestId(2), answer: ReadAnswer::Payments(Ok(page)), .. } = answer else {
        panic!("{answer:?}");
    };
    let payment_id = page.rows[0].payment_id.clone();
    let Message::OperationAnswered { operation_id, attempt: 3, result: Attempt::Answered(answer) } =
        bench.ask(capture(&payment_id))
    else {
        panic!("no answer");
    };
    assert_eq!((operation_id.as_str(), answer.status), ("op_1", 200));
    assert!(matches!(answer.body, Body::Json(_)));
    let read = Read::Payment(RetrievePayment { payment_id });
    let answer = bench.ask(ApiEffect::Read {
        profile_id: ProfileId::embedded(),
        request_id: RequestId(3),
        read,
        priority: Priority::Ordinary,
        units: MinorUnits::Iso4217,
    });
    let Message::ReadAnswered { request_id: RequestId(3), answer: ReadAnswer::Payment(payment), .. } = answer else {
        panic!("{answer:?}");
    };
    assert_eq!(payment.unwrap().amount_received.unwrap().minor, 1);
}

#[test]
fn a_read_that_settles_an_operation_goes_past_caches_unless_the_service_refuses_what_it_does_not_know() {
    // Where such a query is refused, the first read is asked once more without it, and no further one has any.
    for (shapes, queries) in
        [(SandboxShapes::Spec, vec![true, true]), (SandboxShapes::Hyperswitch, vec![true, false, false])]
    {
        let config = SandboxConfig { shapes: Some(shapes), ..helpers::config() };
        let mut bench = Bench::new(move || embedded(config.clone()));
        bench.runtime.execute(vec![Effect::Api(ApiEffect::Connect(ServiceChoice::EmbeddedSandbox))]);
        assert!(matches!(bench.next(), Message::ServiceReady { .. }));
        for request_id in [1, 2] {
            let read = Read::Payment(RetrievePayment { payment_id: PaymentId::new("nobody") });
            let answer = bench.ask(ApiEffect::Read {
                profile_id: ProfileId::embedded(),
                request_id: RequestId(request_id),
                read,
                priority: Priority::Reconciliation,
                units: MinorUnits::Iso4217,
            });
            let Message::ReadAnswered { answer: ReadAnswer::Payment(result), .. } = answer else {
                panic!("{answer:?}")
            };
            assert!(result.is_err_and(|error| error.is_not_found()), "{shapes:?}");
        }
        bench.ask(health(3));
        let reads = bench.calls.iter().filter(|call| call.asked.path.starts_with("/payments/nobody"));
        assert_eq!(reads.map(|call| call.asked.path.contains("?fresh=")).collect::<Vec<_>>(), queries, "{shapes:?}");
    }
}

#[test]
fn before_the_service_is_there_nothing_is_sent_and_everything_answered() {
    let mut bench = Bench::new(embedded_sandbox);
    let answer = bench.ask(health(1));
    assert!(
        matches!(
            &answer,
            Message::ReadAnswered { answer: ReadAnswer::Health(Err(CallError::Unreachable(_))), rate: None, .. }
        ),
        "{answer:?}"
    );
    let answer = bench.ask(capture(&PaymentId::new("pay_1")));
    assert!(matches!(&answer, Message::OperationAnswered { result: Attempt::NotSent(_), .. }), "{answer:?}");
}

#[test]
fn a_service_that_does_not_start_is_reported_and_can_be_started_again() {
    let tries = Arc::new(AtomicUsize::new(0));
    let its = tries.clone();
    let mut bench = Bench::new(move || match its.fetch_add(1, Ordering::SeqCst) {
        0 => Box::pin(async { Err(ServiceError::SandboxNotStarted("the port is taken".to_owned())) }),
        1 => Box::pin(async { panic!("the starter fell over") }),
        2 => panic!("the starter fell over at once"),
        _ => embedded_sandbox(),
    });
    let reported = bench.ask(ApiEffect::Connect(ServiceChoice::EmbeddedSandbox));
    assert!(matches!(reported, Message::ServiceFailed { problem, .. } if problem.what.ends_with("the port is taken")));
    for _ in 0..2 {
        let reported = bench.ask(ApiEffect::Connect(ServiceChoice::EmbeddedSandbox));
        assert!(
            matches!(reported, Message::ServiceFailed { problem, .. } if problem.what.contains("an error in Paydesk"))
        );
    }
    assert!(matches!(bench.ask(ApiEffect::Connect(ServiceChoice::EmbeddedSandbox)), Message::ServiceReady { .. }));
    assert!(matches!(bench.ask(health(1)), Message::ReadAnswered { answer: ReadAnswer::Health(Ok(())), .. }));
}

#[test]
fn the_embedded_service_is_started_once_and_runs_until_the_end() {
    struct Kept(Arc<Mutex<Vec<&'static str>>>);
    impl Drop for Kept {
        fn drop(&mut self) {
            self.0.lock().unwrap().push("gone");
        }
    }
    let gone = Arc::new(Mutex::new(Vec::new()));
    let (its, starts) = (gone.clone(), Arc::new(AtomicUsize::new(0)));
    let counted = starts.clone();
    let mut bench = Bench::new(move || {
        counted.fetch_add(1, Ordering::SeqCst);
        let keep = Kept(its.clone());
        Box::pin(async move {
            let started = service_at("http://127.0.0.1:1", Environment::Sandbox, "snd_key")().await?;
            Ok(StartedService { keep: Box::new(keep), ..started })
        })
    });
    bench.ask(ApiEffect::Connect(ServiceChoice::EmbeddedSandbox));
    bench.ask(ApiEffect::Connect(ServiceChoice::EmbeddedSandbox));
    assert_eq!(starts.load(Ordering::SeqCst), 1);
    assert!(gone.lock().unwrap().is_empty());
    bench.runtime.shutdown(PATIENCE);
    assert_eq!(*gone.lock().unwrap(), ["gone"]);
}

#[test]
fn a_profile_whose_key_or_address_does_not_fit_is_refused() {
    let refused = [
        (
            "https://api.example.com",
            Environment::Sandbox,
            "prd_key",
            "is for PRODUCTION, but the profile is for SANDBOX",
        ),
        (
            "https://api.example.com",
            Environment::Production,
            "snd_key",
            "is for SANDBOX, but the profile is for PRODUCTION",
        ),
        ("http://api.example.com", Environment::Production, "prd_key", "An address starts with https://"),
        ("nowhere", Environment::Sandbox, "snd_key", "is not the address of a service"),
    ];
    for (base_url, environment, key, text) in refused {
        let mut bench = Bench::new(service_at(base_url, environment, key));
        let reported = bench.ask(ApiEffect::Connect(ServiceChoice::EmbeddedSandbox));
        let Message::ServiceFailed { problem, .. } = reported else { panic!("{reported:?}") };
        assert!(problem.what.contains(text), "{problem:?}");
        assert!(!format!("{problem:?}").contains(key));
    }
}

#[test]
fn journal_and_settings_are_kept_by_the_store() {
    let mut bench = Bench::new(embedded_sandbox);
    let refused = bench.ask(StoreJob::WriteJournal(prepared("op_1", "pay_1")));
    assert!(matches!(refused, Message::JournalRefused { refusal: JournalRefusal::Failed(_), .. }));
    assert_eq!(bench.ask(StoreJob::OpenJournal), Message::JournalOpened { entries: Vec::new() });
    let written = |step| Message::JournalWritten { operation_id: OperationId::new("op_1"), step };
    assert_eq!(bench.ask(StoreJob::WriteJournal(prepared("op_1", "pay_1"))), written(JournalStepName::Prepared));
    assert_eq!(bench.ask(StoreJob::WriteJournal(sending("op_1", "pay_1"))), written(JournalStepName::Sending));
    let settings = Settings { text_percent: 140, ..Settings::default() };
    bench.runtime.execute(vec![Effect::Store(StoreJob::SaveSettings(settings.clone()))]);
    bench.runtime.shutdown(PATIENCE);
    assert_eq!(load(&bench.dir.path().join("settings.json")).value, settings);
    let journal = Journal::open(&bench.dir.path().join("journal.sqlite")).unwrap();
    assert_eq!(journal.unfinished().unwrap(), [prepared("op_1", "pay_1"), sending("op_1", "pay_1")]);
}

#[test]
fn asking_never_waits_and_no_event_is_lost_though_nobody_takes_them_for_long() {
    const READS: u64 = 3000;
    let mut bench = Bench::new(embedded_sandbox);
    bench.runtime.execute(vec![Effect::Store(StoreJob::OpenJournal)]);
    bench.runtime.execute((0..READS).map(health).collect());
    let entries = (0..100).map(|number| prepared(&format!("op_{number}"), &format!("pay_{number}")));
    bench.runtime.execute(entries.map(|entry| StoreJob::WriteJournal(entry).into()).collect());
    // More than fit are ready by now; who reports waits.
    step_until("the events fill their room", || (bench.woken.load(Ordering::SeqCst) >= 1024).then_some(()));
    let (mut request_ids, mut written) = (Vec::new(), 0);
    while (request_ids.len() as u64) < READS || written < 100 {
        match bench.next() {
            Message::ReadAnswered { request_id, .. } => request_ids.push(request_id.0),
            Message::JournalWritten { .. } => written += 1,
            Message::JournalOpened { .. } => {}
            other => panic!("{other:?}"),
        }
    }
    request_ids.sort_unstable();
    assert!(request_ids.into_iter().eq(0..READS), "a read was answered twice or never");
    step_until("every event has woken the window", || {
        (bench.woken.load(Ordering::SeqCst) as u64 == READS + 101).then_some(())
    });
}

#[test]
fn a_read_of_a_profile_whose_service_is_not_there_goes_to_no_other() {
    let mut bench = Bench::ready();
    assert!(matches!(bench.ask(health(1)), Message::ReadAnswered { answer: ReadAnswer::Health(Ok(())), .. }));
    let (profile_id, request_id) = (ProfileId::new("other"), RequestId(2));
    let (read, priority) = (Read::Health(Health), Priority::Ordinary);
    let answer = bench.ask(ApiEffect::Read { profile_id, request_id, read, priority, units: MinorUnits::Iso4217 });
    assert!(matches!(answer, Message::ReadAnswered { answer: ReadAnswer::Health(Err(_)), .. }), "{answer:?}");
}

#[test]
fn what_is_read_in_the_background_draws_no_frame_of_its_own() {
    let mut bench = Bench::ready();
    assert!(matches!(bench.ask(health(1)), Message::ReadAnswered { .. }));
    let longest = |bench: &Bench| *bench.within.lock().unwrap();
    assert_eq!(longest(&bench), Duration::ZERO, "an answer that a person waits for is shown at once");
    let read = Read::Health(Health);
    let background = ApiEffect::Read {
        profile_id: ProfileId::embedded(),
        request_id: RequestId(2),
        read,
        priority: Priority::Background,
        units: MinorUnits::Iso4217,
    };
    assert!(matches!(bench.ask(background), Message::ReadAnswered { .. }));
    step_until("the window is woken some time later", || (longest(&bench) > Duration::ZERO).then_some(()));
}

#[test]
fn an_event_is_there_by_the_time_the_window_is_woken() {
    let dir = tempfile::tempdir().unwrap();
    let (woken, wakes) = std::sync::mpsc::sync_channel(100);
    let wake = Arc::new(move |_| woken.send(()).unwrap());
    let mut runtime = Runtime::new(config(dir.path(), Arc::new(embedded_sandbox)), wake).unwrap();
    for effect in [
        Effect::Api(ApiEffect::Connect(ServiceChoice::EmbeddedSandbox)),
        Effect::Store(StoreJob::OpenJournal),
        health(1),
    ] {
        runtime.execute(vec![effect]);
        wakes.recv_timeout(PATIENCE).unwrap();
        assert!(runtime.try_recv().is_some(), "the window was woken for nothing and would sleep on");
    }
}

#[test]
fn the_end_does_not_wait_for_a_service_that_hangs_or_a_window_that_takes_nothing() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let base_url = format!("http://{}", listener.local_addr().unwrap());
    let mut bench = Bench::new(service_at(&base_url, Environment::Sandbox, "snd_key"));
    assert!(matches!(bench.ask(ApiEffect::Connect(ServiceChoice::EmbeddedSandbox)), Message::ServiceReady { .. }));
    assert!(matches!(bench.ask(StoreJob::OpenJournal), Message::JournalOpened { .. }));
    bench.runtime.execute((0..50).map(health).collect());
    bench.runtime.execute(vec![capture(&PaymentId::new("pay_1"))]);
    // More answers than there is room for, so that the store waits with its report.
    bench.runtime.execute(vec![Effect::Store(StoreJob::OpenJournal); 1100]);
    let entries = (0..20).map(|number| prepared(&format!("op_{number}"), &format!("pay_{number}")));
    bench.runtime.execute(entries.map(|entry| StoreJob::WriteJournal(entry).into()).collect());
    step_until("the events fill their room", || (bench.woken.load(Ordering::SeqCst) >= 1024).then_some(()));
    let (journal, began) = (bench.journal(), Instant::now());
    let dir = bench.dir;
    bench.runtime.shutdown(PATIENCE);
    assert!(began.elapsed() < PATIENCE, "the end took {:?}", began.elapsed());
    assert_eq!(Journal::open(&journal).unwrap().unfinished().unwrap().len(), 20, "an entry given was not written");
    drop(dir);
}
