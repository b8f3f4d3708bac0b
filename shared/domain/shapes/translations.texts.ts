import { texts } from "../texts.ts";
import { ConfirmTranslationsBody, LanguageBody, SavedLanguage, TranslationState } from "./translations.ts";

/** Texts of the API about the properties of translations.ts. */
export const translationsTexts = [
  texts(TranslationState, {
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
  texts(LanguageBody, {
    texts: "All texts of the language by key, such as `q1.title`. Those that are left out are removed.",
  }),
  texts(SavedLanguage, { last_saved_at: "Time when the draft was saved." }),
  texts(ConfirmTranslationsBody, {
    language: "Language tag of the translations.",
    keys: "Keys of the translations that are still right.",
  }),
];
