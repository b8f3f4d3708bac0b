import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { isObject } from "../../../../shared/domain/json.ts";
import type { Written } from "../expressions/guards.ts";
import { type Dialect, Scope } from "../expressions/scope.ts";
import type { Target } from "../expressions/targets.ts";
import { ImportedForm, type Item } from "../importedForm.ts";
import type { Options } from "../options.ts";
import { PageBuilder } from "../pageBuilder.ts";
import { onlyInRows, type Repeat, Repeats } from "../repeats.ts";
import { languageTag, type Raw, record, text, whole } from "../values.ts";
import { plain } from "../wording.ts";
import { writtenIn } from "./expressions.ts";

/** How SurveyJS computes and compares. */
const dialect: Dialect = {
  ignoresCase: true,
  setEquals: null,
  missing: "zero",
  needsAll: false,
  hasEmptyText: true,
  ordersEmpty: true,
  hasUnknown: false,
  needsBoolean: true,
  hasTextTruths: false,
  countsDays: false,
  comparesLoosely: true,
  times: "minutes",
};

/** A node whose conditions, rules and insertions are converted when all names are known. */
export interface Pending {
  node: GraphNode;
  /** null if other nodes note the same conditions, such as the questions of a panel */
  item: Item | null;
  conditions: readonly Written[];
  /** of a question, for its rules and its options */
  raw?: Raw;
  options?: Options;
  /** name of the calculation that it shows */
  shows?: string;
}

/** A conversion in progress. */
export class Survey {
  readonly form = Object.assign(new ImportedForm(), { hasTextCodes: true });
  readonly scope = new Scope(this.form, dialect);
  readonly pages = new PageBuilder(this.form);
  readonly repeats = new Repeats(this.form);
  /** matrices to which respondents add rows */
  readonly rowMatrices: Raw[] = [];
  /** conditions of repeating groups */
  readonly groupConditions = new Map<Repeat, readonly Written[]>();
  readonly pending: Pending[] = [];
  /** Choices by question, for questions that copy them. */
  readonly copied = new Map<string, unknown[]>();
  /** Members for the looks of pages. They aren't imported. */
  readonly looks = new Set<string>();
  /** texts whose translations are counted */
  private readonly counted = new WeakSet<object>();
  /** language of the form's own texts; "default" in the document */
  private readonly locale: string;

  /** whether texts that were read have images or the like, which aren't shown */
  private hasMedia = false;

  /** Characters of texts without a limit of their own. */
  readonly maxLength: number | undefined;
  /** Characters of other answers; undefined without a limit. */
  readonly maxOthersLength: number | undefined;
  /** choices whose other answer is read in an expression or text */
  private readonly commented: ReadonlySet<string>;

  /** parts of questions that expressions and texts read, such as `first` of `{name.first}` */
  readonly partsRead: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(document: Raw) {
    const parts = JSON.stringify(document).matchAll(/\{([\w-]{1,100})\.([\w-]{1,60})\}/g);
    this.partsRead = new Map(
      [...Map.groupBy(parts, ([, name = ""]) => name)].map(([name, all]) => [
        name,
        new Set(all.map(([, , part = ""]) => part).filter((part) => part !== "length")),
      ]),
    );
    const comments = JSON.stringify(document).matchAll(/\{([^{}"\\]{1,200})-Comment\}/g);
    this.commented = new Set(Array.from(comments, ([, name = ""]) => name));
    this.maxLength = whole(document.maxTextLength, 1, 20_000);
    this.maxOthersLength = whole(document.maxOthersLength, 1, 20_000);
    this.locale = text(document.locale) || "default";
    this.form.language = languageTag(document.locale) ?? "en";
  }

  /** Reads a text with its translations. Returns it in the form's language, as plain text. */
  text(value: unknown): string {
    return this.plain(value).text;
  }

  /** Whether texts that were read since the last call have images or the like. */
  takeMedia(): boolean {
    const { hasMedia } = this;
    this.hasMedia = false;
    return hasMedia;
  }

  /** Whether the other answer of a choice is a question of its own, because it has its own label or is read elsewhere. */
  asksOther(raw: Raw): boolean {
    if (!isOpen(raw) || !choiceTypes.has(text(raw.type))) return false;
    return this.shown(raw.otherText).text !== "" || this.commented.has(text(raw.name));
  }

  /** Makes a question known to expressions by its names. One of rows is only read for all rows. */
  name(node: GraphNode, names: readonly string[], target: Target, conditions: readonly Written[]): void {
    const [name = ""] = names;
    const { current } = this.repeats;
    if (!current) for (const one of names) this.scope.add(one, target);
    else {
      const readBy = names.map((one) => `${current.name}.${one}`);
      this.repeats.name(node, { name, readBy, isConditional: conditions.length > 0 });
      for (const one of names) for (const rows of ["panel", "row"]) this.scope.lose(`${rows}.${one}`, onlyInRows(one));
    }
  }

  plain(value: unknown): { text: string; isLossy: boolean } {
    const shown = this.shown(value);
    this.hasMedia ||= shown.isLossy;
    const translations = new Map<string, string>();
    const { own } = shown;
    for (const [locale, other] of Object.entries(record(value)))
      if (locale !== own && locale !== "default") translations.set(locale, plain(text(other)).text);
    if (isObject(value) && !this.counted.has(value)) {
      this.counted.add(value);
      for (const [locale, other] of translations)
        this.form.translations.add(locale, languageTag(locale), shown.text, other);
    }
    this.form.translations.read({ original: shown.text, translations });
    return shown;
  }

  /** Returns a text and its own language, without reading it. */
  shown(value: unknown): { text: string; isLossy: boolean; own?: string | undefined } {
    if (!isObject(value)) return plain(text(value));
    const own = [this.locale, "default", "en"].find((locale) => text(value[locale]) !== "") ?? Object.keys(value)[0];
    return { ...plain(own === undefined ? "" : text(value[own])), own };
  }
}

/** Returns the conditions for an element to be answered. */
export const conditionsOf = ({ visibleIf, enableIf }: Raw): Written[] =>
  [visibleIf, enableIf].map(text).filter(Boolean).map(writtenIn);

/** Whether a choice accepts another answer. */
export const isOpen = (raw: Raw): boolean =>
  raw.hasOther === true || raw.showOtherItem === true || raw.allowCustomChoices === true;

/** Value of the option for another answer. */
export const otherKey = "other";

const choiceTypes = new Set(["radiogroup", "buttongroup", "dropdown", "checkbox", "tagbox"]);

/** An element with what the page and panels around it say. */
export interface Element {
  raw: Raw;
  item: Item;
  conditions: Written[];
}
