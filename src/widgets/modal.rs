//! What is over everything else and takes all input: the ground of dialogs, of the palette, of the shortcuts.
//!
//! One with a text field opens in the first of them, and Enter leaves the keyboard there: it answers nothing.

use egui::{Context, CornerRadius, Frame, Id, Key, Margin, Modal, Modifiers, Ui, UiKind, accesskit::Role};

use crate::tokens::{space, tokens};

/// Shows `content` in the middle of the window; true where it is to be closed (Esc, a click outside).
/// `title` is for screen readers.
pub fn modal_ui<R>(ctx: &Context, id: Id, title: &str, width: f32, content: impl FnOnce(&mut Ui) -> R) -> (R, bool) {
    let shown = ground(ctx, id, title, width, content);
    let close = shown.escaped || shown.outside;
    (shown.inner, close)
}

/// What a modal shows and how it was asked to close.
pub(super) struct ModalOutput<R> {
    pub inner: R,
    pub escaped: bool,
    pub outside: bool,
}

pub(super) fn ground<R>(
    ctx: &Context,
    id: Id,
    title: &str,
    width: f32,
    content: impl FnOnce(&mut Ui) -> R,
) -> ModalOutput<R> {
    let tokens = tokens(ctx);
    let frame = Frame::new()
        .fill(tokens.raised)
        .stroke(tokens.hairline())
        .corner_radius(CornerRadius::same(10))
        .shadow(ctx.global_style().visuals.window_shadow)
        .inner_margin(Margin::same(space::XL as i8));
    let keyboard = if ctx.read_response(id).is_none() { ModalKeyboard::Opening } else { ModalKeyboard::Settled };
    ctx.data_mut(|data| data.insert_temp(keyboard_id(), keyboard));
    let around = 2.0 * space::L + 2.0 * space::XL;
    let width = width.min(ctx.content_rect().width() - around);
    let modal = Modal::new(id).frame(frame).backdrop_color(tokens.overlay).show(ctx, |ui| {
        ui.set_width(width);
        ui.spacing_mut().item_spacing.y = space::M;
        // The library makes a dialog of the ground; its name is there too.
        let ground = ui.stack().iter().find(|stack| stack.kind() == Some(UiKind::Modal)).map(|stack| stack.unique_id);
        ui.ctx().accesskit_node_builder(ground.unwrap_or_else(|| ui.unique_id()), |node| {
            node.set_role(Role::Dialog);
            node.set_label(title);
            node.set_modal();
        });
        content(ui)
    });
    ctx.data_mut(|data| data.remove::<ModalKeyboard>(keyboard_id()));
    let alone = modal.is_top_modal && !modal.any_popup_open;
    let escaped = alone && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    ModalOutput { escaped, outside: alone && modal.backdrop_response.clicked(), inner: modal.inner }
}

/// Where the keyboard is, while a modal is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ModalKeyboard {
    /// It was just opened, and no text field was drawn yet.
    Opening,
    Settled,
}

fn keyboard_id() -> Id {
    Id::unique("keyboard of the modal")
}

/// Whether a modal is drawn for the first time and has no text field so far.
pub(super) fn opens_without_field(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp(keyboard_id())) == Some(ModalKeyboard::Opening)
}

/// Whether a text field that was just drawn is to take the keyboard: the first one of a modal that opens, or one of a
/// modal in which Enter was pressed.
pub(super) fn gives_keyboard(ctx: &Context, entered: bool) -> bool {
    let Some(keyboard) = ctx.data(|data| data.get_temp::<ModalKeyboard>(keyboard_id())) else { return false };
    ctx.data_mut(|data| data.insert_temp(keyboard_id(), ModalKeyboard::Settled));
    keyboard == ModalKeyboard::Opening || entered
}

/// How high the body of a modal may get before it scrolls, `taken` points being used by what is around it.
pub fn body_height(ctx: &Context, taken: f32) -> f32 {
    (ctx.content_rect().height() - 2.0 * space::L - 2.0 * space::XL - taken).max(80.0)
}
