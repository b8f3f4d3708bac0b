import { isPattern } from "../../../../shared/domain/questions/pattern.ts";
import { attempt } from "../expressions/guards.ts";
import { targetOf } from "../expressions/targets.ts";
import { not } from "../expressions/truth.ts";
import type { Case } from "../expressions/values.ts";
import { choiceOf } from "../options.ts";
import { limitsAt } from "../precision.ts";
import { defined, number, whole } from "../values.ts";
import { fitted } from "../wording.ts";
import { addArray, addCells } from "./arrays.ts";
import { patternOf } from "./logic.ts";
import {
  addAnswer,
  addNode,
  answerOptions,
  type Current,
  type Lss,
  loseAnswer,
  nameAnswer,
  noteLabels,
  subquestionOptions,
  textOf,
} from "./lss.ts";

type Convert = (lss: Lss, current: Current) => unknown;

/** Converters by the types of LimeSurvey. */
const types: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ["S", (lss, current) => addAnswer(lss, current, { question_type: "short_text", config: textConfig(lss, current) })],
  ["T", (lss, current) => addAnswer(lss, current, { question_type: "long_text", config: textConfig(lss, current) })],
  ["U", (lss, current) => addAnswer(lss, current, { question_type: "long_text", config: textConfig(lss, current) })],
  ["N", addNumber],
  ["D", addDate],
  ["Y", (lss, current) => addAnswer(lss, current, { question_type: "yes_no", config: {}, values: yesNo })],
  ["G", addGender],
  ["5", (lss, current) => addAnswer(lss, current, { question_type: "opinion_scale", config: { min: 1, max: 5 } })],
  ["L", addChoice],
  ["!", addChoice],
  ["O", addChoice],
  ["M", addMultiple],
  ["P", addMultiple],
  ["R", addRanking],
  ["Q", addParts],
  ["K", addParts],
  [
    "X",
    (lss, current) => addNode(lss, current, { question_type: "welcome_screen", config: { button_text: "Continue" } }),
  ],
  ["|", addUpload],
  [
    "I",
    ({ scope }, { item, question }) => {
      item.changed("language", "Left out. Respondents choose the language on the page.");
      scope.lose(question.code, "the language of the page can't be read");
    },
  ],
  ...["A", "B", "C", "E", "F", "H", "1"].map((type): [string, Convert] => [type, addArray]),
  [":", addCells],
  [";", addCells],
]);

/** Adds the nodes of a question. Returns false for an unknown type. */
export function addTyped(lss: Lss, current: Current): boolean {
  const convert = types.get(current.question.type);
  convert?.(lss, current);
  return convert !== undefined;
}

const yesNo: ReadonlyMap<string, string> = new Map([
  ["Y", "yes"],
  ["N", "no"],
]);

function textConfig({ survey }: Lss, { question, item }: Current): Record<string, unknown> {
  const longest = whole(survey.attribute(question, "maximum_chars"), 1, 20_000);
  const pattern =
    question.preg === ""
      ? undefined
      : attempt(
          () => wholeText(question.preg),
          () => {},
        );
  if (pattern === null || (pattern && !isPattern(pattern)))
    item.lostPart("validation", `Answers aren't checked by the pattern \`${fitted(question.preg, 100)}\`.`);
  return defined({ max_length: longest, pattern: pattern && isPattern(pattern) ? pattern : undefined });
}

/** Patterns match the whole text here. */
function wholeText(source: string): string {
  const pattern = patternOf(source);
  const start = pattern.startsWith("^") ? pattern.slice(1) : `.*${pattern}`;
  return /(?<!\\)\$$/.test(start) ? start.slice(0, -1) : `${start}.*`;
}

function addNumber(lss: Lss, current: Current): void {
  const { survey } = lss;
  const { question } = current;
  const limit = (name: string) => number(survey.attribute(question, name));
  const isWhole = survey.attribute(question, "num_value_int_only") === "1";
  const config = { decimals: isWhole ? 0 : undefined, min: limit("min_num_value_n"), max: limit("max_num_value_n") };
  addAnswer(lss, current, { question_type: "number", config: defined(config) });
}

function addDate(lss: Lss, current: Current): void {
  const { question, item } = current;
  const format = lss.survey.attribute(question, "date_format");
  const [hasTime, hasDay] = [/H/i.test(format), format === "" || /d/i.test(format)];
  const precision = hasTime ? (hasDay ? "minute" : "time") : "day";
  if (!hasTime && !hasDay)
    item.changed("type", "Converted to a full date. Month-only and year-only questions aren't supported.");
  const given = ["date_min", "date_max"].map((name) => lss.survey.attribute(question, name));
  const limits = limitsAt(precision, given as [string, string], () =>
    item.lostPart("limit", `Its limits \`${fitted(given.filter(Boolean).join(" – "), 100)}\` aren't imported.`),
  );
  addAnswer(lss, current, { question_type: "date", config: { ...(precision !== "day" && { precision }), ...limits } });
}

function addGender(lss: Lss, current: Current): void {
  const options = [
    { value: "F", label: "Female" },
    { value: "M", label: "Male" },
  ];
  const values = new Map(options.map(({ value }) => [value, value]));
  noteLabels(lss, current);
  addAnswer(lss, current, { question_type: "multiple_choice", config: { options }, values });
}

function addChoice(lss: Lss, current: Current): void {
  const { survey, form } = lss;
  const { question, item } = current;
  const isShuffled =
    survey.attribute(question, "random_order") === "1" || survey.attribute(question, "answer_order") === "random";
  const options = answerOptions(lss, current);
  const chosen = choiceOf(item, options, {
    isMultiple: false,
    isDropdown: question.type === "!",
    allowsOther: question.hasOther,
  });
  const config = { ...chosen.config, ...(isShuffled && "options" in chosen.config && { shuffle: "all" }) };
  const node = addAnswer(lss, current, { ...chosen, config, values: options.values });
  if (question.hasOther) nameAnswer(lss, question, "other", targetOf(node, options.values));
  if (question.type !== "O") return;
  form.translations.begin();
  addAnswer(lss, current, {
    question_type: "long_text",
    config: {},
    suffix: "comment",
    part: "Comment",
    isRequired: false,
  });
}

function addMultiple(lss: Lss, current: Current): void {
  const { survey } = lss;
  const { question, item } = current;
  const options = subquestionOptions(lss, current);
  const chosen = choiceOf(item, options, { isMultiple: true, allowsOther: question.hasOther });
  const limit = (name: string) => whole(survey.attribute(question, name), 1, 100);
  const limits = { min_selections: limit("min_answers"), max_selections: limit("max_answers") };
  if (survey.attribute(question, "random_order") === "1") item.lostPart("shuffle", "Its options keep their order.");
  if (question.type === "P") item.lostPart("comments", "Respondents can't comment on each option.");
  const isChoice = "options" in chosen.config;
  const node = addAnswer(lss, current, {
    ...chosen,
    config: { ...chosen.config, ...(isChoice && defined(limits)) },
    values: options.values,
  });
  const left = { type: "answer" as const, node_id: node.id };
  for (const { code } of isChoice ? survey.subquestions(question) : [])
    nameAnswer(lss, question, code, checked({ left, op: "includes_any", right: [options.values.get(code) ?? ""] }));
  if (!isChoice) loseAnswer(lss, question);
}

/** An option that is chosen is `Y` in expressions. */
function checked(isChosen: Exclude<Case["when"], boolean>): Case[] {
  return [
    { when: isChosen, value: { kind: "constant", value: "Y" } },
    { when: not(isChosen), value: { kind: "constant", value: "" } },
  ];
}

function addRanking(lss: Lss, current: Current): void {
  const { item, question } = current;
  const options = answerOptions(lss, current);
  if (options.list.length < 2 || options.list.length > 100) {
    item.lost("ranking", "A ranking can have 2 to 100 options.");
    loseAnswer(lss, question);
    return;
  }
  const most = whole(lss.survey.attribute(question, "max_answers"), 1, 100);
  if (most !== undefined && most < options.list.length)
    item.changed("ranking", `Respondents can rank all ${options.list.length} options, and not only ${most}.`);
  const least = whole(lss.survey.attribute(question, "min_answers"), 1, options.list.length - 1);
  const node = addAnswer(lss, current, {
    question_type: "ranking",
    config: defined({ options: options.list.map(({ value, label }) => ({ value, label })), min_ranked: least }),
  });
  for (const index of options.list.keys()) {
    const ranked = [...options.values].map(
      ([code, value]): Case => ({
        when: { left: { type: "answer", node_id: node.id, path: value }, op: "eq", right: index + 1 },
        value: { kind: "constant", value: code },
      }),
    );
    nameAnswer(lss, question, String(index + 1), ranked);
  }
}

/** Several short texts or numbers become a question each. */
function addParts(lss: Lss, current: Current): void {
  const { question, item } = current;
  const parts = lss.survey.subquestions(question);
  if (parts.length === 0) item.lost("options", "The question has no subquestions.");
  else item.changed("several_questions", `The question became ${parts.length} questions.`);
  for (const { qid, code } of parts) {
    lss.form.translations.begin();
    const part = textOf(lss, item, `question ${qid}`, "question");
    addAnswer(lss, current, {
      question_type: question.type === "K" ? "number" : "short_text",
      config: {},
      suffix: code,
      part,
    });
  }
}

function addUpload(lss: Lss, current: Current): void {
  const { question, item } = current;
  const most = whole(lss.survey.attribute(question, "max_num_of_files"), 1, 10);
  const kilobytes = number(lss.survey.attribute(question, "max_filesize"));
  if (lss.survey.attribute(question, "allowed_filetypes") !== "")
    item.lostPart("file_types", "Files of all types are accepted.");
  const size = kilobytes !== undefined && kilobytes > 0 ? Math.min(kilobytes / 1024, 100) : undefined;
  addAnswer(lss, current, { question_type: "file_upload", config: defined({ max_files: most, max_size_mb: size }) });
}
