//! Where the keyboard is in a list, and where a key leads. Draws nothing.

use egui::Id;

use super::ListRows;
use paydesk_core::command::CursorMove;
use paydesk_domain::object_ref::ObjectRef;

/// What keys ask of a list before it is drawn.
#[derive(Debug, Default)]
pub struct ListKeys {
    moves: Vec<CursorMove>,
    opens: bool,
    /// The row under the cursor, or the one that is open, is to have the keyboard.
    returns: bool,
    /// Frames that began since it was drawn last.
    frames: u32,
    /// The widget of the row that had the keyboard when the list was drawn last.
    focused: Option<Id>,
    /// The object of that row.
    object: Option<ObjectRef>,
    /// A record is open beside the list.
    has_open: bool,
    /// A key led to another row than the one that is open, which follows in a moment.
    is_elsewhere: bool,
}

impl ListKeys {
    /// A key asks for another row.
    pub fn go(&mut self, step: CursorMove) {
        self.moves.push(step);
    }

    /// A key asks for the row under the cursor to be opened: the first, where no row has it and none is open.
    pub fn open(&mut self) {
        self.opens = true;
    }

    /// A person came back to the list: the row under the cursor gets the keyboard, or the one that is open.
    pub fn return_to_row(&mut self) {
        self.returns = true;
    }

    /// Opens the row that a key has just led to, where another one is open still; whether one is. Where the keyboard came
    /// to a row because the one before is gone, what is open stays.
    pub fn open_if_elsewhere(&mut self) -> bool {
        let is_elsewhere = self.has_open && (self.is_elsewhere || !self.moves.is_empty());
        self.opens |= is_elsewhere;
        is_elsewhere
    }

    /// Whether what has the keyboard is a row of this list.
    pub fn has_keyboard(&self, focused: Option<Id>) -> bool {
        self.focused.is_some() && self.focused == focused
    }

    /// The object of the row that has the keyboard.
    pub fn object(&self) -> Option<&ObjectRef> {
        self.object.as_ref()
    }

    /// Whether a row had the keyboard, and has it still or gave it up for nothing else: Escape takes it away.
    pub fn had_keyboard(&self, focused: Option<Id>) -> bool {
        self.focused.is_some() && (focused.is_none() || self.focused == focused)
    }

    /// Forgets what was asked of a list that is not drawn any more. To be called in every frame before keys are read.
    pub fn begin_frame(&mut self) {
        self.frames = self.frames.saturating_add(1);
        if self.frames > 1 {
            (self.focused, self.object, self.is_elsewhere) = (None, None, false);
        }
        if self.frames > 2 {
            self.moves.clear();
            (self.opens, self.returns) = (false, false);
        }
    }
}

/// A row, found by its key.
#[derive(Debug, Clone)]
pub(super) struct CursorPlace<K> {
    key: K,
    /// Where it is; `None` where it is not listed.
    row: Option<usize>,
    /// The revision of the rows in which it was looked for.
    revision: u64,
}

impl<K: Clone + PartialEq> CursorPlace<K> {
    fn find<R: ListRows<Key = K>>(rows: &R, key: &K) -> Self {
        Self { key: key.clone(), row: rows.position(key), revision: rows.revision() }
    }

    pub fn at<R: ListRows<Key = K>>(rows: &R, row: usize) -> Option<Self> {
        Some(Self { key: rows.key(row)?.clone(), row: Some(row), revision: rows.revision() })
    }

    /// Looks again, if the rows have changed.
    fn follow<R: ListRows<Key = K>>(&mut self, rows: &R) {
        let stands = self.row.is_none_or(|row| rows.key(row) == Some(&self.key));
        if self.revision != rows.revision() || !stands {
            *self = Self::find(rows, &self.key);
        }
    }
}

/// Where the record is that is open beside a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OpenRow {
    /// `None` where it is not listed.
    pub row: Option<usize>,
    /// It was opened since the last frame.
    pub is_new: bool,
    /// Other rows were asked for since it was opened, and it is not among them.
    pub is_left_behind: bool,
}

/// What the window keeps of a list from frame to frame.
#[derive(Debug)]
pub struct ListState<K> {
    pub keys: ListKeys,
    cursor: Option<CursorPlace<K>>,
    /// What was open beside the list when it was drawn last.
    open: Option<CursorPlace<K>>,
    questions: Option<u64>,
    /// The revision of the rows when others were asked for beside what is open, until these are here.
    asked_at: Option<u64>,
    /// The row under the cursor took the place of one that is gone, and is not open.
    is_stand_in: bool,
    /// A dialog was in front when the list was drawn last.
    was_covered: bool,
    /// Other rows were asked for: the first of them is to be in sight.
    to_top: bool,
    columns: usize,
    /// The row under the cursor is to have the keyboard.
    wants_keyboard: bool,
    /// When a key moved the cursor away from the row that is open, in seconds of the window.
    moved_at: Option<f64>,
    /// The row whose menu is open.
    menu: Option<CursorPlace<K>>,
}

/// What is open beside the list follows the cursor once it has rested for so long, in seconds: a key that is held down
/// reads nothing on its way.
const REST_S: f64 = 0.2;

/// What becomes of what is open beside a list after the cursor moved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Following {
    /// Nothing.
    Stays,
    /// It is another row in so many seconds.
    Waits(f64),
    /// It is this row.
    Opens(usize),
}

impl<K> Default for ListState<K> {
    fn default() -> Self {
        let keys = ListKeys::default();
        Self {
            keys,
            cursor: None,
            open: None,
            questions: None,
            asked_at: None,
            is_stand_in: false,
            was_covered: false,
            to_top: false,
            columns: 0,
            wants_keyboard: false,
            moved_at: None,
            menu: None,
        }
    }
}

impl<K: Clone + PartialEq> ListState<K> {
    /// The row under the cursor, as it was drawn last.
    pub fn cursor(&self) -> Option<usize> {
        self.cursor.as_ref()?.row
    }

    /// Takes in what has changed since the last frame: other rows, rows that moved, another one that is open. Returns
    /// where the open one is.
    pub(super) fn follow<R: ListRows<Key = K>>(&mut self, rows: &R, open: Option<&K>, focused: Option<Id>) -> OpenRow {
        let revision_before = self.open.as_ref().map(|open| open.revision);
        let asked_before = self.questions.replace(rows.questions());
        if asked_before.is_some_and(|before| before != rows.questions()) {
            self.cursor = None;
            self.to_top = true;
            self.asked_at = revision_before;
        }
        self.follow_cursor(rows, self.keys.has_keyboard(focused));
        self.keys.has_open = open.is_some();
        let is_other = self.open.as_ref().map(|known| &known.key) != open;
        match (open, &mut self.open) {
            (None, known) => {
                // Closed: the keyboard is on the row under the cursor or on its own, unless it went elsewhere.
                let row = known.take().filter(|known| known.row.is_some() && focused.is_none());
                self.wants_keyboard |= row.is_some();
                self.cursor = self.cursor.take().or(row);
            }
            (Some(key), Some(known)) if known.key == *key => known.follow(rows),
            (Some(key), known) => *known = Some(CursorPlace::find(rows, key)),
        }
        let row = self.open.as_ref().and_then(|known| known.row);
        let is_new = is_other && row.is_some();
        if is_new {
            self.cursor.clone_from(&self.open);
            self.is_stand_in = false;
        }
        self.asked_at = self.asked_at.filter(|_| !is_other);
        let is_here = self.asked_at.is_some_and(|before| before != rows.revision()) && !rows.is_empty();
        self.asked_at = self.asked_at.filter(|_| !is_here);
        OpenRow { row, is_new, is_left_behind: is_here && row.is_none() }
    }

    /// A dialog that was in front is gone, and nothing has the keyboard: the row under the cursor gets it, or the one that is
    /// open.
    pub(super) fn uncovered(&mut self, is_covered: bool, focused: Option<Id>) {
        let was_covered = std::mem::replace(&mut self.was_covered, is_covered);
        if was_covered && !is_covered && focused.is_none() {
            self.cursor = self.cursor.take().or_else(|| self.open.clone());
            self.wants_keyboard = true;
        }
    }

    /// The first row, where it is to be scrolled to: others were asked for, and are here.
    pub(super) fn take_top(&mut self, rows: usize) -> Option<usize> {
        (rows > 0 && std::mem::take(&mut self.to_top)).then_some(0)
    }

    /// The cursor stays on its row. Where that is gone, a keyboard that is in the list stays near. As long as no rows are
    /// here it waits for them.
    fn follow_cursor<R: ListRows<Key = K>>(&mut self, rows: &R, has_keyboard: bool) {
        let Some(cursor) = self.cursor.as_mut().filter(|_| !rows.is_empty()) else { return };
        let before = cursor.row;
        cursor.follow(rows);
        let now = cursor.row;
        if now.is_none() {
            let near = before.filter(|_| has_keyboard).zip(rows.len().checked_sub(1));
            self.cursor = near.and_then(|(before, last)| CursorPlace::at(rows, before.min(last)));
            self.is_stand_in = self.open.is_some() && self.cursor.is_some();
        }
        self.wants_keyboard |= has_keyboard && now != before;
    }

    /// The row that is to get the keyboard in this frame: a key leads to it, or it had the keyboard and moved, or its
    /// table is drawn with other columns.
    pub(super) fn row_to_focus<R: ListRows<Key = K>>(
        &mut self,
        rows: &R,
        focused: Option<Id>,
        columns: usize,
        now: f64,
    ) -> Option<usize> {
        let other_table = std::mem::replace(&mut self.columns, columns) != columns;
        if !rows.is_empty() && std::mem::take(&mut self.keys.returns) {
            self.cursor = self.cursor.take().or_else(|| self.open.clone());
            self.wants_keyboard = true;
        }
        let wants = std::mem::take(&mut self.wants_keyboard) || other_table && self.keys.has_keyboard(focused);
        let moves = std::mem::take(&mut self.keys.moves);
        if moves.is_empty() {
            return self.cursor().filter(|_| wants);
        }
        let from = self.cursor().or(self.open.as_ref().and_then(|open| open.row));
        // The row that took the place of one that is gone is the next one.
        let is_stand_in = std::mem::take(&mut self.is_stand_in) && moves.first() == Some(&CursorMove::Rows(1));
        let to = moves.into_iter().skip(usize::from(is_stand_in)).fold(from, |from, step| lead(from, step, rows.len()));
        self.cursor = to.and_then(|row| CursorPlace::at(rows, row));
        self.moved_at = Some(now).filter(|_| self.open.is_some());
        self.cursor()
    }

    /// What is open follows the keys that lead through the rows.
    pub(super) fn following(&mut self, focused: Option<Id>, now: f64) -> Following {
        let open = self.open.as_ref().map(|open| &open.key);
        let cursor = self.cursor.as_ref().filter(|cursor| open.is_some_and(|open| *open != cursor.key));
        let row = cursor.filter(|_| self.keys.has_keyboard(focused)).and_then(|cursor| cursor.row);
        self.keys.is_elsewhere = row.is_some() && self.moved_at.is_some();
        let (Some(row), Some(moved_at)) = (row, self.moved_at) else {
            self.moved_at = None;
            return Following::Stays;
        };
        if now < moved_at + REST_S {
            return Following::Waits(moved_at + REST_S - now);
        }
        self.moved_at = None;
        Following::Opens(row)
    }

    /// Takes in what the table reported: the row with the keyboard and its widget, the row that was clicked, the row that
    /// it wants opened by itself. Returns the row to open.
    pub(super) fn take<R: ListRows<Key = K>>(
        &mut self,
        rows: &R,
        keyboard: Option<(usize, Id)>,
        clicked: Option<usize>,
        entered: Option<usize>,
        now: f64,
    ) -> Option<usize> {
        self.keys.focused = keyboard.map(|(_, widget)| widget);
        self.keys.object = keyboard.and_then(|(row, _)| rows.object(row));
        if let Some((row, _)) = keyboard.filter(|(row, _)| self.cursor() != Some(*row)) {
            self.cursor = CursorPlace::at(rows, row);
            self.moved_at = Some(now).filter(|_| self.open.is_some());
        }
        self.keys.frames = 0;
        let is_asked = std::mem::take(&mut self.keys.opens);
        let first = || (self.open.is_none() && !rows.is_empty()).then_some(0);
        let by_key = is_asked.then(|| self.cursor().or_else(first)).flatten();
        let opened = clicked.or(entered).or(by_key)?;
        self.cursor = CursorPlace::at(rows, opened);
        self.moved_at = None;
        self.wants_keyboard = clicked.is_some() || by_key.is_some();
        Some(opened)
    }

    /// The menu of a row opens: the cursor is there, and what is open stays.
    pub(super) fn open_menu(&mut self, row: CursorPlace<K>) {
        self.cursor = Some(row.clone());
        self.moved_at = None;
        self.menu = Some(row);
    }

    /// Where the row is whose menu is open: nowhere, where it is listed no more. `None` without a menu.
    pub(super) fn follow_menu<R: ListRows<Key = K>>(&mut self, rows: &R) -> Option<Option<usize>> {
        let place = self.menu.as_mut()?;
        place.follow(rows);
        Some(place.row)
    }

    /// The menu was closed; its row `gets_keyboard` back, or not.
    pub(super) fn leave_menu(&mut self, gets_keyboard: bool) {
        if let Some(row) = self.menu.take().filter(|_| gets_keyboard) {
            self.cursor = Some(row);
            self.wants_keyboard = true;
        }
    }

    /// Puts the cursor on a row of a list that is not in view.
    pub fn move_to(&mut self, key: &K) {
        if self.cursor.as_ref().is_none_or(|cursor| cursor.key != *key) {
            // No list begins at this revision: it is looked for when the list is drawn.
            self.cursor = Some(CursorPlace { key: key.clone(), row: None, revision: u64::MAX });
        }
    }
}

/// The row that a key leads to; the first where there is no cursor yet.
fn lead(from: Option<usize>, step: CursorMove, rows: usize) -> Option<usize> {
    let last = rows.checked_sub(1)?;
    Some(match (step, from) {
        (CursorMove::First, _) | (CursorMove::Rows(_), None) => 0,
        (CursorMove::Last, _) => last,
        (CursorMove::Rows(by), Some(from)) => from.saturating_add_signed(by).min(last),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows by name, with the numbers a list of the core counts.
    struct Names {
        names: Vec<&'static str>,
        revision: u64,
        questions: u64,
        looked: std::cell::Cell<u32>,
    }

    impl Names {
        fn new(names: &[&'static str]) -> Self {
            Self { names: names.to_vec(), revision: 1, questions: 0, looked: std::cell::Cell::new(0) }
        }

        fn become_(&mut self, names: &[&'static str]) {
            self.names = names.to_vec();
            self.revision += 1;
        }
    }

    impl ListRows for Names {
        type Key = &'static str;

        fn len(&self) -> usize {
            self.names.len()
        }

        fn key(&self, row: usize) -> Option<&Self::Key> {
            self.names.get(row)
        }

        fn position(&self, key: &Self::Key) -> Option<usize> {
            self.looked.set(self.looked.get() + 1);
            self.names.iter().position(|name| name == key)
        }

        fn revision(&self) -> u64 {
            self.revision
        }

        fn questions(&self) -> u64 {
            self.questions
        }
    }

    /// One frame in which `moves` were asked for; the keyboard is where it leads.
    fn frame(state: &mut ListState<&'static str>, rows: &Names, open: Option<&'static str>, moves: &[CursorMove]) {
        let focused = state.keys.focused;
        moves.iter().for_each(|step| state.keys.go(*step));
        state.follow(rows, open.as_ref(), focused);
        let focus = state.row_to_focus(rows, focused, 3, 0.0);
        let keyboard = focus.or(state.cursor().filter(|_| focused.is_some())).map(|row| (row, Id::unique(row)));
        state.take(rows, keyboard, None, None, 0.0);
    }

    #[test]
    fn other_rows_that_are_asked_for_are_shown_from_the_first_on_once_they_are_here() {
        let (mut state, mut rows) = (ListState::default(), Names::new(&["a", "b"]));
        frame(&mut state, &rows, None, &[]);
        assert_eq!(state.take_top(rows.len()), None, "where the person left it");
        rows.questions += 1;
        rows.become_(&[]);
        frame(&mut state, &rows, None, &[]);
        assert_eq!(state.take_top(rows.len()), None, "they are not here yet");
        rows.become_(&["c", "d"]);
        frame(&mut state, &rows, None, &[]);
        assert_eq!((state.take_top(rows.len()), state.take_top(rows.len())), (Some(0), None), "once");
    }

    fn key_under(state: &ListState<&'static str>) -> Option<&'static str> {
        state.cursor.as_ref().map(|cursor| cursor.key)
    }

    #[test]
    fn keys_lead_on_from_the_cursor_or_else_from_what_is_open_and_never_out_of_the_rows() {
        let rows = Names::new(&["a", "b", "c"]);
        let to = |open, moves: &[CursorMove]| {
            let mut state = ListState::default();
            frame(&mut state, &rows, open, moves);
            state.cursor()
        };
        assert_eq!(to(None, &[CursorMove::Rows(1)]), Some(0));
        assert_eq!(to(Some("a"), &[CursorMove::Rows(1)]), Some(1));
        assert_eq!(
            to(None, &[CursorMove::First, CursorMove::Rows(1), CursorMove::Rows(1), CursorMove::Rows(1)]),
            Some(2),
            "one step a key"
        );
        assert_eq!(to(None, &[CursorMove::Last, CursorMove::Rows(isize::MIN)]), Some(0));
        assert_eq!(to(None, &[CursorMove::First, CursorMove::Rows(isize::MAX)]), Some(2));
        assert_eq!(to(None, &[]), None);
        let mut none = ListState::default();
        frame(&mut none, &Names::new(&[]), None, &[CursorMove::Last]);
        assert_eq!(none.cursor(), None);
    }

    #[test]
    fn the_cursor_stays_on_its_row_when_rows_move_and_near_it_when_that_is_gone() {
        let mut rows = Names::new(&["a", "b", "c"]);
        let mut state = ListState::default();
        frame(&mut state, &rows, None, &[CursorMove::First, CursorMove::Rows(1)]);
        rows.become_(&["new", "a", "b", "c"]);
        frame(&mut state, &rows, None, &[]);
        assert_eq!((key_under(&state), state.cursor()), (Some("b"), Some(2)));
        rows.become_(&["new", "a"]);
        frame(&mut state, &rows, None, &[]);
        assert_eq!(key_under(&state), Some("a"), "the last that is left");
    }

    #[test]
    fn where_other_rows_are_asked_for_the_next_key_begins_at_the_first() {
        let mut rows = Names::new(&["a", "b", "c"]);
        let mut state = ListState::default();
        frame(&mut state, &rows, None, &[CursorMove::Last]);
        rows.questions += 1;
        rows.become_(&["b", "c"]);
        frame(&mut state, &rows, None, &[CursorMove::Rows(1)]);
        assert_eq!(key_under(&state), Some("b"));
    }

    #[test]
    fn a_frame_looks_for_no_row_as_long_as_none_has_moved() {
        let mut rows = Names::new(&["a", "b", "c"]);
        let mut state = ListState::default();
        frame(&mut state, &rows, Some("c"), &[CursorMove::First]);
        let looked = rows.looked.get();
        (0..10).for_each(|_| frame(&mut state, &rows, Some("c"), &[]));
        assert_eq!(rows.looked.get(), looked);
        rows.become_(&["c", "b", "a"]);
        frame(&mut state, &rows, Some("c"), &[]);
        assert_eq!(rows.looked.get(), looked + 2, "the cursor and the open one");
    }

    #[test]
    fn what_is_opened_from_elsewhere_gets_the_cursor_once() {
        let rows = Names::new(&["a", "b", "c"]);
        let mut state = ListState::default();
        frame(&mut state, &rows, None, &[CursorMove::First]);
        frame(&mut state, &rows, Some("c"), &[]);
        assert_eq!(key_under(&state), Some("c"));
        frame(&mut state, &rows, Some("c"), &[CursorMove::Rows(-1)]);
        frame(&mut state, &rows, Some("c"), &[]);
        assert_eq!(key_under(&state), Some("b"), "and can leave it");
    }

    #[test]
    fn what_is_open_follows_the_cursor_that_keys_moved_once_it_rests() {
        let rows = Names::new(&["a", "b", "c"]);
        let mut state = ListState::default();
        frame(&mut state, &rows, None, &[CursorMove::First]);
        assert_eq!(state.following(state.keys.focused, 9.0), Following::Stays, "nothing is open");
        frame(&mut state, &rows, Some("a"), &[]);
        frame(&mut state, &rows, Some("a"), &[CursorMove::Rows(1)]);
        let focused = state.keys.focused;
        assert_eq!(state.following(focused, 0.0), Following::Waits(REST_S));
        assert_eq!(state.following(focused, REST_S), Following::Opens(1));
        assert_eq!(state.following(focused, 9.0), Following::Stays, "it is asked for once");
        frame(&mut state, &rows, Some("b"), &[CursorMove::Rows(1)]);
        frame(&mut state, &rows, Some("b"), &[CursorMove::Rows(-1)]);
        assert_eq!(state.following(state.keys.focused, 9.0), Following::Stays, "back where it was");
        frame(&mut state, &rows, Some("b"), &[CursorMove::Rows(1)]);
        assert_eq!(state.following(None, 9.0), Following::Stays, "the keyboard has left the list");
    }

    #[test]
    fn what_is_open_is_left_behind_by_other_rows_that_do_not_have_it() {
        let (mut state, mut rows) = (ListState::default(), Names::new(&["a", "b"]));
        let behind = |state: &mut ListState<&'static str>, rows: &Names, open| {
            state.follow(rows, Some(&open), None).is_left_behind
        };
        assert!(!behind(&mut state, &rows, "b") && !behind(&mut state, &rows, "b"));
        rows.questions += 1;
        assert!(!behind(&mut state, &rows, "b"), "the rows before are still here");
        rows.become_(&[]);
        assert!(!behind(&mut state, &rows, "b"), "the others have not come");
        rows.become_(&["c"]);
        assert!(behind(&mut state, &rows, "b") && !behind(&mut state, &rows, "b"), "once");
        rows.questions += 1;
        rows.become_(&["c", "d"]);
        assert!(!behind(&mut state, &rows, "z"), "opened with the question, from elsewhere");
        rows.become_(&["c"]);
        assert!(!behind(&mut state, &rows, "z"), "an operation took it away");
    }

    #[test]
    fn the_next_row_is_the_one_that_took_the_place_of_what_is_gone() {
        let mut rows = Names::new(&["a", "b", "c"]);
        let mut state = ListState::default();
        frame(&mut state, &rows, None, &[CursorMove::First]);
        frame(&mut state, &rows, Some("a"), &[]);
        rows.become_(&["b", "c"]);
        frame(&mut state, &rows, Some("a"), &[]);
        frame(&mut state, &rows, Some("a"), &[CursorMove::Rows(1)]);
        assert_eq!(key_under(&state), Some("b"));
        frame(&mut state, &rows, Some("a"), &[CursorMove::Rows(1)]);
        assert_eq!(key_under(&state), Some("c"));
    }

    #[test]
    fn the_keyboard_is_on_the_row_of_what_was_closed_and_after_a_dialog_on_the_one_under_the_cursor() {
        let rows = Names::new(&["a", "b"]);
        let mut state = ListState::default();
        state.follow(&rows, Some(&"b"), None);
        state.follow(&rows, None, None);
        assert_eq!((key_under(&state), state.row_to_focus(&rows, None, 3, 0.0)), (Some("b"), Some(1)));
        state.uncovered(true, Some(Id::unique("a button")));
        assert_eq!(state.row_to_focus(&rows, None, 3, 0.0), None);
        state.uncovered(false, None);
        assert_eq!(state.row_to_focus(&rows, None, 3, 0.0), Some(1));
    }

    #[test]
    fn the_row_that_takes_the_place_of_one_that_is_gone_is_not_opened() {
        let mut rows = Names::new(&["a", "b", "c"]);
        let mut state = ListState::default();
        frame(&mut state, &rows, None, &[CursorMove::First]);
        frame(&mut state, &rows, Some("a"), &[]);
        rows.become_(&["b", "c"]);
        frame(&mut state, &rows, Some("a"), &[]);
        assert_eq!((key_under(&state), state.following(state.keys.focused, 9.0)), (Some("b"), Following::Stays));
        assert!(!state.keys.open_if_elsewhere(), "a command is about what is open");
    }

    #[test]
    fn a_command_right_after_a_key_moved_the_cursor_opens_the_row_it_moved_to() {
        let rows = Names::new(&["a", "b"]);
        let mut state = ListState::default();
        frame(&mut state, &rows, Some("a"), &[]);
        frame(&mut state, &rows, Some("a"), &[CursorMove::Rows(1)]);
        assert_eq!(state.following(state.keys.focused, 0.1), Following::Waits(REST_S - 0.1));
        assert!(state.keys.open_if_elsewhere());
    }

    #[test]
    fn the_key_that_opens_a_row_begins_at_the_first() {
        let mut state = ListState::default();
        let open = |state: &mut ListState<&'static str>, rows: &Names| {
            state.keys.open();
            state.follow(rows, None, None);
            state.take(rows, None, None, None, 0.0)
        };
        assert_eq!(open(&mut state, &Names::new(&[])), None);
        let rows = Names::new(&["a", "b", "c"]);
        assert_eq!(open(&mut state, &rows), Some(0));
        frame(&mut state, &rows, Some("a"), &[CursorMove::Last]);
        assert_eq!(open(&mut state, &rows), Some(2), "and then where the cursor is");
    }

    #[test]
    fn what_was_asked_of_a_list_that_is_not_drawn_is_forgotten() {
        let mut keys = ListKeys::default();
        keys.go(CursorMove::First);
        keys.begin_frame();
        keys.begin_frame();
        assert_eq!(keys.moves, [CursorMove::First], "a command of the palette is run after the list was drawn");
        keys.begin_frame();
        assert!(keys.moves.is_empty());
    }
}
