//! The texts of api keys.

use std::fmt::Display;

// Api keys

pub const ADMIN_KEY_IS_BEING_LOOKED: &str = "The admin key is being looked for";
pub const THIS_PROFILE_HAS_NO_ADMIN: &str = "This profile has no admin key";
pub const SERVICE_REFUSED_ADMIN_KEY_GIVE: &str = "The service refused the admin key: give another one";
pub const KEYRING_DOES_NOT_GIVE_ADMIN: &str = "The keyring does not give the admin key";
pub const ADMIN_KEY_IS_SAVED: &str = "The admin key is saved in the keyring";
pub const PROFILE_HAS_NO_MERCHANT_ID: &str =
    "The profile has no merchant id, which the call needs: give it in Settings → Profiles";

// Fresh

pub fn new_key_is_saved(name: impl Display) -> String {
    format!("The new key is saved in the keyring as the secret key of “{name}”")
}
