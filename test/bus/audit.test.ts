import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { AuditEntry } from "../../shared/api/shapes/audit.ts";
import type { Json } from "../../shared/domain/json.ts";
import { client, cookieOf, expecting, unique } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { type Product, startProduct } from "../support/product.ts";

/** Entries of the audit log while the processes that write and collect them are killed (teams §20.19). */
let product: Product;
beforeAll(async () => {
  product = await startProduct({ way: "many", others: ["sessions", "analytics", "integrations"] });
}, 120_000);
afterAll(() => product?.stop(), 60_000);

const workers = 4;
const changesEach = 40;

test("each change has exactly one entry, also when services are killed", async () => {
  const by = (headers: Record<string, string> = {}) => client(headers, product.url, false);
  const account = { email: `${unique()}@example.com`, password: "correct horse battery", name: "Ada" };
  const registered = await expecting(201, by().post("/api/auth/register/", account));
  const me = by({ cookie: cookieOf(registered) });
  const workspace = registered.body.account_id;
  const { slug } = (await expecting(201, me.post("/api/v2/form/", { title: "First" }))).body;

  let sent = 0;
  const accepted: string[] = [];
  /** Sends changes one after another. Those without an answer may have happened. */
  async function change(worker: number): Promise<void> {
    for (let count = 0; count < changesEach; count += 1) {
      const title = `Title ${worker}-${count}`;
      const reply = await me.patch(`/api/v2/form/${slug}/`, { title }).catch(() => null);
      sent += 1;
      if (reply?.status === 200) accepted.push(title);
    }
  }
  /** Kills a service each time that a share of the changes was sent. */
  async function fail(): Promise<void> {
    for (const [round, name] of (["forms", "auth", "forms", "auth"] as const).entries()) {
      await eventually(() => expect(sent).toBeGreaterThan((round * workers * changesEach) / 5), 60);
      await product.kill(name);
      await product.start(name);
    }
  }
  await Promise.all([fail(), ...Array.from({ length: workers }, (_, worker) => change(worker))]);
  await product.untilReady();
  expect(accepted.length).toBeGreaterThan(workers);

  const { title } = (await expecting(200, me.get(`/api/v2/form/${slug}/`))).body;
  await eventually(async () => {
    const entries = await changesOf(me, workspace);
    const steps = new Map(entries.map(({ before, after }) => [before, after]));
    // each change begins where the one before it ended, so that none is missing or there twice
    let [at, count]: [Json, number] = ["First", 0];
    for (; steps.has(at); at = steps.get(at) ?? null) count += 1;
    expect([at, count]).toEqual([title, entries.length]);
    expect(entries.map(({ after }) => after)).toEqual(expect.arrayContaining(accepted));
  }, 30);
}, 240_000);

/** Returns all changes of titles in the log. */
async function changesOf(me: ReturnType<typeof client>, workspace: string): Promise<AuditEntry["changes"]> {
  const found: AuditEntry["changes"] = [];
  let path: string | null = `/api/workspaces/${workspace}/audit/?action=form.changed&limit=100`;
  while (path) {
    const { body } = await expecting(200, me.get(path));
    for (const { changes } of body.results as AuditEntry[])
      found.push(...changes.filter(({ field }) => field === "title"));
    path = body.next && `/${body.next.split("/").slice(3).join("/")}`;
  }
  return found;
}
