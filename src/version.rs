//! What this program was built from: its version, the commit and the features it was built from, and for which platform.

/// As in `Cargo.toml`.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The commit, or why it is not known.
pub const COMMIT: &str = env!("PAYDESK_BUILD_COMMIT");
/// The features that were switched on.
pub const FEATURES: &str = env!("PAYDESK_BUILD_FEATURES");
/// The platform, as Rust calls it, and how it was compiled.
pub const TARGET: &str = env!("PAYDESK_BUILD_TARGET");

/// All of it, a line each.
pub const ALL: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\ncommit: ",
    env!("PAYDESK_BUILD_COMMIT"),
    "\nfeatures: ",
    env!("PAYDESK_BUILD_FEATURES"),
    "\ntarget: ",
    env!("PAYDESK_BUILD_TARGET"),
);
