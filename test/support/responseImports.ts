import { type Client, expecting, type Reply, type RequestOptions } from "./api.ts";
import { eventually } from "./eventually.ts";

/** Imports of responses (wants §25). */
export interface Upload {
  file: string | Uint8Array<ArrayBuffer>;
  mapping?: object | string;
  /** such as `?dry_run=true` */
  query?: string;
  headers?: Record<string, string>;
}

/** Returns a form with a file and a mapping, encoded. */
export async function encodedUpload({ file, mapping, headers = {} }: Upload): Promise<RequestOptions> {
  const form = new FormData();
  if (mapping !== undefined) form.append("mapping", typeof mapping === "string" ? mapping : JSON.stringify(mapping));
  form.append("file", new Blob([file]), "responses");
  const encoded = new Response(form);
  const raw = new Uint8Array(await encoded.arrayBuffer());
  return { raw, headers: { "content-type": encoded.headers.get("content-type") ?? "", ...headers } };
}

const pathOf = (slug: string) => `/api/v2/form/${slug}/responses/import/`;

export const sendFile = async (by: Client, slug: string, upload: Upload): Promise<Reply> =>
  by.request("POST", pathOf(slug) + (upload.query ?? ""), undefined, await encodedUpload(upload));

/** Returns what an import would do. */
export const checkFile = async (by: Client, slug: string, upload: Upload) =>
  (await expecting(200, sendFile(by, slug, { ...upload, query: `?dry_run=true${upload.query ?? ""}` }))).body;

/** Imports a file and returns the import when it is over. */
export async function importFile(by: Client, slug: string, upload: Upload) {
  const { body } = await expecting(202, sendFile(by, slug, upload));
  return importOver(by, slug, body.id);
}

export const importOver = (by: Client, slug: string, id: string) =>
  eventually(async () => {
    const { body } = await expecting(200, by.get(`${pathOf(slug)}${id}/`));
    if (body.status === "queued" || body.status === "running") throw new Error(`still ${body.status}`);
    return body;
  }, 60);
