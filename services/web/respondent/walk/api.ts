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
};
export type Reply = { kind: "ok"; data: unknown } | Refused;

/** Never rejects: an aborted request can be sent again. */
export interface Api {
  send(request: ApiRequest, signal: AbortSignal): Promise<ApiReply>;
  /** ms since 1970, by the `Date` header of the last reply */
  serverTime(): number;
}

/** browsers limit what a closing page can send */
const keepaliveLimit = 60_000;

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** `root` ends in `/api/v2/r/`. Cookies are left out, because forms are public. */
export function fetchApi(root: string, fetch: Fetch = globalThis.fetch.bind(globalThis)): Api {
  let ahead = 0;
  return {
    serverTime: () => Date.now() + ahead,
    async send({ method, path, body }, signal) {
      const text = body && JSON.stringify(body);
      try {
        const response = await fetch(root + path, {
          method,
          credentials: "omit",
          headers: text ? { "Content-Type": "application/json" } : {},
          body: text ?? null,
          keepalive: method === "POST" && (text?.length ?? 0) * 3 < keepaliveLimit,
          signal,
        });
        const date = Date.parse(response.headers.get("date") ?? "");
        if (date) ahead = date - Date.now();
        return await replyOf(response);
      } catch {
        return { kind: "again", afterMs: 0, isOffline: true };
      }
    },
  };
}

interface Failure {
  detail: string;
  errors: string[];
  current_node_id: string;
  /** the owner deleted the session */
  is_deleted: boolean;
}

/** A non-JSON response comes from a proxy or captive portal, not from the service. */
async function replyOf(response: Response): Promise<ApiReply> {
  const { status, ok, headers } = response;
  const seconds = Number(headers.get("retry-after"));
  const again: ApiReply = { kind: "again", afterMs: seconds > 0 ? seconds * 1000 : 0, isOffline: false };
  if (!ok && ![400, 404, 409, 413].includes(status)) return again;
  const data = (await response.json()) as Partial<Failure>;
  if (ok) return { kind: "ok", data };
  if (typeof data?.detail !== "string") return again;
  const { detail, errors = [], current_node_id: currentNodeId = null, is_deleted: isDeleted } = data;
  return { kind: "refused", status, detail, errors, currentNodeId, isDeleted };
}

/** Returns the request for a queue entry. It is the same for each attempt. */
export function requestOf(slug: string, { session, hidden }: Kept, entry: Entry): ApiRequest {
  const path = `session/${session}/`;
  switch (entry.kind) {
    case "start":
      return { method: "POST", path: `${slug}/start/`, body: { id: session, hidden } };
    case "next": {
      const { node_id, value, back } = entry;
      return { method: "POST", path: `${path}next/`, body: { node_id, value, ...(back && { back }) } };
    }
    case "answers": {
      const { answers, back } = entry;
      return { method: "POST", path: `${path}answers/`, body: { answers, ...(back && { back }) } };
    }
    case "complete":
      return { method: "POST", path: `${path}complete/` };
    case "check":
      return { method: "GET", path };
  }
}

export const publicFormRequest = (slug: string): ApiRequest => ({ method: "GET", path: `${slug}/` });
export const sessionFormRequest = (session: string): ApiRequest => ({
  method: "GET",
  path: `session/${session}/form/`,
});
