import { Closed, type Static, Type } from "../../domain/schema.ts";

/** Translations of a draft as files, and their state (features §13). */
export const translationFormats = ["csv", "xliff", "json"] as const;

export const TranslationsQuery = Closed({
  format: Type.Optional(Type.Enum(translationFormats, { default: "json" })),
  language: Type.Optional(Type.String({ maxLength: 35 })),
  bom: Type.Optional(Type.Boolean()),
});

/** Bytes of a file with translations. */
export const translationFileLimit = 5 * 1024 * 1024;

/** Counts of texts of one language. */
const LanguageState = Closed({
  tag: Type.String(),
  done: Type.Integer(),
  missing: Type.Integer(),
  changed: Type.Integer(),
});

const Original = Closed({
  source: Type.String(),
  at: Type.String({ format: "date-time" }),
});

export const TranslationState = Closed({
  languages: Type.Array(LanguageState),
  changed: Type.Record(Type.String(), Type.Record(Type.String(), Original)),
});

/** Texts of one language by key (docs/graphs/translations.md). */
export const LanguageBody = Closed({ texts: Type.Record(Type.String(), Type.String()) });
export const SavedLanguage = Closed({ last_saved_at: Type.String({ format: "date-time" }) });

export const ConfirmTranslationsBody = Closed({
  language: Type.String({ maxLength: 35 }),
  keys: Type.Array(Type.String({ maxLength: 300 }), { minItems: 1, maxItems: 10_000 }),
});

export type TranslationsQuery = Static<typeof TranslationsQuery>;
export type TranslationState = Static<typeof TranslationState>;
export type LanguageBody = Static<typeof LanguageBody>;
export type SavedLanguage = Static<typeof SavedLanguage>;
export type ConfirmTranslationsBody = Static<typeof ConfirmTranslationsBody>;
