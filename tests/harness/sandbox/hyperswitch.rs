//! What is asked of a sandbox in the shapes of hyperswitch.

use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::{Value, json};

use crate::helpers::{Answer, Client};

pub const VISA: &str = "4242424242424242";

impl Client {
    pub async fn held(&self, capture_method: &str) -> Value {
        self.pay(VISA, json!({ "capture_method": capture_method })).await
    }

    /// A call that changes a payment.
    pub async fn change(&self, payment: &Value, call: &str, body: Value) -> Value {
        let id = payment["payment_id"].as_str().unwrap();
        self.post(&format!("/payments/{id}/{call}"), body).await.ok()
    }

    /// Lets endpoints that want a login take the key.
    pub async fn with_logins(&self) {
        self.post("/_sandbox/settings", json!({"login_endpoints_take_keys": true})).await.ok();
    }
}

impl Client {
    /// With this token and no key.
    pub async fn with_token(&self, method: Method, path: &str, token: &str, body: Value) -> Answer {
        let request = Request::builder().method(method).uri(path).header("content-type", "application/json");
        let request = request.header("authorization", format!("Bearer {token}"));
        self.send(request.body(Body::from(body.to_string())).unwrap()).await
    }

    pub async fn sign_in(&self, password: &str) -> Answer {
        let body = json!({"email": "desk@shop.example", "password": password});
        self.bytes(Method::POST, "/user/v2/signin", None, body.to_string().into_bytes()).await
    }

    /// The token that a sign-in begins with.
    pub async fn first_token(&self) -> String {
        token(&self.sign_in("Secret-123456!").await.ok())
    }

    pub async fn end_second_factor(&self, token: &str, skip: bool) -> Answer {
        let path = format!("/user/2fa/terminate?skip_two_factor_auth={skip}");
        self.with_token(Method::GET, &path, token, json!({})).await
    }
}

pub fn token(answer: &Value) -> String {
    answer["token"].as_str().unwrap().to_owned()
}
