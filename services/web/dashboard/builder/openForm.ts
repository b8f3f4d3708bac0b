import { createContext } from "react";
import type { Graph } from "../../../../shared/domain/graph/types.ts";
import type { FormDetail } from "../../../../shared/domain/shapes/forms.ts";
import { ApiError, dataOf } from "../api/apiError.ts";
import { api } from "../api/service.ts";
import { withEdgeIds } from "./model/ids.ts";
import { type Session, unsavedSession } from "./saving/session.ts";

/** What the builder begins with. */
export interface OpenedForm {
  form: Pick<FormDetail, "id" | "language" | "theme">;
  title: string;
  /** the draft; of a form without one, an empty graph */
  graph: Graph;
  /** null: nothing was saved yet */
  etag: string | null;
  /** of the current version; null: nothing was published yet */
  published: Graph | null;
  /** what this page edited before and has not saved yet: it goes on as it was left */
  session: Session | null;
}

/** The form in the builder, for pages that show it to respondents. */
export const OpenedFormContext = createContext<OpenedForm | null>(null);

const blank: Graph = { schema_version: "2.0", entry_node_id: null, fallback_end_node_id: null, nodes: [], edges: [] };

/** Throws ApiError: 404 and 403 where there is no such form for this account. */
export async function openForm(slug: string): Promise<OpenedForm> {
  const path = { slug };
  const form = await dataOf(api.get("/api/v2/form/{slug}/", { path }));
  const session = unsavedSession(form.id);
  const [draft, published] = await Promise.all([
    // a form without a draft is known before it is asked for: a browser tells its user of each 404
    form.draft_saved_at === null || session ? null : readDraft(slug),
    publishedGraph(slug, form.published_version),
  ]);
  return { form, title: form.title, graph: blank, etag: null, ...draft, published, session };
}

async function readDraft(slug: string): Promise<Pick<OpenedForm, "title" | "graph" | "etag">> {
  const answer = await api.get("/api/v2/form/{slug}/draft/", { path: { slug } });
  if (!answer.ok) throw new ApiError(answer);
  const { title, graph } = answer.data;
  return { title, graph: withEdgeIds(graph as Graph), etag: answer.etag };
}

/** Of the version that respondents get; null where there is none. */
async function publishedGraph(slug: string, version: number | null): Promise<Graph | null> {
  if (version === null) return null;
  const path = { slug, version_number: version };
  const { graph } = await dataOf(api.get("/api/v2/form/{slug}/versions/{version_number}/", { path }));
  return graph as Graph;
}
