import { convertDefinitions } from "../expressions/evaluate.ts";
import { guard, relate, type Written } from "../expressions/guards.ts";
import { constant, numeric } from "../expressions/values.ts";
import { type ImportedForm, type LeftOut, placed, unseen } from "../importedForm.ts";
import { moveBehindRead } from "../order.ts";
import { addHeading } from "../pageBuilder.ts";
import { foldRepeats, inRepeat, limitRows } from "../repeats.ts";
import { shownValue } from "../shownValue.ts";
import { rulesOf } from "../translations.ts";
import { checkCount, checkDepth, list, namesIn, type Raw, record, records, text } from "../values.ts";
import { fitted, worded } from "../wording.ts";
import { addOptionConditions } from "./choices.ts";
import { addCalculation, addItem, addLabel, addRowTotals, canShow, isReadOnly } from "./elements.ts";
import { addEndings } from "./endings.ts";
import { insertAnswers, insertInPages } from "./insertions.ts";
import { fixedCount, panelOf, rowCountsOf } from "./instances.ts";
import { isKnownType, noteContainer, noteDocument } from "./members.ts";
import { requireIf } from "./settings.ts";
import { conditionsOf, type Pending, Survey } from "./survey.ts";
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
  /** within an entry of a dynamic panel, whose own dynamic panels aren't supported */
  isEntry: boolean;
}

/** Converts a survey's pages in their order, then conditions and texts with the calculations that they read. */
export function convertSurvey(document: Raw): ImportedForm {
  const survey = new Survey(document);
  survey.form.reserve(namesIn(document, "name"));
  const { form } = survey;
  form.title = survey.text(document.title) || "Survey";
  addIntroduction(survey, document);
  for (const [index, raw] of records(document.calculatedValues).entries())
    addCalculation(survey, form.item(placed(`calculatedValues[${index}]`, text(raw.name))), raw, survey.text(raw.name));
  addPages(survey, document);
  addQuizResults(survey);
  moveQuestions(survey);
  convertRows(survey);
  for (const pending of survey.pending) if (!survey.repeats.of(pending.node)) convertAll(survey, pending);
  insertInPages(survey);
  addEndings(survey, document, (item, node) => insertAnswers(survey, item, node));
  addTriggers(survey, document);
  convertDefinitions(survey.scope);
  noteDocument(survey, document);
  return form;
}

/** Sources have questions in braces, and some settings name one, such as `choicesFromQuestion`. */
function moveQuestions({ scope, pending, repeats }: Survey): void {
  const questions = pending.flatMap(({ node, item, conditions, raw }) => {
    const parts = [conditions.map(({ source }) => source), node.data.title, node.data.description, raw];
    const source = JSON.stringify(parts).replace(/\{[\s#]+/g, "{");
    const reads = (name: string) => {
      const quoted = JSON.stringify(name);
      return source.includes(quoted) || source.includes(`{${quoted.slice(1, -1)}`);
    };
    return repeats.of(node) ? [] : [{ node, item, name: text(raw?.name), conditions, reads }];
  });
  moveBehindRead(scope, questions);
}

/** Converts what questions with rows and their fields read. Fields leave the list of nodes. */
function convertRows(survey: Survey): void {
  const { form, scope, repeats, groupConditions } = survey;
  const inRows = Map.groupBy(survey.pending, ({ node }) => repeats.of(node));
  foldRepeats(form, scope, repeats, {
    questions: (repeat) => {
      for (const pending of inRows.get(repeat) ?? []) convertAll(survey, pending);
    },
    group: (repeat) => {
      const { group, node } = repeat;
      insertAnswers(survey, group, node);
      return guard(group, node, groupConditions.get(repeat) ?? [], scope);
    },
  });
  addRowTotals(survey);
}

function convertAll(survey: Survey, pending: Pending): void {
  if (isShowable(survey, pending) && isShown(survey, pending)) convertPending(survey, pending);
}

/** Whether a value can be shown, if the node shows one. Leaves out the node otherwise. */
function isShowable({ scope }: Survey, { node, item, shows }: Pending): boolean {
  return shows === undefined || shownValue(shows, node, item, scope) !== null;
}

const isShown = ({ scope, repeats }: Survey, { node, item, conditions, raw }: Pending): boolean =>
  relate({ item, node, names: repeats.of(node) ? [] : [text(raw?.name)], shown: conditions }, scope);

/** Converts what a node's settings and texts read. */
function convertPending(survey: Survey, pending: Pending): void {
  const { node, item, raw } = pending;
  survey.form.translations.begin(rulesOf(node.id));
  if (item && raw) {
    requireIf(survey, raw, item, node);
    addRules(survey, { raw, item, conditions: [] }, node);
  }
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
  if (survey.shown(document.description).text === "") return;
  const item = survey.form.item("description");
  const title = survey.text(document.title) || survey.form.title;
  const data = { ...worded(item, title, survey.text(document.description)), config: {} };
  survey.form.add(item, { id: "introduction", question_type: "welcome_screen", data });
}

function addPages(survey: Survey, document: Raw): void {
  const mode = text(document.questionsOnPageMode);
  const isSingle = mode === "singlePage" || document.isSinglePage === true;
  const isOneByOne = mode === "questionPerPage" || mode === "inputPerPage" || mode === "questionOnPage";
  const hidden = records(document.triggers).some(showsLater) ? shownLater : unseen;
  const context: Context = { conditions: [], depth: 0, lost: null, hidden, isEntry: false };
  if (isSingle) survey.pages.start("");
  for (const [index, page] of list(document.pages).map(record).entries()) {
    survey.form.translations.begin();
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
function within(raw: Raw, { conditions, depth, lost, hidden, isEntry }: Context): Context {
  checkDepth(depth);
  const own = text(raw.visibleIf);
  return {
    conditions: [...conditions, ...conditionsOf(raw)],
    depth: depth + 1,
    hidden,
    isEntry,
    lost: lost ?? (raw.visible === false && own === "" ? hidden : null),
  };
}

const shownLater = { code: "hidden", message: "Hidden elements that a trigger or code shows later aren't supported." };

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
  const isNested = inner.isEntry || survey.repeats.isOpen;
  const count = type === "paneldynamic" && !isNested ? fixedCount(raw) : null;
  if (count !== null && !inner.lost) {
    addPanels(survey, { raw, source, count }, inner);
    return;
  }
  if (type === "paneldynamic" && list(raw.templateElements).length > 0) {
    if (!inner.lost && !isNested) addRows(survey, raw, source, inner);
    else addTemplate(survey, raw, source, { ...inner, lost: inner.lost ?? nested(raw) });
    return;
  }
  const item = survey.form.item(placed(source, text(raw.name)));
  const loss = inner.lost ?? lossOf(raw, survey.repeats.isOpen);
  if (loss) item.leaveOut(loss);
  else addItem(survey, { raw, item, conditions: inner.conditions });
}

function addPanel(survey: Survey, raw: Raw, source: string, context: Context): void {
  const inner = within(raw, context);
  survey.form.translations.begin();
  const [title, description] = [survey.text(raw.title), survey.text(raw.description)];
  if (!inner.lost) noteContainer(survey, raw, placed(source, text(raw.name)));
  if (title + description !== "" && !inner.lost) {
    const node = addHeading(survey.form, title, description);
    survey.pending.push({ node, item: null, conditions: inner.conditions });
  }
  addElements(survey, raw, `${source}.`, inner);
}

/** Adds the entries of a dynamic panel that always has the same number of them. */
function addPanels(
  survey: Survey,
  { raw, source, count }: { raw: Raw; source: string; count: number },
  context: Context,
): void {
  noteContainer(survey, raw, placed(source, text(raw.name)));
  const title = survey.text(raw.templateTitle) || survey.text(raw.title) || text(raw.name);
  for (let index = 0; index < count; index++) {
    checkCount(survey.form.nodes.length);
    survey.form.translations.begin();
    const shown = title.replaceAll("{panelIndex}", String(index + 1));
    const node = addHeading(
      survey.form,
      shown === title ? `${title} ${index + 1}` : shown,
      survey.text(raw.description),
    );
    survey.pending.push({ node, item: null, conditions: context.conditions });
    addElements(survey, { elements: panelOf(raw, index) }, `${source}.template[${index}].`, {
      ...context,
      isEntry: true,
    });
  }
}

/** Adds a dynamic panel to which respondents add entries. */
function addRows(survey: Survey, raw: Raw, path: string, context: Context): void {
  const name = text(raw.name);
  const source = placed(path, name);
  noteContainer(survey, raw, source, ["isRequired", "panelAddText"]);
  survey.form.translations.begin();
  const title = survey.text(raw.title) || name;
  const repeat = survey.repeats.start({ name, title, description: survey.text(raw.description), source });
  survey.groupConditions.set(repeat, context.conditions);
  addLabel(survey, repeat, raw.panelAddText);
  if (text(raw.templateTitle) !== "") survey.looks.add("templateTitle");
  limitRows(repeat, rowCountsOf(raw), raw.isRequired === true);
  addTemplate(survey, raw, path, { ...context, conditions: [] });
  survey.repeats.end();
}

const addTemplate = (survey: Survey, { templateElements: elements }: Raw, source: string, context: Context): void =>
  addElements(survey, { elements }, `${source}.template.`, context);

const nested = (raw: Raw): LeftOut => inRepeat(`\`${text(raw.name).slice(0, 60)}\``);

function lossOf(raw: Raw, isInRow: boolean): LeftOut | null {
  const type = text(raw.type);
  if (type === "matrixdynamic" && isInRow && fixedCount(raw) === null) return nested(raw);
  if (type === "matrixdynamic" && list(raw.columns).length === 0 && fixedCount(raw) === null)
    return { code: "repeat_type", message: "It has no columns." };
  if (type === "paneldynamic") return { code: "repeat_type", message: "It has no questions." };
  if (isReadOnly(raw) && (isInRow || !canShow(raw)))
    return { code: "read_only", message: "Read-only questions aren't supported. Respondents would have to answer it." };
  return null;
}
