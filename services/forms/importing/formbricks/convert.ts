import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { convertAsked } from "../asked.ts";
import { casesOf } from "../expressions/evaluate.ts";
import { attempt } from "../expressions/guards.ts";
import { Scope } from "../expressions/scope.ts";
import { hiddenTarget } from "../expressions/targets.ts";
import { call, nameTerm, valueTerm } from "../expressions/terms.ts";
import { constant } from "../expressions/values.ts";
import { ImportedForm, type Item, placed, unreachable } from "../importedForm.ts";
import { PageBuilder } from "../pageBuilder.ts";
import { checkCount, languageTag, list, type Raw, record, records, text } from "../values.ts";
import { fitted } from "../wording.ts";
import { addJumps, passesIn, reachableBlocks } from "./jumps.ts";
import { dialect } from "./logic.ts";
import { addElement } from "./questions.ts";
import {
  addMedia,
  type Block,
  blocksOf,
  linkOf,
  type Part,
  recallPattern,
  type Survey,
  surveyIn,
  textOf,
  wordsOf,
} from "./survey.ts";
import { Variables } from "./variables.ts";

/** Returns whether the document is a survey of Formbricks: its questions have a headline and a type. */
export const isFormbricks = (document: unknown): boolean => Object.keys(surveyIn(document)).length > 0;

/** Converts a survey of Formbricks' management API, with blocks or with questions. */
export function convertFormbricks(document: unknown): ImportedForm {
  const raw = surveyIn(document);
  const form = new ImportedForm();
  form.title = fitted(text(raw.name) || "Survey");
  const language = records(raw.languages).find((one) => one.default === true);
  form.language = languageTag(record(language?.language).code) ?? "en";
  const survey = openSurvey(form, raw);
  addHiddenFields(survey, record(raw.hiddenFields));
  addWelcome(survey, record(raw.welcomeCard));
  for (const block of survey.blocks) addBlock(survey, block);
  const endings = addEndings(survey, raw);
  if (records(raw.followUps).length > 0)
    form.note("lost", "follow_ups", "followUps", "Emails after a response aren't imported. Add them as notifications.");
  survey.variables.define(survey);
  addRecalls(survey);
  convertAsked(survey.asked, survey.scope, { pattern: recallPattern, isOptional: false });
  for (const block of survey.blocks) addJumps(survey, block, endings);
  return form;
}

function openSurvey(form: ImportedForm, raw: Raw): Survey {
  const blocks = blocksOf(raw);
  const reachable = reachableBlocks(blocks);
  for (const block of blocks) block.isReachable = reachable.has(block.at);
  // the first one of an ID counts
  const questions = blocks
    .toReversed()
    .flatMap(({ elements, at }) =>
      elements
        .toReversed()
        .map((one): [string, { raw: Raw; block: number }] => [text(one.id), { raw: one, block: at }]),
    );
  return {
    form,
    scope: new Scope(form, dialect),
    asked: [],
    blocks,
    questions: new Map(questions),
    variables: new Variables(form, raw, blocks),
    isPassable: passesIn(blocks),
    readIds: new Set(
      blocks.flatMap((block) => records(block.raw.logic).flatMap(({ conditions }) => idsIn(conditions))),
    ),
    recalls: new Set(),
  };
}

/** Returns the IDs that conditions read. The document's depth is limited. */
function idsIn(conditions: unknown): string[] {
  const { leftOperand, rightOperand, conditions: parts } = record(conditions);
  return [...[leftOperand, rightOperand].map((it) => text(record(it).value)), ...list(parts).flatMap(idsIn)];
}

function addHiddenFields({ form, scope }: Survey, { enabled, fieldIds }: Raw): void {
  for (const name of enabled === false ? [] : list(fieldIds).map(text).filter(Boolean)) {
    if (scope.has(name)) continue;
    const key = form.freeId(name);
    form.hiddenFields.push(key);
    scope.add(name, hiddenTarget(key));
    if (key !== name) form.note("changed", "hidden", `hidden ${name}`, `The hidden field “${name}” is named “${key}”.`);
  }
}

function addWelcome(survey: Survey, raw: Raw): void {
  if (raw.enabled !== true) return;
  const item = survey.form.item(placed("welcomeCard", titleOf(raw)));
  const part = { item, block: 0 };
  const words = wordsOf(survey, part, { ...raw, id: "Welcome" });
  const button = textOf(survey, part, raw.buttonLabel);
  const data = { ...words, config: button ? { button_text: fitted(button) } : {} };
  const node = survey.form.add(item, { id: "welcome", question_type: "welcome_screen", data });
  survey.asked.push({ item, node, names: [], shown: [], rules: [] });
  addMedia(part, node, text(raw.fileUrl), text(raw.videoUrl));
}

const titleOf = ({ headline }: Raw): string =>
  (typeof headline === "string" ? headline : text(record(headline).default)).replace(/<[^<>]*>/g, "").trim();

/** Questions of a block are a page. */
function addBlock(survey: Survey, block: Block): void {
  const { form } = survey;
  const pages = new PageBuilder(form);
  form.translations.begin();
  pages.start("");
  for (const [at, raw] of block.elements.entries()) {
    checkCount(form.items.length);
    const item = form.item(placed(block.sourceOf(at), titleOf(raw)));
    const id = text(raw.id);
    const isFirst = survey.questions.get(id)?.raw === raw;
    if (isFirst && block.isReachable) addElement(survey, { item, block: block.at, id, raw, owner: block });
    else if (isFirst) leaveOut(survey, item, id);
    else item.lost("duplicate_id", `Another question has the ID “${fitted(id, 60)}”.`);
  }
  pages.end();
}

/** Logic reads it as a question without an answer. */
function leaveOut({ scope }: Survey, item: Item, id: string): void {
  item.leaveOut(unreachable);
  scope.add(id, constant(""));
}

/** Adds the endings, the first of which is the default one. Returns their nodes by ID. */
function addEndings(survey: Survey, raw: Raw): ReadonlyMap<string, GraphNode> {
  const thanks = record(raw.thankYouCard);
  const old = thanks.enabled === true ? [{ ...thanks, id: "end", type: "endScreen" }] : [];
  const endings = records(raw.endings).map((one, at) => ({ one, source: `endings[${at}]` }));
  const all = endings.length > 0 ? endings : old.map((one) => ({ one, source: "thankYouCard" }));
  return new Map(all.map(({ one, source }) => [text(record(one).id), addEnding(survey, record(one), source)]));
}

function addEnding(survey: Survey, raw: Raw, source: string): GraphNode {
  const { form } = survey;
  const item = form.item(placed(source, titleOf(raw)));
  const part = { item, block: survey.blocks.length };
  const isRedirect = text(raw.type) === "redirectToUrl";
  const data = isRedirect
    ? { config: redirectOf(item, text(raw.url)) }
    : { ...endTexts(survey, part, raw), config: {} };
  const node = form.add(item, { id: text(raw.id) || "end", question_type: "end_screen", data });
  survey.asked.push({ item, node, names: [], shown: [], rules: [] });
  addMedia(part, node, text(raw.imageUrl), text(raw.videoUrl));
  return node;
}

/** Its button opens a page, so it is a link. */
function endTexts(survey: Survey, part: Part, raw: Raw) {
  const label = textOf(survey, part, raw.buttonLabel);
  const url = text(raw.buttonLink);
  const link = url === "" ? "" : linkOf(label || url, url);
  if (url !== "" && link === "") part.item.lostPart("link", "The address that its button opens isn't imported.");
  return wordsOf(survey, part, { ...raw, id: "Thank you" }, link);
}

function redirectOf(item: Item, url: string): Raw {
  if (url.startsWith("https://") && URL.canParse(url) && !url.includes("#recall:"))
    return { redirect_url: url, redirect_delay_s: 0 };
  item.lostPart("redirect", `Redirects need https, so “${fitted(url, 200)}” isn't imported.`);
  return {};
}

/** Gives a name to each value that texts insert: the answer, or other words without one. */
function addRecalls(survey: Survey): void {
  const { scope, variables } = survey;
  for (const name of survey.recalls) {
    const [, id = "", block = "", fallback = ""] = /^([\w-]+)@(\d+)\/fallback:(.*)$/.exec(name) ?? [];
    const place = { block: Number(block), rule: -1, action: -1 };
    const isVariable = variables.has(id);
    const found = attempt(
      () => {
        const term = isVariable ? variables.valueAt(survey, id, place) : nameTerm(id);
        const value = casesOf(term, scope);
        const text = term.kind === "name" ? scope.insertions.get(term.name) : undefined;
        if (text !== undefined && fallback === "") scope.insertions.set(name, text);
        return fallback === "" || isCertain(survey, id, place.block)
          ? value
          : casesOf(call("coalesce", term, valueTerm(fallback)), scope);
      },
      ({ message, cause }) => scope.lose(name, message, cause),
    );
    if (found) scope.add(name, found);
  }
}

/** Whether a question, or a number that is computed, always has a value. */
function isCertain({ questions, isPassable, variables }: Survey, id: string, reader: number): boolean {
  const question = questions.get(id);
  if (!question) return variables.isNumber(id);
  return question.raw.required === true && !isPassable(question.block, reader) && question.raw.type !== "cta";
}
