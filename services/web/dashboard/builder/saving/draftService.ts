import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import type { SubmittedGraph } from "../../../../../shared/domain/shapes/graph.ts";
import * as words from "../../../strings/en/dashboard/builder/saving.ts";
import type { Client } from "../../api/client.ts";
import type { SaveAnswer } from "./machine.ts";
import type { DraftService } from "./saver.ts";

/** The API, with its answers as saving sees them; `form` may be called otherwise while it is edited. */
export function draftServiceOf(client: Client, form: { readonly slug: string }): DraftService {
  return {
    save: (graph, etag) =>
      reached(async () => {
        const answer = await client.put("/api/v2/form/{slug}/draft/", {
          path: { slug: form.slug },
          body: { graph: graph as SubmittedGraph },
          ifMatch: etag,
        });
        if (!answer.ok) return failureOf(answer.status, answer.error);
        return notOurs(answer) ?? { kind: "saved", etag: answer.etag };
      }),
    read: () =>
      reached(async () => {
        const answer = await client.get("/api/v2/form/{slug}/draft/", { path: { slug: form.slug } });
        if (!answer.ok) return failureOf(answer.status, answer.error);
        return notOurs(answer) ?? { kind: "read", graph: answer.data.graph as Graph, etag: answer.etag };
      }),
  };
}

/** What says 200 may be the page of a network that asks for a sign-in of its own, or a proxy that takes ETags away. */
function notOurs({ data, etag }: { data: { last_saved_at?: string }; etag: string | null }) {
  if (typeof data?.last_saved_at !== "string") return { kind: "unreachable" } as const;
  return etag === null ? ({ kind: "refused", message: words.noEtag } as const) : null;
}

/** A request that never arrived is an answer too. */
async function reached<T>(ask: () => Promise<T>): Promise<T | { kind: "unreachable" }> {
  try {
    return await ask();
  } catch {
    return { kind: "unreachable" };
  }
}

/** Not for long: a timeout, one too early, too many. */
const passing = new Set([408, 425, 429]);

function failureOf(
  status: number,
  error: { detail?: string; errors?: string[] },
): Exclude<SaveAnswer, { kind: "saved" }> {
  // 412 is what a proxy says of a condition that is not met
  if (status === 409 || status === 412) return { kind: "changed_elsewhere" };
  if (status === 413) return { kind: "too_large" };
  if (passing.has(status) || status >= 500) return { kind: "unreachable" };
  return { kind: "refused", message: error?.errors?.[0] ?? error?.detail ?? String(status) };
}
