import type { Failure } from "../../../../shared/api/endpoints/endpoint.ts";
import type { Challenge } from "../../../../shared/api/shapes/sessions.ts";
import type { Graph } from "../../../../shared/domain/graph/types.ts";
import { type Api, type ApiReply, outlivesPage } from "./api.ts";

/** Sends requests. Loaded after the first question. */

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** `root` ends in `/api/v2/r/`. Cookies are left out, because forms are public. */
export function fetchApi(root: string, fetch: Fetch = globalThis.fetch.bind(globalThis)): Api {
  let ahead = 0;
  return {
    serverTime: () => Date.now() + ahead,
    async send({ method, path, body, key, editKey }, signal) {
      const text = body && JSON.stringify(body);
      try {
        const response = await fetch(root + path, {
          method,
          credentials: "omit",
          headers: {
            ...(text && { "Content-Type": "application/json" }),
            ...(key && { "Resume-Key": key }),
            ...(editKey && { "Edit-Key": editKey }),
          },
          body: text ?? null,
          keepalive: method === "POST" && outlivesPage(text ?? ""),
          signal,
        });
        const { status } = response;
        // a gateway of the previous release knows no key
        const known = status === 400 && (body as { resume_key?: string })?.resume_key && { resume_key: undefined };
        const changes = known || (status === 403 && (await solution(response)));
        if (changes) return await this.send({ method, path, body: { ...body, ...changes } }, signal);
        const date = Date.parse(response.headers.get("date") ?? "");
        if (date) ahead = date - Date.now();
        return await replyOf(response);
      } catch {
        return { kind: "again", afterMs: 0, isOffline: true };
      }
    },
  };
}

/**
 * Returns the solution of the challenge that a form asks for (features §15), or undefined. Respondents read and answer during the search,
 * because the session starts with the first touch.
 */
async function solution(response: Response): Promise<{ challenge: string } | undefined> {
  const { challenge: found } = (await response.clone().json()) as { challenge?: Challenge };
  if (!found) return;
  const { solved } = await import("../challenge/solve.ts");
  return { challenge: await solved(found) };
}

/** A non-JSON response comes from a proxy or captive portal, not from the service. */
async function replyOf(response: Response): Promise<ApiReply> {
  const { status, ok, headers } = response;
  const seconds = Number(headers.get("retry-after"));
  const again: ApiReply = { kind: "again", afterMs: seconds > 0 ? seconds * 1000 : 0, isOffline: false };
  if (!ok && ![400, 403, 404, 409, 413].includes(status)) return again;
  const data = (await response.json()) as Failure;
  // before a form with emphasis and links is drawn
  if ((data as { graph?: Graph }).graph?.markup) await import("../markup/drawing.tsx");
  if (ok) return { kind: "ok", data };
  // the form asks for another solution
  if (typeof data?.detail !== "string" || data.challenge) return again;
  return { ...data, kind: "refused", status };
}
