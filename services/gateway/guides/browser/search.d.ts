/** A part of a guide below one heading, as it is searched. */
export interface Section {
  address: string;
  /** Title of the page. */
  title: string;
  /** The title again for the part before the first heading. */
  heading: string;
  /** Other words for the page, separated by commas. Empty below its first heading. */
  keywords: string;
  /** Plain sentences, without code. Rows of tables are lines. */
  text: string;
}

/** The sections of a page, as the server sends them. */
export interface PackedPage {
  address: string;
  title: string;
  keywords: string;
  /** The ID and the text of the heading, both empty before the first one, and the text below it. The ID is empty if it's the slug. */
  parts: [id: string, heading: string, text: string][];
}

export interface Found extends Section {
  /** A sentence of the text. Every other part is a word that was searched. */
  parts: string[];
}

export interface SearchIndex {
  sections: readonly Section[];
}

export function slugOf(heading: string): string;
export function opened(pages: readonly PackedPage[]): Section[];
export function indexOf(sections: readonly Section[], pause?: () => Promise<unknown>): Promise<SearchIndex>;
export function find(index: SearchIndex, query: string): Found[];
