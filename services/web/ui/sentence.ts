/** Makes a sentence of a refusal: with its subject, such as a field's label, only if the text names no other one. */
export function sentenceOf(subject: string, text: string): string {
  const whole = predicate.test(text) ? `${subject} ${text}`.trim() : text;
  const quoted = whole.replace(/"([^"]*)"/g, "“$1”").replaceAll("'", "’");
  return `${quoted[0]?.toUpperCase() ?? ""}${quoted.slice(1)}${/[.?!]$/.test(quoted) ? "" : "."}`;
}

const predicate = /^(column is|must|is|isn't|has|takes|can't|doesn't) /;
