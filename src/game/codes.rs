//! The faults found while `game.toml`, tables and strings are read and resolved, with their pages.

use crate::diag::codes;

codes! {
    /// file does not exist
    ///
    /// A game, or a file that a game names, does not exist in the project.
    ///
    /// Whatever was in that file would be missing from the kit.
    ///
    /// ```fails game.toml
    /// [deck.artists]
    /// cards = "artist.csv"    # the file is called artists.csv
    /// ```
    /// ```passes game.toml
    /// [deck.artists]
    /// cards = "artists.csv"    # paths start at the folder of the game
    /// ```
    S001;

    /// broken TOML
    ///
    /// A data file is not valid TOML: a bracket, a quote or a value is wrong. Later faults in the
    /// same file are reported too.
    ///
    /// Nothing in a file that cannot be read can be trusted, so nothing is drawn from it.
    ///
    /// ```fails game.toml
    /// [print]
    /// bleed = 3mm
    /// ```
    /// ```passes game.toml
    /// [print]
    /// bleed = "3mm"    # a length is a string: a number and a unit in straight quotes
    /// ```
    S002;

    /// unknown key
    ///
    /// A key that pnp does not know. The nearest known key is suggested.
    ///
    /// If a misspelt key were ignored, the kit would be printed with the default instead, and the
    /// mistake found after cutting.
    ///
    /// ```fails game.toml
    /// [print]
    /// bled = "3mm"
    /// ```
    /// ```passes game.toml
    /// [print]
    /// bleed = "3mm"
    /// ```
    S003;

    /// wrong type
    ///
    /// A value of a type that its key does not take, such as a string in place of a number.
    ///
    /// Guessing what was meant prints the wrong thing.
    ///
    /// ```fails game.toml
    /// [token.coins]
    /// copies = "two"
    /// ```
    /// ```passes game.toml
    /// [token.coins]
    /// copies = 2
    /// ```
    S004;

    /// missing key
    ///
    /// A key that has no sensible default is missing.
    ///
    /// A deck without a size or a face cannot be drawn.
    ///
    /// ```fails game.toml
    /// [deck.extras]
    /// face = "artist.svg"
    /// cards = "artists.csv"
    /// ```
    /// ```passes game.toml
    /// [deck.extras]
    /// size = "poker-euro"
    /// face = "artist.svg"
    /// cards = "artists.csv"
    /// ```
    S005;

    /// wrong character encoding
    ///
    /// A data file or template is not encoded in UTF-8. Tables may also be UTF-16, or in the
    /// encoding that the key `encoding` beside them names.
    ///
    /// Accented letters would be printed as other characters.
    ///
    /// ```fails game.toml saved as Windows-1252
    /// title = "Café"
    /// ```
    /// ```passes game.toml
    /// title = "Café"
    /// ```
    S006;

    /// cell without a column
    ///
    /// A row of a table has more cells than the header has columns. The extra cells are ignored.
    ///
    /// The cause is often a comma in a cell that is not quoted: half of the sentence is missing
    /// from the card.
    ///
    /// ```fails artists.csv
    /// id,name,act
    /// mira,Mira,juggles one, drops one
    /// ```
    /// ```passes artists.csv
    /// id,name,act
    /// mira,Mira,"juggles one, drops one"
    /// ```
    S007;

    /// two columns with one name
    ///
    /// Two columns of a table have the same name, ignoring letter case and outer spaces.
    ///
    /// Only one of the two could be printed, and nobody would know which.
    ///
    /// ```fails artists.csv
    /// id,act,Act
    /// mira,clown,monkey
    /// ```
    /// ```passes artists.csv
    /// id,name,act
    /// mira,Mira,monkey
    /// ```
    S008;

    /// quote never closed
    ///
    /// A cell opens a quote that is never closed, so that the rest of the table would be one
    /// cell; or more text follows a closing quote.
    ///
    /// All following cards would silently disappear.
    ///
    /// ```fails artists.csv
    /// id,name
    /// mira,"Mira
    /// toto,Toto
    /// ```
    /// ```passes artists.csv
    /// id,name
    /// mira,"Mira"
    /// toto,Toto
    /// ```
    S009;

    /// curly quotes around a comma
    ///
    /// A row that has the wrong number of cells contains curly quotes. Curly quotes do not
    /// protect a comma.
    ///
    /// A word processor replaced the straight quotes with “ ”, and the cell is cut in two.
    ///
    /// ```fails artists.csv
    /// id,name,act
    /// mira,“Mira, the Great”,monkey
    /// ```
    /// ```passes artists.csv
    /// id,name,act
    /// mira,"Mira, the Great",monkey
    /// ```
    S010;

    /// row with too few cells
    ///
    /// A row of a table ends before the last column. The cells that it lacks are empty.
    ///
    /// The cause is often a missing comma: what follows stands in the wrong column.
    ///
    /// ```fails artists.csv
    /// id,act,name,copies
    /// mira,Mira
    /// ```
    /// ```passes artists.csv
    /// id,act,name,copies
    /// mira,,Mira,
    /// ```
    S011;

    /// not a table
    ///
    /// A file that a game names as a table is a web page, an old workbook, a picture or something
    /// else that has no rows to read.
    ///
    /// What a browser saves under the name of a table is often the page around it, or the page to
    /// log in.
    ///
    /// ```fails artists.csv
    /// <!DOCTYPE html><html><body>Sign in to continue</body></html>
    /// ```
    /// ```passes artists.csv
    /// id,name
    /// mira,Mira
    /// ```
    S012;

    /// letters that may be wrong
    ///
    /// A table is not saved as UTF-8, and its encoding is guessed from its letters; or it holds
    /// signs that an earlier program left in place of letters it could not read.
    ///
    /// A wrong guess prints other letters. Look at the sample, and save the table as UTF-8 or state
    /// its `encoding`.
    ///
    /// ```fails artists.csv
    /// id,name
    /// mira,Mira au cafÃ©
    /// ```
    /// ```passes artists.csv
    /// id,name
    /// mira,Mira au café
    /// ```
    S013;

    /// row that begins like a note
    ///
    /// A row of a table begins with `#` and a space, but its other cells are not empty. It is read
    /// as any other row.
    ///
    /// A note that contains the separator would be printed as a card.
    ///
    /// ```fails artists.csv
    /// name,act
    /// # one, two
    /// Mira,monkey
    /// ```
    /// ```passes artists.csv
    /// name,act
    /// "# one, two"
    /// Mira,monkey
    /// ```
    S014;

    /// workbook that is no table
    ///
    /// A workbook that is damaged or has a password, a sheet that is not there, or several sheets
    /// of which none is named.
    ///
    /// The cards of another sheet would be printed, or none.
    ///
    /// ```fails game.toml
    /// [deck.artists]
    /// cards = "artists.ods"
    /// ```
    /// ```fails artists.ods two sheets
    /// [artists]
    /// id   | name | act    | copies
    /// mira | Mira | monkey | 2
    /// [notes]
    /// ask Mira for a drawing
    /// ```
    /// ```passes game.toml
    /// [deck.artists]
    /// cards = "artists.ods#artists"
    /// ```
    /// ```passes artists.ods two sheets
    /// [artists]
    /// id   | name | act    | copies
    /// mira | Mira | monkey | 2
    /// [notes]
    /// ask Mira for a drawing
    /// ```
    S015;

    /// cell without a value
    ///
    /// A cell of a workbook holds an error such as `#REF!`, or a formula whose result is not stored
    /// in the file.
    ///
    /// The card would be printed with the error, or without what the formula gives.
    ///
    /// ```fails game.toml
    /// [deck.artists]
    /// cards = "artists.ods"
    /// ```
    /// ```fails artists.ods
    /// [artists]
    /// id   | name | act   | copies
    /// mira | Mira | #REF! | 2
    /// ```
    /// ```passes game.toml
    /// [deck.artists]
    /// cards = "artists.ods"
    /// ```
    /// ```passes artists.ods
    /// [artists]
    /// id   | name | act    | copies
    /// mira | Mira | monkey | 2
    /// ```
    S016;

    /// cell that may not be what it seems
    ///
    /// A cell of a workbook is a date, has a number format that is not a plain one, is merged with
    /// others, or is hidden. It is read, as the message says.
    ///
    /// A spreadsheet makes a date of 1/2, shows one text over several cells, and hides rows that
    /// are printed all the same.
    ///
    /// ```fails game.toml
    /// [deck.artists]
    /// cards = "artists.ods"
    /// ```
    /// ```fails artists.ods a date that was 1/2
    /// [artists]
    /// id   | name | act        | copies
    /// mira | Mira | 2026-02-01 | 2
    /// ```
    /// ```passes game.toml
    /// [deck.artists]
    /// cards = "artists.ods"
    /// ```
    /// ```passes artists.ods
    /// [artists]
    /// id   | name | act | copies
    /// mira | Mira | 1/2 | 2
    /// ```
    S017;

    /// broken JSON
    ///
    /// A table in JSON that cannot be read, or is not a list of objects.
    ///
    /// Nothing in a file that cannot be read can be trusted, so nothing is drawn from it.
    ///
    /// ```fails game.toml
    /// [deck.artists]
    /// cards = "artists.json"
    /// ```
    /// ```fails artists.json
    /// { "name": "Mira", "act": "monkey", "copies": 2 }
    /// ```
    /// ```passes game.toml
    /// [deck.artists]
    /// cards = "artists.json"
    /// ```
    /// ```passes artists.json
    /// [{ "name": "Mira", "act": "monkey", "copies": 2 }]
    /// ```
    S018;

    /// not a length
    ///
    /// A length that is not a number with a unit, or is greater than ten metres.
    ///
    /// A bare 63 could be millimetres, points or pixels; the kit would come out at another size.
    ///
    /// ```fails game.toml
    /// [print]
    /// bleed = "2"
    /// ```
    /// ```passes game.toml
    /// [print]
    /// bleed = "2mm"    # mm, cm, in or pt; fractions such as 1/8in are fine
    /// ```
    M001;

    /// unknown name
    ///
    /// A value that must be one of a list of names, such as a card size, a paper, a printer, a
    /// duplex mode or a style of marks, is not in that list; also a colour of marks that cannot
    /// be read.
    ///
    /// No default would be right except by luck.
    ///
    /// ```fails game.toml
    /// [deck.artists]
    /// size = "poker"
    /// ```
    /// ```passes game.toml
    /// [deck.artists]
    /// size = "poker-us"    # 63.5 × 88.9 mm, or "poker-euro", 63 × 88 mm
    /// ```
    M002;

    /// impossible size
    ///
    /// A size of zero or less, a negative distance, a safe distance that leaves no room, or a
    /// bleed wider than 25 mm.
    ///
    /// Nothing could be drawn on such a card, or the sheets would be all bleed.
    ///
    /// ```fails game.toml
    /// [deck.artists]
    /// size = { width = "0mm", height = "88mm" }
    /// ```
    /// ```passes game.toml
    /// [deck.artists]
    /// size = { width = "63mm", height = "88mm" }
    /// ```
    M003;

    /// not a number of copies
    ///
    /// A number of copies that is not a whole number of 0 or more.
    ///
    /// The deck would not have as many cards as its designer thinks.
    ///
    /// ```fails artists.csv
    /// id,name,copies
    /// mira,Mira,-1
    /// ```
    /// ```passes artists.csv
    /// id,name,copies
    /// mira,Mira,1
    /// ```
    M004;

    /// too many copies
    ///
    /// A component with more than 10,000 copies. It is refused before anything is drawn.
    ///
    /// It is a typing mistake, and would take more than a thousand sheets of paper.
    ///
    /// ```fails artists.csv
    /// id,name,copies
    /// a,A,1000
    /// b,B,1000
    /// c,C,1000
    /// d,D,1000
    /// e,E,1000
    /// f,F,1000
    /// g,G,1000
    /// h,H,1000
    /// i,I,1000
    /// j,J,1000
    /// k,K,1000
    /// ```
    /// ```passes artists.csv
    /// id,name,copies
    /// a,A,100
    /// b,B,100
    /// c,C,100
    /// d,D,100
    /// e,E,100
    /// f,F,100
    /// g,G,100
    /// h,H,100
    /// i,I,100
    /// j,J,100
    /// k,K,100
    /// ```
    M005;

    /// many copies
    ///
    /// A single row with more than 1,000 copies.
    ///
    /// It is often a number typed into the wrong column.
    ///
    /// ```fails artists.csv
    /// id,name,copies
    /// mira,Mira,1001
    /// ```
    /// ```passes artists.csv
    /// id,name,copies
    /// mira,Mira,1
    /// ```
    M006;

    /// nothing to print
    ///
    /// A component without a single copy, or a game without a component and a rulebook.
    ///
    /// Its file would have no page, and the kit would be incomplete.
    ///
    /// ```fails artists.csv
    /// id,name,copies
    /// mira,Mira,0
    /// ```
    /// ```passes artists.csv
    /// id,name,copies
    /// mira,Mira,1
    /// ```
    M007;

    /// id used twice in the game
    ///
    /// Two components, or two cards of one deck, have the same id, or a language is listed
    /// twice. Ids of cards that differ only in letter case count as the same.
    ///
    /// A message or a file name with that id would be ambiguous.
    ///
    /// ```fails game.toml
    /// [sheet.artists]
    /// size = "poker-euro"
    /// face = "artist.svg"
    /// ```
    /// ```passes game.toml
    /// [sheet.artists-table]
    /// size = "poker-euro"
    /// face = "back.svg"
    /// ```
    M008;

    /// bad id
    ///
    /// An id, or the name of a game's folder, with characters other than lower-case letters,
    /// digits, `-` and `_`; the id of a
    /// card or the name of a language that could not be part of a file name; or a path that
    /// leaves the project.
    ///
    /// Ids become file names, which must be the same on every system.
    ///
    /// ```fails game.toml
    /// [deck."Große Karten"]
    /// size = "tarot"
    /// face = "artist.svg"
    /// cards = "artists.csv"
    /// ```
    /// ```passes game.toml
    /// [deck.large-cards]
    /// size = "tarot"
    /// face = "artist.svg"
    /// cards = "artists.csv"
    /// ```
    M009;

    /// cards given twice
    ///
    /// A deck with both a `cards` table and `[[deck.x.card]]` entries.
    ///
    /// The order of the cards, and so of the sheets, would be a guess.
    ///
    /// ```fails game.toml
    /// [deck.artists]
    /// cards = "artists.csv"
    ///
    /// [[deck.artists.card]]
    /// name = "Olga"
    /// ```
    /// ```passes game.toml
    /// [deck.artists]
    /// cards = "artists.csv"    # with a row for Olga
    /// ```
    M010;

    /// unknown language
    ///
    /// A language was asked for that the game does not list under `languages`.
    ///
    /// The whole kit would be printed in another language than the one asked for.
    ///
    /// ```fails
    /// $ pnp check --lang fr    # languages = ["en", "it"]
    /// ```
    /// ```passes
    /// $ pnp check --lang it
    /// ```
    M011;

    /// missing translation
    ///
    /// A string of the default language has no translation. The default is printed.
    ///
    /// The kit would mix languages.
    ///
    /// ```fails text.it.toml
    /// [act]
    /// tiger = "Tigre"    # and no monkey
    /// ```
    /// ```fails
    /// $ pnp check --lang it
    /// ```
    /// ```passes text.it.toml
    /// [act]
    /// monkey = "Scimmia"
    /// ```
    /// ```passes
    /// $ pnp check --lang it
    /// ```
    M012;

    /// unknown component
    ///
    /// A component was asked for that the game does not have.
    ///
    /// Nothing would be built.
    ///
    /// ```fails
    /// $ pnp build --component artist
    /// ```
    /// ```passes
    /// $ pnp build --component artists
    /// ```
    M013;

    /// template does not exist
    ///
    /// The template of a face or back is neither in the game's folder under `templates/` nor in
    /// `templates/_shared`.
    ///
    /// The card could not be drawn.
    ///
    /// ```fails game.toml
    /// [deck.artists]
    /// face = "artist-face.svg"
    /// ```
    /// ```passes game.toml
    /// [deck.artists]
    /// face = "artist.svg"
    /// ```
    M014;

    /// duplex without a back
    ///
    /// A component asks to be printed with backs, or `back_where` says which cards have one, but
    /// it has no back; or, as a warning, it has a back that is never printed.
    ///
    /// The player would turn the sheets over for nothing, or hold cards with white backs.
    ///
    /// ```fails game.toml
    /// [token.coins]
    /// duplex = "long-edge"    # and no back
    /// ```
    /// ```passes game.toml
    /// [token.coins]
    /// back = "coin.svg"
    /// duplex = "long-edge"
    /// ```
    M015;

    /// duplex mode not supported here
    ///
    /// Fold-over backs, or backs in a file of their own, for tokens, folded components, boards or
    /// shared sheets. These can only be printed with the sheet turned over along its long or
    /// short edge, or as fronts only.
    ///
    /// Their backs would be missing without a warning.
    ///
    /// ```fails game.toml
    /// [token.coins]
    /// back = "coin.svg"
    /// duplex = "fold"
    /// ```
    /// ```passes game.toml
    /// [token.coins]
    /// back = "coin.svg"
    /// duplex = "long-edge"
    /// ```
    M016;

    /// option without effect
    ///
    /// A print option that has no effect on the component in which it is written, or on any
    /// component of the game if it is in `[print]`: `alternate` and the style of marks for tokens
    /// and folded components, which are cut along their outlines; `columns` and `rows` on shared
    /// sheets; `fold` where nothing is folded over; `gutter`, `orientation`, `cutter` and, unless
    /// it has a poster, the style of marks for a board in tiles; registration crosses for such a
    /// board and for folded components; everything but `paper` where there are only rulebooks. Also
    /// an option of text in boxes, such as `valign`, for the text of a rulebook.
    ///
    /// Whoever wrote it expects it to make a difference.
    ///
    /// ```fails game.toml
    /// [token.coins]
    /// shape = "circle"
    /// marks = "guides"
    /// ```
    /// ```passes game.toml
    /// [token.coins]
    /// shape = "circle"
    /// outline = "none"    # or "hairline", "kiss"
    /// ```
    M017;

    /// outline that cannot be cut
    ///
    /// The path of a token, of a cut in a panel or of the profile of a car is open, empty or made
    /// of several outlines, crosses or touches itself, or leaves its box.
    ///
    /// There is no line that a knife could follow.
    ///
    /// ```fails game.toml
    /// [token.coins]
    /// shape = "path"
    /// path = "M0 0H20V20"
    /// ```
    /// ```passes game.toml
    /// [token.coins]
    /// shape = "path"
    /// path = "M0 0H20V20Z"    # closed, in mm from the upper left corner of the box
    /// ```
    M040;

    /// shape that does not suit its box
    ///
    /// A square or a circle in a box with unequal sides, a radius of more than half a side, or a
    /// key that belongs to another shape.
    ///
    /// It would not be cut to the shape its designer thinks.
    ///
    /// ```fails game.toml
    /// [token.coins]
    /// shape = "circle"
    /// size = { width = "20mm", height = "25mm" }
    /// ```
    /// ```passes game.toml
    /// [token.coins]
    /// shape = "circle"
    /// size = { width = "20mm", height = "20mm" }
    /// ```
    M041;

    /// sheets cannot be shared
    ///
    /// Components with the same `share` letter need different paper, margins or duplex modes.
    ///
    /// A sheet is fed once and turned over in one way.
    ///
    /// ```fails game.toml
    /// [deck.artists]
    /// share = "a"
    /// paper = "a4"
    ///
    /// [token.coins]
    /// share = "a"
    /// paper = "letter"
    /// ```
    /// ```passes game.toml
    /// [deck.artists]
    /// share = "a"
    /// paper = "a4"
    ///
    /// [token.coins]
    /// share = "a"
    /// paper = "a4"    # or share = "b"
    /// ```
    M042;

    /// copies given twice
    ///
    /// Tokens or folds have cards, which say how often each is printed, as well as `copies`.
    ///
    /// How many are meant would be a guess.
    ///
    /// ```fails game.toml
    /// [token.coins]
    /// cards = "artists.csv"
    /// copies = 12
    /// ```
    /// ```passes game.toml
    /// [token.coins]
    /// copies = 12    # or a table of cards with a column `copies`
    /// ```
    M043;

    /// no card selected
    ///
    /// No card of the components to be printed meets the condition of `--only-cards`, or there is
    /// no card of the name that `--card` states.
    ///
    /// Nothing would be printed.
    ///
    /// ```fails
    /// $ pnp build --only-cards card.act=='tigre'
    /// ```
    /// ```passes
    /// $ pnp build --only-cards card.act=='tiger'
    /// ```
    M044;

    /// exception without a reason
    ///
    /// A card is let off from a check of its look, but nothing says why.
    ///
    /// Nobody knows later whether it was meant.
    ///
    /// ```fails artists.csv
    /// id,name,copies,preflight
    /// mira,Mira,1,L005
    /// ```
    /// ```passes artists.csv
    /// id,name,copies,preflight
    /// mira,Mira,1,
    /// ```
    M045;

    /// key that does not suit its net
    ///
    /// A key of a fold that its net does not take, such as the `lid` of a die, or two keys that
    /// both give its size.
    ///
    /// The thing would not be what its designer thinks.
    ///
    /// ```fails game.toml
    /// [fold.die]
    /// net = "cube"
    /// size = "16mm"
    /// face = "coin.svg"
    /// lid = true
    /// ```
    /// ```passes game.toml
    /// [fold.die]
    /// net = "cube"    # only a box has a lid
    /// size = "16mm"
    /// face = "coin.svg"
    /// ```
    M060;

    /// net that cannot be folded
    ///
    /// A panel too small to fold, or sizes that do not go together, such as a cube with unequal
    /// edges, cards larger than their sleeves, or a profile of a car that leaves nothing to attach
    /// the bottom or the walls to.
    ///
    /// What is cut out could not be folded into a solid.
    ///
    /// ```fails game.toml
    /// [fold.die]
    /// net = "cube"
    /// size = { width = "16mm", height = "18mm" }
    /// face = "coin.svg"
    /// ```
    /// ```passes game.toml
    /// [fold.die]
    /// net = "cube"
    /// size = { width = "16mm", height = "16mm" }
    /// face = "coin.svg"
    /// ```
    M061;

    /// column that is not there
    ///
    /// A column that a table is to rename, or to be joined by, is not in the table.
    ///
    /// The template would see an empty cell.
    ///
    /// ```fails game.toml
    /// [deck.artists]
    /// rename = { trick = "akt" }
    /// ```
    /// ```passes game.toml
    /// [deck.artists]
    /// rename = { trick = "act" }
    /// ```
    /// ```passes artist.svg
    /// <g id="{{ card.trick }}"/>
    /// ```
    M070;

    /// columns or rows that collide
    ///
    /// A column that is to get the name of another one; a table to join that has the same column,
    /// or no row or two rows for a value.
    ///
    /// One of the two would be lost.
    ///
    /// ```fails game.toml
    /// [deck.artists]
    /// compute = { act = "card.name | upper" }
    /// ```
    /// ```passes game.toml
    /// [deck.artists]
    /// compute = { title = "card.name | upper" }
    /// ```
    /// ```passes artist.svg
    /// <g id="{{ card.title }}"/>
    /// ```
    M071;

    /// cell that cannot be computed
    ///
    /// The expression of a computed column cannot be read, or fails on a row.
    ///
    /// The card would lack what the expression gives.
    ///
    /// ```fails game.toml
    /// [deck.artists]
    /// compute = { title = "name | upper" }
    /// ```
    /// ```passes game.toml
    /// [deck.artists]
    /// compute = { title = "card.name | upper" }
    /// ```
    /// ```passes artist.svg
    /// <g id="{{ card.title }}"/>
    /// ```
    M072;

    /// unknown part of a board
    ///
    /// A point of a field without an id, kind, zone or position, or a kind, zone, ring, path or
    /// point that does not exist.
    ///
    /// A line to a point that does not exist cannot be drawn, and a game with a hole in its board
    /// cannot be played.
    ///
    /// ```fails lines.csv
    /// from,to
    /// gate,towre
    /// tower,mill
    /// mill,inn
    /// inn,gate
    /// ```
    /// ```passes lines.csv
    /// from,to
    /// gate,tower
    /// tower,mill
    /// mill,inn
    /// inn,gate
    /// ```
    B001;

    /// part of a board given twice
    ///
    /// Two points have the same id, two lines join the same points, or a line joins a point to
    /// itself.
    ///
    /// One of the two is a mistake, and the count of the others would be wrong.
    ///
    /// ```fails lines.csv
    /// from,to
    /// gate,tower
    /// tower,gate
    /// tower,mill
    /// mill,inn
    /// ```
    /// ```passes lines.csv
    /// from,to
    /// gate,tower
    /// tower,mill
    /// mill,inn
    /// ```
    B002;

    /// broken condition
    ///
    /// A condition of an `[[expect]]`, or a `back_where`, that cannot be read, fails on a card or
    /// names a column that no card has.
    ///
    /// A check that cannot be made proves nothing.
    ///
    /// ```fails game.toml
    /// [[expect]]
    /// in = "artists"
    /// where = "card.akt == 'monkey'"
    /// copies = 2
    /// ```
    /// ```passes game.toml
    /// [[expect]]
    /// in = "artists"
    /// where = "card.act == 'monkey'"
    /// copies = 2
    /// ```
    C002;
}
