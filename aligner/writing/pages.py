"""Plain pages: a file a page, the title, then dates with the rulings under them, or numbers before the rules."""

from __future__ import annotations

from aligner.model import Page, Ruling
from aligner.reading import dates, naming
from aligner.writing import Bundle, Written, safe, unused

_WRITTEN = ("pages", "html", "markdown")  # what stands before the first date of these is an introduction


def render(bundle: Bundle, reference: str) -> list[Written]:
    """Return a file for each page, named after its document and its language."""
    written = []
    taken: set[str] = set()
    for document, _ in bundle.documents:
        several = len(bundle.documents) > 1
        for page in document.pages:
            stem = f"{bundle.name}/{safe(document.title)}" if several else bundle.name
            name = unused(_name(stem, page), taken)
            text = _text(page, document.title)
            written.append(Written(f"{name}.txt", text.encode("utf-8", "replace"), (page,)))
    return written


def _name(stem: str, page: Page) -> str:
    """Return a name that tells the page's language: behind the document's, or before it where that says another."""
    if not page.language:
        return stem
    code = page.language + (f"-{page.region}" if page.region else "")
    after = f"{stem}.{code}"
    if naming.named(f"{after}.txt", f"{after}.txt").language == page.language:
        return after
    folder, _, file = stem.rpartition("/")
    return f"{code}/{folder}/{file}" if folder else f"{code}/{file}"


def _text(page: Page, document: str) -> str:
    """Return the page's text; where nothing else stands before the first ruling, the document's name is the title."""
    blocks = [page.title_text] if page.title_text else []
    blocks += [one.text for one in page.residue] if blocks and page.format in _WRITTEN else []
    last: Ruling | None = None
    for one in page.rulings:
        if page.format == "rules":
            blocks.append(" ".join(part for part in (one.label, one.text) if part))
            continue
        label = (one.label or one.date.isoformat()) if one.date else dates.date_in(one.label)
        begun = last is not None and one.text and last.text and (last.label, last.date) == (one.label, one.date)
        if label and not begun:
            blocks.append(label)
        if one.text:
            blocks += [one.text] if blocks else [document, one.text]
        last = one
    return "\n\n".join(blocks) + "\n" if blocks else ""
