import type { Json } from "../../../../shared/domain/json.ts";
import type { CheckContext, CompiledQuestion, Reply } from "../../../../shared/domain/questions/question.ts";
import type { Given } from "./address.ts";

interface Named {
  /** value of a column, key of a row */
  name: string;
  label: string;
}

/** Returns the answer that a link gives to a question, or null if there is none that the question accepts. */
export function givenAnswer(...asked: Parameters<typeof givenReply>): Json {
  const reply = givenReply(...asked);
  return reply?.kind === "answer" ? reply.answer : null;
}

/** Returns what a question replies to the answer that a link gives, or null if the link gives none. */
export function givenReply(
  nodeId: string,
  question: CompiledQuestion,
  { texts, isLowerCase }: Given,
  context: CheckContext,
): Reply | null {
  const rows = texts.get(nodeId) ?? (isLowerCase ? texts.get(nodeId.toLowerCase()) : undefined);
  return rows ? question.check(valueFor(question, rows), context) : null;
}

function valueFor({ domain, labels, config }: CompiledQuestion, rows: ReadonlyMap<string, readonly string[]>): Json {
  const texts = rows.get("") ?? [];
  if (domain?.family === "num") return numberOf(texts[0]);
  if (domain?.family === "one" || domain?.family === "many" || domain?.family === "rank") {
    const options = domain.values.map((name) => ({ name, label: labels.get(name) ?? "" }));
    const other = "open" in domain && domain.open;
    const chosen = texts.flatMap((text) => named(options, text) ?? (other ? text : []));
    return domain.family === "one" ? (chosen[0] ?? null) : [...new Set(chosen)];
  }
  if (domain?.family !== "row") return texts[0] ?? null;
  const known = (config.rows as { key: string; label: string }[]).map(({ key, label }) => ({ name: key, label }));
  const columns = (config.columns as { value: string; label: string }[]).map(({ value, label }) => ({
    name: value,
    label,
  }));
  const cells = [...rows].map(([row, [text = ""]]) => [named(known, row), named(columns, text)]);
  return Object.fromEntries(cells.filter(([row, column]) => row && column)) as Json;
}

/** With a point, as in addresses everywhere. The question refuses other text. */
const numberOf = (text = ""): Json => (/^\s*[+-]?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : text);

/** Returns a choice by its name, else by its label without regard to case. */
function named(choices: readonly Named[], text: string): string | undefined {
  const folded = text.trim().toLowerCase();
  const found =
    choices.find(({ name }) => name === text) ?? choices.find(({ label }) => label.toLowerCase() === folded);
  return found?.name ?? choices.find(({ name }) => name.toLowerCase() === folded)?.name;
}
