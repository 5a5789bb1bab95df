//! The typefaces of the window and of the documents that it saves, once for both: IBM Plex.

/// Texts.
pub static SANS: &[u8] = include_bytes!("../assets/fonts/IBMPlexSans-Regular.ttf");
/// What stands out in them.
pub static SANS_SEMIBOLD: &[u8] = include_bytes!("../assets/fonts/IBMPlexSans-SemiBold.ttf");
