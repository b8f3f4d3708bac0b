import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { targetOf } from "../expressions/targets.ts";
import { constant, only } from "../expressions/values.ts";
import { choiceOf, columnOf, sourcedRows } from "../options.ts";
import { defined, number, record, scalar, text, whole } from "../values.ts";
import { fitted } from "../wording.ts";
import { recodeName, rowsName } from "./logic.ts";
import {
  addNode,
  type Current,
  choicesOf,
  labelOf,
  type Made,
  optionsFor,
  type Qualtrics,
  type Recoded,
} from "./survey.ts";

type Convert = (survey: Qualtrics, current: Current) => void;

/** Converters by the types of Qualtrics. */
const types: Readonly<Record<string, Convert>> = {
  MC: addChoice,
  TE: addText,
  Matrix: addMatrix,
  Slider: addSlider,
  RO: addRanking,
  CS: (survey, current) => addParts(survey, current, () => ({ question_type: "number", config: {} })),
  DB: addNote,
  FileUpload: (survey, current) => addAnswer(survey, current, { question_type: "file_upload", config: {} }),
  Draw: (survey, current) => addAnswer(survey, current, { question_type: "file_upload", config: { input: "draw" } }),
  Meta: (_, { item }) => item.lost("metadata", "Data of the browser isn't collected."),
  Timing: (_, { item }) => item.lost("metadata", "Times of questions aren't collected."),
  Captcha: (_, { item }) => item.changed("captcha", "Left out. Forms are protected from bots in their settings."),
};

/** Adds the nodes of a question. Returns false for a type without a counterpart. */
export function addTyped(survey: Qualtrics, current: Current): boolean {
  const type = text(current.raw.QuestionType);
  if (!Object.hasOwn(types, type)) return false;
  types[type]?.(survey, current);
  return true;
}

/** Adds a node, and the name that logic has for its answer. */
function addAnswer(survey: Qualtrics, current: Current, made: Made, values?: ReadonlyMap<string, string>): GraphNode {
  const node = addNode(survey, current, made);
  const name = made.choice === undefined ? current.qid : `${current.qid}_${made.choice}`;
  survey.scope.add(name, targetOf(node, values));
  return node;
}

function addNote(survey: Qualtrics, current: Current): void {
  if (text(current.raw.Selector) !== "TB" && text(current.raw.Selector) !== "")
    current.item.lostPart("media", "Its image or file isn't shown.");
  addNode(survey, current, { question_type: "welcome_screen", config: { button_text: "Continue" } });
  survey.scope.add(current.qid, constant(""));
}

function addChoice(survey: Qualtrics, current: Current): void {
  const { raw, item, qid } = current;
  const selector = text(raw.Selector);
  if (selector === "NPS") {
    const node = addAnswer(survey, current, { question_type: "opinion_scale", config: { min: 0, max: 10 } });
    survey.scope.add(recodeName(qid), targetOf(node));
    return;
  }
  const options = optionsFor(survey, current, "Choices");
  const isMultiple = /^(MA|MSB)/.test(selector);
  const chosen = choiceOf(item, options, { isMultiple, isDropdown: /^(DL|SB)$/.test(selector) });
  const config = { ...chosen.config, ...limitsOf(current, isMultiple), ...shuffleOf(current, isMultiple) };
  const isChoice = "options" in chosen.config;
  const node = addAnswer(survey, current, { ...chosen, config: isChoice ? config : {} }, options.values);
  survey.scope.add(recodeName(qid), targetOf(node, options.recodes));
}

function limitsOf({ raw }: Current, isMultiple: boolean) {
  const settings = record(record(raw.Validation).Settings);
  if (!isMultiple || !/^(ChoiceRange|MinChoices|MaxChoices)$/.test(text(settings.Type))) return {};
  return defined({
    min_selections: whole(settings.MinChoices, 1, 100),
    max_selections: whole(settings.MaxChoices, 1, 100),
  });
}

function shuffleOf({ raw, item }: Current, isMultiple: boolean) {
  const type = text(record(raw.Randomization).Type);
  if (type === "" || type === "None") return {};
  if (!isMultiple && type === "All") return { shuffle: "all" };
  item.lostPart("shuffle", "Its options keep their order.");
  return {};
}

function addText(survey: Qualtrics, current: Current): void {
  const selector = text(current.raw.Selector);
  if (selector === "FORM") addParts(survey, current, () => ({ question_type: "short_text", config: {} }));
  else addAnswer(survey, current, textOfContent(current, selector));
}

function textOfContent({ raw, item }: Current, selector: string): Made {
  const settings = record(record(raw.Validation).Settings);
  const content = text(settings.Type) === "ContentType" ? text(settings.ContentType) : "";
  const limit = (value: unknown) => number(value);
  const numbers = record(settings.ValidNumber);
  const length = {
    min_length: whole(settings.MinChars, 2, 20_000),
    max_length: whole(settings.MaxChars ?? settings.TotalChars, 1, 20_000),
  };
  switch (content) {
    case "ValidEmail":
      return { question_type: "email", config: {} };
    case "ValidPhone":
      return { question_type: "phone", config: {} };
    case "ValidNumber":
      return {
        question_type: "number",
        config: defined({
          min: limit(numbers.Min),
          max: limit(numbers.Max),
          decimals: whole(numbers.NumDecimals, 0, 6),
        }),
      };
    case "ValidDate":
      return { question_type: "date", config: {} };
    default: {
      if (content !== "" || text(settings.Type) === "CustomValidation")
        item.lostPart("validation", `Its answers aren't checked${content ? ` as \`${fitted(content, 60)}\`` : ""}.`);
      return { question_type: /^(ML|ESTB)$/.test(selector) ? "long_text" : "short_text", config: defined(length) };
    }
  }
}

/** Adds a question for each choice, such as a line of a form. */
function addParts(survey: Qualtrics, current: Current, madeOf: () => Omit<Made, "choice" | "part">): void {
  const { item, raw } = current;
  const choices = choicesOf(raw, "Choices");
  if (choices.length === 0) item.lost("options", "The question has no lines.");
  else if (choices.length > 1) item.changed("several_questions", `The question became ${choices.length} questions.`);
  for (const [at, choice] of choices.entries()) {
    if (at > 0) survey.form.translations.begin();
    const part = labelOf(survey, current, choice, "Choices");
    addAnswer(survey, current, { ...madeOf(), choice: choice.id, part });
  }
}

function addSlider(survey: Qualtrics, current: Current): void {
  const { raw } = current;
  const config = record(raw.Configuration);
  const stars = whole(config.StarCount, 3, 10);
  const min = number(config.CSSliderMin) ?? 0;
  const max = Math.max(number(config.CSSliderMax) ?? 100, min);
  const isStars = text(raw.Selector) === "STAR" && stars !== undefined;
  const labels = Object.values(record(raw.Labels))
    .map((it) => scalar(record(it).Display))
    .filter(Boolean);
  const ends = labels.length >= 2 && !isStars ? `${min}: ${labels[0]}\n${max}: ${labels.at(-1)}` : "";
  addParts(survey, current, () =>
    isStars
      ? { question_type: "star_rating", config: { max: stars } }
      : { question_type: "number_scale", config: { min, max }, more: ends },
  );
}

function addRanking(survey: Qualtrics, current: Current): void {
  const { list } = optionsFor(survey, current, "Choices");
  if (list.length < 2 || list.length > 100) {
    current.item.lost("ranking", "A ranking can have 2 to 100 options.");
    return;
  }
  addNode(survey, current, {
    question_type: "ranking",
    config: { options: list.map(columnOf) },
  });
  survey.scope.lose(current.qid, "places of a ranking can't be read");
}

function addMatrix(survey: Qualtrics, current: Current): void {
  const { item, raw, qid } = current;
  const columns = optionsFor(survey, current, "Answers");
  const rows = choicesOf(raw, "Choices");
  if (rows.length === 0 || columns.list.length === 0 || text(raw.Selector) === "TE" || text(raw.Selector) === "CS") {
    item.lost(
      "grid",
      rows.length === 0 || columns.list.length === 0
        ? "The matrix has no rows or columns."
        : "A matrix of texts or numbers isn't supported.",
    );
    return;
  }
  const isMultiple = text(raw.SubSelector) === "MultipleAnswer";
  if (isMultiple || rows.length > 50 || columns.list.length < 2 || columns.list.length > 20) {
    addRows(survey, current, columns, isMultiple);
    return;
  }
  const keys = sourcedRows(rows.map(({ id }) => ({ code: id, label: "" })));
  const keyed = rows.map((row, at) => ({
    id: row.id,
    key: keys[at]?.key as string,
    label: fitted(labelOf(survey, current, row, "Choices")),
  }));
  const node = addNode(survey, current, {
    question_type: "matrix",
    config: {
      rows: keyed.map(({ key, label }, at) => ({ ...keys[at], label: label || key })),
      columns: columns.list.map(columnOf),
      ...(text(record(record(raw.Validation).Settings).ForceResponse) === "ON" && { require_all_rows: true }),
    },
  });
  const targets = keyed.map(({ id, key }) => ({ id, target: targetOf(node, columns.values, key) }));
  for (const { id, target } of targets) survey.scope.add(`${qid}_${id}`, target);
  survey.scope.add(
    rowsName(qid),
    only({ kind: "list", items: targets.map(({ target }) => ({ kind: "target", target })) }),
  );
}

function addRows(survey: Qualtrics, current: Current, columns: Recoded, isMultiple: boolean): void {
  const rows = choicesOf(current.raw, "Choices");
  current.item.changed("several_questions", `The matrix became ${rows.length} questions.`);
  for (const row of rows) {
    survey.form.translations.begin();
    const part = labelOf(survey, current, row, "Choices");
    const made = choiceOf(current.item, { ...columns, list: structuredClone(columns.list) }, { isMultiple });
    addAnswer(survey, current, { ...made, choice: row.id, part }, columns.values);
  }
}
