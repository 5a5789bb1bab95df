//! Measurements that take turns: in each round every case asks both sandboxes once, in alternating order.

use std::time::Duration;

use super::goals::{milliseconds, ratio};
use super::shop::{Call, Shop};

/// Rounds that are not counted.
const WARM_UP: usize = 5;

/// What is asked of the small and of the large sandbox.
pub struct Case {
    name: String,
    /// One list for each sandbox; round after round, from the start again after the last.
    calls: [Vec<Call>; 2],
    note: String,
}

impl Case {
    pub fn new(name: &str, calls: [Vec<Call>; 2]) -> Self {
        Self { name: name.to_owned(), calls, note: String::new() }
    }

    /// The same call every time, `note` said beside the numbers.
    pub fn same(name: &str, calls: [Call; 2], note: String) -> Self {
        Self { name: name.to_owned(), calls: calls.map(|call| vec![call]), note }
    }
}

/// Medians of one case.
#[derive(Debug, Clone, Copy)]
pub struct Medians {
    pub small: Duration,
    pub large: Duration,
}

impl Medians {
    /// The large one's to the small one's.
    pub fn growth(self) -> f64 {
        ratio(self.large, self.small)
    }
}

/// How many different calls a case needs that must not say the same thing twice.
pub fn calls_needed(rounds: usize) -> usize {
    rounds + WARM_UP
}

/// Measures `cases` round by round and prints a line for each.
pub async fn measure<const N: usize>(shops: &[Shop; 2], rounds: usize, cases: [Case; N]) -> [Medians; N] {
    let mut times = cases.each_ref().map(|_| [Vec::with_capacity(rounds), Vec::with_capacity(rounds)]);
    for round in 0..calls_needed(rounds) {
        for (case, times) in cases.iter().zip(&mut times) {
            let order = if round % 2 == 0 { [0, 1] } else { [1, 0] };
            for which in order {
                let calls = &case.calls[which];
                let took = shops[which].time(&calls[round % calls.len()]).await;
                if round >= WARM_UP {
                    times[which].push(took);
                }
            }
        }
    }
    let mut place = 0;
    times.map(|times| {
        place += 1;
        report(&cases[place - 1], times)
    })
}

/// Says what the columns of the lines that follow are.
pub fn heading(shops: &[Shop; 2]) {
    let size = |shop: &Shop| format!("{} payments", shop.payments);
    println!("\n{:42} {:>24} {:>24} {:>7}", "medians, ms (99%)", size(&shops[0]), size(&shops[1]), "ratio");
}

fn report(case: &Case, times: [Vec<Duration>; 2]) -> Medians {
    let [small, large] = times.map(|mut times| {
        times.sort_unstable();
        (times[times.len() / 2], times[times.len() * 99 / 100])
    });
    let shown = |(median, slow)| format!("{:.3} ({:.3})", milliseconds(median), milliseconds(slow));
    let medians = Medians { small: small.0, large: large.0 };
    let line =
        format!("{:42} {:>24} {:>24} {:7.2}  {}", case.name, shown(small), shown(large), medians.growth(), case.note);
    println!("{}", line.trim_end());
    medians
}
