//! `/user`: signing in to the dashboard, and who is signed in.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::json;

use super::errors::{Refused, ShapeRefusal, ShapedResult};
use super::requests::{Login, QueryPairs};
use crate::http::body::JsonBody;
use crate::http::keys::bearer_of;
use crate::service::Sandbox;
use crate::sign_ins::{CODE, EMAIL, PASSWORD, TokenStage};

/// The organization of the one merchant.
const ORGANIZATION: &str = "org_sandbox";

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/user", get(who_am_i))
        .route("/user/v2/signin", post(sign_in))
        .route("/user/2fa/totp/verify", post(verify))
        .route("/user/2fa/terminate", get(end_second_factor))
        .route("/user/switch/merchant", post(switch_merchant))
        .route("/user/switch/profile", post(switch_profile))
}

async fn sign_in(State(sandbox): State<Sandbox>, body: JsonBody) -> ShapedResult {
    let fields = body.fields();
    let (email, password) = (fields.required_text("email")?, fields.required_text("password")?);
    if (email, password) != (EMAIL, PASSWORD) {
        return Err(ShapeRefusal::unauthorized("UR_01", "Incorrect email or password").into());
    }
    let token = sandbox.sign_ins().issue(TokenStage::SecondFactor { verified: false });
    Ok(Json(json!({ "token": token, "token_type": "totp" })))
}

async fn verify(State(sandbox): State<Sandbox>, headers: HeaderMap, body: JsonBody) -> Result<Response, Refused> {
    let (token, _) = second_factor(&sandbox, &headers)?;
    if body.fields().required_text("totp")? != CODE {
        return Err(ShapeRefusal::unauthorized("UR_37", "Invalid TOTP").into());
    }
    sandbox.sign_ins().verify(token);
    Ok(StatusCode::OK.into_response())
}

async fn end_second_factor(State(sandbox): State<Sandbox>, headers: HeaderMap, query: QueryPairs) -> ShapedResult {
    let (_, verified) = second_factor(&sandbox, &headers)?;
    if !verified && !query.is_true("skip_two_factor_auth") {
        return Err(ShapeRefusal::unauthorized("UR_40", "Two factor auth required").into());
    }
    let token = sandbox.sign_ins().issue(TokenStage::Everything);
    Ok(Json(json!({ "token": token, "token_type": "user_info" })))
}

/// The token for the second factor, and whether the right code was given with it.
fn second_factor<'a>(sandbox: &Sandbox, headers: &'a HeaderMap) -> Result<(&'a str, bool), ShapeRefusal> {
    let token = bearer_of(headers).ok_or_else(ShapeRefusal::login_wanted)?;
    match sandbox.sign_ins().stage(token) {
        Some(TokenStage::SecondFactor { verified }) => Ok((token, verified)),
        Some(TokenStage::Everything) | None => {
            Err(ShapeRefusal::unauthorized("IR_17", "Access forbidden, invalid JWT token was used"))
        }
    }
}

async fn who_am_i(State(sandbox): State<Sandbox>, login: Login) -> ShapedResult {
    login.require()?;
    let credentials = sandbox.credentials();
    Ok(Json(json!({
        "merchant_id": credentials.merchant_id,
        "name": "desk",
        "email": EMAIL,
        "verification_days_left": null,
        "role_id": "org_admin",
        "org_id": ORGANIZATION,
        "is_two_factor_auth_setup": false,
        "recovery_codes_left": null,
        "profile_id": credentials.profile_id,
        "entity_type": "organization",
        "theme_id": null,
        "version": "v1",
    })))
}

/// There is one merchant, so there is nothing to switch to.
async fn switch_merchant(State(sandbox): State<Sandbox>, login: Login, body: JsonBody) -> ShapedResult {
    login.require()?;
    let is_same = body.fields().required_text("merchant_id")? == sandbox.credentials().merchant_id;
    Err(not_switched(is_same, "merchant", "No such merchant_id found for the user in the org"))
}

async fn switch_profile(State(sandbox): State<Sandbox>, login: Login, body: JsonBody) -> ShapedResult {
    login.require()?;
    let is_same = body.fields().required_text("profile_id")? == sandbox.credentials().profile_id;
    Err(not_switched(is_same, "profile", "No such profile found for the merchant"))
}

fn not_switched(is_same: bool, what: &str, other: &str) -> Refused {
    let same = format!("User switching to same {what}");
    ShapeRefusal::bad_request("UR_33", if is_same { same } else { other.to_owned() }).into()
}
