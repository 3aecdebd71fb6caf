//! Every fault `pnp` knows, with the page that `pnp explain` shows. Codes are never reused.

use std::fmt::Write;

/// The page of a code.
#[derive(Clone, Copy, Debug)]
pub struct CodePage {
    /// The fault in a few words, reading well after "allow …".
    pub title: &'static str,
    /// What it finds.
    pub finds: &'static str,
    /// Why it matters in print.
    pub why: &'static str,
    /// An example that has the fault.
    pub example: &'static str,
    /// The same example without it.
    pub instead: &'static str,
}

macro_rules! codes {
    ($($name:ident $title:literal finds $finds:literal why $why:literal example $example:literal instead $instead:literal;)*) => {
        /// A fault, by the letter of its stage and a number.
        ///
        /// S source, M model, B board, C count contract, T template, X text, F face, I imposition, P press, R rulebook.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = $title] $name,)*
        }

        /// All codes, in the order of the stages.
        pub const CODES: &[Code] = &[$(Code::$name),*];

        impl Code {
            /// As written in messages: `M014`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name)),* }
            }

            /// What `pnp explain` shows.
            pub const fn page(self) -> CodePage {
                match self {
                    $(Self::$name => CodePage { title: $title, finds: $finds, why: $why, example: $example, instead: $instead }),*
                }
            }
        }
    };
}

codes! {
    S001 "file not there"
        finds "A game, or a file that a game names, does not exist in the project."
        why "Whatever stood in that file would be missing from the kit."
        example "[deck.artists]\ncards = \"artist.csv\"    # the file is called artists.csv"
        instead "cards = \"artists.csv\"    # paths start at the folder of the game";
    S002 "broken TOML"
        finds "A data file is not valid TOML: a bracket, a quote or a value is wrong. Later faults of the same file are reported too."
        why "Nothing in a file that cannot be read can be trusted, so nothing is drawn from it."
        example "width = 63mm"
        instead "width = \"63mm\"    # lengths are texts: a number and a unit in straight quotes";
    S003 "unknown key"
        finds "A key that pnp does not know, with the nearest known one."
        why "A misspelt key that is skipped in silence gives a print with the default in its place, found after cutting."
        example "[print]\nbled = \"3mm\""
        instead "[print]\nbleed = \"3mm\"";
    S004 "wrong type"
        finds "A value of another type than its key takes, such as a text where a number belongs."
        why "Guessing what was meant prints the wrong thing."
        example "copies = \"two\""
        instead "copies = 2";
    S005 "key missing"
        finds "A key that has no sensible default is not there."
        why "A deck without a size or a face cannot be drawn."
        example "[deck.artists]\nface = \"artist.svg\""
        instead "[deck.artists]\nsize = \"poker-us\"\nface = \"artist.svg\"";
    S006 "unreadable text"
        finds "A data file or template is not text in UTF-8. Tables may also be UTF-16 or Windows-1252, as spreadsheets save them."
        why "Accents would come out as other letters."
        example "game.toml saved as Windows-1252"
        instead "Save the file as UTF-8.";
    S007 "cell without a column"
        finds "A row of a table with more cells than the header has columns. The extra cell is not used."
        why "Often a comma inside a text that is not in quotes: half of the sentence is missing on the card."
        example "name,text\nMill,Grind one, gain one"
        instead "name,text\nMill,\"Grind one, gain one\"";
    S008 "column named twice"
        finds "Two columns of a table with the same name, letter case and outer spaces aside."
        why "Only one of the two could be printed, and nobody would know which."
        example "name,name,copies"
        instead "name,subtitle,copies";
    S009 "quote never closed"
        finds "A quote opened in a cell that is never closed, so that the rest of the table would be one cell, or a closing quote with more text after it."
        why "All following cards would vanish without a word."
        example "name,text\nMill,\"Grind one"
        instead "name,text\nMill,\"Grind one\"";
    S010 "row too short for its quotes"
        finds "A row with other cells than expected that holds curly quotes. Curly quotes do not protect a comma."
        why "A word processor made “ ” of the straight quotes, and the text is cut in two."
        example "“Mill, old”,Grind one"
        instead "\"Mill, old\",Grind one";

    M001 "not a length"
        finds "A length that is not a number with a unit, or is beyond ten metres."
        why "A bare 63 could be millimetres, points or pixels; the kit would come out at another size."
        example "bleed = \"2\""
        instead "bleed = \"2mm\"    # mm, cm, in or pt; fractions such as 1/8in are fine";
    M002 "unknown name"
        finds "A value that must be one of a list of names, such as a card size, a paper, a printer, a way of duplex printing or a style of marks; also a colour of marks that is none."
        why "There is no default that would be right by luck."
        example "size = \"poker\""
        instead "size = \"poker-us\"    # 63.5 × 88.9 mm, or \"poker-euro\", 63 × 88 mm";
    M003 "impossible size"
        finds "A size of zero or less, a negative distance, a safe distance that leaves no room, or a bleed wider than 25 mm."
        why "Nothing could be drawn on such a card, or every sheet would be bleed."
        example "size = { width = \"0mm\", height = \"88mm\" }"
        instead "size = { width = \"63mm\", height = \"88mm\" }";
    M004 "not a count of copies"
        finds "A number of copies that is not a whole number of 0 or more."
        why "The deck would have another number of cards than its designer thinks."
        example "name,copies\nMill,-1"
        instead "name,copies\nMill,1    # an empty cell means 1, and 0 leaves the card out";
    M005 "too many copies"
        finds "A component of more than 10,000 copies. It is refused before anything is drawn."
        why "It is a slip of the keyboard, and more than a thousand sheets of paper."
        example "copies = 11000"
        instead "copies = 110";
    M006 "many copies"
        finds "A single row with more than 1,000 copies."
        why "Often a number that slipped into the wrong column."
        example "name,copies\nMill,1001"
        instead "name,copies\nMill,1";
    M007 "nothing to print"
        finds "A component without a single copy."
        why "The file would have no page; a kit with it is not complete."
        example "name,copies    # and no row below"
        instead "name,copies\nMill,1";
    M008 "name used twice"
        finds "Two components, or two cards of one deck, with the same id, or a language listed twice. Letter case does not tell the ids of two cards apart."
        why "A message or a file name that names one of them would be ambiguous."
        example "[deck.artists]\n…\n[sheet.artists]"
        instead "[deck.artists]\n…\n[sheet.artists-table]";
    M009 "bad id"
        finds "An id that is not made of lower-case letters, digits, `-` and `_`; the id of a card or the name of a language that could not be part of a file name; or a path that leaves the project."
        why "Ids become file names, which must be the same on every system."
        example "[deck.\"Große Karten\"]"
        instead "[deck.large-cards]";
    M010 "cards given twice"
        finds "A deck with both a `cards` table and `[[deck.x.card]]` entries."
        why "The order of the cards, and so of the sheets, would be a guess."
        example "[deck.a]\ncards = \"a.csv\"\n[[deck.a.card]]"
        instead "[deck.a]\ncards = \"a.csv\"";
    M011 "unknown language"
        finds "A language asked for that the game does not list under `languages`."
        why "The whole kit would be printed in another language than asked for."
        example "pnp build --lang fr    # languages = [\"en\", \"it\"]"
        instead "pnp build --lang it";
    M012 "missing translation"
        finds "A text of the default language that has no translation. The default is printed."
        why "The kit would mix languages."
        example "# text.it.toml lacks act.monkey"
        instead "[act]\nmonkey = \"Scimmia\"";
    M013 "unknown component"
        finds "A component asked for that the game does not have."
        why "Nothing would be built."
        example "pnp build --component artist"
        instead "pnp build --component artists";
    M014 "template not there"
        finds "A face or back whose template is neither in the game's folder under `templates/` nor in `templates/_shared`."
        why "The card could not be drawn."
        example "face = \"artist-face.svg\""
        instead "face = \"artist.svg\"";
    M015 "back without duplex"
        finds "A component that asks to be printed with backs, or says with `back_where` which cards have one, but has no back; or, as a warning, a back that is never printed."
        why "The player would turn the sheets over for nothing, or hold cards with white backs."
        example "[deck.artists]\nface = \"artist.svg\"\nduplex = \"long-edge\"    # and no back"
        instead "back = \"back.svg\"    # or duplex = \"fronts-only\"";
    M016 "way of printing backs that does not go here"
        finds "Fold-over backs or backs in a file of their own for tokens, folded things, boards or shared sheets, which know the two ways of turning a sheet over, or fronts only."
        why "Their backs would be missing without a word."
        example "[token.coins]\nback = \"coin-back.svg\"\nduplex = \"fold\""
        instead "duplex = \"long-edge\"";
    M017 "option that does nothing here"
        finds "An option of `print` that is written for one component and has no effect on it: `alternate` and the style of the marks for tokens and folded things, whose outlines are drawn; `columns` and `rows` on shared sheets. Options for all components are not looked at."
        why "Whoever wrote it expects a difference."
        example "[token.coins]\nshape = \"circle\"\nmarks = \"guides\""
        instead "outline = \"none\"    # or \"hairline\", \"kiss\"";
    M040 "outline that cannot be cut"
        finds "The path of a token, of a cut in a panel or of the profile of a car that is open, empty, made of several outlines, crosses or touches itself, or leaves its box."
        why "There is no line that a knife could follow."
        example "shape = \"path\"\npath = \"M0 0H20V20\""
        instead "path = \"M0 0H20V20Z\"    # closed, in mm from the upper left corner of the box";
    M041 "shape that does not go with its box"
        finds "A square or a circle in a box with unequal sides, a radius of more than half of a side, or a key of another shape."
        why "The token would have another form than its designer thinks."
        example "shape = \"circle\"\nsize = { width = \"20mm\", height = \"25mm\" }"
        instead "size = { width = \"20mm\", height = \"20mm\" }";
    M042 "sheets cannot be shared"
        finds "Components with the same `share` letter that need another paper, other margins or another way of turning the sheet over."
        why "One sheet of paper is fed and turned in one way."
        example "[deck.a]\nshare = \"a\"\npaper = \"a4\"\n[token.b]\nshare = \"a\"\npaper = \"letter\""
        instead "[token.b]\nshare = \"b\"    # or the same paper for both";
    M043 "copies given twice"
        finds "Tokens or folds that have cards, which say how often each is printed, and `copies` of their own."
        why "How many there should be would be a guess."
        example "[token.coins]\ncards = \"coins.csv\"\ncopies = 12"
        instead "[token.coins]\ncopies = 12    # or a column `copies` in coins.csv";
    M044 "no card chosen"
        finds "A condition after `--only-cards` that no card of the components to be printed meets."
        why "Nothing would be printed."
        example "pnp build --only-cards \"card.act == 'tigre'\""
        instead "pnp build --only-cards \"card.act == 'tiger'\"";
    M060 "key that does not go with its net"
        finds "A key of a fold that its net does not take, such as the `lid` of a die, or two keys that both say how large it is."
        why "The thing would not be what its designer thinks."
        example "[fold.die]\nnet = \"cube\"\nsize = \"16mm\"\nlid = true"
        instead "net = \"cube\"\nsize = \"16mm\"    # a lid is for a box";
    M061 "net that cannot be made"
        finds "A cube with unequal edges, a panel too small to fold, cards that do not go into their sleeves, or a profile of a car that leaves its bottom or its walls nothing to hang on."
        why "What is cut out could not be folded to a body."
        example "net = \"car\"\ninside = { width = \"65mm\", height = \"34mm\", depth = \"91mm\" }\nprofile = \"M0 34L30 0H91V34Z\"    # nothing of the front edge is left"
        instead "profile = \"M0 34V16L30 0H91V34Z\"";

    B001 "unknown part of a board"
        finds "A point of a field without id, kind, zone or place, or a name of a kind, zone, ring, path or point that does not exist."
        why "A line to a point that is not there cannot be drawn, and a game with a hole in its board cannot be played."
        example "from,to\ngate,towre"
        instead "from,to\ngate,tower";
    B002 "part of a board given twice"
        finds "Two points with one id, two lines that join the same points, or a line from a point to itself."
        why "One of the two is a slip, and the count of the others would be wrong."
        example "from,to\ngate,tower\ntower,gate"
        instead "from,to\ngate,tower";
    B003 "board in pieces"
        finds "Points that cannot be reached from the first one along the lines, or, within a zone, without leaving it."
        why "A player could never get there."
        example "id,kind,x,y\nisland,star,90mm,90mm    # and no line to it"
        instead "from,to\nisland,harbour";
    B004 "symbols overlap"
        finds "Two points of a field whose symbols overlap, by their shapes and sizes."
        why "The pieces on them would push each other away."
        example "gate,star,20mm,20mm\ntower,star,22mm,20mm    # stars of 7 mm"
        instead "tower,star,30mm,20mm";
    B005 "line through a symbol"
        finds "A line that touches the symbol of a point it neither begins nor ends at."
        why "It looks as if the line ended there."
        example "from,to\nleft,right    # and `middle` lies between"
        instead "from,to,bend\nleft,right,8mm";
    B006 "lines cross"
        finds "Two lines of a field that cross, unless the field says crossings = true."
        why "Where lines cross without a point, players argue whether one may turn."
        example "from,to\na,c\nb,d    # the diagonals of a square"
        instead "from,to,bend\na,c\nb,d,40mm";
    B007 "board outside of its safe area"
        finds "A point, a line, a circle or a cell that leaves the safe area of its board."
        why "A cut that is a little off takes it away."
        example "gate,star,2mm,50mm    # with safe = \"3mm\""
        instead "gate,star,8mm,50mm";
    B008 "house too small"
        finds "Houses or cells into which a disc of the size of `piece` does not fit."
        why "Pieces would lie across two houses, and nobody could tell in which."
        example "piece = \"20mm\"    # and the rings are 15 mm deep"
        instead "radii = [\"100mm\", \"78mm\", \"56mm\"]";
    B009 "numbers on the wrong ring"
        finds "Houses of a radial board that are a multiple of the number in `multiples` and do not lie on its ring, or lie there and are none."
        why "The rules find houses by that ring."
        example "number = \"inward\"\nmultiples = { of = 5, ring = 1 }    # they are on the innermost ring, 5"
        instead "multiples = { of = 5, ring = 5 }";

    C001 "count differs"
        finds "An `[[expect]]` whose number differs from the cards, points or lines of the data."
        why "A kit with 27 monkeys instead of 28 cannot be played as its rules say."
        example "[[expect]]\nin = \"artists\"\nwhere = \"card.act == 'monkey'\"\ncopies = 28    # the table has 27"
        instead "Correct the table, or the number if the rules have changed.";
    C002 "condition broken"
        finds "A condition of an `[[expect]]`, or a `back_where`, that cannot be read or fails on a card, or a column that no card has."
        why "A check that cannot be made proves nothing."
        example "where = \"card.akt == 'monkey'\""
        instead "where = \"card.act == 'monkey'\"";
    C003 "no expectation"
        finds "Cards that no `[[expect]]` with `where` and `copies` counts, where another `[[expect]]` of their component has `every = \"column\"`. Each value of the column is told once."
        why "A new kind of card would slip into the kit without a line in the list of contents."
        example "# cards with act = 'bear', and no expectation for bears"
        instead "[[expect]]\nin = \"artists\"\nwhere = \"card.act == 'bear'\"\ncopies = 3";
    C004 "not unique"
        finds "An `[[expect]]` with `unique` where two cards share the value."
        why "Two cards with the same number cannot both be found in the rules."
        example "unique = \"number\"    # two rows have 7"
        instead "Give each row its own number.";
    C005 "parts do not add up"
        finds "Expectations of one component that cannot all be true: parts that share no card and leave none out have another sum than the total."
        why "The list of contents contradicts itself; somebody will count the box and complain."
        example "copies = 7, 3 and 1, and a total of 10"
        instead "Correct the part or the total.";
    C006 "nothing counted"
        finds "An `[[expect]]` that states none of `copies`, `cards`, `points`, `lines`, `unique` and `every`."
        why "A check that checks nothing looks like one that passed."
        example "[[expect]]\nin = \"artists\""
        instead "[[expect]]\nin = \"artists\"\ncopies = 110";
    C007 "variant takes out what is not there"
        finds "A `[[variant.NAME.take_out]]` that asks for more copies than its component has left, or for none at all."
        why "Players would search the box for cards that never were in it."
        example "[[variant.two.take_out]]\nin = \"artists\"\nwhere = \"card.act == 'super'\"\ncopies = 5    # there are 4"
        instead "copies = 2";

    T001 "broken template"
        finds "A template that cannot be read: a tag that is not closed, an unknown filter, a missing include. All templates of a game are read before anything is drawn."
        why "The mistake would show on card 93."
        example "{{ card.name"
        instead "{{ card.name }}";
    T002 "template fails on a card"
        finds "A template that cannot be filled with a certain card, most often because a name is misspelt."
        why "The card would be missing, or print an empty place."
        example "{{ card.nmae }}"
        instead "{{ card.name }}    # or {{ card.nmae or \"\" }} where a card may lack it";

    X001 "text does not fit"
        finds "A text that is higher than its box, even at the smallest size it may shrink to. The message says by how many lines and millimetres."
        why "The end of the text would be printed over the rest of the card, or be missing."
        example "textbox(text=card.text, x=5, y=48, width=53, height=30, size=\"9pt\", min_size=\"9pt\")"
        instead "textbox(text=card.text, x=5, y=48, width=53, height=30, size=\"9pt\", min_size=\"6pt\")    # or a shorter text";
    X002 "word wider than its box"
        finds "A word that is wider than its box, even at the smallest size, and that cannot be parted."
        why "It would stick out of its box, or over the edge of the card."
        example "Donaudampfschifffahrtsgesellschaftskapitän    # in a title with hyphenate=false"
        instead "Donaudampfschifffahrts\u{ad}gesellschafts\u{ad}kapitän    # with soft hyphens, or hyphenate=true";
    X003 "mark never closed"
        finds "A mark such as `*`, `**`, `<i>` or `[` that is opened and not closed in its paragraph, or that closes another than the innermost."
        why "The rest of the text would be italic or bold. It never reaches the next card, but this one is wrong."
        example "Gain *one coin and stop"
        instead "Gain *one coin* and stop    # or \\* for the character itself";
    X004 "unknown mark"
        finds "Something in a text that looks like a mark and is none: an HTML tag, or braces that name no icon."
        why "The mark would be printed, or what it means would be missing."
        example "Gain <u>one</u> coin"
        instead "Gain *one* coin    # *italic*, **bold**, ~~strike~~, [text]{colour=#c00}, {icon}";
    X005 "icon not there"
        finds "An icon in a text whose SVG is neither in the game's icons folder nor in the shared one."
        why "The text would lose a word."
        example "Gain {cion}"
        instead "Gain {coin}    # templates/<game>/icons/coin.svg";
    X006 "icon cannot be used"
        finds "An icon whose file cannot stand in a line: it is no SVG, has no size, or has a style sheet with more than classes."
        why "The icon would be missing or have other colours."
        example "<svg><path d=\"…\"/></svg>"
        instead "<svg viewBox=\"0 0 16 16\"><path d=\"…\" fill=\"currentColor\"/></svg>";
    X007 "no glyph in any font of the chain"
        finds "A character that neither the family of a text nor its fallback families have, with its code."
        why "An empty box would be printed in its place."
        example "textbox(text=\"守り神\", …)    # in Alegreya, which has Latin, Cyrillic and Greek"
        instead "[text]\nfallback = [\"Noto Serif JP\"]    # with its file in fonts/";
    X008 "text style not there"
        finds "A text style that `game.toml` does not define."
        why "The text would have another font or size than designed."
        example "textbox(text=card.text, style=\"rule\", …)"
        instead "textbox(text=card.text, style=\"rules\", …)    # [style.rules] in game.toml";
    X009 "wrong text option"
        finds "An option of a text that is not there, or that cannot have the value stated."
        why "The text would look other than meant."
        example "textbox(text=card.text, fit=\"clip\", …)"
        instead "textbox(text=card.text, fit=\"shrink\", …)    # a text that is cut off is never offered";
    X010 "text in a font that is not there"
        finds "A family, or a fallback family, of a text that is not in the project's `fonts/`. Fonts of the system are never used."
        why "The text would vanish, or look different on another machine."
        example "[text]\nfamily = \"Alegraya\""
        instead "[text]\nfamily = \"Alegreya\"";
    X011 "slant or weight not in the font"
        finds "Italic or bold text in a family that has no such face. It is drawn upright or regular; slants are never made up."
        why "A word that must stand out does not."
        example "**Sold** in the family Rye, which has one face"
        instead "Use a family with a bold face, or add that face to fonts/.";

    F001 "broken SVG"
        finds "A filled template that is no well-formed SVG."
        why "The face cannot be drawn."
        example "<g><rect width=\"63\" height=\"88\"/>"
        instead "<g><rect width=\"63\" height=\"88\"/></g>";
    F002 "font not there"
        finds "A font family that is neither in the project's `fonts/` nor among the shipped ones, a text without a family, or a font shorthand that cannot be read. Fonts of the system are never used."
        why "The text would vanish from the card, or look different on another machine."
        example "<text font-family=\"Comic Sans MS\">"
        instead "<text font-family=\"Alegreya\">    # or put the font file and its licence into fonts/";
    F003 "glyph not there"
        finds "A character that the font asked for does not have."
        why "An empty box would be printed in its place."
        example "<text font-family=\"Rye\">Цирк</text>    # Rye has Latin letters only"
        instead "<text font-family=\"Alegreya\">Цирк</text>";
    F004 "picture not there"
        finds "A picture that does not exist in the project. Names may be written plainly or percent-coded."
        why "The card would have a hole."
        example "<image href=\"img/tigre.png\"/>"
        instead "<image href=\"img/tiger.png\"/>    # looked up beside the template, then in the game's folders, then in the project";
    F005 "picture from elsewhere"
        finds "A picture with a web address, an absolute path, or a path that leaves the project."
        why "The kit would look different, or not build at all, on another machine or without a network."
        example "<image href=\"https://example.org/tiger.png\"/>"
        instead "Save the picture in the project and name that file.";
    F006 "unreadable picture"
        finds "A picture file that is damaged or of a kind that is not understood."
        why "The card would have a hole."
        example "<image href=\"tiger.psd\"/>"
        instead "Export it as PNG, JPEG, WebP, GIF, BMP, TIFF or SVG.";
    F007 "element not drawn"
        finds "SVG that the renderer drops without a word: foreignObject, flowRoot, inline-size and shape-inside text, a `use` of another file, scripts, animations."
        why "What a drawing program shows would be missing on the card."
        example "<foreignObject><p>Gain one coin</p></foreignObject>"
        instead "<text>Gain one coin</text>";
    F008 "colour not understood"
        finds "A colour that the renderer would turn into black or skip."
        why "A red card would be printed black."
        example "fill=\"rgb(200 0 0 / 50%)\""
        instead "fill=\"#c80000\" fill-opacity=\"0.5\"";
    F009 "id used twice"
        finds "Two definitions with the same id in one element of a face."
        why "Both users of the id get the first definition: two icons take one colour."
        example "two <linearGradient id=\"a\"> in one <g>"
        instead "Name them apart, or put each icon in an element of its own at the top of the face.";
    F010 "size differs"
        finds "A face whose own size is not that of the component with its bleed. It is stretched to fit."
        why "Circles become ovals, and what should lie in the bleed may land on the card."
        example "<svg width=\"744\" height=\"1039\">    # 197 mm wide at 96 dpi, on a card of 63 mm"
        instead "<svg {{ canvas | safe }}>";
    F011 "reference to nothing"
        finds "A `url(#…)` or `href=\"#…\"` whose id does not exist in the face."
        why "The shape is drawn without its colour, clip or content."
        example "fill=\"url(#sky)\"    # and no element with id=\"sky\""
        instead "Define it in the same face.";
    F012 "renderer's complaint"
        finds "Anything else that the renderer reports about a face."
        why "What it complains about is usually drawn wrongly or not at all."
        example "a filter with a region of no size"
        instead "Correct the SVG as the message says.";

    I001 "does not fit the paper"
        finds "A component that is larger than the paper with its margins, in any way that the paper may lie; also `columns` and `rows` that do not fit, and fold-over cards larger than half of the paper. The message adds up what is too much."
        why "It cannot be printed in one piece."
        example "size = { width = \"300mm\", height = \"88mm\" }    # on A4"
        instead "Use a larger paper, a smaller margin or a smaller size, or fewer `columns` and `rows`.";
    I002 "inside the printer's edge"
        finds "A margin of less than 5 mm. Most home printers cannot reach the outer 4 to 6 mm."
        why "Marks and the outer cards may be cut off by the printer."
        example "margin = \"2mm\""
        instead "margin = \"8mm\"";
    I003 "bleeds overlap"
        finds "Cards that lie closer together than their bleed, so that each is cut off at the middle between them. A gutter of 0 is always accepted."
        why "A cut that is off by more than half the gutter shows the neighbour's colour."
        example "bleed = \"3mm\"\ngutter = \"2mm\""
        instead "gutter = \"6mm\"    # or \"0mm\" for one cut between two cards";
    I004 "board cannot be printed"
        finds "A board that cannot be cut into tiles: the overlap is as large as the printable area, the margins leave no room, or it takes more than 1,000 tiles, or more than 10,000 sheets with all its copies. Also a poster longer than a page of a PDF can be, 5,080 mm."
        why "Tiles that show nothing new would never cover the board."
        example "size = { width = \"400mm\", height = \"400mm\" }    # on A4 with margins of 10 mm\ntiles = { overlap = \"190mm\" }"
        instead "tiles = { overlap = \"10mm\" }";
    I005 "no such slot"
        finds "A slot after `--skip` that the sheets of a component do not have."
        why "The slot that should stay empty would be printed on."
        example "pnp build --skip D1    # three cards side by side"
        instead "pnp build --skip C1    # with --component for one of several";
    I006 "inside the edge of this printer"
        finds "Something that would fall into the edge that the printer of `--printer` leaves white: a part of a face, its bleed, or marks and words beside it. It is measured after the correction, and the message says by how much."
        why "That part is not printed. A face comes out incomplete; without bleed, a cut that is a little off shows white."
        example "margin = \"5mm\"    # and a printer with edges = { bottom = \"6.7mm\" }"
        instead "margin = { bottom = \"9mm\" }";

    P001 "output not written"
        finds "An output folder or file that cannot be written: no permission, a full disk, a file in the place of the folder."
        why "Nothing new was written, and earlier output is as it was."
        example "pnp build --out /proc"
        instead "Choose a folder that can be written.";
    P002 "internal error"
        finds "A broken promise of pnp itself."
        why "The output could be wrong, so none is written."
        example "—"
        instead "Please report it with the game that shows it.";
    R001 "unknown name in a rulebook"
        finds "A tag in the Markdown of a rulebook that tera cannot fill: a name, filter or function that is not there, a count over a deck that does not exist, a number that cannot be spelled out."
        why "The sentence would be printed with a hole where a number or a name belongs."
        example "There are {{ conut(deck=\"artists\") }} artists."
        instead "There are {{ count(deck=\"artists\") }} artists.";
    R002 "number that the data contradict"
        finds "A number in the rules, in digits or spelled out, before a word that names cards of the kit, while the kit has another number of them. Which words name which cards is said by [[rulebook.ID.term]]. Examples are not checked, and neither is a number after <!-- any -->."
        why "Players count the cards first. A number that was right in an earlier version makes them look for cards that never were."
        example "The deck holds 26 monkeys."
        instead "The deck holds {{ count(deck=\"artists\", where=\"card.act == 'monkey'\") }} monkeys.";
    R003 "link to nowhere"
        finds "A cross reference or a page number of an anchor that no heading of the rulebook has, or a footnote that is not there."
        why "The reader is sent to a page that does not exist."
        example "[see Scoring](#scroing)"
        instead "[see Scoring](#scoring)    # ## Scoring {#scoring}";
    R004 "unknown figure"
        finds "A picture whose component, card, icon or template does not exist, whose condition no card meets, or whose options are wrong."
        why "There would be a caption without a picture."
        example "![A pyramid](face:artist?where=card.act=='monkey')"
        instead "![A pyramid](face:artists?where=card.act=='monkey')";
    R005 "unknown mark in a rulebook"
        finds "A comment that looks like a command, or a kind of box, that rulebooks do not know; HTML that would not be printed; a title that is missing or there twice; headings that skip a level."
        why "What is not understood would be left out without a word."
        example "<!-- pagebreak -->"
        instead "<!-- page -->";
    R006 "untranslated section"
        finds "A rulebook, or a section of it with an anchor, that the default language has and another language has not, or has in the words of the default language."
        why "Players of that language would miss a rule, or find it in a language they may not read."
        example "rules.it.md without the section {#two-players} of rules.en.md"
        instead "## Partita a due {#two-players}";
    R007 "text that does not fit its page"
        finds "A word, a table column or a box that is wider or higher than the room it has on the page."
        why "It would be cut off, or run over what is beside it."
        example "a table of nine columns in a page of two columns"
        instead "<!-- columns: 1 --> before the table";
    R008 "quick reference without room"
        finds "Sections marked for the one-page quick reference that do not fit on a page in any readable size, or a quick reference without a marked section."
        why "The page would end in the middle of a rule, or be empty."
        example "quick = true    # and no <!-- quick --> in the text"
        instead "<!-- quick --> before and <!-- /quick --> after what belongs there";
}

impl Code {
    /// The code of that name, in any letter case.
    pub fn find(name: &str) -> Option<Self> {
        CODES.iter().copied().find(|c| c.name().eq_ignore_ascii_case(name))
    }
}

/// The stages by their letters, in order, for the headings of the reference.
const STAGES: &[(&str, &str)] = &[
    ("S", "Source: files as written"),
    ("M", "Model: what values mean"),
    ("B", "Boards: points, lines and houses"),
    ("C", "Contract: what must be in the box"),
    ("T", "Templates"),
    ("X", "Text"),
    ("F", "Faces"),
    ("I", "Imposition: faces on paper"),
    ("P", "Press: files written"),
    ("R", "Rulebook"),
];

/// The pages of all codes, in Markdown.
pub fn codes_markdown() -> String {
    let mut out = String::from(
        "# Checks\n\nEvery message of `pnp` has a code: a letter for the stage that found the fault, and a number. `pnp explain M014` shows the same page on the terminal. Codes are never reused.\n",
    );
    for (letter, title) in STAGES {
        let codes: Vec<Code> =
            CODES.iter().copied().filter(|c| c.name().starts_with(letter)).collect();
        if codes.is_empty() {
            continue;
        }
        let _ = write!(out, "\n## {title}\n");
        for code in codes {
            let page = code.page();
            let _ = write!(
                out,
                "\n### {}: {}\n\n{}\n\n**Why it matters in print.** {}\n\n**Example**\n\n```text\n{}\n```\n\n**Instead**\n\n```text\n{}\n```\n",
                code.name(),
                page.title,
                page.finds,
                page.why,
                page.example,
                page.instead
            );
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_has_every_code() {
        let markdown = codes_markdown();
        for code in CODES {
            assert!(markdown.contains(&format!("\n### {}: ", code.name())), "{}", code.name());
        }
    }
}
