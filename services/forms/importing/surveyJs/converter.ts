import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { isImageAddress } from "../../../../shared/domain/webAddress.ts";
import { convertDefinitions, insertionOf } from "../expressions/evaluate.ts";
import { attempt, guard, type Written } from "../expressions/guards.ts";
import { targetOf } from "../expressions/targets.ts";
import { constant, numeric } from "../expressions/values.ts";
import { type ImportedForm, type Item, type LeftOut, placed, unseen } from "../importedForm.ts";
import { addHeading } from "../pageBuilder.ts";
import { inRepeat } from "../repeats.ts";
import { checkCount, checkDepth, list, type Raw, record, records, text } from "../values.ts";
import { fitted, noteTexts, type plain, worded } from "../wording.ts";
import { addOptionConditions } from "./choices.ts";
import { addEndings } from "./endings.ts";
import { parseExpression, writtenIn } from "./expressions.ts";
import { type Part, partsOf } from "./matrices.ts";
import { isKnownType, noteContainer, noteDocument, noteQuestion } from "./members.ts";
import { surveyQuestion } from "./questions.ts";
import { noteSettings } from "./settings.ts";
import { type Element, type Pending, Survey } from "./survey.ts";
import { addTriggers } from "./triggers.ts";
import { addRules } from "./validators.ts";

/** Settings of the page and the panels around an element. */
interface Context {
  conditions: Written[];
  depth: number;
  /** why all elements are lost */
  lost: LeftOut | null;
  /** why elements that aren't visible are left out */
  hidden: LeftOut;
}

/** Converts a survey's pages in their order, then conditions and texts with the calculations that they read. */
export function convertSurvey(document: Raw): ImportedForm {
  const survey = new Survey(document);
  const { form } = survey;
  form.title = survey.text(document.title) || "Survey";
  addIntroduction(survey, document);
  for (const [index, raw] of records(document.calculatedValues).entries())
    addCalculation(survey, form.item(placed(`calculatedValues[${index}]`, text(raw.name))), raw, survey.text(raw.name));
  addPages(survey, document);
  addQuizResults(survey);
  for (const pending of survey.pending) if (relate(survey, pending)) convertPending(survey, pending);
  insertInPages(survey);
  addEndings(survey, document, (item, node) => insertAnswers(survey, item, node));
  addTriggers(survey, document);
  convertDefinitions(survey.scope);
  noteDocument(survey, document);
  survey.translations.note(form);
  return form;
}

/** Converts the conditions of a node. Leaves out one that no one can see, and returns false. */
function relate({ form, scope }: Survey, { node, item, conditions, raw }: Pending): boolean {
  if (guard(item, node, conditions, scope)) return true;
  form.remove(node);
  scope.replace(text(raw?.name), constant(""));
  item?.changed("never_asked", "Its condition is never true, so it is left out.");
  return false;
}

/** Converts what a node's settings and texts read. */
function convertPending(survey: Survey, pending: Pending): void {
  const { node, item, raw } = pending;
  if (item && raw) addRules(survey, { raw, item, conditions: [] }, node);
  insertAnswers(survey, item, node);
  addOptionConditions(survey, pending);
}

/** Adds the numbers of correct answers, which texts of a quiz insert. */
function addQuizResults({ form, scope }: Survey): void {
  const quiz = form.nodes.flatMap(({ id, data }) => {
    const { mode, points } = (data.config?.scoring ?? {}) as { mode?: string; points?: number };
    return mode === "exact" && points ? [points === 1 ? { points: id } : { divide: [{ points: id }, points] }] : [];
  });
  if (quiz.length === 0) return;
  const correct = { sum: quiz };
  for (const name of ["correctAnswers", "correctedAnswers", "correctedAnswerCount"]) scope.add(name, numeric(correct));
  for (const name of ["incorrectAnswers", "inCorrectAnswers", "incorrectedAnswers", "inCorrectedAnswers"])
    scope.add(name, numeric({ subtract: [quiz.length, correct] }));
  scope.add("questionCount", constant(quiz.length));
}

/** Shows the survey's description on a screen of its own. */
function addIntroduction(survey: Survey, document: Raw): void {
  const description = survey.text(document.description);
  if (description === "") return;
  const item = survey.form.item("description");
  const data = { ...worded(item, survey.form.title, description), config: {} };
  survey.form.add(item, { id: "introduction", question_type: "welcome_screen", data });
}

function addPages(survey: Survey, document: Raw): void {
  const mode = text(document.questionsOnPageMode);
  const isSingle = mode === "singlePage" || document.isSinglePage === true;
  const isOneByOne = mode === "questionPerPage" || mode === "inputPerPage" || mode === "questionOnPage";
  const hidden = records(document.triggers).some(showsLater) ? shownLater : unseen;
  const context: Context = { conditions: [], depth: 0, lost: null, hidden };
  if (isSingle) survey.pages.start("");
  for (const [index, page] of list(document.pages).map(record).entries()) {
    const title = survey.text(page.title);
    noteContainer(survey, page, placed(`pages[${index}]`, text(page.name)));
    const opensPage = !isSingle && !isOneByOne;
    if (opensPage) survey.pages.start(title, survey.text(page.description));
    else addGroupTitle(survey, page, placed(`pages[${index}]`, text(page.name)), isSingle);
    addElements(survey, page, `pages[${index}].`, within(page, context));
    if (opensPage) survey.pages.end();
  }
  if (!isOneByOne && !isSingle) survey.pages.start("");
  addElements(survey, document, "", context);
  survey.pages.end();
}

/** Adds the title of a page whose questions aren't shown on a page of their own. */
function addGroupTitle(survey: Survey, page: Raw, source: string, isShown: boolean): void {
  const [title, description] = [survey.text(page.title), survey.text(page.description)];
  if (title + description === "") return;
  if (isShown) addHeading(survey.form, title, description);
  else
    survey.form.note("changed", "page_title", source, `The title “${fitted(title || description, 100)}” isn't shown.`);
}

/** Adds the conditions of a page or panel to those around it. */
function within(raw: Raw, { conditions, depth, lost, hidden }: Context): Context {
  checkDepth(depth);
  const own = text(raw.visibleIf);
  return {
    conditions: own === "" ? conditions : [...conditions, writtenIn(own)],
    depth: depth + 1,
    hidden,
    lost: lost ?? (raw.visible === false && own === "" ? hidden : null),
  };
}

const shownLater = { code: "hidden", message: "It is hidden until a trigger shows it, which isn't supported." };

const showsLater = ({ type }: Raw): boolean => /^(visible|runexpression|setvalue)/.test(text(type));

function addElements(survey: Survey, of: Raw, path: string, context: Context): void {
  for (const key of ["elements", "questions"]) {
    for (const [index, raw] of list(of[key]).map(record).entries()) {
      checkCount(survey.form.items.length);
      addElement(survey, raw, `${path}${key}[${index}]`, context);
    }
  }
}

function addElement(survey: Survey, raw: Raw, source: string, context: Context): void {
  const type = text(raw.type);
  const isContainer = type === "panel" || type === "flowpanel" || (!isKnownType(type) && list(raw.elements).length > 0);
  if (isContainer) {
    addPanel(survey, raw, source, context);
    return;
  }
  const inner = within(raw, context);
  if (type === "paneldynamic" && list(raw.templateElements).length > 0) {
    const lost = inner.lost ?? inRepeat(`the panel \`${text(raw.name).slice(0, 60)}\``);
    const members = { elements: raw.templateElements };
    addElements(survey, members, `${source}.template.`, { ...inner, lost });
    return;
  }
  const item = survey.form.item(placed(source, text(raw.name)));
  const loss = inner.lost ?? lossOf(raw);
  if (loss) item.leaveOut(loss);
  else addItem(survey, { raw, item, conditions: inner.conditions });
}

function addPanel(survey: Survey, raw: Raw, source: string, context: Context): void {
  const inner = within(raw, context);
  const [title, description] = [survey.text(raw.title), survey.text(raw.description)];
  if (!inner.lost) noteContainer(survey, raw, placed(source, text(raw.name)));
  if (title + description !== "" && !inner.lost) {
    const node = addHeading(survey.form, title, description);
    survey.pending.push({ node, item: null, conditions: inner.conditions });
  }
  addElements(survey, raw, `${source}.`, inner);
}

function lossOf(raw: Raw) {
  const type = text(raw.type);
  if (type === "matrixdynamic" || type === "paneldynamic")
    return inRepeat(`the rows of \`${text(raw.name).slice(0, 60)}\``);
  if (raw.readOnly === true && !["html", "image", "expression"].includes(type))
    return { code: "read_only", message: "Read-only questions aren't supported. Respondents would have to answer it." };
  return null;
}

function addItem(survey: Survey, element: Element): void {
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

function addCalculation({ scope }: Survey, item: Item, raw: Raw, title: string): void {
  const name = text(raw.name);
  const source = text(raw.expression);
  const parse = () => parseExpression(source);
  scope.define(name || item.source, { item, name: name || "calculation", title: fitted(title || name), source, parse });
}

/** Replaces names such as `{q1}` in the texts of a node by the answers of earlier questions. */
function insertAnswers(survey: Survey, item: Item | null, node: GraphNode): void {
  insertIn(survey, node.data, node, (message, cause) =>
    item
      ? item.lostPart("insertion", message, undefined, cause)
      : survey.form.note("lost", "insertion", node.id, message),
  );
}

/** Replaces names in the texts of pages by answers from before the page. */
function insertInPages(survey: Survey): void {
  const { form } = survey;
  for (const page of form.pages) {
    const first = form.nodes.find(({ id }) => page.node_ids.includes(id));
    if (first)
      insertIn(survey, page, first, (message) =>
        form.note("lost", "insertion", placed("page", page.title ?? ""), message),
      );
  }
}

function insertIn(
  { scope }: Survey,
  texts: { title?: string; description?: string },
  node: GraphNode,
  note: (message: string, cause: string) => void,
): void {
  for (const key of ["title", "description"] as const) {
    const given = texts[key];
    if (!given?.includes("{")) continue;
    texts[key] = given.replace(/\{([^{}]{1,100})\}/g, (found, name: string) => {
      const inserted = attempt(
        () => scope.at(node, () => insertionOf(name.trim(), scope)),
        ({ message, cause }) => note(`\`${found}\` can't be inserted: ${message}. The text shows it as it is.`, cause),
      );
      return inserted ?? found;
    });
  }
}
