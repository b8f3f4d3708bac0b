import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { client, cookieOf, expecting } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { migratedDatabase, type TestDatabase } from "../support/postgres.ts";
import { type Product, startProduct } from "../support/product.ts";
import { rowsWith } from "../support/rowsWith.ts";
import { survey } from "../support/sampleGraphs.ts";

/** Erasure leaves nothing behind of a workspace whose seven days are over (teams §20.13). `canaries.test.ts` erases a response. */
const password = "correct horse battery";
let database: TestDatabase;
let product: Product;
let admin: pg.Client;
beforeAll(async () => {
  database = await migratedDatabase();
  product = await startProduct({ way: "one", database });
  admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
}, 120_000);
afterAll(async () => {
  await admin?.end();
  await product?.stop();
}, 60_000);

test("are deleted with everything in them, and leave their people's other workspaces", async () => {
  const by = (headers: Record<string, string> = {}) => client(headers, product.url, false);
  const registered = await expecting(
    201,
    by().post("/api/auth/register/", { email: "ada@example.com", password, name: "Ada" }),
  );
  const cookie = cookieOf(registered);
  const home = registered.body.account_id;
  const { body: lab } = await expecting(201, by({ cookie }).post("/api/workspaces/", { name: "Lab" }));
  const publish = async (workspace: string) => {
    const me = by({ cookie, "pathform-workspace": workspace });
    const { slug } = (await expecting(201, me.post("/api/v2/form/", { title: "A form" }))).body;
    await expecting(200, me.put(`/api/v2/form/${slug}/draft/`, { graph: survey() }));
    await expecting(201, me.post(`/api/v2/form/${slug}/publish/`));
    const { id } = (await expecting(201, by().post(`/api/v2/r/${slug}/start/`))).body;
    await expecting(200, by().post(`/api/v2/r/session/${id}/next/`, { node_id: "name", value: "Grace" }));
    return { slug, session: id };
  };
  const [gone, kept] = [await publish(home), await publish(lab.id)];
  await expecting(
    201,
    by({ cookie }).post("/api/integrations/webhook/", {
      name: "Receiver",
      config: { url: "https://hooks.example.com/pathform" },
    }),
  );

  const { name } = (await expecting(200, by({ cookie }).get(`/api/workspaces/${home}/`))).body;
  await expecting(200, by({ cookie }).post(`/api/workspaces/${home}/delete/`, { name, password }));
  expect(await rowsWith(admin, gone.session)).not.toEqual({});
  await admin.query("update auth.accounts set deletes_at = now() - interval '1 minute' where id = $1", [home]);

  // auth looks for workspaces whose time has come once a minute
  await eventually(async () => expect(await rowsWith(admin, home)).toEqual({}), 150);
  expect(await rowsWith(admin, gone.session)).toEqual({});
  await expecting(404, by().get(`/api/v2/r/${gone.slug}/`));
  await expecting(200, by().get(`/api/v2/r/${kept.slug}/`));
  await expecting(200, by().get(`/api/v2/r/session/${kept.session}/`));
  const { body: me } = await expecting(200, by().post("/api/auth/login/", { email: "ada@example.com", password }));
  expect(me.workspace).toMatchObject({ id: lab.id });
}, 240_000);
