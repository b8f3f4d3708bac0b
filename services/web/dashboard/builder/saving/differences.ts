import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/conflicts.ts";
import { titleText } from "../../../ui/titleText.ts";
import { shortText } from "../changes/configText.ts";
import { readCondition } from "../conditions/read.ts";
import { sentenceOf } from "../conditions/sentence.ts";
import { changesOf } from "../model/merging/changes.ts";
import { isMembers, type Members, memberAt } from "../model/merging/members.ts";
import type { Conflict, Part } from "../model/merging/parts.ts";
import { readable } from "../types/names.ts";
import type { QuestionTable } from "../types/questionTable.ts";
import { labelOf, memberName, nameOf, subjectOf } from "./partNames.ts";

/** Both texts of a member. A null name: the subject itself, such as a removed question. */
export interface Difference {
  subject: string;
  name: string | null;
  mine: string;
  theirs: string;
}

interface Reading {
  graph: Graph;
  table: QuestionTable;
}

/** Returns what differs, by its parts: a question's title, not the whole question. */
export function differencesOf({ parts }: Conflict, graph: Graph, table: QuestionTable): Difference[] {
  return parts.flatMap(split).map((part) => ({
    subject: subjectOf(part, graph),
    name: part.isOrder && part.path[0] !== "edges" ? words.order : memberName(part.path, graph, table),
    mine: textOf(part, part.mine, { graph, table }),
    theirs: textOf(part, part.theirs, { graph, table }),
  }));
}

/** Splits an object that both sides have into what differs: the settings of a question whose type changed. */
const split = (part: Part): Part[] =>
  part.path.at(-1) === "config" && isMembers(part.mine) && isMembers(part.theirs)
    ? changesOf(part.mine, part.theirs, part.path).map(({ path, was, now, isOrder }) => ({
        path,
        mine: was,
        theirs: now,
        ...(isOrder && { isOrder }),
      }))
    : [part];

function textOf({ path, isOrder }: Part, value: unknown, reading: Reading): string {
  const { graph } = reading;
  const key = path.at(-1) ?? "";
  if (value === undefined || value === null) return path.length === 2 ? words.removed : words.nothing;
  if (isOrder) return (value as string[]).map((item) => itemName(path, item, graph)).join(", ");
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (conditions.has(key)) return sentenceOf(readCondition(value), { ...reading, from: sourceOf(path, graph) });
  if (Array.isArray(value))
    return value.map((item) => textOf({ path: [] } as unknown as Part, item, reading)).join(", ");
  if (isMembers(value)) return objectText(value, graph);
  if (key === "question_type") return readable(String(value));
  return namesNode.has(key) ? nameOf(graph, String(value)) : titleText(String(value));
}

/** A check shows its message, a question all that is said about it, and a rule where it leads. */
function objectText(value: Members, graph: Graph): string {
  const { message, to, data } = value;
  if (typeof message === "string" && message !== "") return titleText(message);
  if (typeof to === "string") return `→ ${nameOf(graph, to)}`;
  const description = isMembers(data) && typeof data.description === "string" ? data.description : "";
  const label = labelOf(value) ?? JSON.stringify(value);
  return description === "" ? shortText(label) : titleText(`${label} – ${description}`);
}

const conditions: ReadonlySet<string> = new Set(["condition", "show_if"]);
const namesNode: ReadonlySet<string> = new Set(["to", "from", "entry_node_id", "fallback_end_node_id"]);

/** Returns the question whose answer a condition reads without `left`. */
const sourceOf = (path: readonly string[], graph: Graph): string =>
  path[0] === "edges" ? String(memberAt(graph, [...path.slice(0, 2), "from"])) : (path[1] ?? "");

function itemName([list = "", ...rest]: readonly string[], key: string, graph: Graph): string {
  if (list === "edges") return nameOf(graph, String(memberAt(graph, [list, key, "to"])));
  if (rest.at(-1) === "node_ids") return nameOf(graph, key);
  return labelOf(memberAt(graph, [list, ...rest, key])) ?? nameOf(graph, key);
}
