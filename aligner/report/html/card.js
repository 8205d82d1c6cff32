// The card of a finding: what is wrong, what should stand there, why, and what a person decides.

function card(finding) {
  const [advice, ...rest] = data.checks[finding.code] ?? [];
  const lang = languageTag(finding.language);
  const place = [finding.file, finding.line, finding.column].filter(Boolean).join(":");
  const explained = element(
    "details",
    {
      class: "explained",
      open: view.explained,
      on: {
        toggle: (event) => {
          view.explained = event.target.open;
        },
      },
    },
    element("summary", {}, ...prose(advice ?? finding.name)),
    ...rest.map((text) => element("p", {}, ...prose(text))),
    element("p", { class: "where" }, finding.category),
  );
  return [
    element(
      "h2",
      {},
      severityBadge(finding.severity),
      ` ${finding.code} `,
      element("span", { class: "name" }, finding.name),
      finding.status === "new" ? null : element("span", { class: "status" }, finding.status),
    ),
    finding.waved ? element("p", { class: "waved" }, element("i", {}, "Ignored "), finding.waved) : null,
    element(
      "p",
      { class: "where" },
      `${languageName(finding.language)} · `,
      element("span", { class: "place" }, place),
    ),
    message(finding, "p"),
    element(
      "p",
      { class: "wording" },
      finding.excerpt && finding.excerpt !== ownText(finding)
        ? element("span", {}, element("i", {}, "Written "), foreign(visible(finding.excerpt), lang, "q"))
        : null,
      finding.suggestion
        ? element("span", {}, element("i", {}, "Better "), foreign(finding.suggestion, lang, "q", { class: "better" }))
        : null,
    ),
    related(finding),
    decide(finding),
    advice ? explained : null,
  ].filter(Boolean);
}

/** Where the finding says to look elsewhere: those of other documents, which are not beside it. */
function related(finding) {
  const elsewhere = finding.links.filter(([number]) => number !== finding.place[0]);
  if (!elsewhere.length) return null;
  return element(
    "p",
    { class: "related" },
    element("i", {}, "See also "),
    ...elsewhere.slice(0, 5).map(([number, row]) =>
      button(foreign(data.documents[number].title || "another document", ""), () => {
        drawDocument(number, row);
        byId(`row-${row}`)?.scrollIntoView({ block: "center" });
      }),
    ),
  );
}

function decide(finding) {
  const made = decisions.of(finding);
  const choice = (decision, key) =>
    element(
      "button",
      {
        type: "button",
        class: decision.replace(" ", "-"),
        "aria-pressed": made === decision,
        "aria-keyshortcuts": key,
        on: { click: () => decideFor(finding, decision) },
      },
      decision[0].toUpperCase() + decision.slice(1),
      " ",
      element("kbd", {}, key),
    );
  return element(
    "div",
    { class: "decide", role: "group", "aria-label": "Decision" },
    choice(TRUE_FAULT, "a"),
    choice(FALSE_ALARM, "r"),
    element("input", {
      id: "reason",
      "aria-label": "Why",
      placeholder: made === UNDECIDED ? "why (decide first)" : "why",
      value: decisions.reason(finding),
      disabled: made === UNDECIDED,
      autocomplete: "off",
      on: { input: (event) => decisions.set(finding, decisions.of(finding), event.target.value) },
    }),
  );
}
