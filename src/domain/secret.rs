//! API keys in memory: wiped when dropped, never printed.

use std::fmt;

use secrecy::{ExposeSecret, SecretString};
use zeroize::Zeroize;

use super::profile::Environment;

/// What a key may be used for, read from its prefix (spec, *Authentication* 2 and 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyKind {
    Secret(Environment),
    Publishable(Environment),
    Admin,
    /// A prefix the specification does not name.
    Unknown,
}

impl KeyKind {
    /// Tells the kind of a key from its prefix.
    pub fn of(key: &str) -> Self {
        const PREFIXES: [(&str, KeyKind); 5] = [
            ("pk_snd_", KeyKind::Publishable(Environment::Sandbox)),
            ("pk_prd_", KeyKind::Publishable(Environment::Production)),
            ("snd_", KeyKind::Secret(Environment::Sandbox)),
            ("prd_", KeyKind::Secret(Environment::Production)),
            ("admin_", KeyKind::Admin),
        ];
        PREFIXES.iter().find(|(prefix, _)| key.starts_with(prefix)).map_or(Self::Unknown, |(_, kind)| *kind)
    }
}

/// Why a text cannot be the secret key of a profile.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    #[error("No key was given")]
    Empty,
    #[error("A publishable key (pk_…) belongs in a browser; the desk needs the secret key (snd_… or prd_…)")]
    Publishable,
    #[error("An admin key (admin_…) only creates API keys; the desk needs the secret key (snd_… or prd_…)")]
    Admin,
    #[error("An admin key starts with admin_")]
    NotAdmin,
    #[error("A secret key starts with snd_ (sandbox) or prd_ (production)")]
    Prefix,
    #[error("A key has only visible ASCII characters: this one has a space, a line break or another character")]
    Character,
}

/// A secret key of the service. `Debug` shows its prefix only.
#[derive(Clone)]
pub struct ApiKey {
    value: SecretString,
    environment: Environment,
}

impl ApiKey {
    /// Accepts a secret key and tells which environment it opens; surrounding white space is dropped.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(KeyError::Empty);
        }
        if !text.chars().all(|c| c.is_ascii_graphic()) {
            return Err(KeyError::Character);
        }
        match KeyKind::of(text) {
            KeyKind::Secret(environment) => Ok(Self { value: text.into(), environment }),
            KeyKind::Publishable(_) => Err(KeyError::Publishable),
            KeyKind::Admin => Err(KeyError::Admin),
            KeyKind::Unknown => Err(KeyError::Prefix),
        }
    }

    pub fn environment(&self) -> Environment {
        self.environment
    }

    /// The key itself, for the one header it travels in.
    pub fn expose(&self) -> &str {
        self.value.expose_secret()
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ApiKey({:?}, hidden)", self.environment)
    }
}

/// Any other text that must be wiped and never printed: card data on its way.
#[derive(Clone, Default)]
pub struct SecretText(SecretString);

impl SecretText {
    pub fn new(text: impl Into<SecretString>) -> Self {
        Self(text.into())
    }

    /// Takes over a text that was put together; what it stood in is wiped, with the room it had left.
    pub fn moved(mut text: String) -> Self {
        let exact = Self::new(text.as_str());
        wipe(&mut text);
        exact
    }

    pub fn is_empty(&self) -> bool {
        self.expose().is_empty()
    }

    /// The text itself, for the one place it travels in.
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }
}

/// Overwrites a text that held a secret on its way and is not needed any more.
pub fn wipe(text: &mut String) {
    text.zeroize();
}

impl PartialEq for SecretText {
    fn eq(&self, other: &Self) -> bool {
        self.expose() == other.expose()
    }
}

impl fmt::Debug for SecretText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretText(hidden)")
    }
}

/// A key that creates API keys and opens nothing else (spec, *Authentication* 3). `Debug` shows nothing of it.
#[derive(Clone)]
pub struct AdminKey(SecretString);

impl AdminKey {
    /// Accepts a key that starts with `admin_`; surrounding white space is dropped.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let text = text.trim();
        match KeyKind::of(text) {
            _ if text.is_empty() => Err(KeyError::Empty),
            _ if !text.chars().all(|c| c.is_ascii_graphic()) => Err(KeyError::Character),
            KeyKind::Admin => Ok(Self(text.into())),
            KeyKind::Secret(_) | KeyKind::Publishable(_) | KeyKind::Unknown => Err(KeyError::NotAdmin),
        }
    }

    /// The key itself, for the one header it travels in.
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }
}

impl fmt::Debug for AdminKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AdminKey(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_of_a_key_decides_what_it_opens() {
        assert_eq!(ApiKey::parse(" snd_abc\n").unwrap().environment(), Environment::Sandbox);
        assert_eq!(ApiKey::parse("prd_abc").unwrap().environment(), Environment::Production);
        assert_eq!(ApiKey::parse("pk_prd_abc").unwrap_err(), KeyError::Publishable);
        assert_eq!(ApiKey::parse("admin_abc").unwrap_err(), KeyError::Admin);
        assert_eq!(ApiKey::parse("sk_abc").unwrap_err(), KeyError::Prefix);
        assert_eq!(ApiKey::parse("snd_a b").unwrap_err(), KeyError::Character);
        assert_eq!(ApiKey::parse("").unwrap_err(), KeyError::Empty);
    }

    #[test]
    fn a_printed_key_shows_nothing_of_itself() {
        assert!(!format!("{:?}", ApiKey::parse("snd_topsecret").unwrap()).contains("topsecret"));
    }
}
