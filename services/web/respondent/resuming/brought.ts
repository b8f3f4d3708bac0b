import type { PublicForm, ResumedWithAnswers } from "../../../../shared/api/shapes/sessions.ts";
import type { Kept } from "../walk/kept.ts";
import type { UploadedFile } from "../walk/state.ts";

/** Returns a session of another device as this one keeps it. `resumeKey`: made here, with which the link was opened. */
export function keptOf(
  form: PublicForm | null,
  { id, version_number, traversal_path, answers, hidden, language, files = {} }: ResumedWithAnswers,
  resumeKey: string,
  now: number,
): Kept {
  const visits = traversal_path.slice(0, -1).map((nodeId) => ({ node_id: nodeId, answer: answers[nodeId] ?? null }));
  const base = { visits, current: traversal_path.at(-1) ?? "" };
  return {
    tab: "",
    layout: 1,
    form_id: form?.form.id ?? "",
    version: version_number,
    session: id,
    resumeKey,
    isBegun: true,
    hidden,
    ...(language !== null && { language }),
    answers,
    base,
    queue: [],
    position: visits.length,
    progress: 0,
    files: Object.fromEntries(
      Object.entries(files).map(([url, file]): [string, UploadedFile] => [url, { url, ...file }]),
    ),
    at: now,
  };
}
