//! Values of the API that a later version of it may add to: each known one has a name, every other stays verbatim.

/// Declares the values of a field once: the name of each, and how the API spells it. Reading never fails.
macro_rules! open_enum {
    (
        $(#[$doc:meta])*
        pub enum $name:ident {
            $($(#[$note:meta])* $variant:ident = $word:literal,)+
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        #[serde(into = "String", from = "String")]
        pub enum $name {
            $($(#[$note])* $variant,)+
            /// A word this version does not know, as it came.
            Unknown(std::sync::Arc<str>),
        }

        impl $name {
            /// All that have a name, in the order of the specification.
            pub const NAMED: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// The value of the API.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $word,)+
                    Self::Unknown(word) => word,
                }
            }

            /// Reads the value of the API; never fails.
            pub fn from_word(word: &str) -> Self {
                match word {
                    $($word => Self::$variant,)+
                    other => Self::Unknown(other.into()),
                }
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
            Small = "s",
            Large = "l",
        }
    }

    #[test]
    fn every_word_is_read_as_it_is_written_and_an_unknown_one_stays_verbatim() {
        for (size, word) in Size::NAMED.into_iter().zip(["s", "l"]) {
            assert_eq!((size.as_str(), Size::from_word(word)), (word, size.clone()));
        }
        let new = Size::from_word("xx-large");
        assert_eq!((new.as_str(), new.to_string()), ("xx-large", "xx-large".to_owned()));
        assert_eq!(serde_json::to_string(&new).unwrap(), r#""xx-large""#);
        assert_eq!(serde_json::from_str::<Size>(r#""l""#).unwrap(), Size::Large);
    }
}
