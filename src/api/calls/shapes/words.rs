//! Words that several requests choose from.

/// Whether the customer has to authenticate ([API reference](crate::api::resources::payments::reference#create)).
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum AuthenticationType {
    ThreeDs,
    /// The issuer may still challenge.
    NoThreeDs,
}

/// Whether the method is to be used again, and how ([API reference](crate::api::resources::payments::reference#create)).
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum SetupFutureUsage {
    OnSession,
    OffSession,
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;

    #[test]
    fn the_words_are_those_of_the_api() {
        let words: Vec<&str> = AuthenticationType::iter().map(Into::into).collect();
        assert_eq!(words, ["three_ds", "no_three_ds"]);
        let words: Vec<&str> = SetupFutureUsage::iter().map(Into::into).collect();
        assert_eq!(words, ["on_session", "off_session"]);
    }
}
