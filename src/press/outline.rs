//! The outline of a PDF: nested bookmarks. Those of printpdf have one level, sorted by name.

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary, text_string};

/// A bookmark.
pub(super) struct Bookmark {
    /// How deep it lies, from 0.
    pub(super) level: usize,
    pub(super) title: String,
    /// A destination (ISO 32000-1, 12.3.2).
    pub(super) goal: Object,
}

/// Adds an outline; nothing if there are no bookmarks. An open one shows all levels at first.
pub(super) fn add(
    document: &mut Document,
    bookmarks: &[Bookmark],
    is_open: bool,
) -> Option<ObjectId> {
    if bookmarks.is_empty() {
        return None;
    }
    let root = document.new_object_id();
    let ids: Vec<ObjectId> = bookmarks.iter().map(|_| document.new_object_id()).collect();
    // The parent of each: the nearest one before it that lies less deep.
    let parent =
        |at: usize| (0..at).rev().find(|before| bookmarks[*before].level < bookmarks[at].level);
    let parents: Vec<Option<usize>> = (0..bookmarks.len()).map(parent).collect();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); bookmarks.len()];
    let mut uppermost = Vec::new();
    for (at, parent) in parents.iter().enumerate() {
        parent.map_or(&mut uppermost, |parent| &mut children[parent]).push(at);
    }
    for (at, Bookmark { title, goal, .. }) in bookmarks.iter().enumerate() {
        let siblings = parents[at].map_or(&uppermost, |parent| &children[parent]);
        let place = siblings.iter().position(|sibling| *sibling == at).unwrap_or_default();
        let mut item = dictionary! {
            "Title" => text_string(title),
            "Parent" => parents[at].map_or(root, |parent| ids[parent]),
            "Dest" => goal.clone(),
        };
        if let Some(before) = place.checked_sub(1).and_then(|place| siblings.get(place)) {
            item.set("Prev", ids[*before]);
        }
        if let Some(next) = siblings.get(place + 1) {
            item.set("Next", ids[*next]);
        }
        let count = children[at].len() as i64;
        // A negative count means that the reader opens it (ISO 32000-1, table 153).
        family(&mut item, &children[at], &ids, if is_open { count } else { -count });
        document.set_object(ids[at], item);
    }
    let shown = if is_open { bookmarks.len() } else { uppermost.len() };
    let mut top = dictionary! { "Type" => "Outlines" };
    family(&mut top, &uppermost, &ids, shown as i64);
    document.set_object(root, top);
    Some(root)
}

fn family(item: &mut Dictionary, children: &[usize], ids: &[ObjectId], count: i64) {
    if let (Some(first), Some(last)) = (children.first(), children.last()) {
        item.set("First", ids[*first]);
        item.set("Last", ids[*last]);
        item.set("Count", count);
    }
}
