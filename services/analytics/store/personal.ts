import { type Readable, read } from "./read.ts";

/** Returns the nodes of a form whose answers can identify someone, as of its newest version (sessions/store/personal.ts). */
export async function personalNodes(reader: Readable, formId: string): Promise<string[]> {
  const [row] = await read<{ personal: string[] }>(reader, {
    name: "personal-nodes",
    text: "select personal from sessions.versions where form_id = $1 order by version_number desc limit 1",
    values: [formId],
  });
  return row?.personal ?? [];
}
