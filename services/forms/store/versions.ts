import type { EntityManager } from "@mikro-orm/postgresql";
import { notFound } from "../../../shared/errors.ts";
import type { Graph } from "../../../shared/graph/types.ts";
import { newUuid } from "../../../shared/ids.ts";
import type { Paging } from "../../../shared/paging.ts";
import { type FormRow, Version, type VersionRow } from "../entities.ts";
import { pageOf } from "./page.ts";

/** Without their graphs. */
export function listVersions(em: EntityManager, form: FormRow, paging: Paging) {
  return em.findAndCount(Version, { form_id: form.id }, pageOf(paging, ["version_number", "published_at"]));
}

/** With its graph; 404 when the form has no such version. */
export async function findVersion(em: EntityManager, form: FormRow, version_number: number): Promise<VersionRow> {
  // no version has a number that the column could not hold
  const isPossible = Number.isInteger(version_number) && version_number >= 1 && version_number < 2 ** 31;
  const where = { form_id: form.id, version_number };
  const version = isPossible ? await em.findOne(Version, where, { populate: ["graph"] }) : null;
  if (!version) throw notFound("version");
  return version;
}

/** The graph that respondents get now, to compare a draft with. */
export async function currentGraph(em: EntityManager, form: FormRow): Promise<Graph | undefined> {
  if (form.current_version === null) return undefined;
  return (await findVersion(em, form, form.current_version)).graph;
}

/** The next version of a form whose lock the caller holds: numbers have no gap and no duplicate (decisions §3). */
export function addVersion(em: EntityManager, form: FormRow, title: string, graph: Graph): VersionRow {
  return em.create(
    Version,
    {
      id: newUuid(),
      form_id: form.id,
      version_number: (form.current_version ?? 0) + 1,
      title,
      graph,
      node_count: graph.nodes.length,
      edge_count: graph.edges.length,
      published_at: new Date(),
    },
    { persist: true },
  );
}
