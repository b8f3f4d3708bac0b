import { createContext } from "react";
import type { FormDetail } from "../../../../shared/api/shapes/forms.ts";
import type { Graph } from "../../../../shared/domain/graph/types.ts";
import { ApiError } from "../../ui/apiError.ts";
import { dataOf } from "../api/dataOf.ts";
import { api } from "../api/service.ts";
import { withEdgeIds } from "./model/ids.ts";
import { type Session, unsavedSession } from "./saving/session.ts";

/** A version that respondents get. */
export interface PublishedVersion {
  graph: Graph;
  version: number;
  /** ISO 8601 */
  date: string;
}

/** State of the builder at first. */
export interface OpenedForm {
  form: Pick<FormDetail, "id" | "language" | "theme" | "closed_message" | "review">;
  title: string;
  /** the draft; empty without one */
  graph: Graph;
  /** null before the first save */
  etag: string | null;
  /** the current version; null before the first one */
  published: PublishedVersion | null;
  /** changes that this page hasn't saved yet */
  session: Session | null;
}

/** The form in the builder, for pages that show it to respondents. */
export const OpenedFormContext = createContext<OpenedForm | null>(null);

/** A new form. Its texts have markup (wants §21.1). */
const blank: Graph = {
  schema_version: "2.0",
  entry_node_id: null,
  fallback_end_node_id: null,
  nodes: [],
  edges: [],
  markup: "inline",
};

/** Throws ApiError: 404 or 403 if the account has no such form. */
export async function openForm(slug: string): Promise<OpenedForm> {
  const path = { slug };
  const form = await dataOf(api.get("/api/v2/form/{slug}/", { path }));
  const session = unsavedSession(form.id);
  const [draft, published] = await Promise.all([
    // without a draft nothing is requested: browsers log every 404
    form.draft_saved_at === null || session ? null : readDraft(slug),
    publishedVersion(slug, form.published_version),
  ]);
  return { form, title: form.title, graph: blank, etag: null, ...draft, published, session };
}

async function readDraft(slug: string): Promise<Pick<OpenedForm, "title" | "graph" | "etag">> {
  const answer = await api.get("/api/v2/form/{slug}/draft/", { path: { slug } });
  if (!answer.ok) throw new ApiError(answer);
  const { title, graph } = answer.data;
  return { title, graph: withEdgeIds(graph as Graph), etag: answer.etag };
}

async function publishedVersion(slug: string, version: number | null): Promise<PublishedVersion | null> {
  if (version === null) return null;
  const path = { slug, version_number: version };
  const { graph, published_at: date } = await dataOf(
    api.get("/api/v2/form/{slug}/versions/{version_number}/", { path }),
  );
  return { graph: graph as Graph, version, date };
}
