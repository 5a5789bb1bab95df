//! Checks of numbers that money is sent to, beyond their form: what can be known wrong before anything leaves.
//!
//! Each answers with the rule that is broken, as the end of “… must be”, and never repeats the number. A number that
//! passes may still belong to nobody, or to somebody else.

use chrono::{Datelike, NaiveDate};
use iban::{Iban, ParseIbanError};

use super::country::Country;

/// Length of an IBAN by country, in characters (SWIFT IBAN registry, release 99). The library that checks IBANs keeps its
/// own lengths to itself, and a wrong length is the mistake that is easiest to mend.
const IBAN_LENGTHS: [(&str, usize); 89] = [
    ("AD", 24),
    ("AE", 23),
    ("AL", 28),
    ("AT", 20),
    ("AZ", 28),
    ("BA", 20),
    ("BE", 16),
    ("BG", 22),
    ("BH", 22),
    ("BI", 27),
    ("BR", 29),
    ("BY", 28),
    ("CH", 21),
    ("CR", 22),
    ("CY", 28),
    ("CZ", 24),
    ("DE", 22),
    ("DJ", 27),
    ("DK", 18),
    ("DO", 28),
    ("EE", 20),
    ("EG", 29),
    ("ES", 24),
    ("FI", 18),
    ("FK", 18),
    ("FO", 18),
    ("FR", 27),
    ("GB", 22),
    ("GE", 22),
    ("GI", 23),
    ("GL", 18),
    ("GR", 27),
    ("GT", 28),
    ("HN", 28),
    ("HR", 21),
    ("HU", 28),
    ("IE", 22),
    ("IL", 23),
    ("IQ", 23),
    ("IS", 26),
    ("IT", 27),
    ("JO", 30),
    ("KW", 30),
    ("KZ", 20),
    ("LB", 28),
    ("LC", 32),
    ("LI", 21),
    ("LT", 20),
    ("LU", 20),
    ("LV", 21),
    ("LY", 25),
    ("MC", 27),
    ("MD", 24),
    ("ME", 22),
    ("MK", 19),
    ("MN", 20),
    ("MR", 27),
    ("MT", 31),
    ("MU", 30),
    ("NI", 28),
    ("NL", 18),
    ("NO", 15),
    ("OM", 23),
    ("PK", 24),
    ("PL", 28),
    ("PS", 29),
    ("PT", 25),
    ("QA", 29),
    ("RO", 24),
    ("RS", 22),
    ("RU", 33),
    ("SA", 24),
    ("SC", 31),
    ("SD", 18),
    ("SE", 24),
    ("SI", 19),
    ("SK", 24),
    ("SM", 27),
    ("SO", 23),
    ("ST", 25),
    ("SV", 28),
    ("TL", 23),
    ("TN", 24),
    ("TR", 26),
    ("UA", 29),
    ("VA", 22),
    ("VG", 24),
    ("XK", 20),
    ("YE", 30),
];

/// Whether a country of this two-letter code exists; small letters count as capitals.
pub fn is_assigned_country(code: &str) -> bool {
    Country::of(code).is_some()
}

/// Why `text` is no country's code.
pub fn country_fault(text: &str) -> Option<&'static str> {
    (!is_assigned_country(text.trim())).then_some("a two-letter country code (ISO 3166-1), such as DE")
}

/// Why `text` is no IBAN: its form, the length its country has, its check digits (ISO 13616, modulus 97), or what is
/// where in its country.
pub fn iban_fault(text: &str) -> Option<String> {
    let iban = text.replace(' ', "").to_ascii_uppercase();
    if !has_form_of_iban(iban.as_bytes()) {
        return Some("an IBAN: a country's two letters, two check digits, then letters and digits".to_owned());
    }
    let country = &iban[..2];
    match IBAN_LENGTHS.iter().find(|(code, _)| *code == country) {
        None => return Some(format!("an IBAN from a country that uses IBANs; {country} does not")),
        Some((_, length)) if iban.len() != *length => {
            return Some(format!("{length} characters long for {country}; this has {}", iban.len()));
        }
        Some(_) => {}
    }
    match iban.parse::<Iban>() {
        // The registry grows: a country of the table above that the library does not know yet.
        Ok(_) | Err(ParseIbanError::UnknownCountry(_)) => None,
        Err(ParseIbanError::InvalidBaseIban { .. }) => {
            Some("a valid IBAN; a character may be mistyped or swapped".to_owned())
        }
        Err(ParseIbanError::InvalidBban(_)) => {
            Some(format!("an IBAN in the format of {country}; this one has letters and digits in the wrong places"))
        }
    }
}

/// The country of the bank of an IBAN that is right.
pub fn iban_country(text: &str) -> Option<Country> {
    let code = text.trim().get(..2)?.to_ascii_uppercase();
    Country::of(&code).filter(|_| iban_fault(text).is_none())
}

fn has_form_of_iban(iban: &[u8]) -> bool {
    iban.len() > 4
        && iban.iter().all(u8::is_ascii_alphanumeric)
        && iban[..2].iter().all(u8::is_ascii_alphabetic)
        && iban[2..4].iter().all(u8::is_ascii_digit)
}

/// Why `text` is no BIC (ISO 9362): four letters, a country, two and maybe three more letters or digits.
pub fn bic_fault(text: &str) -> Option<&'static str> {
    let bytes = text.as_bytes();
    let has_form = matches!(bytes.len(), 8 | 11)
        && bytes.iter().all(u8::is_ascii_alphanumeric)
        && bytes[..6].iter().all(u8::is_ascii_alphabetic);
    if !has_form {
        return Some("a BIC: 8 or 11 characters, of which the first six are letters");
    }
    (!is_assigned_country(&text[4..6])).then_some("a BIC with a country code as its fifth and sixth letters")
}

/// Why a BIC and an IBAN do not belong together: their countries differ. A few territories share a system.
pub fn bic_of_other_country(bic: &str, iban: &str) -> bool {
    const SHARED: [(&str, &[&str]); 3] = [
        ("FR", &["GF", "GP", "MQ", "RE", "PF", "TF", "YT", "NC", "BL", "MF", "PM", "WF", "MC"]),
        ("GB", &["IM", "GG", "JE"]),
        ("FI", &["AX"]),
    ];
    let (Some(of_bic), Some(of_iban)) = (bic.get(4..6), iban.trim_start().get(..2)) else { return false };
    let (of_bic, of_iban) = (of_bic.to_ascii_uppercase(), of_iban.to_ascii_uppercase());
    let shares = |(home, others): &(&str, &[&str])| {
        let has = |code: &str| code == *home || others.contains(&code);
        has(&of_bic) && has(&of_iban)
    };
    of_bic != of_iban && !SHARED.iter().any(shares)
}

/// Why `text` is no ABA routing number: nine digits, the weights 3, 7, 1 sum to a multiple of ten.
pub fn aba_fault(text: &str) -> Option<&'static str> {
    let Some(digits) = digits_of(text, b" ").filter(|digits| digits.len() == 9) else {
        return Some("a routing number of nine digits");
    };
    let sum: u32 = digits.iter().zip([3, 7, 1].into_iter().cycle()).map(|(digit, weight)| digit * weight).sum();
    let is_right = sum > 0 && sum.is_multiple_of(10);
    (!is_right).then_some("a valid routing number; a digit may be mistyped or swapped")
}

/// Why `text` is no sort code: six digits, in pairs or without.
pub fn sort_code_fault(text: &str) -> Option<&'static str> {
    let fits = digits_of(text, b" -").is_some_and(|digits| digits.len() == 6);
    (!fits).then_some("a sort code of six digits, such as 20-00-00")
}

/// Why `text` is no number of a British account: eight digits, some banks have six or seven.
pub fn uk_account_fault(text: &str) -> Option<&'static str> {
    let fits = digits_of(text, b" -").is_some_and(|digits| (6..=8).contains(&digits.len()));
    (!fits).then_some("an account number of six to eight digits")
}

/// Why `text` is no number of an account at an American bank: at most 17 digits.
pub fn us_account_fault(text: &str) -> Option<&'static str> {
    let fits = digits_of(text, b" -").is_some_and(|digits| (4..=17).contains(&digits.len()));
    (!fits).then_some("an account number of 4 to 17 digits")
}

/// Why `text` is no card's number: 12 to 19 digits with a check digit (ISO/IEC 7812-1, Luhn).
pub fn card_fault(text: &str) -> Option<&'static str> {
    let Some(digits) = digits_of(text, b" -").filter(|digits| (12..=19).contains(&digits.len())) else {
        return Some("a card number of 12 to 19 digits");
    };
    let doubled = |digit: u32| if digit > 4 { 2 * digit - 9 } else { 2 * digit };
    let sum: u32 = digits
        .iter()
        .rev()
        .zip([false, true].into_iter().cycle())
        .map(|(digit, twice)| if twice { doubled(*digit) } else { *digit })
        .sum();
    let is_right = sum > 0 && sum.is_multiple_of(10);
    (!is_right).then_some("a valid card number; a digit may be mistyped or swapped")
}

/// Why a card cannot be paid to: it expired before `today`, or expires further away than any card does. `None` also
/// where month or year cannot be read: that is another rule's.
pub fn expiry_fault(month: &str, year: &str, today: NaiveDate) -> Option<&'static str> {
    let month: u32 = month.parse().ok().filter(|month| (1..=12).contains(month))?;
    let year: i32 = year.parse().ok().map(|given: i32| if year.len() == 2 { 2000 + given } else { given })?;
    if (year, month) < (today.year(), today.month()) {
        return Some("an expiry date in the future");
    }
    (year > today.year() + 30).then_some("an expiry date within 30 years")
}

/// The digits of `text`, in which there is nothing else than `gaps`.
fn digits_of(text: &str, gaps: &[u8]) -> Option<Vec<u32>> {
    text.chars()
        .filter(|c| !u8::try_from(*c).is_ok_and(|byte| gaps.contains(&byte)))
        .map(|c| c.is_ascii_digit().then(|| c.to_digit(10)).flatten())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Examples of the IBAN registry and of central banks.
    const IBANS: [&str; 18] = [
        "DE89 3704 0044 0532 0130 00",
        "GB29NWBK60161331926819",
        "GB82 WEST 1234 5698 7654 32",
        "FR1420041010050500013M02606",
        "NL91ABNA0417164300",
        "ES9121000418450200051332",
        "IT60X0542811101000000123456",
        "BE68539007547034",
        "CH9300762011623852957",
        "AT611904300234573201",
        "NO9386011117947",
        "PL61109010140000071219812874",
        "SE4550000000058398257466",
        "MT84MALT011000012345MTLCAST001S",
        "SA0380000000608010167519",
        "BR1800360305000010009795493C1",
        "IE29AIBK93115212345678",
        "lu280019400644750000",
    ];

    #[test]
    fn published_ibans_pass_and_every_changed_digit_is_found() {
        for iban in IBANS {
            assert_eq!(iban_fault(iban), None, "{iban}");
            for (place, c) in iban.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
                let other = char::from_digit((c.to_digit(10).unwrap() + 1) % 10, 10).unwrap();
                let mut changed = iban.to_owned();
                changed.replace_range(place..=place, &other.to_string());
                assert!(iban_fault(&changed).is_some(), "{changed}");
            }
        }
        let swapped = iban_fault("DE89370400440532013000".replace("37", "73").as_str());
        assert!(swapped.unwrap().contains("mistyped or swapped"));
    }

    #[test]
    fn an_iban_has_the_length_of_its_country_and_a_country_that_has_ibans() {
        assert_eq!(iban_fault("DE8937040044053201300").unwrap(), "22 characters long for DE; this has 21");
        assert_eq!(iban_fault("NL91ABNA04171643000").unwrap(), "18 characters long for NL; this has 19");
        assert!(iban_fault("US89370400440532013000").unwrap().contains("US does not"));
        for odd in ["", "D", "DE", "DE89", "8937040044", "DEXX370400440532013000", "DE89-3704", "ÄÖ89370400440532"] {
            assert!(iban_fault(odd).unwrap().starts_with("an IBAN: "), "{odd}");
        }
        assert!(IBAN_LENGTHS.is_sorted(), "the table is in order, so that a country cannot be listed twice unseen");
        assert!(IBAN_LENGTHS.iter().all(|(code, length)| is_assigned_country(code) && (15..=34).contains(length)));
    }

    #[test]
    fn an_iban_has_letters_and_digits_where_its_country_has_them() {
        // Right check digits; the bank of a British account is four letters, and Germany knows digits only.
        for odd in ["GB58123460161331926819", "DE47370400440532013A00"] {
            assert!(
                iban_fault(odd).unwrap().contains("letters and digits in the wrong places"),
                "{odd}: {:?}",
                iban_fault(odd)
            );
        }
        assert_eq!(iban_fault("HN88CABF00000000000250005469"), None, "newer than the library");
    }

    #[test]
    fn published_bics_pass_and_others_do_not() {
        for bic in ["DEUTDEFF", "DEUTDEFF500", "NEDSZAJJXXX", "COBADEFF", "bofaus3n"] {
            assert_eq!(bic_fault(bic), None, "{bic}");
        }
        for odd in ["", "DEUTDEF", "DEUTDEFF5", "DEUTDEFF50", "DEUTDEFF5000", "DEU7DEFF", "DEUT DEF", "DÉUTDEF"] {
            assert!(bic_fault(odd).unwrap().contains("8 or 11"), "{odd}");
        }
        assert!(bic_fault("DEUTZZFF").unwrap().contains("country"));
    }

    #[test]
    fn a_bic_of_another_country_than_the_iban_s_is_noticed() {
        assert!(bic_of_other_country("DEUTDEFF", "FR1420041010050500013M02606"));
        assert!(!bic_of_other_country("COBADEFF", "de89370400440532013000"));
        assert!(!bic_of_other_country("BNPAFRPP", "MC5811222000010123456789030"), "Monaco banks in France");
        assert!(!bic_of_other_country("", "DE") && !bic_of_other_country("COBADEFF", ""));
    }

    #[test]
    fn published_routing_numbers_pass_and_a_swapped_digit_does_not() {
        for aba in ["021000021", "011000015", "111000025", "122105155", "110000000", "0210 00021"] {
            assert_eq!(aba_fault(aba), None, "{aba}");
        }
        for odd in ["201000021", "021000022", "000000000"] {
            assert!(aba_fault(odd).unwrap().contains("mistyped"), "{odd}");
        }
        for odd in ["", "02100002", "0210000210", "02100002a", "０２１００００２１"] {
            assert!(aba_fault(odd).unwrap().contains("nine digits"), "{odd}");
        }
    }

    #[test]
    fn sort_codes_and_account_numbers_have_their_digits() {
        assert!(["20-00-00", "200000", "08 99 99"].iter().all(|text| sort_code_fault(text).is_none()));
        assert!(
            ["20-20-15-77-8", "20000", "2000000", "20.00.00", ""].iter().all(|text| sort_code_fault(text).is_some())
        );
        assert!(["66374958", "6637495", "123456"].iter().all(|text| uk_account_fault(text).is_none()));
        assert!(["12345", "123456789", "6637495a"].iter().all(|text| uk_account_fault(text).is_some()));
        assert!(["000123456789", "1234", "12345678901234567"].iter().all(|text| us_account_fault(text).is_none()));
        assert!(["123", "123456789012345678", "12E4"].iter().all(|text| us_account_fault(text).is_some()));
    }

    #[test]
    fn published_test_cards_pass_and_a_changed_digit_does_not() {
        for card in
            ["4242424242424242", "4111 1111 1111 1111", "5555-5555-5555-4444", "378282246310005", "6011111111111117"]
        {
            assert_eq!(card_fault(card), None, "{card}");
        }
        assert!(card_fault("4242424242424241").unwrap().contains("mistyped"));
        assert!(card_fault("0000000000000000").unwrap().contains("mistyped"));
        for odd in ["", "42424242424", "42424242424242424242", "4242x24242424242"] {
            assert!(card_fault(odd).unwrap().contains("12 to 19"), "{odd}");
        }
    }

    #[test]
    fn a_card_is_good_until_the_end_of_its_month() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
        for (month, year) in [("11", "2026"), ("11", "26"), ("01", "2027"), ("12", "2056"), ("13", "2020"), ("", "")] {
            assert_eq!(expiry_fault(month, year, today), None, "{month}/{year}");
        }
        for (month, year) in [("10", "2026"), ("10", "26"), ("12", "2025")] {
            assert!(expiry_fault(month, year, today).unwrap().contains("in the future"), "{month}/{year}");
        }
        assert!(expiry_fault("01", "2057", today).unwrap().contains("30 years"));
    }

    #[test]
    fn countries_are_those_that_are_assigned() {
        assert!(["DE", "de", "GB", "XK", "ZW"].iter().all(|code| country_fault(code).is_none()));
        assert!(["UK", "EU", "ZZ", "D", "DEU", "", "DE GB"].iter().all(|code| country_fault(code).is_some()));
    }
}
