//! What the parts of a name and a postal address are called, where the service reports them by its own names; and what
//! an e-mail address looks like.

use super::payment::Pair;
use super::text::code_text;

/// The parts whose name in the API says less than that of their field on a form.
const NAMES: [(&str, &str); 6] = [
    ("line1", "Address line 1"),
    ("line2", "Address line 2"),
    ("line3", "Address line 3"),
    ("zip", "Postcode"),
    ("state", "State or region"),
    ("number", "Phone"),
];

/// The pairs with their names as text: `address.first_name` as `First name`.
pub fn address_text(pairs: &[Pair]) -> Vec<Pair> {
    pairs.iter().map(|(name, value)| (part_text(name), value.clone())).collect()
}

fn part_text(name: &str) -> String {
    let part = name.rsplit('.').next().unwrap_or(name);
    if let Some((_, text)) = NAMES.iter().find(|(known, _)| *known == part) {
        return (*text).to_owned();
    }
    code_text(part)
}

/// Whether a text has the form of an e-mail address, `name@host.domain` without blanks. Whether there is such a mailbox
/// is the business of the mail server.
pub fn is_email(text: &str) -> bool {
    let Some((name, host)) = text.split_once('@') else { return false };
    let is_host = host.contains('.') && !host.contains('@') && host.split('.').all(|part| !part.is_empty());
    !name.is_empty() && is_host && !text.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_an_address_are_named_as_on_a_form_and_others_by_their_own_words() {
        for (name, text) in [
            ("address.line1", "Address line 1"),
            ("zip", "Postcode"),
            ("first_name", "First name"),
            ("phone.country_code", "Country code"),
            ("borough", "Borough"),
            ("", ""),
        ] {
            assert_eq!(part_text(name), text);
        }
    }

    #[test]
    fn an_email_address_has_a_name_a_host_and_a_domain() {
        for fits in ["ada@mail.example", "a.b+c@x.co.uk", "ü@münchen.example"] {
            assert!(is_email(fits), "{fits}");
        }
        for bad in ["", "ada", "@mail.example", "ada@", "ada@mail", "ada@.example", "ada@mail.", "a@b@c.de", "a b@c.de"]
        {
            assert!(!is_email(bad), "{bad}");
        }
    }
}
