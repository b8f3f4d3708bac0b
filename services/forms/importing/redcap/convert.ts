import { convertAsked } from "../asked.ts";
import { addDefault } from "../defaultAnswers.ts";
import { plainDialect, Scope } from "../expressions/scope.ts";
import { targetOf } from "../expressions/targets.ts";
import { constant } from "../expressions/values.ts";
import { ImportedForm, type Item, unseen } from "../importedForm.ts";
import { PageBuilder } from "../pageBuilder.ts";
import { Refusal } from "../refusal.ts";
import { fitted, noteTexts, plain, worded } from "../wording.ts";
import { noteCuts } from "../xlsform/unread.ts";
import type { Row } from "../xlsform/workbook.ts";
import { addTags, type Dictionary, itemOf, shownIf, sourceOf } from "./dictionary.ts";
import { type Field, fieldOf, tagsOf } from "./fields.ts";
import { parseLogic } from "./logic.ts";
import { addMatrix, groupsOf } from "./matrices.ts";
import { redcapQuestion } from "./questions.ts";

/** Converts a data dictionary of REDCap, whose rows are the fields of its instruments. */
export function convertRedcap(rows: readonly Row[]): ImportedForm {
  const fields = rows.map(fieldOf);
  if (fields.length === 0) throw new Refusal("file: the dictionary has no field below its column names");
  const form = new ImportedForm();
  // rows of its responses are told apart by these (wants §25, Columns)
  form.hiddenFields.push("record", "event", "instrument", "instance");
  const dictionary: Dictionary = { form, scope: new Scope(form, plainDialect), asked: [] };
  const pages = new PageBuilder(form);
  let instrument: string | null = null;
  for (const group of groupsOf(fields)) {
    const [first] = group;
    if (!first) continue;
    const heading = headingOf(form, first);
    const isMatrix = first.matrix !== "" && heading !== "";
    if (first.form !== instrument || (heading !== "" && !isMatrix)) {
      pages.end();
      pages.start((!isMatrix && heading) || titled(first.form));
      instrument = first.form;
    }
    if (group.length > 1 || first.matrix !== "") addMatrix(dictionary, group, heading, addField);
    else addField(dictionary, first);
  }
  pages.end();
  convertAsked(dictionary.asked, dictionary.scope, recalls);
  noteCuts(form, { dictionary: rows });
  return form;
}

/** `[field]` and `[field:label]`. Other brackets are text. */
const recalls = { pattern: /\[([a-z][a-z0-9_]*)(?:\([^[\]()]*\))?(?::[\w:-]+)?\]/g, isOptional: true };

/** `my_form` → `My form` */
const titled = (name: string): string =>
  fitted(
    name
      .replaceAll("_", " ")
      .trim()
      .replace(/^./, (it) => it.toUpperCase()),
  );

function headingOf(form: ImportedForm, field: Field): string {
  const { text, isLossy } = plain(field.section);
  if (isLossy) form.note("lost", "media", sourceOf(field), "Images in its section header aren't shown.");
  return fitted(text.replaceAll("\n", " "));
}

function addField(dictionary: Dictionary, field: Field): void {
  const { form, scope } = dictionary;
  const item = itemOf(dictionary, field);
  if (field.type === "calc") addCalculation(dictionary, item, field);
  else if (isRecordId(form, field)) {
    item.leaveOut(unseen);
    scope.lose(field.name, `\`${field.name.slice(0, 60)}\` is the ID of the record`);
  } else if (isLeftOut(dictionary, item, field)) return;
  else addQuestion(dictionary, item, field);
}

/** The first field has the record's ID, which surveys never show. */
const isRecordId = ({ items }: ImportedForm, { name, type, validation }: Field): boolean =>
  items.length === 1 && type === "text" && validation === "" && /(^|_)id$/i.test(name);

/** Notes a field that respondents don't see or can't answer. */
function isLeftOut({ scope }: Dictionary, item: Item, field: Field): boolean {
  const tags = new Map(tagsOf(field).map(({ name, value }) => [name, value]));
  if (field.type === "descriptive" && !tags.has("HIDDEN") && !tags.has("HIDDEN-SURVEY")) return false;
  if (["CALCTEXT", "CALCDATE"].some((name) => tags.has(name))) {
    item.lost("calculation", "Texts and dates that are calculated aren't supported.");
    scope.lose(field.name, `the calculation \`${field.name.slice(0, 60)}\` isn't imported`);
    return true;
  }
  if (["HIDDEN", "HIDDEN-SURVEY"].some((name) => tags.has(name))) {
    item.leaveOut(unseen);
    scope.add(field.name, constant(tags.get("DEFAULT") ?? ""));
    return true;
  }
  if (!["READONLY", "READONLY-SURVEY"].some((name) => tags.has(name))) return false;
  item.lost("read_only", "Read-only questions aren't supported. Respondents would have to answer it.");
  scope.lose(field.name, `“${field.name.slice(0, 60)}” isn't imported`);
  return true;
}

function addCalculation({ scope }: Dictionary, item: Item, field: Field): void {
  const { name, choices: source } = field;
  scope.define(name, {
    item,
    name,
    title: fitted(plain(field.label).text || name),
    source,
    decimals: 6,
    parse: () => parseLogic(source),
    shown: shownIf(field).map(({ parse }) => parse),
  });
  const isHidden = tagsOf(field).some((tag) => tag.name === "HIDDEN" || tag.name === "HIDDEN-SURVEY");
  if (!isHidden) item.changed("calculated_question", "Converted to a calculation. Respondents don't see it.");
}

function addQuestion(dictionary: Dictionary, item: Item, field: Field): void {
  const { form, scope, asked } = dictionary;
  const { name } = field;
  const converted = redcapQuestion(item, field);
  if (!converted) {
    item.lost("unknown_type", `The type “${fitted(field.type, 60)}” isn't known.`);
    scope.lose(name, `“${name.slice(0, 60)}” isn't imported`);
    return;
  }
  const { question_type, config, options, labels } = converted;
  const isScreen = question_type === "welcome_screen";
  const data = {
    ...textsOf(item, field, labels, isScreen),
    ...(!isScreen && { is_required: field.isRequired }),
    ...(field.isIdentifier && !isScreen && { is_personal: true }),
    config,
  };
  const node = form.add(item, { id: name, name, question_type, data });
  const values = converted.values ?? options?.values;
  if (isScreen) scope.add(name, constant(""));
  else scope.add(name, targetOf(node, values));
  asked.push({ item, node, names: [name], shown: shownIf(field), rules: [] });
  addTags(item, field, (given) =>
    addDefault(item, node, question_type === "checkbox" ? given.split(",").map((it) => it.trim()) : given, values),
  );
}

function textsOf(item: Item, field: Field, labels = "", isScreen = false) {
  const [label, note] = [plain(field.label), plain(field.note)];
  if (label.isLossy || note.isLossy) item.lostPart("media", "Images in its texts aren't shown.");
  if (isScreen && note.text === "") return noteTexts(item, label.text || field.name);
  return worded(item, label.text || field.name, [note.text, labels].filter(Boolean).join("\n\n"));
}
