import { plaining } from "../../../shared/domain/graph/markup/plaining.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { slices } from "../slices.ts";
import { read } from "./read.ts";

/** Graphs of versions, with plain texts: figures, lists and exports have no markup (wants §21.1). */

export interface StoredVersion {
  id: string;
  version_number: number;
  /** has texts in other languages */
  is_translated: boolean;
}

/** Returns the form's versions up to `newest`, newest first. */
export function versionsUpTo(reader: Reader, formId: string, newest: number): Promise<StoredVersion[]> {
  return read(reader, {
    name: "form-versions",
    text: `select id, version_number, languages is not null as is_translated from sessions.versions
      where form_id = $1 and version_number <= $2
      order by version_number desc`,
    values: [formId, newest],
  });
}

/** Returns the graph of a version if it has calculations, shuffled pages or records, else null. */
export async function computingGraph(reader: Reader, formId: string, versionNumber: number): Promise<Graph | null> {
  const [row] = await read<{ graph: Graph }>(reader, {
    name: "computing-version-graph",
    text: `select graph from sessions.versions
      where form_id = $1 and version_number = $2 and (graph -> 'calculations' -> 0 is not null
        or jsonb_path_exists(graph::jsonb, '$.pages[*] ? (@.shuffle == true)')
        or jsonb_path_exists(graph::jsonb, '$.nodes[*] ? (@.question_type == "records")'))`,
    values: [formId, versionNumber],
  });
  return row ? slices.finish(plaining(row.graph)) : null;
}

/** Null if the form has no such version. */
export async function graphOfVersion(reader: Reader, formId: string, versionNumber: number): Promise<Graph | null> {
  const [row] = await read<{ graph: Graph }>(reader, {
    name: "version-graph-by-number",
    text: "select graph from sessions.versions where form_id = $1 and version_number = $2",
    values: [formId, versionNumber],
  });
  return row ? slices.finish(plaining(row.graph)) : null;
}

export async function versionGraph(reader: Reader, id: string): Promise<Graph> {
  const [row] = await read<{ graph: Graph }>(reader, {
    name: "version-graph-by-id",
    text: "select graph from sessions.versions where id = $1",
    values: [id],
  });
  if (!row) throw new Error(`version ${id} is not stored`);
  return slices.finish(plaining(row.graph));
}
