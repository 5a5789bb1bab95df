//! The screen a desk is watched on: an X server of its own, a pointer that is moved as by hand, and when pixels change.

use std::error::Error;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::damage::{ConnectionExt as _, ReportLevel};
use x11rb::protocol::xproto::{
    AtomEnum, BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ConnectionExt as _, ImageFormat, MOTION_NOTIFY_EVENT, MapState,
    Window,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Buttons of the pointer, as X numbers them.
const LEFT: u8 = 1;
const WHEEL_UP: u8 = 4;
const WHEEL_DOWN: u8 = 5;

/// An X server that ends with this.
pub struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a server and returns it with the name of its display; `None` where there is none to start.
pub fn start_server() -> Option<(Server, String)> {
    let mut command = Command::new("Xvfb");
    command.args(["-displayfd", "1", "-screen", "0", "1440x900x24", "-nolisten", "tcp"]);
    let mut server = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    let mut number = String::new();
    BufReader::new(server.stdout.take()?).read_line(&mut number).ok()?;
    Some((Server(server), format!(":{}", number.trim())))
}

/// A part of a window, in its pixels.
#[derive(Clone, Copy)]
pub struct Part {
    pub x: i16,
    pub y: i16,
    pub width: u16,
    pub height: u16,
}

/// A window on a screen.
pub struct Watched {
    connection: RustConnection,
    window: Window,
    root: Window,
    /// When something was drawn in the window.
    drawn: Receiver<Instant>,
}

impl Watched {
    /// Waits for the window with this class.
    pub fn find(display: &str, class: &str, wait: Duration) -> Result<Self> {
        let (connection, screen) = x11rb::connect(Some(display))?;
        let root = connection.setup().roots.get(screen).ok_or("the display has no screen")?.root;
        let until = Instant::now() + wait;
        let window = loop {
            match find(&connection, root, class)? {
                Some(window) => break window,
                None if Instant::now() > until => return Err("no window was opened".into()),
                None => sleep(Duration::from_millis(5)),
            }
        };
        let drawn = watch(display, window)?;
        Ok(Self { connection, window, root, drawn })
    }

    fn fake(&self, kind: u8, detail: u8, x: i16, y: i16) -> Result<()> {
        self.connection.xtest_fake_input(kind, detail, x11rb::CURRENT_TIME, self.root, x, y, 0)?;
        Ok(())
    }

    fn press(&self, button: u8) -> Result<()> {
        self.fake(BUTTON_PRESS_EVENT, button, 0, 0)?;
        self.fake(BUTTON_RELEASE_EVENT, button, 0, 0)?;
        self.connection.flush()?;
        Ok(())
    }

    /// Moves the pointer to this place of the window.
    pub fn point_at(&self, x: i16, y: i16) -> Result<()> {
        let at = self.connection.translate_coordinates(self.window, self.root, x, y)?.reply()?;
        self.fake(MOTION_NOTIFY_EVENT, 0, at.dst_x, at.dst_y)?;
        self.connection.flush()?;
        Ok(())
    }

    pub fn click(&self, x: i16, y: i16) -> Result<()> {
        self.point_at(x, y)?;
        sleep(Duration::from_millis(200));
        self.press(LEFT)
    }

    /// Turns the wheel by one notch.
    pub fn turn_wheel(&self, down: bool) -> Result<()> {
        self.press(if down { WHEEL_DOWN } else { WHEEL_UP })
    }

    pub fn pixels(&self, part: Part) -> Result<Vec<u8>> {
        let Part { x, y, width, height } = part;
        Ok(self.connection.get_image(ImageFormat::Z_PIXMAP, self.window, x, y, width, height, !0)?.reply()?.data)
    }

    /// Waits until this part looks other than `before`, which is replaced; when that was drawn, or `None` in time.
    pub fn changed(&self, part: Part, before: &mut Vec<u8>, until: Instant) -> Result<Option<Instant>> {
        loop {
            let drawn = match self.drawn.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(drawn) => drawn,
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err("the display was closed".into()),
            };
            let now = self.pixels(part)?;
            if now != *before {
                *before = now;
                return Ok(Some(drawn));
            }
        }
    }

    /// What was drawn until now is of no interest.
    pub fn forget(&self) {
        self.drawn.try_iter().for_each(drop);
    }
}

/// A visible window with this class, below another.
fn find(connection: &RustConnection, above: Window, class: &str) -> Result<Option<Window>> {
    for window in connection.query_tree(above)?.reply()?.children {
        let property = connection.get_property(false, window, AtomEnum::WM_CLASS, AtomEnum::STRING, 0, 64)?;
        let attributes = connection.get_window_attributes(window)?.reply();
        let (Ok(property), Ok(attributes)) = (property.reply(), attributes) else { continue };
        let has_class = property.value.split(|byte| *byte == 0).any(|name| name == class.as_bytes());
        if has_class && attributes.map_state == MapState::VIEWABLE {
            return Ok(Some(window));
        }
        if let Some(window) = find(connection, window, class)? {
            return Ok(Some(window));
        }
    }
    Ok(None)
}

/// More than are drawn between two looks.
const EVENTS_WAITING: usize = 4_096;

/// When something is drawn in this window, on a thread and a connection of its own so that no reply delays it.
fn watch(display: &str, window: Window) -> Result<Receiver<Instant>> {
    let (connection, _) = x11rb::connect(Some(display))?;
    connection.damage_query_version(1, 1)?.reply()?;
    connection.damage_create(connection.generate_id()?, window, ReportLevel::RAW_RECTANGLES)?.check()?;
    let (sender, drawn) = mpsc::sync_channel(EVENTS_WAITING);
    std::thread::spawn(move || {
        while let Ok(event) = connection.wait_for_event() {
            if matches!(event, Event::DamageNotify(_)) && sender.send(Instant::now()).is_err() {
                break;
            }
        }
    });
    Ok(drawn)
}
