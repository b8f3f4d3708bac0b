import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import type { Asked } from "../asked.ts";
import { addDefault } from "../defaultAnswers.ts";
import type { Written } from "../expressions/guards.ts";
import type { Scope } from "../expressions/scope.ts";
import { type Target, targetOf } from "../expressions/targets.ts";
import type { Case } from "../expressions/values.ts";
import type { ImportedForm, Item } from "../importedForm.ts";
import { type ImportedOption, type Options, optionsOf } from "../options.ts";
import { worded } from "../wording.ts";
import { cell, type LimeSurvey, type LssQuestion } from "./survey.ts";

/** A survey while it is converted. */
export interface Lss {
  form: ImportedForm;
  survey: LimeSurvey;
  scope: Scope;
  asked: Asked[];
}

/** A question of the survey while it is converted. */
export interface Current {
  question: LssQuestion;
  item: Item;
  shown: readonly Written[];
}

/** A node to add for a question. */
export interface Made {
  question_type: string;
  config: Record<string, unknown>;
  values?: ReadonlyMap<string, string>;
  /** code of the subquestion that it is made of */
  suffix?: string;
  /** title of that subquestion, after the question's own */
  part?: string;
  /** texts of a scale or the like, after the help */
  more?: string;
  isRequired?: boolean;
}

/** Adds a node of a question with its texts and conditions. */
export function addNode(lss: Lss, current: Current, made: Made): GraphNode {
  const { question, item, shown } = current;
  const { form, asked } = lss;
  const { suffix = "", part = "", more = "", question_type, config } = made;
  const title = textOf(lss, item, `question ${question.qid}`, "question");
  const help = textOf(lss, item, `question ${question.qid}`, "help");
  const isScreen = question_type === "welcome_screen";
  const name = suffix === "" ? question.code : `${question.code}_${suffix}`;
  const data = {
    ...worded(item, [title, part].filter(Boolean).join(" – ") || name, [help, more].filter(Boolean).join("\n\n")),
    ...(!isScreen && { is_required: made.isRequired ?? isRequired(item, question) }),
    config,
  };
  const node = form.add(item, { id: name, name, question_type, data });
  asked.push({ item, node, names: [name, idOf(lss, question, suffix)], shown, rules: [] });
  return node;
}

/** Adds a node, and the names that expressions have for its answer. */
export function addAnswer(lss: Lss, current: Current, made: Made): GraphNode {
  const node = addNode(lss, current, made);
  const initial = made.suffix === undefined ? lss.survey.defaultOf(current.question) : "";
  if (initial !== "") addDefault(current.item, node, initial, made.values);
  nameAnswer(lss, current.question, made.suffix ?? "", targetOf(node, made.values));
  return node;
}

/** Names an answer by the question's code, and as older expressions do. */
export function nameAnswer(
  { survey, scope }: Lss,
  question: LssQuestion,
  suffix: string,
  found: Target | Case[],
): void {
  scope.add(suffix === "" ? question.code : `${question.code}_${suffix}`, found);
  scope.add(idOf({ survey }, question, suffix), found);
}

/** `12X3X45SQ001`: the numbers of the survey, the group and the question, and the code of a subquestion. */
export const idOf = ({ survey }: Pick<Lss, "survey">, { gid, qid }: LssQuestion, suffix: string): string =>
  `${cell(survey.settings, "sid")}X${gid}X${qid}${suffix}`;

/** Says why an answer can't be read. */
export function loseAnswer({ survey, scope }: Lss, question: LssQuestion): void {
  const why = `“${question.code.slice(0, 60)}” isn't imported`;
  for (const suffix of ["", ...survey.subquestions(question).map(({ code }) => code)]) {
    scope.lose(suffix === "" ? question.code : `${question.code}_${suffix}`, why);
    scope.lose(idOf({ survey }, question, suffix), why);
  }
}

export function textOf({ survey }: Lss, item: Item, key: string, column: string): string {
  const { text, isLossy } = survey.text(key, column);
  if (isLossy) item.lostPart("media", "Images in its texts aren't shown.");
  return text;
}

function isRequired(item: Item, { mandatory }: LssQuestion): boolean {
  if (mandatory === "S")
    item.changed("required", "It is optional. Respondents aren't asked again if they leave it empty.");
  return mandatory === "Y";
}

/** Returns the answers of a question as options. */
export function answerOptions(lss: Lss, { question, item }: Current, scale = "0"): Options {
  const hasPoints = cell(lss.survey.settings, "assessments") === "Y";
  return optionsOf(
    lss.survey.answers(question, scale).map(({ code, key, points }) => ({
      key: code,
      isCode: true,
      label: textOf(lss, item, key, "answer"),
      ...(hasPoints && points !== undefined && points !== 0 && { points }),
    })),
  );
}

/** Returns the subquestions of a multiple choice as options. */
export function subquestionOptions(lss: Lss, { question, item }: Current): Options {
  const alone = new Set(lss.survey.attribute(question, "exclude_all_others").split(";"));
  return optionsOf(
    lss.survey.subquestions(question).map(
      ({ qid, code }): ImportedOption => ({
        key: code,
        isCode: true,
        label: textOf(lss, item, `question ${qid}`, "question"),
        ...(alone.has(code) && { exclusive: true }),
      }),
    ),
  );
}

/** LimeSurvey translates the answers of some types, which the file doesn't have. */
export function noteLabels({ survey }: Lss, { item }: Current): void {
  if (!/^en\b/.test(survey.language))
    item.changed("labels", "Its options are in English. Translate them in the builder.");
}
