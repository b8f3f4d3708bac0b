import { isRealDate } from "../../../../shared/domain/dates.ts";
import { isPattern } from "../../../../shared/domain/questions/pattern.ts";
import { attempt, require } from "../expressions/guards.ts";
import { targetOf } from "../expressions/targets.ts";
import type { Term } from "../expressions/terms.ts";
import type { Asked, Survey } from "./asked.ts";
import { parseXpath } from "./xpath.ts";

/** Converts a `constraint`: bounds, lengths and patterns to the config, anything else to a rule. */
export function constrain({ row, item, node, converted }: Asked, { scope, texts }: Survey): void {
  const source = row.cells.get("constraint");
  if (!source) return;
  const message = texts.text(row, "constraint_message");
  const term = attempt(
    () => parseXpath(source),
    () => {},
  );
  const rest = term
    ? conjuncts(term).filter((part) => !applyToConfig(part, node.question_type, node.data.config ?? {}))
    : [];
  // the config has its own messages, so a message needs a rule
  if (term && rest.length === 0 && message === "") return;
  scope.self = targetOf(node, converted.values);
  const parse = () => parseXpath(source);
  require(item, node, { source, parse }, message || "This answer isn't allowed.", scope);
  scope.self = null;
}

const conjuncts = (term: Term): Term[] =>
  term.kind === "call" && term.name === "and" ? term.args.flatMap(conjuncts) : [term];

type Config = Record<string, unknown>;
const flipped: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

/** Returns whether the config now says the same as this part. */
function applyToConfig(part: Term, type: string, config: Config): boolean {
  if (part.kind !== "call") return false;
  const [left, right] = part.args;
  if (part.name === "matches") return applyPattern(left, right, type, config);
  if (!left || !right || !(part.name in flipped)) return false;
  const isFlipped = left.kind === "value" || isToday(left);
  const op = isFlipped ? (flipped[part.name] as string) : part.name;
  const limit = limitOf(isFlipped ? right : left, type, config, op, isFlipped ? left : right);
  if (!limit || limit.key in config) return false;
  config[limit.key] = limit.value;
  return true;
}

function applyPattern(subject: Term | undefined, pattern: Term | undefined, type: string, config: Config): boolean {
  const source = pattern?.kind === "value" ? (/^\^\(\?:(.*)\)\$$/s.exec(String(pattern.value))?.[1] ?? "") : "";
  if (!subject || !isSelf(subject) || !isText(type) || "pattern" in config || source === "" || !isPattern(source))
    return false;
  config.pattern = source;
  return true;
}

const isText = (type: string): boolean => type === "short_text" || type === "long_text";
const isSelf = (term: Term): boolean => term.kind === "name" && term.name === ".";
const isToday = (term: Term): boolean => term.kind === "call" && term.name === "today";

/** Returns the config key and value of a bound, or null if the config has none. */
function limitOf(subject: Term, type: string, config: Config, op: string, bound: Term) {
  const isUpper = op.startsWith("<");
  const isStrict = op.length === 1;
  const shift = isStrict ? (isUpper ? -1 : 1) : 0;
  const end = isUpper ? "max" : "min";
  if (isSelf(subject) && type === "date") return dateLimit(bound, end, shift);
  const value = bound.kind === "value" && String(bound.value).trim() !== "" ? Number(bound.value) : Number.NaN;
  if (!Number.isFinite(value)) return null;
  if (isSelf(subject) && type === "number") {
    const isWhole = config.decimals === 0;
    return isStrict && !(isWhole && Number.isInteger(value)) ? null : { key: end, value: value + shift };
  }
  const count = value + shift;
  const counts = subject.kind === "call" && subject.args[0] && isSelf(subject.args[0]) ? subject.name : "";
  if (!Number.isInteger(count) || count < (isUpper ? 1 : 0)) return null;
  if (counts === "string-length" && isText(type)) return { key: `${end}_length`, value: count };
  return counts === "count-selected" && type === "checkbox" ? { key: `${end}_selections`, value: count } : null;
}

function dateLimit(bound: Term, end: "min" | "max", shift: number) {
  if (isToday(bound)) return { key: end, value: { days_from_today: shift } };
  const day = bound.kind === "call" && bound.name === "same" ? bound.args[0] : bound;
  return day?.kind === "value" && isRealDate(day.value) && shift === 0 ? { key: end, value: day.value } : null;
}
