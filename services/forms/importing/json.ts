import { Refusal } from "./refusal.ts";

const depthLimit = 64;

/** Parses a document. Refuses deep nesting before, because converters recurse into it. */
export function parseDocument(text: string): unknown {
  if (depthOf(text) > depthLimit) throw new Refusal(`file: must nest at most ${depthLimit} levels`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal(`file: must be valid JSON; ${(error as Error).message}`);
  }
}

/** Matches strings whole, so that brackets in them don't count. Never backtracks. */
const stringOrBracket = /"(?:[^"\\]+|\\.?)*(?:"|$)|[[\]{}]/gs;

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(stringOrBracket)) {
    if (token === "{" || token === "[") deepest = Math.max(deepest, ++depth);
    else if (token === "}" || token === "]") depth -= 1;
    if (deepest > depthLimit) break;
  }
  return deepest;
}
