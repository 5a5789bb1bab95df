//! The payments that the hubs read are those of the service.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::PaymentRow;
use paydesk_index::payment_columns::StoredPayment;
use paydesk_team::{TeamConnection, TokenKind};
use paydesk_test_basics::waiting::PATIENCE;

use super::until_nothing_is_left;
use crate::team::chaos::payment_service::LIMIT;
use crate::team::chaos::world::World;

/// The service is asked again after so long: what falls due at it changes payments as well.
const ASK_EVERY: Duration = Duration::from_secs(5);

/// What the service says of itself.
#[derive(Debug, Default)]
pub struct OfService {
    /// The webhooks that it has told hubs of.
    pub events: BTreeSet<String>,
    payments: BTreeMap<PaymentId, PaymentRow>,
    captured: BTreeMap<PaymentId, i64>,
}

impl OfService {
    async fn ask(reader: &TeamConnection, world: &World) -> Self {
        let events = world.payments.until_all_told(PATIENCE).await;
        let payments = world.payments.listed(async || admitted(reader, world).await).await;
        Self { events, payments, captured: world.payments.captured().await }
    }

    /// What of the database is not so.
    fn differences(&self, stored: &BTreeMap<PaymentId, StoredPayment>, made: &[PaymentId]) -> Vec<String> {
        let mut found = Vec::new();
        for (id, row) in &self.payments {
            match stored.get(id).map(|stored| &stored.row) {
                None => found.push(format!("{id} is missing")),
                Some(stored) if (&stored.status, &stored.amount) != (&row.status, &row.amount) => {
                    found.push(format!("{stored:?} is {row:?} at the service"));
                }
                Some(_) => {}
            }
        }
        let unknown = stored.keys().filter(|id| !self.payments.contains_key(id));
        found.extend(unknown.map(|id| format!("{id} is not at the service")));
        // Of what was there from the beginning, not all was captured by a request.
        for id in made {
            let captured = self.captured.get(id).copied().unwrap_or(0);
            let received = stored.get(id).and_then(|stored| stored.row.received_minor);
            if received != Some(captured) {
                found.push(format!("{captured} of {id} was captured, not {received:?}"));
            }
        }
        found
    }
}

/// Waits until the database has every payment as the service does.
pub async fn until_all_are_read(reader: &TeamConnection, world: &World) -> OfService {
    let made = world.payments.made();
    let mut of_service = OfService::ask(reader, world).await;
    let mut asked = Instant::now();
    until_nothing_is_left("all payments are read", async || {
        if asked.elapsed() > ASK_EVERY {
            of_service = OfService::ask(reader, world).await;
            asked = Instant::now();
        }
        of_service.differences(&in_database(reader, world).await, &made)
    })
    .await;
    let (above, _) = world.payments.above_limit().await;
    world.count_many("requests above the limit", above);
    world.count_many("payments at the service", of_service.payments.len());
    of_service
}

async fn in_database(reader: &TeamConnection, world: &World) -> BTreeMap<PaymentId, StoredPayment> {
    let (mut all, mut count) = (BTreeMap::new(), 0);
    let take = |payment: StoredPayment| {
        count += 1;
        all.insert(payment.row.payment_id.clone(), payment);
    };
    reader.copy_payments(world.profile, None, u64::MAX, take).await.unwrap();
    assert_eq!(all.len(), count, "a payment is there more than once");
    all
}

/// Waits for a token of the shared limit: what the judge asks counts as well.
async fn admitted(reader: &TeamConnection, world: &World) {
    loop {
        let taken = reader.take_tokens(world.profile, 1, TokenKind::Operation, Some(LIMIT)).await.unwrap();
        if taken.granted > 0 {
            return;
        }
        tokio::time::sleep(taken.wait).await;
    }
}
