import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { convertAsked } from "../asked.ts";
import { isRequired } from "../expressions/guards.ts";
import { Scope } from "../expressions/scope.ts";
import { hiddenTarget } from "../expressions/targets.ts";
import { firstEnd } from "../firstEnd.ts";
import { ImportedForm } from "../importedForm.ts";
import { moveBehindRead } from "../order.ts";
import { languageTag, type Raw, record, records, text } from "../values.ts";
import { fitted } from "../wording.ts";
import { type Block, blocksOf, formIn, kindOf, type Page, pagesOf } from "./blocks.ts";
import * as content from "./content.ts";
import type { TallyForm } from "./form.ts";
import { addJumps, type Ends, markReachable, passesIn } from "./jumps.ts";
import { dialect, ruleTerm } from "./logic.ts";
import { addMentions } from "./mentions.ts";
import { addPage, loseBlock, silent } from "./pages.ts";
import { isQuestion } from "./questions.ts";
import { type Rule, Rules } from "./rules.ts";
import { noteSettings, redirectIn } from "./settings.ts";
import { Mentions, mentionPattern, textOf } from "./texts.ts";
import { Variables } from "./variables.ts";

/** Returns whether the document is a form of Tally: its blocks have a group and a type. */
export const isTally = (document: unknown): boolean => Object.keys(formIn(document)).length > 0;

/** Converts a form of Tally's API. */
export function convertTally(document: unknown): ImportedForm {
  const raw = formIn(document);
  const form = new ImportedForm();
  const blocks = blocksOf(raw);
  const tally = openForm(form, blocks);
  const title = blocks.find(({ type }) => type === "FORM_TITLE");
  form.title = fitted(text(raw.name) || content.nameOf(titleOf(tally, title)) || "Form");
  form.language = languageTag(record(raw.settings).language) ?? "en";
  addHiddenFields(tally, blocks);
  for (const page of tally.pages) if (!page.isEnd) addPage(tally, page);
  const ends = addEnds(tally, redirectIn(form, record(raw.settings)));
  noteSettings(form, record(raw.settings), blocks);
  noteLogic(tally, blocks);
  tally.variables.define(tally);
  addMentions(tally);
  moveQuestions(tally);
  convertAsked(tally.asked, tally.scope, { pattern: mentionPattern, isOptional: false });
  requireAnswers(tally);
  addJumps(tally, ends);
  return form;
}

/** A question of a page shows up once a later one is answered. */
function moveQuestions({ scope, asked, names }: TallyForm): void {
  const known = (uuids: Iterable<string>) => new Set([...uuids].flatMap((uuid) => names.get(uuid) ?? []));
  const byRule = new Map<Rule, ReadonlySet<string>>();
  const readBy = (rule: Rule): ReadonlySet<string> => {
    const found = byRule.get(rule) ?? known(rule.reads);
    byRule.set(rule, found);
    return found;
  };
  const questions = asked.map(({ node, item, names: [own = ""], shown, reads, logic }) => {
    const inTexts = known(reads);
    return {
      node,
      item,
      // logic names rows of a matrix, too
      name: node.question_type === "matrix" ? "" : own,
      conditions: shown,
      reads: (name: string) => inTexts.has(name) || logic.some((rule) => readBy(rule).has(name)),
    };
  });
  moveBehindRead(scope, questions);
}

function openForm(form: ImportedForm, blocks: readonly Block[]): TallyForm {
  const pages = pagesOf(blocks);
  const rules = new Rules(pages);
  markReachable(pages, rules);
  return {
    form,
    scope: new Scope(form, dialect),
    asked: [],
    pages,
    rules,
    mentions: new Mentions(blocks),
    variables: new Variables(form, pages),
    names: new Map(),
    questions: new Map(),
    isPassable: passesIn(pages, rules),
    comparisons: 0,
  };
}

const titleOf = ({ mentions }: TallyForm, block: Block | undefined): string =>
  block ? textOf(mentions, block.payload, 0) || text(block.payload.title) : "";

function addHiddenFields({ form, scope, names }: TallyForm, blocks: readonly Block[]): void {
  const given = blocks.filter(({ type }) => type === "HIDDEN_FIELDS");
  for (const { uuid, name: value } of given.flatMap(({ payload }) => records(payload.hiddenFields ?? payload.fields))) {
    const name = text(value);
    if (name === "" || names.has(text(uuid))) continue;
    const key = form.freeId(name);
    form.hiddenFields.push(key);
    names.set(text(uuid) || `hidden ${key}`, `hidden ${key}`);
    scope.add(`hidden ${key}`, hiddenTarget(key));
    if (key !== name) form.note("changed", "hidden", `hidden ${name}`, `The hidden field “${name}” is named “${key}”.`);
  }
}

/** Adds the thank-you pages, the first of which is the default one. All redirect if the form does. */
function addEnds(tally: TallyForm, redirect: Raw | null): Ends {
  const { form, pages } = tally;
  const ends = new Map<Page, GraphNode>();
  for (const page of pages.filter(({ isEnd }) => isEnd)) {
    const source = page.blocks[0] ? `blocks[${page.blocks[0].at}]` : "thank-you page";
    const item = form.item(source);
    const words = content.endWords(tally, page, item);
    const node = form.add(item, {
      id: "end",
      question_type: "end_screen",
      data: { ...words, config: { ...redirect } },
    });
    content.addImages(item, node, page.blocks);
    tally.asked.push({ item, node, names: [], shown: [], rules: [], reads: [], logic: [] });
    ends.set(page, node);
    for (const block of page.blocks)
      if (isQuestion(kindOf(block))) form.item(`blocks[${block.at}]`).lost("end_question", "It comes after the form.");
      else if (!content.isContent(block) && !silent.has(block.type) && block.type !== "DIVIDER")
        loseBlock(tally, block);
  }
  if (ends.size === 0 && redirect && form.nodes.length > 0) firstEnd(form).data.config = redirect;
  return ends;
}

/** Notes logic that acts on nothing, or that has no counterpart. */
function noteLogic({ form, rules, pages }: TallyForm, blocks: readonly Block[]): void {
  for (const { rule } of pages.filter(({ isEnd }) => isEnd).flatMap(({ at }) => rules.jumps.get(at) ?? []))
    form.note("lost", "jump", rule.source, "A jump isn't imported: it comes after the form.");
  for (const { rule, type } of rules.others) {
    const isButton = type === "HIDE_BUTTON_TO_DISABLE_COMPLETION";
    const what = isButton
      ? "Logic can't keep respondents from submitting"
      : `The action “${type.slice(0, 60)}” isn't supported`;
    form.note("lost", "logic", rule.source, `${what}. Add a rule for the answer in the builder.`);
  }
  const known = new Set(blocks.flatMap(({ uuid, group }) => [uuid, group]));
  for (const [uuid, [effect]] of rules.targets)
    if (effect && !known.has(uuid))
      form.note("lost", "logic", effect.rule.source, "Logic shows or hides a block that isn't in the form.");
}

/** Requires answers that logic requires of all who see the question. Notes the others. */
function requireAnswers(tally: TallyForm): void {
  const { rules, names, scope, form } = tally;
  const asked = new Map(tally.asked.flatMap((one) => one.names.map((name) => [name, one] as const)));
  const left = new Set(form.nodes);
  for (const [uuid, actions] of rules.required) {
    const found = asked.get(names.get(uuid) ?? "");
    if (!found || !left.has(found.node)) {
      form.note("lost", "required", actions[0]?.rule.source ?? "", "Logic requires an answer that isn't in the form.");
      continue;
    }
    if (found.node.data.is_required === true) continue;
    const { page } = tally.questions.get(names.get(uuid) ?? "") ?? { page: 0 };
    const isSure = actions.some(({ rule }) => {
      const written = { source: rule.source, parse: () => ruleTerm(tally, rule, page) };
      return isRequired(found.node, written, scope) === true;
    });
    if (isSure) found.node.data.is_required = true;
    else found.item.lostPart("required", "Logic requires its answer of some respondents. It is optional for all.");
  }
}
