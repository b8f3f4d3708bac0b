import type { Fault, Keys } from "../fault.ts";
import { dotted } from "../fieldError.ts";
import { isObject } from "../json.ts";
import { shortened } from "../limits.ts";
import type { Reason, ReasonKind } from "../reason.ts";
import { shapeTexts } from "../shapeText.ts";
import { placeKeys } from "./problemPath.ts";
import { reasonText } from "./reasonText.ts";
import type { Graph, Problem } from "./types.ts";

/** A problem before its path is known to exist. */
export interface Found extends Omit<Problem, "path"> {
  at: Keys;
}

/** Maximum characters of a path, because keys of settings can have any length. */
const pathLimit = 1000;

/** Returns the problem with the path of its place, or of the innermost part around it that exists. */
export function located({ at, reason, ...problem }: Found, graph: Graph): Problem {
  let [part, path, depth]: [unknown, string, number] = [graph, "", 0];
  for (const key of at) {
    const next = `${path}/${escaped(String(key))}`;
    if (!hasKey(part, String(key)) || next.length > pathLimit) break;
    part = part[String(key)];
    path = next;
    depth += 1;
  }
  const field = dotted(at.slice(depth));
  return { ...problem, path: path || null, reason: short({ ...reason, ...(depth < at.length && { field }) }) };
}

const hasKey = (part: unknown, key: string): part is Record<string, unknown> =>
  (isObject(part) || Array.isArray(part)) && Object.hasOwn(part, key);

/** Shortens the texts of a reason: draft conditions can have names of any length. */
const short = (reason: Reason): Reason => shortTexts(reason) as Reason;

function shortTexts(value: unknown): unknown {
  if (typeof value === "string") return shortened(value);
  if (Array.isArray(value)) return value.map(shortTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortTexts(inner)]));
}

/** Escapes a key of a path (RFC 6901). */
const escaped = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");

/** Words a problem for the API: the part of its node or list, and the reason. */
export const problemMessage = (problem: Pick<Problem, "path" | "reason">): string =>
  faultMessage({ at: placeKeys(problem), reason: problem.reason });

export function faultMessage({ at, reason }: Fault): string {
  const part = partName(at.map(String), reason.kind);
  return shortened(`${part === "" ? "" : `${shortened(part)}: `}${reasonText(reason)}`);
}

/** Returns the name of the place in messages. Empty for a problem of a whole node or edge. */
function partName([top, index, ...keys]: string[], kind: ReasonKind): string {
  // its text has the whole field
  if (kind === "field_changed") return "";
  switch (top) {
    case "nodes":
      return nodePart(keys);
    case "edges":
      return isOfShape(kind) ? dotted(keys) : "";
    case "calculations":
      return `graph.calculations.${index}.${calculationPart(keys, kind)}`;
    case "pages":
    case "translations":
      return dotted(["graph", top, index ?? "", ...keys]);
    default:
      return "";
  }
}

function nodePart([data, key = "", ...keys]: string[]): string {
  if (data !== "data") return "";
  const isGuard = key === "show_if" || key === "valid_if" || (keys[0] === "options" && keys[2] === "show_if");
  if (isGuard || key === "image") return dotted([data, key, ...keys]);
  return key === "config" ? dotted([key, ...keys]) : "";
}

/** Returns the name of a place in a calculation. A condition in it is named on its own. */
export function calculationPart(keys: readonly string[], kind: ReasonKind): string {
  const at = keys.findIndex((key, place) => key === "if" && keys[place + 1] === "0") + 2;
  if (at < 2) return dotted(keys);
  const condition = isOfShape(kind) ? `: ${dotted(["condition", ...keys.slice(at)])}` : "";
  return dotted(keys.slice(0, at)) + condition;
}

/** Whether a problem of a condition names the part of the condition. */
const isOfShape = (kind: ReasonKind): boolean =>
  kind in shapeTexts || kind === "condition_too_deep" || kind === "condition_too_long";
