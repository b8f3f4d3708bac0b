import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * A provider stub that implements the documented HTTP API that Pathform uses, records requests and rejects all others. Tests
 * check that `undocumented` is empty.
 */
export interface StandIn {
  url: string;
  asked: Asked[];
  undocumented: string[];
  /** Sets the response of the next matching request. With `lose`, the request is processed and its response is lost. */
  failNext(fault: Fault): void;
  /** delay of every response in ms */
  delay: number;
  close(): Promise<void>;
}

export interface Fault {
  /** "POST /path", matched from the start of the path */
  at: string;
  times?: number;
  answer?: Answer;
  lose?: true;
}

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: http.IncomingHttpHeaders;
  /** form or JSON of the request */
  // biome-ignore lint/suspicious/noExplicitAny: what was sent is what a test asserts
  body: any;
  /** decoded variables of the route's pattern */
  parts: string[];
}

export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Route {
  method: string;
  path: RegExp;
  /** URL of its documentation */
  page: string;
  query?: readonly string[];
  needed?: readonly string[];
  takes: "nothing" | "form" | "json";
  /** Members of the form or JSON object. Absent if there are no rules. */
  members?: readonly string[];
  isOpen?: true;
  answer(asked: Asked): Answer;
}

/** Error responses for undocumented input and for missing or invalid tokens. */
export interface Manners {
  refuse(problem: string): Answer;
  isBearer(token: string): boolean;
  unauthorized(): Answer;
}

/** Thrown by a route for an invalid request. */
export class Undocumented extends Error {}

export async function startStandIn(routes: readonly Route[], manners: Manners): Promise<StandIn> {
  const faults: Required<Pick<Fault, "at" | "times">>[] & Fault[] = [];
  const server = http.createServer((req, res) => {
    void handle(req).then(async ({ answer, isLost }) => {
      if (standIn.delay > 0) await sleep(standIn.delay);
      if (isLost) res.destroy();
      else {
        const json = answer.body === undefined ? {} : { "content-type": "application/json;charset=UTF-8" };
        res.writeHead(answer.status, { ...json, ...answer.headers });
        res.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
      }
    });
  });

  async function handle(req: IncomingMessage): Promise<{ answer: Answer; isLost: boolean }> {
    const asked = await readAsked(req);
    standIn.asked.push(asked);
    const fault = takeFault(faults, `${asked.method} ${asked.path}`);
    if (fault?.answer) return { answer: fault.answer, isLost: false };
    return { answer: answerTo(routes, manners, standIn, asked), isLost: fault?.lose === true };
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const standIn: StandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    undocumented: [],
    delay: 0,
    failNext: (fault) => void faults.push({ times: 1, ...fault }),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return standIn;
}

function takeFault(faults: Fault[], what: string): Fault | undefined {
  const index = faults.findIndex(({ at }) => what.startsWith(at));
  const fault = faults[index];
  if (!fault) return undefined;
  fault.times = (fault.times ?? 1) - 1;
  if (fault.times === 0) faults.splice(index, 1);
  return fault;
}

async function readAsked(req: IncomingMessage): Promise<Asked> {
  const url = new URL(req.url ?? "/", "http://stand-in");
  let text = "";
  for await (const chunk of req) text += chunk;
  const type = req.headers["content-type"]?.split(";")[0];
  const body =
    type === "application/x-www-form-urlencoded"
      ? Object.fromEntries(new URLSearchParams(text))
      : type === "application/json"
        ? JSON.parse(text)
        : text;
  const { method = "", headers } = req;
  return { method, path: url.pathname, query: url.searchParams, headers, body, parts: [] };
}

function answerTo(routes: readonly Route[], manners: Manners, standIn: StandIn, asked: Asked): Answer {
  const route = routes.find(({ method, path }) => method === asked.method && path.test(asked.path));
  const refuse = (problem: string): Answer => {
    standIn.undocumented.push(`${asked.method} ${asked.path}: ${problem}`);
    return manners.refuse(problem);
  };
  if (!route) return refuse("no such resource");
  const problem = problemOf(route, asked);
  if (problem) return refuse(`${problem} (see ${route.page})`);
  const bearer = /^Bearer (\S+)$/.exec(asked.headers.authorization ?? "")?.[1];
  if (!route.isOpen && bearer === undefined) return refuse("no bearer token");
  if (!route.isOpen && !manners.isBearer(bearer ?? "")) return manners.unauthorized();
  asked.parts = (route.path.exec(asked.path) ?? []).slice(1).map((part) => decodeURIComponent(part ?? ""));
  try {
    return route.answer(asked);
  } catch (error) {
    if (error instanceof Undocumented) return refuse(error.message);
    throw error;
  }
}

const contentTypes = { nothing: undefined, form: "application/x-www-form-urlencoded", json: "application/json" };

function problemOf({ query = [], needed = [], takes, members }: Route, asked: Asked): string | null {
  const unknown = [...asked.query.keys()].find((name) => !query.includes(name) && !needed.includes(name));
  if (unknown) return `unknown parameter ${unknown}`;
  const missing = needed.find((name) => !asked.query.get(name));
  if (missing) return `parameter ${missing} is missing`;
  const type = asked.headers["content-type"]?.split(";")[0];
  if (type !== contentTypes[takes]) return `content type ${type}`;
  if (takes === "nothing") return asked.body === "" ? null : "a body";
  const stranger = members && Object.keys(asked.body).find((name) => !members.includes(name));
  return stranger ? `unknown member ${stranger}` : null;
}
