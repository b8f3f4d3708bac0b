/**
 * The table of question types (decisions §4.1). To add one: a module with a `Question`, its name in `questionTypes`, a row
 * here; nothing else in the project knows the types by name.
 */
import type { GraphNode, Json } from "../graph/types.ts";
import { dropdown, emojiRating, multipleChoice, yesNo } from "./choice.ts";
import { isObject } from "./config.ts";
import { date } from "./date.ts";
import { email } from "./email.ts";
import { fileUpload } from "./fileUpload.ts";
import { matrix } from "./matrix.ts";
import { number, numberScale, opinionScale, starRating } from "./number.ts";
import { phone } from "./phone.ts";
import type { CheckContext, CompiledQuestion, Domain, Parsed, Question, QuestionType, Reply } from "./question.ts";
import { ranking } from "./ranking.ts";
import { isEmpty, refused } from "./reply.ts";
import { type Award, parseScoring } from "./scoring.ts";
import { endScreen, welcomeScreen } from "./screens.ts";
import { checkbox, pictureChoice } from "./selection.ts";
import { longText, shortText } from "./text.ts";

export { isEmpty } from "./reply.ts";

/** A config is read only by the question that parsed it, so the table may forget which one that is. */
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
} satisfies Record<QuestionType, AnyQuestion>;

export function isQuestionType(type: unknown): type is QuestionType {
  return typeof type === "string" && Object.hasOwn(questions, type);
}

/** A config is judged outside any session: no day (so no bound that moves with it), no files. */
const noSession: CheckContext = { today: "", isIssuedFile: () => false };

/**
 * Reads a node's config and binds it. The node's type must be a known one (`isQuestionType`). Problems are
 * "<key>: <message>" with keys of `data.config`.
 */
export function compileQuestion(node: GraphNode): Parsed<CompiledQuestion> {
  const type = node.question_type as QuestionType;
  const question: AnyQuestion = questions[type];
  const raw = node.data.config ?? {};
  if (!isObject(raw)) return { ok: false, problems: ["config: must be an object"] };
  const { scoring, ...own } = raw;
  const is_required = node.data.is_required === true;
  const parsed = question.parseConfig(own, { is_required });
  if (!parsed.ok) return parsed;
  const config = parsed.value;
  const domain = question.domain(config);
  const award = Object.hasOwn(raw, "scoring") ? bindScoring(question, config, domain, scoring) : null;
  if (award && !award.ok) return award;
  return {
    ok: true,
    value: {
      type,
      is_screen: question.family === null,
      is_end: question === questions.end_screen,
      is_required,
      is_scored: award !== null,
      domain,
      columns: question.columns(config),
      config,
      check: (value, context) => checkValue(question, config, is_required, value, context),
      award_range: award && { least: award.value.least, most: award.value.most },
      score: (answer) => (award ? award.value.of(answer) : null),
      cells: (answer, style) => question.cells(answer, config, style),
    },
  };
}

function bindScoring(
  question: AnyQuestion,
  config: Record<string, unknown>,
  domain: Domain | null,
  raw: unknown,
): Parsed<Award> {
  const check = (value: Json) => checkValue(question, config, true, value, noSession);
  return parseScoring(raw, domain && { modes: question.scoring, domain, check });
}

function checkValue(
  question: AnyQuestion,
  config: Record<string, unknown>,
  isRequired: boolean,
  value: Json | undefined,
  context: CheckContext,
): Reply {
  const isScreen = question.family === null;
  // a screen is passed with null or nothing at all; "" would be an answer to no question
  if (isScreen ? value === null || value === undefined : isEmpty(value)) {
    return isRequired && !isScreen ? refused("is required") : { kind: "skip" };
  }
  return question.check(value as Json, config, context);
}
