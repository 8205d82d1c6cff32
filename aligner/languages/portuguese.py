"""The paradigms of Portuguese verbs."""

from __future__ import annotations

import re

from aligner.languages.paradigm import paradigm, participles, with_vowel

_PT = {
    "a": (
        "o as a amos ais am ei aste ou astes aram ara aras áramos áreis ava avas ávamos áveis avam ai ando",
        "e es emos eis em",
    ),
    "e": (
        "es e emos eis em i este eu estes eram era eras êramos êreis ia ias íamos íeis iam ei endo esse esses "
        "êssemos êsseis essem",
        "o a as amos ais am",
    ),
    "i": (
        "es e imos is em i iste iu istes iram ira iras íramos íreis ia ias íamos íeis iam indo isse isses "
        "íssemos ísseis issem",
        "o a as amos ais am",
    ),
}
_PT_FUTURE = "0 ei ás á emos eis ão ia ias íamos íeis iam es mos des em"
_PT_IRREGULAR = {
    "perder": "perco perca percas percamos percais percam",
    "poder": "posso possa possas possamos possam pode pude pôde pudemos puderam pudesse pudessem puder puderem podido",
    "ver": "vejo veja vejam vê vês veem vi viu viram visto vista vistos vistas vir virem visse vissem",
    "fazer": "faço faz faça façam fiz fez fizeram fizesse fizessem fizer fizerem feito feita feitos feitas "
    "fará farão faria fariam farei",
    "trazer": "trago traz traga tragam trouxe trouxeram trouxer trouxerem trará trarão",
    "dizer": "digo diz diga digam disse disseram disser dito dita ditos ditas dirá dirão",
    "ter": "tenho tem têm tens tenha tenham tinha tinham teve tiveram tivesse tivessem tiver tiverem terá "
    "terão tido tendo temos",
    "vir": "venho vem vêm venha venham vinha vinham veio vieram viesse viessem vier vierem vindo vinda vindos "
    "vindas vimos",
    "pôr": "ponho põe põem pões pomos ponha ponhas ponhamos ponham punha punham pôs puseram pusesse pusessem "
    "puser puserem posto  "
    "posta postos postas pondo porá porão poria poriam ponde pus pôr por",
    "dar": "dou dá dás damos dão dê dês deem deu deram desse dessem der derem dava davam dando dado dada "
    "dados dadas dará darão",
    "ir": "vou vai vais vamos vão vá vás foi foram fosse fossem for forem ia iam indo ido irá irão",
    "sair": "saio sai saem sais saia saiam saiu saíram saísse saíssem saía saíam saído saída saídos saídas",
    "cair": "caio cai caem cais caia caiam caiu caíram caísse caíssem caía caíam caído caída caídos caídas",
    "pagar": "pago paga pagos pagas",
    "ganhar": "ganho ganha ganhos ganhas",
    "escrever": "escrito escrita escritos escritas",
    "abrir": "aberto aberta abertos abertas",
    "cobrir": "coberto coberta cobertos cobertas",
    "ler": "leio lê lês leem leia leiam",
    "querer": "quero quer quis quiser quiserem queira queiram",
}


def verb_forms(word: str) -> set[str]:
    """Return the simple forms of the verb with this infinitive, pronouns joined to them included."""
    for base, irregular in _PT_IRREGULAR.items():
        prefix = word[: -len(base)]
        if word == base or (
            word.endswith(base.replace("ô", "o")) and base in ("ter", "vir", "pôr") and len(prefix) > 1
        ):
            found = {prefix + form for form in irregular.split()}
            if base in ("ter", "vir"):
                found |= {prefix + form for form in ("tém", "têm", "tens", "vém", "vêm", "véns") if form[0] == base[0]}
            if base in ("pôr", "ter", "vir", "ir"):
                return found | _enclitics_pt(word)
            return found | _regular_pt(word)
    return _regular_pt(word)


def _regular_pt(word: str) -> set[str]:
    stem, vowel = word[:-2], word[-2]
    own, other = _PT[vowel]
    found = paradigm(stem, own) | paradigm(word, _PT_FUTURE)
    if vowel == "a":
        found |= {stem + "ante", stem + "antes"}
        changed = re.sub(r"c$", "qu", re.sub(r"g$", "gu", stem)) if stem[-1:] in "cg" else re.sub(r"ç$", "c", stem)
        found |= paradigm(changed, other) | participles({stem + "ad"})
        found |= paradigm(stem, "asse asses ássemos ásseis assem armos")
        if stem.endswith("e"):
            found |= paradigm(stem + "i", "o a as am e es em")
        return found | _enclitics_pt(word)
    if vowel == "i" and stem.endswith("u") and not stem.endswith(("gu", "qu")):
        return found | _uir(stem, word)
    changed = re.sub(r"gu$", "g", re.sub(r"g$", "j", re.sub(r"c$", "ç", stem)))
    stems = {changed}
    if vowel == "i":
        stems |= {with_vowel(changed, "e", "i"), with_vowel(changed, "o", "u")}
        if re.search(r"[aeiou]ven$|pred?$|gred$", stem):
            found |= paradigm(with_vowel(stem, "e", "i"), "es e em")
    for one in stems:
        found |= paradigm(one, other)
    return found | participles({stem + "id"}) | _enclitics_pt(word)


def _uir(stem: str, word: str) -> set[str]:
    found = paradigm(
        stem, "o i is ímos ís em a as amos ais am í íste iu ístes íram íra ía ías íamos íam ísse ísses íssemos íssem"
    )
    found |= paradigm(stem, "indo") | participles({stem + "íd"}) | paradigm(stem + "ír", "es em")
    if stem.endswith("stru"):
        found |= {stem[:-1] + ending for ending in ("ói", "óis", "oem")}
    return found | _enclitics_pt(word) | {stem + "í-" + pronoun for pronoun in ("lo", "la", "los", "las")}


def _enclitics_pt(word: str) -> set[str]:
    accented = word[:-2] + {"a": "á", "e": "ê", "i": "i", "o": "ô", "ô": "ô"}[word[-2]]
    return {f"{accented}-{pronoun}" for pronoun in ("lo", "la", "los", "las")}
