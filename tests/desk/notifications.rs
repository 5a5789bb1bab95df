//! Notifications on a message bus of their own, with a service that only takes them: nothing is shown to anybody.
#![cfg(target_os = "linux")]

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use paydesk_api::client::TimeLimits;
use paydesk_core::effect::SystemEffect;
use paydesk_core::failure::ServiceError;
use paydesk_core::features::notifications::DesktopNotification;
use paydesk_core::problem::Problem;
use paydesk_core::{Effect, Message};
use paydesk_runtime::{
    BoxFuture, NetworkRules, NotificationService, Runtime, RuntimeConfig, ServiceStarter, StartedService,
};
use paydesk_store::StoreFiles;
use paydesk_test_basics::waiting::step_until;
use paydesk_vault::Vault;
use zbus::zvariant::OwnedValue;

use crate::vault::{is_inside, passed, session};

/// What the service was asked to show: who asks, title and body.
type Shown = (String, String, String);

struct Service(Mutex<Sender<Shown>>);

#[zbus::interface(name = "org.freedesktop.Notifications")]
impl Service {
    fn get_capabilities(&self) -> Vec<String> {
        vec!["body".to_owned(), "body-markup".to_owned()]
    }

    #[allow(clippy::too_many_arguments)]
    fn notify(
        &self,
        app_name: String,
        _replaces: u32,
        _icon: String,
        title: String,
        body: String,
        _actions: Vec<String>,
        _hints: HashMap<String, OwnedValue>,
        _timeout: i32,
    ) -> u32 {
        self.0.lock().unwrap().send((app_name, title, body)).unwrap();
        7
    }
}

/// Puts the service on the bus of this session, for as long as its connection is held.
fn service() -> (zbus::Connection, Receiver<Shown>) {
    let (sender, shown) = channel();
    let threads = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let connection = threads.block_on(async {
        let builder = zbus::connection::Builder::session().unwrap();
        let builder = builder.serve_at("/org/freedesktop/Notifications", Service(Mutex::new(sender))).unwrap();
        builder.name("org.freedesktop.Notifications").unwrap().build().await.unwrap()
    });
    (connection, shown)
}

/// What the runtime answers to a notification.
fn answer(service: NotificationService) -> Option<Problem> {
    let dir = tempfile::tempdir().unwrap();
    let starter: ServiceStarter = Arc::new(|| -> BoxFuture<Result<StartedService, ServiceError>> {
        Box::pin(async { Err(ServiceError::Internal) })
    });
    let config = RuntimeConfig {
        embedded: starter.into(),
        vault: Arc::new(Vault::start()),
        files: StoreFiles::in_dir(dir.path()),
        limits: TimeLimits::default(),
        network: NetworkRules::default(),
        notifications: service,
    };
    let mut runtime = Runtime::new(config, Arc::new(|_| ())).unwrap();
    let body = "1 due\nPRODUCTION · A & B".to_owned();
    let notification = DesktopNotification { number: 4, title: "Title".to_owned(), body };
    runtime.execute(vec![Effect::System(SystemEffect::Notify(notification))]);
    step_until("the notification is answered", || match runtime.try_recv() {
        Some(Message::NotificationSent { number: 4, problem }) => Some(problem),
        _ => None,
    })
}

#[test]
fn a_notification_reaches_the_service_of_the_desktop_as_it_is_written() {
    let name = "a_notification_reaches_the_service_of_the_desktop_as_it_is_written";
    if !is_inside() {
        return passed(session(&format!("notifications::{name}"), "true").map(|session| session.run()));
    }
    let (_connection, shown) = service();
    assert_eq!(answer(NotificationService::System), None);
    let expected = ("Paydesk".to_owned(), "Title".to_owned(), "1 due\nPRODUCTION · A &amp; B".to_owned());
    assert_eq!(shown.try_iter().collect::<Vec<_>>(), [expected]);
    assert!(answer(NotificationService::Off).is_some_and(|problem| problem.what.contains("--no-notifications")));
    assert_eq!(shown.try_iter().count(), 0, "nothing is shown where they are off");
}

#[test]
fn a_desktop_without_such_a_service_is_a_problem_with_what_to_do() {
    let name = "a_desktop_without_such_a_service_is_a_problem_with_what_to_do";
    if !is_inside() {
        return passed(session(&format!("notifications::{name}"), "true").map(|session| session.run()));
    }
    let problem = answer(NotificationService::System).expect("there is no service");
    assert!(problem.what.starts_with("The system did not show the last notification"), "{problem:?}");
    assert!(problem.what_to_do.contains("test notification"), "{problem:?}");
}
