import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import type { OpenRenderer, Renderer } from "../../../shared/api/respondentPage.ts";
import { env } from "../../../shared/platform/env.ts";
import { webDist, writtenStamp } from "../../../shared/platform/webDist.ts";
import type { Bodies } from "../http/encodings.ts";

/** The built pages in memory, so that a gateway has every file its pages refer to. */
export interface Site {
  /** Identifies what the pages are made from: the hash of all sources, and the credit. */
  build: string;
  /** By path: `/assets/…` and `/embed.js`. */
  files: ReadonlyMap<string, SiteFile>;
  renderRespondentPage: Renderer;
  /** HTML of the dashboard's paths, with `{nonce}` for the policy's nonce, and `{cookie}`. */
  dashboardShell: string;
}

export interface SiteFile {
  type: string;
  etag: string;
  bodies: Bodies;
}

/** Throws if there is no build. */
export async function loadSite(): Promise<Site> {
  const stamp = writtenStamp();
  if (!stamp) throw new Error("there is no build (npm run web)");
  const manifest = JSON.parse(readFileSync(join(webDist, "respondent.json"), "utf8"));
  // the query makes a new build a new module
  const address = `${pathToFileURL(join(webDist, "server/respondent.js"))}?${stamp.sources}`;
  const { openRenderer } = (await import(address)) as { openRenderer: OpenRenderer };
  const hasCredit = env().PAGE_CREDIT;
  const paths = globSync(["assets/*.{js,css,svg,png,woff2}", "embed.js"], { cwd: webDist });
  return {
    build: `${stamp.sources.slice(0, 12)}${hasCredit ? ".credit" : ""}`,
    files: new Map(paths.map((path) => [`/${path}`, readSiteFile(join(webDist, path))])),
    renderRespondentPage: await openRenderer(manifest, hasCredit),
    dashboardShell: readFileSync(join(webDist, "dashboard/index.html"), "utf8"),
  };
}

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

function readSiteFile(path: string): SiteFile {
  const plain = readFileSync(path);
  const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 27);
  return {
    type: types[extname(path)] ?? "application/octet-stream",
    etag: `W/"${hash}"`,
    bodies: existsSync(`${path}.gz`) ? packed(readFileSync(`${path}.br`), readFileSync(`${path}.gz`)) : { plain },
  };
}

/** Without the plain bytes, which are two thirds of a site's: the few clients without compression get them from gzip. */
const packed = (br: Buffer, gzip: Buffer): Bodies => ({
  br,
  gzip,
  get plain() {
    return gunzipSync(gzip);
  },
});
