import type { EndState, UploadedFile } from "../../../services/web/respondent/questions/question.ts";
import type { GraphNode, Json, NodeData } from "../../../shared/domain/graph/types.ts";
import type { QuestionType } from "../../../shared/domain/questions/question.ts";

/** A question in one state. */
export interface State {
  node: GraphNode;
  value: Json;
  /** the value was submitted and refused */
  isRefused: boolean;
  isDisabled: boolean;
  files: Record<string, UploadedFile>;
  end?: EndState;
  /** Files chosen together. Names with `sending` never finish. */
  sending: File[];
}

type Given = Partial<Omit<State, "node">> & { data?: NodeData };

const picture = (hue: number) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"><rect width="400" height="300" fill="hsl(${hue} 45% 82%)"/><circle cx="300" cy="80" r="36" fill="hsl(${hue + 40} 85% 70%)"/><path d="M0 300l130-150 90 95 70-75 110 130z" fill="hsl(${hue} 38% 48%)"/></svg>`,
  )}`;

const options = (...labels: string[]) => labels.map((label, index) => ({ value: `o${index + 1}`, label }));
const pictures = (...labels: string[]) =>
  options(...labels).map((option, index) => ({
    ...option,
    image_url: picture(150 + index * 55),
    alt: `Drawing: ${option.label}`,
  }));

const long =
  "Thinking of everything that happened between the day when you first heard of us and today, which of the following would you say describes best how you went about deciding, and why?";
const longLabel =
  "None of these, because I had decided long before on the recommendation of a colleague who had used it for years in Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogoch";
const towns =
  "Amsterdam Athens Berlin Bern Brussels Bucharest Budapest Copenhagen Dublin Helsinki Lisbon Ljubljana London Madrid Oslo Paris Prague Riga Rome Sofia Stockholm Tallinn Vienna Vilnius Warsaw Zagreb";
const fruits = options("Apples", "Pears", "Plums", "Cherries");
const file = (name: string, size: number): Record<string, UploadedFile> => ({
  [`https://forms.example/api/v2/file/${name}/`]: { url: `https://forms.example/api/v2/file/${name}/`, name, size },
});
const nothing: NodeData = {};

/** Each type's question in the gallery. States change parts of it. */
const questions: Record<QuestionType, NodeData> = {
  welcome_screen: {
    title: "How was your visit?",
    description: "Five short questions, about two minutes. Only we see your answers.",
    config: { button_text: "Let us begin" },
  },
  end_screen: { title: "Thank you!", description: "Your answers have arrived. You can close this page now." },
  short_text: {
    title: "What is your name?",
    description: "As it should stand on your badge.",
    config: { placeholder: "Ada Lovelace" },
  },
  long_text: { title: "What would you change?", config: { max_length: 280 } },
  email: { title: "Where can we reach you?", description: "We only write when there is something to tell." },
  phone: { title: "And by phone?", config: { default_country: "GB", allowed_countries: ["DE", "FR", "GB", "US"] } },
  number: { title: "How many talks did you hear?", config: { min: 0, max: 40, step: 1, unit: "talks" } },
  date: { title: "When did you arrive?", config: { min: "2026-06-01", max: "2026-06-30" } },
  multiple_choice: { title: "Which fruit do you like best?", config: { options: fruits, allow_other: true } },
  dropdown: {
    title: "You came as …",
    config: { options: options("Attendee", "Speaker", "Sponsor"), allow_other: true },
  },
  yes_no: { title: "Would you come again?" },
  checkbox: {
    title: "What did you enjoy?",
    config: {
      options: [
        ...options("The talks", "The food", "The people", "The town"),
        { value: "none", label: "None of it", exclusive: true },
      ],
      max_selections: 3,
      allow_other: true,
    },
  },
  picture_choice: {
    title: "Which poster do you like best?",
    config: { options: pictures("Meadow", "Lagoon", "Heather") },
  },
  ranking: {
    title: "Rank these by importance",
    config: { options: options("Price", "Quality", "Service", "Design") },
  },
  star_rating: { title: "How was the food?" },
  number_scale: { title: "How much did you learn?", config: { min: 1, max: 7 } },
  opinion_scale: {
    title: "How likely are you to recommend us to a friend?",
    config: { labels: { left: "Not at all likely", right: "Extremely likely" } },
  },
  emoji_rating: { title: "How do you feel about today?" },
  matrix: {
    title: "How satisfied were you with …",
    config: {
      rows: ["The venue", "The talks", "The food and the drinks"].map((label, index) => ({
        key: `r${index + 1}`,
        label,
      })),
      columns: options("Not at all", "Rather not", "So-so", "Rather", "Very"),
    },
  },
  file_upload: { title: "Show us what you made", config: { max_files: 3 } },
  records: {
    title: "Who lives in your household?",
    config: {
      fields: [
        { key: "name", title: "First name", question_type: "short_text", is_required: true },
        { key: "age", title: "Age", question_type: "number", config: { min: 0, max: 120, unit: "years" } },
        {
          key: "school",
          title: "Does this person go to school?",
          question_type: "yes_no",
          config: { yes_label: "At school", no_label: "Not yet" },
        },
        { key: "meals", title: "Meals", question_type: "checkbox", config: { options: options("Lunch", "Dinner") } },
      ],
      max_rows: 3,
      add_label: "Add another person",
    },
  },
};

const refused = (value: Json = null, data: NodeData = nothing): Given => ({
  value,
  isRefused: true,
  data: { is_required: true, ...data },
});
const longOptions = {
  options: [
    ...options("Yes", "No", longLabel),
    ...options("a", "b").map(({ value }) => ({ value: `x${value}`, label: "Perhaps" })),
  ],
};

/** The states of each type besides `empty`. */
const states: Record<QuestionType, Record<string, Given>> = {
  welcome_screen: { long: { data: { title: long, description: `${long}\n\n${long}` } } },
  end_screen: {
    sending: { end: { isCompleted: false, totalScore: null, maxScore: null, onRedirect() {} } },
    score: {
      end: { isCompleted: true, totalScore: 17, maxScore: 20, onRedirect() {} },
      data: { config: { show_score: true } },
    },
    redirect: {
      end: { isCompleted: true, totalScore: null, maxScore: null, onRedirect() {} },
      data: { config: { redirect_url: "https://example.com", redirect_delay_s: 600 } },
    },
  },
  short_text: {
    filled: { value: "Grace Hopper" },
    error: refused(),
    long: { value: `${longLabel} `.repeat(2), data: { title: long, description: long } },
    disabled: { value: "Grace Hopper", isDisabled: true },
  },
  long_text: {
    filled: { value: "The coffee.\n\nAnd a little more time between the talks, so that one can talk to people." },
    error: refused("a".repeat(290)),
    limit: { value: "Almost all of it. ".repeat(15) },
  },
  email: { filled: { value: "ada@example.com" }, error: refused("ada@example") },
  phone: { filled: { value: "+442079460958" }, error: refused("+44 12") },
  number: {
    filled: { value: 12 },
    error: refused(41),
    open: {
      value: -3.5,
      data: { config: { decimals: 2, min: undefined, max: undefined, step: undefined, unit: "°C" } },
    },
  },
  date: {
    filled: { value: "2026-06-12" },
    error: refused("2026-07-12"),
    minute: { value: "2026-06-12T14:30", data: { config: { precision: "minute" } } },
    time: { value: "14:30", data: { config: { precision: "time" } } },
  },
  multiple_choice: {
    filled: { value: "o2" },
    error: refused(),
    other: { value: "Quinces" },
    long: { value: "o3", data: { title: long, config: longOptions } },
  },
  dropdown: {
    filled: { value: "o2" },
    error: refused(),
    other: { value: "Volunteer" },
    search: { data: { config: { options: options(...towns.split(" ")), allow_other: false } } },
  },
  yes_no: { filled: { value: "yes" }, error: refused() },
  checkbox: {
    filled: { value: ["o1", "o3"] },
    error: refused(),
    other: { value: ["o1", "The music"] },
    limit: { value: ["o1", "o2", "o4"] },
    exclusive: { value: ["none"] },
    long: { value: ["o3"], data: { title: long, config: { ...longOptions, max_selections: undefined } } },
  },
  picture_choice: {
    filled: { value: ["o2"] },
    error: refused(),
    several: { value: ["o1", "o3"], data: { config: { multiple: true } } },
  },
  ranking: {
    filled: { value: ["o3", "o1"] },
    error: refused(["o3", "o1"]),
    whole: { value: ["o2", "o1", "o4", "o3"] },
  },
  star_rating: { filled: { value: 4 }, error: refused() },
  number_scale: {
    filled: { value: 5 },
    error: refused(),
    long: { value: 13, data: { config: { min: 1, max: 20 } } },
    field: { value: 40, data: { config: { min: 0, max: 100, step: 5 } } },
    tens: { data: { config: { min: 0, max: 100, step: 10 } } },
    years: { data: { config: { min: 1990, max: 2025, step: 5 } } },
    thousands: { data: { config: { min: -1000, max: 1000, step: 200 } } },
  },
  opinion_scale: {
    filled: { value: 9 },
    error: refused(),
    center: { data: { config: { min: 1, max: 5, labels: { left: "Worse", center: "The same", right: "Better" } } } },
  },
  emoji_rating: { filled: { value: "good" }, error: refused() },
  matrix: { filled: { value: { r1: "o2", r2: "o5", r3: "o4" } }, error: refused({ r1: "o2" }) },
  file_upload: {
    draw: { data: { config: { input: "draw" } } },
    drawn: {
      value: Object.keys(file("drawing.png", 0)),
      files: file("drawing.png", 24_000),
      data: { config: { input: "draw" } },
    },
    photo: { data: { config: { input: "photo", max_files: 3 } } },
    filled: { value: Object.keys(file("harbour.jpg", 0)), files: file("harbour.jpg", 2_400_000) },
    error: refused(),
    sending: { sending: [new File(["a".repeat(48_000)], "drawing-of-the-harbour.png", { type: "image/png" })] },
    problem: { sending: [new File(["text"], "notes.txt", { type: "text/plain" })] },
    limit: {
      value: ["a.jpg", "b.jpg", "c.pdf"].flatMap((name) => Object.keys(file(name, 0))),
      files: { ...file("a.jpg", 900_000), ...file("b.jpg", 1_400_000), ...file("c.pdf", 88_000) },
    },
  },
  records: {
    filled: {
      value: [
        { name: "Mira", age: 41, school: "no" },
        { name: "Elias", meals: ["o1", "o2"] },
      ],
    },
    error: refused([{ name: "Mira", age: 41 }]),
    full: { value: [{ name: "Mira" }, { name: "Elias" }, { name: long }] },
  },
};

export const gallery: readonly { type: QuestionType; state: string }[] = (
  Object.keys(questions) as QuestionType[]
).flatMap((type) => ["empty", ...Object.keys(states[type])].map((state) => ({ type, state })));

export function stateOf(type: QuestionType, state: string): State {
  const { data, ...given } = states[type][state] ?? {};
  const base = questions[type];
  return {
    value: null,
    isRefused: false,
    isDisabled: false,
    files: {},
    sending: [],
    ...(type === "end_screen" && { end: { isCompleted: true, totalScore: null, maxScore: null, onRedirect() {} } }),
    ...given,
    node: {
      id: `${type}-${state}`,
      question_type: type,
      data: { ...base, ...data, config: { ...base.config, ...data?.config } },
    },
  };
}

const arabic = ["ما هو اسمك؟", "سهل جداً", "نعم، في كل يوم تقريباً", "لا", "الجودة", "الخدمة والدعم", "السعر", "ربما"];

/** Replaces the texts with Arabic words, to test right-to-left text. */
export function inArabic(node: GraphNode): GraphNode {
  let next = 0;
  const said = (value: unknown, key = ""): unknown => {
    if (Array.isArray(value)) return value.map((item) => said(item));
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, said(item, name)]));
    }
    const isSeen = /^(title|description|label|left|center|right|alt|unit|placeholder|\w+_label|button_text)$/.test(key);
    return isSeen && typeof value === "string" ? arabic[next++ % arabic.length] : value;
  };
  return said(node) as GraphNode;
}
