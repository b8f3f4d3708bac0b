import type { PublicForm } from "./shapes/sessions.ts";

/**
 * Between the built respondent's page and the gateway, which serves it: services/web/dist/server/respondent.js exports
 * `openRenderer` as an `OpenRenderer`. The gateway imports nothing of the page's sources.
 */
export type OpenRenderer = (manifest: AssetManifest) => Promise<Renderer>;

export type Renderer = (input: PageInput) => RenderedPage;

/**
 * - `form`       a published form, open or not
 * - `preview`    no form yet: the page that embeds this one sends it
 * - `not_found`  there is no form of that slug; the page goes on with a session that its device keeps, should there be one
 * - `busy`       too many requests, or a part does not answer: the page loads itself again when it would be another
 */
export type PageInput =
  | { kind: "form"; slug: string; form: PublicForm }
  | { kind: "preview"; slug: string }
  | { kind: "not_found"; slug: string }
  | { kind: "busy"; slug: string };

export interface RenderedPage {
  html: string;
  /** what its one style element holds, which a policy allows by its hash */
  style: string;
}

/** What Vite writes of a build, by source file relative to services/web. */
export type AssetManifest = Record<string, { file: string; imports?: string[]; css?: string[]; isEntry?: boolean }>;
