import type { Failure } from "../../../../shared/api/endpoints/endpoint.ts";
import type { Json } from "../../../../shared/domain/graph/types.ts";
import { sameJson } from "../../../../shared/domain/json.ts";
import { type Kept, keptWalk } from "./kept.ts";
import type { Entry } from "./queue.ts";

/** A request to the public API. `path` is below `/api/v2/r/`. */
export interface ApiRequest {
  method: "GET" | "POST" | "PUT";
  path: string;
  body?: object | undefined;
  /** of this device, because another one may continue the session by its personal link */
  key?: string | undefined;
  /** of this device, to change answers after completion */
  editKey?: string | undefined;
}

export type ApiReply = Reply | Again;
/** No reply, or a temporary failure. The same request can be sent again. */
export type Again = { kind: "again"; afterMs: number; isOffline: boolean };
/** `code`: why a form is closed, `closed_message` if `detail` is the owner's message, or why another response's answer is in the way. */
export type Refused = { kind: "refused"; status: number } & Pick<
  Failure,
  | "detail"
  | "errors"
  | "current_node_id"
  | "is_deleted"
  | "link_status"
  | "code"
  | "node_id"
  | "rule"
  | "editable_until"
>;
export type Reply = { kind: "ok"; data: unknown } | Refused;

/** Never rejects: an aborted request can be sent again. */
export interface Api {
  send(request: ApiRequest, signal: AbortSignal): Promise<ApiReply>;
  /** ms since 1970, by the `Date` header of the last reply */
  serverTime(): number;
}

/** Returns whether a closing page can still send this. Browsers limit it to 64 KiB. */
export const outlivesPage = (text: string): boolean => new Blob([text]).size < 60_000;

/**
 * Returns the request for a queue entry. It is the same for each attempt. `language`: of the page, for a form that offers several.
 * `token`: of a personal link.
 */
export function requestOf(slug: string, kept: Kept, entry: Entry, language?: string, token?: string): ApiRequest {
  const { session, hidden, resumeKey, editKey } = kept;
  const path = `session/${session}/`;
  const spoken = language !== undefined && { language };
  switch (entry.kind) {
    case "start":
      return post(`${slug}/start/`, {
        ...{ id: session, hidden },
        ...(resumeKey && { resume_key: resumeKey }),
        ...(editKey && { edit_key: editKey }),
        ...spoken,
        ...(token && { link: token }),
      });
    case "next": {
      const { node_id, value, back } = entry;
      return post(`${path}next/`, { node_id, value, ...(back && { back }), ...spoken }, resumeKey);
    }
    case "answers": {
      const { answers, back, complete } = entry;
      const query = complete ? "?complete=true" : "";
      return post(`${path}answers/${query}`, { answers, ...(back && { back }), ...spoken }, resumeKey);
    }
    case "complete":
      return post(`${path}complete/`, spoken || undefined);
    case "edit":
      return { method: "PUT", path: `${path}edit/`, body: { answers: editedAnswers(kept) }, editKey };
    case "check":
      return get(path);
  }
}

/** Returns the answers that differ from the confirmed ones, by node. */
function editedAnswers(kept: Kept): Record<string, Json> {
  const before = new Map(kept.base.visits.map(({ node_id, answer }) => [node_id, answer ?? null]));
  const visits = keptWalk(kept).visits.filter(
    ({ node_id, answer }) => answer !== undefined && !sameJson(answer, before.get(node_id) ?? null),
  );
  return Object.fromEntries(visits.map(({ node_id, answer = null }) => [node_id, answer]));
}

const post = (path: string, body?: object, key?: string): ApiRequest => ({
  method: "POST",
  path,
  body,
  key,
});
const get = (path: string): ApiRequest => ({ method: "GET", path });

/** `language`: null for the form's own. */
export const publicFormRequest = (slug: string, language: string | null): ApiRequest =>
  get(`${slug}/${inLanguage(language)}`);
export const sessionFormRequest = (session: string, language: string | null): ApiRequest =>
  get(`session/${session}/form/${inLanguage(language)}`);

const inLanguage = (language: string | null): string =>
  language === null ? "" : `?lang=${encodeURIComponent(language)}`;
