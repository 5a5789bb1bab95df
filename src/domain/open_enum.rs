//! Values of the API that a later version of it may add to: each known one has a name, every other stays verbatim.

/// Declares the values of a field once: the name of each, how the API spells it, and after `|` how other services spell
/// the same. Values after `also` are no part of the specification, but in use at services of the same kind. Reading never
/// fails, and does not depend on letter case.
macro_rules! open_enum {
    (
        $(#[$doc:meta])*
        pub enum $name:ident {
            $($(#[$note:meta])* $variant:ident = $word:literal $(| $alias:literal)*,)+
        }
        $(also {
            $($(#[$also_note:meta])* $also:ident = $also_word:literal $(| $also_alias:literal)*,)+
        })?
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        #[serde(into = "String", from = "String")]
        pub enum $name {
            $($(#[$note])* $variant,)+
            $($($(#[$also_note])* $also,)+)?
            /// A word this version does not know, as it came.
            Unknown(std::sync::Arc<str>),
        }

        impl $name {
            /// All that the specification has, in its order.
            pub const NAMED: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// Those that only other services have.
            pub const ALSO: &'static [Self] = &[$($(Self::$also),+)?];

            /// The words of all that are known: those of the specification, then those of other services.
            pub fn words() -> impl Iterator<Item = &'static str> {
                [$($word),+].into_iter().chain([$($($also_word),+)?])
            }

            /// The value of the API.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $word,)+
                    $($(Self::$also => $also_word,)+)?
                    Self::Unknown(word) => word,
                }
            }

            /// Reads the value of the API; never fails.
            pub fn from_word(word: &str) -> Self {
                let named = |word: &str| match word {
                    $($word $(| $alias)* => Some(Self::$variant),)+
                    $($($also_word $(| $also_alias)* => Some(Self::$also),)+)?
                    _ => None,
                };
                named(word).or_else(|| named(&word.to_ascii_lowercase())).unwrap_or_else(|| Self::Unknown(word.into()))
            }
        }

        impl From<$name> for String {
            fn from(word: $name) -> Self {
                word.as_str().to_owned()
            }
        }

        impl From<String> for $name {
            fn from(word: String) -> Self {
                Self::from_word(&word)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

pub(crate) use open_enum;

#[cfg(test)]
mod tests {
    open_enum! {
        /// Sizes of a shirt.
        pub enum Size {
            Small = "s" | "size_s",
            Large = "l",
        }
        also {
            Huge = "xl" | "size_xl",
        }
    }

    #[test]
    fn letter_case_makes_no_difference_to_a_known_value() {
        assert_eq!((Size::from_word("L"), Size::from_word("Size_S")), (Size::Large, Size::Small));
        assert_eq!(Size::from_word("XX-Large").as_str(), "XX-Large");
    }

    #[test]
    fn every_word_is_read_as_it_is_written_and_an_unknown_one_stays_verbatim() {
        for (size, word) in Size::NAMED.into_iter().zip(["s", "l"]) {
            assert_eq!((size.as_str(), Size::from_word(word)), (word, size.clone()));
        }
        assert_eq!(Size::from_word("size_s"), Size::Small, "another spelling of the same");
        assert_eq!((Size::from_word("size_xl").as_str(), Size::ALSO), ("xl", [Size::Huge].as_slice()));
        let new = Size::from_word("xx-large");
        assert_eq!((new.as_str(), new.to_string()), ("xx-large", "xx-large".to_owned()));
        assert_eq!(serde_json::to_string(&new).unwrap(), r#""xx-large""#);
        assert_eq!(serde_json::from_str::<Size>(r#""l""#).unwrap(), Size::Large);
    }
}
