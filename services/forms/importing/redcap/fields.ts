import type { Row } from "../xlsform/workbook.ts";

/** A field of a dictionary. Texts are empty if the row lacks them. */
export interface Field {
  number: number;
  name: string;
  form: string;
  /** heading above it, which begins a page of a survey */
  section: string;
  type: string;
  label: string;
  choices: string;
  note: string;
  validation: string;
  min: string;
  max: string;
  isIdentifier: boolean;
  logic: string;
  isRequired: boolean;
  matrix: string;
  isRanked: boolean;
  annotation: string;
}

/** Names of columns: those of the file that REDCap downloads, in lower case, and those of its API. */
const columns = {
  name: ["variable_/_field_name", "field_name"],
  form: ["form_name"],
  section: ["section_header"],
  type: ["field_type"],
  label: ["field_label"],
  choices: ["choices,_calculations,_or_slider_labels", "select_choices_or_calculations"],
  note: ["field_note"],
  validation: ["text_validation_type_or_show_slider_number"],
  min: ["text_validation_min"],
  max: ["text_validation_max"],
  identifier: ["identifier?", "identifier"],
  logic: ["branching_logic_(show_field_only_if...)", "branching_logic"],
  required: ["required_field?", "required_field"],
  matrix: ["matrix_group_name"],
  ranked: ["matrix_ranking?", "matrix_ranking"],
  annotation: ["field_annotation"],
} as const;

/** Returns whether the columns are those of a dictionary of REDCap. */
export const isDictionary = (names: readonly string[]): boolean =>
  (["name", "form", "type", "label"] as const).every((key) => columns[key].some((column) => names.includes(column)));

export function fieldOf({ number, cells }: Row): Field {
  const cell = (key: keyof typeof columns): string => {
    for (const column of columns[key]) {
      const found = cells.get(column);
      if (found !== undefined) return found;
    }
    return "";
  };
  const isYes = (key: keyof typeof columns) => /^(y|yes|1)$/i.test(cell(key));
  return {
    number,
    name: cell("name"),
    form: cell("form"),
    section: cell("section"),
    type: cell("type").toLowerCase(),
    label: cell("label"),
    choices: cell("choices"),
    note: cell("note"),
    validation: cell("validation").toLowerCase(),
    min: cell("min"),
    max: cell("max"),
    isIdentifier: isYes("identifier"),
    logic: cell("logic"),
    isRequired: isYes("required"),
    matrix: cell("matrix"),
    isRanked: isYes("ranked"),
    annotation: cell("annotation"),
  };
}

/** An action tag of REDCap in a field's annotation, such as `@DEFAULT='1'`. `value` is empty if it has none. */
export interface Tag {
  name: string;
  value: string;
}

/** Returns the action tags of a field. Other text there has no effect. */
export const tagsOf = ({ annotation }: Field): Tag[] =>
  Array.from(
    annotation.matchAll(/@([A-Z][A-Z-]*)(?:\s*=\s*(?:'([^']*)'|"([^"]*)"|([^\s@]+)))?/g),
    ([, name = "", single, double, bare]) => ({ name, value: single ?? double ?? bare ?? "" }),
  );

/** Returns `1, Yes | 2, No` as codes and labels. */
export const choicesOf = ({ choices, type }: Field): { key: string; label: string }[] => {
  if (type === "truefalse") return parsed("1, True | 0, False");
  return parsed(choices);
};

const parsed = (choices: string) =>
  choices.split("|").flatMap((choice) => {
    const at = choice.indexOf(",");
    const [key, label] = at < 0 ? [choice, choice] : [choice.slice(0, at), choice.slice(at + 1)];
    return key.trim() === "" ? [] : [{ key: key.trim(), label: label.trim() }];
  });
