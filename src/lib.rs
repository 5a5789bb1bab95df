//! Paydesk: a native desktop dashboard for people who work with payments.
//!
//! This page is the map: how the program works, where each layer is, and where to start reading. It is complete with
//! `cargo doc --no-deps --document-private-items --open`.
//!
//! # The loop
//!
//! State changes in one place, and everything outside is asked for as plain data:
//!
//! ```text
//! user ──► ui draws &State, pushes Actions ──► State::on_action ───┐
//!                                                                  ├─► Vec<Effect> ──► Runtime::execute
//! Runtime ──► Message over a bounded channel ──► State::on_message ┘                   (tokio, never blocks)
//! ```
//!
//! [`Action`](app::action::Action): what the person asked for. [`State`](app::state::State): all state of the program,
//! with one [`Workspace`](app::workspace::Workspace) for each profile; only [`app::update`] changes it.
//! [`Effect`](app::effect::Effect): what is to be done outside, as data. [`Runtime`](runtime::Runtime): does it.
//! [`Message`](app::message::Message): what came of it. So "was it sent once, did it happen, what is shown meanwhile"
//! is answered in the core, and tested there without window, network or clock.
//!
//! # The layers
//!
//! In reading order; each may use only those above it, and a test holds them to that:
//!
//! 1. [`domain`]: the nouns of the business and the rules that the core and the sandbox share. Pure.
//! 2. [`api`]: the HTTP API as data, what one attempt proves, and the one file that uses the network client. What the
//!    service documents is restated in [`api::reference`] and with each of [`api::resources`].
//! 3. [`app`]: the core. Actions and messages in, effects and state out. Pure: no clock, no window, no runtime.
//!    [`app::operations`] holds what changes something at the service, by [its law](app::operations::law).
//! 4. [`ui`]: draws `&State` and pushes actions.
//! 5. [`store`] and [`vault`]: what is stored on disk, and in the keyring of the system.
//! 6. [`team`]: what a team shares, in PostgreSQL; the only place that speaks to it.
//! 7. [`receiver`]: receives webhooks over HTTP and proves them, for the window and for the hub.
//! 8. [`runtime`]: executes effects.
//! 9. [`hub`]: receives a team's webhooks on a server and reads its payments, without a window.
//! 10. [`sandbox`]: the payment service itself, for newcomers, tests and integrators.
//! 11. [`single_instance`]: one instance on a data directory; a second start brings the first to the front.
//! 12. [`desktop`]: the window's loop, the only place that knows all of the above; [`start`] puts the parts together for
//!     each command.
//!
//! Beside them stand [`hardening`]: what the process does at its very start to keep its memory to itself, and
//! [`private_files`](platform::private_files): files that only this user can read; [`end_signals`](platform::end_signals): how a program that serves is ended; [`typefaces`](platform::typefaces): those of the window and of documents; [`version`]: what this program was built from;
//! [`crash_report`]: what a panic leaves behind; [`file_versions`](platform::file_versions): what becomes of files of an older or newer version;
//! [`file_system`](platform::file_system): how databases are written on network drives.
//!
//! # Where to start reading
//!
//! **How does a capture work?** In this order:
//! 1. [`ui::dialogs`]: the dialog pushes [`Action::Confirm`](app::action::Action::Confirm).
//! 2. [`app::update`]: one line hands it to its feature.
//! 3. `src/app/confirm.rs` and `src/app/features/payments/actions.rs`: what the person saw and wanted becomes an
//!    [`OperationPlan`](app::operations::OperationPlan).
//! 4. `src/app/operate.rs`: connects operations to the rest of the core.
//! 5. [`app::operations::lifecycle`]: the whole life of an operation, from *prepared* to *ended*.
//! 6. `src/runtime/calls.rs` and [`api::client`]: the one request.
//! 7. [`api::outcome`] and [`app::operations::rules`]: what the answer proves, and what is done about it.
//! 8. [`app::operations::reconcile`]: what a read proves where the answer was lost.
//!
//! **Add an endpoint.**
//! 1. Its row in [`api::endpoints`]: a variant of [`Endpoint`](api::operation::Endpoint) with its row of
//!    [`OPERATIONS`](api::endpoints::OPERATIONS), or a row of [`READS`](api::endpoints::READS); a test writes
//!    [the table of the law](app::operations::law#the-rule-of-each-endpoint) again with `UPDATE_SNAPSHOTS=1`.
//! 2. Its call, its JSON and its fields in the folder of its resource in [`api::resources`], a fixture in
//!    `tests/fixtures/spec/`.
//! 3. A handler in [`sandbox::http`] over a rule in [`sandbox::engine`].
//! 4. A case in `tests/it/contract/`, and what it is refused for in `tests/it/refusals/`.
//!
//! **Add a resource** (what the service makes and does not list: a payment link, say). `tests/it/architecture/` has one
//! complete: `imaginary_resource/files/` are its own files, `imaginary_resource/edits.rs` is all that it adds to seven
//! shared ones.
//! 1. Its type, with its id and the text of its status, in [`domain`]: one line in its `mod.rs`.
//! 2. Its calls, its JSON and its reference in a folder of [`api::resources`]: one line there. Its names and its endpoints
//!    are rows of [`api::endpoints`].
//! 3. [`RecordKind`](app::records::RecordKind) for that type in a file of [`app::records::kinds`], with one row there: what
//!    its list says, and what each of its statuses means.
//! 4. Its [`PanelSpec`](app::panels::PanelSpec) in a file of [`app::panels`], with one row there, and
//!    [`FormCall`](app::features::forms::FormCall) for the input of each form. Opening a record, opening, sending and
//!    leaving its forms need nothing more.
//! 5. Its [`PanelView`](ui::panel_view::PanelView) in a folder of [`ui::panels`], with one row there: list, detail, form,
//!    and what the window keeps of them.
//!
//! **Add a panel** that is no list of records.
//! 1. Its state and what happens to it in [`app::features`], with a field of the workspace. A feature changes nothing but
//!    itself: it is handed a [`Context`](app::context::Context) to read from and act with, and asks other features by a
//!    [`FeatureRequest`](app::feature_request::FeatureRequest). Its actions are one variant of
//!    [`Action`](app::action::Action) with one line in [`app::update`].
//! 2. A variant of [`Route`](app::route::Route), its row in [`app::panels`], and its row in [`ui::panels`].
//! 3. A module of [`ui::panels`], made of [`ui::widgets`] and [`ui::tokens`].
//! 4. What it does in `tests/it/flows/`, its states (never loaded, loading, empty, failed, ready) in `tests/it/ui/`.
//!
//! **Share something with a team.**
//! 1. A kind in a file of `app::sharing`, with one row in its `kinds`: which things there are, what each is now, how one of a
//!    colleague is taken in, and how two versions become one.
//! 2. What waits to be shared, and what is done about a change, is in [`app::features::sharing`]; the session with the
//!    database is in `runtime::team`.
//!
//! **See something go wrong.** The [faults](sandbox::faults::FaultKind) and
//! [control calls](sandbox::reference#control-calls) of the sandbox produce it on demand.

/// Of the whole process: frames and events allocate much and often, and across threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub mod api;
pub mod app;
pub mod crash_report;
pub mod desktop;
pub mod domain;
pub mod hardening;
pub mod hub;
pub mod platform;
pub mod receiver;
pub mod runtime;
pub mod sandbox;
pub mod single_instance;
pub mod start;
pub mod store;
pub mod team;
pub mod ui;
pub mod vault;
pub mod version;
