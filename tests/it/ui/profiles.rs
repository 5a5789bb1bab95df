//! Profiles on the screen.

use egui::{Event as Input, Key, Modifiers};
use paydesk::app::Action;

use super::panels::*;
use crate::flows::desk::Desk;

#[test]
fn dbg_secret() {
    let mut desk = Desk::ready(vec![]);
    desk.act(Action::EditProfile(None));
    let mut w = window(desk);
    w.event(Input::Text("Shop".into()));
    w.run_steps(2);
    press(&mut w, Modifiers::NONE, Key::Tab);
    press(&mut w, Modifiers::NONE, Key::Tab);
    w.event(Input::Text("snd_x".into()));
    w.run_steps(2);
    println!("{:?} {}", w.state().drafts.profile.input, w.state().drafts.profile.key.text());
    println!("{}", names(&w));
    panic!();
}
