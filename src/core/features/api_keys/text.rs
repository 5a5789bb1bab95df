//! The texts of api keys.

use std::fmt::Display;

// Api keys

pub const LOADING_ADMIN_KEY: &str = "Loading the admin key";
pub const THIS_PROFILE_HAS_NO_ADMIN: &str = "This profile has no admin key";
pub const SERVICE_REFUSED_ADMIN_KEY_ENTER: &str = "The service refused the admin key: enter another one";
pub const KEYRING_DOES_NOT_RETURN_ADMIN: &str = "The keyring does not return the admin key";
pub const ADMIN_KEY_IS_SAVED: &str = "The admin key is saved in the keyring";
pub const PROFILE_HAS_NO_MERCHANT_ID: &str =
    "The profile has no merchant id, which this request needs: add it in Settings → Profiles";

// Fresh

pub fn new_key_is_saved(name: impl Display) -> String {
    format!("The new key is saved in the keyring as the secret key of “{name}”")
}
