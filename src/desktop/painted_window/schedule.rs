//! When the next frame is due.

use std::time::{Duration, Instant};

/// How long a frame that was asked of the platform may take to be let through; some hold it back while nothing of the
/// window is seen, without saying so.
const REDRAW_TIMEOUT: Duration = Duration::from_millis(250);
/// A window that nobody sees does what is due no more often than this.
const HIDDEN_INTERVAL: Duration = Duration::from_millis(100);
/// Of a screen that does not tell.
const DEFAULT_INTERVAL: Duration = Duration::from_micros(16_667);

/// A screen that says it shows fewer pictures does not tell: Windows reports 0 or 1 a second where the driver decides, as
/// in a remote session.
const SLOWEST_MILLIHERTZ: u32 = 10_000;

/// The time from one picture of a screen to the next, where it tells.
pub(super) fn interval_of(refresh_rate_millihertz: u32) -> Option<Duration> {
    let is_told = refresh_rate_millihertz >= SLOWEST_MILLIHERTZ;
    is_told.then(|| Duration::from_secs_f64(1000.0 / f64::from(refresh_rate_millihertz)))
}

/// What is to be done now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FrameDue {
    Nothing,
    /// The platform is to be asked for a frame.
    Ask,
    /// The platform did not let a frame through.
    Overdue,
}

/// Frames that were asked for, no more than the screen can show.
#[derive(Debug)]
pub(super) struct Schedule {
    next: Option<Instant>,
    /// The platform was asked and has not answered.
    asked: bool,
    overdue: Option<Instant>,
    /// When who fills the window is asked what is due, without a frame.
    logic: Option<Instant>,
    last_logic: Option<Instant>,
    /// When the frame after next would come, if every frame took its turn on the screen.
    turn: Option<Instant>,
    interval: Duration,
}

impl Schedule {
    pub fn new() -> Self {
        Self {
            next: None,
            asked: false,
            overdue: None,
            logic: None,
            last_logic: None,
            turn: None,
            interval: DEFAULT_INTERVAL,
        }
    }

    /// The time from one picture of the screen to the next.
    pub fn set_interval(&mut self, interval: Option<Duration>) {
        self.interval = interval.unwrap_or(DEFAULT_INTERVAL);
    }

    /// Asks for a frame at this time, or earlier if one is due before. After a rest two frames follow each other at once:
    /// what scrolls is shown by the second.
    pub fn ask(&mut self, at: Instant, hidden: bool) {
        let earliest = self.turn.map(|turn| if hidden { turn + HIDDEN_INTERVAL } else { turn - self.interval });
        let at = earliest.map_or(at, |earliest| at.max(earliest));
        self.next = Some(self.next.map_or(at, |next| next.min(at)));
    }

    /// Asks for logic at this time, or earlier if it is due before.
    pub fn ask_logic(&mut self, at: Instant, hidden: bool) {
        let earliest = self.last_logic.filter(|_| hidden).map_or(at, |last| last + HIDDEN_INTERVAL);
        let at = at.max(earliest);
        self.logic = Some(self.logic.map_or(at, |logic| logic.min(at)));
    }

    /// Whether logic is due by itself. A frame that is about to come does it as well.
    pub fn take_logic(&mut self, now: Instant) -> bool {
        let is_due = self.logic.take_if(|logic| *logic <= now).is_some();
        if is_due {
            self.last_logic = Some(now);
        }
        let is_frame_near = self.asked || self.next.is_some_and(|next| next <= now + self.interval);
        is_due && !is_frame_near
    }

    pub fn due(&mut self, now: Instant) -> FrameDue {
        if self.next.take_if(|next| *next <= now).is_some() {
            self.asked = true;
            self.overdue.get_or_insert(now + REDRAW_TIMEOUT);
            return FrameDue::Ask;
        }
        match self.overdue.take_if(|overdue| *overdue <= now) {
            Some(_) => FrameDue::Overdue,
            None => FrameDue::Nothing,
        }
    }

    /// A frame begins, and whether it was asked for.
    pub fn begin(&mut self, now: Instant) -> bool {
        self.turn = Some(self.turn.map_or(now, |turn| turn.max(now)) + self.interval);
        self.overdue = None;
        std::mem::take(&mut self.asked)
    }

    /// When to look again.
    pub fn wake(&self) -> Option<Instant> {
        [self.next, self.overdue, self.logic].into_iter().flatten().min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLISECOND: Duration = Duration::from_millis(1);

    #[test]
    fn a_refresh_rate_that_windows_does_not_know_is_none() {
        assert_eq!(interval_of(50_000), Some(20 * MILLISECOND));
        assert_eq!([0, 1_000].map(interval_of), [None, None]);
    }

    #[test]
    fn two_frames_after_a_rest_come_at_once_and_the_others_evenly_with_the_screen() {
        let mut schedule = Schedule::new();
        let start = Instant::now();
        let mut came = Vec::new();
        let mut now = start;
        for _ in 0..5 {
            schedule.ask(now, false);
            now = schedule.wake().unwrap();
            assert_eq!(schedule.due(now), FrameDue::Ask);
            assert!(schedule.begin(now));
            came.push(now - start);
            now += 3 * MILLISECOND;
        }
        let turns = [Duration::ZERO, 3 * MILLISECOND, DEFAULT_INTERVAL, 2 * DEFAULT_INTERVAL, 3 * DEFAULT_INTERVAL];
        assert_eq!(came, turns);
    }

    #[test]
    fn the_earliest_of_several_requests_counts() {
        let mut schedule = Schedule::new();
        let start = Instant::now();
        schedule.ask(start + 9 * MILLISECOND, false);
        schedule.ask(start + 5 * MILLISECOND, false);
        schedule.ask(start + 7 * MILLISECOND, false);
        assert_eq!(schedule.wake(), Some(start + 5 * MILLISECOND));
    }

    #[test]
    fn logic_comes_by_itself_unless_a_frame_is_near() {
        let mut schedule = Schedule::new();
        let start = Instant::now();
        schedule.ask_logic(start + 9 * MILLISECOND, false);
        schedule.ask_logic(start + 5 * MILLISECOND, false);
        assert_eq!(schedule.wake(), Some(start + 5 * MILLISECOND));
        assert!(!schedule.take_logic(start + 4 * MILLISECOND));
        assert!(schedule.take_logic(start + 5 * MILLISECOND));
        assert!(!schedule.take_logic(start + 6 * MILLISECOND), "it was done");
        schedule.ask_logic(start, false);
        schedule.ask(start + 8 * MILLISECOND, false);
        assert!(!schedule.take_logic(start), "the frame does it");
        schedule.ask_logic(start, false);
        schedule.due(start + 8 * MILLISECOND);
        assert!(!schedule.take_logic(start + 8 * MILLISECOND), "the platform was asked for a frame");
        let mut schedule = Schedule::new();
        schedule.ask_logic(start, true);
        assert!(schedule.take_logic(start));
        schedule.ask_logic(start, true);
        assert_eq!(schedule.wake(), Some(start + HIDDEN_INTERVAL), "nobody sees the window");
    }

    #[test]
    fn a_window_that_nobody_sees_rests_longer() {
        let mut schedule = Schedule::new();
        let start = Instant::now();
        schedule.begin(start);
        schedule.ask(start, true);
        assert_eq!(schedule.wake(), Some(start + DEFAULT_INTERVAL + HIDDEN_INTERVAL));
    }

    #[test]
    fn a_frame_that_the_platform_holds_back_is_overdue_once() {
        let mut schedule = Schedule::new();
        let start = Instant::now();
        schedule.ask(start, false);
        assert_eq!(schedule.due(start), FrameDue::Ask);
        assert_eq!(schedule.due(start + REDRAW_TIMEOUT), FrameDue::Overdue);
        assert_eq!(schedule.due(start + REDRAW_TIMEOUT), FrameDue::Nothing);
        assert_eq!(schedule.wake(), None);
        assert!(schedule.begin(start + 2 * REDRAW_TIMEOUT), "it comes late, and was asked for all the same");
    }

    #[test]
    fn a_frame_that_nobody_asked_for_is_told_from_one_that_was() {
        let mut schedule = Schedule::new();
        let start = Instant::now();
        assert!(!schedule.begin(start));
        schedule.ask(start + 30 * MILLISECOND, false);
        assert_eq!(schedule.due(start + 30 * MILLISECOND), FrameDue::Ask);
        assert!(schedule.begin(start + 31 * MILLISECOND));
        assert!(!schedule.begin(start + 32 * MILLISECOND));
    }
}
