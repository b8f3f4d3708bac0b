import { setTimeout as sleep } from "node:timers/promises";
import { Agent, fetch } from "undici";
import { eventually } from "../support/eventually.ts";

/** Owners who use all services, one request after the other. */
export interface Owners {
  /** failed requests: `GET /api/v2/form/ → 503 after 10000 ms {"detail": …}` */
  problems: string[];
  /** Waits until `count` more requests have ended. */
  ask(count: number): Promise<void>;
  finish(): Promise<void>;
}

interface Request {
  method: string;
  path: string;
  body?: unknown;
}

/**
 * Requests to endpoints of the previous release. The gateway repeats only those without effects. No drafts: their analysis starts a
 * thread, which takes seconds on a busy machine.
 */
const requestsFor = (slug: string): Request[] => [
  { method: "GET", path: "/api/auth/me/" },
  { method: "GET", path: "/api/v2/form/" },
  { method: "PATCH", path: `/api/v2/form/${slug}/`, body: { title: "A renamed form" } },
  { method: "GET", path: `/api/v2/form/${slug}/` },
  { method: "GET", path: "/api/v2/theme/" },
  { method: "GET", path: `/api/v2/form/${slug}/responses/?limit=5` },
  { method: "GET", path: `/api/v2/form/${slug}/insights/` },
  { method: "POST", path: "/api/v2/form/", body: { title: "A new form" } },
  { method: "GET", path: `/api/v2/form/${slug}/integrations/` },
  { method: "GET", path: "/api/integrations/" },
  { method: "GET", path: "/api/account/deliveries/" },
  { method: "GET", path: "/api/account/usage/" },
];

interface OwnersOptions {
  url: string;
  slug: string;
  cookie: string;
  owners: number;
}

export function startOwners({ url, slug, cookie, owners }: OwnersOptions): Owners {
  const problems: string[] = [];
  const requests = requestsFor(slug);
  // a request on a kept connection can meet its end, and only browsers repeat it
  const dispatcher = new Agent({ pipelining: 0 });
  let ended = 0;
  let isEnding = false;

  async function work(first: number): Promise<void> {
    for (let at = first; !isEnding; at += 1) {
      const request = requests[at % requests.length] as Request;
      const problem = await problemOf(request);
      if (problem) problems.push(problem);
      ended += 1;
      await sleep(100);
    }
  }

  async function problemOf({ method, path, body }: Request): Promise<string | null> {
    const begun = performance.now();
    const headers = { cookie, "x-requested-with": "pathform", "content-type": "application/json" };
    const init = { method, headers, dispatcher, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const result = await fetch(url + path, init).then(
      async (response) => (response.ok ? void (await response.text()) : `${response.status} ${await response.text()}`),
      (error: Error) => `${error.cause ?? error}`,
    );
    return result ? `${method} ${path} → ${result} after ${Math.round(performance.now() - begun)} ms` : null;
  }

  const all = Promise.all(Array.from({ length: owners }, (_, index) => work(index * 3)));
  return {
    problems,
    async ask(count) {
      const wanted = ended + count;
      await eventually(() => {
        if (ended < wanted) throw new Error(`The owners are ${wanted - ended} requests behind.`);
      }, 120);
    },
    async finish() {
      isEnding = true;
      await all;
    },
  };
}
