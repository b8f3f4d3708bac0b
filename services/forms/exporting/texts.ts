import { plainText } from "../../../shared/domain/graph/markup/plain.ts";
import { replaceRecalls } from "../../../shared/domain/graph/recalls.ts";
import { languagesOf, sameLanguage, translationOf } from "../../../shared/domain/graph/translations/translations.ts";
import type { Graph, MarkupKind } from "../../../shared/domain/graph/types.ts";

/** A text in the form's language and in others. */
export interface Text {
  own: string;
  others: readonly (readonly [language: string, text: string])[];
}

/** Texts of a graph with their translations. */
export class Texts {
  private readonly hasMarkup: boolean;
  private readonly languages: readonly [string, Readonly<Record<string, string>>][];

  constructor(graph: Graph, language: string) {
    this.hasMarkup = graph.markup !== undefined;
    this.languages = languagesOf(graph).filter(([tag]) => !sameLanguage(tag, language));
  }

  /** Tags of the other languages. */
  get tags(): string[] {
    return this.languages.map(([tag]) => tag);
  }

  /** Returns a text by its key in translations. `given` is what the form's language has. */
  of(key: string, given: string | undefined): Text {
    const others = this.languages.flatMap(([tag, texts]): [string, string][] => {
      const translation = translationOf(texts, key);
      return translation === undefined ? [] : [[tag, translation]];
    });
    return { own: given ?? "", others };
  }

  /** Returns a text without its markup, and whether it has lost any. */
  plain(text: Text, kind: MarkupKind): { text: Text; isLossy: boolean } {
    if (!this.hasMarkup) return { text, isLossy: false };
    let isLossy = false;
    const plain = mapped(text, (source) => {
      const shown = plainText(source, kind, true);
      isLossy ||= shown !== source.replace(/\\([\\*[\]()!.-])/g, "$1");
      return shown;
    });
    return { text: plain, isLossy };
  }
}

export const mapped = ({ own, others }: Text, change: (text: string) => string): Text => ({
  own: change(own),
  others: others.map(([tag, text]) => [tag, change(text)] as const),
});

/** Replaces the recalls of a text. */
export const recalled = (text: Text, recall: (kind: string, name: string) => string): Text =>
  mapped(text, (source) => replaceRecalls(source, recall));

export const isEmptyText = ({ own }: Text): boolean => own.trim() === "";
