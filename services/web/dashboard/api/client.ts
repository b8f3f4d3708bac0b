import type { Failure, Method } from "../../../../shared/api/endpoints/endpoint.ts";
import type { Api } from "../../../../shared/api/endpoints/index.ts";
import { parametersOf } from "../../../../shared/api/parameters.ts";
import type { DataOf, OptionsOf, PathsWith } from "./types.ts";

/**
 * A client that infers paths, parameters, bodies and responses from the endpoint table: `const form = await
 * client.get("/api/v2/form/{slug}/", { path: { slug } })`. Types only: its code contains no rows.
 */
export interface Access {
  /** the server without `/api`: `https://forms.example.com` */
  baseUrl: string;
  /** API key; default: the browser's cookie */
  key?: string;
  /** default: the global `fetch` */
  fetch?: typeof fetch;
}

/** Errors are responses. Throws only if the request failed without one. */
export type Answer<T> =
  | { ok: true; status: number; data: T; etag: string | null }
  | { ok: false; status: number; error: Failure; requestId: string | null };

type Arguments<O> = object extends O ? [options?: O] : [options: O];
type Call<M extends Method> = <P extends PathsWith<M>>(
  path: P,
  ...options: Arguments<OptionsOf<M, P, Api[P][M & keyof Api[P]]>>
) => Promise<Answer<DataOf<Api[P][M & keyof Api[P]]>>>;

export interface Client {
  get: Call<"GET">;
  post: Call<"POST">;
  put: Call<"PUT">;
  patch: Call<"PATCH">;
  delete: Call<"DELETE">;
}

/** Options of any call. */
interface Options {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: File;
  /** a file that is the body, with its type */
  content?: Blob;
  attachments?: readonly File[];
  /** text fields beside the file */
  texts?: Record<string, string | undefined>;
  /** an ETag; null if there must be nothing yet */
  ifMatch?: string | null;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

export function pathformClient(access: Access): Client {
  const call = (method: Method) => (path: string, options?: Options) => send(access, method, path, options);
  return {
    get: call("GET"),
    post: call("POST"),
    put: call("PUT"),
    patch: call("PATCH"),
    delete: call("DELETE"),
  } as Client;
}

async function send(access: Access, method: Method, path: string, options: Options = {}): Promise<Answer<unknown>> {
  const send = access.fetch ?? fetch;
  const response = await send(access.baseUrl + filledIn(path, options), {
    method,
    headers: headersOf(access, options),
    body: bodyOf(options),
    signal: options.signal ?? null,
  });
  const { ok, status, headers } = response;
  const data = await dataOf(response);
  if (ok) return { ok, status, data, etag: headers.get("etag") };
  return { ok, status, error: data as Failure, requestId: headers.get("x-request-id") };
}

function filledIn(path: string, { path: values = {}, query = {} }: Options): string {
  const search = new URLSearchParams(parametersOf(query));
  const filled = path.replace(/\{(\w+)\}/g, (_name, name: string) => encodeURIComponent(values[name] ?? ""));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

function headersOf({ key }: Access, { body, content, ifMatch, idempotencyKey }: Options): Record<string, string> {
  return {
    ...(key && { Authorization: `Bearer ${key}` }),
    ...(body !== undefined && { "Content-Type": "application/json" }),
    ...(content && { "Content-Type": content.type }),
    ...(ifMatch && { "If-Match": ifMatch }),
    ...(ifMatch === null && { "If-None-Match": "*" }),
    ...(idempotencyKey && { "Idempotency-Key": idempotencyKey }),
  };
}

function bodyOf({ body, content, file, attachments = [], texts = {} }: Options): string | Blob | FormData | null {
  if (content) return content;
  if (!file) return body === undefined ? null : JSON.stringify(body);
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) if (text !== undefined) form.append(name, text);
  form.append("file", file);
  for (const attachment of attachments) form.append("attachment", attachment);
  return form;
}

/** Returns JSON, the bytes of a file, or null without content. */
async function dataOf(response: Response): Promise<unknown> {
  if (response.status === 204) return null;
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return isJson ? response.json() : response.blob();
}
