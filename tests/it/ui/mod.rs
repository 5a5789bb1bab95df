//! The interface: the kit of widgets drawn and used by label, and pictures of it.

mod gallery;
mod kit;
mod study;
mod widgets;
