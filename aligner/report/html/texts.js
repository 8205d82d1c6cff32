// Values, elements and marked texts. Every text reaches the page as a text node, never as markup.

document.documentElement.classList.add("js");

const FIELDS = [
  "code",
  "name",
  "severity",
  "category",
  "status",
  "fingerprint",
  "document",
  "language",
  "file",
  "line",
  "column",
  "date",
  "excerpt",
  "message",
  "suggestion",
  "concept",
  "guarded",
  "links",
  "place",
  "concepts",
  "waved",
];
const SEVERITIES = ["error", "warning", "note"];
const STATUSES = ["new", "known", "ignored"];
const UNDECIDED = "undecided",
  TRUE_FAULT = "true fault",
  FALSE_ALARM = "false alarm";

const byId = (id) => document.getElementById(id);

/** Make an element: attributes and properties by name, then children (elements or texts). */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || (value === false && !key.startsWith("aria-"))) continue;
    if (key === "on") for (const [event, act] of Object.entries(value)) made.addEventListener(event, act);
    else made.setAttribute(key, value === true && !key.startsWith("aria-") ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

const button = (label, act, attributes = {}) =>
  element("button", { type: "button", on: { click: act }, ...attributes }, label);

/** The form in which texts are searched: compatibility forms, case and Russian ё make no difference. */
const folded = (text) => text.normalize("NFKC").toLowerCase().replaceAll("ё", "е");

/** What a reader cannot see, by its number, such as U+200B; the text itself where something is to be seen. */
function visible(text) {
  if (!/^[\s\p{Cf}\p{Cc}]+$/u.test(text)) return text;
  return Array.from(text, (one) => "U+" + one.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")).join(" ");
}

/** A text in its own language, whichever way it runs. */
const foreign = (text, lang, name = "span", attributes = {}) =>
  element(name, { lang, dir: "auto", ...attributes }, text);

/** A message: English, that quotes other languages; their glyphs are those of the finding's language. */
const message = (finding, name = "span") =>
  element(name, { class: "message", dir: "auto", "data-glyphs": languageTag(finding.language) }, finding.message);

/** Sentences with `names` in them. */
const prose = (text) => text.split("`").map((part, number) => (number % 2 ? element("code", {}, part) : part));

const severityBadge = (word) =>
  element("span", { class: `severity ${word}` }, element("span", { class: "sign", "aria-hidden": "true" }), word);

/** Cut a text at the ends of its spans, which may overlap, and mark each piece with the findings that hold it. */
function marked(text, spans, pick) {
  const cuts = [...new Set([0, text.length, ...spans.flatMap((one) => [one.start, one.end])])].sort((a, b) => a - b);
  const pieces = [];
  for (let number = 0; number + 1 < cuts.length; number += 1) {
    const [start, end] = [cuts[number], cuts[number + 1]];
    const piece = text.slice(start, end);
    const holding = spans.filter((one) => one.start <= start && end <= one.end);
    if (!holding.length) {
      pieces.push(piece);
      continue;
    }
    const shortest = holding.reduce((best, one) => (one.end - one.start < best.end - best.start ? one : best));
    const shown = visible(piece);
    pieces.push(
      element(
        "mark",
        {
          "data-family": shortest.finding.code.slice(0, 3),
          "data-findings": holding.map((one) => one.finding.index).join(" "),
          "data-shown": shown === piece ? null : shown,
          title: holding.map((one) => `${one.finding.code}: ${one.finding.message}`).join("\n"),
          on: { click: () => pick(shortest.finding.index) },
        },
        piece,
      ),
    );
  }
  return pieces;
}
