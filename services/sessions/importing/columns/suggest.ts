import type { ImportSource } from "../../../../shared/api/shapes/responseImports.ts";
import { anyTextOf, type ChoiceTexts } from "../form/choices.ts";
import type { ImportForm, ImportQuestion } from "../form/questions.ts";
import { folded } from "../form/texts.ts";
import { type Names, namesOf } from "./names.ts";
import { type HeaderPart, headerParts, isOtherName, isPartSign, partNamed } from "./parts.ts";
import { findRuns } from "./runs.ts";
import type { Heading, Part, Target } from "./targets.ts";

/** Target of a column by its header. */
export interface Suggestion {
  target: Target | null;
  /** holds if each cell of the column is an option of the question or a sign of it, because the header says too little */
  isTentative: boolean;
}

/** Suggests a target for each column (wants §25, Columns), by the surest signs first. */
export function suggest(heading: Heading, form: ImportForm): Suggestion[] {
  const names = namesOf(form, heading.source);
  const claims = new Claims(heading);
  claimOwn(claims, form);
  const rules: Rule[] = [
    ...(heading.source === "pathform" ? [byPathformId(form)] : []),
    (header) => names.byId(header).flatMap(whole),
    (header) => names.byTitle(header).flatMap(whole),
    (header, source) => partsOf(header, names, names.named, source),
    (header) => names.related(header).flatMap(whole),
    (header, source) => partsOf(header, names, names.related, source),
    ...(heading.source === "pathform" ? [] : [byPathformId(form)]),
    (header) => numbered(header, names, heading),
  ];
  for (const rule of rules) claims.each(rule);
  // elsewhere such columns can have something else, such as counts
  const areSure = heading.source === "typeform" || heading.source === "microsoft_forms";
  for (const { column, target } of findRuns(claims.open(), heading, form)) claims.take(column, target, !areSure);
  claimOthers(claims);
  if (heading.source === "tally" || heading.source === "limesurvey")
    claims.each((header) => whole(names.beginning(header)));
  claims.each((header) => hiddenNamed(header, form));
  claimRows(claims, form);
  claimLacking(claims);
  claimTentative(claims, names);
  if (heading.source === "table") claimOfTable(claims);
  return claims.suggestions;
}

type Rule = (header: string, source: ImportSource) => Iterable<Target>;

const whole = (question: ImportQuestion | null): Target[] =>
  question ? [{ kind: "answer", question, part: { kind: "whole" } }] : [];

/** Targets of columns. A part of an answer has one column, so that equal titles go by their order. */
class Claims {
  readonly heading: Heading;
  readonly suggestions: Suggestion[];
  readonly #taken = new Set<string>();

  constructor(heading: Heading) {
    this.heading = heading;
    this.suggestions = heading.headers.map(() => ({ target: null, isTentative: false }));
  }

  /** Columns without a target, with what they can be called. */
  open(): { column: number; texts: string[] }[] {
    const { headers, titles, own } = this.heading;
    return headers.flatMap((header, column) => {
      if (own[column] !== null || this.suggestions[column]?.target) return [];
      const texts = [header, titles?.[column] ?? ""].map(unguarded);
      return [{ column, texts: texts.filter((text) => text.trim() !== "" && text.length <= headerLength) }];
    });
  }

  each(rule: Rule): void {
    for (const { column, texts } of this.open()) this.#first(column, texts, rule);
  }

  #first(column: number, texts: readonly string[], rule: Rule): void {
    for (const text of texts)
      for (const target of rule(text, this.heading.source)) if (this.take(column, target)) return;
  }

  take(column: number, target: Target, isTentative = false): boolean {
    const slot = slotOf(target, this.heading.headers[column]);
    const isTogether = isTentative && target.kind === "answer" && target.part.kind === "whole";
    if (!isTogether && this.#taken.has(slot)) return false;
    this.#taken.add(slot);
    this.suggestions[column] = { target, isTentative };
    return true;
  }
}

/** Characters of a title, a row and an id, with room for recalls. Longer headers name no question. */
const headerLength = 2000;

/** Pathform guards headers as it does cells. */
const unguarded = (header: string): string => (header.startsWith("'") ? header.slice(1) : header);

/** Returns a name of what a column has, the same for two columns that can't both be taken. KoboToolbox has two of an own text. */
export function slotOf(target: Target, header = ""): string {
  if (target.kind === "own") return `own ${target.field}`;
  if (target.kind === "hidden") return `hidden ${target.key}`;
  const { question, part } = target;
  return `answer ${question.id} ${Object.values(part).join(" ")}${part.kind === "other" ? ` ${header}` : ""}`;
}

function claimOwn(claims: Claims, form: ImportForm): void {
  const { headers, own } = claims.heading;
  own.forEach((field, column) => {
    if (field === null || field === "skip") return;
    // several columns together can be the id
    claims.suggestions[column] = { target: { kind: "own", field }, isTentative: false };
  });
  for (const [column, target] of ownAsHidden(claims.heading, form))
    claims.suggestions[column] = { target, isTentative: false };
  headers.forEach((header, column) => {
    const key = /^hidden[.:](.+)$/.exec(header)?.[1];
    if (key !== undefined && own[column] === null && form.hidden.has(key)) claims.take(column, { kind: "hidden", key });
  });
}

/** Hidden fields that the import of a REDCap dictionary declares, by the columns that tell a row. */
const redcapFields: Readonly<Record<string, string>> = {
  ...{ redcap_event_name: "event", redcap_repeat_instrument: "instrument", redcap_repeat_instance: "instance" },
  ...{ "event name": "event", "repeat instrument": "instrument", "repeat instance": "instance" },
};

/**
 * Returns the columns of a source that hidden fields keep: those that have their name, and what tells a row of REDCap. Without its hidden
 * field, an event, an instrument or an instance is left out.
 */
function ownAsHidden({ source, headers, own }: Heading, { hidden }: ImportForm): Map<number, Target | null> {
  const found = new Map<number, Target | null>();
  if (source === "pathform") return found;
  const taken = new Set<string>();
  own.forEach((field, column) => {
    const header = headers[column] ?? "";
    const name = source !== "redcap" ? undefined : column === 0 ? "record" : redcapFields[folded(header)];
    const key = [name, header].find((it) => it !== undefined && hidden.has(it));
    const isKept = key !== undefined && !taken.has(key) && (name !== undefined || field === "skip");
    if (isKept) taken.add(key);
    if (isKept) found.set(column, { kind: "hidden", key });
    else if (name !== undefined && column > 0) found.set(column, null);
  });
  return found;
}

/** `<title> [<node_id>]` and `<title> - <row> [<node_id>.<row key>]`. */
const byPathformId =
  (form: ImportForm): Rule =>
  (header) => {
    const name = /(?:^|\s)\[([A-Za-z0-9_-]+)(?:\.([A-Za-z0-9_-]+))?\]$/.exec(header);
    const question = name && form.questions.get(name[1] ?? "");
    if (!question) return [];
    const row = name[2];
    if (row === undefined) return question.rows ? [] : whole(question);
    return question.rows?.values.includes(row) ? [{ kind: "answer", question, part: { kind: "row", key: row } }] : [];
  };

function* partsOf(header: string, { isPart }: Names, named: Names["named"], source: ImportSource): Generator<Target> {
  for (const { base, end } of headerParts(header)) {
    if (source !== "redcap" && !isPart(end) && !isPartSign(end)) continue;
    for (const question of named(base)) {
      const part = partNamed(question, end, source);
      if (part) yield { kind: "answer", question, part };
    }
  }
}

/** Tally adds ` (2)` and Microsoft `2` to a header that is there already, maybe as an own column. */
function numbered(header: string, names: Names, { headers, own }: Heading): Target[] {
  const [, title = "", number = ""] = /^(.*\S)\s*\((\d+)\)$/s.exec(header) ?? /^(.*\D)(\d+)$/s.exec(header) ?? [];
  const questions = names.byTitle(title);
  if (questions.length === 0) return [];
  const owned = own.filter((it, column) => it !== null && folded(headers[column] ?? "") === folded(title)).length;
  return questions.length + owned > 1 ? whole(questions[Number(number) - 1 - owned] ?? null) : [];
}

/** `Other` beside the columns of a question that takes other texts. */
function claimOthers(claims: Claims): void {
  for (const { column, texts } of claims.open()) {
    const { target: before, isTentative } = claims.suggestions[column - 1] ?? {};
    if (isTentative || before?.kind !== "answer" || !before.question.isOpen || !texts.some(isOtherName)) continue;
    claims.take(column, { ...before, part: { kind: "other" } });
  }
}

const hiddenNamed = (header: string, form: ImportForm): Target[] => {
  const keys = [...form.hidden].filter((key) => folded(key) === folded(header));
  const [key] = form.hidden.has(header) ? [header] : keys;
  return key !== undefined && (keys.length === 1 || key === header) ? [{ kind: "hidden", key }] : [];
};

/** Columns such as `Q1_4`, whose cells can tell the option. */
function claimTentative(claims: Claims, names: Names): void {
  for (const { column, texts } of claims.open()) {
    for (const { base, end } of texts.flatMap((text) => [...headerParts(text)])) {
      const [question] = names.named(base);
      const family = question?.question.domain?.family;
      if (!question || (family !== "many" && family !== "rank") || !/^[A-Za-z]*\d+$/.test(end)) continue;
      claims.take(column, { kind: "answer", question, part: { kind: "whole" } satisfies Part }, true);
      break;
    }
  }
}

/** Records whose fields the rows of a group's sheet have. A sheet's name can be cut, or be another one's. */
function claimRows(claims: Claims, form: ImportForm): void {
  const records = [...form.questions.values()].filter(({ fields }) => fields !== null);
  for (const { column } of claims.open()) {
    const rows = claims.heading.rowsColumns?.find((it) => it.column === column);
    if (!rows) continue;
    const ofGroup = records.filter((question) => namesGroup(question, rows.headers));
    const counts = (ofGroup.length > 0 ? ofGroup : records).map((question) => ({
      question,
      count: namedFields(question, rows.headers),
    }));
    const most = Math.max(0, ...counts.map(({ count }) => count));
    const [best, ...others] = counts.filter(({ count }) => count > 0 && count === most);
    if (best && others.length === 0) claims.take(column, whole(best.question)[0] as Target);
  }
}

/** Returns whether headers begin with the name of a question, as those of a group's sheet can. */
const namesGroup = ({ id, name }: ImportQuestion, headers: readonly string[]): boolean =>
  [id, ...(name === undefined ? [] : [name])].some((group) =>
    headers.some((header) => ["/", ".", ":", " - ", "-"].some((sign) => header.startsWith(group + sign))),
  );

/** Suggests a field of a question with rows for each header of its sheet. */
export function suggestFields(
  { fields }: ImportQuestion,
  headers: readonly string[],
  source: ImportSource,
): Suggestion[] {
  const questions = new Map(fields?.map((field) => [field.id, field]));
  const form = {
    questions,
    hidden: new Set<string>(),
    screens: new Set<string>(),
    languages: new Map<string, string>(),
  };
  return suggest({ source, headers, own: headers.map(() => null) }, form);
}

/** Returns how many fields of a question headers name. */
function namedFields(question: ImportQuestion, headers: readonly string[]): number {
  const found = suggestFields(question, headers, "kobo");
  return new Set(found.flatMap(({ target }) => (target?.kind === "answer" ? [target.question.id] : []))).size;
}

/** Columns beside those of a question's options, of options that it lacks: a chosen one must not go unseen. */
function claimLacking(claims: Claims): void {
  const bases = new Map<string, ImportQuestion>();
  const keyOf = ({ base, sign }: HeaderPart) => `${sign} ${base}`;
  const { headers, titles, source } = claims.heading;
  for (const [column, { target, isTentative }] of claims.suggestions.entries()) {
    if (isTentative || target?.kind !== "answer" || target.part.kind !== "option") continue;
    const { question, part } = target;
    for (const text of [headers[column] ?? "", titles?.[column] ?? ""])
      for (const named of headerParts(text))
        if (anyTextOf(question.options as ChoiceTexts)(named.end) === part.value) bases.set(keyOf(named), question);
  }
  for (const { column, texts } of claims.open()) {
    const found = texts.flatMap((text) => [...headerParts(text)]).find((part) => bases.has(keyOf(part)));
    const question = found
      ? bases.get(keyOf(found))
      : source === "typeform"
        ? besideOptions(claims, column)
        : undefined;
    const name = found?.end ?? headers[column] ?? "";
    if (question) claims.take(column, { kind: "answer", question, part: { kind: "lacking", name } }, true);
  }
}

/** Typeform's columns of options have no name of their question. */
function besideOptions({ suggestions }: Claims, column: number): ImportQuestion | undefined {
  const { target } = suggestions[column - 1] ?? {};
  const isOption = target?.kind === "answer" && (target.part.kind === "option" || target.part.kind === "lacking");
  return isOption ? target.question : undefined;
}

const timeNames: Readonly<Record<"started_at" | "completed_at", ReadonlySet<string>>> = {
  started_at: new Set(["started_at", "started at", "started", "start time", "start date", "date started"]),
  completed_at: new Set([
    ...["completed_at", "completed at", "completed", "completion time", "submitted_at", "submitted at", "submitted"],
    ...["submitted on", "submission date", "submission time", "submit date", "date submitted", "end time", "timestamp"],
  ]),
};

/** The response itself in a table: an id that differs in every row, and columns of times alone. */
function claimOfTable(claims: Claims): void {
  for (const { column, texts } of claims.open()) {
    const name = folded(texts[0] ?? "");
    if (name === "id") claims.take(column, { kind: "own", field: "id" }, true);
    else
      for (const field of ["started_at", "completed_at"] as const)
        if (timeNames[field].has(name)) claims.take(column, { kind: "own", field }, true);
  }
}
