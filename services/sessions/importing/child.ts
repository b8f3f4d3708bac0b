import { setPriority } from "node:os";
import type { ImportColumn, ImportSource, RefusedCell } from "../../../shared/api/shapes/responseImports.ts";
import type { Graph, Texts } from "../../../shared/domain/graph/types.ts";
import { serveTasks } from "../../../shared/platform/workers/serve.ts";
import { openTables } from "./openTables.ts";
import { Refusal } from "./refusal.ts";
import type { FileResponse, Mapping, Responses } from "./response.ts";
import { openResponses } from "./responses.ts";
import type { Table } from "./table.ts";
import {
  type ImportedSession,
  type WalkedRow,
  type WalkedVersion,
  type WalkRules,
  walkedVersion,
  walkResponse,
} from "./walkResponse.ts";

/** A task of the process, in this order. The file comes in pieces. */
export type ImportTask =
  | { kind: "bytes"; bytes: Uint8Array }
  | { kind: "file"; encoding: string | null }
  | {
      kind: "open";
      graph: Graph;
      language: string | null;
      translations: [string, Texts][];
      mapping: Mapping;
      rules: WalkRules;
    }
  | { kind: "rows"; after: number; count: number };

export interface OpenedFile {
  source: ImportSource;
  rows: number;
  fits: boolean;
  columns: ImportColumn[];
  brokenOff: Omit<RefusedCell, "column"> | null;
}

/** Visits of a session in path order, by column: a batch has over a thousand, and objects of each would delay respondents. */
export interface VisitColumns {
  node_ids: string[];
  question_types: string[];
  /** as JSON; null without an answer */
  answers: (string | null)[];
  scores: (number | null)[];
}

/** A session as it is stored. */
export interface StorableSession extends Omit<ImportedSession, "visits"> {
  visits: VisitColumns;
}

export interface StorableRow extends Omit<WalkedRow, "session"> {
  session: StorableSession | null;
}

export interface WalkedRows {
  rows: StorableRow[];
  isLast: boolean;
  /** with the last rows: where the file breaks off */
  brokenOff: Omit<RefusedCell, "column"> | null;
}

/** Bytes of JSON of rows in one reply, which one more row can exceed. */
const replyBytes = 1024 * 1024;

const chunks: Uint8Array[] = [];
let tables: [Table, ...Table[]] | undefined;
let opened:
  | {
      responses: Responses;
      versionFor(unasked: FileResponse["unasked"]): WalkedVersion;
      rules: WalkRules;
      reading: AsyncIterator<FileResponse>;
    }
  | undefined;

// respondents come first
setPriority(19);

/** Process that reads one file of responses (services/sessions/imports/reader.ts). */
serveTasks(doTask, (error) => (error instanceof Refusal ? [...error.errors] : null));

async function doTask(task: ImportTask): Promise<null | OpenedFile | WalkedRows> {
  if (task.kind === "bytes") {
    chunks.push(task.bytes);
    return null;
  }
  if (task.kind === "file") {
    tables = await openTables(Buffer.concat(chunks), { encoding: task.encoding });
    chunks.length = 0;
    return null;
  }
  return task.kind === "open" ? open(task) : nextRows(task);
}

async function open({
  graph,
  language,
  translations,
  mapping,
  rules,
}: Extract<ImportTask, { kind: "open" }>): Promise<OpenedFile> {
  if (!tables) throw new Error("The file comes first.");
  const form = { graph, language, translations: new Map(translations) };
  const responses = await openResponses(tables, form, mapping);
  opened = {
    responses,
    versionFor: versionsOf(graph),
    rules,
    reading: responses.read()[Symbol.asyncIterator](),
  };
  const { source, rows, fits, columns, brokenOff } = responses;
  return { source, rows, fits, columns: [...columns], brokenOff };
}

/** Versions without the questions of other instruments, the latest ones. A file has a few, a hostile one many. */
const versionLimit = 20;

function versionsOf(graph: Graph): (unasked: FileResponse["unasked"]) => WalkedVersion {
  const whole = walkedVersion(graph);
  const others = new Map<string, WalkedVersion>();
  return (unasked) => {
    if (unasked === null) return whole;
    const key = JSON.stringify([...unasked]);
    const version = others.get(key) ?? walkedVersion(graph, unasked);
    if (others.size >= versionLimit) others.clear();
    others.set(key, version);
    return version;
  };
}

/** About, as JSON. */
const visitBytes = 200;
const refusalBytes = 100;

/** Returns the bytes of a row in a reply: a row of 2,000 refused cells has more of them than of answers. */
const bytesOf = ({ identities, refused, session }: StorableRow): number =>
  identities.reduce((sum, identity) => sum + identity.length, 0) +
  refused.reduce((sum, { column }) => sum + refusalBytes + (column?.length ?? 0), 0) +
  (session ? session.answers_bytes + visitBytes * session.visits.node_ids.length : 0);

const storable = ({ session, refused, ...row }: WalkedRow): StorableRow => ({
  ...row,
  refused: refused.map(({ column, ...part }) => ({ ...part, column: column && shown(column) })),
  session: session && { ...session, visits: columnsOf(session.visits) },
});

const columnsOf = (visits: ImportedSession["visits"]): VisitColumns => ({
  node_ids: visits.map(({ node_id }) => node_id),
  question_types: visits.map(({ question_type }) => question_type),
  answers: visits.map(({ answer }) => (answer === null ? null : JSON.stringify(answer))),
  scores: visits.map(({ score_awarded }) => score_awarded),
});

/** Characters of a header that a refusal shows. One header can have a megabyte, and each of its cells a refusal. */
const headerLength = 500;
const shown = (header: string): string =>
  header.length > headerLength ? `${header.slice(0, headerLength).toWellFormed()}…` : header;

/** Walks the next rows behind `after`. */
async function nextRows({ after, count }: Extract<ImportTask, { kind: "rows" }>): Promise<WalkedRows> {
  if (!opened) throw new Error("Opening comes first.");
  const { responses, versionFor, rules, reading } = opened;
  const rows: StorableRow[] = [];
  for (let bytes = 0; rows.length < count && bytes < replyBytes; ) {
    const { value, done } = await reading.next();
    if (done) return { rows, isLast: true, brokenOff: responses.brokenOff };
    if (value.row <= after) continue;
    const walked = storable(walkResponse(versionFor(value.unasked), value, rules));
    bytes += bytesOf(walked);
    rows.push(walked);
  }
  return { rows, isLast: false, brokenOff: null };
}
