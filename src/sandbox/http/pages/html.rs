//! The HTML of the pages: a document with one heading, notices, fields with their labels and errors, forms.

use axum::http::HeaderName;
use axum::http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY};
use axum::response::{Html, IntoResponse, Response};

use super::style::style_sheet;
use paydesk_domain::money::MinorUnits;

/// The name of the form field that holds the token of its page.
pub const TOKEN_FIELD: &str = "page_token";

/// The token of the page that a request opens or posts to, and how amounts on it are counted.
#[derive(Debug)]
pub struct PageToken {
    token: String,
    units: MinorUnits,
}

impl PageToken {
    pub fn new(token: String, units: MinorUnits) -> Self {
        Self { token, units }
    }

    pub fn units(&self) -> MinorUnits {
        self.units
    }
}

/// Nothing is loaded and no script runs, and no other page shows one of ours within itself.
const SECURITY_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; \
                               base-uri 'none'; frame-ancestors 'none'";

/// A whole page, ready to be answered.
#[derive(Debug)]
pub struct PageHtml(String);

impl IntoResponse for PageHtml {
    fn into_response(self) -> Response {
        let headers: [(HeaderName, &str); 2] =
            [(CONTENT_SECURITY_POLICY, SECURITY_POLICY), (REFERRER_POLICY, "same-origin")];
        (headers, Html(self.0)).into_response()
    }
}

/// A whole page; `heading`, which is its title too, and `above` and `below` it are HTML.
pub fn page(above: &str, heading: &str, below: &str) -> PageHtml {
    let style = style_sheet();
    PageHtml(format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{heading}</title><link rel=\"icon\" href=\"data:,\"><style>{style}</style></head>\
         <body><main>{above}<h1>{heading}</h1>{below}</main>\
         <footer>Sandbox: no bank is involved and no money moves</footer></body></html>"
    ))
}

/// How a notice is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeKind {
    Good,
    Bad,
    Wait,
}

/// A notice: a state in a few words, and what follows from it. Both are HTML.
pub fn notice(kind: NoticeKind, title: &str, text: &str) -> String {
    let (class, role) = match kind {
        NoticeKind::Good => ("good", "status"),
        NoticeKind::Bad => ("bad", "alert"),
        NoticeKind::Wait => ("wait", "status"),
    };
    format!("<div class=\"notice {class}\" role=\"{role}\"><strong>{title}</strong><p>{text}</p></div>")
}

/// Names and values below each other; all HTML.
pub fn facts(facts: &[(&str, String)]) -> String {
    let rows = facts.iter().filter(|(_, value)| !value.is_empty());
    let rows: String = rows.map(|(name, value)| format!("<div><dt>{name}</dt><dd>{value}</dd></div>")).collect();
    format!("<dl>{rows}</dl>")
}

/// A field of a form. Its texts are ours; its value is a stranger's.
#[derive(Debug, Clone, Copy)]
pub struct PageField<'a> {
    pub name: &'a str,
    pub label: &'a str,
    pub hint: &'a str,
    pub value: &'a str,
    /// What a browser may fill in: the values of the attribute `autocomplete`.
    pub autocomplete: &'a str,
    /// Which keyboard a telephone shows: the values of `inputmode`.
    pub keyboard: &'a str,
    /// What is to be changed about the value.
    pub error: Option<&'a str>,
}

impl PageField<'_> {
    /// The field with its label; hint and error are read out with it.
    pub fn html(&self) -> String {
        let Self { name, label, autocomplete, keyboard, .. } = self;
        let part = |class: &str, text: &str| match text.is_empty() {
            true => (String::new(), String::new()),
            false => {
                let id = format!("{name}-{class}");
                (format!("<p class=\"{class}\" id=\"{id}\">{}</p>", escape(text)), id)
            }
        };
        let ((hint, hint_id), (error, error_id)) =
            (part("hint", self.hint), part("error", self.error.unwrap_or_default()));
        let described = format!("{error_id} {hint_id}");
        let described = match described.trim() {
            "" => String::new(),
            ids => format!(" aria-describedby=\"{ids}\""),
        };
        let invalid = if self.error.is_some() { " aria-invalid=\"true\" autofocus" } else { "" };
        format!(
            "<div class=\"input\"><label for=\"{name}\">{label}</label>{hint}{error}<input id=\"{name}\" \
             name=\"{name}\" value=\"{}\" autocomplete=\"{autocomplete}\" inputmode=\"{keyboard}\"{described}{invalid}>\
             </div>",
            escape(self.value)
        )
    }
}

/// A form that is sent to `action`, with the token of its page; `inputs` are HTML. What is typed is checked by the
/// sandbox, whose words a browser's own would hide.
pub fn form(action: &str, token: &PageToken, inputs: &str, button: &str) -> String {
    let token = format!("<input type=\"hidden\" name=\"{TOKEN_FIELD}\" value=\"{}\">", token.token);
    format!("<form method=\"post\" action=\"{action}\" novalidate>{token}{inputs}<button>{button}</button></form>")
}

/// A form that is a button and nothing else, less prominent than the others.
pub fn quiet_button(action: &str, token: &PageToken, button: &str) -> String {
    form(action, token, "", button).replacen("<form", "<form class=\"quiet\"", 1)
}

/// Text of strangers as HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}
