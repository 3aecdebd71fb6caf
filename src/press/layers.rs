//! Optional content: what a viewer can hide.
//!
//! Every face form marks which of what it draws belongs to which layer (ISO 32000-1, 8.11.3.2), so
//! that hiding the art leaves the guides over it.

use std::collections::BTreeMap;

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary, text_string};

/// A layer of a PDF, named as viewers list it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ContentLayer {
    /// The faces.
    Art,
    /// Marks, words and rulers beside them.
    Marks,
    /// What a proof draws over them.
    Guides,
    /// Lines to cut.
    Cut,
    /// Lines to fold.
    Fold,
}

impl ContentLayer {
    /// The name in the viewer, and in the resources of a form.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Art => "art",
            Self::Marks => "marks",
            Self::Guides => "guides",
            Self::Cut => "cut",
            Self::Fold => "fold",
        }
    }
}

/// The groups of a document.
#[derive(Default)]
pub(super) struct Groups {
    ids: BTreeMap<ContentLayer, ObjectId>,
}

impl Groups {
    /// The group of a layer, made when it is first used.
    pub(super) fn of(&mut self, document: &mut Document, layer: ContentLayer) -> ObjectId {
        let make = || {
            document.add_object(dictionary! {
                "Type" => "OCG",
                "Name" => text_string(layer.word()),
                "Usage" => dictionary! {
                    "CreatorInfo" => dictionary! {
                        "Creator" => text_string("pnp"), "Subtype" => "Artwork",
                    },
                },
            })
        };
        *self.ids.entry(layer).or_insert_with(make)
    }

    /// Tells viewers of the groups: all of them, visible and printed unless somebody hides them.
    pub(super) fn declare(self, document: &mut Document) -> Result<(), String> {
        let all: Vec<Object> = self.ids.values().map(|id| (*id).into()).collect();
        let default = dictionary! {
            "Name" => text_string("pnp"), "BaseState" => "ON", "ON" => all.clone(),
            "OFF" => Vec::<Object>::new(), "Order" => all.clone(),
            "ListMode" => "AllPages",
        };
        let catalog = document.catalog_mut().map_err(|error| error.to_string())?;
        catalog.set("OCProperties", dictionary! { "OCGs" => all, "D" => default });
        Ok(())
    }

    /// The groups under the names by which a form calls them.
    pub(super) fn properties(&self, used: impl Iterator<Item = ContentLayer>) -> Dictionary {
        let mut properties = Dictionary::new();
        for layer in used {
            if let Some(id) = self.ids.get(&layer) {
                properties.set(layer.word(), *id);
            }
        }
        properties
    }
}
