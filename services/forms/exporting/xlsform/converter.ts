import type { Condition, MarkupKind, Page } from "../../../../shared/domain/graph/types.ts";
import type { RecordField } from "../../../../shared/domain/questions/config/records.ts";
import { defaults } from "../../../../shared/domain/questions/defaults.ts";
import { literal } from "../computing.ts";
import type { Config, Form, Placed } from "../form.ts";
import { endLosses, Unsayable } from "../losses.ts";
import { formulaOf } from "../reach.ts";
import { isEmptyText, mapped, type Text } from "../texts.ts";
import { XpathLanguage } from "./language.ts";
import { escaped, markdownOf } from "./markdown.ts";
import { type Asked, askedField, type Choice, rows, type Said, type Saying } from "./questions.ts";
import { type Sheet, xlsxOf } from "./xlsx.ts";

type Row = Record<string, string>;

/** Takes a form to an XLSForm (https://xlsform.org). */
export class Converter implements Saying {
  readonly form: Form;
  readonly language: XpathLanguage;
  private readonly survey: Row[] = [];
  private readonly choices: Row[] = [];
  private readonly lists = new Set<string>();

  constructor(form: Form) {
    this.form = form;
    this.language = new XpathLanguage(form);
  }

  /** Returns the workbook. */
  convert(): Promise<Uint8Array> {
    return xlsxOf(this.sheets());
  }

  /** Returns the sheets survey, choices and settings. */
  sheets(): Sheet[] {
    const { form } = this;
    for (const key of form.graph.hidden_fields ?? [])
      this.survey.push({ type: "hidden", name: this.language.names.of("hidden", key) });
    this.addNodes();
    this.language.sayNumbers();
    const ends = form.ends.flatMap((end) => this.endOf(end));
    for (const { name, calculation } of this.language.calculates)
      this.survey.push({ type: "calculate", name, calculation });
    this.survey.push(...ends);
    const settings: Row = {
      ...this.texts("form_title", form.texts.of("title", form.title)),
      form_id: "form",
      default_language: form.language,
    };
    return [sheetOf("survey", this.survey), sheetOf("choices", this.choices), sheetOf("settings", [settings])];
  }

  lose(nodeId: string | null, reason: string): void {
    this.form.losses.add(nodeId, reason);
  }

  /** Returns a text with recalls as XLSForms write them. Labels are Markdown. */
  said(
    nodeId: string | null,
    key: string,
    given: string | undefined,
    kind?: MarkupKind,
    change: (text: string) => string = (text) => text,
  ): Text {
    const text = this.form.texts.of(key, given);
    const isMarkup = this.form.graph.markup !== undefined && kind !== undefined;
    const written = mapped(text, isMarkup ? (source) => markdownOf(source, kind) : escaped);
    return mapped(this.recall(nodeId, written), change);
  }

  /** Adds a list of choices, and returns its name. */
  list({ name }: Asked, options: readonly Choice[]): string {
    let list = `${name}_list`;
    for (let n = 2; this.lists.has(list); n++) list = `${name}_list_${n}`;
    this.lists.add(list);
    for (const { name: value, label, image } of options)
      this.choices.push({
        list_name: list,
        name: value,
        ...this.texts("label", label),
        ...(image && { "media::image": image }),
      });
    return list;
  }

  /** Returns the filter of choices whose options have conditions. */
  filterOf(nodeId: string, options: readonly Config[]): Partial<Said> {
    const at = this.form.placeOf(nodeId) - 1;
    const isOpen = this.form.question(nodeId)?.config.allow_other === true;
    const parts = options.flatMap(({ value, show_if }): string[] => {
      if (show_if === undefined || show_if === null) return [];
      if (isOpen) this.lose(nodeId, "All of its options are offered, because it takes other answers.");
      const condition = this.form.losses.attempt(nodeId, `The option \`${value}\` is always offered`, () =>
        this.language.print(formulaOf(show_if as Condition, nodeId, at)),
      );
      return condition === undefined || isOpen
        ? []
        : [`(name != '${this.language.optionName(nodeId, value)}' or (${condition}))`];
    });
    return parts.length > 0 ? { choice_filter: parts.join(" and ") } : {};
  }

  private recall(nodeId: string | null, text: Text): Text {
    const all = [text.own, ...text.others.map(([, other]) => other)];
    if (all.some((one) => one.includes("${"))) {
      this.lose(nodeId, "Its text has `${`, which would insert an answer.");
      return mapped(text, (one) => one.replaceAll("${", "$ {"));
    }
    return this.form.recalled(nodeId, text, (kind, name) => this.insertion(kind, name));
  }

  private insertion(kind: string, name: string): string {
    if (kind === "hidden") return `\${${this.language.names.of("hidden", name)}}`;
    if (kind === "answer") return this.insertedAnswer(name);
    const value = this.language.numbers.calculation(name, this.form.order.nodes.length);
    return kind === "calculation" ? value : this.band(name, value);
  }

  /** A choice shows its label, and not its value. */
  private insertedAnswer(id: string): string {
    const domain = this.form.question(id)?.domain;
    if (this.form.placeOf(id) < 0 || !domain) throw new Unsayable("its question isn't asked.");
    const read = this.language.answer(id);
    if (domain.family === "row" || domain.family === "count") throw new Unsayable("its answers have several parts.");
    if (domain.family === "many" || domain.family === "rank") throw new Unsayable("it shows several options.");
    if (domain.family !== "one") return read;
    return this.language.define(`${this.language.names.of("node", id)}_label`, `jr:choice-name(${read}, '${read}')`);
  }

  private band(key: string, value: string): string {
    const bands = this.form.graph.calculations?.find((one) => one.key === key)?.bands ?? [];
    const text = bands.reduceRight((rest, { from, to, key: name, label = name }) => {
      if (/['"“”‘’]/.test(label)) throw new Unsayable("the label of a band has quotes.");
      return `if(${value} != '' and ${value} >= ${literal(from)} and ${value} <= ${literal(to)}, '${label}', ${rest})`;
    }, "''");
    return this.language.define(`${key}_band`, text);
  }

  /** Returns the cells of a text in all languages. */
  private texts(column: string, text: Text): Row {
    if (this.form.texts.tags.length === 0) return isEmptyText(text) ? {} : { [column]: text.own };
    const all = [[this.form.language, text.own] as const, ...text.others];
    return Object.fromEntries(
      all.filter(([, one]) => one.trim() !== "").map(([tag, one]) => [`${column}::${tag}`, one]),
    );
  }

  private addNodes(): void {
    let open: Page | null = null;
    for (const placed of this.form.nodes) {
      const page = this.pageOf(placed);
      if (page !== open) {
        if (open) this.survey.push({ type: "end_group" });
        if (page) this.beginPage(page);
        open = page;
      }
      this.addNode(placed);
    }
    if (open) this.survey.push({ type: "end_group" });
  }

  /** Rows stand on pages of their own. */
  private pageOf({ node }: Placed): Page | null {
    const page = this.form.order.pages.get(node.id) ?? null;
    if (page && node.question_type === "records") this.lose(node.id, "It is asked on a page of its own.");
    return node.question_type === "records" ? null : page;
  }

  private beginPage(page: Page): void {
    if (page.description?.trim()) this.lose(null, `The description of the page \`${page.id}\` isn't shown.`);
    if (page.shuffle) this.lose(null, `The questions of the page \`${page.id}\` keep their order.`);
    this.survey.push({
      type: "begin_group",
      name: this.language.names.of("page", page.id),
      appearance: "field-list",
      ...this.texts("label", this.said(null, `page.${page.id}.title`, page.title, "line")),
    });
  }

  private addNode(placed: Placed): void {
    const { node, question } = placed;
    const { id, data, question_type: type } = node;
    const relevant = this.relevance(placed);
    const shown: Row = { ...this.words(placed), ...relevant };
    if (data.image?.url) {
      this.lose(id, "Its image is an address, which some tools need as an attached file.");
      shown["media::image"] = data.image.url;
    }
    if (data.is_personal) this.lose(id, "Its answers aren't marked as personal data.");
    const name = this.language.names.of("node", id);
    const asked: Asked = { nodeId: id, key: id, name, type, isRequired: question.is_required, config: question.config };
    if (type === "welcome_screen") this.survey.push({ type: "note", name, ...shown });
    else if (type === "matrix") this.addMatrix(asked, shown);
    else if (type === "records") this.addRecords(asked, shown);
    else {
      const { constraints = [], ...said } = rows[type]?.(asked, this) ?? { type: "text" };
      this.survey.push({
        ...(said as Row),
        name,
        ...shown,
        ...(question.is_required && { required: "yes" }),
        ...this.constraint(placed, constraints),
        ...this.defaultOf(asked),
      });
    }
  }

  private words({ node }: Placed): Row {
    const { id, data, question_type: type } = node;
    const button = data.config?.button_text;
    if (type === "welcome_screen" && button && button !== defaults.welcome_screen.button_text)
      this.lose(id, `Its button isn't labeled “${String(button)}”.`);
    const title = this.said(id, `${id}.title`, data.title?.trim() ? data.title : id, "line");
    const description = this.said(id, `${id}.description`, data.description, "blocks");
    return { ...this.texts("label", title), ...this.texts("hint", description) };
  }

  private relevance(placed: Placed): Row {
    const relevant = this.language.asked(placed);
    return relevant === null ? {} : { relevant };
  }

  private constraint({ node, at }: Placed, limits: readonly string[]): Row {
    const { id, data } = node;
    const rules = (data.valid_if ?? []).flatMap(({ condition, message }, index) => {
      const rule = this.form.losses.attempt(id, "A rule for its answers is left out", () =>
        this.language.print(formulaOf(condition as Condition, id, at)),
      );
      return rule === undefined ? [] : [{ rule, message: this.said(id, `${id}.valid_if.${index}`, message, "line") }];
    });
    const own = this.language.answer(id);
    const parts = [...limits, ...rules.map(({ rule }) => `(${rule.replaceAll(own, ".")})`)];
    if (parts.length === 0) return {};
    const [first, ...others] = rules.map(({ message }) => message);
    const message = first && { own: [first, ...others].map((one) => one.own).join(" "), others: first.others };
    return { constraint: parts.join(" and "), ...(message && this.texts("constraint_message", message)) };
  }

  private defaultOf({ nodeId, type, config }: Asked): Row {
    const given = config.default;
    if (given === undefined) return {};
    if (given === "today") return { default: "today()" };
    if (typeof given === "object" && !Array.isArray(given)) {
      this.lose(nodeId, "It starts empty.");
      return {};
    }
    const values = [given].flat().map((value) => this.language.optionName(nodeId, String(value)));
    return { default: type === "date" || type.endsWith("text") ? String(given) : values.join(" ") };
  }

  private addMatrix(asked: Asked, shown: Row): void {
    const { nodeId, key, config, isRequired } = asked;
    this.lose(nodeId, "Its rows are questions of their own.");
    if (config.default !== undefined) this.lose(nodeId, "It starts empty.");
    if ((this.form.node(nodeId).data.valid_if ?? []).length > 0)
      this.lose(nodeId, "Its answers aren't checked by its rules.");
    if (isRequired && !config.require_all_rows) this.lose(nodeId, "All of its rows can be skipped.");
    if (!isRequired && config.require_all_rows) this.lose(nodeId, "Its rows can be skipped one by one.");
    const columns = (config.columns as Config[]).map(({ value, label }) => ({
      name: this.language.optionName(nodeId, value),
      label: this.said(nodeId, `${key}.columns.${value}`, label, "line"),
    }));
    const list = this.list(asked, columns);
    const isInGroup = this.form.order.pages.has(nodeId);
    const { "media::image": _, ...group } = shown;
    this.survey.push({
      ...group,
      type: "begin_group",
      name: asked.name,
      ...(!isInGroup && { appearance: "field-list" }),
    });
    for (const { key: row, label } of config.rows as Config[])
      this.survey.push({
        type: `select_one ${list}`,
        name: this.language.rowName(nodeId, row),
        ...this.texts("label", this.said(nodeId, `${key}.rows.${row}`, label, "line")),
        ...(isRequired && config.require_all_rows && { required: "yes" }),
      });
    this.survey.push({ type: "end_group" });
  }

  private addRecords(asked: Asked, shown: Row): void {
    const { nodeId, key, config, isRequired, name } = asked;
    const { min_rows: min, max_rows: max, fields } = config;
    const isFixed = min === max && isRequired;
    if (!isFixed && (min > 0 || max < rowLimit || isRequired))
      this.lose(nodeId, "Respondents decide how many rows there are.");
    if (config.add_label) this.lose(nodeId, "Its button has another label.");
    if (config.default !== undefined) this.lose(nodeId, "It starts empty.");
    if (shown.hint || Object.keys(shown).some((column) => column.startsWith("hint")))
      this.lose(nodeId, "Its description isn't shown.");
    if ((this.form.node(nodeId).data.valid_if ?? []).length > 0)
      this.lose(nodeId, "Its answers aren't checked by its rules.");
    const group = Object.fromEntries(Object.entries(shown).filter(([column]) => !/^(hint|media)/.test(column)));
    this.survey.push({ ...group, type: "begin_repeat", name, ...(isFixed && { repeat_count: String(min) }) });
    for (const field of fields as RecordField[]) {
      const own = askedField(field, nodeId, key, this.language.fieldName(nodeId, field.key));
      const { constraints = [], ...said } = rows[field.question_type]?.(own, this) ?? { type: "text" };
      this.survey.push({
        ...(said as Row),
        name: own.name,
        ...this.texts("label", this.said(nodeId, own.key, field.title, "line")),
        ...(own.isRequired && { required: "yes" }),
        ...(constraints.length > 0 && { constraint: constraints.join(" and ") }),
      });
    }
    this.survey.push({ type: "end_repeat" });
  }

  /** An end screen is a note under its condition. */
  private endOf({ node }: Placed): Row[] {
    const { id, data } = node;
    const { config = {} } = data;
    for (const [key, reason] of endLosses)
      if (config[key] && (config[key] as unknown[]).length !== 0) this.lose(id, reason);
    if (!data.title?.trim() && !data.description?.trim()) return [];
    const relevant = this.form.losses.attempt(id, "It is shown at every end", () => {
      const formula = this.form.folded(this.form.reach.of(id));
      return formula === true ? "" : this.language.print(formula);
    });
    const title = this.said(id, `${id}.title`, data.title, "line");
    const description = this.said(id, `${id}.description`, data.description, "blocks");
    const [label, hint] = isEmptyText(title) ? [description, title] : [title, description];
    return [
      {
        type: "note",
        name: this.language.names.of("node", id),
        ...this.texts("label", label),
        ...this.texts("hint", hint),
        ...(relevant && { relevant }),
      },
    ];
  }
}

/** rows that an answer can have (records) */
const rowLimit = 50;

/** Returns a sheet with the columns of its rows, the usual ones first. */
function sheetOf(name: string, rows: readonly Row[]): Sheet {
  const found = new Set(rows.flatMap((row) => Object.keys(row)));
  const first = ["list_name", "type", "name", ...[...found].filter((column) => column.startsWith("label"))];
  const columns = [...new Set([...first, ...found])].filter((column) => found.has(column));
  return { name, columns: columns.length > 0 ? columns : ["list_name", "name", "label"], rows };
}
