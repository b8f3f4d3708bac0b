import type { World } from "../common.ts";

/** The largest legal request to an endpoint, by the limits of shared/domain. */
export interface Input {
  /** values of the path's variables */
  path?: Record<string, string | number>;
  /** begins with `?` */
  query?: string;
  /** sent as JSON, unless it is a text, bytes or a form */
  body?: unknown;
  headers?: Record<string, string>;
  /** a cookie instead of the owner's, "" for none */
  cookie?: string;
  /** an error that shows that all of the work was done, such as for an unknown token */
  status?: number;
}
/** Prepares an input without measuring it. It is called again for each repeat, numbered from 0. */
export type Prepare = (world: World, repeat: number) => Input | Promise<Input>;
/** One or several inputs by operation. */
export type Inputs = Record<string, Prepare | Prepare[]>;

export const ofForm = (form: "large" | "wide" | "answered" | "small", more: Omit<Input, "path"> = {}): Prepare => {
  return (world) => ({ path: { slug: world[form].slug }, ...more });
};
export const ofWorkspace = (more: Omit<Input, "path"> = {}): Prepare => {
  return ({ workspace }) => ({ path: { id: workspace }, ...more });
};
export const nothing: Prepare = () => ({});

/** A page of a list with a search of 20 words. */
export const page = "?limit=100";
export const searched = `?limit=100&search=${Array.from({ length: 20 }, (_, at) => `a${at}`).join("+")}`;

export function fileForm(bytes: Uint8Array<ArrayBuffer>, name: string): FormData {
  const form = new FormData();
  form.append("file", new Blob([bytes]), name);
  return form;
}
