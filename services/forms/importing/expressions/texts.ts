import type { Scope } from "./scope.ts";
import type { Target } from "./targets.ts";
import { Unmapped } from "./terms.ts";
import { type Case, combined, constant, only, type Value } from "./values.ts";

/** characters of a text that is put together */
const lengthLimit = 5_000;

/** Whether a value is certainly a text. */
export function isText(value: Value): boolean {
  if (value.kind === "constant")
    return typeof value.value === "string" && value.value !== "" && !Number.isFinite(Number(value.value));
  return (
    value.kind === "text" ||
    (value.kind === "target" && value.target.family === "text" && value.target.left.type === "answer")
  );
}

/** Puts texts together. */
export function joinedTexts(parts: readonly (readonly Case[])[], scope: Scope): Case[] {
  return parts.reduce<Case[]>(
    (before, part) => combined(before, part, (l, r) => joined(shownText(l, scope), shownText(r, scope))),
    constant(""),
  );
}

function joined(left: Shown, right: Shown): Case[] {
  const text = left.text + right.text;
  if (text.length > lengthLimit)
    throw new Unmapped(`its text is longer than ${lengthLimit.toLocaleString("en")} characters`);
  return left.isFixed && right.isFixed ? constant(text) : only({ kind: "text", text });
}

interface Shown {
  text: string;
  isFixed: boolean;
}

function shownText(value: Value, scope: Scope): Shown {
  switch (value.kind) {
    case "constant":
      return { text: String(value.value), isFixed: true };
    case "text":
      return { text: value.text, isFixed: false };
    case "target":
      return { text: recallOf(value.target), isFixed: false };
    case "number":
      return { text: recallOf(scope.compute(value.part)), isFixed: false };
    default:
      throw new Unmapped("its value can't be shown");
  }
}

function recallOf({ left }: Target): string {
  if (left.type === "answer" && left.path === undefined) return `{{answer:${left.node_id}}}`;
  if (left.type === "calculation" || left.type === "hidden") return `{{${left.type}:${left.key}}}`;
  throw new Unmapped("its value can't be shown");
}

/** Returns what inserts a value in a text. Throws `Unmapped` if its value depends on answers in another way. */
export function insertion(found: readonly Case[], scope: Scope): string {
  const [first, ...others] = found;
  if (!first || others.length > 0) throw new Unmapped("its text depends on other answers");
  return shownText(first.value, scope).text;
}
