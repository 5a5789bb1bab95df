//! Calls to the service: one effect, one attempt, one event.

use std::sync::Arc;

use paydesk_api::call::{KeyRole, Request};
use paydesk_api::client::ApiClient;
use paydesk_api::exchange::{RequestMeta, ResponseMeta};
use paydesk_api::outcome::{Attempt, Body, ConnectProblem, HttpAnswer, LostAnswer};
use paydesk_api::rate_limit::Priority;
use paydesk_api::rate_limit::RateHeaders;
use paydesk_api::resources::api_keys::calls::CreateApiKey;
use paydesk_api::resources::payments::calls::CreatePayment;
use paydesk_api::resources::payouts::calls::CreatePayout;
use paydesk_api::resources::subscriptions::calls::CreateSubscription;
use paydesk_api::resources::subscriptions::wire::take_client_secret;
use paydesk_api::wire::without_secrets;
use paydesk_core::Message;
use paydesk_core::read::{Read, ReadAnswer, RequestId};
use paydesk_domain::ids::OperationId;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::profile::ProfileId;

use super::allowance::{CallAllowance, token_kind};
use super::clock::now;
use super::recorder::Recorder;

/// The way to the service of a profile. Every call that takes it is written down.
pub struct ServiceConnection {
    pub profile_id: ProfileId,
    /// None where the service is not ready.
    pub client: Option<ApiClient>,
    pub recorder: Recorder,
    /// Says when a request may leave.
    pub allowance: Arc<dyn CallAllowance>,
    /// Of what is read.
    pub priority: Priority,
}

impl ServiceConnection {
    /// Sends once. Without a client nothing was sent.
    pub async fn send(&self, request: &Request) -> Attempt {
        self.send_once(request).await.0
    }

    /// Reads once, what settles an operation past the caches on the way. Amounts are counted so, or as the answer itself
    /// shows where that is not known.
    async fn read(&self, read: &Read, units: MinorUnits) -> (ReadAnswer, Option<RateHeaders>) {
        let request = read.request();
        let (attempt, shown) = match self.priority {
            Priority::Reconciliation => self.send_past_caches(&request).await,
            Priority::Ordinary | Priority::Background => self.send_once(&request).await,
        };
        let rate = attempt.rate().copied();
        (read.answer(attempt, units.or(shown)), rate)
    }

    /// Reads once more than is needed at most: with a query that no cache on the way has seen, unless the service refuses
    /// what it does not know.
    async fn send_past_caches(&self, request: &Request) -> (Attempt, MinorUnits) {
        let client = self.client.as_ref().filter(|client| client.takes_any_query());
        let unseen =
            client.and_then(|client| Some((client, request.past_caches(&now().timestamp_micros().to_string())?)));
        if let Some((client, unseen)) = unseen {
            let answered = self.send_once(&unseen).await;
            if !matches!(&answered.0, Attempt::Answered(HttpAnswer { status: 400 | 422, .. })) {
                return answered;
            }
            client.refused_query();
        }
        self.send_once(request).await
    }

    /// The attempt, and how the service counts amounts, as far as the answer shows it.
    async fn send_once(&self, request: &Request) -> (Attempt, MinorUnits) {
        self.admitted(request).await;
        self.send_as(request, self.asked(request)).await
    }

    /// Returns once the request may leave.
    async fn admitted(&self, request: &Request) {
        self.allowance.admit(&self.profile_id, token_kind(request, self.priority)).await;
    }

    fn asked(&self, request: &Request) -> RequestMeta {
        RequestMeta::new(request, self.client.as_ref().map_or("", ApiClient::base_url), now())
    }

    /// The attempt, and how the service counts amounts, as far as the answer shows it.
    async fn send_as(&self, request: &Request, asked: RequestMeta) -> (Attempt, MinorUnits) {
        let recording = self.recorder.begin(&self.profile_id, asked);
        let (attempt, response) = match &self.client {
            Some(client) => client.exchange(request).await,
            None => (no_service(), ResponseMeta::default()),
        };
        let shown = response.units;
        recording.end(&attempt, response);
        if let Some(limit) = attempt.rate().and_then(|rate| rate.limit) {
            self.allowance.reported(&self.profile_id, limit);
        }
        (attempt, shown)
    }
}

fn no_service() -> Attempt {
    let message = "the service has not been started yet".to_owned();
    Attempt::NotSent(ConnectProblem { message, certificate: false })
}

/// Reads once.
pub async fn read(line: ServiceConnection, request_id: RequestId, read: Read, units: MinorUnits) -> Message {
    let (answer, rate) = line.read(&read, units).await;
    Message::ReadAnswered { request_id, answer, rate }
}

/// Sends an operation once. The value of a new API key, or the client secret of a payment or a subscription, goes its own way, before
/// the answer; the answer holds no secret.
pub async fn operation(
    line: ServiceConnection,
    operation_id: OperationId,
    attempt: u32,
    request: &Request,
) -> (Option<Message>, Message) {
    line.admitted(request).await;
    let asked = line.asked(request).by(operation_id.clone(), attempt);
    let (mut result, _) = line.send_as(request, asked).await;
    let value = match request.key {
        KeyRole::Admin => CreateApiKey::take_value(&mut result),
        KeyRole::Secret | KeyRole::SignIn | KeyRole::Nothing => None,
    };
    let value = value.map(|value| Message::ApiKeyValue { operation_id: operation_id.clone(), value });
    let secret = CreatePayment::take_client_secret(request, &mut result);
    let secret = secret.or_else(|| CreateSubscription::take_client_secret(request, &mut result));
    let secret = secret.or_else(|| CreatePayout::take_client_secret(request, &mut result));
    let secret = secret.map(|value| Message::ClientSecret { operation_id: operation_id.clone(), value });
    let value = value.or(secret);
    mask(&mut result);
    (value, Message::OperationAnswered { operation_id, attempt, result })
}

/// Masks what must not reach the core in an answer.
fn mask(attempt: &mut Attempt) {
    if let Attempt::Answered(HttpAnswer { body: Body::Json(body), .. }) = attempt {
        // What is overwritten is wiped; what follows masks the rest, at whatever depth.
        drop(take_client_secret(body));
        *body = without_secrets(std::mem::take(body));
    }
}

/// The answer owed to a read that broke down here.
pub fn read_lost(request_id: RequestId, read: &Read) -> impl FnOnce() -> Message + Send + 'static + use<> {
    let answer = read.answer(Attempt::Lost(LostAnswer::ConnectionLost), MinorUnits::Undecided);
    move || Message::ReadAnswered { request_id, answer, rate: None }
}

/// The answer owed to an operation that broke down here: it may have left, so it is never called "not sent".
pub fn operation_lost(operation_id: OperationId, attempt: u32) -> impl FnOnce() -> Message + Send + 'static {
    move || Message::OperationAnswered { operation_id, attempt, result: Attempt::Lost(LostAnswer::ConnectionLost) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tasks::guarded;
    use paydesk_api::error::CallError;
    use paydesk_api::rate_limit::RateHeaders;
    use paydesk_api::resources::health::calls::Health;
    use paydesk_core::read::ReadAnswer;

    #[tokio::test]
    async fn a_panic_while_sending_leaves_the_outcome_unknown_and_never_not_sent() {
        let owed = operation_lost(OperationId::new("op_1"), 2);
        let event = guarded(async { panic!("halfway") }, owed).await;
        let result = Attempt::Lost(LostAnswer::ConnectionLost);
        assert_eq!(event, Message::OperationAnswered { operation_id: OperationId::new("op_1"), attempt: 2, result });
    }

    #[test]
    fn nothing_secret_of_an_answer_is_left_for_the_core() {
        let reported = serde_json::json!({"id": "sub_1", "client_secret": "cs_top", "payment": {"client_secret": "cs_top"},
            "api_key": "snd_top"});
        let rate = RateHeaders::default();
        let mut attempt = Attempt::Answered(HttpAnswer { status: 200, body: Body::Json(reported), rate });
        mask(&mut attempt);
        let left = format!("{attempt:?}");
        assert!(left.contains("sub_1") && left.contains("client_secret"), "{left}");
        assert!(!left.contains("cs_top") && !left.contains("snd_top"), "{left}");
    }

    #[test]
    fn a_client_secret_is_taken_from_the_answer_that_is_about_the_payment_that_was_made() {
        use paydesk_api::call::Method;
        let reported = |id: &str| {
            Attempt::Answered(HttpAnswer {
                status: 200,
                body: Body::Json(serde_json::json!({"payment_id": id, "client_secret": "cs_top"})),
                rate: RateHeaders::default(),
            })
        };
        let made = |path: &str| Request::operation(Method::Post, path, serde_json::json!({"payment_id": "pay_1"}));
        for (path, id, taken) in
            [("/payments", "pay_1", true), ("/payments", "pay_2", false), ("/refunds", "pay_1", false)]
        {
            let mut attempt = reported(id);
            let secret = CreatePayment::take_client_secret(&made(path), &mut attempt);
            assert_eq!(secret.is_some(), taken, "{path} {id}");
            mask(&mut attempt);
            assert!(!format!("{attempt:?}{secret:?}").contains("cs_top"));
        }
    }

    #[tokio::test]
    async fn a_panic_while_reading_is_answered_as_a_lost_read_of_that_kind() {
        let read = Read::Health(Health);
        let event = guarded(async { panic!("halfway") }, read_lost(RequestId(7), &read)).await;
        let answer = ReadAnswer::Health(Err(CallError::Lost(LostAnswer::ConnectionLost)));
        assert_eq!(event, Message::ReadAnswered { request_id: RequestId(7), answer, rate: None });
    }
}
