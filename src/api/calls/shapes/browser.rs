//! The browser of the customer ([API reference](crate::resources::payments::reference#create)).

use serde_json::Value;

use crate::calls::fields::BodyFields;
use crate::input::{self, BrowserInfo, Checks, InputError, Rule};

/// Furthest zones from UTC, in minutes.
const ZONE_MINUTES: std::ops::RangeInclusive<i32> = -840..=840;

impl BrowserInfo {
    /// Every broken rule. With `minimum`, address and user agent have to be there: less is of no use to an issuer.
    pub fn check(&self, field: &str, minimum: bool) -> Vec<InputError> {
        let mut checks = Checks::default();
        let (ip, agent) = (format!("{field}.ip_address"), format!("{field}.user_agent"));
        if minimum {
            checks.add(input::required(&ip, &self.ip_address));
        }
        checks.add_given(&ip, &self.ip_address, input::ip_address);
        if minimum {
            checks.add(input::required(&agent, &self.user_agent));
        }
        let zone = format!("{field}.time_zone");
        let is_odd = self.time_zone.is_some_and(|minutes| !ZONE_MINUTES.contains(&minutes));
        checks.warn(is_odd, &zone, "minutes from UTC, from −840 to 840");
        checks.forbid(*self == Self::default() && !minimum, field, Rule::has("at least one field"));
        checks.into_errors()
    }

    pub fn to_json(&self) -> Value {
        BodyFields::new()
            .text("ip_address", &self.ip_address)
            .text("user_agent", &self.user_agent)
            .text("accept_header", &self.accept_header)
            .text("accept_language", &self.accept_language)
            .text("language", &self.language)
            .text("os_type", &self.os_type)
            .text("os_version", &self.os_version)
            .text("device_model", &self.device_model)
            .text("referer", &self.referer)
            .maybe("color_depth", self.color_depth)
            .maybe("screen_height", self.screen_height)
            .maybe("screen_width", self.screen_width)
            .maybe("time_zone", self.time_zone)
            .maybe("java_enabled", self.java_enabled)
            .maybe("java_script_enabled", self.java_script_enabled)
            .into_value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(info: &BrowserInfo, minimum: bool) -> Vec<String> {
        info.check("b", minimum).into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn address_and_user_agent_are_the_minimum_where_there_is_one() {
        let mut info = BrowserInfo { ip_address: "203.0.113.7".to_owned(), ..BrowserInfo::default() };
        assert_eq!(broken(&info, true), ["b.user_agent"]);
        assert!(broken(&info, false).is_empty());
        info.user_agent = "Mozilla/5.0".to_owned();
        assert!(broken(&info, true).is_empty());
        assert_eq!(broken(&BrowserInfo::default(), true), ["b.ip_address", "b.user_agent"]);
        assert_eq!(broken(&BrowserInfo::default(), false), ["b"]);
    }

    #[test]
    fn addresses_and_zones_that_cannot_be_are_refused() {
        let with = |ip: &str, minutes: i32| BrowserInfo {
            ip_address: ip.to_owned(),
            time_zone: Some(minutes),
            ..BrowserInfo::default()
        };
        assert!(broken(&with("::1", 840), false).is_empty());
        assert!(broken(&with("203.0.113.7", -840), false).is_empty());
        assert_eq!(broken(&with("203.0.113.256", 841), false), ["b.ip_address", "b.time_zone"]);
        assert_eq!(broken(&with("localhost", -841), false), ["b.ip_address", "b.time_zone"]);
    }
}
