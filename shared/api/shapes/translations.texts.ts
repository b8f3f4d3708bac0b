import { texts } from "../../domain/texts.ts";
import * as translations from "./translations.ts";

/** Texts of the API about the properties of translations.ts. */
export const translationsTexts = [
  texts(translations.TranslationsQuery, {
    format: "`json` (default) for counts, `csv` for all languages, or `xliff` for one.",
    language: "Language of an XLIFF, and the only one of a CSV.",
    bom: "Starts a CSV with a byte order mark for Excel.",
  }),
  texts(translations.TranslationState, {
    languages: [
      "Languages of the draft with their counts.",
      {
        tag: "Language tag, as in the graph.",
        done: "Number of texts with a translation.",
        missing: "Number of texts without a translation.",
        changed: "Number of translations whose original changed since.",
      },
    ],
    changed: [
      "Original and time of these translations, by language and key.",
      { source: "Original when it was translated.", at: "Time when it was translated." },
    ],
  }),
  texts(translations.LanguageBody, {
    texts: "All texts of the language by key, such as `q1.title`. Those that are left out are removed.",
  }),
  texts(translations.SavedLanguage, { last_saved_at: "Time when the draft was saved." }),
  texts(translations.ConfirmTranslationsBody, {
    language: "Language tag of the translations.",
    keys: "Keys of the translations that are still right.",
  }),
];
