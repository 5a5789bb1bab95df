//! What the system has: files that only this user can read, kinds of file systems, versions of files and what goes wrong
//! with them, how a program that serves is ended, which program this is, and the typefaces of the window and of documents.

pub mod end_signals;
pub mod faults;
pub mod file_system;
pub mod file_versions;
pub mod private_files;
pub mod program;
#[cfg(feature = "system-typefaces")]
pub mod system_typefaces;
pub mod typefaces;
