import type { PublicResults } from "./shapes/results.ts";
import type { PublicForm } from "./shapes/sessions.ts";

/**
 * Interface between the built respondent page and the gateway, which doesn't import the page's sources.
 * services/web/dist/server/respondent.js exports `openRenderer`.
 */
export type OpenRenderer = (manifest: AssetManifest, hasCredit: boolean) => Promise<Renderer>;

export type Renderer = (input: PageInput) => RenderedPage;

/**
 * - `form`       a published form, open or not; `baseUrl` is the server's, for the metadata of links
 * - `results`    public results of a published form (features §24.1)
 * - `preview`    the embedding page sends the form
 * - `not_found`  no form has this slug; the page continues a session that is stored on the device, if any
 * - `busy`       too many requests or an unavailable service; the page reloads when the form is available
 * - `no_results` and `busy_results`: the same for an address of results, without scripts
 */
export type PageInput = { slug: string /** asked for by `?lang=` */; lang?: string | null } & (
  | { kind: "form"; form: PublicForm; baseUrl: string }
  | { kind: "results"; form: PublicForm; results: PublicResults }
  | { kind: "preview" | "not_found" | "busy" | "no_results" | "busy_results" }
);

export interface RenderedPage {
  html: string;
  /** content of the style element, whose hash is in the Content-Security-Policy */
  style: string;
  /** the same of the inline script, if the page shows a form */
  script?: string;
}

/** Vite's build manifest, by source file relative to services/web. */
export type AssetManifest = Record<string, { file: string; imports?: string[]; css?: string[]; isEntry?: boolean }>;
