import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { addDefault } from "../defaultAnswers.ts";
import { targetOf } from "../expressions/targets.ts";
import { mediaTypes, webAddress } from "../inputs.ts";
import { limitsAt } from "../precision.ts";
import { defined, list, number, type Raw, record, text, whole } from "../values.ts";
import { endsOf, fitted } from "../wording.ts";
import { choiceIn, matrixIn, rankingIn } from "./choices.ts";
import { addNode, type Current, type Made, nameGroup, settingOf } from "./current.ts";
import type { TallyForm } from "./form.ts";

type Convert = (current: Current, tally: TallyForm) => Made | null;

/** Converters by the types of Tally. */
const types: Readonly<Record<string, Convert>> = {
  INPUT_TEXT: (current) => ({ question_type: "short_text", config: textConfig(current) }),
  TEXTAREA: (current) => ({ question_type: "long_text", config: textConfig(current) }),
  INPUT_EMAIL: () => ({ question_type: "email", config: {} }),
  INPUT_PHONE_NUMBER: () => ({ question_type: "phone", config: {} }),
  INPUT_LINK: (current) => ({ question_type: "short_text", config: { ...textConfig(current), pattern: webAddress } }),
  INPUT_NUMBER: numberIn,
  INPUT_DATE: dateIn,
  INPUT_TIME: () => ({ question_type: "date", config: { precision: "time" } }),
  LINEAR_SCALE: scaleIn,
  RATING: ratingIn,
  MULTIPLE_CHOICE: choiceIn,
  CHECKBOXES: choiceIn,
  DROPDOWN: choiceIn,
  MULTI_SELECT: choiceIn,
  RANKING: rankingIn,
  MATRIX: matrixIn,
  FILE_UPLOAD: filesIn,
  SIGNATURE: () => ({ question_type: "file_upload", config: { input: "draw" } }),
  PAYMENT: lost("payment", "Payments aren't supported."),
  WALLET_CONNECT: lost("wallet", "Crypto wallets aren't supported."),
  RESPONDENT_COUNTRY: lost("country", "The country of respondents isn't found out."),
};

export const isQuestion = (kind: string): boolean => Object.hasOwn(types, kind);

function lost(code: string, message: string): Convert {
  return ({ item }) => {
    item.lost(code, message);
    return null;
  };
}

/** Adds the node of a question, and returns it. Null if it is lost. */
export function addQuestion(tally: TallyForm, current: Current): GraphNode | null {
  const { item, kind, words } = current;
  const made = types[kind]?.(current, tally) ?? null;
  if (!made || item.isLost) {
    tally.scope.lose(current.name, `“${fitted(current.title, 60)}” isn't imported`);
    nameGroup(tally, current);
    return null;
  }
  const description = [words.description, made.more].filter(Boolean).join("\n\n");
  const data = {
    ...words,
    ...(description && { description: fitted(description, 5000) }),
    ...(settingOf(current, "isRequired") === true && { is_required: true }),
    config: made.config,
  };
  const node = addNode(tally, current, { id: current.id, question_type: made.question_type, data });
  nameGroup(tally, current);
  tally.scope.add(current.name, targetOf(node, made.values));
  current.onAdded?.(node);
  addDefaultAnswer(current, node, made);
  return node;
}

/** An answer of a hidden field, or of another question, isn't known before. */
function addDefaultAnswer(current: Current, node: GraphNode, { values }: Made): void {
  if (settingOf(current, "hasDefaultAnswer") !== true) return;
  const given = settingOf(current, "defaultAnswer");
  const why = "Its default answer is another answer or a hidden field. The question starts empty.";
  if (text(record(given).uuid) === "") addDefault(current.item, node, given, values);
  else current.item.lostPart("default", why);
}

const limitIn = (current: Current, key: string): unknown => {
  const flag = `has${key[0]?.toUpperCase()}${key.slice(1)}`;
  return settingOf(current, flag) === true ? settingOf(current, key) : undefined;
};

const placeholderIn = (current: Current): string | undefined => {
  const shown = text(settingOf(current, "placeholder"));
  return shown === "" || shown === current.title ? undefined : fitted(shown);
};

const textConfig = (current: Current): Raw =>
  defined({
    placeholder: placeholderIn(current),
    min_length: whole(limitIn(current, "minCharacters"), 1, 20_000),
    max_length: whole(limitIn(current, "maxCharacters"), 1, 20_000),
  });

function numberIn(current: Current): Made {
  const units = ["prefix", "suffix"].map((key) => text(settingOf(current, key)));
  const config = defined({
    min: number(limitIn(current, "minNumber")) ?? number(limitIn(current, "minValue")),
    max: number(limitIn(current, "maxNumber")) ?? number(limitIn(current, "maxValue")),
    unit: fitted(units.filter(Boolean).join(" ")) || undefined,
  });
  return { question_type: "number", config };
}

function dateIn(current: Current): Made {
  const { item } = current;
  const range = record(settingOf(current, "dateRange"));
  const days = list(settingOf(current, "disableDays")).map(text);
  const bounds = [
    text(settingOf(current, "beforeDate")) || text(range.from) || text(range.start),
    text(settingOf(current, "afterDate")) || text(range.to) || text(range.end),
  ] as const;
  const today = { days_from_today: 0 };
  const limits = limitsAt("day", bounds, () => item.lostPart("date_limit", "A limit of its dates isn't a date."));
  const config = {
    ...(days.includes("IN_THE_PAST") && { min: today }),
    ...(days.includes("IN_THE_FUTURE") && { max: today }),
    ...limits,
  };
  const hasDays =
    days.some((day) => !day.startsWith("IN_THE_")) || list(settingOf(current, "specificDates")).length > 0;
  if (hasDays) item.lostPart("date_limit", "Days that can't be chosen aren't imported. All days can be.");
  return { question_type: "date", config };
}

/** Numbers with names of both ends and the center. */
function scaleIn(current: Current): Made {
  const min = whole(settingOf(current, "start"), 0, 100) ?? 0;
  const max = whole(settingOf(current, "end"), 0, 100) ?? 10;
  const step = whole(settingOf(current, "step"), 1, 100) ?? 1;
  const labels = Object.fromEntries(
    ["left", "center", "right"].flatMap((key) => {
      const label = text(limitIn(current, `${key}Label`));
      return label === "" ? [] : [[key, fitted(label)]];
    }),
  );
  if (step === 1 && max - min >= 4 && max - min <= 10)
    return {
      question_type: "opinion_scale",
      config: { min, max, ...(Object.keys(labels).length > 0 && { labels }) },
    };
  const more = [endsOf({ min, max, left: labels.left, right: labels.right }), labels.center].filter(Boolean).join("\n");
  return { question_type: "number_scale", config: { min, max: Math.max(min, max), step }, more };
}

function ratingIn(current: Current): Made {
  const max = whole(settingOf(current, "stars"), 1, 10) ?? 5;
  return max >= 3
    ? { question_type: "star_rating", config: { max } }
    : { question_type: "number_scale", config: { min: 1, max, step: 1 } };
}

const sizes: Readonly<Record<string, number>> = { KB: 1 / 1024, MB: 1, GB: 1024 };

function filesIn(current: Current): Made {
  const { item } = current;
  const size = number(limitIn(current, "maxFileSize"));
  const unit = sizes[text(settingOf(current, "maxFileSizeUnit"))] ?? 1;
  const accepted = Object.entries(record(settingOf(current, "allowedFiles"))).flatMap(([kind, extensions]) =>
    list(extensions).map((it) => acceptedType(kind, text(it))),
  );
  const known = accepted.filter((it) => it !== null);
  if (known.length < accepted.length) item.lostPart("file_types", "Some accepted file types are unknown.");
  if (whole(limitIn(current, "minFiles"), 2, 100) !== undefined)
    item.lostPart("min_files", "A minimum number of files isn't checked.");
  const isSeveral = settingOf(current, "hasMultipleFiles") === true;
  return {
    question_type: "file_upload",
    config: defined({
      max_files: isSeveral ? Math.min(whole(limitIn(current, "maxFiles"), 1, 1000) ?? 10, 10) : undefined,
      max_size_mb: size !== undefined && size > 0 ? Math.min(size * unit, 100) : undefined,
      accept: known.length > 0 ? [...new Set(known)].slice(0, 50) : undefined,
    }),
  };
}

/** All files of a kind are `*`, and others are extensions. */
const acceptedType = (kind: string, extension: string): string | null =>
  extension === "*" && /^[a-z]+\/\*$/.test(kind)
    ? kind
    : (mediaTypes.get(extension.replace(/^\./, "").toLowerCase()) ?? null);
