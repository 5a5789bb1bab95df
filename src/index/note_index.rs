//! Notes and tags by the object they are about, and found by what they say.

use std::collections::{BTreeMap, BTreeSet};

use crate::payment_columns::NoteMatches;
use paydesk_domain::ResourceKind;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::note::{Annotation, Note, NoteSubject, ObjectTag};
use paydesk_domain::search_text::plain;

/// Kind and id of an object.
type ObjectKey = (ResourceKind, String);

/// The notes and tags of a profile.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NoteIndex {
    notes: BTreeMap<String, IndexedNote>,
    of_object: BTreeMap<ObjectKey, ObjectNotes>,
    /// Objects by the payment they belong to, the payment itself among them.
    of_payment: BTreeMap<PaymentId, BTreeSet<ObjectKey>>,
    revision: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct IndexedNote {
    note: Note,
    /// Its text as a search compares it.
    plain: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct ObjectNotes {
    /// Ids, oldest first.
    notes: Vec<String>,
    tags: BTreeMap<String, ObjectTag>,
}

impl NoteIndex {
    /// Another number whenever something was taken in.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Takes one in, in the place of what it was before.
    pub fn put(&mut self, annotation: Annotation) {
        self.revision += 1;
        match annotation {
            Annotation::Note(note) => self.put_note(note),
            Annotation::Tag(tag) => {
                let key = self.remember(&tag.subject);
                self.of_object.entry(key).or_default().tags.insert(tag.word.clone(), tag);
            }
        }
    }

    fn put_note(&mut self, note: Note) {
        let key = self.remember(&note.subject);
        let (id, at) = (note.id.clone(), note.at);
        let plain = plain(&note.text);
        if self.notes.insert(id.clone(), IndexedNote { note, plain }).is_none() {
            let of_object = self.of_object.entry(key).or_default();
            let written = |known: &String| self.notes.get(known).map(|known| known.note.at) <= Some(at);
            let place = of_object.notes.partition_point(written);
            of_object.notes.insert(place, id);
        }
    }

    fn remember(&mut self, subject: &NoteSubject) -> ObjectKey {
        let key = (subject.kind, subject.id.clone());
        if let Some(payment_id) = &subject.payment_id {
            self.of_payment.entry(payment_id.clone()).or_default().insert(key.clone());
        }
        key
    }

    pub fn note(&self, id: &str) -> Option<&Note> {
        self.notes.get(id).map(|indexed| &indexed.note)
    }

    /// All notes and tags, also those that were deleted or taken away.
    pub fn annotations(&self) -> impl Iterator<Item = Annotation> + use<'_> {
        let notes = self.notes.values().map(|indexed| Annotation::Note(indexed.note.clone()));
        let tags = self.of_object.values().flat_map(|of_object| of_object.tags.values().cloned());
        notes.chain(tags.map(Annotation::Tag))
    }

    /// One of them, by [`Annotation::key`].
    pub fn annotation(&self, key: &str) -> Option<Annotation> {
        if let Some(id) = key.strip_prefix("note/") {
            return self.note(id).cloned().map(Annotation::Note);
        }
        let (kind, rest) = key.strip_prefix("tag/")?.split_once('/')?;
        let (id, word) = rest.rsplit_once('/')?;
        let subject = NoteSubject::new(kind.parse().ok()?, id);
        self.tag(&subject, word).cloned().map(Annotation::Tag)
    }

    fn of(&self, subject: &NoteSubject) -> Option<&ObjectNotes> {
        self.of_object.get(&(subject.kind, subject.id.clone()))
    }

    /// The notes about an object, oldest first, deleted ones among them.
    pub fn notes_of(&self, subject: &NoteSubject) -> impl Iterator<Item = &Note> + use<'_> {
        let ids = self.of(subject).map(|of_object| &of_object.notes[..]).unwrap_or_default();
        ids.iter().filter_map(|id| self.note(id))
    }

    /// Its tags, by the alphabet.
    pub fn tags_of(&self, subject: &NoteSubject) -> impl Iterator<Item = &ObjectTag> + use<'_> {
        let tags = self.of(subject).into_iter().flat_map(|of_object| of_object.tags.values());
        tags.filter(|tag| !tag.is_removed)
    }

    /// A tag of an object, also one that was taken away.
    pub fn tag(&self, subject: &NoteSubject, word: &str) -> Option<&ObjectTag> {
        self.of(subject)?.tags.get(word)
    }

    /// The objects of a payment about which something was written, itself among them.
    pub fn subjects_of_payment(&self, payment_id: &PaymentId) -> impl Iterator<Item = NoteSubject> + use<'_> {
        let keys = self.of_payment.get(payment_id).into_iter().flatten();
        keys.map(|(kind, id)| NoteSubject::new(*kind, id.clone()))
    }

    /// All tags that objects have now, each with how many have it, the most frequent first.
    pub fn tags(&self) -> Vec<(String, u64)> {
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        let all = self.of_object.values().flat_map(|of_object| of_object.tags.values());
        all.filter(|tag| !tag.is_removed).for_each(|tag| *counts.entry(&tag.word).or_default() += 1);
        let mut tags: Vec<(String, u64)> = counts.into_iter().map(|(word, count)| (word.to_owned(), count)).collect();
        tags.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        tags
    }

    /// The objects with this text in a note or in a tag, by kind and id; letter case and accents make no difference.
    pub fn objects(&self, text: &str) -> impl Iterator<Item = (ResourceKind, &str)> {
        let wanted = plain(text);
        let found = self.of_object.iter().filter(move |(_, of_object)| self.has_text(of_object, &wanted));
        found.map(|((kind, id), _)| (*kind, id.as_str()))
    }

    fn has_text(&self, of_object: &ObjectNotes, wanted: &str) -> bool {
        of_object.tags.values().any(|tag| !tag.is_removed && plain(&tag.word).contains(wanted))
            || self.has_note(of_object, wanted)
    }

    /// The payments with an object that `has` it.
    fn payments(&self, has: impl Fn(&ObjectNotes) -> bool) -> Vec<PaymentId> {
        let is_it = |keys: &BTreeSet<ObjectKey>| keys.iter().filter_map(|key| self.of_object.get(key)).any(&has);
        self.of_payment.iter().filter(|(_, keys)| is_it(keys)).map(|(id, _)| id.clone()).collect()
    }

    fn has_note(&self, of_object: &ObjectNotes, wanted: &str) -> bool {
        // A deleted note has no text.
        of_object.notes.iter().filter_map(|id| self.notes.get(id)).any(|indexed| indexed.plain.contains(wanted))
    }
}

impl NoteMatches for NoteIndex {
    fn tagged(&self, tag: &str) -> Vec<PaymentId> {
        let folded = tag.to_lowercase();
        self.payments(|of_object| of_object.tags.get(&folded).is_some_and(|tag| !tag.is_removed))
    }

    fn noted(&self, text: &str) -> Vec<PaymentId> {
        let wanted = plain(text);
        self.payments(|of_object| self.has_note(of_object, &wanted))
    }

    fn annotated(&self, text: &str) -> Vec<PaymentId> {
        let wanted = plain(text);
        self.payments(|of_object| self.has_text(of_object, &wanted))
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use paydesk_domain::profile::ProfileId;

    fn note(id: &str, subject: NoteSubject, text: &str, seconds: i64) -> Note {
        Note {
            profile_id: ProfileId::embedded(),
            id: id.to_owned(),
            subject,
            text: text.to_owned(),
            by: "anna".to_owned(),
            at: DateTime::from_timestamp(seconds, 0).unwrap(),
            earlier: Vec::new(),
            deleted_at: None,
        }
    }

    fn tag(subject: NoteSubject, word: &str, is_removed: bool) -> Annotation {
        let (profile_id, at) = (ProfileId::embedded(), DateTime::UNIX_EPOCH);
        Annotation::Tag(ObjectTag { profile_id, subject, word: word.to_owned(), by: "anna".to_owned(), at, is_removed })
    }

    fn ids(found: Vec<PaymentId>) -> Vec<String> {
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn payments_are_found_by_their_notes_and_tags_and_by_those_of_their_refunds() {
        let (one, two) = (PaymentId::new("pay_1"), PaymentId::new("pay_2"));
        let refund = NoteSubject::new(ResourceKind::Refund, "ref_1").of_payment(Some(&two));
        let mut index = NoteIndex::default();
        index.put(Annotation::Note(note("b", NoteSubject::payment(&one), "Called BACK", 2)));
        index.put(Annotation::Note(note("a", NoteSubject::payment(&one), "Wrote first", 1)));
        index.put(Annotation::Note(note("c", refund.clone(), "Waits for the bank", 3)));
        index.put(Annotation::Note(note("d", NoteSubject::new(ResourceKind::Customer, "cus_1"), "called", 4)));
        index.put(tag(refund.clone(), "bank", false));
        index.put(tag(NoteSubject::payment(&one), "vip", false));
        let texts: Vec<&str> = index.notes_of(&NoteSubject::payment(&one)).map(|note| note.text.as_str()).collect();
        assert_eq!(texts, ["Wrote first", "Called BACK"]);
        assert_eq!(ids(index.noted("called")), ["pay_1"]);
        assert_eq!((ids(index.tagged("VIP")), ids(index.tagged("vi"))), (vec!["pay_1".to_owned()], Vec::new()));
        assert_eq!(ids(index.annotated("an")), ["pay_2"], "in a tag");
        assert_eq!(ids(index.annotated("bank")), ["pay_2"]);
        index.put(tag(NoteSubject::payment(&one), "vip", true));
        index.put(Annotation::Note(index.note("b").unwrap().clone().deleted(DateTime::UNIX_EPOCH)));
        assert!(index.tagged("vip").is_empty() && index.noted("called").is_empty());
        assert_eq!(index.tags(), [("bank".to_owned(), 1)]);
        assert_eq!(index.subjects_of_payment(&two).collect::<Vec<_>>(), [NoteSubject { payment_id: None, ..refund }]);
    }
}
