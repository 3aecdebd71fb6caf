//! Every code has a page, a project that makes it appear alone, and a corrected twin where it is gone.

use std::collections::BTreeMap;

use crate::common::Project;
use pnp::diag::{CODES, Code};
use rayon::prelude::*;

const GAME: &str = "data/mini/game.toml";
const CARDS: &str = "data/mini/cards.csv";
const CARD: &str = "templates/mini/card.svg";

/// How a project goes wrong: a piece of a file of the good project, what breaks it, and what would have been right.
struct Case {
    code: Code,
    file: &'static str,
    piece: &'static str,
    broken: &'static [u8],
    right: &'static [u8],
    arguments: &'static str,
}

const fn case(
    code: Code,
    file: &'static str,
    piece: &'static str,
    broken: &'static str,
    right: &'static str,
) -> Case {
    Case {
        code,
        file,
        piece,
        broken: broken.as_bytes(),
        right: right.as_bytes(),
        arguments: "check",
    }
}

const fn asked(
    code: Code,
    arguments: &'static str,
    piece: &'static str,
    broken: &'static str,
    right: &'static str,
) -> Case {
    Case { code, file: GAME, piece, broken: broken.as_bytes(), right: right.as_bytes(), arguments }
}

const TITLE: &str = "title = \"Mini\"\n";
const END: &str = "cards = \"cards.csv\"\n";
const CLOSE: &str = "</svg>";

/// The good deck, and tokens in a box of 20 × 20 mm.
macro_rules! token {
    ($keys:literal) => {
        concat!("cards = \"cards.csv\"\n[token.chit]\nsize = { width = \"20mm\", height = \"20mm\" }\nface = \"back.svg\"\n", $keys, "\n")
    };
}

const CASES: &[Case] = &[
    case(Code::S001, GAME, "\"cards.csv\"", "\"crads.csv\"", "\"./cards.csv\""),
    case(Code::S002, GAME, "\"2mm\"", "2mm", "'2mm'"),
    case(Code::S003, GAME, "bleed", "bled", "safe"),
    case(Code::S004, GAME, "\"2mm\"", "2", "\"3mm\""),
    case(Code::S005, GAME, "size = \"poker-euro\"\n", "", "size = \"poker-us\"\n"),
    Case {
        code: Code::S006,
        file: GAME,
        piece: "Mini",
        broken: b"Caf\xe9",
        right: "Café".as_bytes(),
        arguments: "check",
    },
    case(Code::S007, CARDS, "hill,Hill,1", "hill,Hill,1,more", "hill,\"Hill, more\",1"),
    case(Code::S008, CARDS, "id,name,copies", "id,name,Name", "id,name,subtitle"),
    case(Code::S009, CARDS, "mill,Mill,1", "mill,\"Mill,1", "mill,\"Mill\",1"),
    case(Code::S010, CARDS, "hill,Hill,1", "hill,“Hill, old”,1", "hill,\"“Hill”, old\",1"),
    case(Code::M001, GAME, "\"2mm\"", "\"2\"", "\"1/8in\""),
    case(Code::M002, GAME, "poker-euro", "poker", "poker-us"),
    case(Code::M003, GAME, "\"2mm\"", "\"26mm\"", "\"3mm\""),
    case(Code::M004, CARDS, "hill,Hill,1", "hill,Hill,one", "hill,Hill,"),
    case(
        Code::M005,
        CARDS,
        "hill,Hill,1\n",
        "a,A,999\nb,B,999\nc,C,999\nd,D,999\ne,E,999\nf,F,999\ng,G,999\nh,H,999\ni,I,999\nj,J,999\nk,K,999\n",
        "hill,Hill,999\n",
    ),
    case(Code::M006, CARDS, "hill,Hill,1", "hill,Hill,1001", "hill,Hill,1000"),
    case(
        Code::M007,
        CARDS,
        "river,River,2\nhill,Hill,1\nmill,Mill,1\n",
        "river,River,0\n",
        "river,River,1\n",
    ),
    case(Code::M008, CARDS, "hill,Hill", "River,Hill", "river-2,Hill"),
    case(Code::M009, CARDS, "hill,Hill", "hi/ll,Hill", "hi-ll,Hill"),
    case(
        Code::M010,
        GAME,
        END,
        "cards = \"cards.csv\"\n[[deck.cards.card]]\nname = \"x\"\n",
        "[[deck.cards.card]]\nname = \"x\"\n",
    ),
    asked(
        Code::M011,
        "check --lang fr",
        TITLE,
        "title = \"Mini\"\nlanguages = [\"en\"]\n",
        "title = \"Mini\"\nlanguages = [\"fr\"]\n",
    ),
    asked(
        Code::M013,
        "check --component crads",
        END,
        "cards = \"cards.csv\"\n",
        "cards = \"cards.csv\"\n[deck.crads]\nsize = \"poker-euro\"\nface = \"card.svg\"\ncards = \"cards.csv\"\n",
    ),
    case(Code::M014, GAME, "\"card.svg\"", "\"crad.svg\"", "\"./card.svg\""),
    case(
        Code::M015,
        GAME,
        "back = \"back.svg\"",
        "duplex = \"long-edge\"",
        "duplex = \"fronts-only\"",
    ),
    case(
        Code::B001,
        GAME,
        END,
        "cards = \"cards.csv\"\n[deck.cards.field]\n[deck.cards.field.kind.star]\nshape = \"star\"\nsize = \"6mm\"\n[[deck.cards.field.point]]\nid = \"a\"\nkind = \"star\"\nx = \"10mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"b\"\nkind = \"star\"\nx = \"50mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"c\"\nkind = \"star\"\nx = \"50mm\"\ny = \"70mm\"\n[[deck.cards.field.point]]\nid = \"d\"\nkind = \"star\"\nx = \"10mm\"\ny = \"70mm\"\n[[deck.cards.field.line]]\nfrom = \"a\"\nto = \"b\"\n[[deck.cards.field.line]]\nfrom = \"b\"\nto = \"c\"\n[[deck.cards.field.line]]\nfrom = \"c\"\nto = \"d\"\n[[deck.cards.field.line]]\nfrom = \"d\"\nto = \"e\"\n",
        "cards = \"cards.csv\"\n[deck.cards.field]\n[deck.cards.field.kind.star]\nshape = \"star\"\nsize = \"6mm\"\n[[deck.cards.field.point]]\nid = \"a\"\nkind = \"star\"\nx = \"10mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"b\"\nkind = \"star\"\nx = \"50mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"c\"\nkind = \"star\"\nx = \"50mm\"\ny = \"70mm\"\n[[deck.cards.field.point]]\nid = \"d\"\nkind = \"star\"\nx = \"10mm\"\ny = \"70mm\"\n[[deck.cards.field.line]]\nfrom = \"a\"\nto = \"b\"\n[[deck.cards.field.line]]\nfrom = \"b\"\nto = \"c\"\n[[deck.cards.field.line]]\nfrom = \"c\"\nto = \"d\"\n[[deck.cards.field.line]]\nfrom = \"d\"\nto = \"a\"\n",
    ),
    case(
        Code::B002,
        GAME,
        END,
        "cards = \"cards.csv\"\n[deck.cards.field]\n[deck.cards.field.kind.star]\nshape = \"star\"\nsize = \"6mm\"\n[[deck.cards.field.point]]\nid = \"a\"\nkind = \"star\"\nx = \"10mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"b\"\nkind = \"star\"\nx = \"50mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"c\"\nkind = \"star\"\nx = \"50mm\"\ny = \"70mm\"\n[[deck.cards.field.point]]\nid = \"d\"\nkind = \"star\"\nx = \"10mm\"\ny = \"70mm\"\n[[deck.cards.field.line]]\nfrom = \"a\"\nto = \"b\"\n[[deck.cards.field.line]]\nfrom = \"b\"\nto = \"c\"\n[[deck.cards.field.line]]\nfrom = \"c\"\nto = \"d\"\n[[deck.cards.field.line]]\nfrom = \"d\"\nto = \"a\"\n[[deck.cards.field.line]]\nfrom = \"b\"\nto = \"a\"\n",
        "cards = \"cards.csv\"\n[deck.cards.field]\n[deck.cards.field.kind.star]\nshape = \"star\"\nsize = \"6mm\"\n[[deck.cards.field.point]]\nid = \"a\"\nkind = \"star\"\nx = \"10mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"b\"\nkind = \"star\"\nx = \"50mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"c\"\nkind = \"star\"\nx = \"50mm\"\ny = \"70mm\"\n[[deck.cards.field.point]]\nid = \"d\"\nkind = \"star\"\nx = \"10mm\"\ny = \"70mm\"\n[[deck.cards.field.line]]\nfrom = \"a\"\nto = \"b\"\n[[deck.cards.field.line]]\nfrom = \"b\"\nto = \"c\"\n[[deck.cards.field.line]]\nfrom = \"c\"\nto = \"d\"\n[[deck.cards.field.line]]\nfrom = \"d\"\nto = \"a\"\n",
    ),
    case(
        Code::B003,
        GAME,
        END,
        "cards = \"cards.csv\"\n[deck.cards.field]\n[deck.cards.field.kind.star]\nshape = \"star\"\nsize = \"6mm\"\n[[deck.cards.field.point]]\nid = \"a\"\nkind = \"star\"\nx = \"10mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"b\"\nkind = \"star\"\nx = \"50mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"c\"\nkind = \"star\"\nx = \"50mm\"\ny = \"70mm\"\n[[deck.cards.field.point]]\nid = \"d\"\nkind = \"star\"\nx = \"10mm\"\ny = \"70mm\"\n[[deck.cards.field.line]]\nfrom = \"a\"\nto = \"b\"\n[[deck.cards.field.line]]\nfrom = \"c\"\nto = \"d\"\n",
        "cards = \"cards.csv\"\n[deck.cards.field]\n[deck.cards.field.kind.star]\nshape = \"star\"\nsize = \"6mm\"\n[[deck.cards.field.point]]\nid = \"a\"\nkind = \"star\"\nx = \"10mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"b\"\nkind = \"star\"\nx = \"50mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"c\"\nkind = \"star\"\nx = \"50mm\"\ny = \"70mm\"\n[[deck.cards.field.point]]\nid = \"d\"\nkind = \"star\"\nx = \"10mm\"\ny = \"70mm\"\n[[deck.cards.field.line]]\nfrom = \"a\"\nto = \"b\"\n[[deck.cards.field.line]]\nfrom = \"b\"\nto = \"c\"\n[[deck.cards.field.line]]\nfrom = \"c\"\nto = \"d\"\n",
    ),
    case(
        Code::B004,
        GAME,
        END,
        "cards = \"cards.csv\"\n[deck.cards.field]\n[deck.cards.field.kind.star]\nshape = \"star\"\nsize = \"6mm\"\n[[deck.cards.field.point]]\nid = \"a\"\nkind = \"star\"\nx = \"10mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"b\"\nkind = \"star\"\nx = \"50mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"c\"\nkind = \"star\"\nx = \"50mm\"\ny = \"70mm\"\n[[deck.cards.field.point]]\nid = \"d\"\nkind = \"star\"\nx = \"10mm\"\ny = \"70mm\"\n[[deck.cards.field.point]]\nid = \"e\"\nkind = \"star\"\nx = \"10mm\"\ny = \"16mm\"\n[[deck.cards.field.line]]\nfrom = \"a\"\nto = \"b\"\n[[deck.cards.field.line]]\nfrom = \"b\"\nto = \"c\"\n[[deck.cards.field.line]]\nfrom = \"c\"\nto = \"d\"\n[[deck.cards.field.line]]\nfrom = \"e\"\nto = \"b\"\n",
        "cards = \"cards.csv\"\n[deck.cards.field]\n[deck.cards.field.kind.star]\nshape = \"star\"\nsize = \"6mm\"\n[[deck.cards.field.point]]\nid = \"a\"\nkind = \"star\"\nx = \"10mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"b\"\nkind = \"star\"\nx = \"50mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"c\"\nkind = \"star\"\nx = \"50mm\"\ny = \"70mm\"\n[[deck.cards.field.point]]\nid = \"d\"\nkind = \"star\"\nx = \"10mm\"\ny = \"70mm\"\n[[deck.cards.field.point]]\nid = \"e\"\nkind = \"star\"\nx = \"10mm\"\ny = \"10mm\"\n[[deck.cards.field.line]]\nfrom = \"a\"\nto = \"b\"\n[[deck.cards.field.line]]\nfrom = \"b\"\nto = \"c\"\n[[deck.cards.field.line]]\nfrom = \"c\"\nto = \"d\"\n[[deck.cards.field.line]]\nfrom = \"e\"\nto = \"b\"\n",
    ),
    case(
        Code::B005,
        GAME,
        END,
        "cards = \"cards.csv\"\n[deck.cards.field]\ncrossings = true\n[deck.cards.field.kind.star]\nshape = \"star\"\nsize = \"6mm\"\n[[deck.cards.field.point]]\nid = \"a\"\nkind = \"star\"\nx = \"10mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"b\"\nkind = \"star\"\nx = \"30mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"c\"\nkind = \"star\"\nx = \"50mm\"\ny = \"20mm\"\n[[deck.cards.field.line]]\nfrom = \"a\"\nto = \"b\"\n[[deck.cards.field.line]]\nfrom = \"a\"\nto = \"c\"\n",
        "cards = \"cards.csv\"\n[deck.cards.field]\ncrossings = true\n[deck.cards.field.kind.star]\nshape = \"star\"\nsize = \"6mm\"\n[[deck.cards.field.point]]\nid = \"a\"\nkind = \"star\"\nx = \"10mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"b\"\nkind = \"star\"\nx = \"30mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"c\"\nkind = \"star\"\nx = \"50mm\"\ny = \"20mm\"\n[[deck.cards.field.line]]\nfrom = \"a\"\nto = \"b\"\n[[deck.cards.field.line]]\nfrom = \"a\"\nto = \"c\"\nbend = \"9mm\"\n",
    ),
    case(
        Code::B006,
        GAME,
        END,
        "cards = \"cards.csv\"\n[deck.cards.field]\n[deck.cards.field.kind.star]\nshape = \"star\"\nsize = \"6mm\"\n[[deck.cards.field.point]]\nid = \"a\"\nkind = \"star\"\nx = \"10mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"b\"\nkind = \"star\"\nx = \"50mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"c\"\nkind = \"star\"\nx = \"50mm\"\ny = \"70mm\"\n[[deck.cards.field.point]]\nid = \"d\"\nkind = \"star\"\nx = \"10mm\"\ny = \"70mm\"\n[[deck.cards.field.line]]\nfrom = \"a\"\nto = \"b\"\n[[deck.cards.field.line]]\nfrom = \"b\"\nto = \"c\"\n[[deck.cards.field.line]]\nfrom = \"c\"\nto = \"d\"\n[[deck.cards.field.line]]\nfrom = \"d\"\nto = \"a\"\n[[deck.cards.field.line]]\nfrom = \"a\"\nto = \"c\"\n[[deck.cards.field.line]]\nfrom = \"b\"\nto = \"d\"\n",
        "cards = \"cards.csv\"\n[deck.cards.field]\ncrossings = true\n[deck.cards.field.kind.star]\nshape = \"star\"\nsize = \"6mm\"\n[[deck.cards.field.point]]\nid = \"a\"\nkind = \"star\"\nx = \"10mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"b\"\nkind = \"star\"\nx = \"50mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"c\"\nkind = \"star\"\nx = \"50mm\"\ny = \"70mm\"\n[[deck.cards.field.point]]\nid = \"d\"\nkind = \"star\"\nx = \"10mm\"\ny = \"70mm\"\n[[deck.cards.field.line]]\nfrom = \"a\"\nto = \"b\"\n[[deck.cards.field.line]]\nfrom = \"b\"\nto = \"c\"\n[[deck.cards.field.line]]\nfrom = \"c\"\nto = \"d\"\n[[deck.cards.field.line]]\nfrom = \"d\"\nto = \"a\"\n[[deck.cards.field.line]]\nfrom = \"a\"\nto = \"c\"\n[[deck.cards.field.line]]\nfrom = \"b\"\nto = \"d\"\n",
    ),
    case(
        Code::B007,
        GAME,
        END,
        "cards = \"cards.csv\"\n[deck.cards.field]\n[deck.cards.field.kind.star]\nshape = \"star\"\nsize = \"6mm\"\n[[deck.cards.field.point]]\nid = \"a\"\nkind = \"star\"\nx = \"4mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"b\"\nkind = \"star\"\nx = \"50mm\"\ny = \"20mm\"\n[[deck.cards.field.line]]\nfrom = \"a\"\nto = \"b\"\n",
        "cards = \"cards.csv\"\n[deck.cards.field]\n[deck.cards.field.kind.star]\nshape = \"star\"\nsize = \"6mm\"\n[[deck.cards.field.point]]\nid = \"a\"\nkind = \"star\"\nx = \"8mm\"\ny = \"20mm\"\n[[deck.cards.field.point]]\nid = \"b\"\nkind = \"star\"\nx = \"50mm\"\ny = \"20mm\"\n[[deck.cards.field.line]]\nfrom = \"a\"\nto = \"b\"\n",
    ),
    case(
        Code::B008,
        GAME,
        END,
        "cards = \"cards.csv\"\n[deck.cards.radial]\nspokes = 6\nradii = [\"28mm\", \"14mm\"]\npiece = \"20mm\"\n",
        "cards = \"cards.csv\"\n[deck.cards.radial]\nspokes = 6\nradii = [\"28mm\", \"14mm\"]\npiece = \"14mm\"\n",
    ),
    case(
        Code::B009,
        GAME,
        END,
        "cards = \"cards.csv\"\n[deck.cards.radial]\nspokes = 6\nradii = [\"28mm\", \"14mm\", \"7mm\"]\nmultiples = { of = 2, ring = 1 }\n",
        "cards = \"cards.csv\"\n[deck.cards.radial]\nspokes = 6\nradii = [\"28mm\", \"14mm\", \"7mm\"]\nmultiples = { of = 2, ring = 2 }\n",
    ),
    case(
        Code::M060,
        GAME,
        END,
        "cards = \"cards.csv\"\n[fold.die]\nnet = \"cube\"\nsize = \"16mm\"\nlid = true\nface = \"back.svg\"\n",
        "cards = \"cards.csv\"\n[fold.die]\nnet = \"cube\"\nsize = \"16mm\"\nface = \"back.svg\"\n",
    ),
    case(
        Code::M061,
        GAME,
        END,
        "cards = \"cards.csv\"\n[fold.die]\nnet = \"cube\"\nsize = { width = \"16mm\", height = \"18mm\" }\nface = \"back.svg\"\n",
        "cards = \"cards.csv\"\n[fold.die]\nnet = \"cube\"\nsize = { width = \"16mm\", height = \"16mm\" }\nface = \"back.svg\"\n",
    ),
    case(
        Code::M016,
        GAME,
        END,
        "cards = \"cards.csv\"\n[token.coins]\nsize = { width = \"20mm\", height = \"20mm\" }\nface = \"back.svg\"\nback = \"back.svg\"\nduplex = \"fold\"\n",
        "cards = \"cards.csv\"\n[token.coins]\nsize = { width = \"20mm\", height = \"20mm\" }\nface = \"back.svg\"\nback = \"back.svg\"\nduplex = \"short-edge\"\n",
    ),
    case(
        Code::M017,
        GAME,
        END,
        "cards = \"cards.csv\"\n[token.coins]\nsize = { width = \"20mm\", height = \"20mm\" }\nshape = \"circle\"\nface = \"back.svg\"\nmarks = \"guides\"\n",
        "cards = \"cards.csv\"\n[token.coins]\nsize = { width = \"20mm\", height = \"20mm\" }\nface = \"back.svg\"\noutline = \"none\"\nmarks = \"guides\"\n",
    ),
    case(
        Code::C001,
        GAME,
        END,
        "cards = \"cards.csv\"\n[[expect]]\nin = \"cards\"\ncopies = 5\n",
        "cards = \"cards.csv\"\n[[expect]]\nin = \"cards\"\ncopies = 4\n",
    ),
    case(
        Code::C002,
        GAME,
        END,
        "cards = \"cards.csv\"\n[[expect]]\nin = \"cards\"\ncopies = 2\nwhere = \"card.nmae == 'River'\"\n",
        "cards = \"cards.csv\"\n[[expect]]\nin = \"cards\"\ncopies = 2\nwhere = \"card.name == 'River'\"\n",
    ),
    case(
        Code::C003,
        GAME,
        END,
        "cards = \"cards.csv\"\n[[expect]]\nin = \"cards\"\nevery = \"name\"\n[[expect]]\nin = \"cards\"\nwhere = \"card.name != 'Mill'\"\ncopies = 3\n",
        "cards = \"cards.csv\"\n[[expect]]\nin = \"cards\"\nevery = \"name\"\n[[expect]]\nin = \"cards\"\nwhere = \"card.name != 'Zoo'\"\ncopies = 4\n",
    ),
    case(
        Code::C004,
        GAME,
        END,
        "cards = \"same.csv\"\n[[expect]]\nin = \"cards\"\nunique = \"name\"\n",
        "cards = \"cards.csv\"\n[[expect]]\nin = \"cards\"\nunique = \"name\"\n",
    ),
    case(
        Code::C006,
        GAME,
        END,
        "cards = \"cards.csv\"\n[[expect]]\nin = \"cards\"\n",
        "cards = \"cards.csv\"\n[[expect]]\nin = \"cards\"\ncards = 3\n",
    ),
    case(
        Code::C007,
        GAME,
        END,
        "cards = \"cards.csv\"\n[variant.two]\ntitle = \"For two\"\n[[variant.two.take_out]]\nin = \"cards\"\nwhere = \"card.name == 'River'\"\ncopies = 3\n",
        "cards = \"cards.csv\"\n[variant.two]\ntitle = \"For two\"\n[[variant.two.take_out]]\nin = \"cards\"\nwhere = \"card.name == 'River'\"\ncopies = 2\n",
    ),
    case(Code::T001, CARD, "{{ card.name }}", "{{ card.name", "{{ card.name | upper }}"),
    case(Code::T002, CARD, "{{ card.name }}", "{{ card.nmae }}", "{{ card.nmae or \"\" }}"),
    case(
        Code::X001,
        CARD,
        CLOSE,
        "{{ textbox(text=\"One two three four five six seven eight nine ten eleven twelve\", x=5, y=40, width=40, family=\"Alegreya\", height=5, size=\"9pt\", min_size=\"9pt\") }}</svg>",
        "{{ textbox(text=\"One two\", x=5, y=40, width=40, family=\"Alegreya\", height=5, size=\"9pt\", min_size=\"9pt\") }}</svg>",
    ),
    case(
        Code::X002,
        CARD,
        CLOSE,
        "{{ textbox(text=\"Donaudampfschifffahrtsgesellschaft\", x=5, y=40, width=40, family=\"Alegreya\", height=30, size=\"20pt\", min_size=\"20pt\", hyphenate=false) }}</svg>",
        "{{ textbox(text=\"Donau\", x=5, y=40, width=40, family=\"Alegreya\", height=30, size=\"20pt\", min_size=\"20pt\", hyphenate=false) }}</svg>",
    ),
    case(
        Code::X003,
        CARD,
        CLOSE,
        "{{ textbox(text=\"Gain *one coin\", x=5, y=40, width=40, family=\"Alegreya\", height=30, size=\"9pt\") }}</svg>",
        "{{ textbox(text=\"Gain *one* coin\", x=5, y=40, width=40, family=\"Alegreya\", height=30, size=\"9pt\") }}</svg>",
    ),
    case(
        Code::X004,
        CARD,
        CLOSE,
        "{{ textbox(text=\"Gain <u>one</u> coin\", x=5, y=40, width=40, family=\"Alegreya\", height=30, size=\"9pt\") }}</svg>",
        "{{ textbox(text=\"Gain <b>one</b> coin\", x=5, y=40, width=40, family=\"Alegreya\", height=30, size=\"9pt\") }}</svg>",
    ),
    case(
        Code::X005,
        CARD,
        CLOSE,
        "{{ textbox(text=\"Gain {cion}\", x=5, y=40, width=40, family=\"Alegreya\", height=30, size=\"9pt\") }}</svg>",
        "{{ textbox(text=\"Gain {coin}\", x=5, y=40, width=40, family=\"Alegreya\", height=30, size=\"9pt\") }}</svg>",
    ),
    case(
        Code::X006,
        CARD,
        CLOSE,
        "{{ textbox(text=\"Gain {words}\", x=5, y=40, width=40, family=\"Alegreya\", height=30, size=\"9pt\") }}</svg>",
        "{{ textbox(text=\"Gain {coin}\", x=5, y=40, width=40, family=\"Alegreya\", height=30, size=\"9pt\") }}</svg>",
    ),
    case(
        Code::X007,
        CARD,
        CLOSE,
        "{{ textbox(text=\"守\", x=5, y=40, width=40, family=\"Alegreya\", height=30, size=\"9pt\") }}</svg>",
        "{{ textbox(text=\"Цирк\", x=5, y=40, width=40, family=\"Alegreya\", height=30, size=\"9pt\") }}</svg>",
    ),
    case(
        Code::X008,
        CARD,
        CLOSE,
        "{{ textbox(text=\"One\", x=5, y=40, width=40, family=\"Alegreya\", height=30, style=\"rule\") }}</svg>",
        "{{ textbox(text=\"One\", x=5, y=40, width=40, family=\"Alegreya\", height=30, size=\"9pt\") }}</svg>",
    ),
    case(
        Code::X009,
        CARD,
        CLOSE,
        "{{ textbox(text=\"One\", x=5, y=40, width=40, family=\"Alegreya\", height=30, fit=\"clip\") }}</svg>",
        "{{ textbox(text=\"One\", x=5, y=40, width=40, family=\"Alegreya\", height=30, fit=\"shrink\") }}</svg>",
    ),
    case(
        Code::X010,
        CARD,
        CLOSE,
        "{{ textbox(text=\"One\", x=5, y=40, width=40, family=\"Alegraya\", height=30, size=\"9pt\") }}</svg>",
        "{{ textbox(text=\"One\", x=5, y=40, width=40, family=\"Alegreya\", height=30, size=\"9pt\") }}</svg>",
    ),
    case(
        Code::X011,
        CARD,
        CLOSE,
        "{{ textbox(text=\"A **bold** word\", x=5, y=40, width=40, family=\"Rye\", height=30, size=\"9pt\") }}</svg>",
        "{{ textbox(text=\"A bold word\", x=5, y=40, width=40, family=\"Rye\", height=30, size=\"9pt\") }}</svg>",
    ),
    case(Code::F001, CARD, "</text>", "", "<tspan/></text>"),
    case(Code::F002, CARD, "\"Alegreya\"", "\"Comic Sans MS\"", "\"Comic Sans MS, Rye\""),
    case(Code::F003, CARD, "{{ card.name }}", "守", "Цирк"),
    case(
        Code::F004,
        CARD,
        CLOSE,
        "<image href=\"bleu.png\" width=\"9\" height=\"9\"/></svg>",
        "<image href=\"blue.png\" width=\"9\" height=\"9\"/></svg>",
    ),
    case(
        Code::F005,
        CARD,
        CLOSE,
        "<image href=\"https://example.org/blue.png\" width=\"9\" height=\"9\"/></svg>",
        "<image href=\"blue.png\" width=\"9\" height=\"9\"/></svg>",
    ),
    case(
        Code::F006,
        CARD,
        CLOSE,
        "<image href=\"damaged.png\" width=\"9\" height=\"9\"/></svg>",
        "<image href=\"blue.png\" width=\"9\" height=\"9\"/></svg>",
    ),
    case(Code::F007, CARD, CLOSE, "<foreignObject/></svg>", "<g/></svg>"),
    case(
        Code::F008,
        CARD,
        "\"#dde8c9\"",
        "\"rgb(200 0 0 / 50%)\"",
        "\"#c80000\" fill-opacity=\"0.5\"",
    ),
    case(
        Code::F009,
        CARD,
        CLOSE,
        "<g><g id=\"a\"/><g id=\"a\"/></g></svg>",
        "<g id=\"a\"/><g id=\"a\"/></svg>",
    ),
    case(Code::F010, CARD, "{{ canvas }}", "width=\"744\" height=\"1039\"", "{{ canvas }}"),
    case(Code::F011, CARD, "\"#dde8c9\"", "\"url(#sky)\"", "\"#dde8c8\""),
    case(
        Code::F012,
        CARD,
        CLOSE,
        "<g filter=\"blur(red)\"><rect width=\"5\" height=\"5\"/></g></svg>",
        "<g filter=\"blur(1px)\"><rect width=\"5\" height=\"5\"/></g></svg>",
    ),
    case(
        Code::I001,
        GAME,
        "\"poker-euro\"",
        "{ width = \"300mm\", height = \"88mm\" }",
        "{ width = \"190mm\", height = \"88mm\" }",
    ),
    case(
        Code::M040,
        GAME,
        END,
        token!("shape = \"path\"\npath = \"M0 0H20V20\""),
        token!("shape = \"path\"\npath = \"M0 0H20V20Z\""),
    ),
    case(
        Code::M041,
        GAME,
        END,
        token!("shape = \"rounded\"\nradius = \"11mm\""),
        token!("shape = \"rounded\"\nradius = \"10mm\""),
    ),
    case(
        Code::M042,
        GAME,
        END,
        concat!("share = \"a\"\n", token!("share = \"a\"\npaper = \"letter\"")),
        concat!("share = \"a\"\n", token!("share = \"b\"\npaper = \"letter\"")),
    ),
    case(
        Code::M043,
        GAME,
        END,
        token!("cards = \"cards.csv\"\ncopies = 3"),
        token!("cards = \"cards.csv\""),
    ),
    Case {
        code: Code::M044,
        file: CARDS,
        piece: "river,River",
        broken: b"river,River",
        right: b"river,Nile",
        arguments: "build --only-cards card.name=='Nile'",
    },
    asked(Code::I005, "build --skip D1", "\"poker-euro\"", "\"poker-euro\"", "\"mini-euro\""),
    case(Code::I002, GAME, "\"2mm\"", "\"2mm\"\nmargin = \"4mm\"", "\"2mm\"\nmargin = \"5mm\""),
    case(
        Code::I004,
        GAME,
        END,
        "cards = \"cards.csv\"\n[board.map]\nsize = { width = \"400mm\", height = \"400mm\" }\nface = \"back.svg\"\ntiles = { overlap = \"194mm\" }\n",
        "cards = \"cards.csv\"\n[board.map]\nsize = { width = \"400mm\", height = \"400mm\" }\nface = \"back.svg\"\ntiles = { overlap = \"20mm\" }\n",
    ),
    case(Code::I003, GAME, "\"2mm\"", "\"2mm\"\ngutter = \"3mm\"", "\"2mm\"\ngutter = \"4mm\""),
];

/// A project with a rulebook that holds a mistake, and one that does not.
fn rules(broken: &str, right: &str) -> (Project, Project, &'static str) {
    let project = |text: &str| {
        let book = "[rulebook.rules]\nsource = \"rules.{lang}.md\"\n[[rulebook.rules.term]]\nin = \"cards\"\nwhere = \"card.name == 'River'\"\nen = [\"river\", \"rivers\"]\n";
        Project::mini()
            .edit(GAME, END, &format!("{END}{book}"))
            .file("data/mini/rules.en.md", format!("# Mini\n\n{text}\n## The end {{#end}}\n"))
    };
    (project(broken), project(right), "check")
}

/// Those that need more than one changed piece.
fn special(code: Code) -> Option<(Project, Project, &'static str)> {
    let mini = Project::mini;
    match code {
        Code::M012 => {
            let both = || {
                mini()
                    .edit(GAME, TITLE, "title = \"Mini\"\nlanguages = [\"en\", \"it\"]\n")
                    .file("data/mini/text.en.toml", "yes = \"Yes\"\n")
            };
            let broken = both().file("data/mini/text.it.toml", "no = \"No\"\n");
            Some((
                broken,
                both().file("data/mini/text.it.toml", "yes = \"Sì\"\n"),
                "check --lang it",
            ))
        }
        Code::C005 => {
            let parts = "[[expect]]\nin = \"cards\"\nwhere = \"card.name == 'River'\"\ncopies = 2\n[[expect]]\nin = \"cards\"\nwhere = \"card.name != 'River'\"\ncopies = 2\n[[expect]]\nin = \"cards\"\n";
            let with = |total: &str| mini().edit(GAME, END, &format!("{END}{parts}{total}"));
            // The parts and the total cannot all be true, so one of them differs from the data, too.
            Some((with("copies = 5\n"), with("copies = 4\n"), "check"))
        }
        Code::I006 => {
            let with =
                |edges: &str| mini().file("printers/office.toml", format!("edges = \"{edges}\"\n"));
            Some((with("12mm"), with("4.2mm"), "check --printer office"))
        }
        Code::R001 => Some(rules("A {{ nope }}.\n", "A {{ total() }}.\n")),
        Code::R002 => Some(rules(
            "The 5 rivers.\n",
            "The {{ count(deck=\"cards\", where=\"card.name == 'River'\") }} rivers.\n",
        )),
        Code::R003 => Some(rules("See [the end](#edn).\n", "See [the end](#end).\n")),
        Code::R004 => {
            Some(rules("![River](face:crads?id=river)\n", "![River](face:cards?id=river)\n"))
        }
        Code::R005 => Some(rules("<!-- pagebreak -->\n", "<!-- page -->\n")),
        Code::R006 => {
            let both = |theirs: &str| {
                let (_, right, _) = rules("", "");
                right
                    .edit(GAME, TITLE, "title = \"Mini\"\nlanguages = [\"en\", \"it\"]\n")
                    .file("data/mini/text.en.toml", "yes = \"Yes\"\n")
                    .file("data/mini/text.it.toml", "yes = \"Sì\"\n")
                    .file("data/mini/rules.it.md", theirs)
            };
            Some((both("# Mini\n\nFine.\n"), both("# Mini\n\n## Fine {#end}\n"), "check --lang it"))
        }
        Code::R007 => Some(rules(
            "| a | b |\n|---|---|\n| Donaudampfschifffahrtsgesellschaftskapitän | Donaudampfschifffahrtsgesellschaftskapitänsmütze |\n",
            "| a | b |\n|---|---|\n| Donau | Kapitän |\n",
        )),
        Code::R008 => {
            let quick = |text: &str| {
                let (_, right, _) = rules("", text);
                right.edit(
                    GAME,
                    "source = \"rules.{lang}.md\"\n",
                    "source = \"rules.{lang}.md\"\nquick = true\n",
                )
            };
            Some((
                quick("Words.\n"),
                quick("<!-- quick -->\n\nWords.\n\n<!-- /quick -->\n"),
                "check",
            ))
        }
        Code::P001 => Some((mini().file("taken", ""), mini(), "build --out taken")),
        _ => None,
    }
}

fn with(case: &Case, change: &[u8]) -> Project {
    let project = Project::mini()
        .picture("templates/mini/blue.png", "blue.png")
        .file("templates/mini/damaged.png", "words")
        .file(
            "templates/mini/icons/coin.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\"><circle cx=\"4\" cy=\"4\" r=\"4\"/></svg>",
        )
        .file("templates/mini/icons/words.svg", "words")
        .file("data/mini/same.csv", "id,name,copies\na,Same,1\nb,Same,1\n");
    let text = project.read(case.file);
    let text = String::from_utf8(text).expect("text");
    assert!(
        text.contains(case.piece),
        "{}: {} has no {:?}",
        case.code.name(),
        case.file,
        case.piece
    );
    let (before, after) = text.split_once(case.piece).expect("the piece");
    project.file(case.file, [before.as_bytes(), change, after.as_bytes()].concat())
}

#[test]
fn every_code_appears_alone_on_its_mistake_and_not_on_the_corrected_twin() {
    let cases: BTreeMap<Code, &Case> = CASES.iter().map(|case| (case.code, case)).collect();
    let faults_of = |code: Code| {
        let mut wrong = Vec::new();
        let (broken, right, arguments) = match (special(code), cases.get(&code)) {
            (Some(special), _) => special,
            (None, Some(case)) => (with(case, case.broken), with(case, case.right), case.arguments),
            (None, None) => panic!("no project makes {} appear", code.name()),
        };
        let mut found = broken.codes(arguments);
        found.dedup();
        let alone = if code == Code::C005 { vec!["C001", "C005"] } else { vec![code.name()] };
        if found != alone {
            wrong.push(format!("{}: the mistake gives {found:?}", code.name()));
        }
        let twin = right.codes(arguments);
        if !twin.is_empty() {
            wrong.push(format!("{}: the corrected twin gives {twin:?}", code.name()));
        }
        wrong
    };
    // P002 is a broken promise of ours: no input may cause it.
    let wrong: Vec<String> = CODES
        .par_iter()
        .copied()
        .filter(|code| *code != Code::P002)
        .flat_map_iter(faults_of)
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_code_has_a_page_that_explain_prints() {
    let project = Project::empty();
    let list = project.run("explain").exits(0).stdout;
    for code in CODES {
        let page = code.page();
        for part in [page.title, page.finds, page.why, page.example, page.instead] {
            assert!(!part.trim().is_empty(), "{} has an empty part", code.name());
        }
        let printed =
            project.run(&format!("explain {}", code.name().to_lowercase())).exits(0).stdout;
        assert!(printed.starts_with(&format!("{}: {}\n", code.name(), page.title)), "{printed}");
        for heading in ["What it finds", "Why it matters in print", "Example", "Instead"] {
            assert!(printed.contains(heading), "{printed}");
        }
        assert!(list.contains(&format!("{}  {}\n", code.name(), page.title)), "{list}");
    }
}
