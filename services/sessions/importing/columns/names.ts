import type { ImportSource } from "../../../../shared/api/shapes/responseImports.ts";
import { allTexts } from "../form/choices.ts";
import type { ImportForm, ImportQuestion } from "../form/questions.ts";
import { folded, spaced, titleKey } from "../form/texts.ts";

/** Finds questions by the names that headers give them. */
export interface Names {
  /** by what another tool calls them, then by id */
  byId(text: string): readonly ImportQuestion[];
  /** by title in any language, in the order of the form */
  byTitle(text: string): readonly ImportQuestion[];
  /** by id or title */
  named(text: string): readonly ImportQuestion[];
  /** also by what tools make of names: with groups, numbers, or other signs instead of those that ids can't have */
  related(text: string): readonly ImportQuestion[];
  /** whether the end of a header can be an option or a row of any question */
  isPart(end: string): boolean;
  /** by the beginning of a title, if one question has it */
  beginning(text: string): ImportQuestion | null;
}

/** Returns a finder of questions, made once for a file. */
export function namesOf(form: Pick<ImportForm, "questions">, source: ImportSource): Names {
  const parts = new Set<string>();
  const byFoldedId = new Map<string, ImportQuestion[]>();
  const titled = new Map<string, ImportQuestion[]>();
  for (const question of form.questions.values()) {
    push(byFoldedId, folded(question.id), question);
    for (const texts of [question.options, question.rows])
      if (texts) for (const [, text] of allTexts(texts)) parts.add(folded(text));
    for (const key of new Set(question.titles.map(titleKey))) if (key !== "") push(titled, key, question);
  }
  const byName = Map.groupBy(form.questions.values(), ({ id, name }) => name ?? id);
  // of questions with the same name in several groups
  const byLast = Map.groupBy(form.questions.values(), ({ name = "" }) => name.slice(name.lastIndexOf("/") + 1));
  byLast.delete("");
  const byPath = Map.groupBy(form.questions.values(), ({ name = "" }) => (name.includes("/") ? pathOf(name) : ""));
  byPath.delete("");
  const byId = (text: string) => {
    const id = text.trim();
    const called = byName.get(id) ?? byLast.get(id) ?? [];
    const question = form.questions.get(id);
    return question && !called.includes(question) ? [...called, question] : called;
  };
  const byTitle = (text: string) => titled.get(titleKey(text)) ?? [];
  const named = (text: string) => {
    const found = byId(text);
    return found.length > 0 ? found : byTitle(text);
  };
  return {
    byId,
    byTitle,
    named,
    isPart: (end) => parts.has(folded(end)),
    related(text) {
      const name = spaced(text);
      // groups are joined by any of these signs
      const path = source === "kobo" ? byPath.get(pathOf(name)) : undefined;
      if (path) return path;
      for (const { name: one, isId } of namesIn(name, source)) {
        const called = byId(one);
        const found = called.length > 0 || isId ? called : byTitle(one);
        if (found.length > 0) return found;
      }
      // elsewhere only ids stand behind groups
      for (const { name: one } of source === "kobo" ? namesIn(name, source) : [{ name }]) {
        const found = byFoldedId.get(one.toLowerCase()) ?? byFoldedId.get(idOf(one)) ?? [];
        if (found.length === 1) return found;
      }
      return [];
    },
    beginning(text) {
      const start = titleKey(text.replace(/(?:\.{2,3}|…)$/, ""));
      if (start.length === 0 || start === titleKey(text)) return null;
      const found = new Set([...titled].filter(([key]) => key.startsWith(start)).flatMap(([, questions]) => questions));
      const [only] = found;
      return found.size === 1 && only ? only : null;
    },
  };
}

function push<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key);
  if (list) list.push(item);
  else map.set(key, [item]);
}

const pathOf = (name: string): string => name.replace(/ - |[-.:]/g, "/");

/** Returns a name as importers of forms make ids of it, without regard to case. */
const idOf = (name: string): string =>
  name
    .replace(/[^A-Za-z0-9_-]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toLowerCase();

/** Groups that a header can name. */
const depthLimit = 10;

/** Signs between groups and names. Other files have them for other reasons, so there only ids count. */
const groupSigns: Partial<Record<ImportSource, readonly string[]>> = {
  kobo: ["/", ".", ":", " - ", "-"],
  odk: ["-", "/"],
  table: ["/"],
};

/** Returns a name without what tools put before it, the longest first. */
function* namesIn(name: string, source: ImportSource): Generator<{ name: string; isId: boolean }> {
  yield { name, isId: false };
  // Formbricks counts questions (`1. Pets`), LimeSurvey puts the code before the text
  if (source === "formbricks" || source === "limesurvey") {
    const counted = /^[\w-]+(?:\[[^[\]]*\])?\. (.+)$/.exec(name)?.[1];
    if (counted) yield { name: counted, isId: false };
  }
  if (source === "qualtrics") yield { name: name.replace(/ - selected choice$/i, ""), isId: false };
  for (const sign of groupSigns[source] ?? []) {
    let rest = name;
    for (let depth = 0; depth < depthLimit && rest.includes(sign); depth += 1) {
      rest = rest.slice(rest.indexOf(sign) + 1);
      yield { name: rest, isId: source !== "kobo" };
    }
  }
}
