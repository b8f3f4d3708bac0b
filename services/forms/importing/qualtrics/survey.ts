import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import type { Asked } from "../asked.ts";
import type { Written } from "../expressions/guards.ts";
import type { Scope } from "../expressions/scope.ts";
import type { ImportedForm, Item } from "../importedForm.ts";
import { type ImportedOption, type Options, optionsOf } from "../options.ts";
import { languageTag, list, number, type Raw, record, records, scalar, text } from "../values.ts";
import { plain, worded } from "../wording.ts";

/** A survey while it is converted. */
export interface Qualtrics {
  form: ImportedForm;
  scope: Scope;
  asked: Asked[];
  /** nodes by the questions that they are made of */
  nodes: Map<string, GraphNode[]>;
}

/** A question while it is converted. */
export interface Current {
  qid: string;
  raw: Raw;
  item: Item;
  shown: readonly Written[];
}

/** A node to add for a question. */
export interface Made {
  question_type: string;
  config: Record<string, unknown>;
  /** choice that it is made of, and its text */
  choice?: string;
  part?: string;
  more?: string;
}

/** Adds a node of a question with its texts and conditions. */
export function addNode(survey: Qualtrics, { qid, raw, item, shown }: Current, made: Made): GraphNode {
  const { question_type, config, choice, part = "", more } = made;
  const title = textOf(survey, { item, raw }, raw.QuestionText, (it) => it.QuestionText);
  const isScreen = question_type === "welcome_screen";
  const name = text(raw.DataExportTag) || qid;
  const forced = text(record(record(raw.Validation).Settings).ForceResponse);
  if (forced === "RequestResponse")
    item.changed("required", "It is optional. Respondents aren't asked again if they leave it empty.");
  const data = {
    ...worded(item, [title, part].filter(Boolean).join(" – ") || name, more),
    ...(!isScreen && { is_required: forced === "ON" }),
    config,
  };
  const id = choice === undefined ? name : `${name}_${choice}`;
  const node = survey.form.add(item, { id, name: id, question_type, data });
  survey.asked.push({ item, node, names: choice === undefined ? [qid] : [`${qid}_${choice}`], shown, rules: [] });
  survey.nodes.set(qid, [...(survey.nodes.get(qid) ?? []), node]);
  return node;
}

/** Reads a text without its HTML, with its translations. `of` finds it in those of a language. */
export function textOf(
  { form }: Pick<Qualtrics, "form">,
  { item, raw }: Pick<Current, "item" | "raw">,
  source: unknown,
  of: (translated: Raw) => unknown,
): string {
  const { text: original, isLossy } = plain(withNames(scalar(source)));
  if (isLossy) item.lostPart("media", "Images and videos in its texts aren't shown.");
  const translations = new Map<string, string>();
  for (const [language, translated] of Object.entries(record(raw.Language))) {
    const other = plain(withNames(scalar(of(record(translated))))).text;
    if (other === "" || original === "") continue;
    translations.set(language, other);
    form.translations.add(language, languageTag(language), original, other);
  }
  form.translations.read({ original, translations });
  return original;
}

/** `${q://QID1/ChoiceTextEntryValue}` → `${QID1}`, `${e://Field/name}` → `${e:name}` */
const withNames = (source: string): string =>
  source
    .replace(
      /\$\{q:\/\/(QID\d+)\/(?:ChoiceTextEntryValue|ChoiceGroup\/SelectedChoices|ChoiceNumericEntryValue)(?:\/(\w+))?\}/g,
      (_, qid, choice) => (choice === undefined ? `\${${qid}}` : `\${${qid}_${choice}}`),
    )
    .replace(/\$\{e:\/\/Field\/([^{}]{1,200})\}/g, "${e:$1}");

/** A choice or an answer of a question. */
export interface Choice {
  id: string;
  raw: Raw;
}

/** Returns `Choices` or `Answers` in their order. */
export function choicesOf(raw: Raw, key: "Choices" | "Answers"): Choice[] {
  const all = record(raw[key]);
  const order = list(raw[key === "Choices" ? "ChoiceOrder" : "AnswerOrder"]).map(scalar);
  const ids = [...new Set([...order, ...Object.keys(all)])].filter((id) => Object.hasOwn(all, id));
  return ids.map((id) => ({ id, raw: record(all[id]) }));
}

export const labelOf = (survey: Qualtrics, current: Current, { id, raw }: Choice, key: "Choices" | "Answers"): string =>
  textOf(survey, current, raw.Display, (translated) => record(record(translated[key])[id]).Display);

/** Options with the values of their choices, by the choices' IDs and by what they are recoded to. */
export interface Recoded extends Options {
  recodes: ReadonlyMap<string, string>;
}

/** Returns choices as options. Recoded values are theirs, which exports have too. */
export function optionsFor(survey: Qualtrics, current: Current, key: "Choices" | "Answers"): Recoded {
  const { raw, item } = current;
  const recoded = record(raw.RecodeValues);
  const choices = choicesOf(raw, key);
  const given = choices.map((choice): ImportedOption => {
    if (/^(1|true|on)$/i.test(scalar(choice.raw.TextEntry)))
      item.lostPart("text_entry", "An option has no text field of its own here.");
    const label = labelOf(survey, current, choice, key);
    const isAlone = choice.raw.ExclusiveAnswer === true;
    const code = scalar(recoded[choice.id]) || choice.id;
    return { key: code, isCode: true, label, ...(isAlone && { exclusive: true }), ...pointsOf(raw, choice.id) };
  });
  const options = optionsOf(given);
  const values = new Map(choices.map(({ id }, at) => [id, options.list[at]?.value ?? ""]));
  return { ...options, values, recodes: options.values };
}

/** Points of the only category. */
function pointsOf(raw: Raw, id: string): { points?: number } {
  const grades = record(records(raw.GradingData).find(({ ChoiceID }) => scalar(ChoiceID) === id)?.Grades);
  const [points, ...others] = Object.values(grades).map(number);
  return points === undefined || points === 0 || others.length > 0 ? {} : { points };
}
