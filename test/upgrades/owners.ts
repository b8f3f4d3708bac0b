import { setTimeout as sleep } from "node:timers/promises";
import { Agent, fetch } from "undici";
import type { Graph } from "../../shared/domain/graph/types.ts";
import { eventually } from "../support/eventually.ts";
import { encodedUpload } from "../support/responseImports.ts";
import { chain, node } from "../support/sampleGraphs.ts";

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
  /** with a file of responses instead */
  file?: string;
  /** of an endpoint that not every previous release has */
  id?: string;
}

/** Requests to endpoints of the previous release. The gateway repeats only those without effects. */
const requestsFor = (slug: string, graph: Graph, { slug: answered, session }: Answered): Request[] => [
  ...requestsForResponses(`/api/v2/form/${answered}/responses/`, session),
  { method: "GET", path: "/api/auth/me/" },
  { method: "GET", path: "/api/v2/form/" },
  { method: "PATCH", path: `/api/v2/form/${slug}/`, body: { title: "A renamed form" } },
  { method: "PUT", path: `/api/v2/form/${slug}/draft/`, body: { graph } },
  { method: "GET", path: `/api/v2/form/${slug}/` },
  { method: "GET", path: "/api/v2/theme/" },
  { method: "POST", path: `/api/v2/form/${slug}/draft/validate/` },
  { method: "GET", path: `/api/v2/form/${slug}/responses/?limit=5` },
  { method: "GET", path: `/api/v2/form/${slug}/insights/` },
  { method: "POST", path: "/api/v2/form/", body: { title: "A new form" } },
  { method: "POST", path: `/api/v2/form/${slug}/publish/` },
  { method: "GET", path: `/api/v2/form/${slug}/integrations/` },
  { method: "GET", path: "/api/integrations/" },
  { method: "GET", path: "/api/account/deliveries/" },
  { method: "GET", path: "/api/account/usage/" },
];

/** Reads, exports, corrections and imports by a key. */
const requestsForResponses = (path: string, session: string): Request[] => [
  { method: "GET", path: `${path}?include=answers` },
  { method: "GET", path: `${path}${session}/` },
  { method: "GET", path: `${path}export/` },
  { method: "GET", path: `${path}export/?format=xlsx` },
  { method: "PATCH", path: `${path}${session}/answers/`, body: { answers: { why: "Sun" } }, id: "correctResponse" },
  { method: "GET", path: `${path}${session}/history/`, id: "listResponseHistory" },
  { method: "POST", path: `${path}import/?dry_run=true`, file: "why\nRain", id: "importResponses" },
  { method: "POST", path: "/api/v2/import/", body: { title: "An imported form", graph: answeredGraph } },
];

/** A form with a response. */
export interface Answered {
  slug: string;
  session: string;
}
export const answeredGraph = chain(node("why", "short_text"));

interface OwnersOptions {
  url: string;
  /** An owner's form each. */
  slugs: string[];
  graph: Graph;
  answered: Answered;
  cookie: string;
  key: string;
  /** Returns whether the previous release has this operation. */
  isKnown(id: string): boolean;
}

export function startOwners({ url, slugs, graph, answered, cookie, key, isKnown }: OwnersOptions): Owners {
  const problems: string[] = [];
  let ended = 0;
  let isEnding = false;

  async function work(slug: string, first: number): Promise<void> {
    const requests = requestsFor(slug, graph, answered).filter(({ id }) => id === undefined || isKnown(id));
    // A busy connection each: a stopping gateway sends `Connection: close` on it before it closes connections. Requests on an
    // idle one can fail, and only browsers repeat them.
    const dispatcher = new Agent({ connections: 1 });
    for (let at = first; !isEnding; at += 1) {
      const problem = await problemOf(requests[at % requests.length] as Request, dispatcher);
      if (problem) problems.push(problem);
      ended += 1;
      await sleep(100);
    }
    await dispatcher.close();
  }

  async function problemOf(request: Request, dispatcher: Agent): Promise<string | null> {
    const { method, path } = request;
    const begun = performance.now();
    const signIn = path.includes(answered.slug)
      ? { authorization: `Bearer ${key}` }
      : { cookie, "x-requested-with": "pathform" };
    const { body, headers } = await sentBy(request);
    const init = { method, headers: { ...signIn, ...headers }, dispatcher, ...(body !== undefined && { body }) };
    const result = await fetch(url + path, init).then(
      async (response) => (response.ok ? void (await response.text()) : `${response.status} ${await response.text()}`),
      (error: Error) => `${error.cause ?? error}`,
    );
    return result ? `${method} ${path} → ${result} after ${Math.round(performance.now() - begun)} ms` : null;
  }

  const all = Promise.all(slugs.map((slug, index) => work(slug, index * 7)));
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

async function sentBy({
  body,
  file,
}: Request): Promise<{ body?: string | Uint8Array; headers: Record<string, string> }> {
  if (file !== undefined) {
    const { raw, headers = {} } = await encodedUpload({ file });
    return { ...(raw !== undefined && { body: raw }), headers };
  }
  const json = { "content-type": "application/json" };
  return { ...(body !== undefined && { body: JSON.stringify(body) }), headers: json };
}
