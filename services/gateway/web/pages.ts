import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context, Service, ServiceBroker } from "moleculer";
import type { PageInput } from "../../../shared/api/respondentPage.ts";
import { isSlug } from "../../../shared/api/shapes/forms.ts";
import { methodNotAllowed, notFound, unavailable } from "../../../shared/platform/errors.ts";
import { readCookies } from "../http/cookie.ts";
import { sendBody, varyByEncoding } from "../http/encodings.ts";
import { failureOf } from "../http/failure.ts";
import { asksForHtml, sendPlainPage } from "../http/plainPage.ts";
import { isFresh } from "../http/reply.ts";
import type { Limits } from "../limits/limits.ts";
import { callInTime } from "../request/call.ts";
import { note, observe } from "../request/observe.ts";
import { openBuiltPages } from "./builtPages.ts";
import { type FormPages, openFormPages } from "./formPages.ts";
import { mailPages } from "./mailPages.ts";
import { dashboardPolicy, pagePolicy } from "./policy.ts";
import { acceptedLanguages, openResultsPages, type ResultsPages } from "./resultsPages.ts";
import type { Site } from "./site.ts";

/** Pages of the gateway (decisions §9.4): the paths of the table below. */
export interface WebPages {
  /** Returns a function that answers the request, or null if it is for no page. */
  answering(req: IncomingMessage, res: ServerResponse): ((context: PageContext) => Promise<void>) | null;
  close(): void;
}

export interface PageContext {
  broker: ServiceBroker;
  limits: Pick<Limits, "byAddress" | "bySearch">;
  baseUrl: string;
}

interface Exchange extends PageContext {
  req: IncomingMessage;
  res: ServerResponse;
  site: Site;
  formPages: FormPages;
  resultsPages: ResultsPages;
  /** Value of the path's variable. */
  name: string;
  search: URLSearchParams;
}

/** The dashboard routes by itself and shows a "not found" page. */
const dashboardPaths = [
  "/",
  "/sign-in",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/verify-email",
  "/undo-email",
  "/invitation",
  "/forms/*",
  "/integrations/*",
  "/developers/*",
  "/settings/*",
];

/** POST confirms an address or stops emails (mailPages.ts). */
const mailMethods = ["HEAD", "GET", "POST"];

/** A path, which may end in a variable or `*`, and its handler. */
const rows: { path: string; send: (exchange: Exchange) => Promise<void> | void }[] = [
  { path: "/f/{slug}", send: sendFormPage },
  { path: "/results/{token}", send: sendResultsPage },
  { path: "/assets/{file}", send: sendAsset },
  { path: "/embed.js", send: sendEmbed },
  ...dashboardPaths.map((path) => ({ path, send: sendDashboard })),
];

const routes = rows.map((row) => ({ ...row, pattern: patternOf(row.path) }));

export function openWebPages(logger: Service["logger"]): WebPages {
  const built = openBuiltPages(logger);
  let opened: Pick<Exchange, "site" | "formPages" | "resultsPages"> | null = null;
  const current = () => {
    const site = built.site();
    if (site) opened ??= { site, formPages: openFormPages(site), resultsPages: openResultsPages(site) };
    return opened;
  };
  return {
    answering(req, res) {
      const [path = "", search = ""] = (req.url ?? "").split(/\?(.*)/s);
      const mailPage = Object.hasOwn(mailPages, path) ? mailPages[path] : undefined;
      if (mailPage) {
        return async (context) => {
          observe(logger, path, req, res);
          if (!mailMethods.includes(req.method ?? "")) throw methodNotAllowed(mailMethods);
          await mailPage({ ...context, req, res, search: new URLSearchParams(search) });
        };
      }
      const route = routes.find(({ pattern }) => pattern.test(path));
      if (!route) return null;
      return async (context) => {
        observe(logger, route.path, req, res);
        if (req.method !== "GET" && req.method !== "HEAD") throw methodNotAllowed(["HEAD", "GET"]);
        const pages = current();
        if (!pages && built.isBuilding() && asksForHtml(req)) return sendStarting(req, res);
        if (!pages) throw notBuilt(built.isBuilding());
        const name = route.pattern.exec(path)?.[1] ?? "";
        await route.send({ ...context, ...pages, req, res, name, search: new URLSearchParams(search) });
      };
    },
    close: built.close,
  };
}

function patternOf(path: string): RegExp {
  const written = path.replaceAll(".", "\\.").replace(/\{\w+\}/, "([^/]+)");
  return new RegExp(`^${written.replace(/\/\*?$/, (end) => (end === "/" ? "" : "(?:/.*)?"))}/?$`);
}

const notBuilt = (isBuilding: boolean) =>
  isBuilding
    ? unavailable("The pages are being built. Try again shortly.")
    : unavailable("Web pages are unavailable. The API works. An administrator can find the reason in the log.", 60);

/** Tells a browser that opens a page during the first build. */
function sendStarting(req: IncomingMessage, res: ServerResponse): void {
  res.setHeader("Retry-After", "2");
  res.setHeader("Refresh", "2");
  sendPlainPage(req, res, 503, {
    title: "Pathform is starting",
    text: "The first start takes about 20 seconds. This page reloads when it can.",
  });
}

async function sendFormPage({
  req,
  res,
  site,
  formPages,
  name,
  search,
  broker,
  limits,
  baseUrl,
}: Exchange): Promise<void> {
  // with a value it is a hidden field named "preview"
  if (search.get("preview") === "") {
    sendFixedPage({ req, res, site }, 200, { kind: "preview", slug: name }, ["https:"]);
    return;
  }
  try {
    await limits.byAddress({ req, res, route: { auth: "public" } });
    const options = {
      isIdempotent: true,
      isQuick: true,
      traceparent: String(req.headers.traceparent),
      onForm: (formId: string) => note(req, { form_id: formId }),
    };
    const bus = { call: broker.call.bind(broker), broker } as Pick<Context, "call" | "broker">;
    const lang = search.get("lang");
    const params = { slug: name, ...(lang !== null && { lang }) };
    const ask = (known: string | null) => callInTime(bus, "sessions.formPage", { ...params, known }, options);
    await formPages.send({ slug: name, lang }, baseUrl, ask, req, res);
  } catch (error) {
    sendProblemPage({ req, res, site, name, search }, error);
  }
}

async function sendResultsPage({ name, ...exchange }: Exchange): Promise<void> {
  const { req, res, site, resultsPages, search, broker, limits } = exchange;
  res.setHeader("X-Robots-Tag", "noindex");
  // the address has a token
  res.setHeader("Referrer-Policy", "no-referrer");
  try {
    await limits.byAddress({ req, res, route: { auth: "public" } });
    const bus = { call: broker.call.bind(broker), broker } as Pick<Context, "call" | "broker">;
    const options = { isIdempotent: true, isQuick: true, traceparent: String(req.headers.traceparent) };
    const { slug, results } = await callInTime(bus, "analytics.resultsPage", { token: name }, options);
    const ask = (lang: string | null, known: string | null) =>
      callInTime(bus, "sessions.formPage", { slug, known, ...(lang !== null && { lang }) }, options);
    await resultsPages.send({ token: name, slug, results, lang: search.get("lang") }, ask, req, res);
  } catch (error) {
    const { status, headers } = failureOf(error, "");
    if (status !== 404 && status !== 429 && status < 502) throw error;
    for (const [header, value] of Object.entries(headers)) res.setHeader(header, value);
    const kind = status === 404 ? "no_results" : "busy_results";
    const lang = search.get("lang") ?? acceptedLanguages(req)[0] ?? null;
    sendFixedPage({ req, res, site }, status === 404 || status === 429 ? status : 503, { kind, slug: "", lang });
  }
}

/** Shows a person a page instead of an API error. */
function sendProblemPage(exchange: Pick<Exchange, "req" | "res" | "site" | "name" | "search">, error: unknown): void {
  const { status, headers } = failureOf(error, "");
  if (status !== 404 && status !== 429 && status < 502) throw error;
  for (const [header, value] of Object.entries(headers)) exchange.res.setHeader(header, value);
  // don't echo an invalid slug
  const slug = isSlug(exchange.name) ? exchange.name : "";
  const lang = exchange.search.get("lang");
  // sessions of an archived form continue, with its images
  if (status === 404) sendFixedPage(exchange, 404, { kind: "not_found", slug, lang }, ["https:"]);
  else sendFixedPage(exchange, status === 429 ? 429 : 503, { kind: "busy", slug, lang });
}

/** Sends a page without a form. Only this service may frame a preview. */
function sendFixedPage(
  { req, res, site }: Pick<Exchange, "req" | "res" | "site">,
  status: number,
  input: PageInput,
  images: string[] = [],
): void {
  const { html, ...inline } = site.renderRespondentPage(input);
  const frames = input.kind === "preview" ? [] : ["*"];
  res.statusCode = status;
  res.removeHeader("X-Frame-Options");
  res.setHeader("Content-Security-Policy", pagePolicy({ ...inline, images, frames }));
  res.setHeader("Content-Type", "text/html; charset=utf-8");
  res.setHeader("Cache-Control", "no-store");
  sendBody(req, res, { plain: Buffer.from(html) });
}

/**
 * Sends the dashboard, equal for all paths except for its nonce and whether there is a cookie. Without a cookie the
 * page skips a request that would fail.
 */
function sendDashboard({ req, res, site }: Exchange): void {
  const nonce = randomBytes(16).toString("base64url");
  res.statusCode = 200;
  res.setHeader("Content-Security-Policy", dashboardPolicy(nonce));
  res.setHeader("Content-Type", "text/html; charset=utf-8");
  res.setHeader("Cache-Control", "no-store");
  const html = site.dashboardShell
    .replaceAll("{nonce}", nonce)
    .replace("{cookie}", readCookies(req).length > 0 ? "present" : "absent");
  sendBody(req, res, { plain: Buffer.from(html) });
}

/** The name contains the content's hash. */
function sendAsset({ req, res, site, name }: Exchange): void {
  const path = `/assets/${name}`;
  // scripts and fonts of a page in a frame without an origin (`sandbox` without `allow-same-origin`) need CORS
  res.setHeader("Access-Control-Allow-Origin", "*");
  if (respondentEntry.test(name) && !site.files.has(path)) sendReload(req, res);
  else sendFile({ req, res, site }, path, "public, max-age=31536000, immutable");
}

/** services/web/respondent/main.tsx of any build. */
const respondentEntry = /^main-[\w-]+\.js$/;

/**
 * During an update, a page of one build may ask a gateway of another for its script. Nothing runs on the page yet, so
 * the script reloads it until both are of one build.
 */
function sendReload(req: IncomingMessage, res: ServerResponse): void {
  res.statusCode = 200;
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Content-Type", "text/javascript; charset=utf-8");
  sendBody(req, res, { plain: Buffer.from(reload) });
}

const reload = `const [page] = performance.getEntriesByType("navigation");
setTimeout(() => location.reload(), page?.type === "reload" ? 5000 : 0);
`;

/** Other sites refer to it by this URL, so it has its own cache time. */
function sendEmbed({ req, res, site }: Exchange): void {
  // a script on another site's page, whose policy may require CORS
  res.setHeader("Access-Control-Allow-Origin", "*");
  sendFile({ req, res, site }, "/embed.js", "public, max-age=3600");
}

function sendFile({ req, res, site }: Pick<Exchange, "req" | "res" | "site">, path: string, caching: string): void {
  const file = site.files.get(path);
  if (!file) throw notFound("path");
  res.setHeader("Cache-Control", caching);
  res.setHeader("ETag", file.etag);
  if (isFresh(req.headers["if-none-match"], file.etag)) {
    varyByEncoding(res);
    res.statusCode = 304;
    res.end();
    return;
  }
  res.setHeader("Content-Type", file.type);
  sendBody(req, res, file.bodies);
}
