//! What an endpoint declares of a request: the method, the key, and ids as parts of a path. What is sent stands in
//! [`request`](super::request).

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};

/// HTTP methods the API uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Method {
    Get,
    Post,
    Put,
    /// Of the sandbox's own side alone: the API deletes nothing.
    Delete,
}

impl Method {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Delete => "DELETE",
        }
    }
}

/// Which key a call is made with ([API reference](crate::resources::api_keys::reference#authentication)).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyRole {
    #[default]
    Secret,
    Admin,
    /// The token of a dashboard sign-in, and no key.
    SignIn,
    /// Nothing: the request itself signs in.
    Nothing,
}

impl KeyRole {
    pub(super) fn is_secret(&self) -> bool {
        *self == Self::Secret
    }

    /// Whether a request goes with the token of a dashboard sign-in.
    pub fn takes_sign_in(self) -> bool {
        self == Self::SignIn
    }
}

/// Letters, digits and these stand for themselves in a path segment, and nothing else does.
const UNRESERVED: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'~');

/// `id` as one path segment: everything but unreserved characters is percent-encoded.
///
/// An empty id, `.` and `..` have no form that keeps them apart from the path: [`Request::has_fixed_path`](super::request::Request::has_fixed_path) finds them.
pub fn path_segment(id: &str) -> String {
    utf8_percent_encode(id, &UNRESERVED).to_string()
}
