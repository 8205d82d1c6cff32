// What a person decided of each finding, and why: kept in the browser, saved and read as decisions.csv.

const COLUMNS = ["fingerprint", "code", "document", "language", "file", "line", "excerpt", "decision", "reason"];
// One apostrophe stands before what a spreadsheet would run or rewrite. For our own texts the report says where; what a
// person wrote gets one before marks that run, and before what is, or may be, a number or a date.
const RUNS = /^[=+\-@'\t\r\n＝＋－＠]/;
const MISREAD = /^(?:\P{L}*\p{Nd}\P{L}*|true|false|\P{L}*(?:\p{L}+\P{L}+){0,3}\p{L}*\P{L}*)$/iu;

const guarded = (cell) =>
  RUNS.test(cell) || (cell.length <= 40 && /\p{Nd}|^(?:true|false)$/iu.test(cell) && MISREAD.test(cell))
    ? "'" + cell
    : cell;
const unguarded = (cell) => (cell.startsWith("'") ? cell.slice(1) : cell);
const quoted = (cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Decisions as CSV with a byte order mark and CRLF: a row a decided finding, in the order of the report. */
function decisionsCsv(findings, decisions) {
  const rows = [COLUMNS.join(",")];
  for (const one of findings) {
    const made = decisions.get(one.fingerprint);
    if (!made) continue;
    const cells = [
      one.fingerprint,
      one.code,
      one.document,
      one.language,
      one.file,
      one.line ? String(one.line) : "",
      one.excerpt,
    ];
    for (const column of one.guarded) cells[column] = "'" + cells[column];
    cells.push(made.decision, guarded(made.reason));
    rows.push(cells.map(quoted).join(","));
  }
  return "\ufeff" + rows.map((row) => row + "\r\n").join("");
}

/** The records of a CSV text, cells by the names of the first row, whichever mark a spreadsheet put between them. */
function parsedCsv(text) {
  const rows = [];
  let row = [],
    cell = "",
    inside = false;
  const source = text.replace(/^\ufeff/, ""),
    first = source.split("\n", 1)[0];
  const between = [",", ";", "\t"].reduce((best, one) =>
    first.split(one).length > first.split(best).length ? one : best,
  );
  for (let at = 0; at < source.length; at += 1) {
    const mark = source[at];
    if (inside) {
      if (mark !== '"') cell += mark;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else inside = false;
    } else if (mark === '"' && cell === "") inside = true;
    else if (mark === between) {
      row.push(cell);
      cell = "";
    } else if (mark === "\n" || mark === "\r") {
      if (mark === "\r" && source[at + 1] === "\n") at += 1;
      rows.push([...row, cell]);
      [row, cell] = [[], ""];
    } else cell += mark;
  }
  if (cell || row.length) rows.push([...row, cell]);
  const names = rows.shift() || [];
  return {
    names,
    records: rows
      .filter((cells) => cells.some(Boolean))
      .map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""]))),
  };
}

/** The decisions of this report; `kept` tells whether the browser keeps them. */
const decisions = {
  made: new Map(),
  kept: true,
  unsaved: false,
  key: "",

  open(digest) {
    this.key = `aligner-decisions:${digest}`;
    try {
      const stored = localStorage.getItem(this.key);
      localStorage.setItem(this.key, stored ?? "{}");
      for (const [fingerprint, [decision, reason]] of Object.entries(JSON.parse(stored ?? "{}"))) {
        this.made.set(fingerprint, { decision, reason });
      }
    } catch {
      this.kept = false;
    }
  },

  of(finding) {
    return this.made.get(finding.fingerprint)?.decision ?? UNDECIDED;
  },

  reason(finding) {
    return this.made.get(finding.fingerprint)?.reason ?? "";
  },

  set(finding, decision, reason) {
    if (decision === UNDECIDED) this.made.delete(finding.fingerprint);
    else this.made.set(finding.fingerprint, { decision, reason });
    this.keep();
  },

  keep() {
    this.unsaved = true;
    if (!this.kept) return;
    try {
      const plain = Object.fromEntries([...this.made].map(([key, one]) => [key, [one.decision, one.reason]]));
      localStorage.setItem(this.key, JSON.stringify(plain));
    } catch {
      this.kept = false;
    }
  },

  /** Take the rows of a decisions.csv; returns how many were taken and how many are of other findings. */
  take(text, findings) {
    const { names, records } = parsedCsv(text);
    const missing = ["fingerprint", "decision"].filter((name) => !names.includes(name));
    if (missing.length) throw new Error(`it has no column ${missing.join(" and no column ")}`);
    const known = new Set(findings.map((one) => one.fingerprint));
    let taken = 0;
    for (const record of records) {
      const fingerprint = unguarded(record.fingerprint),
        decision = unguarded(record.decision).toLowerCase().trim();
      if (!known.has(fingerprint) || ![TRUE_FAULT, FALSE_ALARM].includes(decision)) continue;
      this.made.set(fingerprint, { decision, reason: unguarded(record.reason ?? "") });
      taken += 1;
    }
    this.keep();
    return { taken, others: records.length - taken };
  },
};

function saveDecisions(findings) {
  const url = URL.createObjectURL(new Blob([decisionsCsv(findings, decisions.made)], { type: "text/csv" }));
  element("a", { href: url, download: "decisions.csv" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
  decisions.unsaved = false;
}
