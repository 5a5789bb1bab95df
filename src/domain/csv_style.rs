//! What stands between the cells of a text table and before the decimals of its amounts: spreadsheets of most countries
//! with a decimal comma expect semicolons.

use serde::{Deserialize, Serialize};

/// What stands between two cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
pub enum CsvSeparator {
    #[default]
    Comma,
    Semicolon,
    Tab,
}

impl CsvSeparator {
    pub fn sign(self) -> char {
        match self {
            Self::Comma => ',',
            Self::Semicolon => ';',
            Self::Tab => '\t',
        }
    }
}

/// What stands before the decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
pub enum CsvDecimal {
    #[default]
    Point,
    Comma,
}

/// How a text table is written; by default as programs read it, with commas and decimal points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct CsvStyle {
    pub separator: CsvSeparator,
    pub decimal: CsvDecimal,
}

/// Languages with a decimal comma, wherever they are spoken unless [`POINT`] says otherwise.
const COMMA: [&str; 49] = [
    "af", "az", "be", "bg", "bs", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fi", "fo", "fr", "gl", "hr", "hu",
    "hy", "id", "is", "it", "ka", "kk", "ky", "lb", "lt", "lv", "mk", "nb", "nl", "nn", "no", "pl", "pt", "ro", "ru",
    "sk", "sl", "sq", "sr", "sv", "tk", "tr", "tt", "uk", "uz", "vi",
];
/// Languages and regions that differ from the language: with a decimal point.
const POINT: [&str; 17] = [
    "de-CH", "de-LI", "it-CH", "es-419", "es-CU", "es-DO", "es-GT", "es-HN", "es-MX", "es-NI", "es-PA", "es-PE",
    "es-PR", "es-SV", "es-US", "es-BZ", "es-PH",
];
/// Languages and regions that differ from the language: with a decimal comma.
const ALSO_COMMA: [&str; 14] = [
    "en-AT", "en-BE", "en-DE", "en-DK", "en-FI", "en-NL", "en-SE", "en-SI", "en-ZA", "ar-DZ", "ar-LY", "ar-MA",
    "ar-MR", "ar-TN",
];
/// Regions whose spreadsheets expect semicolons before a decimal point too.
const SEMICOLON: [&str; 2] = ["CH", "LI"];

impl CsvStyle {
    /// What spreadsheets expect where the system has this locale: `de_DE.UTF-8`, `pt-BR`, `zh-Hans-CN`.
    pub fn of_locale(locale: &str) -> Self {
        let name = locale.split(['.', '@']).next().unwrap_or_default();
        let mut parts = name.split(['-', '_']);
        let language = parts.next().unwrap_or_default().to_ascii_lowercase();
        // Between them may stand the name of a script.
        let region = parts.find(|part| part.len() != 4).unwrap_or_default().to_ascii_uppercase();
        let place = format!("{language}-{region}");
        let is_in = |places: &[&str]| places.contains(&place.as_str());
        let has_comma = is_in(&ALSO_COMMA) || (COMMA.contains(&language.as_str()) && !is_in(&POINT));
        let has_semicolon = has_comma || SEMICOLON.contains(&region.as_str());
        Self {
            separator: if has_semicolon { CsvSeparator::Semicolon } else { CsvSeparator::Comma },
            decimal: if has_comma { CsvDecimal::Comma } else { CsvDecimal::Point },
        }
    }

    /// What was chosen, and where only one of both was, what goes with it.
    pub fn chosen(separator: Option<CsvSeparator>, decimal: Option<CsvDecimal>, otherwise: Self) -> Self {
        Self {
            separator: separator.unwrap_or(match decimal {
                None => otherwise.separator,
                Some(CsvDecimal::Point) => CsvSeparator::Comma,
                Some(CsvDecimal::Comma) => CsvSeparator::Semicolon,
            }),
            decimal: decimal.unwrap_or(match separator {
                Some(CsvSeparator::Comma) => CsvDecimal::Point,
                Some(CsvSeparator::Semicolon | CsvSeparator::Tab) | None => otherwise.decimal,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: CsvStyle = CsvStyle { separator: CsvSeparator::Comma, decimal: CsvDecimal::Point };
    const COMMAS: CsvStyle = CsvStyle { separator: CsvSeparator::Semicolon, decimal: CsvDecimal::Comma };

    #[test]
    fn a_locale_says_what_its_spreadsheets_expect() {
        for locale in
            ["de_DE.UTF-8", "de-AT", "fr", "pt_BR", "es-ES", "ru_RU.KOI8-R", "sr-Latn-RS", "en-DE", "nb_NO@euro"]
        {
            assert_eq!(CsvStyle::of_locale(locale), COMMAS, "{locale}");
        }
        for locale in ["en_US.UTF-8", "en-GB", "ja", "zh-Hans-CN", "es_MX.UTF-8", "C", "C.UTF-8", "POSIX", "", "x"] {
            assert_eq!(CsvStyle::of_locale(locale), PLAIN, "{locale}");
        }
        let swiss = CsvStyle { separator: CsvSeparator::Semicolon, decimal: CsvDecimal::Point };
        assert_eq!(CsvStyle::of_locale("de-CH"), swiss);
    }

    #[test]
    fn the_separator_and_the_decimal_mark_never_clash_unless_both_were_chosen() {
        use CsvSeparator::{Comma, Semicolon, Tab};
        let chosen = |separator, decimal, otherwise| CsvStyle::chosen(separator, decimal, otherwise);
        for otherwise in [PLAIN, COMMAS] {
            assert_eq!(chosen(None, None, otherwise), otherwise);
            assert_eq!(chosen(None, Some(CsvDecimal::Comma), otherwise), COMMAS);
            assert_eq!(chosen(None, Some(CsvDecimal::Point), otherwise), PLAIN);
            assert_eq!(chosen(Some(Comma), None, otherwise), PLAIN);
            assert_eq!(chosen(Some(Tab), None, otherwise).decimal, otherwise.decimal);
        }
        let both = chosen(Some(Semicolon), Some(CsvDecimal::Point), COMMAS);
        assert_eq!((both.separator, both.decimal), (Semicolon, CsvDecimal::Point));
    }
}
