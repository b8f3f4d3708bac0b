import type { Domain, QuestionType } from "../../../shared/domain/questions/question.ts";
import { type Config, columns, compile, labelled, minimal, pictures, rows } from "./support.ts";

const num = (min: number | null, max: number | null, step: number | null): Domain => ({
  family: "num",
  min,
  max,
  step,
});
const options = labelled("a", "b");
const withNone = [...options, { value: "none", label: "None", exclusive: true }];
const many: Extract<Domain, { family: "many" }> = {
  family: "many",
  values: ["a", "b"],
  open: false,
  min: 1,
  max: 2,
  exclusive: [],
};

type Row = [Config, Domain | null];

const byType = {
  welcome_screen: [[{}, null]],
  end_screen: [[{}, null]],
  short_text: [[{}, { family: "text" }]],
  long_text: [[{}, { family: "text" }]],
  email: [[{}, { family: "text" }]],
  phone: [[{}, { family: "text" }]],
  number: [
    [{}, num(null, null, null)],
    [{ min: 1, max: 2, step: 0.5 }, num(1, 2, 0.5)],
    [{ decimals: 2 }, num(null, null, 0.01)],
    [{ min: 0.25, decimals: 2 }, num(0.25, null, 0.01)],
    // 1 isn't 0.5 plus a multiple of 1
    [{ min: 0.5, decimals: 0 }, num(0.5, null, null)],
  ],
  star_rating: [[{}, num(1, 5, 1)]],
  number_scale: [[{ step: 3 }, num(1, 10, 3)]],
  opinion_scale: [[{}, num(0, 10, 1)]],
  date: [
    [{}, { family: "date", precision: "day", min: null, max: null }],
    [
      { precision: "time", min: "08:00" },
      { family: "date", precision: "time", min: "08:00", max: null },
    ],
    [
      { min: "2024-01-01", max: { days_from_today: 1 } },
      { family: "date", precision: "day", min: "2024-01-01", max: null },
    ],
  ],
  multiple_choice: [[{ options }, { family: "one", values: ["a", "b"], open: false }]],
  dropdown: [
    [
      { options, allow_other: true },
      { family: "one", values: ["a", "b"], open: true },
    ],
  ],
  yes_no: [[{}, { family: "one", values: ["yes", "no"], open: false }]],
  emoji_rating: [[{}, { family: "one", values: ["terrible", "bad", "okay", "good", "great"], open: false }]],
  checkbox: [
    [{ options }, many],
    [
      { options, min_selections: 2, max_selections: 9 },
      { ...many, min: 2 },
    ],
    [
      { options, max_selections: 1, allow_other: true },
      { ...many, max: 1, open: true },
    ],
    [
      { options, allow_other: true },
      { ...many, max: 3, open: true },
    ],
    [{ options: withNone }, { ...many, values: ["a", "b", "none"], exclusive: ["none"] }],
    [{ options: withNone.slice(2) }, { ...many, values: ["none"], max: 1, exclusive: ["none"] }],
  ],
  picture_choice: [
    [{ options: pictures("a", "b") }, { ...many, max: 1 }],
    [{ options: pictures("a", "b"), multiple: true }, many],
  ],
  ranking: [
    [{ options }, { family: "rank", values: ["a", "b"], min: 2 }],
    [
      { options, min_ranked: 1 },
      { family: "rank", values: ["a", "b"], min: 1 },
    ],
  ],
  matrix: [
    [minimal.matrix, { family: "row", rows: ["food", "staff"], columns: ["bad", "good"], all_rows: false }],
    [
      { rows, columns, require_all_rows: true },
      { family: "row", rows: ["food", "staff"], columns: ["bad", "good"], all_rows: true },
    ],
  ],
  file_upload: [[{ max_files: 3 }, { family: "count", min: 1, max: 3 }]],
  records: [
    [minimal.records, { family: "count", min: 1, max: 10 }],
    [
      { ...minimal.records, min_rows: 2, max_rows: 50 },
      { family: "count", min: 2, max: 50 },
    ],
  ],
} satisfies Record<QuestionType, Row[]>;

const domains = (Object.entries(byType) as [QuestionType, Row[]][]).flatMap(([type, rows]) =>
  rows.map(([config, domain]) => [type, config, domain] as const),
);

test.each(domains)("%s %j", (type, config, domain) => {
  expect(compile(type, config).domain).toEqual(domain);
});
