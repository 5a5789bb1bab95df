//! A window whose actions are carried out and answered, as the loop does.

use egui::accesskit::Role;
use egui::{Key, Modifiers, Theme};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use paydesk_core::{Action, Message, State};
use paydesk_test_core::desk::Desk;
use paydesk_ui::WindowDrafts;

use super::kit;
use super::panels::LARGE;

/// What the window holds, with the desk behind it.
pub struct LiveDesk {
    pub desk: Desk,
    pub drafts: WindowDrafts,
    actions: Vec<Action>,
    /// The service takes its time: reads wait for their answers.
    is_slow: bool,
}

/// Whether it is the field with this name, of one line or several.
fn is_field(node: &egui_kittest::kittest::AccessKitNode<'_>, name: &str) -> bool {
    matches!(node.role(), Role::TextInput | Role::MultilineTextInput) && node.label().as_deref() == Some(name)
}

/// A window on a desk that does what is asked of it.
pub struct LiveWindow(pub Harness<'static, LiveDesk>);

impl LiveWindow {
    pub fn new(desk: Desk) -> Self {
        Self::of_size(desk, LARGE)
    }

    pub fn of_size(desk: Desk, size: [f32; 2]) -> Self {
        let draw = |ui: &mut egui::Ui, live: &mut LiveDesk| {
            kit::full_window(ui, |ui| {
                paydesk_ui::draw(ui, &live.desk.state, &mut live.drafts, &mut live.actions);
            });
        };
        let live = LiveDesk { desk, drafts: WindowDrafts::default(), actions: Vec::new(), is_slow: false };
        let mut window = Self(kit::builder(Theme::Light, size).build_ui_state(draw, live));
        window.run();
        window
    }

    /// Some frames; what they ask for is done and answered.
    pub fn run(&mut self) {
        for _ in 0..6 {
            self.0.run_steps(1);
            let live = self.0.state_mut();
            live.desk.act_all(std::mem::take(&mut live.actions));
            if !live.is_slow {
                live.desk.serve();
            }
        }
    }

    /// Lets what is read from now on wait for its answer, or answers all of it.
    pub fn slow_down(&mut self, is_slow: bool) {
        self.0.state_mut().is_slow = is_slow;
        self.run();
    }

    pub fn state(&self) -> &State {
        &self.0.state().desk.state
    }

    pub fn event(&mut self, event: Message) {
        self.0.state_mut().desk.event(event);
        self.run();
    }

    pub fn tick(&mut self, seconds: i64) {
        self.0.state_mut().desk.tick(seconds);
        self.run();
    }

    /// Asks for it in the next frame, before anything that is drawn does.
    pub fn push(&mut self, action: Action) {
        self.0.state_mut().actions.push(action);
    }

    pub fn act(&mut self, action: Action) {
        self.push(action);
        self.run();
    }

    pub fn key(&mut self, key: Key) {
        self.keys(Modifiers::NONE, key);
    }

    pub fn keys(&mut self, modifiers: Modifiers, key: Key) {
        self.0.key_press_modifiers(modifiers, key);
        self.run();
    }

    /// Clicks what has this role and a name that begins so; a row of payments ends with its ID.
    #[track_caller]
    pub fn click(&mut self, role: Role, name: &str) {
        let end = format!(", {name}");
        let is = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
            let is_called = |label: String| label.starts_with(name) || label.ends_with(&end);
            node.role() == role && node.label().is_some_and(is_called)
        };
        self.0.query_all_by(is).next().unwrap_or_else(|| panic!("no {role:?} “{name}”")).click();
        self.run();
    }

    /// What is written in the field with this name.
    #[track_caller]
    pub fn text(&self, field: &str) -> String {
        self.0.get_by(|node| is_field(node, field)).accesskit_node().value().unwrap_or_default()
    }

    /// Types where the keyboard is.
    pub fn type_text(&mut self, text: &str) {
        self.0.event(egui::Event::Text(text.to_owned()));
        self.run();
    }

    /// Hands all of these to one frame, as a slow one gets what was typed meanwhile, and draws what follows.
    pub fn at_once(&mut self, events: Vec<egui::Event>) {
        let frames = 3 * events.len() / 6 + 1;
        self.0.input_mut().events.extend(events);
        (0..frames).for_each(|_| self.run());
    }

    /// Whether a label says this.
    pub fn shows(&self, text: &str) -> bool {
        self.0.query_all_by(|node| node.value().or_else(|| node.label()).as_deref() == Some(text)).next().is_some()
    }

    /// Whether there is a widget of this role with this name.
    pub fn has(&self, role: Role, name: &str) -> bool {
        self.0.query_by_role_and_label(role, name).is_some()
    }

    /// Types into the field with this name.
    #[track_caller]
    pub fn type_into(&mut self, field: &str, text: &str) {
        self.0.get_by(|node| is_field(node, field)).focus();
        self.run();
        self.0.event(egui::Event::Text(text.to_owned()));
        self.run();
    }

    /// What the row with the keyboard says.
    pub fn focused_row(&self) -> Option<String> {
        let mut rows = self.0.query_all_by_role(Role::Row);
        rows.find(|row| row.is_focused()).and_then(|row| row.accesskit_node().label())
    }

    /// The name of what has the keyboard, where it is of this role.
    pub fn focused_of(&self, role: Role) -> Option<String> {
        let mut all = self.0.query_all_by_role(role);
        all.find(|node| node.is_focused()).and_then(|node| node.accesskit_node().label())
    }

    /// What the rows in view say.
    pub fn rows(&self) -> Vec<String> {
        self.0.query_all_by_role(Role::Row).filter_map(|row| row.accesskit_node().label()).collect()
    }

    /// What the row says that is selected and wholly in view.
    pub fn selected_row(&self) -> Option<String> {
        let mut rows = self.0.query_all_by_role(Role::Row);
        let row = rows.find(|row| row.accesskit_node().is_selected() == Some(true))?;
        let titles = self.0.query_all_by_role(Role::ColumnHeader).next()?.rect();
        let bottom = self.0.ctx.content_rect().bottom();
        let is_in_view = row.rect().top() >= titles.bottom() && row.rect().bottom() <= bottom;
        is_in_view.then(|| row.accesskit_node().label())?
    }
}
