import type { Condition, MarkupKind, Page } from "../../../../shared/domain/graph/types.ts";
import { isObject } from "../../../../shared/domain/json.ts";
import { defaults } from "../../../../shared/domain/questions/defaults.ts";
import { choicesOf } from "../codes.ts";
import { literal } from "../computing.ts";
import type { AskedPart, Config, Form, Placed } from "../form.ts";
import { any, type Formula } from "../formula.ts";
import { Unsayable } from "../losses.ts";
import { Names } from "../names.ts";
import { formulaOf } from "../reach.ts";
import { mapped, type Text } from "../texts.ts";
import { SurveyLanguage } from "./language.ts";
import { type Element, elements, type Saying, type Written } from "./questions.ts";

/** Names that mean something else in expressions. */
const reserved = [
  ..."item choice panel row parentpanel prevpanel nextpanel survey panelindex visiblepanelindex rowindex".split(" "),
  ..."pageno pagecount locale timer timespent length other none".split(" "),
  ..."correctanswers incorrectanswers questioncount correctedanswers incorrectedanswers".split(" "),
];

/** Takes a form to the JSON of SurveyJS (https://surveyjs.io/form-library/documentation/api-reference/survey-data-model). */
export class Converter implements Saying {
  readonly form: Form;
  readonly names = new Names({
    ignoresCase: true,
    reserved,
    isValid: (name) => !(name in {}) && !/^\d|[.[\]{}'"]|-(?:comment|total)$/i.test(name),
  });
  readonly language: SurveyLanguage;
  private readonly otherLimits = new Map<string, number>();

  constructor(form: Form) {
    this.form = form;
    this.language = new SurveyLanguage(form, this.names);
    for (const { node } of form.nodes) this.names.of("node", node.id, node.data.source_name);
    for (const { key } of form.graph.calculations ?? []) this.names.of("calculation", key);
  }

  convert(): Element {
    const { form } = this;
    const pages = this.pages();
    const ends = this.ends();
    this.loseForm();
    this.language.sayNumbers();
    const { calculatedValues } = this.language;
    return {
      title: this.text(null, "title", form.title),
      locale: form.language,
      clearInvisibleValues: "onHidden",
      ...this.othersLimit(),
      ...(calculatedValues.length > 0 && { calculatedValues }),
      pages,
      ...ends,
    };
  }

  lose(nodeId: string | null, reason: string): void {
    this.form.losses.add(nodeId, reason);
  }

  /** Notes how long another answer can be. SurveyJS has one limit for all questions. */
  limitOthers(nodeId: string, limit: number): void {
    this.otherLimits.set(nodeId, limit);
  }

  /** Returns a text with its translations, with recalls as SurveyJS writes them. */
  text(
    nodeId: string | null,
    key: string,
    given: string | undefined,
    kind?: MarkupKind,
    change: (text: string) => string = (text) => text,
  ): Written {
    return this.written(mapped(this.said(nodeId, key, given, kind), change));
  }

  optionCondition(nodeId: string, condition: unknown, what: string): Element {
    if (condition === undefined || condition === null) return {};
    const at = this.form.placeOf(nodeId) - 1;
    const expression = this.form.losses.attempt(nodeId, what, () =>
      this.language.print(formulaOf(condition as Condition, nodeId, at)),
    );
    return expression === undefined ? {} : { visibleIf: expression };
  }

  private said(nodeId: string | null, key: string, given: string | undefined, kind?: MarkupKind): Text {
    const { text, isLossy } = kind
      ? this.form.texts.plain(this.form.texts.of(key, given), kind)
      : { text: this.form.texts.of(key, given), isLossy: false };
    if (isLossy) this.lose(nodeId, "The emphasis and links of its texts are plain text.");
    return this.recall(nodeId, text);
  }

  private recall(nodeId: string | null, text: Text): Text {
    const literally = [text.own, ...text.others.map(([, other]) => other)].some((one) =>
      [...one.matchAll(/\{([^{}]{1,100})\}/g)].some(([, name = ""]) => this.names.has(name.trim())),
    );
    if (literally) this.lose(nodeId, "Its text has the name of a question in braces, which shows the answer there.");
    return this.form.recalled(nodeId, text, (kind, name) => this.insertion(kind, name));
  }

  private insertion(kind: string, name: string): string {
    if (kind === "hidden") throw new Unsayable("it is a hidden field.");
    if (kind === "answer" && this.form.placeOf(name) < 0) throw new Unsayable("its question isn't asked.");
    if (kind === "answer") return this.language.answer(name);
    const value = this.language.numbers.calculation(name, this.form.order.nodes.length);
    return kind === "calculation" ? value : this.band(name, value);
  }

  /** Returns the label of a calculation's band, as a calculated value of its own. */
  private band(key: string, value: string): string {
    const bands = this.form.graph.calculations?.find((one) => one.key === key)?.bands ?? [];
    if (bands.some(({ label = "" }) => label.includes("'") || label.includes("\\")))
      throw new Unsayable("the label of a band has quotes.");
    const text = bands.reduceRight(
      (rest, { from, to, key: name, label = name }) =>
        `iif(${value} notempty and ${value} >= ${literal(from)} and ${value} <= ${literal(to)}, '${label}', ${rest})`,
      "''",
    );
    return this.language.define(`${key}_band`, text);
  }

  private written({ own, others }: Text): Written {
    return others.length === 0 ? own : { default: own, ...Object.fromEntries(others) };
  }

  private pages(): Element[] {
    const { nodes, order } = this.form;
    const pages: { page: Page | null; elements: Element[] }[] = [];
    for (const placed of nodes) {
      const page = order.pages.get(placed.node.id) ?? null;
      const last = pages.at(-1);
      const own = last && page !== null && last.page === page ? last : { page, elements: [] };
      if (own !== last) pages.push(own);
      own.elements.push(...this.elementsOf(placed));
    }
    return pages.map(({ page, elements: own }, at) => ({
      name: `page${at + 1}`,
      ...(page && this.pageTexts(page)),
      elements: own,
    }));
  }

  private pageTexts(page: Page): Element {
    const of = (key: "title" | "description", kind: MarkupKind): Element =>
      page[key]?.trim() ? { [key]: this.text(null, `page.${page.id}.${key}`, page[key], kind) } : {};
    return { ...of("title", "line"), ...of("description", "blocks"), ...(page.shuffle && { questionOrder: "random" }) };
  }

  /** Returns the element of a node, and one for its image before. */
  private elementsOf(placed: Placed): Element[] {
    const { node, question } = placed;
    const name = this.names.of("node", node.id);
    const visible = this.visibility(placed);
    const { image } = node.data;
    const shown: Element[] = image?.url
      ? [
          {
            type: "image",
            name: this.names.of("image", `${node.id}_image`),
            imageLink: image.url,
            ...(image.alt && { altText: this.text(node.id, `${node.id}.image_alt`, image.alt) }),
            ...visible,
          },
        ]
      : [];
    if (image?.url && !/^https?:/.test(image.url)) this.lose(node.id, "Its image is only found on this server.");
    if (question.is_screen) return [...shown, { type: "html", name, html: this.html(placed), ...visible }];
    return [...shown, { ...this.question(placed, name), ...visible }];
  }

  private question({ node, question, at }: Placed, name: string): Element {
    const { id, data, question_type: type } = node;
    const config = question.config;
    const asked: AskedPart = { nodeId: id, key: id, type, isRequired: question.is_required, config };
    if (data.is_personal) this.lose(id, "Its answers aren't marked as personal data.");
    const element = elements[type]?.(asked, this) ?? {};
    const validators = [
      ...((element.validators as Element[] | undefined) ?? []),
      ...this.rules({ node, question, at }),
    ];
    return {
      ...element,
      name,
      title: this.text(id, `${id}.title`, data.title || id, "line"),
      ...(data.description?.trim() && { description: this.text(id, `${id}.description`, data.description, "blocks") }),
      ...(question.is_required && { isRequired: true }),
      ...this.defaultOf(id, type, config),
      ...(validators.length > 0 && { validators }),
    };
  }

  /** Returns a default of options, or of a matrix by its rows, with their names there. */
  private namedValues(id: string, given: unknown): unknown {
    if (Array.isArray(given)) return given.map((value) => this.language.optionName(id, String(value)));
    if (!isObject(given)) return this.language.optionName(id, String(given));
    return Object.fromEntries(
      Object.entries(given).map(([row, value]) => [
        this.language.part(id, row),
        this.language.optionName(id, String(value)),
      ]),
    );
  }

  private defaultOf(id: string, type: string, config: Config): Element {
    const given = config.default as unknown;
    if (given === undefined) return {};
    if (given === "today") return { defaultValueExpression: "today()" };
    const days = (given as { days_from_today?: number }).days_from_today;
    if (days !== undefined && type === "date") return { defaultValueExpression: `today(${days})` };
    if (type === "records") {
      this.lose(id, "Its default rows are left out.");
      return {};
    }
    const isOne = type === "picture_choice" && this.form.question(id)?.config.multiple === false;
    const named = choicesOf(config).length > 0 ? this.namedValues(id, given) : given;
    return { defaultValue: isOne ? [named].flat()[0] : named };
  }

  private rules({ node, at }: Placed): Element[] {
    const { id, data, question_type: type } = node;
    const name = this.language.answer(id);
    const rules = (data.valid_if ?? []).flatMap(({ condition, message }, index): Element[] => {
      const what = "A rule for its answers is left out";
      const expression = this.form.losses.attempt(id, what, () =>
        this.language.print(any([unanswered(id, at), formulaOf(condition as Condition, id, at)])),
      );
      const text = this.text(id, `${id}.valid_if.${index}`, message, "line");
      return expression === undefined ? [] : [{ type: "expression", text, expression }];
    });
    const options = type === "checkbox" ? (data.config?.options as { value: string; exclusive?: boolean }[]) : [];
    const alone = options.filter(({ exclusive }) => exclusive);
    if (alone.length === 0) return rules;
    if (rules.length === 5) {
      this.lose(id, "Its exclusive options can be combined with others.");
      return rules;
    }
    const values = alone.map(({ value }) => `'${this.language.optionName(id, value)}'`).join(", ");
    const expression = `${name} empty or ${name} noneof [${values}] or ${name.slice(0, -1)}.length} = 1`;
    return [...rules, { type: "expression", text: "This option can't be combined with others.", expression }];
  }

  private visibility(placed: Placed): Element {
    const visibleIf = this.language.asked(placed);
    return visibleIf === null ? {} : { visibleIf };
  }

  private html({ node }: Placed): Written {
    const { id, data } = node;
    const title = this.said(id, `${id}.title`, data.title, "line");
    const description = this.said(id, `${id}.description`, data.description, "blocks");
    const button = data.config?.button_text;
    if (button && button !== defaults.welcome_screen.button_text)
      this.lose(id, `Its button isn't labeled “${String(button)}”.`);
    return this.written(htmlOf(title, description));
  }

  private ends(): Element {
    const { ends, losses, reach } = this.form;
    const fallback = ends.at(-1);
    const made: Element = {};
    const others: { html: Element[]; url: Element[] } = { html: [], url: [] };
    for (const end of ends) {
      const { id, data } = end.node;
      const html = this.html(end);
      const url = data.config?.redirect_url as string | undefined;
      this.loseEnd(end);
      if (end === fallback) {
        Object.assign(made, { completedHtml: html, ...(url && { navigateToUrl: url }) });
        continue;
      }
      const expression = losses.attempt(id, "Its condition is left out", () => this.language.print(reach.of(id)));
      if (expression === undefined) continue;
      others.html.push({ expression, html });
      if (url) others.url.push({ expression, url });
    }
    return {
      ...made,
      ...(others.html.length > 0 && { completedHtmlOnCondition: others.html }),
      ...(others.url.length > 0 && { navigateToUrlOnCondition: others.url }),
    };
  }

  private loseEnd({ node }: Placed): void {
    const { config = {} } = node.data;
    if (config.show_score) this.lose(node.id, "The score isn't shown.");
    if (config.show_answers) this.lose(node.id, "Answers can't be printed at the end.");
    if ((config.show_calculations as unknown[] | undefined)?.length)
      this.lose(node.id, "Scores aren't listed at the end.");
    if (config.redirect_delay_s) this.lose(node.id, "The redirect doesn't wait.");
    if (config.outcome) this.lose(node.id, `Its outcome “${String(config.outcome)}” is left out.`);
    if (node.data.image?.url) this.lose(node.id, "Its image isn't shown.");
  }

  private loseForm(): void {
    const hidden = this.form.graph.hidden_fields ?? [];
    if (hidden.length > 0)
      this.lose(null, `The hidden fields ${hidden.map((key) => `\`${key}\``).join(", ")} are left out.`);
  }

  private othersLimit(): Element {
    const limits = [...this.otherLimits.values()];
    if (limits.length === 0) return {};
    const most = Math.max(...limits);
    for (const [id, limit] of this.otherLimits)
      if (limit < most) this.lose(id, `Its other answers can have ${most} characters.`);
    return { maxOthersLength: most };
  }
}

const unanswered = (id: string, at: number): Formula => ({
  leaf: { left: { type: "answer", node_id: id }, op: "not_answered", at },
});

/** Writes a title and a description in HTML. */
function htmlOf(title: Text, description: Text): Text {
  const both = (own: string, more: string) =>
    [own.trim() && `<h3>${escaped(own)}</h3>`, more.trim() && `<p>${escaped(more)}</p>`].filter(Boolean).join("");
  const tags = new Set([...title.others, ...description.others].map(([tag]) => tag));
  const inLanguage = (text: Text, tag: string) => text.others.find(([other]) => other === tag)?.[1] ?? text.own;
  return {
    own: both(title.own, description.own),
    others: [...tags].map((tag) => [tag, both(inLanguage(title, tag), inLanguage(description, tag))] as const),
  };
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\n", "<br>");
