// Which findings are shown: what is chosen in each facet, and the words searched for.

const FACETS = [
  { name: "severity", label: "Severity", of: (one) => one.severity, order: SEVERITIES, chips: true },
  { name: "status", label: "Status", of: (one) => one.status, order: STATUSES, chips: true },
  {
    name: "decision",
    label: "Decision",
    of: (one) => decisions.of(one),
    order: [UNDECIDED, TRUE_FAULT, FALSE_ALARM],
    chips: true,
    always: true,
  },
  { name: "check", label: "Check", of: (one) => one.code, said: (one) => `${one.code} ${one.name}` },
  { name: "language", label: "Language", of: (one) => one.language, said: (one) => languageName(one.language) },
  { name: "document", label: "Document", of: (one) => one.document, said: (one) => one.document, foreign: true },
];
const MOST_VALUES = 200; // of a facet that are listed at once

const filters = {
  chosen: Object.fromEntries(FACETS.map((facet) => [facet.name, new Set()])),
  words: [],

  /** The facets that do not let a finding through. */
  against(finding) {
    return FACETS.filter((facet) => this.chosen[facet.name].size && !this.chosen[facet.name].has(facet.of(finding)));
  },

  hasWords(finding) {
    return this.words.every((word) => searched(finding).includes(word));
  },

  passes(finding) {
    return !this.against(finding).length && this.hasWords(finding);
  },

  get active() {
    return this.words.length > 0 || FACETS.some((facet) => this.chosen[facet.name].size);
  },

  clear() {
    for (const facet of FACETS) this.chosen[facet.name].clear();
    this.words = [];
  },
};

/** Everything of a finding that the search looks into, and the text that it is about. */
function searched(finding) {
  finding.searched ??= folded(
    [
      finding.code,
      finding.name,
      finding.message,
      finding.excerpt,
      finding.suggestion,
      finding.concept,
      finding.document,
      finding.file,
      languageName(finding.language),
      ownText(finding),
    ].join("\n"),
  );
  return finding.searched;
}

/** Facet → value → how many findings there would be with it, the other facets as they are. */
function countValues(findings) {
  const counts = Object.fromEntries(FACETS.map((facet) => [facet.name, new Map()]));
  const add = (facet, one) => counts[facet.name].set(facet.of(one), (counts[facet.name].get(facet.of(one)) ?? 0) + 1);
  for (const one of findings) {
    const against = filters.against(one);
    if (against.length > 1 || !filters.hasWords(one)) continue;
    for (const facet of against.length ? against : FACETS) add(facet, one);
  }
  return counts;
}

/** Draw the facets anew, with their counts; `changed` is called when a choice is made. */
function drawFacets(findings, changed) {
  const counts = countValues(findings);
  const chips = byId("chips") ?? byId("facets").appendChild(element("div", { id: "chips" }));
  const focused = document.activeElement?.dataset?.value;
  const group = document.activeElement?.dataset?.facet;
  chips.replaceChildren(
    ...FACETS.filter((facet) => facet.chips).map((facet) => chipRow(facet, findings, counts[facet.name], changed)),
  );
  for (const facet of FACETS.filter((one) => !one.chips)) drawList(facet, findings, counts[facet.name], changed);
  if (group) document.querySelector(`[data-facet="${group}"][data-value="${CSS.escape(focused)}"]`)?.focus();
}

const toggled = (facet, value) => {
  const chosen = filters.chosen[facet.name];
  if (!chosen.delete(value)) chosen.add(value);
};

function chipRow(facet, findings, counts, changed) {
  const present = facet.order.filter((value) => facet.always || findings.some((one) => facet.of(one) === value));
  if (present.length < 2 && !filters.chosen[facet.name].size) return "";
  return element(
    "div",
    { class: "chip-row", role: "group", "aria-label": facet.label },
    ...present.map((value) =>
      element(
        "button",
        {
          type: "button",
          class: `chip ${value.replace(" ", "-")}`,
          "data-facet": facet.name,
          "data-value": value,
          "aria-pressed": filters.chosen[facet.name].has(value),
          on: {
            click: () => {
              toggled(facet, value);
              changed();
            },
          },
        },
        element("span", { class: "sign", "aria-hidden": "true" }),
        value,
        element("span", { class: "count" }, count(counts.get(value) ?? 0)),
      ),
    ),
  );
}

const count = (number) => number.toLocaleString("en");

function drawList(facet, findings, counts, changed) {
  facet.values ??= valuesOf(facet, findings);
  if (!facet.details) makeList(facet);
  facet.fill = () => fillList(facet, counts, changed);
  const chosen = filters.chosen[facet.name];
  facet.summary.replaceChildren(
    facet.label,
    chosen.size
      ? element("b", { class: "count" }, ` ${chosen.size} of ${count(facet.values.length)}`)
      : element("span", { class: "count" }, ` ${count(facet.values.length)}`),
  );
  if (facet.details.open) facet.fill();
}

function makeList(facet) {
  facet.summary = element("summary");
  facet.box = element("div", { class: "values", role: "group", "aria-label": facet.label });
  facet.find = element("input", {
    type: "search",
    class: "find",
    "aria-label": `Find: ${facet.label}`,
    placeholder: "find …",
    on: { input: () => facet.fill() },
  });
  facet.details = element(
    "details",
    { class: "facet", name: "facet", on: { toggle: () => facet.details.open && facet.fill() } },
    facet.summary,
    facet.values.length > 12 ? facet.find : null,
    facet.box,
  );
  byId("facets").append(facet.details);
}

function fillList(facet, counts, changed) {
  const chosen = filters.chosen[facet.name],
    wanted = folded(facet.find.value);
  const fitting = facet.values.filter(([value, said]) => chosen.has(value) || folded(said).includes(wanted));
  fitting.sort(
    (one, other) =>
      (counts.get(other[0]) ?? 0) - (counts.get(one[0]) ?? 0) || chosen.has(other[0]) - chosen.has(one[0]),
  );
  facet.box.replaceChildren(
    ...fitting.slice(0, MOST_VALUES).map(([value, said]) =>
      element(
        "label",
        { class: counts.get(value) ? null : "empty" },
        element("input", {
          type: "checkbox",
          "data-facet": facet.name,
          "data-value": value,
          checked: chosen.has(value),
          on: {
            change: () => {
              toggled(facet, value);
              changed();
            },
          },
        }),
        facet.foreign ? foreign(said || "no document", "") : said,
        element("span", { class: "count" }, count(counts.get(value) ?? 0)),
      ),
    ),
  );
  if (fitting.length > MOST_VALUES)
    facet.box.append(element("p", { class: "more" }, `${count(fitting.length - MOST_VALUES)} more: find them by name`));
}

function valuesOf(facet, findings) {
  const values = new Map();
  for (const one of findings) if (!values.has(facet.of(one))) values.set(facet.of(one), facet.said(one));
  return [...values];
}
