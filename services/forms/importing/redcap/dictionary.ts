import type { Asked } from "../asked.ts";
import type { Written } from "../expressions/guards.ts";
import type { Scope } from "../expressions/scope.ts";
import { type ImportedForm, type Item, placed } from "../importedForm.ts";
import { type Field, tagsOf } from "./fields.ts";
import { writtenIn } from "./logic.ts";

/** A dictionary while it is converted. */
export interface Dictionary {
  form: ImportedForm;
  scope: Scope;
  asked: Asked[];
}

export const sourceOf = ({ number, name }: Field): string => placed(`dictionary row ${number}`, name);

/** Returns the item of a field, whose cuts are noted by its place. */
export const itemOf = ({ form }: Dictionary, { number }: Field): Item => form.item(`dictionary row ${number}`);

export const shownIf = ({ logic }: Field): Written[] => (logic === "" ? [] : [writtenIn(logic)]);

/** Tags that are read with the question. */
const readTags: ReadonlySet<string> = new Set(["NONEOFTHEABOVE", "CHARLIMIT"]);

/** Sets the default of a field, and notes the other tags, which change what respondents see or data have. */
export function addTags(item: Item, field: Field, setDefault: (given: string) => void): void {
  const others: string[] = [];
  for (const { name, value } of tagsOf(field)) {
    if (name === "DEFAULT" && !value.includes("[")) setDefault(value);
    else if (!readTags.has(name)) others.push(`\`@${name}\``);
  }
  if (others.length > 0) item.lostPart("annotation", `Not imported: ${[...new Set(others)].slice(0, 20).join(", ")}.`);
}
