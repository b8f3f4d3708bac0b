import type { ImportedForm } from "../importedForm.ts";
import { languageTag, number } from "../values.ts";
import { plain } from "../wording.ts";
import type { LssRow, Tables } from "./document.ts";

/** A question, or a subquestion: a row or column of an array, or an option of a multiple choice. */
export interface LssQuestion {
  qid: string;
  gid: string;
  parent: string;
  code: string;
  type: string;
  relevance: string;
  mandatory: string;
  hasOther: boolean;
  /** pattern for its answers */
  preg: string;
  /** 0, or 1 for columns of an array */
  scale: string;
}

export interface LssGroup {
  gid: string;
  relevance: string;
}

export interface LssAnswer {
  code: string;
  /** of its texts */
  key: string;
  points: number | undefined;
}

/** A text of the default language. */
export interface LssText {
  text: string;
  /** whether images or the like were lost */
  isLossy: boolean;
}

type TextRows = Map<string, LssRow>;

/** A survey's tables in their order, with the texts of all languages. Older files repeat the rows for each language. */
export class LimeSurvey {
  readonly settings: LssRow;
  readonly language: string;
  readonly groups: readonly LssGroup[];
  readonly questions: readonly LssQuestion[];
  private readonly tables: Tables;
  private readonly form: ImportedForm;
  private readonly texts: ReadonlyMap<string, TextRows>;
  private readonly attributes: ReadonlyMap<string, ReadonlyMap<string, string>>;
  private readonly children: ReadonlyMap<string, LssQuestion[]>;
  private readonly answersOf: ReadonlyMap<string, LssAnswer[]>;
  private readonly defaultsOf: ReadonlyMap<string, LssRow[]>;
  private readonly conditioned: ReadonlySet<string>;

  constructor(tables: Tables, form: ImportedForm) {
    this.tables = tables;
    this.form = form;
    this.settings = this.rows("surveys")[0] ?? new Map();
    this.texts = this.readTexts();
    const [first] = this.texts.values();
    this.language = this.settings.get("language") || [...(first?.keys() ?? [])][0] || "en";
    form.language = languageTag(this.language) ?? "en";
    this.attributes = this.readAttributes();
    const all = [...this.rows("questions"), ...this.rows("subquestions")];
    const questions = sorted(unique(all, ["qid"]), "question_order").map(questionOf);
    this.questions = questions.filter(({ parent }) => parent === "" || parent === "0");
    this.children = Map.groupBy(questions, ({ parent }) => parent);
    this.groups = sorted(unique(this.rows("groups"), ["gid"]), "group_order").map((row) => ({
      gid: cell(row, "gid"),
      relevance: cell(row, "grelevance"),
    }));
    this.answersOf = Map.groupBy(this.readAnswers(), ({ owner }) => owner);
    this.defaultsOf = Map.groupBy(this.rows("defaultvalues"), (row) => cell(row, "qid"));
    this.conditioned = new Set(this.rows("conditions").map((row) => cell(row, "qid")));
  }

  rows(table: string): readonly LssRow[] {
    return this.tables.get(table) ?? [];
  }

  subquestions({ qid }: LssQuestion, scale = "0"): LssQuestion[] {
    return (this.children.get(qid) ?? []).filter((one) => one.scale === scale);
  }

  answers({ qid }: LssQuestion, scale = "0"): LssAnswer[] {
    return this.answersOf.get(`${qid} ${scale}`) ?? [];
  }

  attribute({ qid }: LssQuestion, name: string): string {
    return this.attributes.get(qid)?.get(name) ?? "";
  }

  /** Returns the default answer of a question as a whole, in the default language. Empty if it has none. */
  defaultOf({ qid }: LssQuestion): string {
    const row = this.defaultsOf.get(qid)?.find((it) => /^0?$/.test(cell(it, "sqid")) && cell(it, "specialtype") === "");
    if (!row) return "";
    const texts = this.rows("defaultvalue_l10ns").filter((it) => cell(it, "dvid") === cell(row, "dvid"));
    const own = texts.find((it) => cell(it, "language") === this.language) ?? texts[0];
    return cell(row, "defaultvalue") || cell(own, "defaultvalue");
  }

  /** Returns whether parts of a question have default answers, such as the options of a multiple choice. */
  hasPartDefaults({ qid }: LssQuestion): boolean {
    const rows = this.defaultsOf.get(qid) ?? [];
    return rows.some((it) => !/^0?$/.test(cell(it, "sqid")) || cell(it, "specialtype") !== "");
  }

  /** Returns whether a question has conditions of old versions that its relevance doesn't have. */
  hasOldConditions({ qid, relevance }: LssQuestion): boolean {
    return /^1?$/.test(relevance.trim()) && this.conditioned.has(qid);
  }

  /** Returns the equation of a question, which is its text. */
  equationOf(question: LssQuestion): string {
    const rows = this.texts.get(`question ${question.qid}`);
    return this.attribute(question, "equation") || plain(cell(rows?.get(this.language), "question")).text;
  }

  /** Reads a text without its HTML, with its translations. `key`: such as `question 5`. */
  text(key: string, column: string): LssText {
    const rows = this.texts.get(key) ?? new Map<string, LssRow>();
    const shown = (row: LssRow | undefined) => plain(withNames(cell(row, column)));
    const own = shown(rows.get(this.language) ?? rows.values().next().value);
    const others = [...rows].filter(([language]) => language !== this.language);
    const translations = new Map<string, string>();
    for (const [language, row] of others) {
      const { text } = shown(row);
      if (text === "" || own.text === "") continue;
      translations.set(language, text);
      this.form.translations.add(language, languageTag(language), own.text, text);
    }
    this.form.translations.read({ original: own.text, translations });
    return own;
  }

  private readTexts(): Map<string, TextRows> {
    const texts = new Map<string, TextRows>();
    const add = (table: string, keyOf: (row: LssRow) => string, language: string, column: string) => {
      for (const row of this.rows(table)) {
        if (!row.has(language) || !row.has(column)) continue;
        const key = keyOf(row);
        const rows = texts.get(key) ?? new Map<string, LssRow>();
        texts.set(key, rows);
        rows.set(cell(row, language), row);
      }
    };
    add("surveys_languagesettings", () => "survey", "surveyls_language", "surveyls_title");
    for (const table of ["questions", "subquestions", "question_l10ns"])
      add(table, (row) => `question ${cell(row, "qid")}`, "language", "question");
    for (const table of ["groups", "group_l10ns"])
      add(table, (row) => `group ${cell(row, "gid")}`, "language", "group_name");
    for (const table of ["answers", "answer_l10ns"]) add(table, answerKey, "language", "answer");
    return texts;
  }

  private readAttributes() {
    const attributes = new Map<string, Map<string, string>>();
    for (const row of this.rows("question_attributes")) {
      const qid = cell(row, "qid");
      const own = attributes.get(qid) ?? new Map<string, string>();
      attributes.set(qid, own);
      const name = cell(row, "attribute");
      const isOwn = cell(row, "language") === "" || cell(row, "language") === this.language;
      if (isOwn || !own.has(name)) own.set(name, cell(row, "value").trim());
    }
    return attributes;
  }

  private readAnswers() {
    return sorted(unique(this.rows("answers"), ["qid", "scale_id", "code"]), "sortorder").map((row) => ({
      owner: `${cell(row, "qid")} ${cell(row, "scale_id") || "0"}`,
      code: cell(row, "code"),
      key: answerKey(row),
      points: number(cell(row, "assessment_value")),
    }));
  }
}

export const cell = (row: LssRow | undefined, column: string): string => row?.get(column) ?? "";

const answerKey = (row: LssRow): string =>
  `answer ${cell(row, "aid") || `${cell(row, "qid")} ${cell(row, "scale_id") || "0"} ${cell(row, "code")}`}`;

/** `{Q1.shown}`, `{Q1.NAOK}` and `{INSERTANS:1X2X3}` insert the same answer. */
const withNames = (text: string): string =>
  text.replace(/\{(?:INSERTANS:)?(\w+)(?:\.(?:shown|NAOK|value|code))?\}/g, "{$1}");

function unique(rows: readonly LssRow[], columns: readonly string[]): LssRow[] {
  const found = new Map<string, LssRow>();
  for (const row of rows) {
    const key = columns.map((column) => cell(row, column)).join("\n");
    if (!found.has(key)) found.set(key, row);
  }
  return [...found.values()];
}

const sorted = (rows: readonly LssRow[], column: string): LssRow[] =>
  rows.toSorted((a, b) => (Number(cell(a, column)) || 0) - (Number(cell(b, column)) || 0));

const questionOf = (row: LssRow): LssQuestion => ({
  qid: cell(row, "qid"),
  gid: cell(row, "gid"),
  parent: cell(row, "parent_qid"),
  code: cell(row, "title"),
  type: cell(row, "type"),
  relevance: cell(row, "relevance"),
  mandatory: cell(row, "mandatory"),
  hasOther: cell(row, "other") === "Y",
  preg: cell(row, "preg"),
  scale: cell(row, "scale_id") || "0",
});
