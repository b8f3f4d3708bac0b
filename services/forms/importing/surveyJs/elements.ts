import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { isImageAddress } from "../../../../shared/domain/webAddress.ts";
import { targetOf } from "../expressions/targets.ts";
import type { Item } from "../importedForm.ts";
import { addHeading } from "../pageBuilder.ts";
import { type Raw, text } from "../values.ts";
import { fitted, noteTexts, type plain, worded } from "../wording.ts";
import { parseExpression, writtenIn } from "./expressions.ts";
import { type Part, partsOf } from "./matrices.ts";
import { isKnownType, noteQuestion } from "./members.ts";
import { surveyQuestion } from "./questions.ts";
import { noteSettings } from "./settings.ts";
import type { Element, Survey } from "./survey.ts";

/** Converts an element that isn\'t a panel. Its conditions come later, because they read other questions. */
export function addItem(survey: Survey, element: Element): void {
  const { raw, item } = element;
  const type = text(raw.type);
  const title = survey.text(raw.title) || text(raw.name);
  noteQuestion(survey, element);
  if (type === "expression") addCalculation(survey, item, raw, title);
  else if (type === "html" || (!isKnownType(type) && isSet(raw.html))) addNote(survey, element, survey.plain(raw.html));
  else if (type === "image") addImage(survey, element);
  else if (type === "multipletext" || type === "matrixdropdown") addParts(survey, element, title);
  else addQuestion(survey, element, title, text(raw.name));
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

function addQuestion(survey: Survey, element: Element, title: string, name: string): GraphNode {
  const { raw, item, conditions } = element;
  const converted = surveyQuestion(survey, element);
  const { question_type, config, values, register, options } = converted;
  const data = {
    ...worded(item, title || "Question", survey.text(raw.description)),
    // rows that are required can't be skipped together either
    is_required: raw.isRequired === true || config.require_all_rows === true,
    config,
  };
  const node = survey.form.add(item, { id: name || "question", question_type, data });
  noteSettings(survey, element, node, values);
  const target = targetOf(node, values);
  for (const alias of [name, text(raw.valueName)]) if (alias !== "") survey.scope.add(alias, target);
  register?.(node);
  survey.pending.push({ node, item, conditions, raw, ...(options && { options }) });
  addComment(survey, element, name);
  return node;
}

/** Adds the comment below a question as a question of its own. */
function addComment(survey: Survey, { raw, item, conditions }: Element, name: string): void {
  if (raw.hasComment !== true && raw.showCommentArea !== true) return;
  const data = { title: survey.text(raw.commentText) || "Comment", config: {} };
  const node = survey.form.add(item, { id: `${name}-Comment`, question_type: "long_text", data });
  survey.scope.add(`${name}-Comment`, targetOf(node));
  survey.pending.push({ node, item, conditions });
}

/** Adds the fields of a multipletext, or the cells of a matrix, as questions on the page. */
function addParts(survey: Survey, element: Element, title: string): void {
  const { raw, item } = element;
  const parts = partsOf(survey, element);
  if (!parts || parts.length === 0) {
    item.lost("matrix", parts ? "It has no fields." : "It has more than 200 fields.");
    return;
  }
  item.changed("several_questions", `It became ${parts.length} questions.`);
  const ownsPage = !survey.pages.isOpen;
  if (ownsPage) survey.pages.start("");
  const heading = addHeading(survey.form, title, survey.text(raw.description));
  survey.pending.push({ node: heading, item: null, conditions: element.conditions });
  for (const part of parts) addPart(survey, element, part);
  if (ownsPage) survey.pages.end();
}

function addPart(survey: Survey, { raw, item, conditions }: Element, { name, title, raw: given }: Part): void {
  const partRaw = { ...given, isRequired: given.isRequired === true || raw.isRequired === true, name };
  const own = text(given.visibleIf);
  const element = { raw: partRaw, item, conditions: own === "" ? conditions : [...conditions, writtenIn(own)] };
  noteQuestion(survey, element);
  if (surveyTypes(partRaw)) addQuestion(survey, element, title, name);
  else item.lostPart("type", `The field \`${fitted(name, 80)}\` has a type that isn't supported.`);
}

const surveyTypes = (raw: Raw): boolean => !["expression", "html", "image"].includes(text(raw.type));

function addNote(
  survey: Survey,
  { item, raw, conditions }: Element,
  { text: note, isLossy }: ReturnType<typeof plain>,
): void {
  const data = { ...noteTexts(item, note || survey.text(raw.title)), config: { button_text: "Continue" } };
  const node = survey.form.add(item, { id: text(raw.name) || "note", question_type: "welcome_screen", data });
  if (isLossy) item.lostPart("html", "Links, images and other HTML aren't supported. Its text was imported.");
  survey.pending.push({ node, item, conditions });
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

export function addCalculation({ scope }: Survey, item: Item, raw: Raw, title: string): void {
  const name = text(raw.name);
  const source = text(raw.expression);
  const parse = () => parseExpression(source);
  scope.define(name || item.source, { item, name: name || "calculation", title: fitted(title || name), source, parse });
}
