//! Paths that a person typed, with the home directory of this user.

use std::path::PathBuf;

use paydesk_domain as domain;

/// The file that is meant, see [`domain::typed_path`].
pub fn typed_path(text: &str) -> PathBuf {
    domain::typed_path::typed_path(text, std::env::home_dir().as_deref())
}
