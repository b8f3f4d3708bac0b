import { configsByName } from "../../domain/graph/shapes/graph.ts";
import { type configSchema, configShapes, type configs } from "../../domain/questions/config/index.ts";
import type { QuestionType } from "../../domain/questions/question.ts";
import { moreTexts } from "../../domain/texts.ts";

type Config = (typeof configs)[QuestionType]["schema"] | ReturnType<typeof configSchema>;
const ofAllTypes: readonly Config[] = Object.values(configsByName);

const {
  ExactScoring,
  MatrixScoring,
  OptionsScoring,
  RangesScoring,
  RecordField,
  ScaleLabels,
  ScoreRange,
  ValueScoring,
} = configShapes;

/** Texts of the API about the settings of questions, beside those that the builder shows. */
export const configsTexts = [
  moreTexts([RecordField], {
    question_type: "Type of the field, whose settings are in `config`.",
    is_required: "Requires a value in every row.",
  }),
  moreTexts(ofAllTypes, {
    options: "Options in their order. Values are unique.",
    rows: "Rows in their order. Values are unique.",
    columns: "Columns in their order. Values are unique.",
    min: "Lowest value that is accepted.",
    max: "Highest value that is accepted.",
    step: "Distance between two values.",
    min_length: "Minimum number of characters.",
    max_length: "Maximum number of characters.",
    min_selections: "Minimum number of selected options.",
    max_selections: "Maximum number of selected options.",
    placeholder: "Example text in the empty field.",
    decimals: "Maximum number of decimals.",
    unit: "Unit after the number, such as “kg”.",
    shuffle: "Options that each respondent sees in random order.",
    allow_other: "Adds an option with a text field.",
    other_max_length: "Maximum number of characters of that text.",
    multiple: "Allows several options.",
    labels: "Texts at the ends and in the middle of the scale.",
    fields: "Fields of each row, in their order. Keys are unique.",
    max_rows: "Maximum number of rows of an answer.",
    input:
      "`draw` takes one drawing or typed name, a PNG of at most 1 MiB. `photo` opens a phone's camera and takes only images.",
    max_files: "Maximum number of files of an answer.",
    accept: "Media types of files that are accepted.",
    redirect_delay_s: "Seconds until the redirect. 0 redirects immediately.",
    show_score: "Shows the total score on the end screen.",
    button_text: "Text of the button.",
    require_all_rows: "Requires an answer in each row.",
    scoring: "Points of an answer. Absent or null if the question isn't scored.",
  }),
  moreTexts(ScaleLabels, {
    left: "Text at the lowest value.",
    center: "Text in the middle.",
    right: "Text at the highest value.",
  }),
  moreTexts([OptionsScoring, ExactScoring, RangesScoring, ValueScoring, MatrixScoring], {
    mode: "Kind of scoring. It decides the other fields.",
    points: "Points for an answer.",
    correct: "Answer that gets the points.",
    penalty: "Points that a wrong answer costs.",
    min: "Lowest sum of points.",
    max: "Highest sum of points.",
    ranges: "Ranges of answers with their points. They can't overlap.",
  }),
  moreTexts(ScoreRange, { from: "Lowest answer of the range.", points: "Points for answers in the range." }),
];
