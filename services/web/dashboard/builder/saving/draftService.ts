import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import type { SubmittedGraph } from "../../../../../shared/domain/shapes/graph.ts";
import type { Client } from "../../../api/client.ts";
import { withEdgeIds } from "../model/ids.ts";
import type { SaveAnswer } from "./machine.ts";
import type { DraftService } from "./saver.ts";

/** The API, with its answers as saving sees them. */
export function draftServiceOf(client: Client, slug: string): DraftService {
  const path = { slug };
  return {
    save: (graph, etag) =>
      reached(async () => {
        const answer = await client.put("/api/v2/form/{slug}/draft/", {
          path,
          body: { graph: graph as SubmittedGraph },
          ifMatch: etag,
        });
        return answer.ok ? { kind: "saved", etag: answer.etag } : failureOf(answer.status, answer.error);
      }),
    read: () =>
      reached(async () => {
        const answer = await client.get("/api/v2/form/{slug}/draft/", { path });
        if (!answer.ok) return failureOf(answer.status, answer.error);
        return { kind: "read", graph: withEdgeIds(answer.data.graph as Graph), etag: answer.etag };
      }),
  };
}

/** A request that never arrived is an answer too. */
async function reached<T>(ask: () => Promise<T>): Promise<T | { kind: "unreachable" }> {
  try {
    return await ask();
  } catch {
    return { kind: "unreachable" };
  }
}

function failureOf(
  status: number,
  error: { detail?: string; errors?: string[] },
): Exclude<SaveAnswer, { kind: "saved" }> {
  if (status === 409) return { kind: "changed_elsewhere" };
  if (status === 413) return { kind: "too_large" };
  if (status === 429 || status >= 500) return { kind: "unreachable" };
  return { kind: "refused", message: error?.errors?.[0] ?? error?.detail ?? String(status) };
}
