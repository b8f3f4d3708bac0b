import type { ComponentChildren } from "preact";
import type { PublicForm } from "../../../shared/api/shapes/sessions.ts";
import { directionOf } from "../../../shared/languages/direction.ts";
import type { Drawn } from "./markup/markup.ts";

/** The owner's texts that stay in the form's own language (features §13). Known while a form is drawn, like the page's words. */
let untranslated: ReadonlySet<string> = new Set();
let own = "en";

/** Keeps what the form that is drawn next lacks. */
export function markTexts({ language, languages, untranslated: keys }: PublicForm["form"]): void {
  own = languages?.[0] ?? language;
  untranslated = new Set(keys);
}

/** Returns `lang` and `dir` of a text by its key in `graph.translations`. Null if it has the page's. */
export const marked = (key: string) => (untranslated.has(key) ? { lang: own, dir: directionOf(own) } : null);

/** Draws an option's label, or that of a row or column, with its emphasis and links. */
export const drawn = (item: { label: string } & Drawn): ComponentChildren => item.drawn?.() ?? item.label;

/** The key of an option's label. */
export const optionKey = (nodeId: string, value: string): string => `${nodeId}.options.${value}`;
