//! The command palette (Ctrl/Cmd+K) and the list of shortcuts (`?`): both read [`paydesk_core::command::list`].

use egui::{Id, Key, Modifiers, ScrollArea, Ui};

use paydesk_core::command::list::switches;
use paydesk_core::command::{Command, Shortcut};
use paydesk_core::features::bulk::{BulkKind, text as bulk_text};
use paydesk_core::features::history::HistoryPhase;
use paydesk_core::features::views::ViewsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::panels::panel_of;
use paydesk_core::{Action, State};
use paydesk_domain::object_ref::ObjectRef;
use paydesk_domain::profile::Environment;
use paydesk_domain::text::{visible, visible_id};

use super::drafts::{Drafts, PaletteDraft};
use super::keys;
use super::status::{environment_icon, environment_tone};
use super::views::view_of;
use super::{selection, text};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::modal::body_height;
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{Choice, TextField, label_ui, modal_ui, shortcut_ui};

/// One line of the palette.
#[derive(Debug, Clone, PartialEq)]
enum Hit {
    Open(ObjectRef),
    /// A record with the text in a note or in a tag.
    OpenNoted(ObjectRef),
    Run(Command),
    /// Plans this for so many selected rows.
    PlanSelected(BulkKind, usize),
    /// Looks for this among all payments.
    Search(String),
    /// Shows this saved view of payments.
    View(String),
    /// A command made for one profile: its text, and what it does.
    Switch(String, Environment, Box<Action>),
}

/// Draws the palette: commands that make sense now, and the record that the text is the id of, or could be.
pub fn palette_ui(ui: &Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let (taken, close) = modal_ui(ui.ctx(), Id::unique("palette"), "Command palette", 520.0, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        search_ui(ui, state, &mut drafts.palette)
    });
    if close || taken.is_some() {
        ui.memory_mut(|memory| memory.surrender_focus(Id::unique("palette text")));
        drafts.palette = PaletteDraft::default();
        actions.push(Action::DismissDialog);
    }
    match taken {
        Some(Hit::Open(named) | Hit::OpenNoted(named)) => actions.push(Action::open(&named)),
        Some(Hit::Search(text)) => actions.push(Action::SearchPayments(text)),
        Some(Hit::PlanSelected(kind, _)) => selection::ask(ui.ctx(), kind),
        Some(Hit::Run(command)) => keys::run(command, state, drafts, actions),
        Some(Hit::View(name)) => actions.push(Action::Views(ViewsAction::Show(name))),
        Some(Hit::Switch(_, _, action)) => actions.push(*action),
        None => {}
    }
}

fn search_ui(ui: &mut Ui, state: &State, draft: &mut PaletteDraft) -> Option<Hit> {
    move_choice(ui, draft);
    let id = Id::unique("palette text");
    ui.memory_mut(|memory| memory.request_focus(id));
    let field = TextField::bare(text::COMMAND_OR_ID, &mut draft.text).placeholder(text::COMMAND_OR_ID);
    let shown = field.icon(Icon::Search).id(id).ui(ui);
    if shown.changed {
        draft.chosen = 0;
    }
    let hits = hits(&draft.text, state, selection::offered(ui.ctx()));
    draft.chosen = draft.chosen.min(hits.len().saturating_sub(1));
    let mut taken = shown.submitted.then(|| hits.get(draft.chosen).cloned()).flatten();
    let height = body_height(ui.ctx(), size::CONTROL + space::S).min(364.0);
    let scroll = ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink([false, false]);
    scroll.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (index, hit) in hits.iter().enumerate() {
            if hit_ui(ui, state, hit, index == draft.chosen) {
                taken = Some(hit.clone());
            }
        }
        if hits.is_empty() {
            let text = "No matching command. An ID can contain only letters, digits, “_” and “-”.";
            label_ui(ui, Text::Small, tokens(ui).subdued, text);
        }
    });
    taken
}

fn move_choice(ui: &Ui, draft: &mut PaletteDraft) {
    let (down, up) = ui.input_mut(|input| {
        (input.consume_key(Modifiers::NONE, Key::ArrowDown), input.consume_key(Modifiers::NONE, Key::ArrowUp))
    });
    if down {
        draft.chosen += 1;
    }
    if up {
        draft.chosen = draft.chosen.saturating_sub(1);
    }
}

fn hits(text: &str, state: &State, (selected, kinds): (usize, Vec<BulkKind>)) -> Vec<Hit> {
    let wanted = text.trim().to_lowercase();
    let matches = |text: &str| {
        let text = text.to_lowercase();
        wanted.split_whitespace().all(|word| text.contains(word))
    };
    let command = |command: &Command| {
        let texts = command.texts();
        matches(&format!("{} {}", texts.text, texts.tooltip))
            && *command != Command::Palette
            && command.effect(state).is_some()
    };
    // What can be done with the object in front comes first: that is what a person looks at.
    let (mut about_it, others): (Vec<Command>, Vec<Command>) =
        Command::all().filter(command).partition(|command| command.object(state).is_some());
    // What is called so stands before what is only described so.
    about_it.sort_by_key(|command| !command.texts().text.to_lowercase().contains(&wanted));
    let planned = kinds.into_iter().filter(|kind| matches(bulk_text::button(*kind)));
    let planned = planned.map(|kind| Hit::PlanSelected(kind, selected));
    let commands = planned.chain(about_it.into_iter().chain(others).map(Hit::Run));
    let switches = switches(state).filter(|(text, ..)| matches(text));
    let switches =
        switches.map(|(text, environment, action)| Hit::Switch(visible(&text, 80), environment, Box::new(action)));
    let views = state.settings.views(&state.workspace.profile_id).iter();
    let views = views.map(|view| view.name.clone()).filter(|name| matches(&text::go_to_view(name))).map(Hit::View);
    let searches = state.workspace.history.phase() == HistoryPhase::Open && !wanted.is_empty();
    let search = searches.then(|| Hit::Search(text.trim().to_owned()));
    let named = state.named(text);
    let noted: Vec<Hit> =
        state.noted(text).into_iter().filter(|noted| !named.contains(noted)).map(Hit::OpenNoted).collect();
    // A number may be an order, an amount or a card before it is the id of something that is not known here.
    let is_certain =
        text.contains('_') || search.is_none() || named.iter().any(|named| state.knows(named.kind, &named.id));
    let named = named.into_iter().map(Hit::Open);
    let others = commands.chain(views).chain(switches).chain(noted);
    match is_certain {
        true => named.chain(others).chain(search).collect(),
        false => others.chain(search).chain(named).collect(),
    }
}

fn hit_ui(ui: &mut Ui, state: &State, hit: &Hit, chosen: bool) -> bool {
    let response = match hit {
        Hit::Open(named) => Choice::new(&open_text(named)).icon(icon(named.kind)).highlighted(chosen).ui(ui),
        Hit::OpenNoted(noted) => {
            let label = open_text(noted);
            let choice = Choice::new(&label).icon(icon(noted.kind)).highlighted(chosen);
            choice.note("In its notes", Tone::Neutral).ui(ui)
        }
        Hit::Search(wanted) => {
            Choice::new(&text::search_payments_for(visible(wanted, 60))).icon(Icon::Search).highlighted(chosen).ui(ui)
        }
        Hit::View(name) => {
            Choice::new(&text::go_to_view(&visible(name, 60))).icon(Icon::Bookmark).highlighted(chosen).ui(ui)
        }
        Hit::Switch(text, environment, _) => {
            let choice = Choice::new(text).icon(environment_icon(*environment)).highlighted(chosen);
            choice.note(environment.word(), environment_tone(*environment)).ui(ui)
        }
        Hit::PlanSelected(kind, selected) => {
            let choice = Choice::new(bulk_text::button(*kind)).highlighted(chosen);
            choice.note(&text::selected(*selected), Tone::Neutral).ui(ui)
        }
        Hit::Run(command) => {
            let texts = command.texts();
            let keys = texts.keys.first().map(|keys| keys::label(*keys));
            let choice = Choice::new(texts.text).keys(keys.as_deref()).highlighted(chosen);
            match command.object(state).map(|object| visible_id(&object.id, 40)) {
                Some(id) => choice.note(&id, Tone::Neutral).ui(ui),
                None => choice.ui(ui),
            }
        }
    };
    if chosen {
        response.scroll_to_me(None);
    }
    response.clicked()
}

fn open_text(object: &ObjectRef) -> String {
    format!("Open {} {}", object.kind.noun(), object.id)
}

fn icon(kind: ResourceKind) -> Icon {
    view_of(panel_of(kind).route).icon
}

/// Draws all commands that have keys, and the keys of rows.
pub fn shortcuts_ui(ui: &mut Ui) {
    let height = body_height(ui.ctx(), 148.0);
    ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for command in Command::all().filter(|command| !command.texts().keys.is_empty()) {
            let texts = command.texts();
            shortcut_ui(ui, &label_of(texts.keys), texts.text, texts.tooltip);
        }
        for (keys, text, note) in keys::ROW_KEYS {
            shortcut_ui(ui, &label_of(keys), text, note);
        }
    });
}

fn label_of(keys: &[Shortcut]) -> String {
    keys.iter().map(|keys| keys::label(*keys)).collect::<Vec<_>>().join(" or ")
}
