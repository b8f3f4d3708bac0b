import type { Filters } from "../filters.ts";
import { matching, withinRange } from "./conditions.ts";
import { newValues, type Readable, read } from "./read.ts";
import { foundOneByOne } from "./search.ts";

/** An uploaded file. `key`: of its bytes in the store. */
export interface UploadedFile {
  session_id: string;
  url: string;
  key: string;
  name: string | null;
}

/** Returns the files of sessions, also those that are gone, because answers still name them. */
export const filesOf = (reader: Readable, sessionIds: readonly string[]): Promise<UploadedFile[]> =>
  read<UploadedFile>(reader, {
    name: "files-of",
    text: "select session_id, url, key, name from sessions.files where session_id = any($1::uuid[])",
    values: [sessionIds],
  });

/** Returns the number of files of the matching sessions, up to `limit`. */
export async function countFiles(
  reader: Readable,
  { formId, filters, newestVersion }: { formId: string; filters: Filters; newestVersion: number },
  limit: number,
): Promise<number> {
  const values = newValues();
  const { value } = values;
  const found = filters.words.length > 0 ? foundOneByOne(formId, filters.words) : null;
  const [range, match] = [withinRange(filters, values), matching(filters, values, found, reader)];
  const text = `select count(*)::integer as count from (
      select 1 from sessions.sessions s join sessions.files f on f.session_id = s.id
      where s.form_id = ${value(formId)} and s.version_number <= ${value(newestVersion)} and f.state = 'stored'
        ${range.text}${match.text}
      limit ${value(limit)}
    ) counted`;
  const [row] = await read<{ count: number }>(reader, {
    name: `count-files ${range.name}${match.name}`,
    text,
    values: values.list,
  });
  return row?.count ?? 0;
}
