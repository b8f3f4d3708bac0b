import type {
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestMethods,
  ILoadOptionsFunctions,
  INodePropertyOptions,
  JsonObject,
} from "n8n-workflow";
import { NodeApiError } from "n8n-workflow";

type Functions = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;
interface Sent {
  body?: IDataObject;
  query?: IDataObject;
}

/** Sends a request to the server of the node's credentials. Throws NodeApiError with the reasons of a refusal. */
export async function request<T>(
  by: Functions,
  method: IHttpRequestMethods,
  path: string,
  sent: Sent = {},
): Promise<T> {
  const { url } = await by.getCredentials<{ url: string }>("pathformApi");
  const options = {
    method,
    url: url.replace(/\/+$/, "") + path,
    json: true,
    arrayFormat: "repeat" as const,
    ...(sent.query && { qs: sent.query }),
    ...(sent.body && { body: sent.body }),
  };
  try {
    return await by.helpers.httpRequestWithAuthentication.call(by, "pathformApi", options);
  } catch (error) {
    // n8n may have wrapped it already, and returns that one again
    throw Object.assign(new NodeApiError(by.getNode(), error as JsonObject), reasonsIn(error));
  }
}

/** Returns what the server says: `detail`, and each field with its fault. */
function reasonsIn(error: unknown): { message?: string; description?: string } {
  type Refusal = { detail?: string; errors?: string[] };
  const { response, context } = error as { response?: { data?: Refusal }; context?: { data?: Refusal } };
  const { detail, errors } = response?.data ?? context?.data ?? {};
  return { ...(detail && { message: detail }), ...(errors && { description: errors.join("\n") }) };
}

interface Page<T> {
  next: string | null;
  results: T[];
}

/** Reads a list until its end, or until `limit` items. */
export async function items<T>(by: Functions, path: string, query: IDataObject, limit: number): Promise<T[]> {
  const found: T[] = [];
  for (let page = 1; ; page += 1) {
    const size = Math.min(limit - found.length, pageSize);
    const read = await request<Page<T>>(by, "GET", path, { query: { ...query, limit: pageSize, page } });
    found.push(...read.results.slice(0, size));
    if (read.next === null || found.length >= limit) return found;
  }
}

const pageSize = 100;

/** Choices of a field for forms. */
export async function forms(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const all = await items<{ slug: string; title: string }>(this, "/api/v2/form/", { ordering: "title" }, formLimit);
  return all.map(({ slug, title }) => ({ name: title, value: slug }));
}

const formLimit = 1_000;
