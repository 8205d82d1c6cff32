// The page itself: what is selected, the keys, the theme, the overview, printing.

let data = null;
let selected = -1;
const PRINTED = 2000; // findings at most on paper

const current = () => data?.findings[selected] ?? null;
const languageTag = (language) => data.languages[language]?.[0] ?? "";
const languageName = (language) => data.languages[language]?.[1] ?? language;
const languageOrder = (language) => Object.keys(data.languages).indexOf(language);

/** The text that a finding is about; empty for a page as a whole. */
function ownText(finding) {
  const [number, row, member] = finding.place;
  return data.documents[number]?.rows[row]?.cells[finding.language]?.[member]?.[0] ?? "";
}

function readData() {
  data = JSON.parse(byId("data").textContent);
  data.findings = data.findings.map((values, index) =>
    Object.fromEntries([["index", index], ...FIELDS.map((field, at) => [field, values[at]])]),
  );
  data.byDocument = data.documents.map(() => []);
  for (const one of data.findings) if (one.place.length) data.byDocument[one.place[0]].push(one);
}

/** Show what the filters let through; the finding in sight stays, if it may. */
function refresh() {
  const passing = data.findings.filter((one) => filters.passes(one));
  list.fill(passing, byId("order").value);
  drawFacets(data.findings, refresh);
  byId("shown").textContent =
    passing.length === data.findings.length
      ? `${count(passing.length)} findings`
      : `${count(passing.length)} of ${count(data.findings.length)}`;
  byId("clear").hidden = !filters.active;
  if (!current() || !filters.passes(current())) select(list.shown[0]?.index ?? -1);
  else list.reveal(current());
  progress();
}

/** Look at a finding; `reading` turns to it where the screen has room for one thing only. */
function select(index, reading = false) {
  selected = index;
  const finding = current();
  if (reading) document.body.classList.add("reading");
  overview(false);
  showFinding(finding);
  if (finding && list.shown[finding.rank] === finding) list.reveal(finding);
  list.draw();
  if (reading) byId("detail").scrollIntoView({ block: "start" });
}

function step(by) {
  const rank = current() && list.shown[current().rank] === current() ? current().rank + by : 0;
  const next = list.shown[Math.max(0, Math.min(list.shown.length - 1, rank))];
  if (next) select(next.index);
}

/** Decide; the same decision once more takes it back. */
function decideFor(finding, decision) {
  const made = decisions.of(finding) === decision ? UNDECIDED : decision;
  const focused = document.activeElement?.closest?.(".decide button")?.className;
  decisions.set(finding, made, decisions.reason(finding));
  showFinding(finding);
  if (focused) byId("card").querySelector(`.decide .${focused}`)?.focus();
  if (view.document !== null && finding.place.length)
    for (const chip of byId("rulings").querySelectorAll(`button[data-findings="${finding.index}"]`))
      chip.className = `${made.replace(" ", "-")} current`;
  list.draw();
  drawFacets(data.findings, refresh);
  progress();
}

function progress() {
  const decided = data.findings.filter((one) => decisions.made.has(one.fingerprint)).length;
  byId("progress").textContent = `${count(decided)} of ${count(data.findings.length)} decided`;
  if (!decisions.kept) say("This browser keeps nothing for this page: save your decisions before you close it.");
}

const say = (text) => {
  byId("notice").textContent = text;
};

function overview(open) {
  document.body.classList.toggle("overview", open);
  byId("show-overview").setAttribute("aria-pressed", open);
}

const stored = {
  get(key) {
    try {
      return localStorage.getItem(`aligner-${key}`);
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(`aligner-${key}`, value);
    } catch {
      /* then it lasts as long as the page */
    }
  },
};

const isDark = () =>
  (document.documentElement.dataset.theme ??
    (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  byId("theme").textContent = isDark() ? "Light" : "Dark";
}

function turnTheme() {
  setTheme(isDark() ? "light" : "dark");
  stored.set("theme", document.documentElement.dataset.theme);
}

const KEYS = {
  j: () => step(1),
  k: () => step(-1),
  a: () => current() && decideFor(current(), TRUE_FAULT),
  r: () => current() && decideFor(current(), FALSE_ALARM),
  w: () => byId("reason")?.focus(),
  "/": () => {
    document.body.classList.remove("reading");
    overview(false);
    byId("search").focus();
    byId("search").select();
  },
  o: () => overview(!document.body.classList.contains("overview")),
  t: turnTheme,
  "?": () => byId("help").showModal(),
};

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
  const field = event.target.closest("input:not([type=checkbox]), select, textarea");
  if (event.key === "Escape") {
    if (field) field.blur();
    else overview(false);
  } else if (
    !field &&
    event.target.id === "list" &&
    ["ArrowDown", "ArrowUp", "Home", "End", "Enter"].includes(event.key)
  ) {
    event.preventDefault();
    if (event.key === "Enter") select(selected, true);
    else step({ ArrowDown: 1, ArrowUp: -1, Home: -list.shown.length, End: list.shown.length }[event.key]);
  } else if (!field && byId("keys-on").checked && Object.hasOwn(KEYS, event.key)) {
    event.preventDefault();
    KEYS[event.key]();
  }
}

/** Put the findings of the list on paper, each below its texts. */
function beforePrint() {
  const printed = list.shown.slice(0, PRINTED);
  const left = list.shown.length - printed.length;
  byId("print").replaceChildren(
    ...(left
      ? [
          element(
            "p",
            {},
            `The first ${count(PRINTED)} of ${count(list.shown.length)} findings; filter the list to print the others.`,
          ),
        ]
      : []),
    ...printed.map((finding) => {
      const [number, at] = finding.place;
      const one = data.documents[number],
        row = one?.rows[at];
      const cells = row
        ? Object.keys(one.pages).map((language) =>
            cell(one, row.cells[language] ?? [], language, language === finding.language ? [finding] : []),
          )
        : [];
      return element(
        "article",
        {},
        ...card(finding).filter((part) => part.tagName === "H2" || part.tagName === "P"),
        decisions.of(finding) === UNDECIDED
          ? null
          : element(
              "p",
              { class: "decided" },
              decisions.of(finding),
              decisions.reason(finding) && `: ${decisions.reason(finding)}`,
            ),
        element("table", {}, element("tbody", {}, element("tr", {}, ...cells))),
      );
    }),
  );
}

async function loadDecisions(event) {
  const [file] = event.target.files;
  if (!file) return;
  try {
    const { taken, others } = decisions.take(await file.text(), data.findings);
    say(
      `${count(taken)} ${taken === 1 ? "decision" : "decisions"} read from ${file.name}` +
        (others ? `; ${count(others)} ${others === 1 ? "row is" : "rows are"} about no finding of this report` : ""),
    );
    refresh();
    showFinding(current());
  } catch (error) {
    say(`${file.name} is no decisions.csv: ${error.message}`);
  }
  event.target.value = "";
}

/** From a cell of a picture to its findings. */
function openCell(event) {
  const cell = event.target.closest("g[data-language]");
  if (!cell) return;
  filters.clear();
  filters.chosen.language.add(cell.dataset.language);
  if (cell.dataset.check) filters.chosen.check.add(cell.dataset.check);
  searchFor(cell.dataset.concept ?? "");
  overview(false);
}

function searchFor(text) {
  byId("search").value = text;
  filters.words = folded(text).split(/\s+/).filter(Boolean);
  refresh();
}

/** Put together what the search looks into, a piece at a time, before somebody asks. */
function prepareSearch(from) {
  data.findings.slice(from, from + 500).forEach(searched);
  if (from + 500 < data.findings.length) setTimeout(prepareSearch, 5, from + 500);
}

function listen() {
  let pending = 0;
  byId("search").addEventListener("input", (event) => {
    clearTimeout(pending);
    pending = setTimeout(searchFor, 80, event.target.value);
  });
  byId("search").addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      event.target.blur();
      byId("list").focus();
    }
  });
  byId("order").addEventListener("change", refresh);
  byId("clear").addEventListener("click", () => {
    filters.clear();
    searchFor("");
    byId("list").focus();
  });
  byId("list").addEventListener("scroll", () => list.draw(), { passive: true });
  new ResizeObserver(() => list.draw()).observe(byId("list"));
  byId("back").addEventListener("click", () => {
    document.body.classList.remove("reading");
    list.draw();
    byId("list").focus();
  });
  byId("previous").addEventListener("click", () => step(-1));
  byId("next").addEventListener("click", () => step(1));
  byId("show-overview").addEventListener("click", KEYS.o);
  byId("overview").addEventListener("click", openCell);
  byId("save").addEventListener("click", () => saveDecisions(data.findings));
  byId("load").addEventListener("click", () => byId("file").click());
  byId("file").addEventListener("change", loadDecisions);
  byId("theme").addEventListener("click", turnTheme);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => setTheme());
  byId("show-help").addEventListener("click", KEYS["?"]);
  byId("close-help").addEventListener("click", () => byId("help").close());
  byId("keys-on").addEventListener("change", (event) => stored.set("keys", event.target.checked ? "on" : "off"));
  document.addEventListener("keydown", onKey);
  addEventListener("beforeprint", beforePrint);
  addEventListener("afterprint", () => byId("print").replaceChildren());
  addEventListener("beforeunload", (event) => {
    if (!decisions.kept && decisions.unsaved && decisions.made.size) event.preventDefault();
  });
}

document.addEventListener("DOMContentLoaded", () => {
  readData();
  decisions.open(document.documentElement.dataset.digest);
  byId("keys-on").checked = stored.get("keys") !== "off";
  setTheme(stored.get("theme"));
  if (data.findings.some((one) => one.status === "ignored") && data.findings.some((one) => one.status !== "ignored"))
    filters.chosen.status = new Set(["new", "known"]);
  listen();
  refresh();
  prepareSearch(0);
});
