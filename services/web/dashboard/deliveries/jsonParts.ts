export interface JsonPart {
  kind: "key" | "string" | "literal" | "plain";
  text: string;
}

/** a string with the colon of a key, a number, or a word */
const token = /("(?:[^"\\]|\\.)*")(?=(\s*:)?)|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

/** Splits JSON into the parts that get a color. Other text is one plain part. */
export function jsonParts(text: string): JsonPart[] {
  if (!isJson(text)) return [{ kind: "plain", text }];
  const parts: JsonPart[] = [];
  let end = 0;
  for (const { 0: found, 1: string, 2: colon, index } of text.matchAll(token)) {
    if (index > end) parts.push({ kind: "plain", text: text.slice(end, index) });
    parts.push({ kind: string === undefined ? "literal" : colon === undefined ? "string" : "key", text: found });
    end = index + found.length;
  }
  if (end < text.length) parts.push({ kind: "plain", text: text.slice(end) });
  return parts;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
