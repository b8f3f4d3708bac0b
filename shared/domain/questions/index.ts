/**
 * All question types (decisions §4.1), without config schemas. To add a type, add its name to `questionTypes`, a module with a
 * `Question` and a row here, its defaults, and its config with a row in config/. No other code depends on type names.
 */
import type { Family } from "../conditions/operators.ts";
import type { Json } from "../json.ts";
import { dropdown, emojiRating, multipleChoice, yesNo } from "./choice.ts";
import type { Scoring } from "./config/scoring.ts";
import { date } from "./date.ts";
import { defaults } from "./defaults.ts";
import { email } from "./email.ts";
import { fileUpload } from "./fileUpload.ts";
import { matrix } from "./matrix.ts";
import { number, numberScale, opinionScale, starRating } from "./number.ts";
import { notOffered, withoutOptions } from "./offered.ts";
import { phone } from "./phone.ts";
import type { CheckContext, CompiledQuestion, Question, QuestionNode, QuestionType, Reply } from "./question.ts";
import { ranking } from "./ranking.ts";
import { recordsOf } from "./records.ts";
import { isEmpty, refused } from "./reply.ts";
import { awardOf, type Scored } from "./scoring.ts";
import { endScreen, welcomeScreen } from "./screens.ts";
import { checkbox, pictureChoice } from "./selection.ts";
import { longText, shortText } from "./text.ts";

export { isEmpty } from "./reply.ts";

/** A question of any type. Only the question that parsed a config reads it, so its type can be erased. */
type AnyQuestion = Question<Record<string, unknown>>;

export const questions = {
  welcome_screen: welcomeScreen,
  end_screen: endScreen,
  short_text: shortText,
  long_text: longText,
  email,
  phone,
  number,
  date,
  multiple_choice: multipleChoice,
  dropdown,
  yes_no: yesNo,
  checkbox,
  picture_choice: pictureChoice,
  ranking,
  star_rating: starRating,
  number_scale: numberScale,
  opinion_scale: opinionScale,
  emoji_rating: emojiRating,
  matrix,
  file_upload: fileUpload,
  records: recordsOf(compileQuestion),
} satisfies Record<QuestionType, AnyQuestion>;

export function isQuestionType(type: unknown): type is QuestionType {
  return typeof type === "string" && Object.hasOwn(questions, type);
}

/** Returns whether a type is a screen. False for unknown types. */
export function isScreen(type: string): boolean {
  return isQuestionType(type) && familyOf(type) === null;
}

/** Returns how conditions compare answers of a type. Null for screens and unknown types. */
export function familyOf(type: string): Family | null {
  return isQuestionType(type) ? (questions[type] as AnyQuestion).family : null;
}

/** Returns whether answers of a type are files. False for unknown types. */
export function takesFiles(type: string): boolean {
  return isQuestionType(type) && (questions[type] as AnyQuestion).uploads !== undefined;
}

/** Returns whether a type can have a default answer (features §16): every one but screens and files. */
export function takesDefault(type: QuestionType): boolean {
  return familyOf(type) !== null && !takesFiles(type);
}

/** Context for checking configs, without a day (relative limits don't apply) and without files. */
const noSession: CheckContext = { today: "", isIssuedFile: () => false };

/** Returns a node's config with defaults and without scoring. */
export function configOf({ question_type, data }: QuestionNode): Record<string, unknown> {
  const type = question_type as QuestionType;
  const question: AnyQuestion = questions[type];
  const { scoring: _, ...own } = data.config ?? {};
  const config = { ...defaults[type], ...own };
  return question.complete?.(config, { is_required: data.is_required === true }) ?? config;
}

/** Returns the part of a question that scoring needs, or null for a screen. */
export function scoredBy(node: QuestionNode, config = configOf(node)): Scored | null {
  const question: AnyQuestion = questions[node.question_type as QuestionType];
  const domain = question.domain(config);
  return domain && { domain, check: (value) => checkValue(question, config, true, value, noSession) };
}

/** Compiles a question with a valid config: a published one, or one that `readQuestion` (read.ts) has checked. */
export function compileQuestion(node: QuestionNode): CompiledQuestion {
  const type = node.question_type as QuestionType;
  const question: AnyQuestion = questions[type];
  const config = configOf(node);
  const scored = scoredBy(node, config);
  const scoring = node.data.config?.scoring as Scoring | undefined;
  const award = scored && scoring ? awardOf(scoring, scored) : null;
  const isRequired = node.data.is_required === true;
  return {
    type,
    is_screen: question.family === null,
    is_end: question === questions.end_screen,
    is_required: isRequired,
    is_scored: award !== null,
    domain: scored?.domain ?? null,
    columns: question.columns(config),
    labels: question.labels?.(config) ?? noLabels,
    fields: question.fields?.(config) ?? null,
    uploads: question.uploads?.(config) ?? null,
    config,
    check: (value, context) => checkValue(question, config, isRequired, value, context),
    without: (hidden) => {
      const rest = withoutOptions(config, hidden);
      const offered = scoredBy(node, rest);
      return {
        domain: offered?.domain ?? null,
        check: (value, context) => notOffered(value, hidden) ?? checkValue(question, rest, isRequired, value, context),
        // each step needs `check`, only an end screen the award
        get best_award() {
          return offered && scoring ? awardOf(scoring, offered).best : null;
        },
      };
    },
    award_range: award && { least: award.least, most: award.most },
    best_award: award?.best ?? null,
    score: (answer) => award?.of(answer) ?? null,
    cells: (answer, style) => question.cells(answer, config, style),
    rowTexts: question.rowTexts ? (answer) => question.rowTexts?.(answer, config) ?? [] : null,
    isFormulaSafe: (cell) => question.family === "num" || (question.isFormulaSafe?.(cell) ?? false),
  };
}

const noLabels: ReadonlyMap<string, string> = new Map();

function checkValue(
  question: AnyQuestion,
  config: Record<string, unknown>,
  isRequired: boolean,
  value: Json | undefined,
  context: CheckContext,
): Reply {
  const isScreen = question.family === null;
  // screens accept null or no value, but not ""
  if (isScreen ? value === null || value === undefined : isEmpty(value)) {
    return isRequired && !isScreen ? refused("is required", "required") : { kind: "skip" };
  }
  return question.check(value as Json, config, context);
}
