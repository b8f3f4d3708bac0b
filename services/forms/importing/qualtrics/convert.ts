import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { isObject } from "../../../../shared/domain/json.ts";
import { convertAsked } from "../asked.ts";
import { conditionOf } from "../expressions/evaluate.ts";
import { attempt, type Written } from "../expressions/guards.ts";
import { Scope } from "../expressions/scope.ts";
import { hiddenTarget } from "../expressions/targets.ts";
import { call } from "../expressions/terms.ts";
import { constant } from "../expressions/values.ts";
import { firstEnd } from "../firstEnd.ts";
import { ImportedForm } from "../importedForm.ts";
import { PageBuilder } from "../pageBuilder.ts";
import { checkCount, checkDepth, languageTag, list, type Raw, record, records, scalar, text } from "../values.ts";
import { fitted } from "../wording.ts";
import { dialect, fieldName, writtenLogic, writtenSkip } from "./logic.ts";
import { addTyped } from "./questions.ts";
import type { Qualtrics } from "./survey.ts";

/** Returns whether the document is a survey file of Qualtrics (.qsf). */
export const isQualtrics = (document: unknown): boolean =>
  isObject(document) && isObject(document.SurveyEntry) && Array.isArray(document.SurveyElements);

/** Converts a survey of Qualtrics: the blocks of its flow, with the pages between their page breaks. */
export function convertQualtrics(document: unknown): ImportedForm {
  return new QualtricsConverter(record(document)).convert();
}

/** `${QID1}` and `${e:field}`, as texts are read, and what Qualtrics inserts otherwise. */
const recalls = { pattern: /\$\{([^{}\n]{1,300})\}/g, isOptional: false };

/** Skip logic of a question. */
interface Skip {
  qid: string;
  skip: Raw;
  /** last node of its page, after which it acts */
  last: GraphNode;
  /** index of the first node after its block */
  end: number;
  /** that node, when all are known */
  next?: GraphNode | undefined;
}

class QualtricsConverter {
  private readonly form = new ImportedForm();
  private readonly survey: Qualtrics;
  private readonly pages = new PageBuilder(this.form);
  private readonly document: Raw;
  private readonly questions: ReadonlyMap<string, Raw>;
  private readonly blocks: ReadonlyMap<string, Raw>;
  private readonly asked = new Set<string>();
  private readonly skips: Skip[] = [];
  /** conditions of all that follows, after which the survey ends for others */
  private readonly goesOn: Written[] = [];

  constructor(document: Raw) {
    this.document = document;
    const scope = new Scope(this.form, dialect);
    this.survey = { form: this.form, scope, asked: [], nodes: new Map() };
    const payloads = this.elements("SQ");
    this.questions = new Map(payloads.map((raw) => [text(raw.QuestionID), raw]));
    const blocks = this.elements("BL").flatMap((payload) => Object.values(payload).map(record));
    this.blocks = new Map(blocks.map((block) => [text(block.ID), block]));
  }

  private elements(kind: string): Raw[] {
    return records(this.document.SurveyElements).flatMap(({ Element, Payload }) =>
      Element === kind ? [Array.isArray(Payload) ? { ...Payload } : record(Payload)] : [],
    );
  }

  convert(): ImportedForm {
    const { form, survey } = this;
    const entry = record(this.document.SurveyEntry);
    form.title = fitted(text(entry.SurveyName) || "Survey");
    form.language = languageTag(text(entry.SurveyLanguage)) ?? "en";
    const [flow] = this.elements("FL");
    const ids = [...this.blocks]
      .filter(([, block]) => text(block.Type) !== "Trash")
      .map(([Id]) => ({ Type: "Block", ID: Id }));
    this.addFlow(flow && list(flow.Flow).length > 0 ? records(flow.Flow) : ids, [], 0);
    this.noteUnused();
    for (const one of this.skips) one.next = form.nodes[one.end];
    convertAsked(survey.asked, survey.scope, recalls);
    this.addSkips();
    return form;
  }

  private addFlow(flow: readonly Raw[], shown: readonly Written[], depth: number): void {
    checkDepth(depth);
    for (const part of flow) {
      checkCount(this.form.items.length);
      const type = text(part.Type);
      const inner = records(part.Flow);
      if (type === "Block" || type === "Standard") this.addBlock(text(part.ID), shown);
      else if (type === "Branch") this.addBranch(part, inner, shown, depth);
      else if (type === "EmbeddedData") this.addFields(part, shown.length > 0);
      else if (type === "EndSurvey") this.endAll(part, shown);
      else {
        const isOrdered = type === "Group" || type === "Root";
        const what = /Randomizer/.test(type)
          ? "Its blocks keep their order, and all are shown."
          : `\`${fitted(type, 60)}\` isn't imported.`;
        if (!isOrdered) this.form.note("lost", "flow", `flow ${fitted(text(part.FlowID), 60)}`, what);
        this.addFlow(inner, shown, depth + 1);
      }
    }
  }

  private addBranch(part: Raw, inner: readonly Raw[], shown: readonly Written[], depth: number): void {
    this.addFlow(inner, [...shown, ...writtenLogic(part.BranchLogic)], depth + 1);
  }

  /** The survey ends for those who meet the conditions of the branch, so later questions have the opposite condition. */
  private endAll({ FlowID }: Raw, shown: readonly Written[]): void {
    if (shown.length === 0) return;
    const source = `not: ${shown.map((it) => it.source).join(", ")}`;
    this.goesOn.push({ source, parse: () => call("not", call("and", ...shown.map(({ parse }) => parse()))) });
    this.form.note(
      "changed",
      "end_of_survey",
      `flow ${fitted(text(FlowID), 60)}`,
      "All ends of the survey are the same end screen.",
    );
  }

  private addFields(part: Raw, isConditional: boolean): void {
    for (const field of records(part.EmbeddedData)) {
      const name = text(field.Field) || text(field.Description);
      const item = this.form.item(`embedded data ${fitted(name, 60)}`);
      const value = scalar(field.Value);
      const { scope } = this.survey;
      if (value === "") {
        const key = this.form.freeId(name);
        this.form.hiddenFields.push(key);
        scope.add(fieldName(name), hiddenTarget(key));
        item.changed("hidden", `Its value comes from the form's link, as \`?${key}=…\`.`);
      } else if (isConditional || value.includes("${") || scope.has(fieldName(name))) {
        item.lost("embedded_data", "Only embedded data with a fixed value, or from the link, is supported.");
        scope.replace(fieldName(name), []);
        scope.lose(fieldName(name), `the embedded data \`${fitted(name, 60)}\` isn't imported`);
      } else {
        scope.add(fieldName(name), constant(value));
        item.changed("written_in", "Its value isn't stored. Texts and conditions that use it have it written in.");
      }
    }
  }

  private addBlock(id: string, shown: readonly Written[]): void {
    const block = this.blocks.get(id);
    if (!block) return;
    const { form } = this;
    const options = record(block.Options);
    if (text(options.Looping) !== "" && text(options.Looping) !== "None")
      form.note("lost", "loop", `block ${fitted(id, 60)}`, "Its questions are asked once. Loops aren't supported.");
    form.translations.begin();
    this.pages.start("");
    const first = this.skips.length;
    for (const element of Object.values(record({ ...list(block.BlockElements), ...record(block.BlockElements) })).map(
      record,
    )) {
      if (text(element.Type) === "Page Break") {
        this.pages.end();
        this.closePage(first);
        form.translations.begin();
        this.pages.start("");
      } else this.addQuestion(element, [...this.goesOn, ...shown]);
    }
    this.pages.end();
    this.closePage(first);
    const end = form.nodes.length;
    for (const one of this.skips.slice(first)) one.end = end;
  }

  /** Skips act after the page of their question. */
  private closePage(from: number): void {
    const last = this.form.nodes.at(-1);
    const page = this.form.pages.at(-1);
    for (const one of this.skips.slice(from))
      if (last && page?.node_ids.includes(one.last.id) && page.node_ids.includes(last.id)) one.last = last;
  }

  private addQuestion(element: Raw, shown: readonly Written[]): void {
    const qid = text(element.QuestionID);
    const raw = this.questions.get(qid);
    if (!raw) return;
    const item = this.form.item(`question ${fitted(text(raw.DataExportTag) || qid, 60)}`);
    if (this.asked.has(qid)) {
      item.lost("repeated", "The survey asks it again. Here, a question is asked once.");
      return;
    }
    this.asked.add(qid);
    const current = { qid, raw, item, shown: [...shown, ...writtenLogic(raw.DisplayLogic)] };
    if (!addTyped(this.survey, current))
      item.lost("type", `The type \`${fitted(text(raw.QuestionType), 60)}\` isn't supported.`);
    if (item.isLost) this.survey.scope.lose(qid, `“${fitted(text(raw.DataExportTag) || qid, 60)}” isn't imported`);
    if (text(raw.QuestionJS) !== "") item.lostPart("script", "Its JavaScript isn't run.");
    const last = this.survey.nodes.get(qid)?.at(-1);
    checkCount(this.skips.length);
    for (const skip of last ? records(element.SkipLogic) : [])
      this.skips.push({ qid, skip, last: last as GraphNode, end: 0 });
  }

  private noteUnused(): void {
    const unused = [...this.questions.keys()].filter((qid) => !this.asked.has(qid)).length;
    if (unused > 0)
      this.form.note(
        "changed",
        "unused",
        "Trash / Unused Questions",
        `Left out: ${unused.toLocaleString("en")} questions that the survey doesn't ask.`,
      );
  }

  private addSkips(): void {
    const { form, survey } = this;
    const indexes = new Map(form.nodes.map((node, index) => [node, index]));
    const items = new Map(survey.asked.flatMap(({ names, item }) => names.map((name) => [name, item])));
    for (const { qid, skip, last, next } of this.skips) {
      const item = items.get(qid) ?? form.owners.get(last.id);
      if (!item || !indexes.has(last)) continue;
      const lose = (why: string) => item.lostPart("jump", `Its skip logic isn't imported: ${why}.`);
      const written = writtenSkip(skip);
      const condition = attempt(
        () => survey.scope.at(last, () => conditionOf(written.parse(), survey.scope), true),
        ({ message }) => lose(message),
      );
      if (condition === null) continue;
      const to = this.targetOf(text(skip.SkipToDestination), next, indexes);
      if (!to || typeof condition === "boolean")
        lose(to ? "its condition is always the same" : "its question isn't in the survey");
      else if (to.question_type !== "end_screen" && (indexes.get(to) ?? 0) <= (indexes.get(last) ?? 0))
        lose("it leads back");
      else form.jumps.push({ from: last.id, to: to.id, condition });
    }
  }

  private targetOf(
    destination: string,
    next: GraphNode | undefined,
    known: ReadonlyMap<GraphNode, number>,
  ): GraphNode | undefined {
    if (destination === "ENDOFSURVEY") return firstEnd(this.form);
    if (destination === "ENDOFBLOCK" && !next) return firstEnd(this.form);
    if (destination === "ENDOFBLOCK") return next && known.has(next) ? next : undefined;
    return this.survey.nodes.get(destination)?.find((node) => known.has(node));
  }
}
