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
//! [`Action`](paydesk_core::action::Action): what the person asked for. [`State`](paydesk_core::state::State): all state of the program,
//! with one [`Workspace`](paydesk_core::workspace::Workspace) for each profile; only [`core::update`](paydesk_core::state::update) changes it.
//! [`Effect`](paydesk_core::effect::Effect): what is to be done outside, as data. [`Runtime`](paydesk_runtime::Runtime): does it.
//! [`Message`](paydesk_core::message::Message): what came of it. So "was it sent once, did it happen, what is shown meanwhile"
//! is answered in the core, and tested there without window, network or clock.
//!
//! # The crates
//!
//! Each folder of `src/` with a `Cargo.toml` is a crate, and may use what that file lists. In reading order:
//!
//! | crate | holds |
//! |---|---|
//! | [`domain`](paydesk_domain) | the nouns of the business and the rules that core and sandbox share; pure |
//! | [`index`](paydesk_index) | payments as columns in memory, the language they are searched in, saved views and the rows of exports; pure |
//! | [`api`](paydesk_api) | the HTTP API as data, what one attempt proves, and the one file that uses the network client; what the service documents is restated in [`api::reference`](paydesk_api::reference) and with each of [`api::resources`](paydesk_api::resources) |
//! | [`operations`](paydesk_operations) | the life of what changes something at the service, by [its law](paydesk_operations::law); what answers, reads and events prove; the entries of the journal |
//! | [`core`](paydesk_core) | actions and messages in, effects and state out; pure: no clock, no window, no runtime |
//! | [`ui`](paydesk_ui) | draws `&State` and pushes actions |
//! | [`widgets`](paydesk_widgets) | what it draws with: tokens, icons, table, charts; knows no payment |
//! | [`painter`](paydesk_painter) | paints the window by the processor, where no graphics card does; knows nothing of payments |
//! | [`platform`](paydesk_platform) | private files, kinds of file systems, versions of files and what goes wrong with them, the end of servers, typefaces |
//! | `print` | reports as one A4 page, PDF and PNG; the typefaces of every document that is saved |
//! | [`store`](paydesk_store) | what is stored on disk |
//! | [`vault`](paydesk_vault) | keys in the keyring of the system |
//! | [`team`](paydesk_team) | what a team shares, in PostgreSQL; the only place that speaks to it |
//! | `receiver` | receives webhooks over HTTP and proves them, for the window and for the hub |
//! | [`runtime`](paydesk_runtime) | executes effects |
//! | [`hub`](paydesk_hub) | receives a team's webhooks on a server and reads its payments, without a window |
//! | [`sandbox`](paydesk_sandbox) | the payment service itself, for newcomers, tests and integrators |
//!
//! The feature `window`, on by default, brings `widgets`, `ui`, `painter`, [`desktop`], the keyring of `vault` and what `runtime` does with a
//! desktop. Without it this is the program for servers.
//!
//! This crate is the program: [`desktop`] is the window's loop, the only place that knows all of the above, and [`start`]
//! puts the parts together for each command. [`single_instance`]: a second start brings the first to the front.
//! [`machine`]: the time, the zone and the user of this machine. [`hardening`]: the process keeps its memory to itself. [`crash_report`]: what a panic leaves behind. [`version`]: what
//! it was built from.
//!
//! # Where to start reading
//!
//! **How does a capture work?** In this order:
//! 1. [`ui::dialogs`](paydesk_ui::dialogs): the dialog pushes [`Action::Confirm`](paydesk_core::action::Action::Confirm).
//! 2. [`core::update`](paydesk_core::state::update): one line hands it to its feature.
//! 3. `src/core/state/confirm.rs` and `src/core/features/payments/actions.rs`: what the person saw and wanted becomes an
//!    [`OperationPlan`](paydesk_operations::OperationPlan).
//! 4. `src/core/state/operate.rs`: connects operations to the rest of the core. [The way of a capture](paydesk_core#the-way-of-a-capture) is drawn
//!    there.
//! 5. [`operations::lifecycle`](paydesk_operations::lifecycle): the whole life of an operation, from *prepared* to *ended*.
//! 6. `src/runtime/calls.rs` and [`api::client`](paydesk_api::client): the one request.
//! 7. [`api::outcome`](paydesk_api::outcome) and [`operations::rules`](paydesk_operations::rules): what the answer proves, and what is done about it.
//! 8. [`operations::reconcile`](paydesk_operations::reconcile): what a read proves where the answer was lost.
//!
//! **Add an endpoint.**
//! 1. Its row in [`api::endpoints`](paydesk_api::endpoints): a variant of [`Endpoint`](paydesk_api::operation::Endpoint) with its row of
//!    [`OPERATIONS`](paydesk_api::endpoints::OPERATIONS), or a row of [`READS`](paydesk_api::endpoints::READS); a test writes
//!    [the table of the law](paydesk_operations::law#the-rule-of-each-endpoint) again with `UPDATE_SNAPSHOTS=1`.
//! 2. Its call, its JSON and its fields in the folder of its resource in [`api::resources`](paydesk_api::resources), a fixture in
//!    `tests/fixtures/spec/`.
//! 3. A handler in [`sandbox::http`](paydesk_sandbox::http) over a rule in [`sandbox::engine`](paydesk_sandbox::engine).
//! 4. A case in `tests/contract/`, and what it is refused for in `tests/desk/refusals/`.
//!
//! **Add a resource** (what the service makes and does not list: a payment link, say). `tests/architecture/` has one
//! complete: `imaginary_resource/files/` are its own files, `imaginary_resource/edits.rs` is all that it adds to seven
//! shared ones.
//! 1. Its type, with its id and the text of its status, in [`domain`](paydesk_domain): one line in its `mod.rs`.
//! 2. Its calls, its JSON and its reference in a folder of [`api::resources`](paydesk_api::resources): one line there. Its names and its endpoints
//!    are rows of [`api::endpoints`](paydesk_api::endpoints).
//! 3. [`RecordKind`](paydesk_core::records::RecordKind) for that type in a file of [`core::records::kinds`](paydesk_core::records::kinds), with one row there: what
//!    its list says, and what each of its statuses means.
//! 4. Its [`PanelSpec`](paydesk_core::panels::PanelSpec) in a file of [`core::panels`](paydesk_core::panels), with one row there, and
//!    [`FormCall`](paydesk_core::features::forms::FormCall) for the input of each form. Opening a record, opening, sending and
//!    leaving its forms need nothing more.
//! 5. Its [`PanelView`](paydesk_ui::panel_view::PanelView) in a folder of [`ui::panels`](paydesk_ui::panels), with one row there: list, detail, form,
//!    and what the window keeps of them.
//!
//! **Add a panel** that is no list of records.
//! 1. Its state and what happens to it in [`core::features`](paydesk_core::features), with a field of the workspace. A feature changes nothing but
//!    itself: it is handed a [`Context`](paydesk_core::context::Context) to read from and act with. What others may build on it publishes as a
//!    [`FeatureFact`](paydesk_core::FeatureFact), and what it builds on it takes in its own `on_fact`, with one line in `core::state::deliver`.
//!    [How features work together](paydesk_core#how-features-work-together) says more. Its actions are one variant of
//!    [`Action`](paydesk_core::action::Action) with one line in [`core::update`](paydesk_core::state::update).
//! 2. A variant of [`Route`](paydesk_core::route::Route), its row in [`core::panels`](paydesk_core::panels), and its row in [`ui::panels`](paydesk_ui::panels).
//! 3. A module of [`ui::panels`](paydesk_ui::panels), made of [`widgets`](paydesk_widgets) and [`widgets::tokens`](paydesk_widgets::tokens).
//! 4. What it does in `tests/core/`, its states (never loaded, loading, empty, failed, ready) in `tests/ui/`.
//!
//! **Share something with a team.**
//! 1. A kind in a file of `core::sharing`, with one row in its `kinds`: which things there are, what each is now, how one of a
//!    colleague is taken in, and how two versions become one.
//! 2. What waits to be shared, and what is done about a change, is in [`core::features::sharing`](paydesk_core::features::sharing); the session with the
//!    database is in `runtime::team`.
//!
//! **See something go wrong.** The [faults](paydesk_sandbox::faults::FaultKind) and
//! [control calls](paydesk_sandbox::reference#control-calls) of the sandbox produce it on demand.

/// Of the whole process: frames and events allocate much and often, and across threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub mod crash_report;
#[cfg(feature = "window")]
pub mod desktop;
pub mod hardening;
pub mod machine;
pub mod single_instance;
pub mod start;
pub mod version;
