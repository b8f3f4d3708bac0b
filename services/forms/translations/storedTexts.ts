/** Texts of one language, as JSON. */
export interface StoredTexts {
  language: string;
  texts: string;
}
