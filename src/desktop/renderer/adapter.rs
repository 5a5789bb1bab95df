//! What OpenGL would be drawn by.

/// What OpenGL would be drawn by.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(all(target_os = "macos", not(feature = "wgpu")), allow(dead_code, reason = "a Mac is not asked"))]
pub enum Adapter {
    Card(String),
    /// The processor, by the program of this name.
    Software(String),
    /// The processor, for this reason.
    SoftwareBecause(&'static str),
    /// Nothing, for this reason.
    Missing(String),
    /// Not looked for.
    Unknown,
}
