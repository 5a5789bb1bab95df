//! Keeps web pages away from the sandbox: a request has to name the sandbox as its host (against DNS rebinding), and no
//! page in a browser calls anything but the sandbox's own pages, which only those pages themselves may post to.
//!
//! Programs such as curl send no `Origin` and no `Sec-Fetch-Site`; browsers send the one or the other with every
//! request that a page makes to another origin. Request forgery within a page of ours is the business of its token
//! (`pages`).

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, Method};

use super::answer::ErrorAnswer;
use super::keys::is_page;
use crate::hosts::AllowedHosts;
use paydesk_domain::text::visible;

/// Says where a browser's request comes from: `none` where its user typed the address.
const SEC_FETCH_SITE: &str = "sec-fetch-site";
/// How much of a header a message repeats.
const SHOWN_CHARS: usize = 80;

/// Refuses a request to another host, and one that a page in a browser makes.
pub fn check(own: &AllowedHosts, request: &Request<Body>) -> Result<(), ErrorAnswer> {
    check_host(own, request)?;
    check_origin(request)
}

/// A request without a host is no browser's.
fn check_host(own: &AllowedHosts, request: &Request<Body>) -> Result<(), ErrorAnswer> {
    let in_target = request.uri().authority().map(|authority| authority.as_str());
    let in_headers = request.headers().get_all(HOST).iter().map(|host| host.to_str().unwrap_or_default());
    match in_headers.chain(in_target).find(|host| !own.allows(host)) {
        None => Ok(()),
        Some(other) => {
            let other = visible(other, SHOWN_CHARS);
            let message = format!(
                "“{other}” is not a host of this sandbox: use its address or localhost, or start it with \
                    --allow-host {other}"
            );
            Err(ErrorAnswer::forbidden(&message))
        }
    }
}

fn check_origin(request: &Request<Body>) -> Result<(), ErrorAnswer> {
    let headers = request.headers();
    let from_own_page = is_page(request.uri().path()) && is_same_origin(headers);
    if let Some(origin) = headers.get(ORIGIN)
        && !from_own_page
    {
        let origin = visible(origin.to_str().unwrap_or("?"), SHOWN_CHARS);
        let message = format!(
            "a page from {origin} may not call the sandbox: it is for programs, not for web \
            pages"
        );
        return Err(ErrorAnswer::forbidden(&message));
    }
    let site = headers.get(SEC_FETCH_SITE).map(|site| site.as_bytes());
    let is_link_to_page = is_page(request.uri().path()) && *request.method() == Method::GET;
    match site {
        None | Some(b"none") => Ok(()),
        Some(_) if is_link_to_page || from_own_page => Ok(()),
        Some(_) => Err(ErrorAnswer::forbidden("a web page may not call the sandbox: it is for programs")),
    }
}

/// Whether the origin is the host that the request went to, which [`check_host`] has found to be the sandbox.
fn is_same_origin(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let origin = text(ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
    origin.is_some() && origin == text(HOST)
}
