//! A call as a line for a terminal: the same request with curl, without the key.

use super::RequestMeta;

/// The command for a POSIX shell. `None` where it would send something else: the body was cut or let go, or it was a
/// file. Masked values stay masked and have to be put in by hand.
pub fn command(asked: &RequestMeta) -> Option<String> {
    let whole = asked.body.as_ref().is_none_or(|body| body.is_whole());
    if !whole || asked.base_url.is_empty() || asked.endpoint.name == "File upload" {
        return None;
    }
    let url = quoted(&format!("{}{}", asked.base_url, asked.path));
    let mut lines = vec![format!("curl -X {} {url}", asked.method.as_str())];
    lines.extend(asked.headers().iter().map(|(name, value)| format!("-H {}", quoted(&format!("{name}: {value}")))));
    lines.extend(asked.body.as_ref().map(|body| format!("--data-raw {}", quoted(body.text()))));
    Some(lines.join(" \\\n  "))
}

/// One word of a POSIX shell, whatever is in it.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::call::{KeyRole, Method, Request};
    use crate::exchange::TEXT_MAX_BYTES;
    use paydesk_domain::ids::BusinessProfileId;

    fn asked(request: &Request) -> RequestMeta {
        RequestMeta::new(request, "https://api.example.com", chrono::DateTime::UNIX_EPOCH)
    }

    #[test]
    fn a_read_without_a_body_is_a_line_with_the_key_left_out() {
        let expected = "curl -X GET 'https://api.example.com/payments/pay_1' \\\n  -H 'api-key: <your key>' \\\n  \
                        -H 'Content-Type: application/json' \\\n  -H 'Cache-Control: no-cache, no-store' \\\n  \
                        -H 'Pragma: no-cache'";
        assert_eq!(command(&asked(&Request::read(Method::Get, "/payments/pay_1", None))).unwrap(), expected);
    }

    #[test]
    fn profile_and_admin_key_are_reported_and_a_quote_ends_no_word() {
        let body = json!({"note": "it's $HOME `id` \\ \"x\"\nnext"});
        let request = Request { key: KeyRole::Admin, ..Request::operation(Method::Post, "/api_keys/mer_1", body) };
        let line = command(&asked(&request.for_profile(BusinessProfileId::new("pro_1")))).unwrap();
        assert!(line.contains("-H 'api-key: <your admin key>'") && line.contains("-H 'X-Profile-Id: pro_1'"), "{line}");
        assert!(line.contains(r#"--data-raw '{"note":"it'\''s $HOME `id` \\ \"x\"\nnext"}'"#), "{line}");
    }

    #[test]
    fn what_would_send_something_else_is_no_command() {
        let body = json!({"note": "x".repeat(TEXT_MAX_BYTES)});
        assert_eq!(command(&asked(&Request::operation(Method::Post, "/customers", body))), None);
        let at = chrono::DateTime::UNIX_EPOCH;
        assert_eq!(command(&RequestMeta::upload("http://127.0.0.1:1", "/_sandbox/files", "a.pdf", 5, at)), None);
        assert_eq!(command(&RequestMeta::new(&Request::read(Method::Get, "/health", None), "", at)), None);
    }
}
