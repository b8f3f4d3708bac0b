import { replaceRecalls } from "../../../../shared/domain/graph/recalls.ts";
import type { Condition, MarkupKind, Page } from "../../../../shared/domain/graph/types.ts";
import type { RecordField } from "../../../../shared/domain/questions/config/records.ts";
import type { Scoring } from "../../../../shared/domain/questions/config/scoring.ts";
import { defaults } from "../../../../shared/domain/questions/defaults.ts";
import type { Config, Form, Placed } from "../form.ts";
import { all } from "../formula.ts";
import { endLosses } from "../losses.ts";
import { formulaOf } from "../reach.ts";
import { isEmptyText, mapped, type Text } from "../texts.ts";
import { FhirPathLanguage, isInteger } from "./language.ts";
import { type Asked, askedField, control, extension, type Item, items, type Saying } from "./questions.ts";

const sdc = "http://hl7.org/fhir/uv/sdc/StructureDefinition/";

/** Takes a form to a Questionnaire of FHIR R4 (https://hl7.org/fhir/R4/questionnaire.html) with expressions of SDC. */
export class Converter implements Saying {
  readonly form: Form;
  readonly language: FhirPathLanguage;

  constructor(form: Form) {
    this.form = form;
    this.language = new FhirPathLanguage(form);
    for (const page of new Set(form.order.pages.values())) this.language.names.of("page", page.id);
  }

  convert(): Item {
    const { form } = this;
    const asked = this.items();
    this.language.sayNumbers();
    const ends = form.ends.flatMap((end) => this.endOf(end));
    const hidden = form.graph.hidden_fields ?? [];
    if (hidden.length > 0)
      this.lose(null, `The hidden fields ${hidden.map((key) => `\`${key}\``).join(", ")} are left out.`);
    return {
      resourceType: "Questionnaire",
      language: form.language,
      status: "active",
      ...this.words(null, "title", "title", form.title),
      item: [...asked, ...this.language.computed.map(computedItem), ...ends],
    };
  }

  lose(nodeId: string | null, reason: string): void {
    this.form.losses.add(nodeId, reason);
  }

  /** Returns a text as a member, with its translations beside it. */
  words(
    nodeId: string | null,
    member: string,
    key: string,
    given: string | undefined,
    change: (text: string) => string = (text) => text,
  ): Item {
    const { text, isLossy } = this.form.texts.plain(this.form.texts.of(key, given), "line");
    if (isLossy) this.lose(nodeId, "The emphasis and links of its texts are plain text.");
    return translated(member, mapped(this.withoutRecalls(nodeId, text), change));
  }

  /** Returns the text of an item, with its markup. */
  private text(
    nodeId: string | null,
    texts: readonly (readonly [key: string, given: string | undefined, MarkupKind])[],
  ): Item {
    const parts = texts.map(([key, given, kind]) => {
      const source = this.withoutRecalls(nodeId, this.form.texts.of(key, given));
      return { source, ...this.form.texts.plain(source, kind) };
    });
    const plain = joined(parts.map(({ text }) => text));
    const item = translated("text", plain);
    if (!parts.some(({ isLossy }) => isLossy) || isEmptyText(plain)) return item;
    const markdown = extension("rendering-markdown", { valueMarkdown: joined(parts.map(({ source }) => source)).own });
    const { extension: others = [] } = (item._text ?? {}) as { extension?: Item[] };
    return { ...item, _text: { extension: [...others, markdown] } };
  }

  private withoutRecalls(nodeId: string | null, text: Text): Text {
    return mapped(text, (source) =>
      replaceRecalls(source, () => {
        this.lose(nodeId, "An inserted answer is left out of its texts.");
        return "…";
      }),
    );
  }

  private items(): Item[] {
    const pages: { page: Page | null; item: Item[] }[] = [];
    for (const placed of this.form.nodes) {
      const page = this.form.order.pages.get(placed.node.id) ?? null;
      const last = pages.at(-1);
      const own = this.itemsOf(placed);
      if (last && page !== null && last.page === page) last.item.push(...own);
      else pages.push({ page, item: own });
    }
    return pages.flatMap(({ page, item }) =>
      page === null ? item : item.length === 0 ? [] : [this.group(page, item)],
    );
  }

  private group(page: Page, item: Item[]): Item {
    if (page.description?.trim()) this.lose(null, `The description of the page \`${page.id}\` isn't shown.`);
    if (page.shuffle) this.lose(null, `The questions of the page \`${page.id}\` keep their order.`);
    return {
      linkId: this.language.names.of("page", page.id),
      ...this.text(null, [[`page.${page.id}.title`, page.title, "line"]]),
      type: "group",
      item,
    };
  }

  private itemsOf(placed: Placed): Item[] {
    const { node, question } = placed;
    const { id, data, question_type: type } = node;
    if (type === "ranking") {
      this.lose(id, "It is left out, because answers there have no order.");
      this.form.leavesOut(id);
      return [];
    }
    if (data.image?.url) this.lose(id, "Its image isn't shown.");
    if (data.is_personal) this.lose(id, "Its answers aren't marked as personal data.");
    const enabled = this.enabled(placed);
    const linkId = this.language.names.of("node", id);
    const title = data.title?.trim() ? data.title : id;
    if (type === "welcome_screen") return [this.screen(placed, linkId, enabled)];
    const asked: Asked = {
      nodeId: id,
      key: id,
      type,
      isRequired: question.is_required,
      config: question.config,
      scoring: data.config?.scoring as Scoring | undefined,
    };
    const own =
      type === "matrix"
        ? this.matrix(asked)
        : type === "records"
          ? this.records(asked)
          : (items[type]?.(asked, this) ?? {});
    return [
      this.question(placed, asked, { linkId, ...this.text(id, [[`${id}.title`, title, "line"]]), ...own }, enabled),
    ];
  }

  private question(placed: Placed, asked: Asked, own: Item, enabled: Item): Item {
    const { id, data } = placed.node;
    const help = this.text(id, [[`${id}.description`, data.description, "blocks"]]);
    const inner = [
      ...(data.description?.trim()
        ? [{ linkId: `${String(own.linkId)}_help`, ...help, type: "display", extension: [control("help")] }]
        : []),
      ...((own.item as Item[] | undefined) ?? []),
    ];
    const extensions = [own, enabled, { extension: this.rules(placed) }].flatMap(
      (part) => (part.extension as Item[] | undefined) ?? [],
    );
    return {
      ...own,
      ...enabled,
      ...(placed.question.is_required && { required: true }),
      ...this.initial(asked),
      ...(extensions.length > 0 && { extension: extensions }),
      ...(inner.length > 0 && { item: inner }),
    };
  }

  private screen({ node }: Placed, linkId: string, enabled: Item): Item {
    const { id, data } = node;
    const button = data.config?.button_text;
    if (button && button !== defaults.welcome_screen.button_text)
      this.lose(id, `Its button isn't labeled “${String(button)}”.`);
    const text = this.text(id, [
      [`${id}.title`, data.title, "line"],
      [`${id}.description`, data.description, "blocks"],
    ]);
    return { linkId, ...text, type: "display", ...enabled };
  }

  /** Returns `enableWhen`, or an expression if that can't say it. */
  private enabled(placed: Placed): Item {
    const whole = all(this.form.asked(placed));
    if (whole === true) return {};
    const whens = this.language.whens(whole);
    if (whens) return whens;
    const expression = this.language.asked(placed);
    return expression === null ? {} : enabledIf(expression);
  }

  private rules({ node, at }: Placed): Item[] {
    const { id, data } = node;
    return (data.valid_if ?? []).flatMap(({ condition, message = "" }, index): Item[] => {
      const expression = this.form.losses.attempt(id, "A rule for its answers is left out", () =>
        this.language.print(formulaOf(condition as Condition, id, at)),
      );
      if (expression === undefined) return [];
      const { own: human, others } = this.withoutRecalls(
        id,
        this.form.texts.plain(this.form.texts.of(`${id}.valid_if.${index}`, message), "line").text,
      );
      if (others.length > 0) this.lose(id, "The messages of its rules aren't translated.");
      return [
        {
          url: "http://hl7.org/fhir/StructureDefinition/questionnaire-constraint",
          extension: [
            { url: "key", valueId: `rule-${index + 1}` },
            { url: "severity", valueCode: "error" },
            { url: "expression", valueString: expression },
            { url: "human", valueString: human },
          ],
        },
      ];
    });
  }

  private initial({ nodeId, type, config }: Asked): Item {
    const given = config.default;
    if (given === undefined) return {};
    const isMoving = given === "today" || (typeof given === "object" && !Array.isArray(given));
    if (isMoving || type === "records" || (type === "date" && config.precision === "minute")) {
      this.lose(nodeId, "It starts empty.");
      return {};
    }
    return { initial: [given].flat().map((value) => this.value(type, config, value)) };
  }

  private value(type: string, config: Config, value: unknown): Item {
    if (type === "yes_no") return { valueBoolean: value === "yes" };
    if (typeof value === "number") return isInteger(type, config) ? { valueInteger: value } : { valueDecimal: value };
    if (type === "date")
      return config.precision === "day" ? { valueDate: value } : { valueTime: `${String(value)}:00` };
    const isOption = (config.options as Config[] | undefined)?.some((option) => option.value === value);
    return isOption
      ? { valueCoding: { code: this.language.optionCode(config.options, String(value)) } }
      : { valueString: value };
  }

  private matrix({ nodeId, key, config, isRequired }: Asked): Item {
    this.lose(nodeId, "Its rows are questions of their own.");
    if (isRequired && !config.require_all_rows) this.lose(nodeId, "All of its rows can be skipped.");
    if (!isRequired && config.require_all_rows) this.lose(nodeId, "Its rows can be skipped one by one.");
    const answerOption = (config.columns as Config[]).map(({ value, label }) => ({
      valueCoding: {
        code: this.language.optionCode(config.columns, value),
        ...this.words(nodeId, "display", `${key}.columns.${value}`, label),
      },
    }));
    const item = (config.rows as Config[]).map(({ key: row, label }) => ({
      linkId: this.language.rowId(nodeId, row),
      ...this.words(nodeId, "text", `${key}.rows.${row}`, label),
      type: "choice",
      ...(isRequired && config.require_all_rows && { required: true }),
      answerOption,
    }));
    return { type: "group", item };
  }

  private records({ nodeId, key, config, isRequired }: Asked): Item {
    const { min_rows: min, max_rows: max, fields, add_label: label } = config;
    if (min > 0 && !isRequired) this.lose(nodeId, "It can't be skipped, because it needs rows.");
    if (label) this.lose(nodeId, "Its button has another label.");
    const item = (fields as RecordField[]).map((field) => {
      const asked = askedField(field, nodeId, key);
      return {
        linkId: this.language.fieldId(nodeId, field.key),
        ...this.words(nodeId, "text", asked.key, field.title),
        ...items[field.question_type]?.(asked, this),
        ...(asked.isRequired && { required: true }),
      };
    });
    return {
      type: "group",
      repeats: true,
      extension: [
        ...(min > 0 ? [extension("questionnaire-minOccurs", { valueInteger: min })] : []),
        extension("questionnaire-maxOccurs", { valueInteger: max }),
      ],
      item,
    };
  }

  /** An end screen is a text under its condition. */
  private endOf({ node }: Placed): Item[] {
    const { id, data } = node;
    const { config = {} } = data;
    for (const [key, reason] of endLosses)
      if (config[key] && (config[key] as unknown[]).length !== 0) this.lose(id, reason);
    const text = this.text(id, [
      [`${id}.title`, data.title, "line"],
      [`${id}.description`, data.description, "blocks"],
    ]);
    if (!text.text) return [];
    const enabled = this.form.losses.attempt(id, "It is shown at every end", () => {
      const formula = this.form.folded(this.form.reach.of(id));
      if (formula === true) return {};
      return this.language.whens(formula) ?? enabledIf(this.language.print(formula));
    });
    return [{ linkId: this.language.names.of("node", id), ...text, type: "display", ...enabled }];
  }
}

const enabledIf = (expression: string): Item => ({
  extension: [
    {
      url: `${sdc}sdc-questionnaire-enableWhenExpression`,
      valueExpression: { language: "text/fhirpath", expression },
    },
  ],
});

const computedItem = ({ linkId, type, expression }: { linkId: string; type: string; expression: string }): Item => ({
  extension: [
    extension("questionnaire-hidden", { valueBoolean: true }),
    { url: `${sdc}sdc-questionnaire-calculatedExpression`, valueExpression: { language: "text/fhirpath", expression } },
  ],
  linkId,
  text: linkId,
  type,
  readOnly: true,
});

function translated(member: string, { own, others }: Text): Item {
  if (own.trim() === "") return {};
  const translations = others.map(([lang, content]) =>
    Object.assign(extension("translation", {}), {
      extension: [
        { url: "lang", valueCode: lang },
        { url: "content", valueString: content },
      ],
    }),
  );
  return { [member]: own, ...(translations.length > 0 && { [`_${member}`]: { extension: translations } }) };
}

/** Joins texts as paragraphs, in the languages that one of them has. */
function joined(texts: readonly Text[]): Text {
  const tags = [...new Set(texts.flatMap(({ others }) => others.map(([tag]) => tag)))];
  const inLanguage = ({ own, others }: Text, tag: string) => others.find(([other]) => other === tag)?.[1] ?? own;
  const join = (parts: readonly string[]) => parts.filter((part) => part.trim() !== "").join("\n\n");
  return {
    own: join(texts.map(({ own }) => own)),
    others: tags.map((tag) => [tag, join(texts.map((text) => inLanguage(text, tag)))] as const),
  };
}
