//! How many payments have each value, by counters that the database keeps month by month.

use paydesk_domain::decline::{self, DeclineFamily};
use paydesk_domain::money::CurrencyCode;
use paydesk_domain::payment::PaymentStatus;
use paydesk_index::payment_columns::{FacetCounts, PaymentFacets};

use tokio_postgres::types::Type;

use super::super::connection::{TeamConnection, value};
use super::super::error::TeamError;
use super::super::ids::TeamProfileId;
use super::TeamPaymentQuery;

const FACETS: &str = "SELECT facet, value, payments FROM paydesk.payment_facets($1, $2)";

impl TeamConnection {
    /// How many payments have each value, as the [local search](paydesk_index::payment_columns::search()) counts them;
    /// `None` where a condition is of what is not counted: texts, amounts, cards, notes, and days that are left out.
    ///
    /// Days are not counted one by one: all are in [`older`](PaymentFacets::older).
    pub async fn payment_facets(
        &self,
        profile: TeamProfileId,
        query: &TeamPaymentQuery,
    ) -> Result<Option<PaymentFacets>, TeamError> {
        if !query.is_counted() {
            return Ok(None);
        }
        let json = serde_json::to_value(query).map_err(|error| TeamError::Answer(error.to_string()))?;
        let rows = self.rows(FACETS, &[(&profile.0, Type::UUID), (&json, Type::JSONB)]).await?;
        let mut facets = PaymentFacets::default();
        let mut families = DeclineFamily::ALL.map(|family| (family, 0));
        for row in &rows {
            let text: &str = value(row, 1)?;
            let count = u64::try_from(value::<i64>(row, 2)?).unwrap_or(0);
            match value::<&str>(row, 0)? {
                "status" => facets.statuses.push((PaymentStatus::from_word(text), count)),
                "currency" => facets.currencies.push((CurrencyCode::new(text), count)),
                "method" if !text.is_empty() => facets.methods.push((text.to_owned(), count)),
                "family" if !text.is_empty() => add(&mut families, decline::family(text), count),
                "disputed" if text == "true" => facets.disputed = count,
                "refunded" if text == "true" => facets.refunded = count,
                "all" => facets.older = count,
                _ => {}
            }
        }
        facets.families = families.into();
        facets.families.retain(|(_, count)| *count > 0);
        sort(&mut facets.statuses);
        sort(&mut facets.currencies);
        sort(&mut facets.methods);
        sort(&mut facets.families);
        Ok(Some(facets))
    }
}

fn add(families: &mut [(DeclineFamily, u64)], family: DeclineFamily, count: u64) {
    families.iter_mut().filter(|(known, _)| *known == family).for_each(|(_, sum)| *sum += count);
}

/// The most frequent first.
fn sort<T>(counts: &mut FacetCounts<T>) {
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
}
