//! The menu of a row: it belongs to the object it was opened on, wherever that is listed meanwhile, and closes with it.
//! The list follows the row; the shell draws the menu over the panel and tells the list what a person did.

use egui::{Context, Id, PopupAnchor};

use paydesk_domain::object_ref::ObjectRef;

/// The menu that is open.
#[derive(Debug, Clone)]
pub struct RowMenu {
    /// Another one for each menu.
    pub id: Id,
    /// What the row is about, where that is an object of the service.
    pub object: Option<ObjectRef>,
    pub anchor: PopupAnchor,
    /// The row as it is drawn now.
    pub widget: Id,
    /// It was opened in this frame.
    pub is_new: bool,
    pub(super) list: Id,
    /// When its list was drawn last.
    pub(super) pass: u64,
    pub(super) answer: Option<RowMenuAnswer>,
}

/// What a person did in the menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowMenuAnswer {
    /// The row is to be opened.
    Opens,
    /// The row gets the keyboard back.
    Left,
    /// Something else was clicked.
    Closed,
}

fn key() -> Id {
    Id::unique("menu of a row")
}

impl RowMenu {
    /// The menu of a list that was drawn in this pass, unless it was answered.
    pub fn open(ctx: &Context) -> Option<Self> {
        let menu = Self::stored(ctx).filter(|menu| menu.answer.is_none())?;
        if menu.pass == ctx.cumulative_pass_nr() {
            return Some(menu);
        }
        Self::forget(ctx);
        None
    }

    /// Tells the list what a person did. Unless something else was clicked, the row has the keyboard again.
    pub fn answer(self, ctx: &Context, answer: RowMenuAnswer) {
        if answer != RowMenuAnswer::Closed {
            ctx.memory_mut(|memory| memory.request_focus(self.widget));
        }
        Self { answer: Some(answer), ..self }.store(ctx);
        ctx.request_repaint();
    }

    /// The menu of any list, answered or not.
    pub(super) fn stored(ctx: &Context) -> Option<Self> {
        ctx.data(|data| data.get_temp(key()))
    }

    pub(super) fn store(self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_temp(key(), self));
    }

    pub(super) fn forget(ctx: &Context) {
        ctx.data_mut(|data| data.remove::<Self>(key()));
    }
}
