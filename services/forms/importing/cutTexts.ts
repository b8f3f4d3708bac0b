import type { NodeData } from "../../../shared/domain/graph/types.ts";
import { isObject } from "../../../shared/domain/json.ts";
import { type ImportedForm, type Item, ownerKey } from "./importedForm.ts";

const titleLimit = 500;
const descriptionLimit = 5000;
const formTitleLimit = 200;

/** Cuts texts to the limits of a draft (decisions §4) and notes each. Removes characters that can't be stored. */
export function cutTexts(form: ImportedForm): void {
  const note = (what: string, limit: number) => form.note("changed", "text_cut", what, cutMessage(what, limit));
  form.title = cut(form.title.trim(), formTitleLimit, () => note("title", formTitleLimit)) || "Untitled form";
  form.language = isLanguage(form.language) ? form.language : "en";
  for (const node of form.nodes) cutNode(node.data, form.owners.get(node.id));
  for (const page of form.pages) {
    cutIn(page, "title", titleLimit, () => note("page title", titleLimit));
    cutIn(page, "description", descriptionLimit, () => note("page description", descriptionLimit));
  }
  for (const calculation of form.calculations) {
    const owner = form.owners.get(ownerKey(calculation.key));
    cutIn(calculation, "title", titleLimit, () => owner?.changed("text_cut", cutMessage("title", titleLimit)));
  }
}

function cutNode(data: NodeData, item: Item | undefined): void {
  const noted = (what: string, limit: number) => () => item?.changed("text_cut", cutMessage(what, limit));
  cutIn(data, "title", titleLimit, noted("title", titleLimit));
  cutIn(data, "description", descriptionLimit, noted("description", descriptionLimit));
  for (const rule of data.valid_if ?? []) cutIn(rule, "message", titleLimit, noted("message", titleLimit));
  if (data.image) cutIn(data.image, "alt", titleLimit, noted("alternative text", titleLimit));
  cutLabels(data.config, noted("label", titleLimit));
}

/** Keys of config texts with a limit of 500 characters. */
const labelKeys = ["label", "alt", "button_text", "placeholder", "yes_label", "no_label", "unit", "outcome"];

/** Cuts labels of options, rows and columns, which are up to three levels deep. */
function cutLabels(value: unknown, onCut: () => void, levels = 3): void {
  if (levels === 0) return;
  if (Array.isArray(value)) for (const item of value) cutLabels(item, onCut, levels - 1);
  else if (isObject(value)) {
    for (const key of labelKeys) cutIn(value, key, titleLimit, onCut);
    for (const list of ["options", "rows", "columns", "labels"]) cutLabels(value[list], onCut, levels);
    for (const key of ["left", "center", "right"]) cutIn(value, key, titleLimit, onCut);
  }
}

function cutIn<T extends object>(object: T, key: keyof T & string, limit: number, onCut: () => void): void {
  const text = (object as Record<string, unknown>)[key];
  if (typeof text === "string") (object as Record<string, unknown>)[key] = cut(text, limit, onCut);
}

function cut(text: string, limit: number, onCut: () => void): string {
  const storable = text.toWellFormed().replaceAll("\u0000", "");
  if (lengthOf(storable) <= limit) return storable;
  onCut();
  return `${[...storable.slice(0, 2 * limit)].slice(0, limit - 1).join("")}…`;
}

/** Schemas count Unicode code points. */
const lengthOf = (text: string): number => (text.length > 10_000 ? text.length : [...text].length);

const cutMessage = (what: string, limit: number): string =>
  `The ${what} is longer than ${limit.toLocaleString("en")} characters, so it is cut.`;

function isLanguage(text: string): boolean {
  try {
    return text.length <= 35 && Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}
