import type { Json } from "../../../../shared/domain/graph/types.ts";
import { isObject } from "../../../../shared/domain/json.ts";
import type { PublicForm } from "../../../../shared/domain/shapes/sessions.ts";
import { type Entry, type LocalWalk, walkAfter } from "./queue.ts";
import type { UploadedFile } from "./state.ts";

/** A respondent's session as this device keeps it, in `localStorage["pathform.<slug>"]`. */
export interface Kept {
  /** The tab that goes on with it; first, so that it can be told from the text's beginning. */
  tab: string;
  layout: 1;
  form_id: string;
  version: number;
  /** the session's id, made here, so that a start whose reply was lost is repeated safely (decisions §9.2) */
  session: string;
  /** the respondent has started or touched something: until then nothing is kept or sent */
  isBegun: boolean;
  hidden: Readonly<Record<string, string>>;
  /** what was entered last, by node, whether it was answered, is half typed, or was left behind by another path */
  answers: Readonly<Record<string, Json>>;
  /** what the service has confirmed */
  base: LocalWalk;
  queue: readonly Entry[];
  /** which node of the path is shown */
  position: number;
  progress: number;
  files: Readonly<Record<string, UploadedFile>>;
  /** of the last change, ms since 1970 */
  at: number;
}

const keptDays = 7;
const dayMs = 86_400_000;

export function newSession(form: PublicForm, session: string, hidden: Kept["hidden"], now: number): Kept {
  return {
    tab: "",
    layout: 1,
    form_id: form.form.id,
    version: form.version_number,
    session,
    isBegun: false,
    hidden,
    answers: {},
    base: entryOf(form),
    queue: [],
    position: 0,
    progress: 0,
    files: {},
    at: now,
  };
}

export const entryOf = (form: PublicForm): LocalWalk => ({ visits: [], current: form.graph.entry_node_id ?? "" });

export const keptWalk = ({ base, queue }: Kept): LocalWalk => walkAfter(base, queue);

/** Own keys only: a node may be called `toString`. */
export function ownValue<T>(values: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

/** null: nothing, nothing readable, of another layout, or older than 7 days. A clock that was set back makes nothing old. */
export function readKept(text: string | null, now: number): Kept | null {
  const kept = parsed(text);
  return kept && now - kept.at < keptDays * dayMs ? kept : null;
}

function parsed(text: string | null): Kept | null {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return isKept(value) ? value : null;
  } catch {
    return null;
  }
}

/** Written by this page alone: the layout tells the rest, and what somebody has damaged lacks something. */
function isKept(value: unknown): value is Kept {
  if (!isObject(value) || value.layout !== 1 || typeof value.session !== "string" || typeof value.at !== "number")
    return false;
  const { base, queue, answers, hidden, files } = value;
  return (
    isObject(base) && Array.isArray(base.visits) && Array.isArray(queue) && [answers, hidden, files].every(isObject)
  );
}
