//! What printpdf leaves out: version, boxes, viewer preferences, nested bookmarks, page labels, metadata, and an id
//! that depends on nothing but the content.

use lopdf::{
    Dictionary, Document, Object, ObjectId, Stream, StringFormat, dictionary, text_string,
};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::compress::{TEXT, deflate};
use super::graph::prune;
use super::pages::Book;
use super::reading;
use crate::xml::escape;

/// Makes the document fit for a printer.
pub(super) fn finish(document: &mut Document, book: &Book<'_>) -> Result<(), String> {
    "1.7".clone_into(&mut document.version);
    let pages: Vec<ObjectId> = document.get_pages().into_values().collect();
    if pages.len() != book.sides.len() {
        return Err("the pages of the document are not the sides of the plan".to_owned());
    }
    page_boxes(document, book, &pages)?;
    drop_empty_resources(document);
    let outlines = match &book.reading {
        Some(reading) => reading::outlines(document, reading, &pages, book.plan.paper),
        None => Some(outlines(document, book, &pages)),
    };
    let metadata = document.add_object(
        Stream::new(
            dictionary! { "Type" => "Metadata", "Subtype" => "XML" },
            xmp(book).into_bytes(),
        )
        .with_compression(false),
    );
    let info = document.add_object(dictionary! {
        "Title" => text_string(&book.title),
        "Author" => text_string(&book.author),
        "Creator" => text_string("pnp"),
        "Producer" => text_string(concat!("pnp ", env!("CARGO_PKG_VERSION"))),
    });
    let labels = if book.reading.is_some() { reading::labels() } else { page_labels(book) };
    let mut preferences = dictionary! { "DisplayDocTitle" => true };
    if book.reading.is_none() {
        preferences.set("PrintScaling", "None");
        preferences.set("Duplex", book.flip);
    }
    let catalog = document.catalog_mut().map_err(|error| error.to_string())?;
    catalog.set("Lang", Object::String(book.lang.as_bytes().to_vec(), StringFormat::Literal));
    catalog.set("ViewerPreferences", preferences);
    if let Some(outlines) = outlines {
        catalog.set("Outlines", outlines);
        catalog.set("PageMode", "UseOutlines");
    }
    catalog.set("PageLayout", "SinglePage");
    catalog.set("PageLabels", labels);
    catalog.set("Metadata", metadata);
    document.trailer.set("Info", info);
    prune(document);
    compress(document);
    let id = Object::String(content_id(document), StringFormat::Hexadecimal);
    document.trailer.set("ID", vec![id.clone(), id]);
    Ok(())
}

fn page_boxes(document: &mut Document, book: &Book<'_>, pages: &[ObjectId]) -> Result<(), String> {
    let paper = book.plan.paper;
    let real = |values: [f64; 4]| {
        Object::Array(values.into_iter().map(|v| Object::Real(v as f32)).collect())
    };
    let media = [0.0, 0.0, paper.width.to_pt(), paper.height.to_pt()];
    for (number, (id, print)) in pages.iter().zip(&book.sides).enumerate() {
        let page = document
            .get_object_mut(*id)
            .and_then(Object::as_dict_mut)
            .map_err(|error| error.to_string())?;
        // An empty back still has boxes: what would be cut is the paper.
        let (trim, bleed) = book.boxes(print).unwrap_or((media, media));
        page.set("MediaBox", real(media));
        page.set("CropBox", real(media));
        page.set("BleedBox", real(bleed));
        page.set("TrimBox", real(trim));
        page.set(
            "Group",
            dictionary! { "Type" => "Group", "S" => "Transparency", "CS" => "DeviceRGB" },
        );
        page.remove(b"Annots");
        let links = book
            .reading
            .as_ref()
            .and_then(|reading| reading.links.get(number))
            .filter(|links| !links.is_empty());
        if let Some(links) = links {
            page.set("Annots", reading::annotations(links, pages, paper));
        }
    }
    Ok(())
}

/// printpdf lists fonts, shadings and states on every page, also where there are none.
fn drop_empty_resources(document: &mut Document) {
    let empty: Vec<ObjectId> = document
        .objects
        .iter()
        .filter(|(_, o)| o.as_dict().is_ok_and(Dictionary::is_empty))
        .map(|(id, _)| *id)
        .collect();
    for object in document.objects.values_mut() {
        let Ok(dictionary) = object.as_dict_mut() else { continue };
        for name in ["Font", "ExtGState", "Shading"] {
            if dictionary
                .get(name.as_bytes())
                .and_then(Object::as_reference)
                .is_ok_and(|id| empty.contains(&id))
            {
                dictionary.remove(name.as_bytes());
            }
        }
    }
}

/// What the book is of, and below it each side.
fn outlines(document: &mut Document, book: &Book<'_>, pages: &[ObjectId]) -> ObjectId {
    let root = document.new_object_id();
    let top = document.new_object_id();
    let items: Vec<ObjectId> = pages.iter().map(|_| document.new_object_id()).collect();
    let to = |page: ObjectId| Object::Array(vec![page.into(), "Fit".into()]);
    let sheets = book.plan.sheets.len();
    for (at, (print, page)) in book.sides.iter().zip(pages).enumerate() {
        let title = format!("Sheet {} of {sheets}, {}", print.sheet, print.kind.word());
        let mut item =
            dictionary! { "Title" => text_string(&title), "Parent" => top, "Dest" => to(*page) };
        if at > 0 {
            item.set("Prev", items[at - 1]);
        }
        if let Some(next) = items.get(at + 1) {
            item.set("Next", *next);
        }
        document.set_object(items[at], item);
    }
    let mut component = dictionary! { "Title" => text_string(&book.name), "Parent" => root };
    if let (Some(page), Some(first), Some(last)) = (pages.first(), items.first(), items.last()) {
        component.set("Dest", to(*page));
        component.set("First", *first);
        component.set("Last", *last);
        component.set("Count", items.len() as i64);
    }
    document.set_object(top, component);
    document.set_object(root, dictionary! { "Type" => "Outlines", "First" => top, "Last" => top, "Count" => items.len() as i64 + 1 });
    root
}

/// `1 front`, `1 back`, `2 front`, …
fn page_labels(book: &Book<'_>) -> Dictionary {
    let mut numbers = Vec::new();
    for (at, print) in book.sides.iter().enumerate() {
        numbers.push(Object::Integer(at as i64));
        numbers.push(
            dictionary! { "P" => text_string(&format!("{} {}", print.sheet, print.kind.word())) }
                .into(),
        );
    }
    dictionary! { "Nums" => numbers }
}

fn xmp(book: &Book<'_>) -> String {
    let author = if book.author.is_empty() {
        String::new()
    } else {
        format!(
            "<dc:creator><rdf:Seq><rdf:li>{}</rdf:li></rdf:Seq></dc:creator>",
            escape(&book.author)
        )
    };
    format!(
        "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\
         <x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\
         <rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\">\
         <dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">{}</rdf:li></rdf:Alt></dc:title>{author}\
         <dc:language><rdf:Bag><rdf:li>{}</rdf:li></rdf:Bag></dc:language><xmp:CreatorTool>pnp</xmp:CreatorTool>\
         </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end=\"r\"?>",
        escape(&book.title),
        escape(&book.lang)
    )
}

/// Deflates every stream that is not compressed yet; metadata stay readable for tools that look for them.
fn compress(document: &mut Document) {
    let open = |stream: &Stream| {
        !stream.dict.has(b"Filter")
            && !matches!(stream.dict.get(b"Type").and_then(Object::as_name), Ok(b"Metadata"))
    };
    let streams: Vec<&mut Stream> = document
        .objects
        .values_mut()
        .filter_map(|o| o.as_stream_mut().ok())
        .filter(|s| open(s))
        .collect();
    streams.into_par_iter().for_each(|stream| {
        let deflated = deflate(&stream.content, TEXT);
        if deflated.len() < stream.content.len() {
            stream.dict.set("Filter", "FlateDecode");
            stream.set_content(deflated);
        }
    });
}

/// An id from the content: of each stream its length and its end, which holds the checksum of deflated data
/// (RFC 1950, 2.2).
fn content_id(document: &Document) -> Vec<u8> {
    let mut sum = Sha256::new();
    sum.update(env!("CARGO_PKG_VERSION"));
    for (id, object) in &document.objects {
        sum.update(id.0.to_be_bytes());
        match object {
            Object::Stream(stream) => {
                sum.update((stream.content.len() as u64).to_be_bytes());
                sum.update(&stream.content[stream.content.len().saturating_sub(64)..]);
            }
            other => sum.update(format!("{other:?}")),
        }
    }
    sum.finalize()[..16].to_vec()
}
