import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./schema.ts";

/** A schema of the API's document by its name, as a type: `Schema<"FormDetail">`. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

export interface Access {
  /** where the service is, without `/api`: `https://forms.example.com` */
  baseUrl: string;
  /** an API key; without one the browser's own sign-in counts */
  key?: string;
}

/**
 * A client whose paths, parameters, bodies and answers are checked by the compiler against docs/openapi.json:
 * `const { data, error } = await pathform.GET("/api/v2/form/{slug}/", { params: { path: { slug } } })`.
 */
export function pathformClient({ baseUrl, key }: Access): Client<paths> {
  return createClient<paths>({ baseUrl, ...(key && { headers: { Authorization: `Bearer ${key}` } }) });
}
