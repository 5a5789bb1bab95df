//! The API in other shapes than the specification's: those of hyperswitch.
//!
//! A router of its own with the same paths, which is before that of the specification while the settings ask for
//! it. What happens is decided by the same engine; [`hyperswitch`](crate::hyperswitch) makes the bodies, and
//! lists where names and words were read. One file per resource; [`errors`] is the table of codes, [`requests`] what is
//! read more strictly than the specification asks for.
//!
//! | endpoint | as that service answers it |
//! |---|---|
//! | `GET /health` | text, without a key |
//! | no key; a key that is not good | 400 `IR_04`; 401 `IR_01` |
//! | `GET /payments/list` | `{size, data}`, newest first, filters `customer_id`, `created`, `created.gte` and such, pages by `ending_before`, which includes that payment; other parameters are 400 as text |
//! | `POST /payments/list`, aggregates and filters of payments, analytics | a login: 400 `IR_04`, once the body can be read; with the token of a sign-in, or `login_endpoints_take_keys`, as that service answers a login |
//! | `POST /user/v2/signin`, `/user/2fa/*`, `GET /user`, `POST /user/switch/*` | a sign-in in steps; a token that is not good is 401 `IR_17` |
//! | `POST /refunds/list`, `GET /refunds/{id}`, `GET` and `POST /payouts/list`, `GET /payouts/{id}` | a key; refunds by their last change |
//! | `GET /customers/list`, `/customers/list_with_count`, `POST /payment_link/list`, `GET /api_keys/{merchant}/list` | bare arrays, customers and keys oldest first |
//! | `GET /disputes/evidence/{id}` | the files of the evidence, not its texts |
//! | `POST /files` | `{file_id}`; 400 `IR_34` without a dispute, `HE_03` for what is neither JPEG, PNG nor PDF |
//! | `GET /disputes/list` | a bare array, by their last change; filters `dispute_status`, `dispute_stage`, `payment_id`, …; `POST` is 405 |
//! | `POST /disputes/evidence` | the dispute |
//! | captures, cancellations, approvals, updates | the whole payment, or payout, or customer |
//! | cancellations, approvals, rejections and updates that are refused | 400 `IR_16`; captures and refunds 400 `IR_14` |
//! | `GET /payments/{id}` | with `refunds` and `disputes`, `null` where there are none; `attempts` and `captures` where `expand_attempts` and `expand_captures` ask for them |
//! | `POST /refunds` | types `instant` and `scheduled`; a `refund_id` that is taken is 400 `HE_01` |
//! | `POST /payment_link` | not there: 404 `IR_02` |

mod analytics;
mod api_keys;
mod customers;
mod disputes;
mod errors;
mod files;
mod logins;
mod payment_links;
mod payment_lists;
mod payment_requests;
mod payments;
mod payout_requests;
mod payouts;
mod refunds;
mod requests;
mod subscriptions;
mod users;

pub use self::errors::with_shaped_error;

use self::errors::REQUEST_ID;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::http::header::VIA;
use axum::middleware::Next;
use axum::response::Response;
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;

use super::keys::CONTROL_PREFIX;
use crate::engine::SandboxShapes;
use crate::service::Sandbox;

/// What that service calls itself in every answer.
const NAMED_AS: &str = "HyperSwitch";

/// The router of these shapes, and when requests go to it.
#[derive(Clone)]
pub struct ShapeRouter {
    sandbox: Sandbox,
    hyperswitch: TowerToHyperService<Router>,
}

impl ShapeRouter {
    /// `router` has the [`routes`] with all layers that the API has.
    pub fn new(sandbox: Sandbox, router: Router) -> Self {
        Self { hyperswitch: TowerToHyperService::new(router), sandbox }
    }
}

/// Hands requests of the API to the router of the shapes that are asked for; the sandbox's own paths stay.
pub async fn choose(State(router): State<ShapeRouter>, mut request: Request, next: Next) -> Response {
    let is_own = request.uri().path().starts_with(CONTROL_PREFIX);
    if is_own || router.sandbox.shapes().shapes == SandboxShapes::Spec {
        return next.run(request).await;
    }
    // What the other router found out about the path would be taken for what this one does.
    request.extensions_mut().clear();
    match router.hyperswitch.call(request).await {
        Ok(mut response) => {
            response.headers_mut().insert(VIA, HeaderValue::from_static(NAMED_AS));
            if let Ok(id) = HeaderValue::from_str(&uuid::Uuid::new_v4().to_string()) {
                response.headers_mut().insert(REQUEST_ID, id);
            }
            response
        }
        Err(never) => match never {},
    }
}

/// All paths of the API in these shapes, but for [`health`], which asks for no key.
pub fn routes() -> Router<Sandbox> {
    Router::new()
        .merge(payments::routes())
        .merge(refunds::routes())
        .merge(disputes::routes())
        .merge(files::routes())
        .merge(logins::routes())
        .merge(payment_links::routes())
        .merge(payment_lists::routes())
        .merge(analytics::routes())
        .merge(customers::routes())
        .merge(payouts::routes())
        .merge(subscriptions::routes())
        .merge(users::routes())
        .merge(api_keys::routes())
}

/// A text without a type.
pub async fn health() -> Response {
    Response::new(Body::from("the service is healthy"))
}
