//! What the pages and lists of the sandbox share: forms and their tokens, pages of objects. The HTML is in [`html`], its
//! looks in `style`.

mod html;
mod style;

pub use self::html::{NoticeKind, PageField, PageHtml, PageToken, escape, facts, form, notice, page, quiet_button};

use self::html::TOKEN_FIELD;

use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Map, Value};

use super::answer::ErrorAnswer;
use super::body::{JsonBody, read};
use super::keys::{Permission, check_key, key_of};
use crate::engine::Refusal;
use crate::engine::page::Page;
use crate::service::Sandbox;
use paydesk_domain::money::Money;

/// The envelope of lists with filters (API reference).
#[derive(Debug, Serialize)]
pub struct ListBody<T> {
    count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    total_count: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    has_more: Option<bool>,
    data: Vec<T>,
}

impl<T> ListBody<T> {
    /// The rows of a page, each in the shape of its endpoint.
    pub fn new<R>(page: Page<R>, shape: impl FnMut(R) -> T) -> Self {
        let data: Vec<T> = page.rows.into_iter().map(shape).collect();
        Self { count: data.len(), total_count: page.total, has_more: page.has_more, data }
    }
}

/// A page of objects of the sandbox, newest first.
#[derive(Debug, Serialize)]
pub struct Objects<T> {
    count: usize,
    total_count: usize,
    data: Vec<T>,
}

impl<T> Objects<T> {
    pub fn new(data: impl Iterator<Item = T>, total_count: usize) -> Self {
        let data: Vec<T> = data.collect();
        Self { count: data.len(), total_count, data }
    }
}

impl FromRequestParts<Sandbox> for PageToken {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, sandbox: &Sandbox) -> Result<Self, Self::Rejection> {
        Ok(Self::new(sandbox.page_token(page_of(parts.uri.path())), sandbox.units()))
    }
}

/// The fields of a form that its own page sent, or a script with a secret key. Empty ones are absent.
///
/// The token keeps other pages from posting what their visitors never asked for.
#[derive(Debug)]
pub struct PageForm(pub Map<String, Value>);

impl FromRequest<Sandbox> for PageForm {
    type Rejection = ErrorAnswer;

    async fn from_request(request: Request, sandbox: &Sandbox) -> Result<Self, ErrorAnswer> {
        let has_key = key_of(request.headers()).is_some();
        if has_key {
            check_key(sandbox, Permission::Secret, request.headers())?;
        }
        let page = page_of(request.uri().path()).to_owned();
        let is_json =
            request.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
        let mut fields = match is_json {
            true => JsonBody::from_request(request, sandbox).await?.0,
            false => form_fields(read(request.into_body()).await?)?,
        };
        match fields.remove(TOKEN_FIELD) {
            Some(Value::String(token)) if sandbox.is_page_token(&page, &token) => Ok(Self(fields)),
            _ if has_key => Ok(Self(fields)),
            _ => {
                let message = format!(
                    "open {page} and submit its form, or send a secret key in the api-key \
                    header"
                );
                Err(ErrorAnswer::forbidden(&message))
            }
        }
    }
}

/// The path of the page that `path` belongs to: buttons of the authentication page post below it.
fn page_of(path: &str) -> &str {
    path.match_indices('/').nth(3).map_or(path, |(end, _)| &path[..end])
}

fn form_fields(bytes: Vec<u8>) -> Result<Map<String, Value>, ErrorAnswer> {
    let unreadable = || ErrorAnswer::invalid_value("the form cannot be read");
    let text = String::from_utf8(bytes).map_err(|_| unreadable())?;
    let uri: Uri = format!("/?{}", text.trim()).parse().map_err(|_| unreadable())?;
    let pairs = Query::<Vec<(String, String)>>::try_from_uri(&uri).map_err(|_| unreadable())?;
    let filled = pairs.0.into_iter().filter(|(_, text)| !text.is_empty());
    Ok(filled.map(|(name, text)| (name, Value::from(text))).collect())
}

/// The status a page is answered with when its form was refused.
pub fn status_of(refusal: &Refusal) -> StatusCode {
    ErrorAnswer::from(refusal.clone()).status
}

/// A moment, for people.
pub fn moment_html(at: DateTime<Utc>) -> String {
    at.format("%-d %B %Y, %H:%M UTC").to_string()
}

/// An amount in the lowest unit of its currency, as HTML.
pub fn amount_html(amount: i64, currency: &str, token: &PageToken) -> String {
    escape(&Money::new(amount, token.units().currency(currency)).to_string())
}
