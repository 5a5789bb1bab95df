//! The sandbox: its router called directly, and a few tests over real connections where only those can tell.

mod helpers;
mod seed;
