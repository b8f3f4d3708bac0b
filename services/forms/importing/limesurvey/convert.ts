import { convertAsked } from "../asked.ts";
import type { Written } from "../expressions/guards.ts";
import { plainDialect, Scope } from "../expressions/scope.ts";
import { constant } from "../expressions/values.ts";
import { ImportedForm, type Item, unseen } from "../importedForm.ts";
import { PageBuilder } from "../pageBuilder.ts";
import { Refusal } from "../refusal.ts";
import { checkCount } from "../values.ts";
import { fitted, worded } from "../wording.ts";
import type { Tables } from "./document.ts";
import { parseLogic, withoutBraces, writtenIn } from "./logic.ts";
import { type Current, idOf, type Lss, loseAnswer, nameAnswer, textOf } from "./lss.ts";
import { addTyped } from "./questions.ts";
import { cell, LimeSurvey, type LssQuestion } from "./survey.ts";

/** Converts a survey of LimeSurvey. Its groups become pages. */
export function convertLimeSurvey(tables: Tables): ImportedForm {
  const form = new ImportedForm();
  const survey = new LimeSurvey(tables, form);
  const lss: Lss = { form, survey, scope: new Scope(form, plainDialect), asked: [] };
  form.title = fitted(survey.text("survey", "surveyls_title").text);
  if (survey.questions.length === 0)
    throw new Refusal("file: the survey has no questions; export its structure (.lss)");
  addWelcome(lss);
  for (const group of survey.groups) addGroup(lss, group.gid, writtenIn(group.relevance));
  const grouped = new Set(survey.groups.map(({ gid }) => gid));
  for (const question of survey.questions) if (!grouped.has(question.gid)) addQuestion(lss, question, []);
  addEnd(lss);
  noteTables(lss);
  convertAsked(lss.asked, lss.scope, { pattern: /\{(?!\s)([^{}\n]{1,500}?)(?<!\s)\}/g, isOptional: false });
  return form;
}

function addWelcome(lss: Lss): void {
  const { form, survey } = lss;
  if (["surveyls_description", "surveyls_welcometext"].every((column) => survey.text("survey", column).text === ""))
    return;
  const item = form.item("surveyls_welcometext");
  const [title, ...texts] = ["title", "description", "welcometext"].map((column) =>
    textOf(lss, item, "survey", `surveyls_${column}`),
  );
  const data = { ...worded(item, title || "Welcome", texts.filter(Boolean).join("\n\n")), config: {} };
  const node = form.add(item, { id: "welcome", question_type: "welcome_screen", data });
  lss.asked.push({ item, node, names: [], shown: [], rules: [] });
}

function addEnd(lss: Lss): void {
  const { form, survey } = lss;
  form.translations.begin();
  if (survey.text("survey", "surveyls_endtext").text === "" && survey.text("survey", "surveyls_url").text === "")
    return;
  const item = form.item("surveyls_endtext");
  const [text = "", url = ""] = ["endtext", "url"].map((column) => textOf(lss, item, "survey", `surveyls_${column}`));
  const isRedirect = cell(survey.settings, "autoredirect") === "Y" && url.startsWith("https://") && URL.canParse(url);
  const data = {
    ...worded(item, text || "Thank you", isRedirect ? "" : url),
    config: isRedirect ? { redirect_url: url } : {},
  };
  form.add(item, { id: "end", question_type: "end_screen", data });
}

function addGroup(lss: Lss, gid: string, shown: Written[]): void {
  const { form, survey } = lss;
  const pages = new PageBuilder(form);
  form.translations.begin();
  const [title, description] = ["group_name", "description"].map((column) => survey.text(`group ${gid}`, column).text);
  pages.start(fitted(title ?? ""), fitted(description ?? "", 5000));
  for (const question of survey.questions) if (question.gid === gid) addQuestion(lss, question, shown);
  pages.end();
}

function addQuestion(lss: Lss, question: LssQuestion, shown: Written[]): void {
  const { form, survey } = lss;
  checkCount(form.items.length);
  const item = form.item(`question ${question.code.slice(0, 60)}`);
  const current: Current = { question, item, shown: [...shown, ...writtenIn(question.relevance)] };
  if (question.type === "*") {
    addEquation(lss, current);
    return;
  }
  if (survey.attribute(question, "hidden") === "1") {
    item.leaveOut(unseen);
    nameAnswer(lss, question, "", constant(""));
    return;
  }
  if (!addTyped(lss, current)) {
    item.lost("type", `The type \`${fitted(question.type, 20)}\` isn't known.`);
    loseAnswer(lss, question);
    return;
  }
  addRule(lss, current);
  noteAttributes(lss, question, item);
  if (survey.subquestions(question).some(({ relevance }) => writtenIn(relevance).length > 0))
    item.lostPart("option_condition", "Its options or rows are always shown.");
  if (survey.hasPartDefaults(question))
    item.lostPart("default", "Default answers of its options or rows aren't imported.");
  if (survey.hasOldConditions(question))
    item.lostPart("condition", "Its conditions of an old version aren't imported.");
}

/** An equation becomes a calculation, if it is one expression. */
function addEquation({ survey, scope }: Lss, { question, item, shown }: Current): void {
  const source = withoutBraces(survey.equationOf(question));
  const definition = {
    item,
    name: question.code,
    title: fitted(question.code),
    source,
    decimals: 6,
    parse: () => parseLogic(source),
    shown: shown.map(({ parse }) => parse),
  };
  scope.define(question.code, definition);
  const id = idOf({ survey }, question, "");
  scope.lose(id, `\`${id}\` is an equation, which is read by its code`);
  if (survey.attribute(question, "hidden") !== "1")
    item.changed("calculated_question", "Converted to a calculation. Respondents don't see it.");
}

/** Adds the expression that must hold for the answer. */
function addRule({ survey, asked }: Lss, { question, item }: Current): void {
  const source = withoutBraces(survey.attribute(question, "em_validation_q"));
  const one = asked.findLast((it) => it.item === item);
  if (source === "" || !one) return;
  const message = survey.attribute(question, "em_validation_q_tip");
  const written = { source, parse: () => parseLogic(source, question.code) };
  asked[asked.lastIndexOf(one)] = { ...one, rules: [{ written, message }] };
}

/** Attributes that change what respondents see or may answer. The others have no effect here, or are read with their type. */
const noticed = new Map([
  ["array_filter", "filter"],
  ["array_filter_exclude", "filter"],
  ["em_validation_sq", "validation of rows"],
  ["random_group", "random order of groups"],
  ["time_limit", "time limit"],
  ["prefix", "text before the answer"],
  ["suffix", "text after the answer"],
  ["equals_num_value", "sum of the answers"],
  ["min_num_value", "sum of the answers"],
  ["max_num_value", "sum of the answers"],
]);

function noteAttributes({ survey }: Lss, question: LssQuestion, item: Item): void {
  const names = [...noticed].flatMap(([name, what]) => (survey.attribute(question, name) === "" ? [] : [what]));
  if (names.length > 0) item.lostPart("attribute", `Not imported: ${[...new Set(names)].join(", ")}.`);
}

/** Notes tables of a survey that aren't read. */
function noteTables({ form, survey }: Lss): void {
  for (const [table, what] of Object.entries({ quota: "quotas", assessments: "messages of assessments" }))
    if (survey.rows(table).length > 0) form.note("lost", table, table, `Not imported: ${what}.`);
  if (cell(survey.settings, "format") === "S") form.note("changed", "format", "surveys", "Each group is a page.");
}
