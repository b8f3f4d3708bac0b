import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { addDefault } from "../defaultAnswers.ts";
import { convertDefinitions } from "../expressions/evaluate.ts";
import { attempt, guard, relate, require, type Written } from "../expressions/guards.ts";
import { type Dialect, Scope } from "../expressions/scope.ts";
import { targetOf } from "../expressions/targets.ts";
import { type Case, constant } from "../expressions/values.ts";
import { ImportedForm, type Item, type LeftOut, unseen } from "../importedForm.ts";
import { addHeading, PageBuilder } from "../pageBuilder.ts";
import { foldRepeats, inRepeat, limitRows, onlyInRows, type Repeat, Repeats, rowCalculation } from "../repeats.ts";
import { addFixedAnswer, noAnswer } from "../screens.ts";
import { unseenValue } from "../shownValue.ts";
import { checkCount, checkDepth, list, type Raw, record, records, text, whole } from "../values.ts";
import { fitted, worded } from "../wording.ts";
import { hasPoints, initialOf, shownInitial, type ValueSets, valueSetsOf } from "./choices.ts";
import { conditionsOf, writtenPath } from "./conditions.ts";
import {
  elementValue,
  expression,
  extensions,
  extensionValue,
  itemControl,
  readTexts,
  titleOf,
  unsupportedExtensions,
} from "./extensions.ts";
import { parseFhirPath } from "./fhirPath.ts";
import { kindOf, kindsOf } from "./kinds.ts";
import { type PathItem, type Questionnaire, withoutPaths } from "./paths.ts";
import { fhirQuestion, hasOptions } from "./questions.ts";
import { ShownValues } from "./shownValues.ts";

/** Settings of the groups around an item. */
interface Context {
  conditions: Written[];
  depth: number;
  /** why all of its items are lost, such as a repeat */
  lost: LeftOut | null;
  /** question that the item belongs to */
  parent: GraphNode | null;
}

/** How FHIRPath computes and compares. */
const dialect: Dialect = {
  ignoresCase: false,
  setEquals: "equals_set",
  missing: "unknown",
  needsAll: false,
  hasEmptyText: false,
  ordersEmpty: false,
  hasUnknown: true,
  needsBoolean: false,
  hasTextTruths: false,
  countsDays: false,
  comparesLoosely: false,
  times: "seconds",
};

/** A node whose conditions and rules are converted when all names are known. */
interface Pending {
  node: GraphNode;
  /** null if other nodes note the same conditions */
  item: Item | null;
  conditions: readonly Written[];
  /** of a question, for its rules */
  raw?: Raw;
  /** a calculated item, whose value it shows */
  shows?: Raw;
}

/** Converts the items of a questionnaire in their order, then conditions with the calculations that they read. */
export class FhirConverter {
  readonly form = new ImportedForm();
  private readonly scope = new Scope(this.form, dialect);
  private readonly pages = new PageBuilder(this.form);
  private readonly repeats = new Repeats(this.form);
  private readonly sets: ValueSets;
  /** items whose answers `enableWhen` compares with a value */
  private readonly compared: ReadonlySet<string>;
  private readonly questionnaire: Questionnaire;
  private readonly pending: Pending[] = [];
  private readonly shown = new ShownValues(this.scope);
  private readonly groupConditions = new Map<Repeat, readonly Written[]>();

  constructor(document: Raw) {
    this.sets = valueSetsOf(document);
    this.compared = comparedItems(document);
    this.questionnaire = {
      roots: pathItems(document, this.sets, 0),
      variables: variablesOf(document, new Map()),
      self: null,
      kinds: kindsOf(document),
    };
  }

  convert(document: Raw): ImportedForm {
    this.noteRules(document, "questionnaire");
    readTexts(document, this.form.translations);
    for (const key of ["description", "copyright"])
      if (text(document[key]) !== "")
        this.form.note("lost", key, key, `The ${key} of the questionnaire isn't shown to respondents.`);
    this.items(document, { conditions: [], depth: 0, lost: null, parent: null });
    this.relateRepeats();
    for (const pending of this.pending) if (!this.repeats.of(pending.node)) this.convertPending(pending);
    convertDefinitions(this.scope);
    this.shown.moveScores();
    return this.form;
  }

  private items(of: Raw, context: Context): void {
    for (const raw of list(of.item).map(record)) {
      checkCount(this.form.items.length);
      if (text(raw.type) === "group") this.group(raw, context);
      else this.leaf(raw, context);
    }
  }

  private group(raw: Raw, context: Context): void {
    checkDepth(context.depth);
    const inner = this.within(raw, context);
    this.noteGroup(raw);
    if (raw.repeats === true && !inner.lost) {
      this.repeated(raw, inner);
      return;
    }
    if (inner.lost || !hasQuestions(raw)) {
      this.headed(raw, inner);
      this.items(raw, inner);
      return;
    }
    const opensPage = !this.pages.isOpen && !this.repeats.isOpen;
    if (opensPage) this.pages.start(titleOf(raw));
    else this.headed(raw, inner);
    this.items(raw, inner);
    if (opensPage) this.pages.end();
  }

  /** Adds a group that respondents fill in several times as a question with rows. */
  private repeated(raw: Raw, context: Context): void {
    const name = text(raw.linkId);
    const repeat = this.repeats.start({ name, title: titleOf(raw), source: sourceOf(raw) });
    this.groupConditions.set(repeat, context.conditions);
    this.limit(repeat, raw);
    this.items(raw, { ...context, conditions: [], parent: null });
    this.repeats.end();
  }

  private limit(repeat: Repeat, raw: Raw): void {
    const min = whole(extensionValue(raw, "questionnaire-minOccurs"), 0, Number.MAX_SAFE_INTEGER) ?? 0;
    const max =
      whole(extensionValue(raw, "questionnaire-maxOccurs"), 1, Number.MAX_SAFE_INTEGER) ?? Number.MAX_SAFE_INTEGER;
    limitRows(repeat, { min, max: Math.max(min, max), start: 0 }, raw.required === true);
  }

  /** Converts the conditions of questions with rows, and of their fields. */
  private relateRepeats(): void {
    const { form, scope, repeats, groupConditions } = this;
    const inRows = Map.groupBy(this.pending, ({ node }) => repeats.of(node));
    foldRepeats(form, scope, repeats, {
      questions: (repeat) => {
        for (const pending of inRows.get(repeat) ?? []) this.convertPending(pending);
      },
      group: (repeat) => guard(repeat.group, repeat.node, groupConditions.get(repeat) ?? [], scope),
    });
  }

  /** Shows the title of a group that isn't a page of its own. */
  private headed(raw: Raw, { lost, conditions }: Context): void {
    const title = titleOf(raw);
    if (lost || title === "" || title === this.form.title) return;
    const node = addHeading(this.form, title);
    this.pending.push({ node, item: null, conditions });
  }

  private noteGroup(raw: Raw): void {
    this.form.translations.begin();
    readTexts(raw, this.form.translations);
    for (const [code, message] of unsupportedExtensions(raw)) this.form.note("lost", code, sourceOf(raw), message);
    this.noteRules(raw, sourceOf(raw));
  }

  /** Notes rules between the answers of a group. Only questions have rules here. */
  private noteRules(raw: Raw, source: string): void {
    for (const { message } of rulesOf(raw))
      this.form.note("lost", "rule", source, fitted(`Its answers aren't checked by the rule: ${message}`, 500));
    if (raw.required === true && text(raw.type) === "group" && raw.repeats !== true)
      this.form.note("lost", "required", source, "Respondents can leave all of its questions unanswered.");
  }

  private within(raw: Raw, context: Context): Context {
    const conditions = [...context.conditions, ...conditionsOf(raw, this.questionnaire)];
    return { ...context, depth: context.depth + 1, conditions, lost: context.lost ?? lossOfGroup(raw, this.repeats) };
  }

  private leaf(raw: Raw, context: Context): void {
    checkDepth(context.depth);
    const item = this.form.item(sourceOf(raw));
    const path = expression(raw, "sdc-questionnaire-calculatedExpression");
    const loss = context.lost ?? lossOfItem(raw, path !== null, this.repeats);
    const inner = this.within(raw, context);
    if (loss && !context.lost && hasInitial(raw)) this.scope.add(text(raw.linkId), fixedAnswer(raw));
    const node = loss ? item.leaveOut(loss) : this.add(item, raw, path, inner);
    const isHidden = extensionValue(raw, "questionnaire-hidden") === true;
    const lost = context.lost ?? (isHidden ? (loss ?? unseen) : null);
    this.items(raw, { ...inner, lost, parent: node ?? null });
  }

  private add(item: Item, raw: Raw, path: string | null, context: Context): GraphNode | null {
    this.noteParts(item, raw);
    if (path !== null && this.repeats.isOpen) {
      item.leaveOut(rowCalculation);
      return null;
    }
    if (path !== null) {
      const isFirst = !this.scope.has(text(raw.linkId));
      this.calculation(item, raw, path);
      if (extensionValue(raw, "questionnaire-hidden") === true) return null;
      if (isFirst) this.showValue(item, raw, context);
      else item.changed("calculated_question", unseenValue);
      return null;
    }
    if (text(raw.type) === "display") return this.display(item, raw, context);
    if (isReadOnly(raw)) return this.fixed(item, raw, context);
    if (this.isSeveralAnswers(raw)) return this.answers(item, raw, context);
    const question = fhirQuestion(item, raw, this.sets);
    if (!question) {
      item.lost("type", `The item type \`${text(raw.type).slice(0, 60)}\` isn't supported.`);
      return null;
    }
    const { question_type, config, options } = question;
    const data = { ...this.texts(item, raw), is_required: raw.required === true, config };
    const node = this.form.add(item, { id: text(raw.linkId), name: text(raw.linkId), question_type, data });
    const initial = initialOf(raw);
    if (initial) addDefault(item, node, initial, options?.values);
    const lacksOptions = options !== undefined && !("options" in config);
    if (this.repeats.isOpen) this.nameField(node, text(raw.linkId), context);
    else this.scope.add(text(raw.linkId), { ...targetOf(node, options?.values), lacksOptions });
    this.pending.push({ node, item, conditions: context.conditions, raw });
    return node;
  }

  /** Whether a question takes several texts, numbers or dates. Conditions that compare one of them need a single answer. */
  private isSeveralAnswers(raw: Raw): boolean {
    const isPlain = raw.repeats === true && severalTypes.has(text(raw.type)) && !hasOptions(raw) && !hasInitial(raw);
    const isCompared = this.compared.has(text(raw.linkId));
    return isPlain && !isCompared && !this.repeats.isOpen && list(raw.item).length === 0;
  }

  /** Adds a question with several answers as rows with one field. */
  private answers(item: Item, raw: Raw, context: Context): null {
    const name = text(raw.linkId);
    const { title = name } = this.texts(item, raw);
    const question = fhirQuestion(item, { ...raw, repeats: false }, this.sets);
    if (!question) return null;
    const repeat = this.repeats.start({ name, title, source: sourceOf(raw), item });
    this.groupConditions.set(repeat, context.conditions);
    this.limit(repeat, raw);
    const { question_type, config } = question;
    const node = this.form.add(item, { id: name, question_type, data: { title, is_required: true, config } });
    this.nameField(node, name, { ...context, conditions: [] });
    this.pending.push({ node, item, conditions: [], raw });
    this.repeats.end();
    return null;
  }

  /** Shows the answer of an item that no one can change. */
  private fixed(item: Item, raw: Raw, { conditions }: Context): GraphNode {
    const id = text(raw.linkId);
    const shown = shownInitial(raw).join(", ");
    const node = addFixedAnswer(this.form, item, { id, title: titleOf(raw) || id || "…", shown });
    if (shown === "") this.scope.lose(id, noAnswer(id));
    else this.scope.add(id, fixedAnswer(raw));
    this.pending.push({ node, item, conditions });
    return node;
  }

  private nameField(node: GraphNode, name: string, { conditions }: Context): void {
    this.repeats.name(node, { name, readBy: [name], isConditional: conditions.length > 0 });
    this.scope.lose(name, onlyInRows(name));
  }

  private convertPending({ node, item, conditions, raw, shows }: Pending): void {
    if (item && shows && !this.shown.insert(node, item, shows)) return;
    const isShown = relate({ item, node, names: [text(raw?.linkId)], shown: conditions }, this.scope);
    if (isShown && item && raw) this.addRules(item, node, raw);
  }

  private addRules(item: Item, node: GraphNode, raw: Raw): void {
    const self = pathItemOf(raw);
    for (const { source, message } of rulesOf(raw))
      require(item, node, writtenPath(source, { ...this.questionnaire, self }), message, this.scope);
  }

  private display(item: Item, raw: Raw, { conditions, parent }: Context): GraphNode | null {
    const title = titleOf(raw);
    if (parent && helpControls.has(itemControl(raw))) {
      const description = [parent.data.description, title].filter(Boolean).join("\n\n");
      parent.data.description = fitted(description, 5000);
      item.nodeId = parent.id;
      this.form.translations.join(parent.id);
      return null;
    }
    const node = this.form.add(item, {
      id: text(raw.linkId),
      question_type: "welcome_screen",
      data: { ...worded(item, title || "…"), config: { button_text: "Continue" } },
    });
    this.pending.push({ node, item, conditions });
    return node;
  }

  private calculation(item: Item, raw: Raw, path: string): void {
    const name = text(raw.linkId);
    const variables = variablesOf(raw, this.questionnaire.variables);
    const decimals = text(raw.type) === "integer" ? 0 : undefined;
    this.scope.define(name, {
      item,
      name,
      title: fitted(titleOf(raw) || name),
      source: path,
      ...(decimals !== undefined && { decimals }),
      parse: () => withoutPaths(parseFhirPath(path), { ...this.questionnaire, variables }),
    });
  }

  /** Adds a screen for a calculated value. `ShownValues` inserts it when all names are known. */
  private showValue(item: Item, raw: Raw, { conditions }: Context): void {
    const data = { ...this.texts(item, raw), config: { button_text: "Continue" } };
    const node = this.form.add(item, { id: `${text(raw.linkId)}_shown`, question_type: "welcome_screen", data });
    this.pending.push({ node, item, conditions, shows: raw });
  }

  private texts(item: Item, raw: Raw) {
    const title = titleOf(raw);
    const name = text(raw.linkId) || "Question";
    if (title === "") item.changed("title", "The item has no text. Its link ID is the title.");
    return worded(item, title || name);
  }

  private noteParts(item: Item, raw: Raw): void {
    readTexts(raw, this.form.translations);
    for (const [code, message] of unsupportedExtensions(raw)) item.lostPart(code, message);
  }
}

const severalTypes = new Set("string text url integer decimal quantity date dateTime instant time".split(" "));

function comparedItems(of: Raw, found = new Set<string>()): Set<string> {
  for (const raw of records(of.item)) {
    for (const { question, operator } of records(raw.enableWhen)) if (operator !== "exists") found.add(text(question));
    comparedItems(raw, found);
  }
  return found;
}

const helpControls = new Set(["help", "prompt", "unit", "lower", "upper", "flyover", "legal", "feedback"]);

const sourceOf = (raw: Raw): string => `linkId ${text(raw.linkId).slice(0, 200)}`;

/** Whether a group has anything but groups, so that it becomes a page. */
const hasQuestions = (raw: Raw): boolean => records(raw.item).some(({ type }) => type !== "group");

/** A value that no one sees, but that conditions or programs read. */
const hiddenValue = { code: "hidden", message: "Hidden items with a value aren't supported." };

function lossOfGroup(raw: Raw, repeats: Repeats) {
  if (extensionValue(raw, "questionnaire-hidden") === true) return unseen;
  if (raw.repeats !== true || text(raw.type) !== "group" || !repeats.isOpen) return null;
  return inRepeat(`the group ${sourceOf(raw)}`);
}

function lossOfItem(raw: Raw, isCalculated: boolean, { isOpen }: Repeats) {
  if (isCalculated) return null;
  if (extensionValue(raw, "questionnaire-hidden") === true) return hasInitial(raw) ? hiddenValue : unseen;
  if (!isReadOnly(raw) || !isOpen) return null;
  return { code: "read_only", message: "Read-only items aren't supported. Respondents would have to answer it." };
}

const isReadOnly = (raw: Raw): boolean => raw.readOnly === true && text(raw.type) !== "display";

function pathItems(of: Raw, sets: ValueSets, depth: number): PathItem[] {
  checkDepth(depth);
  return records(of.item).map((raw) => ({
    linkId: text(raw.linkId),
    children: pathItems(raw, sets, depth + 1),
    isUnasked: ["group", "display"].includes(text(raw.type)) || isCalculated(raw),
    hasPoints: hasPoints(raw, sets),
    kind: kindOf(raw),
  }));
}

const hasInitial = (raw: Raw): boolean =>
  list(raw.initial).length > 0 || Object.keys(raw).some((key) => /^initial[A-Z]/.test(key));

/** Returns the answer of an item that no one can change. */
function fixedAnswer(raw: Raw): Case[] {
  const [first] = records(raw.initial);
  const value = first ? elementValue(first) : raw[Object.keys(raw).find((key) => /^initial[A-Z]/.test(key)) ?? ""];
  const coding = record(value);
  const fixed = typeof value === "object" ? (coding.code ?? coding.value ?? coding.display) : value;
  return ["string", "number", "boolean"].includes(typeof fixed) ? constant(fixed as string) : constant("");
}

interface Rule {
  source: string;
  message: string;
}

/** Returns the rules of an item or questionnaire. */
const rulesOf = (raw: Raw): Rule[] =>
  [...extensions(raw, "questionnaire-constraint"), ...extensions(raw, "targetConstraint")].map((constraint) => {
    const part = (name: string) => elementValue(records(constraint.extension).find(({ url }) => url === name) ?? null);
    const value = part("expression");
    return { source: text(value) || text(record(value).expression), message: text(part("human")) };
  });

const isCalculated = (raw: Raw): boolean => expression(raw, "sdc-questionnaire-calculatedExpression") !== null;

const pathItemOf = (raw: Raw): PathItem => ({ linkId: text(raw.linkId), children: [], kind: kindOf(raw) });

/** Returns the variables of an element, with those around it. Malformed ones are unknown to expressions. */
function variablesOf(of: Raw, around: Questionnaire["variables"]): Questionnaire["variables"] {
  const variables = new Map(around);
  for (const extension of extensions(of, "variable")) {
    const value = record(elementValue(extension));
    const term = attempt(
      () => parseFhirPath(text(value.expression)),
      () => {},
    );
    if (term) variables.set(text(value.name), term);
  }
  return variables;
}
