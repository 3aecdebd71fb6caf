//! What printpdf leaves out: version, inner boxes, viewer preferences, nested bookmarks, page
//! labels, metadata, and an id that depends on nothing but the content.

use lopdf::{
    Dictionary, Document, Object, ObjectId, Stream, StringFormat, dictionary, text_string,
};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::compress::{TEXT, deflate};
use super::graph::prune;
use super::outline::{self, Bookmark};
use super::pages::PrintFile;
use super::reading;
use crate::units::{Length, Rect};
use crate::xml::escape;

/// Makes the document fit for a printer.
pub(super) fn finish(document: &mut Document, pdf: &PrintFile<'_>) -> Result<(), String> {
    "1.7".clone_into(&mut document.version);
    let pages: Vec<ObjectId> = document.get_pages().into_values().collect();
    if pages.len() != pdf.sides.len() {
        return Err("the pages of the document are not the sides of the plan".to_owned());
    }
    page_boxes(document, pdf, &pages)?;
    drop_empty_resources(document);
    let outlines = match &pdf.reading {
        Some(reading) => {
            let bookmarks = reading::bookmarks(reading, &pages, pdf.plan.paper);
            outline::add(document, &bookmarks, false)
        }
        None => outline::add(document, &sides(pdf, &pages), true),
    };
    let metadata = document.add_object(
        Stream::new(
            dictionary! { "Type" => "Metadata", "Subtype" => "XML" },
            xmp(pdf).into_bytes(),
        )
        .with_compression(false),
    );
    let info = document.add_object(dictionary! {
        "Title" => text_string(&pdf.title),
        "Author" => text_string(&pdf.author),
        "Creator" => text_string("pnp"),
        "Producer" => text_string(concat!("pnp ", env!("CARGO_PKG_VERSION"))),
    });
    let labels = if pdf.reading.is_some() { reading::labels() } else { page_labels(pdf) };
    let mut preferences = dictionary! { "DisplayDocTitle" => true };
    if pdf.reading.is_none() {
        preferences.set("PrintScaling", "None");
        preferences.set("Duplex", pdf.flip.pdf_name());
    }
    let catalog = document.catalog_mut().map_err(|error| error.to_string())?;
    catalog.set("Lang", Object::String(pdf.lang.as_bytes().to_vec(), StringFormat::Literal));
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

fn page_boxes(
    document: &mut Document,
    pdf: &PrintFile<'_>,
    pages: &[ObjectId],
) -> Result<(), String> {
    let paper = pdf.plan.paper;
    let whole = Rect::new(Length::ZERO, Length::ZERO, paper);
    let array = |rect: Rect| {
        let ends = [rect.x, paper.height - rect.bottom(), rect.right(), paper.height - rect.y];
        Object::Array(ends.map(|end| Object::Real(end.to_pt() as f32)).to_vec())
    };
    for (number, (id, printed)) in pages.iter().zip(&pdf.sides).enumerate() {
        let page = document
            .get_object_mut(*id)
            .and_then(Object::as_dict_mut)
            .map_err(|error| error.to_string())?;
        // An empty back still has boxes: what would be cut is the paper.
        let (trim, bleed) = printed.boxes().unwrap_or((whole, whole));
        // printpdf writes width and height where the upper right corner should be: right for the
        // boxes of the whole paper, which it writes, and wrong for any other.
        page.set("BleedBox", array(bleed));
        page.set("TrimBox", array(trim));
        page.set(
            "Group",
            dictionary! { "Type" => "Group", "S" => "Transparency", "CS" => "DeviceRGB" },
        );
        page.remove(b"Annots");
        let links = pdf
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

/// What the file is of, and below it each side.
fn sides(pdf: &PrintFile<'_>, pages: &[ObjectId]) -> Vec<Bookmark> {
    let to = |page: &ObjectId| Object::Array(vec![(*page).into(), "Fit".into()]);
    let sheets = pdf.plan.sheets.len();
    let sides = pdf.sides.iter().zip(pages).map(|(printed, page)| Bookmark {
        level: 1,
        title: format!("Sheet {} of {sheets}, {}", printed.sheet, printed.kind.word()),
        goal: to(page),
    });
    let first = pages.first().map_or(Object::Null, to);
    let whole = Bookmark { level: 0, title: pdf.name.clone(), goal: first };
    std::iter::once(whole).chain(sides).collect()
}

/// `1 front`, `1 back`, `2 front`, …
fn page_labels(pdf: &PrintFile<'_>) -> Dictionary {
    let mut numbers = Vec::new();
    for (at, printed) in pdf.sides.iter().enumerate() {
        numbers.push(Object::Integer(at as i64));
        let label = text_string(&format!("{} {}", printed.sheet, printed.kind.word()));
        numbers.push(dictionary! { "P" => label }.into());
    }
    dictionary! { "Nums" => numbers }
}

fn xmp(pdf: &PrintFile<'_>) -> String {
    let author = if pdf.author.is_empty() {
        String::new()
    } else {
        format!(
            "<dc:creator><rdf:Seq><rdf:li>{}</rdf:li></rdf:Seq></dc:creator>",
            escape(&pdf.author)
        )
    };
    format!(
        "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\
         <x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\
         <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\
         <rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" \
         xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\">\
         <dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">{}</rdf:li></rdf:Alt></dc:title>{author}\
         <dc:language><rdf:Bag><rdf:li>{}</rdf:li></rdf:Bag></dc:language>\
         <xmp:CreatorTool>pnp</xmp:CreatorTool>\
         </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end=\"r\"?>",
        escape(&pdf.title),
        escape(&pdf.lang)
    )
}

/// Deflates every stream that is not compressed yet; metadata stay readable for tools that look for
/// them.
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

/// An id from the content: of each stream its length and its end, which holds the checksum of
/// deflated data (RFC 1950, 2.2).
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
