import { sameValue } from "../../../../../shared/domain/graph/diff/values.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/conflicts.ts";
import { readable } from "../../../ui/readable.ts";
import { shortText } from "../changes/configText.ts";
import { readCondition } from "../conditions/read.ts";
import { sentenceOf } from "../conditions/sentence.ts";
import type { Conflict } from "../model/merge.ts";
import { nameOfNode } from "../types/names.ts";
import { nodeIn } from "../types/nodeIndex.ts";
import type { QuestionTable } from "../types/questionTable.ts";

/** A part that both sides changed. A null name: the whole. */
export interface Difference {
  name: string | null;
  mine: string;
  theirs: string;
}

interface Reading {
  graph: Graph;
  table: QuestionTable;
  /** node of a condition */
  from: string;
  /** settings of the question type by their keys */
  settings: Readonly<Record<string, { title?: string }>>;
}

type Members = Record<string, unknown>;

/** Returns only what differs: a question's title, not the whole question. */
export function differencesOf(conflict: Conflict, graph: Graph, table: QuestionTable): Difference[] {
  const { mine, theirs } = conflict as { mine: unknown; theirs: unknown };
  const { question_type: type, from } = isMembers(mine) ? mine : {};
  const settings = table.schemaOf(String(type))?.properties ?? {};
  const reading = { graph, table, from: String(from ?? conflict.id ?? ""), settings };
  if (isMembers(mine) && isMembers(theirs)) return differingMembers(mine, theirs, reading);
  return [{ name: null, ...bothTexts(mine, theirs, "", reading) }];
}

function differingMembers(mine: Members, theirs: Members, reading: Reading): Difference[] {
  return Object.keys({ ...mine, ...theirs }).flatMap((key): Difference[] => {
    const [my, their] = [mine[key], theirs[key]];
    if (sameValue(my, their)) return [];
    if (containers.has(key) && isMembers(my) && isMembers(their)) return differingMembers(my, their, reading);
    const name = words.parts[key] ?? reading.settings[key]?.title ?? readable(key);
    return [{ name, ...bothTexts(my, their, key, reading) }];
  });
}

/** Members of a question that have its settings. */
const containers: ReadonlySet<string> = new Set(["data", "config"]);

const bothTexts = (mine: unknown, theirs: unknown, key: string, reading: Reading) => ({
  mine: textOf(mine, key, reading),
  theirs: textOf(theirs, key, reading),
});

/** `key`: of the member; empty for the whole. */
function textOf(value: unknown, key: string, reading: Reading): string {
  if (value === undefined || value === null) return key === "" ? words.removed : words.nothing;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (conditions.has(key)) return sentenceOf(readCondition(value), reading);
  if (Array.isArray(value)) return value.map((item) => textOf(item, key, reading)).join(", ");
  if (isMembers(value)) return shortText(String(value.label ?? value.title ?? titleIn(value) ?? JSON.stringify(value)));
  const node = namesNode.has(key) ? nodeIn(reading.graph, String(value)) : undefined;
  return node ? nameOfNode(node) : shortText(String(value));
}

const conditions: ReadonlySet<string> = new Set(["condition", "show_if"]);
const namesNode: ReadonlySet<string> = new Set(["", "to", "from", "node_ids"]);

/** Returns the title of a whole question. */
const titleIn = ({ data }: Members): unknown => (isMembers(data) ? data.title : undefined);

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);
