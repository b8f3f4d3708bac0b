import type { Kept } from "./kept.ts";
import type { Entry } from "./queue.ts";

/** A request to the public API. `path` is below `/api/v2/r/`. */
export interface ApiRequest {
  method: "GET" | "POST";
  path: string;
  body?: object;
}

export type ApiReply = Reply | Again;
/** No reply, or a temporary failure. The same request can be sent again. */
export type Again = { kind: "again"; afterMs: number; isOffline: boolean };
export type Refused = {
  kind: "refused";
  status: number;
  detail: string;
  errors: string[];
  currentNodeId: string | null;
  isDeleted?: boolean | undefined;
  /** why a personal link starts nothing */
  linkStatus?: string | undefined;
};
export type Reply = { kind: "ok"; data: unknown } | Refused;

/** Never rejects: an aborted request can be sent again. */
export interface Api {
  send(request: ApiRequest, signal: AbortSignal): Promise<ApiReply>;
  /** ms since 1970, by the `Date` header of the last reply */
  serverTime(): number;
}

/** Returns whether a closing page can still send this. Browsers limit it to 64 KiB. */
export const outlivesPage = (text: string): boolean => new Blob([text]).size < 60_000;

/** Returns the request for a queue entry. It is the same for each attempt. `token`: of a personal link. */
export function requestOf(
  slug: string,
  { session, hidden, resumeKey }: Kept,
  entry: Entry,
  token?: string,
): ApiRequest {
  const path = `session/${session}/`;
  switch (entry.kind) {
    case "start":
      return post(`${slug}/start/`, {
        ...{ id: session, hidden },
        ...(resumeKey && { resume_key: resumeKey }),
        ...(token && { link: token }),
      });
    case "next": {
      const { node_id, value, back } = entry;
      return post(`${path}next/`, { node_id, value, ...(back && { back }) });
    }
    case "answers": {
      const { answers, back, complete } = entry;
      return post(`${path}answers/${complete ? "?complete=true" : ""}`, { answers, ...(back && { back }) });
    }
    case "complete":
      return post(`${path}complete/`);
    case "check":
      return get(path);
  }
}

const post = (path: string, body?: object): ApiRequest => ({ method: "POST", path, ...(body && { body }) });
const get = (path: string): ApiRequest => ({ method: "GET", path });

export const publicFormRequest = (slug: string): ApiRequest => get(`${slug}/`);
export const sessionFormRequest = (session: string): ApiRequest => get(`session/${session}/form/`);
