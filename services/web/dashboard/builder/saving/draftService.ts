import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import type { SubmittedGraph } from "../../../../../shared/domain/shapes/graph.ts";
import * as words from "../../../strings/en/dashboard/builder/saving.ts";
import type { Client } from "../../api/client.ts";
import type { SaveAnswer } from "./machine.ts";
import type { DraftService } from "./saver.ts";

/** The draft API for the saving machine. `form` returns the slug, which can change between saves. */
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

/** Rejects a 200 without a draft or ETag: a captive portal or a proxy can send those. */
function notOurs({ data, etag }: { data: { last_saved_at?: string }; etag: string | null }) {
  if (typeof data?.last_saved_at !== "string") return { kind: "unreachable" } as const;
  return etag === null ? ({ kind: "refused", message: words.noEtag } as const) : null;
}

/** Returns a network error as a result too. */
async function reached<T>(ask: () => Promise<T>): Promise<T | { kind: "unreachable" }> {
  try {
    return await ask();
  } catch {
    return { kind: "unreachable" };
  }
}

/** Statuses that are worth a retry. */
const passing = new Set([408, 425, 429]);

function failureOf(
  status: number,
  error: { detail?: string; errors?: string[] },
): Exclude<SaveAnswer, { kind: "saved" }> {
  // proxies send 412 for an ETag that doesn't match
  if (status === 409 || status === 412) return { kind: "changed_elsewhere" };
  if (status === 413) return { kind: "too_large" };
  if (passing.has(status) || status >= 500) return { kind: "unreachable" };
  return { kind: "refused", message: error?.errors?.[0] ?? error?.detail ?? String(status) };
}
