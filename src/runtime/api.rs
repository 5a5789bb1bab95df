//! The executor of calls to the service: one effect, one attempt, one event.

use std::sync::Arc;
use std::time::Duration;

use paydesk_api::call::Request;
use paydesk_api::rate_limit::Priority;
use paydesk_core::Message;
use paydesk_core::effect::{ApiEffect, SignInEffect};
use paydesk_core::failure::{ServiceError, SignInError};
use paydesk_core::features::disputes::FilePlace;
use paydesk_core::read::{Read, RequestId};
use paydesk_domain::evidence::FileService;
use paydesk_domain::ids::OperationId;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::profile::ProfileId;

use super::calls::ServiceConnection;
use super::messages::UNHURRIED;
use super::reads::RunningReads;
use super::service::Connector;
use super::tasks::{Tasks, guarded};
use super::{calls, files, service};

/// Executes [`ApiEffect`]s: each ends with one message to the core.
pub struct ApiExecutor {
    connector: Arc<Connector>,
    reads: RunningReads,
    tasks: Tasks,
}

impl ApiExecutor {
    pub fn new(connector: Arc<Connector>, tasks: Tasks) -> Self {
        Self { connector, reads: RunningReads::default(), tasks }
    }

    pub fn execute(&self, effect: ApiEffect) {
        let connector = self.connector.clone();
        match effect {
            ApiEffect::Connect(choice) => {
                let owed = service::failed_by_panic(&choice);
                let sender = self.tasks.sender.clone();
                let connect = async move {
                    let ready = connector.connect(choice).await;
                    if let Message::ServiceReady { profile, .. } = &ready
                        && connector.is_signed_in(&profile.id)
                    {
                        sender.send(Message::SignInFound { profile_id: profile.id.clone() }).await;
                    }
                    ready
                };
                self.tasks.report(connect, owed);
            }
            ApiEffect::SignIn(SignInEffect { number, profile, step }) => {
                let profile_id = profile.id.clone();
                let result = Err(SignInError::Internal.into());
                let lost = Message::SignInAnswered { number, profile_id: profile_id.clone(), result };
                let take_step = async move {
                    let result = connector.sign_in(profile, step).await.map_err(Into::into);
                    Message::SignInAnswered { number, profile_id, result }
                };
                self.tasks.report(take_step, move || lost);
            }
            ApiEffect::TestProfile(asked) => {
                let (number, result) = (asked.number, Err(ServiceError::Internal.into()));
                let owed = move || Message::ProfileTested { number, profile_id: None, result, rate: None };
                self.tasks.report(async move { connector.test(asked).await }, owed);
            }
            ApiEffect::Read { profile_id, request_id, read, priority, units } => {
                let request = read.request();
                let line = async move { connector.connection_for(&profile_id, &request).await };
                self.read((line, priority), request_id, read, units);
            }
            ApiEffect::GiveUpRead { request_id } => self.reads.give_up(request_id),
            ApiEffect::SendOperation { profile_id, operation_id, attempt, request } => {
                self.send_operation(profile_id, operation_id, attempt, request);
            }
            ApiEffect::UploadFile { place, path, service } => self.upload(place, path, service),
        }
    }

    /// A read can be given up: nothing is reported of it then. The answer to one that nobody waits for draws no frame of its
    /// own.
    fn read(
        &self,
        (line, priority): (impl Future<Output = ServiceConnection> + Send + 'static, Priority),
        request_id: RequestId,
        read: Read,
        units: MinorUnits,
    ) {
        let within = if priority == Priority::Background { UNHURRIED } else { Duration::ZERO };
        let owed = calls::read_lost(request_id, &read);
        let line = async move { ServiceConnection { priority, ..line.await } };
        let work = guarded(async move { calls::read(line.await, request_id, read, units).await }, owed);
        let (sender, reads, started) = (self.tasks.sender.clone(), self.reads.clone(), self.reads.begin(request_id));
        self.tasks.spawn(async move {
            if let Some(event) = started.run(work).await {
                reads.end(request_id);
                sender.send_within(event, within).await;
            }
        });
    }

    /// The value of a new key is reported before the answer that it came with.
    fn send_operation(&self, profile_id: ProfileId, operation_id: OperationId, attempt: u32, request: Request) {
        let (connector, values) = (self.connector.clone(), self.tasks.sender.clone());
        let owed = calls::operation_lost(operation_id.clone(), attempt);
        let send = async move {
            let line = connector.connection_for(&profile_id, &request).await;
            let (value, answer) = calls::operation(line, operation_id, attempt, &request).await;
            if let Some(value) = value {
                values.send(value).await;
            }
            answer
        };
        self.tasks.report(send, owed);
    }

    fn upload(&self, place: FilePlace, path: String, service: FileService) {
        let lost = Message::FileUploaded { place: place.clone(), result: Err(files::internal().into()) };
        let line = self.connector.line_of(&place.profile_id);
        let upload = async move {
            let result = files::upload(line, (&place.dispute_id, service), path).await.map_err(Into::into);
            Message::FileUploaded { place, result }
        };
        self.tasks.report(upload, move || lost);
    }
}
