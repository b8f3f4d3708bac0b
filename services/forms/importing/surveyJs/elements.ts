import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { isImageAddress } from "../../../../shared/domain/webAddress.ts";
import { casesOf } from "../expressions/evaluate.ts";
import { attempt } from "../expressions/guards.ts";
import { targetOf } from "../expressions/targets.ts";
import { call, nameTerm, type Term, valueTerm } from "../expressions/terms.ts";
import { constant, only, type Value } from "../expressions/values.ts";
import type { Item } from "../importedForm.ts";
import { addHeading } from "../pageBuilder.ts";
import { limitRows, type Repeat, rowCalculation } from "../repeats.ts";
import { addFixedAnswer, noAnswer } from "../screens.ts";
import { list, type Raw, record, records, scalar, text } from "../values.ts";
import { fitted, noteTexts, type plain, worded } from "../wording.ts";
import { composed } from "./composed.ts";
import { parseExpression } from "./expressions.ts";
import { fixedCount, rowCountsOf } from "./instances.ts";
import { asksRows, columnsOf, type Part, partsOf } from "./matrices.ts";
import { isKnownType, noteQuestion } from "./members.ts";
import { surveyQuestion } from "./questions.ts";
import { noteSettings } from "./settings.ts";
import { conditionsOf, type Element, otherKey, type Survey } from "./survey.ts";

/** Converts an element that isn\'t a panel. Its conditions come later, because they read other questions. */
export function addItem(survey: Survey, given: Element): void {
  noteGuess(survey, given.raw);
  const element = composed(survey, given);
  const { raw } = element;
  const type = text(raw.type);
  const title = survey.text(raw.title) || text(raw.name);
  noteQuestion(survey, element);
  if (type === "expression" && survey.repeats.isOpen) element.item.leaveOut(rowCalculation);
  else if (type === "expression") addExpression(survey, element, title);
  else if (isReadOnly(raw)) addReadOnly(survey, element, title);
  else if (type === "matrixdynamic" && fixedCount(raw) === null) addRows(survey, element, title);
  else if (type === "html") addNote(survey, element, survey.plain(raw.html));
  else if (isInformation(raw)) addInformation(survey, element);
  else if (type === "image") addImage(survey, element);
  else if (type === "multipletext" || type === "matrixdropdown" || type === "matrixdynamic" || asksRows(raw))
    addParts(survey, element, title);
  else addQuestion(survey, element, title, text(raw.name));
  const isNoted = element.item.issues.some(({ code }) => code === "html");
  if (survey.takeMedia() && !isNoted) element.item.lostPart("media", "Images in its texts aren't shown.");
}

/** A question is never left out because of a guess about the answers that its condition reads. */
function noteGuess({ scope }: Survey, { type, name, valueName }: Raw): void {
  if (!isKnownType(text(type))) for (const one of [name, valueName].map(text).filter(Boolean)) scope.guess(one);
}

export const isReadOnly = (raw: Raw): boolean =>
  raw.readOnly === true && !["html", "image", "expression"].includes(text(raw.type));

const shownTypes = new Set("text comment radiogroup dropdown checkbox tagbox boolean rating buttongroup".split(" "));

/** Whether a text can show the answer of a question that no one can change. */
export const canShow = (raw: Raw): boolean => shownTypes.has(text(raw.type));

const expressionOf = (raw: Raw): string => text(raw.setValueExpression) || text(raw.defaultValueExpression);

/** Shows the answer of a question that no one can change, which can be computed. */
function addReadOnly(survey: Survey, element: Element, title: string): void {
  const { raw, item, conditions } = element;
  const expression = expressionOf(raw);
  if (expression !== "") {
    addExpression(survey, { ...element, raw: { ...raw, type: "expression", expression } }, title);
    return;
  }
  const values = list(raw.defaultValue).length > 0 ? list(raw.defaultValue) : [raw.defaultValue];
  const given = values.filter((value) => ["string", "number", "boolean"].includes(typeof value)) as (string | number)[];
  const labels = new Map(list(raw.choices).map((it) => [scalar(record(it).value ?? it), survey.text(record(it).text)]));
  const shown = given.map((value) => labels.get(scalar(value)) || shownBoolean(survey, raw, value)).join(", ");
  const name = text(raw.name);
  const description = survey.text(raw.description);
  const node = addFixedAnswer(survey.form, item, { id: name, title: title || "Question", description, shown });
  const [value = ""] = given;
  const items = given.map((one): Value => ({ kind: "constant", value: one }));
  if (given.length === 0) survey.scope.lose(name, noAnswer(name));
  else survey.scope.add(name, Array.isArray(raw.defaultValue) ? only({ kind: "list", items }) : constant(value));
  survey.pending.push({ node, item, conditions });
}

function shownBoolean(survey: Survey, raw: Raw, value: unknown): string {
  if (typeof value !== "boolean") return scalar(value);
  return value ? survey.text(raw.labelTrue) || "Yes" : survey.text(raw.labelFalse) || "No";
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

function addQuestion(survey: Survey, element: Element, title: string, name: string): GraphNode {
  const { raw, item, conditions } = element;
  const description = survey.text(raw.description);
  const converted = surveyQuestion(survey, element);
  const { question_type, config, values, register, options } = converted;
  const data = {
    ...worded(item, title || "Question", [description, converted.more].filter(Boolean).join("\n\n")),
    // rows that are required can't be skipped together either
    is_required: raw.isRequired === true || config.require_all_rows === true,
    config,
  };
  // those of parts and entries are made here
  const own = text(raw.valueName) || (/[.[]/.test(name) ? "" : name);
  const node = survey.form.add(item, { id: name || "question", name: own, question_type, data });
  noteSettings(survey, element, node, converted);
  const target = targetOf(node, values);
  survey.name(node, [name, text(raw.valueName)].filter(Boolean), target, conditions);
  if (!survey.repeats.isOpen) register?.(node);
  survey.pending.push({ node, item, conditions, raw, ...(options && { options }) });
  if (options) addOther(survey, element, name);
  addComment(survey, element, name);
  return node;
}

/** Asks those who choose "Other" for their answer. */
function addOther(survey: Survey, { raw, item, conditions }: Element, name: string): void {
  if (!survey.asksOther(raw)) return;
  survey.form.translations.begin();
  const data = { title: survey.text(raw.otherText) || "Other", is_required: true, config: {} };
  const node = survey.form.add(item, { id: `${name}-Comment`, question_type: "short_text", data });
  const chosen = {
    source: `{${name}} = '${otherKey}'`,
    parse: () => call("anyof", nameTerm(name), { kind: "list", items: [valueTerm(otherKey)] }),
  };
  survey.name(node, [`${name}-Comment`], targetOf(node), [chosen]);
  survey.pending.push({ node, item, conditions: [...conditions, chosen] });
}

/** Adds the comment below a question as a question of its own. */
function addComment(survey: Survey, { raw, item, conditions }: Element, name: string): void {
  if (raw.hasComment !== true && raw.showCommentArea !== true) return;
  survey.form.translations.begin();
  const data = { title: survey.text(raw.commentText) || "Comment", config: {} };
  const node = survey.form.add(item, { id: `${name}-Comment`, question_type: "long_text", data });
  survey.name(node, [`${name}-Comment`], targetOf(node), conditions);
  survey.pending.push({ node, item, conditions });
}

/** Adds the fields of a multipletext, or the cells of a matrix, as questions on the page. */
function addParts(survey: Survey, element: Element, title: string): void {
  const { raw, item } = element;
  const type = text(raw.type);
  const parts = partsOf(survey, element);
  if (!parts || parts.length === 0) {
    item.lost("matrix", parts ? "It has no fields." : "It has more than 200 fields.");
    return;
  }
  if (parts.length > 1) item.changed("several_questions", `It became ${parts.length} questions.`);
  const ownsPage = !survey.pages.isOpen && !survey.repeats.isOpen;
  if (ownsPage) survey.pages.start("");
  const heading = addHeading(survey.form, title, survey.text(raw.description));
  survey.pending.push({ node: heading, item: null, conditions: element.conditions });
  for (const part of parts) addPart(survey, element, part);
  if (type === "matrixdropdown" || type === "matrixdynamic") addTotals(survey, raw, parts);
  if (ownsPage) survey.pages.end();
}

/** Adds a matrix to which respondents add rows. Its columns are the fields. */
function addRows(survey: Survey, element: Element, title: string): void {
  const { raw, item, conditions } = element;
  const name = text(raw.name);
  const repeat = survey.repeats.start({
    name,
    title,
    description: survey.text(raw.description),
    source: item.source,
    item,
  });
  survey.groupConditions.set(repeat, conditions);
  survey.rowMatrices.push(raw);
  addLabel(survey, repeat, raw.addRowText);
  limitRows(repeat, rowCountsOf(raw), raw.isRequired === true);
  for (const part of columnsOf(survey, raw)) addPart(survey, { raw: { name }, item, conditions: [] }, part);
  survey.repeats.end();
}

/** Sets the label of the button that adds a row. */
export function addLabel(survey: Survey, { node }: Repeat, given: unknown): void {
  const label = survey.text(given);
  if (label !== "") node.data.config = { ...node.data.config, add_label: fitted(label) };
}

/** Makes the totals of columns known, once the rows are a question. */
export function addRowTotals(survey: Survey): void {
  for (const raw of survey.rowMatrices)
    for (const column of records(raw.columns)) {
      const [name, key] = [text(raw.name), text(column.name)];
      const operation = totals.get(text(column.totalType));
      if (operation === undefined || !survey.scope.rows.has(name)) continue;
      const total = call(`${operation}inarray`, nameTerm(name), valueTerm(key));
      addTotal(survey, `${name}-total.${key}`, total);
    }
}

/** `{matrix-total.column}` is the sum of a column's cells, or what its `totalType` says. */
function addTotals(survey: Survey, raw: Raw, parts: readonly Part[]): void {
  for (const column of records(raw.columns)) {
    const operation = totals.get(text(column.totalType));
    const name = `${text(raw.name)}-total.${text(column.name)}`;
    const cells = parts.filter((part) => part.name.endsWith(`.${text(column.name)}`));
    if (operation === undefined) continue;
    addTotal(survey, name, call(operation, ...cells.map((cell) => nameTerm(cell.name))));
  }
}

function addTotal({ scope }: Survey, name: string, total: Term): void {
  const found = attempt(
    () => casesOf(total, scope),
    ({ message }) => scope.lose(name, message),
  );
  if (found) scope.add(name, found);
}

const totals: ReadonlyMap<string, string> = new Map([
  ["sum", "sum"],
  ["avg", "avg"],
  ["min", "min"],
  ["max", "max"],
]);

function addPart(survey: Survey, { raw, item, conditions }: Element, { name, title, raw: given }: Part): void {
  const partRaw = {
    ...given,
    defaultValue: given.defaultValue ?? partOf(raw.defaultValue, name.slice(text(raw.name).length + 1)),
    isRequired: given.isRequired === true || raw.isRequired === true,
    name,
  };
  const element = { raw: partRaw, item, conditions: [...conditions, ...conditionsOf(given)] };
  noteGuess(survey, partRaw);
  noteQuestion(survey, element);
  survey.form.translations.begin();
  if (surveyTypes(partRaw)) addQuestion(survey, element, title(), name);
  else item.lostPart("type", `The field \`${fitted(name, 80)}\` has a type that isn't supported.`);
}

/** Returns the part of a default at a path such as `row.column`. */
const partOf = (given: unknown, path: string): unknown =>
  path.split(".").reduce((value, key) => (Object.hasOwn(record(value), key) ? record(value)[key] : undefined), given);

const surveyTypes = (raw: Raw): boolean => !["expression", "html", "image"].includes(text(raw.type));

/** Members of custom types that are shown, and not asked. */
const shownMembers = ["html", "body", "content", "message"];

/** Whether a custom type shows a text, such as `infotext`. */
function isInformation(raw: Raw): boolean {
  const type = text(raw.type);
  if (isKnownType(type) || list(raw.choices).length > 0) return false;
  return shownMembers.some((key) => isSet(raw[key])) || /^(info|help|note|notice|message|alert|heading)/i.test(type);
}

function addInformation(survey: Survey, element: Element): void {
  const { raw, item } = element;
  if (!isSet(raw.html))
    item.changed("usual_type", `The type \`${fitted(text(raw.type), 60)}\` isn't known, so it became a text block.`);
  const bodies = [raw.title, ...shownMembers.map((key) => raw[key]), raw.description].map((it) => survey.plain(it));
  const shown = bodies.filter((it) => it.text !== "");
  addNote(survey, element, {
    text: shown.map((it) => it.text).join("\n"),
    isLossy: shown.some(({ isLossy }) => isLossy),
  });
}

function addNote(
  survey: Survey,
  { item, raw, conditions }: Element,
  { text: note, isLossy }: ReturnType<typeof plain>,
): void {
  nameNote(survey, raw);
  const data = { ...noteTexts(item, note || survey.text(raw.title)), config: { button_text: "Continue" } };
  const node = survey.form.add(item, { id: text(raw.name) || "note", question_type: "welcome_screen", data });
  if (isLossy) item.lostPart("html", "Links, images and other HTML aren't supported. Its text was imported.");
  survey.pending.push({ node, item, conditions });
}

/** A text block of SurveyJS has no answer, so that conditions find none. One of a type that isn't known may have one. */
function nameNote({ scope, repeats }: Survey, { type, name }: Raw): void {
  if (repeats.isOpen || text(name) === "") return;
  if (isKnownType(text(type))) scope.add(text(name), constant(""));
  else scope.lose(text(name), `the type of \`${text(name).slice(0, 60)}\` isn't known`);
}

function addImage(survey: Survey, { item, raw, conditions }: Element): void {
  const url = survey.text(raw.imageLink);
  const mode = text(raw.contentMode);
  if (!isImageAddress(url) || mode === "video" || mode === "youtube") {
    item.lost("media", "Only images with an https URL are supported.");
    return;
  }
  const data = { image: { url, alt: fitted(survey.text(raw.altText)) }, config: { button_text: "Continue" } };
  const node = survey.form.add(item, { id: text(raw.name) || "image", question_type: "welcome_screen", data });
  survey.pending.push({ node, item, conditions });
}

/** Adds a calculation, and a text block that shows it. */
function addExpression(survey: Survey, { raw, item, conditions }: Element, title: string): void {
  const name = text(raw.name);
  const isFirst = name !== "" && !survey.scope.has(name);
  addCalculation(survey, item, raw, title);
  if (!isFirst) {
    item.changed("calculated_question", "Respondents don't see its value.");
    return;
  }
  const data = { ...worded(item, title, `{${name}}`), config: { button_text: "Continue" } };
  const node = survey.form.add(item, { id: `${name}_shown`, question_type: "welcome_screen", data });
  survey.pending.push({ node, item, conditions, shows: name });
}

export function addCalculation({ scope }: Survey, item: Item, raw: Raw, title: string): void {
  const name = text(raw.name);
  const source = text(raw.expression);
  const parse = () => parseExpression(source);
  scope.define(name || item.source, { item, name: name || "calculation", title: fitted(title || name), source, parse });
}
