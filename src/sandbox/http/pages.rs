//! What the pages and lists of the sandbox share: the address they are reached under, HTML, forms, pages of objects.

use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::Uri;
use axum::http::header::HOST;
use axum::http::request::Parts;
use axum::response::Html;
use serde::Serialize;
use serde_json::{Map, Value};

use super::answer::ErrorAnswer;
use super::body::read;

/// `http://` and the host the request was sent to: where its sender reaches the sandbox.
#[derive(Debug)]
pub struct BaseUrl(pub String);

impl<S: Send + Sync> FromRequestParts<S> for BaseUrl {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let is_host = |host: &&str| {
            let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b':' | b'-' | b'[' | b']');
            !host.is_empty() && host.bytes().all(fits)
        };
        let host = parts.headers.get(HOST).and_then(|host| host.to_str().ok()).filter(is_host);
        Ok(Self(format!("http://{}", host.unwrap_or("127.0.0.1"))))
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

/// The fields of an HTML form. Empty ones are absent.
#[derive(Debug)]
pub struct FormBody(pub Map<String, Value>);

impl<S: Send + Sync> FromRequest<S> for FormBody {
    type Rejection = ErrorAnswer;

    async fn from_request(request: Request, _: &S) -> Result<Self, ErrorAnswer> {
        let unreadable = || ErrorAnswer::invalid_value("the form cannot be read");
        let bytes = read(request.into_body()).await?;
        let text = String::from_utf8(bytes).map_err(|_| unreadable())?;
        let uri: Uri = format!("/?{}", text.trim()).parse().map_err(|_| unreadable())?;
        let pairs = Query::<Vec<(String, String)>>::try_from_uri(&uri).map_err(|_| unreadable())?;
        let filled = pairs.0.into_iter().filter(|(_, text)| !text.is_empty());
        Ok(Self(filled.map(|(name, text)| (name, Value::from(text))).collect()))
    }
}

/// A whole page; `title` and `content` are HTML already.
pub fn html(title: &str, content: &str) -> Html<String> {
    Html(format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <style>body{{font:16px system-ui;max-width:32em;margin:4em auto;padding:0 1em}}\
         label{{display:block;margin:.5em 0}}input{{font:inherit;width:100%;box-sizing:border-box}}\
         button{{font:inherit;padding:.5em 1em}}</style></head><body><h1>{title}</h1>\
         <p>Sandbox: no bank is asked and no money moves.</p>{content}</body></html>"
    ))
}

/// A form that is sent back to `action`; `fields` are names, labels and values to begin with, all of them HTML.
pub fn form(action: &str, fields: &[(&str, &str, &str)], button: &str) -> String {
    let inputs: String = fields
        .iter()
        .map(|(name, label, value)| {
            format!("<label>{label} <input name=\"{name}\" value=\"{value}\" autocomplete=\"off\"></label>")
        })
        .collect();
    format!("<form method=\"post\" action=\"{action}\">{inputs}<button>{button}</button></form>")
}

/// Text of strangers as HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}
