import { createHash } from "node:crypto";
import type { PublicForm } from "../../../shared/api/shapes/sessions.ts";

/** With more origins proxies may reject the header, so images of any origin are allowed. */
const originLimit = 20;

interface Allowed {
  /** Content of the page's style element. */
  style: string;
  /** Content of its inline script, if it has one. */
  script?: string;
  images: string[];
  /** Origins, or only `*`. */
  frames: string[];
}

/**
 * Returns the Content-Security-Policy of a respondent's page: only this service, and the images of the form and theme.
 * The only inline style is the theme (and that of public results), and the only inline script is the one that keeps early taps, by
 * their hashes, so that the page can be cached.
 */
export function pagePolicy({ style, script, images, frames }: Allowed): string {
  return [
    "default-src 'none'",
    script ? `script-src 'self' ${hashOf(script)}` : "script-src 'self'",
    `style-src 'self' ${hashOf(style)}`,
    ["img-src 'self' data:", ...images].join(" "),
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framesOf(frames)}`,
  ].join("; ");
}

const hashOf = (content: string): string => `'sha256-${createHash("sha256").update(content).digest("base64")}'`;

/**
 * Returns the Content-Security-Policy of the dashboard, which can't be framed. The nonce is for two style elements of
 * React Aria. Owners' images may come from any https origin.
 */
export const dashboardPolicy = (nonce: string): string =>
  [
    "default-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

/** The builder frames the page from this origin, whatever the form allows. */
const framesOf = (origins: string[]): string =>
  origins.includes("*") ? "*" : ["'self'", ...origins.filter((origin) => source.test(origin))].join(" ");

/** A host may contain `;` and `,` (WHATWG URL §4.3), which would end its directive. */
const source = /^https?:\/\/[a-z0-9.:[\]_-]+$/i;

/** Returns the origins of the page's images. */
export function imageSources({ graph, theme }: Pick<PublicForm, "graph" | "theme">): string[] {
  const named = [theme.logo_url, theme.background_image_url, ...graph.nodes.flatMap(imagesOf)];
  const origins = new Set(named.flatMap((url) => (typeof url === "string" ? originOf(url) : [])));
  return origins.size > originLimit ? ["https:"] : [...origins].sort();
}

/** Returns the node's image, and those of its config by their key `image_url`. */
function imagesOf({ data }: PublicForm["graph"]["nodes"][number]): unknown[] {
  const found: unknown[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, member] of Object.entries(value)) key === "image_url" ? found.push(member) : look(member);
  };
  look(data.config);
  return [data.image?.url, ...found];
}

function originOf(url: string): string[] {
  const origin = URL.parse(url)?.origin;
  return origin && source.test(origin) ? [origin] : [];
}
