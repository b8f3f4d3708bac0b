import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { FaultPoint } from "../../shared/platform/faultPoint.ts";
import { expecting, type Owner, owner, publishForm } from "../support/api.ts";
import { openKills } from "../support/kills.ts";
import { type Product, startProduct } from "../support/product.ts";
import { importFile, importOver, sendFile } from "../support/responseImports.ts";
import { chain, node } from "../support/sampleGraphs.ts";

/** An import of responses while the copy that runs it is killed (wants §25): no row is stored twice or lost. */
let product: Product;
let me: Owner;
const kills = openKills("imports");

beforeAll(async () => {
  product = await startProduct({
    way: "many",
    env: kills.env,
    copies: ["sessions-2"],
    others: ["gateway", "auth", "forms", "analytics", "integrations"],
  });
  me = await owner(product.url);
}, 240_000);
afterAll(() => product?.stop(), 60_000);

const rows = 1_000;
const file = ["id,name", ...Array.from({ length: rows }, (_, at) => `r${at},Person ${at}`)].join("\n");
const upload = { file, mapping: { columns: { id: "id" } } };

test.each(["import-storing", "import-stored"] satisfies FaultPoint[])(
  "a copy that dies at %s leaves the rest to another",
  async (point) => {
    const slug = await publishForm(me, chain(node("name", "short_text")));
    kills.arm(point);
    const { body } = await expecting(202, sendFile(me, slug, upload));
    await product.start(await kills.died(product, point));
    expect(await importOver(me, slug, body.id)).toMatchObject({ status: "done", rows, stored: rows, skipped: 0 });
    const { body: list } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/`));
    expect(list.count).toBe(rows);
    expect(await importFile(me, slug, upload)).toMatchObject({ stored: 0, skipped: rows });
  },
  240_000,
);
