import { randomBytes } from "node:crypto";
import type { Json } from "../../shared/domain/graph/types.ts";
import { undocumented } from "./documented.ts";
import type { Way } from "./product.ts";
import { shared } from "./run.ts";

/** A small HTTP client for the API, which checks general rules on every response. */
export interface Reply {
  status: number;
  headers: Headers;
  /** parsed JSON, text if it isn't JSON, undefined if empty */
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what its test asserts
  body: any;
}
export interface RequestOptions {
  headers?: Record<string, string>;
  /** body without JSON encoding; bytes are sent without a content type */
  raw?: string | Uint8Array<ArrayBuffer>;
}
export interface Client {
  request(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Reply>;
  get(path: string, options?: RequestOptions): Promise<Reply>;
  head(path: string, options?: RequestOptions): Promise<Reply>;
  post(path: string, body?: unknown, options?: RequestOptions): Promise<Reply>;
  put(path: string, body?: unknown, options?: RequestOptions): Promise<Reply>;
  patch(path: string, body?: unknown, options?: RequestOptions): Promise<Reply>;
  delete(path: string, options?: RequestOptions): Promise<Reply>;
}
/** Client of a new account, with an API key. */
export interface Owner extends Client {
  email: string;
  password: string;
  key: string;
  /** sign-in as a Cookie header */
  cookie: string;
}

declare const way: Way;

/** Product of this Jest project (test/jest.config.js). */
export function baseUrl(): string {
  const url = shared(way);
  if (!url) throw new Error(shared("problem") ?? `The product (${way}) isn't running. See test/jest.config.js.`);
  return url;
}

/** `isCurrent` is false for another release, which docs/openapi.json doesn't describe. */
export function client(defaults: Record<string, string> = {}, url = baseUrl(), isCurrent = true): Client {
  const request: Client["request"] = async (method, path, body, { headers = {}, raw } = {}) => {
    const json: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    const response = await fetch(url + path, {
      method,
      redirect: "manual",
      headers: { ...defaults, ...json, ...headers },
      body: raw ?? (body === undefined ? null : JSON.stringify(body)),
    });
    const reply = { status: response.status, headers: response.headers, body: parse(await response.text()) };
    assertConventions(reply, `${method} ${path}`, method === "HEAD");
    if (isCurrent) assertDocumented(reply, method, path);
    return reply;
  };
  return {
    request,
    get: (path, options) => request("GET", path, undefined, options),
    head: (path, options) => request("HEAD", path, undefined, options),
    post: (path, body, options) => request("POST", path, body, options),
    put: (path, body, options) => request("PUT", path, body, options),
    patch: (path, body, options) => request("PATCH", path, body, options),
    delete: (path, options) => request("DELETE", path, undefined, options),
  };
}

/** Returns a client without credentials. */
export const anonymous = (): Client => client();

/** Returns a client of a signed-in user, like the dashboard. */
export const signedIn = (cookie: string): Client => client({ cookie });

function parse(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Checks the request id and the shape of errors (decisions §1). */
function assertConventions({ status, headers, body }: Reply, what: string, isHead: boolean): void {
  const fail = (problem: string) => {
    throw new Error(`${what} → ${status} ${JSON.stringify(body)?.slice(0, 500)}: ${problem}`);
  };
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(headers.get("x-request-id") ?? "")) fail("no X-Request-Id");
  if (status === 204 && body !== undefined) fail("a 204 has no body");
  if (status < 400 || isHead) return;
  if (!headers.get("content-type")?.startsWith("application/json")) fail("an error is JSON");
  if (typeof body?.detail !== "string" || body.detail === "") fail("an error has a detail");
  if (body.errors !== undefined && !isListOfFieldErrors(body.errors)) fail("errors are `<field>: <message>`");
  if (status === 401 && headers.get("www-authenticate") !== "Bearer") fail("a 401 has WWW-Authenticate");
  if ((status === 429 || status === 503) && !headers.get("retry-after")) fail("it says when to try again");
  if (status === 405 && !headers.get("allow")) fail("a 405 has Allow");
  if (status >= 500) fail("the product failed");
}

/** Checks status, content type and body against docs/openapi.json. */
function assertDocumented(reply: Reply, method: string, path: string): void {
  const problem = undocumented(method, path, reply);
  if (problem)
    throw new Error(`${method} ${path} → ${reply.status} ${JSON.stringify(reply.body)?.slice(0, 500)}: ${problem}`);
}

const isListOfFieldErrors = (errors: unknown): boolean =>
  Array.isArray(errors) && errors.every((error) => typeof error === "string" && /^\S+: ./s.test(error));

/** Returns the reply if it has this status. Otherwise fails with the response. */
export async function expecting(status: number, reply: Promise<Reply>): Promise<Reply> {
  const { status: actual, body, headers } = await reply;
  if (actual !== status) throw new Error(`expected ${status}, got ${actual} ${JSON.stringify(body)?.slice(0, 2000)}`);
  return { status: actual, body, headers };
}

export const unique = (): string => randomBytes(6).toString("hex");

/** Creates an account with a user and a key. */
export async function owner(url = baseUrl()): Promise<Owner> {
  const credentials = { email: `${unique()}@example.com`, password: "correct horse battery" };
  const registered = await expecting(
    201,
    client({}, url).post("/api/auth/register/", { ...credentials, name: "Ada Lovelace" }),
  );
  const cookie = cookieOf(registered);
  const { body } = await expecting(201, client({ cookie }, url).post("/api/account/api-keys/", { name: "Tests" }));
  return { ...credentials, cookie, key: body.key, ...client({ authorization: `Bearer ${body.key}` }, url) };
}

/** Returns the Cookie header for a reply's Set-Cookie. */
export const cookieOf = (reply: Reply): string =>
  reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");

/** Creates a form with these fields and returns its slug. */
export async function createForm(by: Client, fields: Record<string, unknown> = {}): Promise<string> {
  const { body } = await expecting(201, by.post("/api/v2/form/", { title: "A form", ...fields }));
  return body.slug;
}

export const saveDraft = (by: Client, slug: string, graph: unknown): Promise<Reply> =>
  expecting(200, by.put(`/api/v2/form/${slug}/draft/`, { graph }));

/** Creates and publishes a form with this graph and returns its slug. */
export async function publishForm(by: Client, graph: unknown, fields: Record<string, unknown> = {}): Promise<string> {
  const slug = await createForm(by, fields);
  await saveDraft(by, slug, graph);
  await expecting(201, by.post(`/api/v2/form/${slug}/publish/`));
  return slug;
}

export interface WalkOptions {
  hidden?: Record<string, string>;
  headers?: Record<string, string>;
}

/** Starts a session and returns its id. */
export async function start(slug: string, { hidden, headers }: WalkOptions = {}): Promise<string> {
  const body = hidden ? { hidden } : undefined;
  const reply = await expecting(201, anonymous().post(`/api/v2/r/${slug}/start/`, body, { headers }));
  return reply.body.id;
}

export const next = (session: string, nodeId: string, value?: Json, further: { back?: boolean } = {}) =>
  anonymous().post(`/api/v2/r/session/${session}/next/`, { node_id: nodeId, value, ...further });

export const complete = (session: string) => anonymous().post(`/api/v2/r/session/${session}/complete/`);

/** Answers each node with its answer in `answers`, or skips it, up to the end. Returns the session id. */
export async function walk(slug: string, answers: Record<string, Json> = {}, options: WalkOptions = {}) {
  const session = await start(slug, options);
  const { body } = await expecting(200, anonymous().get(`/api/v2/r/session/${session}/`));
  let node = body.current_node_id;
  for (let isComplete = false; !isComplete; ) {
    const reply = await expecting(200, next(session, node, answers[node] ?? null));
    node = reply.body.next_node_id;
    isComplete = reply.body.is_complete;
  }
  await expecting(200, complete(session));
  return session;
}
