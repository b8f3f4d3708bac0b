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

/** Returns an element of a panel or matrix with the names of one entry, such as `jobs[0].title` for `title`. */
export function instanceOf(element: Raw, scopeName: "panel" | "row", prefix: string): Raw {
  const named = JSON.stringify(element).replaceAll(`{${scopeName}.`, () => `{${JSON.stringify(prefix).slice(1, -1)}.`);
  return JSON.parse(named);
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
