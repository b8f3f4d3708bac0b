import type { Call } from "../../../shared/bus/calls.ts";
import { takesFiles } from "../../../shared/domain/questions/index.ts";
import type { SessionDetail } from "../../../shared/domain/shapes/sessions.ts";

/** Returns the names of a session's files by URL. None if they can't be read at the moment. */
export async function fileNamesOf(
  call: Call,
  { id, answers }: Pick<SessionDetail, "id" | "answers">,
): Promise<Map<string, string>> {
  if (!answers.some(({ question_type }) => takesFiles(question_type))) return new Map();
  const { names } = await call("sessions.fileNames", { session_id: id }).catch(() => ({ names: {} }));
  return new Map(Object.entries(names));
}
