//! Checks a text that should be a key: what is wrong with it, and what to do. Never says what the text was.

use super::{KeyKind, SecretKind};
use crate::text::is_hidden;

/// Longest key taken, in characters: the smallest keyring (Windows, 2,560 bytes of UTF-16) holds it.
pub const KEY_MAX_CHARS: usize = 1_024;

/// What is copied along with a key from documentation and from other programs.
const HEADERS: [&str; 6] = ["bearer ", "api-key:", "api-key ", "api-key=", "authorization:", "x-api-key:"];
/// Quotes that programs put around a text, straight and smart.
const QUOTES: [char; 16] = ['"', '\'', '`', '´', '“', '”', '„', '‟', '‘', '’', '‚', '‛', '«', '»', '‹', '›'];

/// Why a text cannot be the key it is given as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    #[error("Enter the {}: copy it from where the service showed it", .0.name())]
    Empty(SecretKind),
    #[error("One character is not the whole {}: copy it again", .0.name())]
    OneCharacter(SecretKind),
    #[error("There is nothing after the prefix of this {}: copy all of it again", .0.name())]
    PrefixOnly(SecretKind),
    #[error("This {} is {chars} characters long; the limit is {KEY_MAX_CHARS}: copy only the key", .kind.name())]
    TooLong { kind: SecretKind, chars: usize },
    #[error("There are quotes around this {}: remove them", .0.name())]
    Quotes(SecretKind),
    #[error("“Bearer” and “api-key:” are not part of the {}: paste only what follows them", .0.name())]
    Header(SecretKind),
    #[error("There is a line break in this {}: copy only the key, which is one line", .0.name())]
    LineBreak(SecretKind),
    #[error("There is a space in this {}: copy only the key, without spaces", .0.name())]
    Space(SecretKind),
    #[error("This {} contains {}, but can only contain plain letters, digits and symbols: copy it again from where the \
        service showed it", .kind.name(), character_text(*.character))]
    Character { kind: SecretKind, character: char },
    #[error("A publishable key (pk_…) belongs in a browser; Paydesk needs the {}", .0.described())]
    Publishable(SecretKind),
    #[error("An admin key (admin_…) only creates API keys; Paydesk needs the {}", .0.described())]
    Admin(SecretKind),
    #[error("A secret key (snd_…, dev_… or prd_…) was given where the {} belongs", .0.described())]
    Secret(SecretKind),
    #[error("A webhook secret (whsec_…) only proves who sent a webhook; Paydesk needs the {}", .0.described())]
    Webhook(SecretKind),
    #[error("{}: copy all of it again", .0.prefix_text())]
    Prefix(SecretKind),
}

impl SecretKind {
    /// The kind with the prefixes it has.
    fn described(self) -> &'static str {
        match self {
            Self::SecretKey => "secret key (snd_…, dev_… or prd_…)",
            Self::AdminKey => "admin key",
            Self::WebhookSecret => "webhook secret",
            Self::ProxyPassword => "proxy password",
            Self::TeamPassword => "team database password",
            Self::SignInToken => "dashboard sign-in",
        }
    }

    fn prefix_text(self) -> &'static str {
        match self {
            Self::SecretKey => "A secret key starts with snd_ or dev_ (sandbox), or prd_ (production)",
            Self::AdminKey => "An admin key can have any prefix",
            Self::WebhookSecret => "A webhook secret has no such prefix",
            Self::ProxyPassword => "A proxy password is stored with the address of its proxy",
            Self::TeamPassword => "A database password has no prefix",
            Self::SignInToken => "A dashboard sign-in has no prefix",
        }
    }
}

/// The first character that no key has: such a one is no part of a key, so it may be named.
fn character_text(c: char) -> String {
    let number = u32::from(c);
    if c.is_whitespace() || is_hidden(c) {
        format!("an invisible character (U+{number:04X})")
    } else {
        format!("“{c}” (U+{number:04X})")
    }
}

/// The key in `text`, without the white space around it.
pub(super) fn validated(kind: SecretKind, text: &str) -> Result<&str, KeyError> {
    let text = text.trim();
    let chars = text.chars().count();
    match chars {
        0 => return Err(KeyError::Empty(kind)),
        1 => return Err(KeyError::OneCharacter(kind)),
        _ if chars > KEY_MAX_CHARS => return Err(KeyError::TooLong { kind, chars }),
        _ => {}
    }
    check_form(kind, text)?;
    check_place(kind, KeyKind::of(text))?;
    if KeyKind::prefix_of(text) == Some(text) {
        return Err(KeyError::PrefixOnly(kind));
    }
    Ok(text)
}

/// A password in `text`: any characters of one line.
pub(super) fn one_line(kind: SecretKind, text: &str) -> Result<&str, KeyError> {
    let text = text.trim_end_matches(['\r', '\n']);
    match text.chars().count() {
        0 => Err(KeyError::Empty(kind)),
        chars if chars > KEY_MAX_CHARS => Err(KeyError::TooLong { kind, chars }),
        _ => match text.chars().find(|c| c.is_control()) {
            None => Ok(text),
            Some('\n' | '\r') => Err(KeyError::LineBreak(kind)),
            Some(character) => Err(KeyError::Character { kind, character }),
        },
    }
}

fn check_form(kind: SecretKind, text: &str) -> Result<(), KeyError> {
    if text.starts_with(QUOTES) || text.ends_with(QUOTES) {
        return Err(KeyError::Quotes(kind));
    }
    let begins = |header: &str| text.get(..header.len()).is_some_and(|head| head.eq_ignore_ascii_case(header));
    if HEADERS.iter().any(|header| begins(header)) {
        return Err(KeyError::Header(kind));
    }
    match text.chars().find(|c| !c.is_ascii_graphic()) {
        None => Ok(()),
        Some('\n' | '\r') => Err(KeyError::LineBreak(kind)),
        Some(' ' | '\t') => Err(KeyError::Space(kind)),
        Some(character) => Err(KeyError::Character { kind, character }),
    }
}

fn check_place(kind: SecretKind, given: KeyKind) -> Result<(), KeyError> {
    match (kind, given) {
        (SecretKind::SecretKey, KeyKind::Secret(_))
        | (SecretKind::AdminKey, KeyKind::Admin | KeyKind::Unknown)
        | (SecretKind::WebhookSecret, KeyKind::Webhook | KeyKind::Unknown)
        | (SecretKind::ProxyPassword, KeyKind::Unknown)
        | (SecretKind::TeamPassword | SecretKind::SignInToken, _) => Ok(()),
        (_, KeyKind::Publishable(_)) => Err(KeyError::Publishable(kind)),
        (_, KeyKind::Admin) => Err(KeyError::Admin(kind)),
        (_, KeyKind::Secret(_)) => Err(KeyError::Secret(kind)),
        (_, KeyKind::Webhook) => Err(KeyError::Webhook(kind)),
        (SecretKind::SecretKey, KeyKind::Unknown) => Err(KeyError::Prefix(kind)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secret::Secret;

    /// Those that a service issues; a password is any text.
    const KINDS: [SecretKind; 4] =
        [SecretKind::SecretKey, SecretKind::AdminKey, SecretKind::WebhookSecret, SecretKind::ProxyPassword];

    fn refused(kind: SecretKind, text: &str) -> KeyError {
        Secret::parse(kind, text).unwrap_err()
    }

    #[test]
    fn what_is_wrong_with_the_form_of_a_text_is_reported_for_every_kind() {
        for kind in KINDS {
            assert_eq!(refused(kind, ""), KeyError::Empty(kind));
            assert_eq!(refused(kind, " \r\n\t"), KeyError::Empty(kind));
            assert_eq!(refused(kind, "s"), KeyError::OneCharacter(kind));
            assert_eq!(refused(kind, "ü"), KeyError::OneCharacter(kind));
            assert_eq!(refused(kind, &"s".repeat(5_000)), KeyError::TooLong { kind, chars: 5_000 });
            assert_eq!(refused(kind, "snd_a b"), KeyError::Space(kind));
            assert_eq!(refused(kind, "snd_a\tb"), KeyError::Space(kind));
            assert_eq!(refused(kind, "snd_a\nsnd_b"), KeyError::LineBreak(kind));
            assert_eq!(refused(kind, "snd_a\r\nsnd_b"), KeyError::LineBreak(kind));
            for (character, text) in [('ö', "snd_möwe"), ('\u{200B}', "snd_a\u{200B}é"), ('\0', "snd_a\0b")] {
                assert_eq!(refused(kind, text), KeyError::Character { kind, character });
            }
            for header in ["Bearer ", "bearer ", "api-key: ", "API-KEY:", "Authorization: Bearer ", "X-Api-Key: "] {
                assert_eq!(refused(kind, &format!("{header}snd_abc")), KeyError::Header(kind), "{header}");
            }
        }
    }

    #[test]
    fn a_password_is_any_text_of_one_line() {
        let kind = SecretKind::TeamPassword;
        for text in ["s", " two words ", "“möwe”", "snd_abc", "Bearer x"] {
            assert_eq!(Secret::parse(kind, text).unwrap().expose(), text);
        }
        assert_eq!(Secret::parse(kind, "typed\r\n").unwrap().expose(), "typed");
        assert_eq!(refused(kind, "\n"), KeyError::Empty(kind));
        assert_eq!(refused(kind, "two\nlines"), KeyError::LineBreak(kind));
        assert_eq!(refused(kind, "a\0b"), KeyError::Character { kind, character: '\0' });
        assert_eq!(refused(kind, &"s".repeat(5_000)), KeyError::TooLong { kind, chars: 5_000 });
    }

    #[test]
    fn quotes_around_a_key_are_reported_whatever_they_look_like() {
        for (open, close) in [('"', '"'), ('\'', '\''), ('“', '”'), ('„', '“'), ('‘', '’'), ('«', '»'), ('`', '`')]
        {
            for text in [format!("{open}snd_abc{close}"), format!("{open}snd_abc"), format!("snd_abc{close}")] {
                assert_eq!(refused(SecretKind::SecretKey, &text), KeyError::Quotes(SecretKind::SecretKey), "{text}");
            }
        }
    }

    #[test]
    fn a_key_in_the_wrong_place_is_refused_with_the_reason() {
        use SecretKind::{AdminKey, ProxyPassword, SecretKey, WebhookSecret};
        for (kind, text, reported) in [
            (SecretKey, "pk_prd_abc", KeyError::Publishable(SecretKey)),
            (AdminKey, "pk_snd_abc", KeyError::Publishable(AdminKey)),
            (WebhookSecret, "pk_snd_abc", KeyError::Publishable(WebhookSecret)),
            (SecretKey, "pk_live_abc", KeyError::Publishable(SecretKey)),
            (SecretKey, "admin_abc", KeyError::Admin(SecretKey)),
            (WebhookSecret, "admin_abc", KeyError::Admin(WebhookSecret)),
            (AdminKey, "prd_abc", KeyError::Secret(AdminKey)),
            (WebhookSecret, "snd_abc", KeyError::Secret(WebhookSecret)),
            (SecretKey, "whsec_abc", KeyError::Webhook(SecretKey)),
            (AdminKey, "whsec_abc", KeyError::Webhook(AdminKey)),
            (SecretKey, "sk_abc", KeyError::Prefix(SecretKey)),
            (AdminKey, "dev_abc", KeyError::Secret(AdminKey)),
            (SecretKey, "snd_", KeyError::PrefixOnly(SecretKey)),
            (AdminKey, "admin_", KeyError::PrefixOnly(AdminKey)),
            (WebhookSecret, "whsec_", KeyError::PrefixOnly(WebhookSecret)),
            (ProxyPassword, "snd_abc", KeyError::Secret(ProxyPassword)),
            (ProxyPassword, "hunter2", KeyError::Prefix(ProxyPassword)),
        ] {
            assert_eq!(refused(kind, text), reported, "{text}");
        }
    }

    #[test]
    fn what_is_reported_names_the_kind_says_what_to_do_and_never_repeats_the_text() {
        for kind in KINDS {
            for text in ["", "z", "“topsecret”", "Bearer topsecret", "top secret", "top\nsecret", "topsecretü"] {
                let error = refused(kind, text);
                let message = error.to_string();
                assert!(message.contains(kind.name()) && message.contains(": "), "{message}");
                assert!(!format!("{message}{error:?}").contains("topsecret") && !message.ends_with('.'), "{message}");
            }
        }
        let message = refused(SecretKind::SecretKey, "snd_a\u{FEFF}b").to_string();
        assert!(message.contains("an invisible character (U+FEFF)"), "{message}");
        assert!(refused(SecretKind::SecretKey, "snd_möwe").to_string().contains("“ö” (U+00F6)"));
    }
}
