import type { RowCounts } from "../repeats.ts";
import { list, type Raw, record, text, whole } from "../values.ts";

/** Dynamic panels and matrices whose number of entries is fixed. Their entries are questions of their own. */

const entryLimit = 20;

/** Returns the number of entries, or null if respondents can add or remove some. */
export function fixedCount(raw: Raw): number | null {
  const isMatrix = text(raw.type) === "matrixdynamic";
  const part = (name: string) => (isMatrix ? `${name}RowCount` : `${name}PanelCount`);
  const given = whole(isMatrix ? raw.rowCount : raw.panelCount, 0, entryLimit) ?? (isMatrix ? 2 : 0);
  const [least, most] = [whole(raw[part("min")], 1, entryLimit), whole(raw[part("max")], 1, entryLimit)];
  const [add, remove] = isMatrix ? ["allowAddRows", "allowRemoveRows"] : ["allowAddPanel", "allowRemovePanel"];
  const isFixed = (least !== undefined && least === most) || (raw[add] === false && raw[remove] === false);
  const count = Math.max(given, least ?? 0);
  return isFixed && count > 0 && raw.bindings === undefined ? count : null;
}

/** Returns how many rows respondents can have, with the limits that SurveyJS has by default. */
export function rowCountsOf(raw: Raw): RowCounts {
  const isMatrix = text(raw.type) === "matrixdynamic";
  const part = (name: string) =>
    whole(raw[`${name}${isMatrix ? "RowCount" : "PanelCount"}`], 0, Number.MAX_SAFE_INTEGER);
  const canBe = (verb: string) => raw[`allow${verb}${isMatrix ? "Rows" : "Panel"}`] !== false;
  const min = part("min") ?? 0;
  const max = Math.max(part("max") ?? (isMatrix ? 1_000 : 100), min);
  const given = whole(isMatrix ? raw.rowCount : raw.panelCount, 0, Number.MAX_SAFE_INTEGER) ?? (isMatrix ? 2 : 0);
  const start = Math.min(Math.max(given, min), max);
  return { min: canBe("Remove") ? min : start, max: canBe("Add") ? max : start, start };
}

/** characters of an element in which names are replaced, for each entry */
const elementLimit = 20_000;

/** Returns an element of a panel or matrix with the names of one entry, such as `jobs[0].title` for `panel.title`. */
export function instanceOf(element: Raw, scopeName: "panel" | "row", prefix: string): Raw {
  const json = JSON.stringify(element);
  if (json.length > elementLimit || !json.includes(`{${scopeName}.`)) return element;
  return JSON.parse(json.replaceAll(`{${scopeName}.`, () => `{${JSON.stringify(prefix).slice(1, -1)}.`));
}

/** Returns the template of a panel for one entry, whose questions have names of their own. */
export function panelOf(raw: Raw, index: number): Raw[] {
  const prefix = `${text(raw.name)}[${index}]`;
  const renamed = (elements: unknown): Raw[] =>
    list(elements)
      .map(record)
      .map((element) => ({
        ...element,
        ...(text(element.name) !== "" && { name: `${prefix}.${text(element.name)}` }),
        ...(Array.isArray(element.elements) && { elements: renamed(element.elements) }),
      }));
  return renamed(list(raw.templateElements).map((element) => instanceOf(record(element), "panel", prefix)));
}
