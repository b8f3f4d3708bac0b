import type { ImportedForm } from "./importedForm.ts";

/**
 * Counts translated texts by language, for all formats. They are lost until forms have translations (features §13): converters pass
 * each translated text to `add`, where the languages of the graph would begin.
 */
export class Translations {
  private readonly counts = new Map<string, number>();

  add(language: string): void {
    this.counts.set(language, (this.counts.get(language) ?? 0) + 1);
  }

  /** Notes each language. */
  note(form: ImportedForm): void {
    for (const [language, count] of this.counts) {
      const texts = count === 1 ? "1 text" : `${count.toLocaleString("en")} texts`;
      form.note("lost", "translation", language.slice(0, 100), `The translation of ${texts} isn't imported.`);
    }
  }
}
