//! The menu of a row, drawn over the panel: it opens the row, and has the commands of the object that the row is about.

use egui::Ui;

use paydesk_core::command::CommandEffect;
use paydesk_core::command::objects::{ObjectCommand, ObjectCommandGroup, commands_of, title_of};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::text::OPEN;
use paydesk_core::{Action, State};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::object_ref::ObjectRef;
use paydesk_domain::text::visible;

use super::drafts::Drafts;
use super::list::{RowMenu, RowMenuAnswer};
use super::{keys, text};
use paydesk_widgets::{ContextMenuOutput, FilterBody, close_context_menu, context_menu_ui};

/// What was chosen in the menu.
enum RowChoice {
    Open,
    Run(Box<CommandEffect>),
}

/// Draws the menu that is open, if one is. To be called after the panel was drawn.
pub fn row_menu_ui(ui: &Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let Some(menu) = RowMenu::open(ui.ctx()) else { return };
    if state.workspace.dialog.is_some() {
        close_context_menu(ui, menu.id);
        return menu.answer(ui.ctx(), RowMenuAnswer::Closed);
    }
    if let Some(payment_id) = menu.object.as_ref().filter(|_| menu.is_new).and_then(payment_of) {
        actions.push(Action::Payments(PaymentsAction::Read(payment_id)));
    }
    let title = menu.object.as_ref().map(|object| title_of(object, state));
    let name = title.as_deref().unwrap_or("Row");
    let output = context_menu_ui(ui, menu.id, menu.anchor, name, |body| {
        title.iter().for_each(|title| body.caption(title));
        let opens = body.command(OPEN, Some("Enter"), None).then_some(RowChoice::Open);
        let chosen = menu.object.as_ref().and_then(|object| commands_ui(body, object, state));
        opens.or(chosen.map(|effect| RowChoice::Run(Box::new(effect))))
    });
    match output {
        ContextMenuOutput::Open => {}
        ContextMenuOutput::Chosen(RowChoice::Open) => menu.answer(ui.ctx(), RowMenuAnswer::Opens),
        ContextMenuOutput::Chosen(RowChoice::Run(effect)) => {
            // A field that a command leads to has the keyboard; after all others it is the row's again.
            let leads_on = matches!(*effect, CommandEffect::WriteNote(_) | CommandEffect::HandleOne(..));
            menu.answer(ui.ctx(), if leads_on { RowMenuAnswer::Closed } else { RowMenuAnswer::Left });
            keys::carry_out(*effect, state, drafts, actions);
        }
        ContextMenuOutput::Left => menu.answer(ui.ctx(), RowMenuAnswer::Left),
        ContextMenuOutput::Closed => menu.answer(ui.ctx(), RowMenuAnswer::Closed),
    }
}

fn payment_of(object: &ObjectRef) -> Option<PaymentId> {
    (object.kind == ResourceKind::Payment).then(|| PaymentId::new(&*object.id))
}

/// The commands in their groups. Those that change something may come a moment later, below the others.
fn commands_ui(body: &mut FilterBody<'_>, object: &ObjectRef, state: &State) -> Option<CommandEffect> {
    let mut chosen = None;
    let mut group = ObjectCommandGroup::Lead;
    for ObjectCommand { group: next, text, offer, .. } in commands_of(object, state) {
        if std::mem::replace(&mut group, next) != next {
            body.divider();
        }
        let refusal = offer.as_ref().err().map(|reason| visible(reason, 300));
        if body.command(text, None, refusal.as_deref()) {
            chosen = offer.ok();
        }
    }
    reading_ui(body, object, state);
    chosen
}

/// That what can be done is not known before the payment was read.
fn reading_ui(body: &mut FilterBody<'_>, object: &ObjectRef, state: &State) {
    let Some(payment_id) = payment_of(object) else { return };
    let remote = state.workspace.payments.detail(&payment_id);
    if remote.is_some_and(|remote| remote.value().is_some()) {
        return;
    }
    body.divider();
    match remote.and_then(|remote| remote.error()) {
        Some(error) => body.caption(&text::could_not_be_loaded("The payment", visible(&error.what(), 200))),
        None => body.caption(text::LOADING_PAYMENT),
    }
}
