//! What is typed of a customer's browser, read one way in every form that sends `browser_info`.

use std::collections::BTreeMap;
use std::str::FromStr;

use paydesk_api::input::{BrowserInfo, InputError};

use crate::text;

/// Where the browser is in a body.
const PLACE: &str = "browser_info";
/// The answers that [`BrowserTexts`] reads as true and as false.
pub const YES_NO: [&str; 2] = ["yes", "no"];

/// The texts of the fields of `browser_info`, by their names in the API.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BrowserTexts(BTreeMap<&'static str, String>);

impl BrowserTexts {
    /// The text of a field, to be typed into.
    pub fn text(&mut self, name: &'static str) -> &mut String {
        self.0.entry(name).or_default()
    }

    /// The text of a field, without blanks around it; empty where nothing is typed.
    pub fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", |text| text.trim())
    }

    /// Whether nothing is typed.
    pub fn is_empty(&self) -> bool {
        self.0.values().all(|text| text.trim().is_empty())
    }

    /// The browser as it is sent; `None` where nothing is typed. A number that cannot be read is reported at its field.
    pub fn read(&self, errors: &mut Vec<InputError>) -> Option<BrowserInfo> {
        let text = |name: &str| self.get(name).to_owned();
        let browser = BrowserInfo {
            ip_address: text("ip_address"),
            user_agent: text("user_agent"),
            accept_header: text("accept_header"),
            accept_language: text("accept_language"),
            language: text("language"),
            os_type: text("os_type"),
            os_version: text("os_version"),
            device_model: text("device_model"),
            referer: text("referer"),
            color_depth: self.number("color_depth", errors),
            screen_height: self.number("screen_height", errors),
            screen_width: self.number("screen_width", errors),
            time_zone: self.number("time_zone", errors),
            java_enabled: self.flag("java_enabled"),
            java_script_enabled: self.flag("java_script_enabled"),
        };
        (browser != BrowserInfo::default()).then_some(browser)
    }

    fn number<T: FromStr>(&self, name: &str, errors: &mut Vec<InputError>) -> Option<T> {
        let typed = self.get(name);
        let number = typed.parse().ok();
        if number.is_none() && !typed.is_empty() {
            errors.push(InputError::new(format!("{PLACE}.{name}"), text::WHOLE_NUMBER));
        }
        number
    }

    fn flag(&self, name: &str) -> Option<bool> {
        let [yes, no] = YES_NO.map(|answer| answer == self.get(name));
        (yes || no).then_some(yes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_read_and_a_number_that_is_none_is_reported_at_its_field() {
        let (mut texts, mut errors) = (BrowserTexts::default(), Vec::new());
        assert_eq!(texts.read(&mut errors), None);
        " 203.0.113.7 ".clone_into(texts.text("ip_address"));
        "-60".clone_into(texts.text("time_zone"));
        "wide".clone_into(texts.text("screen_width"));
        "no".clone_into(texts.text("java_enabled"));
        let read = texts.read(&mut errors).unwrap();
        assert_eq!(
            (read.ip_address.as_str(), read.time_zone, read.java_enabled),
            ("203.0.113.7", Some(-60), Some(false))
        );
        assert_eq!((read.screen_width, read.java_script_enabled), (None, None));
        let reported: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(reported, ["browser_info.screen_width: a whole number"]);
    }
}
