import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import {
  complete,
  createForm,
  expecting,
  next,
  type Owner,
  publishForm,
  saveDraft,
  signedIn,
  unique,
  walk,
} from "../../support/api.ts";
import { eventually } from "../../support/eventually.ts";
import { sampleForm } from "../../support/sampleForms.ts";
import { accept, invite } from "../../support/team.ts";

const nps = sampleForm("nps");

/** Data of an account whose pages are shown. */
export interface Scene {
  /** a form with two versions, a different draft and responses */
  slug: string;
  /** a form with translations */
  translated: string;
  /** a form with personal links, one of them completed */
  invited: string;
  /** a form from a template with scores and bands */
  scored: string;
  /** one of its sessions */
  session: string;
  /** ID of its theme, which has low-contrast colors */
  theme: string;
  /** ID of a webhook attached to this form, with an unreachable receiver */
  integrationId: string;
}

export interface DashboardPage {
  /** name of its screenshots in docs/screens */
  name: string;
  path(scene: Scene): string;
  /** its level 1 heading */
  heading: string | RegExp;
  /** it shows the user, who is there before every page */
  loadsNothing?: boolean;
}

/** Opens the page and waits for its main content. */
export async function openPage(page: Page, { path, heading }: DashboardPage, scene: Scene): Promise<void> {
  await page.goto(path(scene));
  await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
  await page.getByText("Loading…").first().waitFor({ state: "detached" });
}

/** States of pages that the guides show, as a click opens them. */
export interface Opened extends Omit<DashboardPage, "heading"> {
  open(page: Page): Promise<void>;
}

export const opened: readonly Opened[] = [
  {
    name: "publish",
    path: ({ slug }) => `/forms/${slug}/build?view=canvas`,
    async open(page) {
      await page.getByRole("button", { name: "Publish" }).click();
      await page.getByRole("dialog", { name: "Publish" }).waitFor();
    },
  },
  {
    name: "scores",
    path: ({ scored }) => `/forms/${scored}/build?view=list`,
    async open(page) {
      await page.getByRole("toolbar", { name: "Edit" }).getByRole("button", { name: "Scores" }).click();
      await page.getByRole("region", { name: "Scores", exact: true }).waitFor();
    },
  },
];

/** The viewport of `shownBy`. */
export const desktop = { width: 1440, height: 900 };

/**
 * Returns a hash of a page's headings and controls, by which a test notices that its screenshots are old. Texts with digits,
 * random addresses or prefixes of keys are left out, because they change.
 */
export async function shownBy(page: Page): Promise<string> {
  const texts = await page.evaluate(() =>
    [...document.querySelectorAll("h1, h2, h3, button, a, label, thead th, [role=tab]")]
      .filter((element) => element.checkVisibility())
      .map((element) => (element.getAttribute("aria-label") ?? element.textContent ?? "").trim()),
  );
  // which endpoints and errors are counted by then depends on the machine, and prefixes of keys are random
  const changing = /^$|\d|\.[a-f]{4}@|pf_|\/api\/|Errors by day$/;
  const lasting = [...new Set(texts)].filter((text) => !changing.test(text)).sort();
  return createHash("sha256").update(lasting.join("\n")).digest("base64url").slice(0, 12);
}

/** Every dashboard page. everyPage.test.ts checks them, `npm run screens` takes screenshots of them, and screens.test.ts checks those. */
// biome-ignore format: a table, one row a line
export const dashboardPages: readonly DashboardPage[] = [
  { name: "home", path: () => "/", heading: "Forms" },
  { name: "build", path: ({ slug }) => `/forms/${slug}/build?view=list`, heading: nps.title },
  { name: "canvas", path: ({ slug }) => `/forms/${slug}/build?view=canvas`, heading: nps.title },
  { name: "responses", path: ({ slug }) => `/forms/${slug}/responses`, heading: "Responses" },
  { name: "response", path: ({ slug, session }) => `/forms/${slug}/responses/${session}`, heading: "Responses" },
  { name: "insights", path: ({ slug }) => `/forms/${slug}/insights`, heading: "Insights" },
  { name: "share", path: ({ slug }) => `/forms/${slug}/share`, heading: "Share" },
  { name: "settings", path: ({ slug }) => `/forms/${slug}/settings`, heading: "Settings" },
  { name: "translations", path: ({ translated }) => `/forms/${translated}/translations?language=de`, heading: "Translations" },
  { name: "versions", path: ({ slug }) => `/forms/${slug}/versions?from=1&to=2`, heading: "Versions" },
  { name: "themes", path: () => "/settings/themes", heading: "Themes" },
  { name: "theme", path: ({ theme }) => `/settings/themes/${theme}`, heading: "Morning" },
  { name: "form-integrations", path: ({ slug }) => `/forms/${slug}/integrations`, heading: "Integrations" },
  { name: "integrations", path: () => "/integrations", heading: "Integrations" },
  { name: "integration", path: ({ integrationId }) => `/integrations/webhook/${integrationId}`, heading: "Our CRM" },
  { name: "keys", path: () => "/developers/keys", heading: "API keys" },
  { name: "usage", path: () => "/developers/usage", heading: "API usage" },
  { name: "assistants", path: () => "/developers/assistants", heading: "Assistants" },
  { name: "account", path: () => "/settings/account", heading: "Account", loadsNothing: true },
  { name: "notifications", path: () => "/settings/notifications", heading: "Account" },
  { name: "security", path: () => "/settings/security", heading: "Account" },
  { name: "access", path: () => "/settings/access", heading: "Check access" },
  { name: "members", path: () => "/settings/members", heading: "Members" },
  { name: "workspace", path: () => "/settings/workspace", heading: "Workspace settings" },
  { name: "audit", path: () => "/settings/audit", heading: "Audit log" },
  { name: "people", path: ({ slug }) => `/forms/${slug}/share?tab=people`, heading: "Share" },
  { name: "links", path: ({ invited }) => `/forms/${invited}/share?tab=links`, heading: "Share" },
  { name: "results", path: ({ slug }) => `/forms/${slug}/share?tab=results`, heading: "Share" },
];

export async function makeScene(me: Owner): Promise<Scene> {
  const { graph, title } = nps;
  const colors = { background: "#fff7ed", text: "#b8a08a", primary: "#f59e0b", button_text: "#ffffff" };
  const look = { name: "Morning", colors, font: "Georgia, serif", border_radius: 20 };
  const theme = (await expecting(201, me.post("/api/v2/theme/", look))).body.id;
  const slug = await publishForm(me, graph, { title, theme_id: theme });
  const [first, ...others] = graph.nodes;
  const renamed = { ...first, data: { ...first?.data, title: "How do you like us?" } };
  await saveDraft(me, slug, { ...graph, nodes: [renamed, ...others] });
  await expecting(201, me.post(`/api/v2/form/${slug}/publish/`));
  const integrationId = await attachWebhook(me, slug);
  await walk(slug, { recommend: 10, why_promoter: "Your people." });
  await walk(slug, { recommend: 7, why_passive: "A faster site." });
  const session = await walk(slug, { recommend: 2, why_detractor: "It lost my order, twice." });
  await saveDraft(me, slug, graph);
  await expecting(201, me.put(`/api/v2/form/${slug}/results/`, { title: "What you told us", node_ids: null }));
  await untilDelivered(me);
  const { body: scored } = await expecting(201, me.post("/api/v2/form/", { title: "DASS-21", template: "dass-21" }));
  await makeTeam(me, scored.id);
  const [invited, translated] = [await makeInvited(me), await makeTranslated(me)];
  return { slug, session, theme, integrationId, scored: scored.slug, invited, translated };
}

async function makeInvited(me: Owner): Promise<string> {
  const graph = { ...nps.graph, hidden_fields: ["plan", "region"] };
  const slug = await publishForm(me, graph, { title: nps.title });
  const people = [
    { reference: "hana.kim@example.com", hidden: { plan: "pro", region: "APAC" } },
    { reference: "farah.n@example.com", hidden: { plan: "team", region: "EU" } },
    { reference: "chiyo.tanaka@example.com", hidden: { plan: "free", region: "APAC" } },
    { reference: "ben.okafor@example.com", hidden: { plan: "pro", region: "EU" } },
    { reference: "alba.ruiz@example.com", hidden: { plan: "pro", region: "EU" } },
  ];
  const { body } = await expecting(201, me.post(`/api/v2/form/${slug}/links/`, { links: people }));
  const [, , , ben, alba] = body.results.map(({ url }: { url: string }) => new URL(url).searchParams.get("link"));
  await expecting(201, me.post(`/api/v2/r/${slug}/start/`, { link: ben }));
  const { body: session } = await expecting(201, me.post(`/api/v2/r/${slug}/start/`, { link: alba }));
  await expecting(200, next(session.id, "recommend", 7));
  await expecting(200, next(session.id, "why_passive", "A faster site."));
  await expecting(200, complete(session.id));
  return slug;
}

/** German is half done, and one of its originals changed since. */
async function makeTranslated(me: Owner): Promise<string> {
  const { graph } = nps;
  const slug = await createForm(me, { title: nps.title });
  const [first, ...others] = graph.nodes;
  const older = { ...first, data: { ...first?.data, title: "How likely are you to recommend us to a friend?" } };
  await saveDraft(me, slug, { ...graph, nodes: [older, ...others] });
  const path = `/api/v2/form/${slug}/draft/translations`;
  const texts = { title: "Kundenumfrage", [`${first?.id}.title`]: "Wie wahrscheinlich empfehlen Sie uns weiter?" };
  await expecting(200, me.put(`${path}/de/`, { texts }));
  await expecting(200, me.put(`${path}/ar/`, { texts: { title: "استطلاع العملاء" } }));
  await expecting(200, me.put(`/api/v2/form/${slug}/draft/?exclude=translations`, { graph }));
  return slug;
}

/** Adds members, a guest of one form, and an open invitation. */
async function makeTeam(me: Owner, formId: string): Promise<void> {
  const by = signedIn(me.cookie);
  const workspace: string = (await expecting(200, by.get("/api/auth/me/"))).body.account_id;
  const forms = [{ form_id: formId, role: "viewer", responses: "none" }];
  const people = [
    { name: "Mira Kask", role: "admin" },
    { name: "Jonas Berg", role: "editor", responses: "none" },
    { name: "Priya Nair", role: "viewer", responses: "read" },
    { name: "Ester Lund", role: "guest", forms },
  ];
  for (const { name, ...rights } of people) {
    const email = `${name.toLowerCase().replace(" ", ".")}.${unique().slice(0, 4)}@example.com`;
    await accept(await invite(by, workspace, { email, ...rights }), workspace, undefined, name);
  }
  await invite(by, workspace, { email: `lena.${unique().slice(0, 4)}@example.com`, role: "editor" });
}

async function attachWebhook(me: Owner, slug: string): Promise<string> {
  const webhook = {
    name: "Our CRM",
    config: { url: "http://127.0.0.1:9/pathform", headers: { "X-Team": "research" } },
  };
  const { body } = await expecting(201, me.post("/api/integrations/webhook/", webhook));
  const attachment = { integration_id: body.id, events: ["session.completed"] };
  await expecting(201, me.post(`/api/v2/form/${slug}/integrations/`, attachment));
  return body.id;
}

/** Waits until delivery has failed once for each of the three responses. */
const untilDelivered = (me: Owner): Promise<void> =>
  eventually(async () => {
    const { body } = await expecting(200, signedIn(me.cookie).get("/api/account/deliveries/"));
    if (body.count < 3) throw new Error(`${body.count} of 3 deliveries`);
  });
