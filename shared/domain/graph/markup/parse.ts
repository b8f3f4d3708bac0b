import { tokensOf } from "./tokens.ts";
import { type Inline, treeOf } from "./tree.ts";

/**
 * Parses a title, label or message with markup (wants §21.1), a part of CommonMark: `**bold**`, `*italic*`, `[text](address)`, and a
 * backslash before any of these characters. Anything else is text. Time is linear in the length.
 *
 * Recalls are opaque and stay in the tree's strings: what respondents write is filled in there, and is never parsed.
 */
export const parseLine = (source: string): Inline[] => (signs.test(source) ? treeOf(tokensOf(source)) : [source]);

const signs = /[\\*[]/;
