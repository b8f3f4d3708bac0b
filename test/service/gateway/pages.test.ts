import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { examples } from "../../../services/gateway/openapi/examples.ts";
import { openFormPages } from "../../../services/gateway/web/formPages.ts";
import type { FormPage } from "../../../shared/bus/contract.ts";
import { eventually } from "../../support/eventually.ts";
import type { GatewayAlone } from "../../support/gatewayAlone.ts";

/** Pages and their rate limits. */
describe("a form's page", () => {
  let server: Server;
  let rendered = 0;
  let page: FormPage;
  const asked: (string | null)[] = [];
  const form = JSON.stringify(examples.PublicForm) as FormPage["form"];

  beforeAll(async () => {
    const renderRespondentPage = () => {
      rendered += 1;
      return { html: `<p>${rendered}</p>`, style: "" };
    };
    const formPages = openFormPages({ build: "b", files: new Map(), renderRespondentPage, dashboardShell: "" });
    const { promise: threeAsked, resolve: answerAll } = Promise.withResolvers<void>();
    // the first three requests are concurrent
    const ask = async (known: string | null) => {
      if (asked.push(known) === 3) answerAll();
      await threeAsked;
      return { ...page, form: known === page.etag ? null : form };
    };
    server = createServer(
      (req, res) => void formPages.send({ slug: "slug", lang: null }, "https://forms.example.com", ask, req, res),
    );
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(() => server.close());

  const load = async () => (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).text();

  test("is rendered once per state of the form, and sessions gets the cached tag", async () => {
    page = { etag: '"1"', form, embed_origins: ["*"] };
    expect(await Promise.all([load(), load(), load()])).toEqual(["<p>1</p>", "<p>1</p>", "<p>1</p>"]);
    expect(await load()).toBe("<p>1</p>");
    expect(asked.at(-1)).toBe('"1"');
    page = { etag: '"2"', form, embed_origins: ["*"] };
    expect([await load(), await load()]).toEqual(["<p>2</p>", "<p>2</p>"]);
    expect(rendered).toBe(2);
  });
});

describe("respondents over the rate limit", () => {
  let gateway: GatewayAlone;
  beforeAll(async () => {
    Object.assign(process.env, { PORT: "0", RATE_LIMITS: "on", RATE_LIMIT_PUBLIC_PER_MINUTE: "2" });
    const { startGatewayAlone } = await import("../../support/gatewayAlone.ts");
    gateway = await startGatewayAlone();
    await eventually(async () => expect((await fetch(`${gateway.url}/embed.js`)).status).toBe(200), 60);
  });
  afterAll(() => gateway?.stop());

  test("get a page that asks them to wait; files and previews aren't counted", async () => {
    const statuses = [];
    for (const path of ["/f/lunch", "/f/lunch", "/f/lunch", "/f/lunch?preview", "/embed.js"]) {
      const response = await fetch(gateway.url + path);
      statuses.push(response.status);
      if (response.status !== 429) continue;
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await response.text()).toContain("Try again in a moment");
    }
    expect(statuses).toEqual([200, 200, 429, 200, 200]);
    // it looks for an account once, in the background (http/hosts.ts)
    const called = gateway.called.filter((action) => action !== "auth.hasAccount");
    expect(called).toEqual(["sessions.formPage", "sessions.formPage"]);
  });
});

describe("before the pages are built", () => {
  /** Answers a request at the very start, when nothing is loaded yet. */
  async function answered(accept: string): Promise<Response> {
    const { openWebPages } = await import("../../../services/gateway/web/pages.ts");
    const server = createServer((req, res) => {
      const pages = openWebPages(pino({ enabled: false }) as never);
      const answer = pages.answering(req, res);
      answer?.({} as never).catch(({ message }) => res.writeHead(503).end(message));
      pages.close();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return fetch(url, { headers: { Accept: accept } }).finally(() => server.close());
  }

  test("a browser gets a page that reloads, and others get an error", async () => {
    const page = await answered("text/html,*/*;q=0.8");
    expect(page.status).toBe(503);
    expect(page.headers.get("refresh")).toBe("2");
    expect(await page.text()).toContain("<h1>Pathform is starting</h1>");
    const other = await answered("*/*");
    expect([other.status, other.headers.get("refresh")]).toEqual([503, null]);
    expect(await other.text()).toContain("The pages are being built");
  });
});
