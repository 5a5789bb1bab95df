//! A desk whose reads are answered by a sandbox in this process, one at a time and in the order the test wants.

use axum::http;
use chrono::{DateTime, Utc};
use paydesk_api::call::{Method, Request};
use paydesk_api::outcome::{Attempt, Body, HttpAnswer};
use paydesk_api::rate_limit::RateHeaders;
use paydesk_api::resources::analytics::calls::QueryInput;
use paydesk_core::effect::ApiEffect;
use paydesk_core::features::analytics::{AnalyticsAction, Board, Card, CardContent, CardId, QueryPlan, RangeChoice};
use paydesk_core::features::disputes::evidence_draft::SubmittedVersion;
use paydesk_core::features::disputes::{DraftDocument, EvidenceDraft};
use paydesk_core::read::{Read, RequestId};
use paydesk_core::route::Route;
use paydesk_core::settings::Settings;
use paydesk_core::state::Start;
use paydesk_core::{Action, Effect, Message, State};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::OperationId;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::profile::Profile;
use paydesk_sandbox::SandboxConfig;
use paydesk_test_core::service::refused;
use paydesk_test_core::start;
use paydesk_test_sandbox::helpers::{Client, START, config};
use serde_json::{Value, json};

/// Paydesk and the sandbox that answers its reads.
pub struct Shop {
    pub client: Client,
    pub state: State,
    /// Asked for and not answered yet.
    pub reads: Vec<(RequestId, Read)>,
    /// Everything else that was asked for.
    pub other: Vec<Effect>,
}

impl Shop {
    /// A shop of so many seeded payments, shown in this zone.
    pub async fn seeded(payments: u32, zone: &str) -> Self {
        Self::over(Client::with(SandboxConfig { payments, seed: 7, ..config() }), zone, Settings::default()).await
    }

    pub async fn over(client: Client, zone: &str, settings: Settings) -> Self {
        let now: DateTime<Utc> = START.parse().unwrap();
        let settings = Settings { time_zone: zone.parse().ok(), ..settings };
        let start = Start { settings, ..start(now, 7) };
        let mut shop = Self { client, state: State::new(start), reads: Vec::new(), other: Vec::new() };
        let effects = shop.state.on_start();
        shop.take(effects);
        shop.event(Message::JournalOpened { entries: Vec::new() });
        let profile = Profile::embedded_sandbox("http://127.0.0.1:8600");
        shop.event(Message::ServiceReady { profile, key_place: None });
        shop.serve().await;
        shop
    }

    pub fn take(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Api(ApiEffect::Read { request_id, read, .. }) => self.reads.push((request_id, read)),
                Effect::Api(ApiEffect::GiveUpRead { request_id }) => {
                    self.reads.retain(|(asked, _)| *asked != request_id)
                }
                other => self.other.push(other),
            }
        }
    }

    pub fn act(&mut self, action: Action) {
        let effects = self.state.on_action(action);
        self.take(effects);
    }

    pub fn ask(&mut self, action: AnalyticsAction) {
        self.act(Action::Analytics(action));
    }

    pub fn event(&mut self, event: Message) {
        let effects = self.state.on_message(event);
        self.take(effects);
    }

    /// What the sandbox answers to a request.
    pub async fn attempt(&self, request: &Request) -> Attempt {
        let method = match request.method {
            Method::Get => http::Method::GET,
            Method::Post => http::Method::POST,
            Method::Put => http::Method::PUT,
            Method::Delete => http::Method::DELETE,
        };
        let body = request.body.as_ref().map(|body| body.to_string().into_bytes()).unwrap_or_default();
        let answer = self.client.bytes(method, &request.path, Some(&self.client.credentials.api_key), body).await;
        if !answer.status.is_success() {
            let (error, status) = (&answer.json()["error"], answer.status.as_u16());
            let word = |name: &str| error[name].as_str().unwrap().to_owned();
            return refused(status, &word("code"), &word("message"));
        }
        answered(answer.json())
    }

    pub async fn answer(&mut self, request_id: RequestId, read: Read) {
        let attempt = match &read {
            Read::Health(_) => answered(json!({})),
            read => self.attempt(&read.request()).await,
        };
        let answer = read.answer(attempt, MinorUnits::Iso4217);
        self.event(Message::ReadAnswered { request_id, answer, rate: None });
    }

    /// Answers every read, and those that follow.
    pub async fn serve(&mut self) {
        for _ in 0..2_000 {
            if self.reads.is_empty() {
                return;
            }
            let (request_id, read) = self.reads.remove(0);
            self.answer(request_id, read).await;
        }
        panic!("reads without end");
    }

    /// Shows a board, with everything on it answered.
    pub async fn show(&mut self, board: Board) {
        self.act(Action::GoTo(Route::Analytics));
        self.ask(AnalyticsAction::Show(board));
        self.serve().await;
    }

    /// Shows a board; nothing is answered.
    pub fn show_without_answers(&mut self, board: Board) {
        self.act(Action::GoTo(Route::Analytics));
        self.ask(AnalyticsAction::Show(board));
    }

    /// Answers the query of a card, as soon as it leaves, with this; the others before it get nothing.
    pub fn answer_card(&mut self, id: CardId, body: Value) {
        self.answer_query(id, |plan| plan.query.clone(), body);
    }

    /// The same of one of its queries.
    pub fn answer_query(&mut self, id: CardId, query: impl Fn(&QueryPlan) -> QueryInput, body: Value) {
        let (request_id, read) = self.take_query(id, query);
        let answer = read.answer(answered(body), MinorUnits::Iso4217);
        self.event(Message::ReadAnswered { request_id, answer, rate: None });
    }

    /// Takes one of the queries of a card, as soon as it leaves, to be answered; the others before it get nothing.
    pub fn take_query(&mut self, id: CardId, query: impl Fn(&QueryPlan) -> QueryInput) -> (RequestId, Read) {
        let plan = self.card(id).plan.clone().unwrap();
        let wanted = plan.read(query(&plan)).unwrap();
        for _ in 0..50 {
            if let Some(at) = self.reads.iter().position(|(_, read)| *read == wanted) {
                return self.reads.remove(at);
            }
            let (request_id, read) = self.reads.remove(0);
            let answer = read.answer(answered(json!({"queryData": [], "data": []})), MinorUnits::Iso4217);
            self.event(Message::ReadAnswered { request_id, answer, rate: None });
        }
        panic!("{id:?} was not asked");
    }

    /// So much time passes.
    pub fn tick(&mut self, by: chrono::TimeDelta) {
        let effects = self.state.on_tick(self.state.now + by);
        self.take(effects);
    }

    /// Answers the reads of the dispute list with this, and leaves every other open.
    pub fn answer_lists(&mut self, body: Value) {
        while let Some(at) = self.reads.iter().position(|(_, read)| matches!(read, Read::Disputes(_))) {
            let (request_id, read) = self.reads.remove(at);
            let answer = read.answer(answered(body.clone()), MinorUnits::Iso4217);
            self.event(Message::ReadAnswered { request_id, answer, rate: None });
        }
    }

    pub fn card(&self, id: CardId) -> &Card {
        self.state.workspace.analytics.card(id).unwrap_or_else(|| panic!("no card {id:?}"))
    }

    #[track_caller]
    pub fn picture(&self, id: CardId) -> &CardContent {
        let card = self.card(id);
        card.remote.value().unwrap_or_else(|| panic!("{id:?}: {:?} {:?}", card.remote, card.refused))
    }
}

pub fn answered(body: Value) -> Attempt {
    Attempt::Answered(HttpAnswer { status: 200, body: Body::Json(body), rate: RateHeaders::default() })
}

/// A shop where evidence was submitted from here for every decided dispute: a receipt where it was won, and for every
/// third that was lost; a name always.
pub async fn with_submitted_evidence() -> Shop {
    let mut shop = Shop::seeded(1_500, "Europe/Berlin").await;
    shop.show(Board::Disputes).await;
    shop.ask(AnalyticsAction::SetRange(RangeChoice::LastDays(90)));
    shop.serve().await;
    let rows = shop.state.workspace.disputes.all().iter();
    let decided = rows.filter(|row| [DisputeStatus::Won, DisputeStatus::Lost].contains(&row.dispute.status));
    let documents = decided.enumerate().map(|(number, row)| {
        let has_receipt = row.dispute.status == DisputeStatus::Won || number % 3 == 0;
        let mut fields = vec![EvidenceField::CustomerName];
        fields.extend(has_receipt.then_some(EvidenceField::Receipt));
        let now = shop.state.now;
        let mut draft = EvidenceDraft::new(&shop.state.workspace.profile_id, row.dispute.dispute_id.clone(), now);
        draft.submitted(SubmittedVersion {
            operation_id: OperationId::new(format!("op_{number}")),
            at: now,
            operator: "kim".into(),
            body: "{}".into(),
            fields: fields.into_iter().map(|field| (field.into(), "text".to_owned())).collect(),
        });
        DraftDocument::Draft(draft)
    });
    let documents: Vec<DraftDocument> = documents.collect();
    assert!(documents.len() > 20);
    shop.event(Message::DocumentsOpened { documents, problem: None });
    shop
}
