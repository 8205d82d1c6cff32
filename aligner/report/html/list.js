// The list of findings. Only the rows in sight exist, so that twenty thousand are as light as twenty.

const ITEM = 62,
  HEAD = 30,
  BEYOND = 6; // pixels of a finding and of a heading; rows made above and below the sight

const ORDERS = {
  document: { key: (one) => one.document, said: (one) => one.document || "no document" },
  severity: { key: (one) => SEVERITIES.indexOf(one.severity), said: (one) => one.severity },
  check: { key: (one) => one.code, said: (one) => `${one.code} ${one.name}` },
  language: { key: (one) => languageOrder(one.language), said: (one) => languageName(one.language) },
};

const list = {
  rows: [], // { top, finding } or { top, head, size }
  shown: [], // findings in the list's order

  /** Fill the list with findings, under headings. */
  fill(findings, order) {
    const { key, said } = ORDERS[order];
    const groups = new Map();
    for (const one of findings) {
      const its = key(one);
      if (!groups.has(its)) groups.set(its, []);
      groups.get(its).push(one);
    }
    const keys = [...groups.keys()];
    if (order !== "document") keys.sort((one, other) => (one < other ? -1 : 1));
    this.rows = [];
    this.shown = [];
    let top = 0;
    for (const its of keys) {
      const members = groups.get(its);
      this.rows.push({ top, head: said(members[0]), size: members.length });
      top += HEAD;
      for (const finding of members) {
        finding.row = this.rows.length;
        finding.rank = this.shown.length;
        this.rows.push({ top, finding });
        this.shown.push(finding);
        top += ITEM;
      }
    }
    byId("list").dataset.shown = this.shown.length;
    byId("space").style.height = `${top}px`;
    this.draw();
  },

  /** Make the rows that are in sight. */
  draw() {
    const box = byId("list");
    const first = Math.max(0, this.at(box.scrollTop) - BEYOND);
    const last = Math.min(this.rows.length, this.at(box.scrollTop + box.clientHeight) + 1 + BEYOND);
    byId("space").replaceChildren(...this.rows.slice(first, last).map((row) => this.row(row)));
    const selected = current();
    if (selected && byId(`finding-${selected.index}`))
      box.setAttribute("aria-activedescendant", `finding-${selected.index}`);
    else box.removeAttribute("aria-activedescendant");
  },

  /** The number of the row at a height. */
  at(height) {
    let low = 0,
      high = this.rows.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.rows[middle].top <= height) low = middle;
      else high = middle - 1;
    }
    return low;
  },

  row({ top, head, size, finding }) {
    if (!finding) {
      const made = element(
        "div",
        { class: "head", role: "presentation" },
        foreign(head, ""),
        element("span", { class: "count" }, count(size)),
      );
      made.style.top = `${top}px`;
      return made;
    }
    const decision = decisions.of(finding);
    const made = element(
      "div",
      {
        id: `finding-${finding.index}`,
        class: `item ${finding.status} ${decision.replace(" ", "-")}`,
        role: "option",
        "aria-selected": finding === current(),
        "aria-posinset": finding.rank + 1,
        "aria-setsize": this.shown.length,
        on: { click: () => select(finding.index, true) },
      },
      element(
        "div",
        { class: "line" },
        severityBadge(finding.severity),
        element("b", {}, finding.code),
        element("span", { class: "name" }, finding.name),
        finding.status === "new" ? null : element("span", { class: "status" }, finding.status),
        decision === UNDECIDED ? null : element("span", { class: "decided" }, decision),
        element("span", { class: "language" }, languageName(finding.language)),
      ),
      element("div", { class: "line" }, ...wording(finding)),
    );
    made.style.top = `${top}px`;
    return made;
  },

  /** Scroll so that a finding is in sight. */
  reveal(finding) {
    const box = byId("list"),
      top = this.rows[finding.row].top;
    if (top - HEAD < box.scrollTop) box.scrollTop = top - HEAD;
    else if (top + ITEM > box.scrollTop + box.clientHeight) box.scrollTop = top + ITEM - box.clientHeight;
  },
};

/** What a row says: the words and what should stand there; the message where there is nothing to put there. */
function wording(finding) {
  const lang = languageTag(finding.language);
  const excerpt = finding.excerpt ? foreign(visible(finding.excerpt), lang, "span", { class: "excerpt" }) : null;
  if (!excerpt || !finding.suggestion) return [excerpt, message(finding)];
  return [
    excerpt,
    element("span", { class: "arrow" }, "→"),
    foreign(visible(finding.suggestion), lang, "span", { class: "suggestion" }),
  ];
}
