import { archivePaths } from "../../../shared/domain/archivePaths.ts";
import type { Json } from "../../../shared/domain/json.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import type { ExportedSession } from "../store/export.ts";
import { filesOf, type UploadedFile } from "../store/files.ts";
import type { TableSession } from "../store/table.ts";
import type { Plan } from "./plan.ts";

type Exported = Pick<ExportedSession<TableSession>, "id" | "session">;

/** A file of an archive, with its key in the store. Null if the service knows no such file anymore. */
interface ArchivedFile {
  path: string;
  key: string | null;
}

/** Replaces the URLs in answers of files by paths in the archive. */
export async function namePaths(reader: Reader, plan: Plan, sessions: readonly Exported[]): Promise<void> {
  const uploads = uploadsOf(plan, sessions);
  if (uploads.length === 0) return;
  const known = byUrl(await filesOf(reader, [...new Set(uploads.map(({ id }) => id))]));
  for (const { id, session, answers } of uploads) {
    const paths = archivePaths(id, named(answers, known));
    for (const [nodeId, urls] of answers) session.answers[nodeId] = urls.map((url) => paths.get(url) ?? "");
  }
}

/** Returns the files of sessions, in the order of their rows. */
export async function archivedFiles(
  reader: Reader,
  plan: Plan,
  sessions: readonly Exported[],
): Promise<ArchivedFile[]> {
  const uploads = uploadsOf(plan, sessions);
  if (uploads.length === 0) return [];
  const known = byUrl(
    await filesOf(
      reader,
      uploads.map(({ id }) => id),
    ),
  );
  return uploads.flatMap(({ id, answers }) =>
    [...archivePaths(id, named(answers, known))].map(([url, path]) => ({ path, key: known.get(url)?.key ?? null })),
  );
}

const byUrl = (files: readonly UploadedFile[]): ReadonlyMap<string, UploadedFile> =>
  new Map(files.map((file) => [file.url, file]));

type Urls = [nodeId: string, urls: string[]][];

const named = (answers: Urls, known: ReadonlyMap<string, UploadedFile>) =>
  answers.map(([nodeId, urls]) => [nodeId, urls.map((url) => ({ url, name: known.get(url)?.name ?? null }))] as const);

/** Returns the sessions that have answers of files, in an order of nodes that both parts of the archive share. */
function uploadsOf(plan: Plan, sessions: readonly Exported[]) {
  return sessions.flatMap(({ id, session }) => {
    const version = plan.versions.get(session.version_number);
    const answers: Urls = Object.entries(session.answers)
      .filter(([nodeId]) => version?.get(nodeId)?.question.uploads)
      .flatMap(([nodeId, answer]): Urls => (Array.isArray(answer) ? [[nodeId, answer.filter(isText)]] : []))
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    return answers.length > 0 ? [{ id, session, answers }] : [];
  });
}

const isText = (value: Json): value is string => typeof value === "string";
