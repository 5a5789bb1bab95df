//! The texts of api keys.

use std::fmt::Display;

// Fresh

pub fn new_key_is_saved(name: impl Display) -> String {
    format!("The new key is saved in the keyring as the secret key of “{name}”")
}
