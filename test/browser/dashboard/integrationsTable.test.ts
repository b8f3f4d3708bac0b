import { expecting, owner } from "../../support/api.ts";
import { visitAs } from "../support/browser.ts";

test.each([1280, 1440])("shows deliveries, success rate and use of integrations at %i px", async (width) => {
  const me = await owner();
  const body = { name: "Analytics warehouse", config: { url: "https://hooks.example.com/pathform" } };
  await expecting(201, me.post("/api/integrations/webhook/", body));
  const { page } = await visitAs(me, "/integrations", { viewport: { width, height: 700 } });
  const row = page.getByRole("row").filter({ hasText: body.name });
  await row.getByText("0 forms").waitFor();
  for (const name of ["Deliveries", "Success rate", "Used by"]) await page.getByText(name, { exact: true }).waitFor();
  const [outer, menu] = [await row.boundingBox(), await row.getByRole("button").last().boundingBox()];
  expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
});
