import { sameValue } from "../../../../../shared/domain/graph/diff/values.ts";
import type { SubmittedGraph } from "../../../../../shared/domain/graph/shapes/graph.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/saving.ts";
import type { Answer, Client } from "../../api/client.ts";
import type { SaveAnswer } from "./machine.ts";
import type { DraftService } from "./saver.ts";

/** The draft API for the saving machine. `form` returns the slug, which can change between saves. */
export function draftServiceOf(client: Client, form: { readonly slug: string }): DraftService {
  return {
    save: (graph, etag, base) =>
      reached(async () => {
        let saved: SaveAnswer = { kind: "saved", etag };
        for (const send of requestsFor(client, form.slug, graph, etag === null ? null : base)) {
          const answer = await send(saved.etag);
          if (!answer.ok) return failureOf(answer.status, answer.error);
          const next = notOurs(answer) ?? { kind: "saved" as const, etag: answer.etag };
          if (next.kind !== "saved") return next;
          saved = next;
        }
        return saved;
      }),
    read: () =>
      reached(async () => {
        const answer = await client.get("/api/v2/form/{slug}/draft/", { path: { slug: form.slug } });
        if (!answer.ok) return failureOf(answer.status, answer.error);
        return (
          notOurs(answer) ?? {
            kind: "read",
            graph: answer.data.graph as Graph,
            etag: answer.etag,
            by: answer.data.saved_by,
          }
        );
      }),
  };
}

type Send = (etag: string | null) => Promise<Answer<{ last_saved_at: string }>>;

/**
 * Returns the requests that save the parts of a graph that differ from `base`: a language at a time, and the rest without
 * translations. A form without translations is sent as a whole. A null base: there is no draft yet.
 */
function requestsFor(client: Client, slug: string, graph: Graph, base: Graph | null): Send[] {
  const save: (body: Graph, query: { exclude?: "translations" }) => Send = (body, query) => (ifMatch) =>
    client.put("/api/v2/form/{slug}/draft/", {
      path: { slug },
      query,
      body: { graph: body as SubmittedGraph },
      ifMatch,
    });
  if (!base || !(graph.translations || base.translations)) return [save(graph, {})];
  const { translations = {}, ...rest } = graph;
  const { translations: before = {}, ...restBefore } = base;
  const path = "/api/v2/form/{slug}/draft/translations/{language}/";
  const removed = Object.keys(before).filter((language) => !(language in translations));
  const changed = Object.entries(translations).filter(
    ([language, texts]) => texts !== before[language] && !sameValue(texts, before[language]),
  );
  const requests = [
    ...removed.map(
      (language): Send =>
        (ifMatch) =>
          client.delete(path, { path: { slug, language }, ifMatch }),
    ),
    ...changed.map(
      ([language, texts]): Send =>
        (ifMatch) =>
          client.put(path, { path: { slug, language }, body: { texts }, ifMatch }),
    ),
  ];
  const isSame = sameMembers(rest, restBefore);
  // a graph that only differs in what the service adds is sent too, as before
  return isSame && requests.length > 0 ? requests : [save(rest, { exclude: "translations" }), ...requests];
}

/** Unchanged parts are the same objects. */
const sameMembers = (a: Record<string, unknown>, b: Record<string, unknown>): boolean =>
  Object.keys({ ...a, ...b }).every((key) => a[key] === b[key] || sameValue(a[key], b[key]));

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
