// The aligned rulings of the document that is being looked at.

const WINDOW = 60; // rows of a long document that are made around the finding
const view = { document: null, from: 0, to: 0, hidden: new Set(), explained: false };

/** Show a finding: its card, and its document scrolled to it. */
function showFinding(finding) {
  byId("card").replaceChildren(
    ...(finding ? card(finding) : [element("p", { class: "none" }, "No finding is selected.")]),
  );
  if (!finding || !finding.place.length) {
    byId("rulings").replaceChildren();
    view.document = null;
    return;
  }
  const [number, row] = finding.place;
  byId("rulings").classList.remove("whole");
  if (view.document !== number || row < view.from || row >= view.to) drawDocument(number, row);
  markCurrent(finding);
}

/** Draw a document, all of it or the rows around one. */
function drawDocument(number, row) {
  const one = data.documents[number];
  view.document = number;
  [view.from, view.to] =
    one.rows.length <= 3 * WINDOW
      ? [0, one.rows.length]
      : [Math.max(0, row - WINDOW), Math.min(one.rows.length, row + WINDOW)];
  const languages = Object.keys(one.pages);
  const shown = languages.filter((language) => !view.hidden.has(language));
  const findings = byPlace(number);
  const table = element(
    "table",
    { role: "table", "aria-label": one.title, "data-columns": shown.length },
    element(
      "thead",
      { role: "rowgroup" },
      element(
        "tr",
        { role: "row" },
        element("th", { role: "columnheader", scope: "col", class: "key" }, "No."),
        ...shown.map((language) => columnHead(one, language, findings.get(`-1 ${language}`) ?? [])),
      ),
    ),
    element(
      "tbody",
      { role: "rowgroup" },
      ...one.rows.slice(view.from, view.to).map((each, at) => drawRow(one, each, view.from + at, shown, findings)),
    ),
  );
  const more = (label, aim) =>
    button(
      label,
      () => {
        drawDocument(number, aim);
        byId(`row-${aim}`)?.scrollIntoView({ block: "center" });
      },
      { class: "more" },
    );
  byId("rulings").replaceChildren(
    heading(one, languages, number, row),
    ...(view.from ? [more("Earlier rulings", view.from)] : []),
    table,
    allRows(),
    ...(view.to < one.rows.length ? [more("Later rulings", view.to - 1)] : []),
  );
}

function heading(one, languages, number, row) {
  const families = [...new Set([...byPlace(number).values()].flat().map((finding) => finding.code.slice(0, 3)))].sort();
  return element(
    "div",
    { class: "heading" },
    foreign(one.title, "", "h3"),
    one.doubtful ? element("span", { class: "doubt" }, "pages joined with doubt") : null,
    languages.length < 4
      ? null
      : element(
          "span",
          { class: "columns", role: "group", "aria-label": "Columns" },
          ...languages.map((language) =>
            button(
              languageName(language),
              () => {
                if (!view.hidden.delete(language) && view.hidden.size < languages.length - 1) view.hidden.add(language);
                drawDocument(number, row);
                markCurrent(current());
              },
              { "aria-pressed": !view.hidden.has(language), title: `Show or hide ${languageName(language)}` },
            ),
          ),
        ),
    element(
      "span",
      { class: "legend" },
      ...families.map((family) => element("mark", { "data-family": family }, FAMILY_NAMES[family] ?? family)),
    ),
  );
}

/** On a narrow screen the finding's own row comes alone, the others on request. */
const allRows = () =>
  button(
    "The whole document",
    () => {
      byId("rulings").classList.add("whole");
    },
    { class: "more whole-document" },
  );

const FAMILY_NAMES = {
  RDG: "reading",
  ALN: "alignment",
  LNG: "language",
  TRM: "terms",
  FRM: "form",
  GLS: "glossary",
  CUS: "your own",
  SUP: "suppression",
};

/** "row language" → the findings there. */
function byPlace(number) {
  const found = new Map();
  for (const one of data.byDocument[number]) {
    const key = `${one.place[1]} ${one.language}`;
    if (!found.has(key)) found.set(key, []);
    found.get(key).push(one);
  }
  return found;
}

function columnHead(one, language, findings) {
  const [, file] = one.pages[language];
  return element(
    "th",
    { role: "columnheader", scope: "col", "data-language": language },
    element("span", { class: "language" }, languageName(language)),
    " ",
    element("span", { class: "file", title: file }, file.split("/").at(-1)),
    chips(findings),
  );
}

function drawRow(one, row, number, languages, findings) {
  const [group, score, method, doubtful] = row.link ?? [];
  const sure = row.link ? `${method}, ${score.toFixed(2)}` : "";
  return element(
    "tr",
    { id: `row-${number}`, role: "row" },
    element(
      "th",
      { role: "rowheader", scope: "row", class: "key", title: sure },
      row.link ? String(group) : "Title",
      doubtful ? element("span", { class: "doubt" }, "doubtful") : null,
    ),
    ...languages.map((language) =>
      cell(one, row.cells[language] ?? [], language, findings.get(`${number} ${language}`) ?? []),
    ),
  );
}

function cell(one, members, language, findings) {
  const [lang] = one.pages[language];
  const made = element(
    "td",
    { role: "cell", lang, dir: "auto", "data-language": language, class: members.length ? null : "empty" },
    element("span", { class: "language", lang: "en" }, languageName(language)),
  );
  if (!members.length) made.append(element("span", { class: "none", lang: "en" }, "no ruling here"));
  members.forEach(([text, label, date, line], at) => {
    const own = findings.filter((finding) => finding.place[2] === at);
    const spans = own
      .filter((finding) => typeof finding.place[3] === "number")
      .map((finding) => ({ start: finding.place[3], end: finding.place[4], finding }));
    const labelled = own
      .filter((finding) => finding.place[3] === "label")
      .map((finding) => ({ start: 0, end: label.length, finding }));
    const whole = own.filter((finding) => finding.place.length === 3);
    made.append(
      element(
        "div",
        {
          class: "ruling",
          "data-findings": whole.map((finding) => finding.index).join(" ") || null,
          "data-family": whole[0]?.code.slice(0, 3),
        },
        label || line
          ? element(
              "p",
              { class: "label" },
              element("span", { dir: "auto", title: date }, ...marked(label, labelled, select)),
              line ? element("span", { class: "line", lang: "en", dir: "ltr" }, `line ${line}`) : null,
            )
          : null,
        element(
          "p",
          { class: "text", dir: "auto" },
          ...(text ? marked(text, spans, select) : [element("span", { class: "none", lang: "en" }, "no text")]),
        ),
      ),
    );
  });
  made.append(chips(findings));
  return made;
}

/** A small button for each finding of a cell. */
function chips(findings) {
  return element(
    "div",
    { class: "marks", lang: "en", dir: "ltr" },
    ...findings.map((finding) =>
      button(finding.code, () => select(finding.index), {
        class: decisions.of(finding).replace(" ", "-"),
        "data-findings": finding.index,
        "data-family": finding.code.slice(0, 3),
        title: finding.message,
        "aria-label": `${finding.code} ${finding.name}`,
      }),
    ),
  );
}

/** Point out the finding in its document, and bring it into sight. */
function markCurrent(finding) {
  const box = byId("rulings");
  for (const one of box.querySelectorAll(".current")) one.classList.remove("current");
  if (globalThis.CSS?.highlights) CSS.highlights.delete("concept");
  if (!finding) return;
  for (const one of box.querySelectorAll(`[data-findings~="${finding.index}"]`)) one.classList.add("current");
  const row = byId(`row-${finding.place[1]}`);
  sameConcept(finding, row);
  row?.classList.add("current");
  for (const one of box.querySelectorAll(`[data-language="${CSS.escape(finding.language)}"]`))
    one.classList.add("current");
  const target = box.querySelector("mark.current") ?? row;
  if (target && box.offsetParent) {
    const [inner, outer] = [(row ?? target).getBoundingClientRect(), box.getBoundingClientRect()];
    const head = box.querySelector("thead")?.getBoundingClientRect().height ?? 0;
    if (scrolls(box))
      box.scrollTop += Math.min(inner.top, target.getBoundingClientRect().top) - outer.top - head - outer.height / 5;
  } else if (!target) box.scrollTop = 0;
}

const scrolls = (box) => getComputedStyle(box).overflowY !== "visible";

/** Point out where the counterparts write the finding's concept. */
function sameConcept(finding, row) {
  if (!row || !finding.concepts.length || !globalThis.CSS?.highlights) return;
  const ranges = finding.concepts
    .map(([language, member, start, end]) => {
      const text = row.querySelector(`td[data-language="${CSS.escape(language)}"]`)?.querySelectorAll(".text")[member];
      return text && rangeOf(text, start, end);
    })
    .filter(Boolean);
  CSS.highlights.set("concept", new Highlight(...ranges));
}

/** The range of a piece of an element's text, which marks may cut into several nodes. */
function rangeOf(box, start, end) {
  const range = document.createRange(),
    nodes = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  let seen = 0;
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const after = seen + node.length;
    if (seen <= start && start < after) range.setStart(node, start - seen);
    if (seen < end && end <= after) {
      range.setEnd(node, end - seen);
      return range;
    }
    seen = after;
  }
  return null;
}
