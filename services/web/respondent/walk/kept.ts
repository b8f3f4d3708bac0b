import type { PublicForm } from "../../../../shared/api/shapes/sessions.ts";
import type { Json } from "../../../../shared/domain/graph/types.ts";
import { isObject } from "../../../../shared/domain/json.ts";
import { type Entry, type LocalWalk, walkAfter } from "./queue.ts";
import type { UploadedFile } from "./state.ts";

/** A session as stored on the device, in `localStorage["pathform.<slug>"]`. */
export interface Kept {
  /** The tab that has the session. First, because storage.ts reads it from the start of the text. */
  tab: string;
  layout: 1;
  form_id: string;
  version: number;
  /** made here, so that a start can be repeated if its reply is lost (decisions §9.2) */
  session: string;
  /**
   * made here, so that only this device can ask for a link to finish later, and learns whether an answer is the one it gave; absent in
   * sessions of older pages
   */
  resumeKey?: string;
  /** made here too, so that only this device can change answers after completion; absent if the form doesn't allow it (features §18.1) */
  editKey?: string;
  /** the session is completed, and its answers change here until they are sent as a whole */
  isEditing?: true;
  /** nodes passed when the list of all answers was last shown, to which a change leads back (wants §21.2) */
  reviewed?: readonly string[];
  /** the respondent has checked all answers */
  isChecked?: true;
  /** the respondent has entered something; nothing is stored or sent before */
  isBegun: boolean;
  hidden: Readonly<Record<string, string>>;
  /** UTC day of the start, once the service has replied */
  startedOn?: string;
  /** of the page, if the form offers several (languages/) */
  language?: string;
  /** latest entered value by node: answered, half typed, or left on another path */
  answers: Readonly<Record<string, Json>>;
  /** confirmed by the service */
  base: LocalWalk;
  queue: readonly Entry[];
  /** index of the current node in the path */
  position: number;
  /** index of the first node that is shown here: another device began the session and passed those before it */
  from?: number;
  progress: number;
  files: Readonly<Record<string, UploadedFile>>;
  /** time of the last change, ms since 1970 */
  at: number;
}

const keptDays = 7;
const dayMs = 86_400_000;

export function newSession(
  form: PublicForm,
  session: string,
  hidden: Kept["hidden"],
  now: number,
  resumeKey?: string,
): Kept {
  return {
    tab: "",
    layout: 1,
    form_id: form.form.id,
    version: form.version_number,
    session,
    ...(resumeKey !== undefined && { resumeKey }),
    ...(resumeKey !== undefined && form.form.edit_window_minutes && { editKey: resumeKey }),
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

/** Reads own keys only, because a node can be called `toString`. */
export function ownValue<T>(values: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

/** Returns null if nothing valid is stored, or it is older than 7 days. Clock changes into the past don't expire it. */
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

/** Checks only for damage: no other program writes this layout. */
function isKept(value: unknown): value is Kept {
  if (!isObject(value) || value.layout !== 1 || typeof value.session !== "string" || typeof value.at !== "number")
    return false;
  const { base, queue, answers, hidden, files } = value;
  return (
    isObject(base) && Array.isArray(base.visits) && Array.isArray(queue) && [answers, hidden, files].every(isObject)
  );
}

/** Returns the paths of files that the answer no longer names. Only those can be deleted (decisions §5). */
export function removedFiles(kept: Kept, nodeId: string, value: Json): string[] {
  const urlsOf = (answer: Json | undefined) =>
    Array.isArray(answer) ? answer.filter((one) => typeof one === "string") : [];
  const named = new Set(urlsOf(value));
  const removed = urlsOf(ownValue(kept.answers, nodeId)).filter(
    (url) => Object.hasOwn(kept.files, url) && !named.has(url),
  );
  return removed.map((url) => `session/${kept.session}/upload/${url.split("/").at(-2)}/`);
}
