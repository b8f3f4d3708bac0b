import { Api } from "../../../deploy/demo/client.ts";
import type { BenchedProduct } from "../product.ts";

/** An expensive input and how to send it. */
export interface Input {
  name: string;
  /** unmeasured preparation before each run */
  prepare?(): Promise<unknown>;
  /** returns a short description of the response */
  send(): Promise<string>;
}

export interface Hunt {
  product: BenchedProduct;
  owner: Api;
  /** Sends a raw body, as the owner or without credentials. */
  send(method: string, path: string, body?: string, headers?: Record<string, string>): Promise<string>;
  asNobody(method: string, path: string, body?: string): Promise<string>;
  newForm(): Promise<string>;
  /** Creates a form with that draft, and publishes it if requested. */
  formOf(graph: unknown, isPublished?: boolean): Promise<string>;
}

export function openHunt(product: BenchedProduct): Hunt {
  const owner = new Api(product.url).withKey(product.key);
  const send = async (method: string, path: string, body?: string, headers: Record<string, string> = {}) => {
    const content = body === undefined ? {} : { "content-type": "application/json" };
    const options = { method, headers: { ...content, ...headers }, ...(body !== undefined && { body }) };
    const response = await fetch(product.url + path, options);
    const bytes = (await response.arrayBuffer()).byteLength;
    return `${response.status}, ${kib(bytes)}`;
  };
  const newForm = async () => (await owner.call<{ slug: string }>("POST", "/api/v2/form/", { title: "Hunt" })).slug;
  return {
    product,
    owner,
    send: (method, path, body, headers) =>
      send(method, path, body, { authorization: `Bearer ${product.key}`, ...headers }),
    asNobody: send,
    newForm,
    async formOf(graph, isPublished = false) {
      const slug = await newForm();
      await owner.call("PUT", `/api/v2/form/${slug}/draft/`, { graph });
      if (isPublished) await owner.call("POST", `/api/v2/form/${slug}/publish/`);
      return slug;
    },
  };
}

const kib = (bytes: number): string => (bytes < 1024 ? `${bytes} B` : `${Math.round(bytes / 1024)} KiB`);

export const list = <T>(length: number, make: (at: number) => T): T[] => Array.from({ length }, (_, at) => make(at));

export const end = { id: "end", question_type: "end_screen", data: {} };

/** Creates one question, its answer and the end. */
export function graphOf(node: object, conditions: unknown[] = [], extra: object = {}) {
  return {
    schema_version: "2.0",
    entry_node_id: "q",
    nodes: [{ id: "q", ...node }, end],
    edges: [...conditions, null].map((condition) => ({ from: "q", to: "end", condition })),
    ...extra,
  };
}

export const MiB = 1024 * 1024;
