import type { PublicForm } from "./shapes/sessions.ts";

/**
 * Interface between the built respondent page and the gateway, which doesn't import the page's sources.
 * services/web/dist/server/respondent.js exports `openRenderer`.
 */
export type OpenRenderer = (manifest: AssetManifest, hasCredit: boolean) => Promise<Renderer>;

export type Renderer = (input: PageInput) => RenderedPage;

/**
 * - `form`       a published form, open or not; `baseUrl` is the server's, for the metadata of links
 * - `preview`    the embedding page sends the form
 * - `not_found`  no form has this slug; the page continues a session that is stored on the device, if any
 * - `busy`       too many requests or an unavailable service; the page reloads when the form is available
 */
export type PageInput = { slug: string /** asked for by `?lang=` */; lang?: string | null } & (
  | { kind: "form"; form: PublicForm; baseUrl: string }
  | { kind: "preview" | "not_found" | "busy" }
);

export interface RenderedPage {
  html: string;
  /** content of the style element, whose hash is in the Content-Security-Policy */
  style: string;
}

/** Vite's build manifest, by source file relative to services/web. */
export type AssetManifest = Record<string, { file: string; imports?: string[]; css?: string[]; isEntry?: boolean }>;
