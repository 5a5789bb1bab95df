//! Documents retyped, cut, repeated, nested and blown up at random.

use std::ops::Range;

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Map, Value, json};

/// A document that has grown to this is not grown further.
pub const DOCUMENT_MAX_BYTES: usize = 64 * 1024;

/// One change to one place of a document.
#[derive(Debug, Clone)]
pub enum Mutation {
    Retype(Index, Value),
    Remove(Index),
    /// The value becomes a list of itself; an entry of a list is in it that many times.
    Repeat(Index, usize),
    /// The value is that deep within objects or lists.
    Nest(Index, usize, bool),
    /// The value of the first place is at the second, too.
    Copy(Index, Index),
}

/// Values where others are expected.
pub fn hostile() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        ".{0,40}".prop_map(Value::from),
        "[\u{0}-\u{1f}\u{200b}-\u{202e}\u{e000}-\u{e010}]{0,60}".prop_map(Value::from),
        (1_usize..6_000).prop_map(|count| Value::from("é".repeat(count))),
        any::<i64>().prop_map(|number| Value::from(number.to_string())),
    ];
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(|number| json!(number)),
        (0_i32..1_000).prop_map(|number| json!(f64::from(number))),
        text,
        (0_usize..2_000).prop_map(|count| json!(vec![0; count])),
        (0_usize..300).prop_map(|count| many_fields(count).into()),
        (1_usize..120).prop_map(|depth| nested(json!("end"), depth, true)),
        (1_usize..120).prop_map(|depth| nested(json!("end"), depth, false)),
    ]
}

fn many_fields(count: usize) -> Map<String, Value> {
    (0..count).map(|index| (format!("{index}{}", "k".repeat(index)), json!(index))).collect()
}

fn nested(value: Value, depth: usize, in_objects: bool) -> Value {
    (0..depth).fold(value, |inner, _| if in_objects { json!({ "amount": inner }) } else { json!([inner]) })
}

pub fn mutations(count: Range<usize>) -> impl Strategy<Value = Vec<Mutation>> {
    let place = any::<Index>;
    let one = prop_oneof![
        4 => (place(), hostile()).prop_map(|(place, value)| Mutation::Retype(place, value)),
        2 => place().prop_map(Mutation::Remove),
        1 => (place(), 2_usize..1_500).prop_map(|(place, count)| Mutation::Repeat(place, count)),
        1 => (place(), 1_usize..100, any::<bool>()).prop_map(|(place, depth, kind)| Mutation::Nest(place, depth, kind)),
        1 => (place(), place()).prop_map(|(from, to)| Mutation::Copy(from, to)),
    ];
    prop::collection::vec(one, count)
}

/// The document after all changes that still fit.
pub fn mutated(document: &Value, mutations: &[Mutation]) -> Value {
    let mut document = document.clone();
    for mutation in mutations {
        let changed = applied(document.clone(), mutation);
        if changed.to_string().len() > DOCUMENT_MAX_BYTES {
            break;
        }
        document = changed;
    }
    document
}

/// The document with one more field in one of its objects.
pub fn with_field(document: &Value, place: &Index, name: &str, value: Value) -> Value {
    let mut document = document.clone();
    let objects: Vec<String> =
        pointers(&document).into_iter().filter(|at| document.pointer(at).unwrap().is_object()).collect();
    document.pointer_mut(chosen(&objects, place)).unwrap()[name] = value;
    document
}

fn chosen<'a>(places: &'a [String], which: &Index) -> &'a str {
    &places[which.index(places.len())]
}

fn applied(mut document: Value, mutation: &Mutation) -> Value {
    let places = pointers(&document);
    match mutation {
        Mutation::Retype(place, value) => set(&mut document, chosen(&places, place), value.clone()),
        Mutation::Remove(place) => remove(&mut document, chosen(&places, place)),
        Mutation::Repeat(place, count) => repeat(&mut document, chosen(&places, place), *count),
        Mutation::Nest(place, depth, in_objects) => {
            let place = chosen(&places, place);
            let inner = document.pointer(place).cloned().unwrap();
            set(&mut document, place, nested(inner, *depth, *in_objects));
        }
        Mutation::Copy(from, to) => {
            let value = document.pointer(chosen(&places, from)).cloned().unwrap();
            set(&mut document, chosen(&places, to), value);
        }
    }
    document
}

fn set(document: &mut Value, place: &str, value: Value) {
    *document.pointer_mut(place).unwrap() = value;
}

fn remove(document: &mut Value, place: &str) {
    let Some((parent, name)) = place.rsplit_once('/') else {
        *document = Value::Null;
        return;
    };
    match document.pointer_mut(parent) {
        Some(Value::Object(map)) => drop(map.shift_remove(&name.replace("~1", "/").replace("~0", "~"))),
        Some(Value::Array(values)) => drop(values.remove(name.parse().unwrap())),
        _ => {}
    }
}

fn repeat(document: &mut Value, place: &str, count: usize) {
    let value = document.pointer(place).cloned().unwrap();
    // What grows beyond the bound is given up anyway.
    let count = count.min(DOCUMENT_MAX_BYTES / value.to_string().len().max(1) + 1);
    let (parent, name) = place.rsplit_once('/').unwrap_or_default();
    match document.pointer_mut(parent) {
        Some(Value::Array(values)) if !place.is_empty() => {
            let at: usize = name.parse().unwrap();
            values.splice(at..=at, std::iter::repeat_n(value, count));
        }
        _ => set(document, place, Value::Array(vec![value; count])),
    }
}

/// JSON pointers to every place of a document, the document itself first.
fn pointers(document: &Value) -> Vec<String> {
    let (mut found, mut at) = (vec![String::new()], 0);
    while let Some(place) = found.get(at).cloned() {
        let inner: Vec<String> = match document.pointer(&place) {
            Some(Value::Object(map)) => map.keys().map(|key| key.replace('~', "~0").replace('/', "~1")).collect(),
            Some(Value::Array(values)) => (0..values.len()).map(|index| index.to_string()).collect(),
            _ => Vec::new(),
        };
        // Enough places to choose from, even of a list that was blown up.
        found.extend(inner.into_iter().take(200).map(|name| format!("{place}/{name}")));
        at += 1;
    }
    found
}
