//! What payments cost in a team's database, by how many there are.
//!
//! # Measured
//!
//! On 2026-11-26, PostgreSQL 15 with `shared_buffers` of 1 GB, on two cores at a load average of 12: so the CPU time of the
//! server is beside the median of the time that was waited. Payments of 36 months as shops have them, made by the server
//! (`tests/bench/payments/fill.sql`): 10% have “shoes” in a text, 1 in 100,000 “umbrella”. Milliseconds, over a connection
//! that has been open for a while; `cargo bench --bench payments` measures the same through the program.
//!
//! | | 1 million: CPU | waited | 10 million: CPU | waited |
//! |---|---:|---:|---:|---:|
//! | The first page of 100 | 0.7 | 0.6 | 0.7 | 0.6 |
//! | A page in the middle | 0.5 | 0.5 | 0.7 | 0.6 |
//! | `shoes` | 3.0 | 2.8 | 4.1 | 7.8 |
//! | `umbrella`, first page | 13.2 | 32.8 | 33.4 | 87.7 |
//! | `umbrella`, until 100 are found or all was looked at | 12.6 | 28.4 | 39.1 | 93.3 |
//! | A word that is nowhere, until all was looked at | 13.0 | 29.6 | 35.9 | 88.7 |
//! | `1042`: in texts, cards and amounts | 9.4 | 22.6 | 6.6 | 12.3 |
//! | `12.34`, first page | 22.5 | 60.8 | 24.8 | 61.9 |
//! | Two letters, `zz` | 8.4 | 21.3 | 10.3 | 25.7 |
//! | `status:requires_capture`, 0.2% | 5.0 | 15.5 | 5.6 | 10.1 |
//! | `status:failed currency:jpy amount:>40000` | 9.8 | 25.7 | 9.5 | 25.2 |
//! | `disputed:yes`, 0.2% | 3.4 | 3.1 | 4.2 | 11.5 |
//! | `card:4242` | 9.9 | 25.6 | 6.9 | 11.9 |
//! | Amounts of one currency that there are none of, until all was looked at | 131 | 331 | 2,995 | 7,804 |
//! | The same with their index (see below) | | | | 18 |
//! | Counts of all | 4.2 | 8.7 | 5.1 | 9.1 |
//! | Counts of `status:failed -method:card` | 4.4 | 4.6 | 5.9 | 13.8 |
//! | Counts of `created:7d family:issuer` | 3.9 | 7.4 | 4.9 | 8.8 |
//! | Put of 1,000 new payments | 182 | 466 | 180 | 657 |
//! | The same 1,000, changed | 173 | 440 | 178 | 828 |
//! | The same 1,000, unchanged | 7 | 18 | 9 | 24 |
//! | What changed last, 1,000 payments | 3.8 | 3.5 | 4.8 | 19.9 |
//! | The newest million as a binary copy, by `psql` | 1,424 | 4,373 | 1,316 | 7,501 |
//!
//! A page ends by time ([`TIME_OF_A_PAGE`](super::search::TIME_OF_A_PAGE)), so that none of them takes much longer than that
//! whatever is searched for: a search of what is rare and has no index takes several pages instead.
//!
//! The index over amounts came last (`V19__payment_amounts.sql`) and was measured at 10 million alone, at a load average of 5:
//! it takes 16 bytes a payment; first pages of all 15 searches took 3 to 92 ms and a put of 1,000 waited 365 ms (new), 303
//! (changed) and 58 (unchanged).
//!
//! Through the program, a snapshot of the newest million took 9 to 22 s at a load average of 12, of which it computed for 2.3 s
//! itself beside the server's 1.3 to 2.5 s. With nothing else running, a desk had the newest million of 1.1 million stored
//! 13 s after its start, from a server on the same two cores.
//!
//! On disk, of 10 million: 1,080 bytes a payment. The row has 360 (the texts once), the index of what is looked for 426, the key
//! and the index of changes 118, the place of each id 174, all counters 2.
//!
//! # 30 million
//!
//! Measured once, on the same day and machine, at a load average of 10, with 29 GB of them on disk (1,041 bytes a payment) and
//! 24 GB of memory. Waited: the first page 1.9 ms, a page in the middle 1.3 ms, first pages of searches `shoes` 13 ms,
//! `umbrella` 81, a word that is nowhere 81, `1042` 26, `12.34` 95, `status:requires_capture` 32, the three filters 55,
//! `disputed:yes` 28, `card:4242` 7, `code:UE_1001 -method:card` 153; counts 8 to 21 ms; a snapshot of the newest million
//! through the program 9.9 s. Amounts of one currency that there are none of were looked for in 3,195 pages of 88 ms, for
//! 7.4 minutes: that was before they had an index.
//!
//! Puts were not measured there: that database had been filled without statistics (`ANALYZE`), and a put of 1,000 did not end
//! within minutes. The migration `V18__put_without_statistics.sql` has them look places up one by one whatever is known: of
//! 720,000 payments without statistics such a put took 3.4 s at a load average of 33, and more than 30 s before.
//!
//! # A billion
//!
//! Not measured: worked out from the figures above.
//!
//! **What stays on one shard.** Every key and index begins with `profile_id`, every statement and every function names one
//! profile, and a test reads the plans of all of them (`tests/desk/team/plans.rs`). So the tables can be distributed by
//! `profile_id`, all in one group: `payment` with its partitions, `payment_place`, `payment_count`, `payment_day_count`,
//! `payment_value` and `payment_sync`. Put, page, search, counts and copy are then each the work of one node. `profile` and
//! `member` are few rows and are copied to every node, for row-level security and the checks of roles. What would need doing:
//! the functions are distributed by their first value, the partition of a month is made by the node that coordinates
//! (`make_partition` creates a table), and a notification that a worker sends reaches nobody who listens elsewhere: desks
//! then look every second, as they do behind a pooler.
//!
//! **Many profiles** of some million payments each add up to a billion as they are: none of the figures depends on what other
//! profiles have, apart from the depth of the indexes they share.
//!
//! **One profile of a billion** is one shard, for which one node has to be large enough: about 1.1 TB at the size above, of
//! which 40% is the index of texts. What depends on the number of months (planning, a search of a rare word) does not grow,
//! what depends on the payments of a month does: at 28 million a month
//! - a page, a put and the place of a payment cost one more level of an index or two;
//! - a step of a search in one month reads lists of payments that are a hundred times longer. A page still ends by time, but
//!   a single step may take a second where all parts of a text are frequent. Partitions of a day instead of a month
//!   (`make_partition` and `search_payments` name the month) bring a step back to what it is at 10 million, for 1,100
//!   partitions in three years, of which a search plans a few at a time;
//! - counts of values read the same number of counters; of a day in which a span begins or ends the payments are read, up to
//!   half a million: counters by the hour would be needed;
//! - a desk's snapshot of the newest million is the same.
//!
//! **Autovacuum.** A month that is over changes little: freeze it once (`VACUUM (FREEZE)`), so that no scan of all of it is
//! due later. Set `autovacuum_vacuum_insert_scale_factor = 0.02` on the newest partitions, so that pages by key read the
//! index alone.
//!
//! **Memory.** A step of a search by the index collects the places of what it finds: with `work_mem` of 4 MB they stay exact
//! up to a month of some million payments; 64 MB are enough for 28 million. The index of the newest months belongs in
//! `shared_buffers`.
//!
//! **New entries of the text index** wait in a list that every search reads through, and a put merges when it is full; it is
//! limited to 1 MB a month (`gin_pending_list_limit`), which bounds both. Where puts are rare and searches are many,
//! `fastupdate = off` moves all of it into the puts.
//!
//! **Retention.** An admin removes the payments of old months ([`forget_payments`](crate::TeamConnection::forget_payments)):
//! each month in a transaction with its places, counters and part of the total, during which puts of the profile wait. A month
//! that no other profile has payments in is dropped as a partition, without a vacuum; only its places are deleted one by one.
//! For that moment all wait who read or put, and it is given up after 5 seconds in which somebody reads on: then the month is
//! there as before, and the command can be repeated. In a month that profiles share the rows are deleted, which costs what a put
//! of them costs, and leaves them to the vacuum. Whether others have payments is the one question that is not of one profile:
//! on shards each node answers it for its own.
