import { targetOf } from "../expressions/targets.ts";
import { columnOf, optionsOf, sourcedRows } from "../options.ts";
import { fitted, plain, worded } from "../wording.ts";
import { addTags, type Dictionary, itemOf, shownIf } from "./dictionary.ts";
import { choicesOf, type Field } from "./fields.ts";

/** Returns the fields in groups: those of a matrix that follow each other, and each other one alone. */
export function groupsOf(fields: readonly Field[]): Field[][] {
  const groups: Field[][] = [];
  for (const field of fields) {
    const last = groups.at(-1);
    const [first] = last ?? [];
    const isSame = first && field.matrix !== "" && first.matrix === field.matrix && first.form === field.form;
    if (last && isSame) last.push(field);
    else groups.push([field]);
  }
  return groups;
}

/** Adds a matrix. Fields that can't be its rows become questions of their own, as `addField` does. */
export function addMatrix(
  dictionary: Dictionary,
  fields: readonly Field[],
  heading: string,
  addField: (dictionary: Dictionary, field: Field) => void,
): void {
  const [first] = fields;
  if (!first) return;
  const columns = choicesOf(first);
  const isMatrix =
    fields.length <= 50 &&
    columns.length >= 2 &&
    columns.length <= 20 &&
    fields.every((it) => it.type === "radio" && it.choices === first.choices && it.logic === first.logic);
  if (isMatrix) addRows(dictionary, fields, heading);
  else for (const [at, field] of fields.entries()) addField(dictionary, at === 0 ? noted(field, heading) : field);
}

/** The heading of a matrix that becomes questions stands above the first one. */
const noted = (field: Field, heading: string): Field => ({
  ...field,
  note: [heading, field.note].filter(Boolean).join("\n"),
});

function addRows(dictionary: Dictionary, fields: readonly Field[], heading: string): void {
  const { form, scope, asked } = dictionary;
  const [first] = fields as [Field];
  const { list, values } = optionsOf(
    choicesOf(first).map(({ key, label }) => ({ key, isCode: true, label: plain(label).text })),
  );
  const keys = sourcedRows(fields.map(({ name }) => ({ code: name, label: "" })));
  const rows = fields.map((field, at) => ({ field, item: itemOf(dictionary, field), key: keys[at]?.key as string }));
  const [{ item }] = rows as [(typeof rows)[number]];
  const required = fields.filter(({ isRequired }) => isRequired).length;
  if (required > 0 && required < fields.length)
    item.changed("required", "Only some of its rows are required there. Here, all are optional.");
  if (first.isRanked) item.lostPart("ranking", "Respondents can choose a column in several rows.");
  const isAll = required === fields.length;
  const config = {
    rows: rows.map(({ field }, at) => ({ ...keys[at], label: fitted(plain(field.label).text || field.name) })),
    columns: list.map(columnOf),
    ...(isAll && { require_all_rows: true }),
  };
  const isPersonal = fields.some(({ isIdentifier }) => isIdentifier);
  const texts = worded(item, heading || fitted(first.matrix), plain(first.note).text);
  const data = { ...texts, is_required: isAll, ...(isPersonal && { is_personal: true }), config };
  const node = form.add(item, { id: first.matrix, question_type: "matrix", data });
  for (const { field, item: own, key } of rows) {
    own.nodeId ??= node.id;
    scope.add(field.name, targetOf(node, values, key));
    if (field !== first && field.note !== "") own.lostPart("note", "Notes of rows aren't shown.");
    addTags(own, field, () => own.lostPart("default", "Rows of a matrix have no default answer."));
  }
  const others = rows.slice(1).map((row) => row.item);
  asked.push({ item, others, node, names: fields.map(({ name }) => name), shown: shownIf(first), rules: [] });
}
