import type { components, paths } from "./api.ts";
import { idempotentPaths } from "./idempotentPaths.ts";

/** Schemas of the API by their names, such as `Schemas["FormDetail"]`. */
export type Schemas = components["schemas"];

type Method = "get" | "post" | "put" | "patch" | "delete";
type Operation<P extends keyof paths, M extends Method> = NonNullable<paths[P][M]>;
/** Paths that have this method. */
export type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];

type ParametersOf<O> = O extends { parameters: infer P } ? P : never;
type JsonOf<R> = R extends { content: { "application/json": infer T } } ? T : null;
type Success = 200 | 201 | 202 | 204;
/** JSON of the successful response. Null for one without content. */
export type ResultOf<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: infer R } ? JsonOf<R[Extract<keyof R, Success>]> : never;

type Required_<Name extends string, T> = [T] extends [undefined]
  ? { [N in Name]?: never }
  : undefined extends T
    ? { [N in Name]?: T }
    : Record<never, never> extends T
      ? { [N in Name]?: T }
      : { [N in Name]: T };
type PathOf<O> = Required_<"path", ParametersOf<O> extends { path?: infer T } ? T : undefined>;
type QueryOf<O> = Required_<"query", ParametersOf<O> extends { query?: infer T } ? T : undefined>;
type BodyOf<O> = O extends { requestBody: { content: { "application/json": infer T } } }
  ? { body: T }
  : O extends { requestBody?: { content: { "application/json": infer T } } }
    ? { body?: T }
    : { body?: never };

/** Options of every request. */
export interface Common {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** for POST that takes one; random by default, the same for repeats */
  idempotencyKey?: string;
}

/** Parameters and body of an operation. */
export type Input<P extends keyof paths, M extends Method> = PathOf<Operation<P, M>> &
  QueryOf<Operation<P, M>> &
  BodyOf<Operation<P, M>> &
  Common;
/** Optional if nothing is required. */
type Arguments<P extends keyof paths, M extends Method> =
  Record<never, never> extends Input<P, M> ? [input?: Input<P, M>] : [input: Input<P, M>];

/** Paths of lists, which have pages. */
export type ListPath = {
  [P in PathsWith<"get">]: ResultOf<P, "get"> extends { next: string | null; results: unknown[] } ? P : never;
}[PathsWith<"get">];
type ItemOf<P extends ListPath> = ResultOf<P, "get"> extends { results: (infer T)[] } ? T : never;

export interface ClientOptions {
  /** of the server, such as `https://forms.example.com` */
  url: string;
  /** API key; without one only respondents' endpoints answer */
  apiKey?: string | undefined;
  /** Repeats of a request that failed for a moment. Default 3. */
  retries?: number;
  /** ms until an attempt without a response is given up. Default 60,000. */
  timeoutMs?: number;
  fetch?: typeof fetch;
}

/** A response with an error. `detail` says the fault, `errors` names the fields as `<field>: <message>`. */
export class PathformError extends Error {
  readonly status: number;
  /** All members of the error, such as `problems` or `code`. */
  readonly body: Schemas["Error"];
  readonly requestId: string | null;

  constructor(status: number, body: Schemas["Error"], requestId: string | null) {
    super(body.detail);
    this.name = "PathformError";
    this.status = status;
    this.body = body;
    this.requestId = requestId;
  }

  get errors(): readonly string[] {
    return this.body.errors ?? [];
  }
}

/** Longest wait before a repeat, also if the server asks for more. */
const longestWaitMs = 60_000;
const repeatable: ReadonlySet<number> = new Set([502, 503, 504]);

/** A typed client of the API: a method per HTTP method, with the paths of the OpenAPI document. */
export class Pathform {
  readonly #url: string;
  readonly #options: Required<Pick<ClientOptions, "retries" | "timeoutMs" | "fetch">> & Pick<ClientOptions, "apiKey">;

  constructor({ url, apiKey, retries = 3, timeoutMs = 60_000, fetch: own = ownFetch }: ClientOptions) {
    this.#url = url.replace(/\/+$/, "");
    this.#options = { retries, timeoutMs, fetch: own, ...(apiKey !== undefined && { apiKey }) };
  }

  get<P extends PathsWith<"get">>(path: P, ...[input]: Arguments<P, "get">): Promise<ResultOf<P, "get">> {
    return this.#json("get", path, input);
  }

  post<P extends PathsWith<"post">>(path: P, ...[input]: Arguments<P, "post">): Promise<ResultOf<P, "post">> {
    return this.#json("post", path, input);
  }

  put<P extends PathsWith<"put">>(path: P, ...[input]: Arguments<P, "put">): Promise<ResultOf<P, "put">> {
    return this.#json("put", path, input);
  }

  patch<P extends PathsWith<"patch">>(path: P, ...[input]: Arguments<P, "patch">): Promise<ResultOf<P, "patch">> {
    return this.#json("patch", path, input);
  }

  delete<P extends PathsWith<"delete">>(path: P, ...[input]: Arguments<P, "delete">): Promise<ResultOf<P, "delete">> {
    return this.#json("delete", path, input);
  }

  /** Returns the whole response, for exports and files. Throws PathformError like the others. */
  async response<M extends Method, P extends PathsWith<M>>(
    method: M,
    path: P,
    ...[input]: Arguments<P, M>
  ): Promise<Response> {
    return this.#send(method, path as string, input as Loose | undefined);
  }

  /** Iterates over the items of all pages. A page is read when its first item is. */
  async *each<P extends ListPath>(path: P, ...[input]: Arguments<P, "get">): AsyncGenerator<ItemOf<P>> {
    const { query, ...rest } = (input ?? {}) as Loose;
    for (let asked: Loose["query"] | null = query ?? {}; asked !== null; ) {
      const response = await this.#send("get", path as string, { ...rest, query: asked });
      const { results, next } = (await response.json()) as { results: ItemOf<P>[]; next: string | null };
      yield* results;
      // the key is only sent to the server that was given
      asked = next === null ? null : queryOf(new URL(next).searchParams);
    }
  }

  async #json<T>(method: Method, path: unknown, input: unknown): Promise<T> {
    const response = await this.#send(method, path as string, input as Loose | undefined);
    return (response.status === 204 ? null : await response.json()) as T;
  }

  async #send(method: Method, path: string, input: Loose = {}): Promise<Response> {
    const { idempotencyKey, signal } = input;
    const isKeyed = method === "post" && idempotentPaths.has(path);
    const isSafe = method !== "post" && method !== "patch";
    const headers: Record<string, string> = {
      ...(this.#options.apiKey !== undefined && { Authorization: `Bearer ${this.#options.apiKey}` }),
      ...(input.body !== undefined && { "Content-Type": "application/json" }),
      ...(isKeyed && { "Idempotency-Key": idempotencyKey ?? randomKey() }),
      ...input.headers,
    };
    const url = this.#url + filled(path, input.path) + search(input.query);
    const body = input.body === undefined ? null : JSON.stringify(input.body);
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= this.#options.retries;
      const tried = await this.#attempt(url, { method: method.toUpperCase(), headers, body }, signal);
      if ("error" in tried) {
        if (isLast || signal?.aborted || !(isSafe || isKeyed)) throw tried.error;
        await wait(backoff(attempt), signal);
        continue;
      }
      const { response } = tried;
      if (response.ok) return response;
      const mayRepeat = response.status === 429 || (repeatable.has(response.status) && (isSafe || isKeyed));
      if (isLast || !mayRepeat) throw await errorOf(response);
      const asked = Number(response.headers.get("Retry-After") ?? Number.NaN) * 1_000;
      await response.body?.cancel();
      await wait(Number.isNaN(asked) ? backoff(attempt) : Math.min(asked, longestWaitMs), signal);
    }
  }

  async #attempt(url: string, init: RequestInit, signal: AbortSignal | undefined) {
    const { fetch: send, timeoutMs } = this.#options;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new DOMException("No response in time.", "TimeoutError")), timeoutMs);
    try {
      const both = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
      return { response: await send(url, { ...init, signal: both }) };
    } catch (error) {
      return { error };
    } finally {
      // the body may take longer
      clearTimeout(timer);
    }
  }
}

/** Browsers call `fetch` only on its own window. */
const ownFetch: typeof fetch = (...given) => globalThis.fetch(...given);

interface Loose extends Common {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const filled = (path: string, values: Loose["path"] = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));

/** Lists are sent as several parameters of a name. */
function search(query: Loose["query"] = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) parameters.append(name, String(one));
  return parameters.size === 0 ? "" : `?${parameters}`;
}

const queryOf = (parameters: URLSearchParams): Record<string, string[]> =>
  Object.fromEntries([...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name)]));

async function errorOf(response: Response): Promise<PathformError> {
  const text = await response.text();
  const requestId = response.headers.get("X-Request-Id");
  try {
    const body = JSON.parse(text) as Schemas["Error"];
    if (typeof body.detail === "string") return new PathformError(response.status, body, requestId);
  } catch {
    // a proxy's own page
  }
  return new PathformError(response.status, { detail: `The server answered ${response.status}.` }, requestId);
}

/** ms: 0.5 to 1 s, 1 to 2 s, 2 to 4 s, … */
const backoff = (attempt: number): number => Math.min(500 * 2 ** attempt * (1 + Math.random()), longestWaitMs);

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, ms);
    if (signal?.aborted) end();
    else signal?.addEventListener("abort", end, { once: true });
  });
}

/** Works without HTTPS too, where `crypto.randomUUID` is missing. */
const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
