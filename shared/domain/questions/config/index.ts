import { Closed, faultFinder, Type } from "../../schema.ts";
import { questions, takesDefault } from "../index.ts";
import { type QuestionType, questionTypes } from "../question.ts";
import { dropdown, emojiRating, multipleChoice, Shuffle, yesNo } from "./choice.ts";
import { DaysFromToday, date } from "./date.ts";
import type { ConfigDeclaration, ConfigOf } from "./declaration.ts";
import { AnswerDefault, DateDefault } from "./defaultAnswer.ts";
import { email } from "./email.ts";
import { FileInput, fileUpload } from "./fileUpload.ts";
import { configFormats } from "./formats.ts";
import { MatrixColumn, MatrixRow, matrix } from "./matrix.ts";
import { number, numberScale, opinionScale, ScaleLabels, starRating } from "./number.ts";
import { EmojiOption, Option, PictureOption, RankedOption } from "./options.ts";
import { phone } from "./phone.ts";
import { ranking } from "./ranking.ts";
import { RecordField, records } from "./records.ts";
import {
  ExactScoring,
  MatrixScoring,
  OptionsScoring,
  RangesScoring,
  ScoreRange,
  Scoring,
  scoringOf,
  ValueScoring,
} from "./scoring.ts";
import { endScreen, welcomeScreen } from "./screens.ts";
import { checkbox, pictureChoice } from "./selection.ts";
import { longText, shortText } from "./text.ts";

/** Config schemas per question type. Not loaded when walking a graph. */
export const configs = {
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
  records,
} satisfies Record<QuestionType, ConfigDeclaration>;

/** Returns the schema of a type's `data.config`, with a default answer and the scoring modes of its family. */
export function configSchema(type: QuestionType) {
  const { scoring } = questions[type];
  const { properties } = configs[type].schema;
  return Closed({
    ...properties,
    ...(takesDefault(type) && { default: Type.Optional(type === "date" ? DateDefault : AnswerDefault) }),
    ...(scoring.length > 0 && { scoring: Type.Optional(scoringOf(scoring)) }),
  });
}

export const configChecks = new Map(
  questionTypes.map((type) => [type, faultFinder(configSchema(type), { formats: configFormats })]),
);

/** Types of configs after reading, with defaults. */
export type ConfigByType = { [T in QuestionType]: ConfigOf<(typeof configs)[T], T> };

/** Named parts of configs in the OpenAPI document. */
export const configShapes = {
  DaysFromToday,
  EmojiOption,
  ExactScoring,
  FileInput,
  MatrixColumn,
  MatrixRow,
  MatrixScoring,
  Option,
  OptionsScoring,
  PictureOption,
  RangesScoring,
  RankedOption,
  RecordField,
  ScaleLabels,
  ScoreRange,
  Scoring,
  Shuffle,
  ValueScoring,
};
