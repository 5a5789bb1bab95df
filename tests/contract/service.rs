//! A real sandbox on loopback with the real client of it, and how calls to it are judged.

use paydesk_api::call::{Call, Method, Request};
use paydesk_api::client::ApiClient;
use paydesk_api::error::CallError;
use paydesk_api::operation::OperationCall;
use paydesk_api::outcome::{Attempt, Body, Observation, observe};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::secret::ApiKey;
use paydesk_sandbox::{self as sandbox, RunningSandbox, SandboxConfig};
use paydesk_test_sandbox::helpers;
use serde_json::Value;

use super::limits;

/// A sandbox and Paydesk's client of it.
pub struct Service {
    pub sandbox: RunningSandbox,
    pub client: ApiClient,
}

impl Service {
    pub async fn start() -> Self {
        Self::with(helpers::config()).await
    }

    /// A sandbox whose merchant is the fixtures' one.
    pub async fn of_merchant() -> Self {
        let mut config = helpers::config();
        config.credentials.merchant_id = Some("mer_test".to_owned());
        Self::with(config).await
    }

    pub async fn with(config: SandboxConfig) -> Self {
        let sandbox = sandbox::start(config).await.unwrap();
        let key = ApiKey::parse(&sandbox.credentials.api_key).unwrap();
        let client = ApiClient::new(&sandbox.base_url, &key, limits()).unwrap();
        Self { sandbox, client }
    }

    /// A call that Paydesk does not make: preparing, and the sandbox's controls.
    pub async fn raw(&self, method: Method, path: &str, body: Option<Value>) -> Value {
        let request = Request { body, ..Request::operation(method, path, Value::Null) };
        answer_of(self.client.send(&request).await)
    }

    pub async fn read<C: Call>(&self, call: C) -> Result<C::Output, CallError> {
        call.read(self.client.send(&call.request()).await, MinorUnits::Iso4217)
    }

    /// Sends an operation once: what the answer is called against what the call expects, and the answer.
    pub async fn operate_call<C: OperationCall>(&self, call: &C) -> (Observation, Attempt) {
        let attempt = self.client.send(&call.request()).await;
        (observe(&attempt, &call.expectation()), attempt)
    }

    /// The answer to an operation, which must confirm it.
    pub async fn confirmed<C: OperationCall>(&self, call: &C) -> Value {
        let (observation, attempt) = self.operate_call(call).await;
        assert_eq!(observation, Observation::Complete, "{attempt:?}");
        answer_of(attempt)
    }

    /// Status and code of the refusal of an operation, and what it is called.
    pub async fn refused<C: OperationCall>(&self, call: &C) -> (u16, String, Observation) {
        let (observation, attempt) = self.operate_call(call).await;
        let (status, code) = refusal(&attempt);
        (status, code.to_owned(), observation)
    }

    /// The same of a request that the call would not make: `change` takes away what the call insists upon.
    pub async fn refused_with<C: OperationCall>(
        &self,
        call: &C,
        change: impl FnOnce(&mut Request),
    ) -> (u16, String, Observation) {
        let mut request = call.request();
        change(&mut request);
        let attempt = self.client.send(&request).await;
        let (status, code) = refusal(&attempt);
        (status, code.to_owned(), observe(&attempt, &call.expectation()))
    }
}

/// The JSON of a success.
#[track_caller]
pub fn answer_of(attempt: Attempt) -> Value {
    match attempt {
        Attempt::Answered(answer) if answer.is_success() => match answer.body {
            Body::Json(body) => body,
            body => panic!("{body:?}"),
        },
        attempt => panic!("{attempt:?}"),
    }
}

/// Status and code of an answer that is an error in the service's shape.
pub fn refusal(attempt: &Attempt) -> (u16, &str) {
    match attempt {
        Attempt::Answered(answer) => match &answer.body {
            Body::Error(error) => (answer.status, &error.code),
            body => panic!("{body:?}"),
        },
        attempt => panic!("{attempt:?}"),
    }
}
