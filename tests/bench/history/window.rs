//! What a person waits for after a key in the search field: from the key to the triangles of the frame that shows what
//! is found. What the screen's driver takes for them comes on top.

use std::time::{Duration, Instant};

use chrono::DateTime;
use egui::{Context, Event, Key, Modifiers, Pos2, RawInput, Rect, vec2};
use paydesk_core::features::history::{HistoryReport, OpenedHistory, ReadPlace};
use paydesk_core::managed::ManagedPolicy;
use paydesk_core::operations::ResourceKind;
use paydesk_core::profiles::SavedProfiles;
use paydesk_core::route::Route;
use paydesk_core::settings::Settings;
use paydesk_core::state::Start;
use paydesk_core::{Action, Message, State};
use paydesk_domain::profile::{Profile, ProfileId};
use paydesk_domain::zone::Zone;
use paydesk_index::payment_columns::KnownPayments;
use paydesk_ui::{self as ui, WindowDrafts};
use paydesk_widgets::theme;

/// Typed one key after the other, and taken back; nine rounds of it.
const TYPED: &str = "anna.4711";
const ROUNDS: usize = 9;

/// A window at *All payments*, with all of these known.
struct Window {
    state: State,
    drafts: WindowDrafts,
    ctx: Context,
    frame: u32,
}

impl Window {
    fn over(columns: KnownPayments) -> Self {
        let start = Start {
            now: DateTime::from_timestamp(1_795_000_100, 0).unwrap_or_default(),
            seed: 1,
            settings: Settings::default(),
            profiles: SavedProfiles::default(),
            policy: ManagedPolicy::default(),
            local_zone: Zone::default(),
            operator: "bench".into(),
        };
        let mut state = State::new(start);
        let profile = Profile::embedded_sandbox("http://127.0.0.1:1");
        state.on_message(Message::ServiceReady { profile, key_place: None });
        let opened = OpenedHistory { columns, place: ReadPlace::default(), is_written: false };
        let report = HistoryReport::Opened(Ok(Box::new(opened)));
        state.on_message(Message::History { profile_id: ProfileId::embedded(), report });
        state.on_action(Action::GoTo(Route::List(ResourceKind::Payment)));
        let ctx = Context::default();
        theme::install(&ctx);
        let mut window = Self { state, drafts: WindowDrafts::default(), ctx, frame: 0 };
        for _ in 0..3 {
            window.draw(Vec::new());
        }
        window.press(Key::F, Modifiers::COMMAND);
        window
    }

    /// One frame; what the person asks for in it is done before the next.
    fn draw(&mut self, events: Vec<Event>) {
        self.frame += 1;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(1440.0, 900.0))),
            time: Some(f64::from(self.frame) / 60.0),
            focused: true,
            events,
            ..RawInput::default()
        };
        let mut actions = Vec::new();
        let mut output = self.ctx.run_ui(input, |ui| ui::draw(ui, &self.state, &mut self.drafts, &mut actions));
        std::hint::black_box(self.ctx.tessellate(std::mem::take(&mut output.shapes), output.pixels_per_point));
        output.textures_delta.clear();
        for action in actions {
            drop(self.state.on_action(action));
        }
    }

    fn press(&mut self, key: Key, modifiers: Modifiers) {
        let event = Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
        self.draw(vec![event]);
        self.draw(Vec::new());
    }

    /// How long each key takes until what it finds is drawn.
    fn type_keys(&mut self) -> Vec<Duration> {
        let found = |window: &Self| window.state.workspace.history.search().text().to_owned();
        let mut times = Vec::new();
        for (typed, letter) in TYPED.char_indices() {
            let began = Instant::now();
            self.draw(vec![Event::Text(letter.into())]);
            self.draw(Vec::new());
            times.push(began.elapsed());
            assert_eq!(found(self), TYPED[..=typed], "what is typed is searched for at once");
        }
        for _ in TYPED.chars() {
            self.press(Key::Backspace, Modifiers::NONE);
        }
        assert_eq!(found(self), "");
        times
    }
}

/// The median of all keys, in milliseconds.
pub fn keystroke(columns: KnownPayments) -> f64 {
    let mut window = Window::over(columns);
    let mut times: Vec<Duration> = (0..ROUNDS).flat_map(|_| window.type_keys()).collect();
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1_000.0
}
