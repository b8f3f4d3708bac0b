import { createHash } from "node:crypto";
import type { PublicForm } from "../../../shared/domain/shapes/sessions.ts";

/** More origins than that would make a header that proxies refuse: then pictures of any may show. */
const originLimit = 20;

interface Allowed {
  /** what the page's style element holds */
  style: string;
  images: string[];
  /** origins, or `*` alone */
  frames: string[];
}

/**
 * The Content-Security-Policy of a respondent's page: nothing but what this service serves, and the pictures that the form
 * and its theme name. Nothing inline but the theme, by its hash: so the page can be kept and answered with 304.
 */
export function pagePolicy({ style, images, frames }: Allowed): string {
  const hash = createHash("sha256").update(style).digest("base64");
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'sha256-${hash}'`,
    ["img-src 'self' data:", ...images].join(" "),
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framesOf(frames)}`,
  ].join("; ");
}

/**
 * The Content-Security-Policy of the dashboard, which nobody may frame. The nonce is for the two style elements that React
 * Aria makes; owners' pictures may come from anywhere that is encrypted.
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

/** The builder shows the page in a frame of this origin, whoever else may. */
const framesOf = (origins: string[]): string =>
  origins.includes("*") ? "*" : ["'self'", ...origins.filter((origin) => source.test(origin))].join(" ");

/** A host may hold `;` and `,` (WHATWG URL §4.3), which would end its directive. */
const source = /^https?:\/\/[a-z0-9.:[\]_-]+$/i;

/** Origins of the pictures that the page may show. */
export function imageSources({ graph, theme }: Pick<PublicForm, "graph" | "theme">): string[] {
  const named = [theme.logo_url, theme.background_image_url, ...graph.nodes.flatMap(picturesOf)];
  const origins = new Set(named.flatMap((url) => (typeof url === "string" ? originOf(url) : [])));
  return origins.size > originLimit ? ["https:"] : [...origins].sort();
}

/** Wherever a config names a picture, its key is `image_url`. */
function picturesOf({ data }: PublicForm["graph"]["nodes"][number]): unknown[] {
  const found: unknown[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, member] of Object.entries(value)) key === "image_url" ? found.push(member) : look(member);
  };
  look(data.config);
  return found;
}

function originOf(url: string): string[] {
  const origin = URL.parse(url)?.origin;
  return origin && source.test(origin) ? [origin] : [];
}
