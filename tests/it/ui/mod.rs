//! The interface: the kit of widgets drawn and used by label, and pictures of it.

mod gallery;
mod kit;
mod overlays;
mod panels;
pub mod payouts;
mod profiles;
mod secret_field;
mod table;
mod widgets;
