//! Keys and other secrets in memory: wiped when dropped, never printed.
//!
//! A clone of a secret shares its one buffer, which is wiped when the last is dropped: the bytes are never copied.

mod check;
mod vault_error;

use std::fmt;
use std::sync::Arc;

use secrecy::{ExposeSecret, SecretString};
use zeroize::Zeroize;

use super::profile::Environment;

pub use check::{KEY_MAX_CHARS, KeyError};
pub use vault_error::{VAULT_ANSWER_TIMEOUT, VaultError};

/// What a profile may have a secret for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SecretKind {
    /// For every call (API reference).
    SecretKey,
    /// Creates API keys and opens nothing else (API
    /// reference).
    AdminKey,
    /// Proves who sent a webhook.
    WebhookSecret,
    /// Logs in at the proxy of the profile.
    ProxyPassword,
    /// Logs in at the database of its team.
    TeamPassword,
    /// The token of a person who is signed in to the dashboard of its service.
    SignInToken,
}

impl SecretKind {
    pub const ALL: [Self; 6] = [
        Self::SecretKey,
        Self::AdminKey,
        Self::WebhookSecret,
        Self::ProxyPassword,
        Self::TeamPassword,
        Self::SignInToken,
    ];
    /// Those that were given for one service and mean nothing to another.
    pub const OF_SERVICE: [Self; 4] = [Self::SecretKey, Self::AdminKey, Self::WebhookSecret, Self::SignInToken];

    /// What it is called in the middle of a sentence; also its part of the name of an entry in the keyring, so it
    /// stays.
    pub fn name(self) -> &'static str {
        match self {
            Self::SecretKey => "secret key",
            Self::AdminKey => "admin key",
            Self::WebhookSecret => "webhook secret",
            Self::ProxyPassword => "proxy password",
            Self::TeamPassword => "team database password",
            Self::SignInToken => "dashboard sign-in",
        }
    }
}

/// What a key may be used for, read from its prefix (API
/// reference).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyKind {
    Secret(Environment),
    /// `None` where the prefix names no environment.
    Publishable(Option<Environment>),
    Admin,
    /// Not in the specification: what the sandbox issues.
    Webhook,
    /// A prefix nobody names.
    Unknown,
}

const PREFIXES: [(&str, KeyKind); 9] = [
    ("pk_snd_", KeyKind::Publishable(Some(Environment::Sandbox))),
    ("pk_prd_", KeyKind::Publishable(Some(Environment::Production))),
    ("pk_dev_", KeyKind::Publishable(Some(Environment::Sandbox))),
    ("pk_", KeyKind::Publishable(None)),
    ("snd_", KeyKind::Secret(Environment::Sandbox)),
    // What a service of the family issues that somebody runs for themselves.
    ("dev_", KeyKind::Secret(Environment::Sandbox)),
    ("prd_", KeyKind::Secret(Environment::Production)),
    ("admin_", KeyKind::Admin),
    ("whsec_", KeyKind::Webhook),
];

impl KeyKind {
    /// Tells the kind of a key from its prefix.
    pub fn of(key: &str) -> Self {
        PREFIXES.iter().find(|(prefix, _)| key.starts_with(prefix)).map_or(Self::Unknown, |(_, kind)| *kind)
    }

    fn prefix_of(key: &str) -> Option<&'static str> {
        PREFIXES.iter().map(|(prefix, _)| *prefix).find(|prefix| key.starts_with(prefix))
    }
}

/// A text that must be wiped and never printed: card data on its way, and what the keys below are made of.
#[derive(Clone, Default)]
pub struct SecretText(Arc<SecretString>);

impl Eq for SecretText {}

impl SecretText {
    pub fn new(text: impl Into<SecretString>) -> Self {
        Self(Arc::new(text.into()))
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

/// A secret key of the service. `Debug` shows its environment only.
#[derive(Clone, PartialEq)]
pub struct ApiKey {
    text: SecretText,
    environment: Environment,
}

impl ApiKey {
    /// Accepts a secret key and returns which environment it opens; white space around it is dropped.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let key = check::validated(SecretKind::SecretKey, text)?;
        match KeyKind::of(key) {
            KeyKind::Secret(environment) => Ok(Self { text: SecretText::new(key), environment }),
            KeyKind::Publishable(_) | KeyKind::Admin | KeyKind::Webhook | KeyKind::Unknown => {
                Err(KeyError::Prefix(SecretKind::SecretKey))
            }
        }
    }

    pub fn environment(&self) -> Environment {
        self.environment
    }

    /// The key itself, for the one header it travels in.
    pub fn expose(&self) -> &str {
        self.text.expose()
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ApiKey({:?}, hidden)", self.environment)
    }
}

/// A key that creates API keys and opens nothing else. `Debug` shows nothing of it.
#[derive(Clone, PartialEq)]
pub struct AdminKey(SecretText);

impl AdminKey {
    /// Accepts any key that is not plainly another one: the operator of a service chooses its form, so only the service
    /// can tell. White space around it is dropped.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        check::validated(SecretKind::AdminKey, text).map(|key| Self(SecretText::new(key)))
    }

    /// The key itself, for the one header it travels in.
    pub fn expose(&self) -> &str {
        self.0.expose()
    }
}

impl fmt::Debug for AdminKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AdminKey(hidden)")
    }
}

/// What signatures of webhooks are checked with. How it is issued is
/// undocumented, so any text without a space that is no key of another
/// kind will do. `Debug` shows nothing of it.
#[derive(Clone, PartialEq)]
pub struct WebhookSecret(SecretText);

impl WebhookSecret {
    /// Accepts what is not plainly another kind of key; white space around it is dropped.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        check::validated(SecretKind::WebhookSecret, text).map(|key| Self(SecretText::new(key)))
    }

    /// The secret itself, for the signature.
    pub fn expose(&self) -> &str {
        self.0.expose()
    }
}

impl fmt::Debug for WebhookSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WebhookSecret(hidden)")
    }
}

/// The password of a proxy within the address of that proxy and the name of its user: it is for no other. `Debug` shows
/// nothing of it.
#[derive(Clone, PartialEq)]
pub struct ProxyLogin(SecretText);

impl ProxyLogin {
    /// Accepts `http://user:password@proxy.example.com:3128`, with `%40` for `@` in the password.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let kind = SecretKind::ProxyPassword;
        let login = check::validated(kind, text)?;
        if !login.contains("://") || !login.contains('@') {
            return Err(KeyError::Prefix(kind));
        }
        Ok(Self(SecretText::new(login)))
    }

    /// All of it, for the proxy.
    pub fn expose(&self) -> &str {
        self.0.expose()
    }
}

impl fmt::Debug for ProxyLogin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProxyLogin(hidden)")
    }
}

/// The password of a person at the database of their team: any text of one line. `Debug` shows nothing of it.
#[derive(Clone, PartialEq)]
pub struct TeamPassword(SecretText);

impl TeamPassword {
    /// Accepts a text as it was typed; line breaks at its end are dropped.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        check::one_line(SecretKind::TeamPassword, text).map(|password| Self(SecretText::new(password)))
    }

    /// The password itself, for the database.
    pub fn expose(&self) -> &str {
        self.0.expose()
    }
}

impl From<TeamPassword> for SecretText {
    fn from(password: TeamPassword) -> Self {
        password.0
    }
}

impl fmt::Debug for TeamPassword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TeamPassword(hidden)")
    }
}

/// What a service gave a person who signed in to its dashboard: any text of one line. `Debug` shows nothing of it.
#[derive(Clone, PartialEq)]
pub struct SignInToken(SecretText);

impl SignInToken {
    /// Accepts a token as the service gave it.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        check::one_line(SecretKind::SignInToken, text).map(|token| Self(SecretText::new(token)))
    }

    /// The token itself, for the one header it travels in.
    pub fn expose(&self) -> &str {
        self.0.expose()
    }
}

impl From<SignInToken> for SecretText {
    fn from(token: SignInToken) -> Self {
        token.0
    }
}

impl fmt::Debug for SignInToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SignInToken(hidden)")
    }
}

/// A secret of any kind, as it is typed, kept and fetched.
#[derive(Debug, Clone, PartialEq)]
pub enum Secret {
    Key(ApiKey),
    Admin(AdminKey),
    Webhook(WebhookSecret),
    Proxy(ProxyLogin),
    Team(TeamPassword),
    SignIn(SignInToken),
}

impl Secret {
    /// Accepts a text as a secret of this kind.
    pub fn parse(kind: SecretKind, text: &str) -> Result<Self, KeyError> {
        match kind {
            SecretKind::SecretKey => ApiKey::parse(text).map(Self::Key),
            SecretKind::AdminKey => AdminKey::parse(text).map(Self::Admin),
            SecretKind::WebhookSecret => WebhookSecret::parse(text).map(Self::Webhook),
            SecretKind::ProxyPassword => ProxyLogin::parse(text).map(Self::Proxy),
            SecretKind::TeamPassword => TeamPassword::parse(text).map(Self::Team),
            SecretKind::SignInToken => SignInToken::parse(text).map(Self::SignIn),
        }
    }

    pub fn kind(&self) -> SecretKind {
        match self {
            Self::Key(_) => SecretKind::SecretKey,
            Self::Admin(_) => SecretKind::AdminKey,
            Self::Webhook(_) => SecretKind::WebhookSecret,
            Self::Proxy(_) => SecretKind::ProxyPassword,
            Self::Team(_) => SecretKind::TeamPassword,
            Self::SignIn(_) => SecretKind::SignInToken,
        }
    }

    /// The secret itself, for the keyring.
    pub fn expose(&self) -> &str {
        match self {
            Self::Key(key) => key.expose(),
            Self::Admin(key) => key.expose(),
            Self::Webhook(secret) => secret.expose(),
            Self::Proxy(login) => login.expose(),
            Self::Team(password) => password.expose(),
            Self::SignIn(token) => token.expose(),
        }
    }

    /// The secret key, if it is one.
    pub fn into_key(self) -> Option<ApiKey> {
        if let Self::Key(key) = self { Some(key) } else { None }
    }

    /// The admin key, if it is one.
    pub fn into_admin(self) -> Option<AdminKey> {
        if let Self::Admin(key) = self { Some(key) } else { None }
    }

    /// The webhook secret, if it is one.
    pub fn into_webhook(self) -> Option<WebhookSecret> {
        if let Self::Webhook(secret) = self { Some(secret) } else { None }
    }

    /// The password of a team's database, if it is one.
    pub fn into_team(self) -> Option<TeamPassword> {
        if let Self::Team(password) = self { Some(password) } else { None }
    }

    /// The token of a sign-in, if it is one.
    pub fn into_sign_in(self) -> Option<SignInToken> {
        if let Self::SignIn(token) = self { Some(token) } else { None }
    }

    /// The password of a proxy, if it is one.
    pub fn into_proxy(self) -> Option<ProxyLogin> {
        if let Self::Proxy(login) = self { Some(login) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_of_a_key_decides_what_it_opens() {
        assert_eq!(ApiKey::parse(" snd_abc\n").unwrap().environment(), Environment::Sandbox);
        assert_eq!(ApiKey::parse("dev_abc").unwrap().environment(), Environment::Sandbox);
        assert_eq!(ApiKey::parse("prd_abc").unwrap().environment(), Environment::Production);
        assert_eq!(ApiKey::parse(" snd_abc\n").unwrap().expose(), "snd_abc");
        for text in ["admin_abc", "test_admin", "c0ffee+/=="] {
            assert_eq!(AdminKey::parse(text).unwrap().expose(), text);
        }
        for text in ["whsec_abc", "c0ffee+/=="] {
            assert_eq!(WebhookSecret::parse(text).unwrap().expose(), text);
        }
    }

    const TEXTS: [&str; 6] = [
        "snd_topsecret",
        "admin_topsecret",
        "whsec_topsecret",
        "http://me:topsecret@p.example",
        "topsecret ü",
        "eyJ0.topsecret.eyJ1",
    ];

    #[test]
    fn a_secret_knows_its_kind() {
        for (kind, text) in SecretKind::ALL.into_iter().zip(TEXTS) {
            let secret = Secret::parse(kind, text).unwrap();
            assert_eq!((secret.kind(), secret.expose()), (kind, text));
            assert_eq!(secret.clone().into_key().is_some(), kind == SecretKind::SecretKey);
            assert_eq!(secret.clone().into_admin().is_some(), kind == SecretKind::AdminKey);
            assert_eq!(secret.clone().into_webhook().is_some(), kind == SecretKind::WebhookSecret);
            assert_eq!(secret.into_proxy().is_some(), kind == SecretKind::ProxyPassword);
        }
    }

    #[test]
    fn a_clone_shares_the_one_buffer() {
        let key = ApiKey::parse("snd_abc").unwrap();
        assert_eq!(key.expose().as_ptr(), key.clone().expose().as_ptr());
    }

    #[test]
    fn a_printed_secret_shows_nothing_of_itself() {
        for (kind, text) in SecretKind::ALL.into_iter().zip(TEXTS) {
            assert!(!format!("{:?}", Secret::parse(kind, text).unwrap()).contains("topsecret"));
        }
        assert!(!format!("{:?}", SecretText::new("topsecret")).contains("topsecret"));
    }
}
