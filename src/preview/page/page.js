"use strict";
// The page holds no game. It is told that there is another state, fetches it, and shows it; what it
// remembers by itself (view, filter, choice) stands in the address.

const $ = (selector) => document.querySelector(selector);
const token = $('meta[name="pnp-token"]').content;

/** What there is to see, as the server says it. */
let game = null;
/** What is looked at. */
const look = {
  view: "faces",
  component: "",
  query: "",
  face: "",
  side: "front",
  group: "component",
  seed: 1,
  hand: 5,
  eye: "",
  ink: false,
  lines: new Set(),
};

// Elements

/** An element; of its `props`, `on` are events, and `data` and `vars` go where they belong. */
function el(tag, props, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (name === "on")
      for (const [event, act] of Object.entries(value)) node.addEventListener(event, act);
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "vars")
      for (const [key, is] of Object.entries(value)) node.style.setProperty(key, is);
    else if (name === "role") node.setAttribute(name, value);
    else node[name] = value;
  }
  node.append(
    ...children.filter((child) => child !== null && child !== undefined && child !== ""),
  );
  return node;
}

/** Puts nodes into a parent in this order, and moves none that is in its place: focus stays. */
function arrange(parent, nodes) {
  nodes.forEach((node, at) => {
    if (parent.children[at] !== node) parent.insertBefore(node, parent.children[at] ?? null);
  });
  while (parent.children.length > nodes.length) parent.lastElementChild.remove();
}

const many = (count, thing) =>
  `${count} ${count === 1 ? thing : thing === "copy" ? "copies" : `${thing}s`}`;
const total = (faces) => faces.reduce((sum, face) => sum + face.copies, 0);
const componentOf = (face) => game.components.find((one) => one.id === face.component);
const nameOf = (face) => face.row.name || face.row.title || face.card;
const local = (time) => new Date(time).toLocaleTimeString();

// Pictures

/** The resolution that fills so many pixels of the screen. */
function resolution(width, shown) {
  const dpi = (shown * devicePixelRatio) / (width / 25.4);
  return dpi <= 80 ? 75 : dpi <= 160 ? 150 : 300;
}

function address(picture, shown) {
  return `/face/${picture.hash}.png?dpi=${resolution(picture.width, shown)}`;
}

/** Shows another picture; the old one stays until the new one is there. */
function setPicture(img, picture, shown) {
  const src = address(picture, shown);
  if (img.getAttribute("src") !== src) img.src = src;
}

const millimetre = () =>
  parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--mm"));

/** Boards and sheets are shown smaller than cards. */
const scaleOf = (component, most) => Math.min(1, most / Math.max(...component.trim));

function art(face, picture, pixels) {
  const component = componentOf(face);
  const bleed = Math.max(0, picture ? (picture.width - trimOf(face, component)[0]) / 2 : 0);
  const [width, height] = trimOf(face, component);
  const box = el("span", {
    className: "art",
    vars: {
      "--w": width,
      "--h": height,
      "--bleed": bleed,
      "--safe": component?.safe ?? 0,
      "--radius": component?.radius ?? 0,
      "--mm": `${pixels}px`,
    },
  });
  if (picture) {
    const img = el("img", { loading: "lazy", alt: "" });
    setPicture(img, picture, picture.width * pixels);
    box.append(img);
  } else {
    box.classList.add("missing");
    box.append("cannot be drawn");
  }
  return box;
}

/** The finished size: of a panel that of its picture without the bleed. */
function trimOf(face, component) {
  const picture = face.front ?? face.back;
  if (!component) return picture ? [picture.width, picture.height] : [63, 88];
  if (component.kind !== "fold" || !picture) return component.trim;
  return [picture.width - 2 * component.bleed, picture.height - 2 * component.bleed];
}

/** The front as it is looked at: with little ink, if that is another. */
function frontOf(face) {
  if (look.ink && face.low_ink && face.front)
    return { ...face.front, hash: face.low_ink.front };
  return face.front;
}

// Filter

/** Words match any cell; `column:part`, `column=value`, `column>1`; `is:changed`, `is:old`. */
function matcher(query) {
  const words = (query.match(/"[^"]*"|\S+/g) ?? []).map((w) =>
    w.replaceAll('"', "").toLowerCase(),
  );
  const cell = (face, column) => {
    if (column === "component") return face.component;
    if (column === "copies") return String(face.copies);
    return face.row[column];
  };
  const known = new Set([
    "component",
    "copies",
    ...game.components.flatMap((one) => one.columns),
  ]);
  return (face) =>
    words.every((word) => {
      if (word === "is:changed") return face.changed;
      if (word === "is:old") return face.stale;
      const [, column, sign, value] = word.match(/^([^\s:=<>]+)(:|>=|<=|>|<|=)(.*)$/) ?? [];
      if (column && known.has(column)) {
        const is = (cell(face, column) ?? "").toLowerCase();
        const number = parseFloat(is);
        switch (sign) {
          case ":":
            return is.includes(value);
          case "=":
            return is === value;
          case ">":
            return number > parseFloat(value);
          case "<":
            return number < parseFloat(value);
          case ">=":
            return number >= parseFloat(value);
          default:
            return number <= parseFloat(value);
        }
      }
      return [face.id, ...Object.values(face.row)].join("\n").toLowerCase().includes(word);
    });
}

const inComponent = () =>
  game.faces.filter((face) => !look.component || face.component === look.component);
const shownFaces = () => inComponent().filter(matcher(look.query));

// Requests

async function post(path, body) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Pnp-Token": token },
    body: JSON.stringify(body),
  });
  const json = await answer.json().catch(() => ({}));
  return answer.ok ? json : { error: json.error ?? `${answer.status} ${answer.statusText}` };
}

/** A link to a place in a file: the editor is asked first, then whoever knows its address. */
function placeLink(index, text) {
  const place = game.places[index];
  if (!place) return "";
  const name = `${place.file.split("/").pop()}:${place.line}`;
  return el(
    "a",
    {
      href: place.href ?? "#",
      className: "mono",
      title: `${place.file}:${place.line}:${place.column}`,
      on: {
        click: async (event) => {
          event.preventDefault();
          const { error } = await post("/open", { place: index });
          if (error && place.href) location.href = place.href;
          else if (error) say(error);
        },
      },
    },
    text ?? name,
  );
}

function say(text) {
  $("#live").textContent = "";
  $("#live").textContent = text;
  $("#connection").textContent = text;
}

// Views

const VIEWS = [
  ["faces", "Faces", () => game.faces.length],
  ["sheets", "Sheets", () => game.sheets.length],
  ["rules", "Rules", () => game.pages.length],
  ["contract", "Contract", () => game.promises.filter((promise) => !promise.holds).length],
  ["messages", "Messages", () => game.messages.length],
  ["hand", "Draw a hand", () => ""],
];

/** Faces as they were last drawn, by what they are: they are changed and not made anew. */
const tiles = new Map();

function tile(face, pixels) {
  let known = tiles.get(face.id);
  if (!known) {
    const button = el("button", { className: "face", data: { face: face.id } });
    known = { button, art: null, picture: null };
    tiles.set(face.id, known);
  }
  const picture = frontOf(face);
  const component = componentOf(face);
  const form = JSON.stringify([
    trimOf(face, component),
    component?.radius,
    component?.safe,
    pixels,
  ]);
  if (known.art && picture && known.form === form && known.art.querySelector("img")) {
    setPicture(known.art.querySelector("img"), picture, picture.width * pixels);
  } else {
    const made = art(face, picture, pixels);
    if (known.art) known.art.replaceWith(made);
    else known.button.append(made);
    known.art = made;
    known.form = form;
  }
  known.button.querySelectorAll(".tag, .caption").forEach((node) => node.remove());
  if (face.stale) known.button.append(el("span", { className: "tag old" }, "old"));
  else if (face.changed)
    known.button.append(el("span", { className: "tag" }, face.is_new ? "new" : "changed"));
  const width = trimOf(face, component)[0] * pixels;
  const caption = el(
    "span",
    { className: "caption" },
    el("span", {}, nameOf(face)),
    el("span", {}, `×${face.copies}`),
  );
  caption.style.width = `${width}px`;
  known.button.append(caption);
  known.button.classList.toggle("stale", face.stale);
  known.button.setAttribute("aria-pressed", look.face === face.id);
  const words = [nameOf(face), many(face.copies, "copy")];
  if (face.changed) words.push("changed");
  if (face.stale) words.push("old, as it last could be drawn");
  known.button.setAttribute("aria-label", words.join(", "));
  return known.button;
}

/** The groups of faces, as they were last drawn, so that nothing jumps. */
const groups = new Map();

const draw = {
  faces(view) {
    const faces = shownFaces();
    if (faces.length === 0) {
      const columns = [...new Set(game.components.flatMap((one) => one.columns))];
      const why =
        game.faces.length === 0
          ? "There is no face to show yet."
          : `No face matches “${look.query}”.`;
      const hint =
        columns.length && game.faces.length ? ` Columns are ${columns.join(", ")}.` : "";
      return view.replaceChildren(el("p", { className: "empty" }, why + hint));
    }
    const sorted = new Map();
    for (const face of faces) {
      const key = (look.group !== "component" && face.row[look.group]) || face.component;
      if (!sorted.has(key)) sorted.set(key, []);
      sorted.get(key).push(face);
    }
    const sections = [...sorted].map(([key, list]) => {
      let section = groups.get(key);
      if (!section) {
        section = el(
          "section",
          { className: "group" },
          el("h3"),
          el("div", { className: "cards" }),
        );
        groups.set(key, section);
      }
      section.firstElementChild.replaceChildren(
        key,
        el("small", {}, `${many(list.length, "face")}, ${many(total(list), "copy")}`),
      );
      const pixels = (face) => millimetre() * scaleOf(componentOf(face) ?? { trim: [60] }, 150);
      arrange(
        section.lastElementChild,
        list.map((face) => tile(face, pixels(face))),
      );
      return section;
    });
    arrange(view, sections);
  },

  sheets(view) {
    const sheets = game.sheets.filter((sheet) => {
      const of = sheet.faces.some((id) => id.startsWith(`${look.component}/`));
      return !look.component || sheet.component === look.component || of;
    });
    view.replaceChildren(
      el(
        "div",
        { className: "sheets" },
        ...sheets.map((sheet) => {
          const words = `${sheet.component}, sheet ${sheet.number}, ${sheet.side}`;
          const img = el("img", { loading: "lazy", alt: words });
          setPicture(img, sheet, millimetre() * 140);
          return el(
            "figure",
            {},
            img,
            sheet.again ? el("span", { className: "tag" }, "print again") : "",
            el("figcaption", {}, words),
          );
        }),
      ),
    );
  },

  rules(view) {
    if (game.pages.length === 0) {
      return view.replaceChildren(
        el("p", { className: "empty" }, "There is no rulebook, or it is not set yet."),
      );
    }
    view.replaceChildren(
      el(
        "div",
        { className: "sheets" },
        ...game.pages.map((page) => {
          const img = el("img", { loading: "lazy", alt: `${page.book}, page ${page.number}` });
          setPicture(img, page, millimetre() * 140);
          const links = page.sections.map((section) => placeLink(section.place, section.title));
          return el(
            "figure",
            {},
            img,
            el(
              "figcaption",
              {},
              `Page ${page.number} `,
              el("span", { className: "places" }, ...links),
            ),
          );
        }),
      ),
    );
  },

  contract(view) {
    const kept = game.promises.filter((promise) => promise.holds).length;
    const sorted = [...game.promises].sort((one, other) => one.holds - other.holds);
    view.replaceChildren(
      el("p", {}, `${kept} of ${many(game.promises.length, "promise")} are kept.`),
      el(
        "ul",
        { className: "list" },
        ...sorted.map((promise) =>
          el(
            "li",
            { className: promise.holds ? "kept" : "broken" },
            el(
              "p",
              {},
              promise.holds ? "✓ " : "✗ ",
              el("span", { className: "hidden" }, promise.holds ? "kept: " : "broken: "),
              promise.text,
              promise.variant ? ` (${promise.variant})` : "",
            ),
            promise.holds ? "" : el("p", { className: "found" }, `found: ${promise.found}`),
            promise.quote
              ? el("p", {}, el("small", {}, `“${promise.quote}” (${promise.from})`))
              : "",
            el(
              "p",
              { className: "places" },
              el("small", {}, promise.component ?? ""),
              placeLink(promise.place),
            ),
          ),
        ),
      ),
    );
  },

  messages(view) {
    if (game.messages.length === 0) {
      return view.replaceChildren(
        el("p", { className: "empty" }, game.checking ? "Checking…" : "Nothing is wrong."),
      );
    }
    view.replaceChildren(el("ul", { className: "list" }, ...game.messages.map(message)));
  },

  hand(view) {
    const deck =
      game.components.find((one) => one.id === look.component) ??
      game.components
        .filter((one) => one.kind === "deck")
        .sort((a, b) => b.copies - a.copies)[0];
    if (!deck)
      return view.replaceChildren(
        el("p", { className: "empty" }, "There is no deck to draw from."),
      );
    const pile = game.faces
      .filter((face) => face.component === deck.id)
      .flatMap((face) => Array.from({ length: face.copies }, () => face));
    const random = generator(look.seed);
    const drawn = [];
    while (drawn.length < look.hand && pile.length > 0) {
      drawn.push(pile.splice(Math.floor(random() * pile.length), 1)[0]);
    }
    const pixels = millimetre() * 1.2 * scaleOf(deck, 150);
    const sums = deck.columns
      .map((column) => {
        const cells = drawn
          .map((face) => face.row[column])
          .filter((cell) => cell !== undefined && cell !== "");
        const numbers = cells.map(Number);
        return cells.length && numbers.every(Number.isFinite) && column !== "copies"
          ? `${column}: ${numbers.reduce((a, b) => a + b, 0)}`
          : "";
      })
      .filter(Boolean);
    view.replaceChildren(
      el(
        "div",
        { className: "hand" },
        ...drawn.map((face) =>
          el(
            "button",
            {
              className: "face",
              data: { face: face.id },
              ariaLabel: nameOf(face),
            },
            art(face, frontOf(face), pixels),
          ),
        ),
      ),
      el("p", { className: "centred" }, sums.length ? `Sums: ${sums.join(", ")}` : ""),
      el(
        "p",
        { className: "centred" },
        el("button", { className: "main", on: { click: dealAgain } }, "Draw again (space)"),
        " ",
        el(
          "label",
          {},
          "Cards ",
          select([1, 3, 5, 7, 9], look.hand, (count) => {
            look.hand = Number(count);
          }),
        ),
      ),
      el(
        "p",
        { className: "centred" },
        `From ${many(deck.copies, "copy")} of ${deck.id}; hand number ${look.seed}.`,
      ),
    );
  },
};

/** Numbers from 0 to 1 that a seed gives again. */
function generator(seed) {
  let state = Math.imul(seed, 2654435761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function dealAgain() {
  look.seed += 1;
  show();
}

function message(fault) {
  return el(
    "li",
    { className: fault.level },
    el("p", {}, el("b", {}, `${fault.level} ${fault.code}: `), fault.title),
    fault.frame.length ? el("pre", {}, fault.frame.join("\n")) : "",
    ...fault.hints.map((hint) => el("p", {}, el("small", {}, hint))),
    el(
      "p",
      { className: "places" },
      el("small", {}, [fault.component, fault.card].filter(Boolean).join(" / ")),
      fault.place === null ? "" : placeLink(fault.place),
      ...fault.related.slice(0, 12).map((place) => placeLink(place)),
    ),
  );
}

function select(options, chosen, choose) {
  const list = el(
    "select",
    {
      on: {
        change: () => {
          choose(list.value);
          show();
        },
      },
    },
    ...options.map((option) => {
      const [value, text] = Array.isArray(option) ? option : [option, option];
      return el("option", { value, selected: String(value) === String(chosen) }, String(text));
    }),
  );
  return list;
}

// What stands around the view

function drawNews() {
  const news = $("#news");
  const last = game.last;
  const broken = game.promises.filter((promise) => !promise.holds).length;
  const errors = game.messages.filter((fault) => fault.level === "error").length;
  news.hidden = !last && broken === 0 && errors === 0;
  news.classList.toggle("broken", !game.ok);
  if (news.hidden) return;
  const worst =
    last?.says ??
    game.messages.find((fault) => fault.level === "error")?.title;
  const changed = (last?.faces ?? [])
    .map((id) => game.faces.find((face) => face.id === id))
    .filter(Boolean);
  const thumbs = changed
    .filter((face) => face.front)
    .slice(0, 12)
    .map((face) => {
      const img = el("img", { alt: "" });
      setPicture(img, face.front, 60);
      return el(
        "button",
        { data: { face: face.id }, ariaLabel: `${nameOf(face)}, changed` },
        img,
      );
    });
  const more = [];
  if (broken)
    more.push(
      el(
        "button",
        { on: { click: () => go("contract") } },
        `${many(broken, "promise")} broken`,
      ),
    );
  if (errors)
    more.push(
      " ",
      el("button", { on: { click: () => go("messages") } }, many(errors, "error")),
    );
  news.replaceChildren(
    worst ? el("p", {}, el("span", { className: "says" }, worst), " ", ...more) : "",
    last
      ? el(
          "p",
          {},
          `${last.files.join(", ")} saved ${local(last.time)}: ` +
              `${many(changed.length, "face")} changed, ${game.took_ms} ms`,
        )
      : "",
    el("div", { className: "thumbs" }, ...thumbs),
  );
}

function drawSide() {
  arrange(
    $("#views"),
    VIEWS.map(([view, title, count], at) => {
      const button =
        $("#views").children[at] ?? el("button", { on: { click: () => go(view) } });
      const number = count();
      const isBad = number > 0 && (view === "contract" || (view === "messages" && !game.ok));
      button.replaceChildren(
        el("span", {}, title),
        el("span", { className: isBad ? "bad" : "" }, String(number)),
      );
      button.setAttribute("aria-pressed", look.view === view);
      return button;
    }),
  );
  $("#components").replaceChildren(
    ...game.components.map((one) =>
      el(
        "button",
        {
          ariaPressed: String(look.component === one.id),
          on: {
            click: () => {
              look.component = look.component === one.id ? "" : one.id;
              show();
            },
          },
        },
        el("span", {}, one.title),
        el("span", {}, `×${one.copies}`),
      ),
    ),
  );
  drawFacets();
}

/** The values of each column with their copies; a click filters by one. */
function drawFacets() {
  const faces = inComponent();
  const shown = new Set(shownFaces());
  const open = new Set(
    [...$("#facets").querySelectorAll("details[open]")].map((one) => one.dataset.column),
  );
  const columns = [
    ...new Set(
      game.components
        .filter((one) => !look.component || one.id === look.component)
        .flatMap((one) => one.columns),
    ),
  ].filter((column) => !["id", "name", "copies"].includes(column));
  $("#facets").replaceChildren(
    ...columns
      .map((column) => {
        const values = new Map();
        for (const face of faces.filter((one) => one.row[column])) {
          const counts = values.get(face.row[column]) ?? [0, 0];
          counts[0] += face.copies;
          if (shown.has(face)) counts[1] += face.copies;
          values.set(face.row[column], counts);
        }
        if (values.size === 0 || values.size > 40) return null;
        const most = Math.max(...[...values.values()].map(([all]) => all));
        const words = look.query.split(/\s+/);
        return el(
          "details",
          { open: open.has(column), data: { column } },
          el("summary", {}, column),
          ...[...values].map(([value, [, count]]) => {
            const word = /\s/.test(value) ? `"${column}=${value}"` : `${column}=${value}`;
            return el(
              "button",
              {
                className: count ? "value" : "value none",
                vars: { "--part": count / most },
                ariaPressed: String(words.includes(word)),
                on: { click: () => toggleWord(column, word) },
              },
              el("span", {}, value),
              el("span", {}, String(count)),
            );
          }),
        );
      })
      .filter(Boolean),
  );
}

function toggleWord(column, word) {
  const words = look.query.match(/"[^"]*"|\S+/g) ?? [];
  const others = words.filter((one) => !one.replace('"', "").startsWith(`${column}=`));
  look.query = (words.includes(word) ? others : [...others, word]).join(" ");
  $("#query").value = look.query;
  go("faces");
}

function drawInspector() {
  const aside = $("#inspector");
  const face = game.faces.find((one) => one.id === look.face);
  aside.hidden = !face;
  if (!face) return;
  // A slider that is moved, or a link that is about to be chosen, stays as it is.
  const form = JSON.stringify([face, look.side, look.ink, look.eye, [...look.lines]]);
  if (aside.dataset.form === form) return;
  aside.dataset.form = form;
  const component = componentOf(face);
  const [width, height] = trimOf(face, component);
  const pixels = Math.min(3.4, 290 / width, 420 / height);
  const before = face.before?.front ?? face.before?.back;
  const sides = [["front", "Front"]];
  if (face.back) sides.push(["back", "Back"]);
  if (face.before?.front && face.front) sides.push(["changed", "What changed"]);
  if (!sides.some(([side]) => side === look.side)) look.side = "front";
  const messages = game.messages.filter(
    (fault) => fault.component === face.component && fault.card === face.card,
  );
  const rows = (component?.columns ?? Object.keys(face.row)).filter(
    (column) => column in face.row,
  );
  const cell = (column) => {
    const is = face.row[column];
    const was = face.before?.row?.[column];
    return was === undefined || was === is
      ? is || "–"
      : [el("del", {}, was || "–"), " → ", el("ins", {}, is || "–")];
  };
  const copies =
    face.before && face.before.copies !== face.copies
      ? `×${face.before.copies} → ×${face.copies}`
      : `×${face.copies}`;
  const stage =
    look.side === "changed" && before
      ? compare(face, pixels)
      : art(face, look.side === "back" ? face.back : frontOf(face), pixels);
  aside.replaceChildren(
    el(
      "header",
      {},
      el("h3", {}, nameOf(face)),
      el("button", { ariaLabel: "Face before", on: { click: () => step(-1) } }, "‹"),
      el("button", { ariaLabel: "Next face", on: { click: () => step(1) } }, "›"),
      el("button", { ariaLabel: "Close", on: { click: () => choose("") } }, "×"),
    ),
    el(
      "p",
      {},
      `${face.component}, ${width} × ${height} mm, ${copies}`,
      face.stale ? " · old: as it last could be drawn" : "",
    ),
    el("div", { className: "stage" }, stage),
    el(
      "div",
      { className: "tools", role: "group", ariaLabel: "Side" },
      ...sides.map(([side, title]) =>
        el(
          "button",
          {
            ariaPressed: String(look.side === side),
            on: {
              click: () => {
                look.side = side;
                show();
              },
            },
          },
          title,
        ),
      ),
    ),
    rows.length ? el("h4", {}, "Row") : "",
    el(
      "table",
      {},
      el(
        "tbody",
        {},
        ...rows.map((column) =>
          el(
            "tr",
            {},
            el("th", { scope: "row" }, column),
            el("td", {}, ...[cell(column)].flat()),
          ),
        ),
      ),
    ),
    el("h4", {}, "Open in your editor"),
    el(
      "p",
      { className: "places" },
      placeLink(face.places.row),
      face.places.template === undefined ? "" : placeLink(face.places.template),
    ),
    messages.length ? el("h4", {}, "About this face") : "",
    el("ul", { className: "list" }, ...messages.map(message)),
  );
}

/** Before and after, with a knife between them, and a box around each part that differs. */
function compare(face, pixels) {
  const knife = el("span", { className: "knife" });
  const now = art(face, face.front, pixels);
  const then = art(face, face.before.front, pixels);
  then.classList.add("before");
  const [width] = trimOf(face, componentOf(face));
  const bleed = (face.front.width - width) / 2;
  const boxes = face.boxes.map(([x, y, w, h]) => {
    const box = el("span", { className: "box" });
    box.style.left = `${(x - bleed) * pixels}px`;
    box.style.top = `${(y - bleed) * pixels}px`;
    box.style.width = `${w * pixels}px`;
    box.style.height = `${h * pixels}px`;
    return box;
  });
  const slider = el("input", {
    type: "range",
    min: 0,
    max: 100,
    value: 50,
    ariaLabel: "Before and after",
  });
  const whole = el("div", { className: "compare" }, now, then, ...boxes, slider, knife);
  slider.addEventListener("input", () => whole.style.setProperty("--cut", `${slider.value}%`));
  return whole;
}

function fill(list, options, chosen) {
  const form = JSON.stringify([options, chosen]);
  if (list.dataset.form === form) return;
  list.dataset.form = form;
  list.replaceChildren(
    ...options.map(([value, text]) =>
      el("option", { value, selected: value === chosen }, text),
    ),
  );
}

function drawTop() {
  document.title = `${game.ok ? "✓" : "✗"} ${game.game.title} · pnp`;
  $("#title").textContent = game.game.title;
  $("#count").textContent = `${shownFaces().length} of ${game.faces.length}`;
  fill(
    $("#game"),
    game.games.map((one) => [one.id, one.title]),
    game.game.id,
  );
  fill(
    $("#language"),
    game.languages.map((lang) => [lang, lang]),
    game.language,
  );
  $("#language").parentElement.hidden = game.languages.length < 2;
  $("#game").parentElement.hidden = game.games.length < 2;
  const columns = [...new Set(game.components.flatMap((one) => one.columns))];
  fill(
    $("#group"),
    [["component", "by component"], ...columns.map((column) => [column, `by ${column}`])],
    look.group,
  );
  $("#ink").setAttribute("aria-pressed", look.ink);
  $("#ink").hidden = !game.faces.some((face) => face.low_ink);
  document
    .querySelectorAll("[data-line]")
    .forEach((button) =>
      button.setAttribute("aria-pressed", look.lines.has(button.dataset.line)),
    );
  const classes = [...look.lines].map((line) => `show-${line}`);
  if (look.eye) classes.push(`eye-${look.eye}`);
  $("main").className = classes.join(" ");
  $("#inspector").className = classes.join(" ");
}

/** Shows everything as it is. Scroll, focus and selection stay. */
function show() {
  if (!game) return;
  drawTop();
  drawNews();
  drawSide();
  const view = $("#view");
  if (view.dataset.view !== look.view) {
    view.replaceChildren();
    view.dataset.view = look.view;
  }
  const scroll = $("#scroll");
  const from = scroll.scrollTop;
  // A list that has not changed is left alone.
  const form =
    look.view === "faces" ? "" : JSON.stringify([look, game.generation, millimetre()]);
  if (look.view === "faces" || view.dataset.form !== form) draw[look.view](view);
  view.dataset.form = form;
  scroll.scrollTop = from;
  drawInspector();
  remember();
}

function remember() {
  const { view, component, query, face, group, seed } = look;
  const said = {
    view,
    in: component,
    q: query,
    face,
    group,
    seed: view === "hand" ? String(seed) : "",
  };
  const usual = { view: "faces", group: "component" };
  const words = Object.entries(said).filter(([key, value]) => value && value !== usual[key]);
  history.replaceState(null, "", `#${new URLSearchParams(words)}`);
}

function recall() {
  const said = new URLSearchParams(location.hash.slice(1));
  look.view = VIEWS.some(([view]) => view === said.get("view")) ? said.get("view") : "faces";
  look.component = said.get("in") ?? "";
  look.query = said.get("q") ?? "";
  look.face = said.get("face") ?? "";
  look.group = said.get("group") ?? "component";
  look.seed = Number(said.get("seed")) || 1;
  $("#query").value = look.query;
}

function go(view) {
  look.view = view;
  show();
}

function choose(id) {
  look.face = id;
  const face = game.faces.find((one) => one.id === id);
  look.side = face?.before?.front && face.front ? "changed" : "front";
  show();
}

function step(by) {
  const faces = shownFaces();
  const at = faces.findIndex((face) => face.id === look.face);
  if (faces.length === 0) return;
  choose(faces[(at + by + faces.length) % faces.length].id);
  document.querySelector('.face[aria-pressed="true"]')?.scrollIntoView({ block: "nearest" });
}

// Dialogs

function printDialog() {
  const dialog = $("#dialog");
  const changed = game.faces.filter((face) => face.changed);
  const again = new Set(
    game.sheets
      .filter((sheet) => sheet.again)
      .map((sheet) => `${sheet.component}/${sheet.number}`),
  );
  const choices = [["all", `Everything`, true]];
  if (look.component) choices.push(["component", `Only ${look.component}`, true]);
  choices.push([
    "changed",
    changed.length
      ? `What has changed: ${many(total(changed), "copy")}, instead of ${many(again.size, "sheet")}`
      : "What has changed: nothing",
    changed.length > 0,
  ]);
  const first = changed.length ? "changed" : "all";
  const radios = choices.map(([value, text, can]) =>
    el(
      "label",
      {},
      el("input", {
        type: "radio",
        name: "what",
        value,
        checked: value === first,
        disabled: !can,
      }),
      ` ${text}`,
    ),
  );
  const ink = el("input", { type: "checkbox", checked: look.ink });
  const result = el("div", { role: "status" });
  const write = el("button", { className: "main", type: "button" }, "Write PDF");
  write.addEventListener("click", async () => {
    const what = dialog.querySelector("input[name=what]:checked")?.value;
    write.disabled = true;
    result.textContent = "Printing…";
    const answer = await post("/print", {
      components: what === "component" ? [look.component] : [],
      changed: what === "changed",
      lowInk: ink.checked,
      language: game.language,
    });
    write.disabled = false;
    if (answer.error)
      return result.replaceChildren(el("p", { className: "error" }, answer.error));
    result.replaceChildren(
      el("p", {}, "Written, in the folder of the project:"),
      el("pre", {}, answer.files.join("\n")),
      el("p", {}, "The same as"),
      el("pre", {}, answer.command),
    );
  });
  dialog.replaceChildren(
    el("h3", {}, "Print"),
    game.ok
      ? ""
      : el(
          "p",
          { className: "error" },
          "The game has errors; nothing is written before they are mended.",
        ),
    el("fieldset", {}, el("legend", { className: "hidden" }, "What"), ...radios),
    el("label", {}, ink, " Low ink"),
    result,
    el(
      "div",
      { className: "buttons" },
      el("button", { type: "button", on: { click: () => dialog.close() } }, "Close"),
      write,
    ),
  );
  dialog.showModal();
}

const KEYS = [
  ["/", "filter", () => $("#query").focus()],
  ["ArrowRight", "next face", () => look.face && step(1)],
  ["ArrowLeft", "face before", () => look.face && step(-1)],
  [
    "f",
    "turn over",
    () => {
      look.side = look.side === "back" ? "front" : "back";
      show();
    },
  ],
  [
    "b",
    "what changed",
    () => {
      look.side = look.side === "changed" ? "front" : "changed";
      show();
    },
  ],
  [
    "c",
    "only what changed",
    () => {
      look.query = $("#query").value = "is:changed";
      go("faces");
    },
  ],
  [
    "o",
    "trim and safe lines",
    () => {
      look.lines = new Set(look.lines.size ? [] : ["trim", "safe"]);
      show();
    },
  ],
  [
    "i",
    "low ink",
    () => {
      look.ink = !look.ink;
      show();
    },
  ],
  ["d", "light or dark", () => $("#theme").click()],
  ["p", "print", printDialog],
  [" ", "draw another hand", () => look.view === "hand" && dealAgain()],
  ["Escape", "close", () => choose("")],
  ["?", "these keys", keysDialog],
  ...VIEWS.map(([view, title], at) => [String(at + 1), title.toLowerCase(), () => go(view)]),
];

function keysDialog() {
  const dialog = $("#dialog");
  dialog.replaceChildren(
    el("h3", {}, "Keys"),
    el(
      "ul",
      { className: "keys" },
      ...KEYS.map(([key, does]) =>
        el("li", {}, el("kbd", {}, key === " " ? "space" : key), ` ${does}`),
      ),
    ),
    el(
      "div",
      { className: "buttons" },
      el("button", { className: "main", on: { click: () => dialog.close() } }, "Done"),
    ),
  );
  dialog.showModal();
}

// Events

document.addEventListener("click", (event) => {
  const face = event.target.closest("[data-face]")?.dataset.face;
  if (face) choose(face);
  const line = event.target.closest("[data-line]")?.dataset.line;
  if (line) {
    if (!look.lines.delete(line)) look.lines.add(line);
    show();
  }
});
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches('input[type="search"], input[type="range"], select');
  if (event.target.id === "query" && event.key === "Escape") {
    look.query = event.target.value = "";
    event.target.blur();
    return show();
  }
  const pressesButton = event.key === " " && event.target.matches("button, summary, a, input");
  if (
    !game ||
    isTyping ||
    pressesButton ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    $("#dialog").open
  )
    return;
  const [, , act] = KEYS.find(([key]) => key === event.key) ?? [];
  if (!act) return;
  event.preventDefault();
  act();
});
$("#query").addEventListener("input", (event) => {
  look.query = event.target.value;
  look.view = "faces";
  show();
});
$("#group").addEventListener("change", (event) => {
  look.group = event.target.value;
  show();
});
$("#eye").addEventListener("change", (event) => {
  look.eye = event.target.value;
  show();
});
$("#ink").addEventListener("click", () => {
  look.ink = !look.ink;
  show();
});
$("#size").addEventListener("input", (event) => setSize(event.target.value));
$("#help").addEventListener("click", keysDialog);
$("#print").addEventListener("click", printDialog);
$("#theme").addEventListener("click", () =>
  setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
);
$("#game").addEventListener("change", async (event) => {
  look.component = look.face = look.query = $("#query").value = "";
  const { error } = await post("/show", { game: event.target.value, language: null });
  if (error) say(error);
});
$("#language").addEventListener("change", async (event) => {
  const { error } = await post("/show", { game: game.game.id, language: event.target.value });
  if (error) say(error);
});

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem("theme", theme);
}

function setSize(size) {
  document.documentElement.style.setProperty("--mm", `${size}px`);
  localStorage.setItem("size", size);
  $("#size").value = size;
  show();
}

// The state

let isStopped = false;

async function refresh() {
  const answer = await fetch("/state");
  if (!answer.ok) return;
  const next = await answer.json();
  // Answers may overtake each other.
  if (game && next.generation < game.generation && next.game.id === game.game.id) return;
  const old = game;
  // Until everything was checked, what was wrong is shown a little longer instead of flickering.
  if (next.checking && old && old.game.id === next.game.id && next.messages.length === 0) {
    next.messages = old.messages;
  }
  game = next;
  show();
  if (old && next.last && next.last.time !== old.last?.time) {
    $("#live").textContent =
      next.last.says ?? `${many(next.last.faces.length, "face")} changed`;
  }
}

/** Listens; a page that nobody sees does not, for a browser has few lines to one address. */
let events = null;
function listen() {
  if (events || isStopped || document.hidden) return;
  events = new EventSource("/events");
  events.addEventListener("state", refresh);
  events.addEventListener("open", () => connection("watching", false));
  events.addEventListener("error", () => connection("not connected; trying again", true));
  events.addEventListener("bye", () => {
    isStopped = true;
    events.close();
    connection("pnp has stopped", true);
  });
}

function connection(words, isLost) {
  if (isStopped && words !== "pnp has stopped") return;
  $("#connection").textContent = words;
  $("#connection").classList.toggle("lost", isLost);
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) return listen();
  events?.close();
  events = null;
});

const dark = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
setTheme(localStorage.getItem("theme") ?? dark);
recall();
setSize(localStorage.getItem("size") ?? "1.8");
listen();
