import type { Page } from "playwright-core";
import { expecting, next, type Owner, owner, publishForm, start, walk } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { accessibilityProblems, visit } from "./support/browser.ts";

/** Places of options, unique answers and pages in random order, in a real browser (wants §22). */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const options = [
  { value: "early", label: "Early", limit: 1 },
  { value: "late", label: "Late", limit: 5 },
];
const goOn = (page: Page) => page.getByRole("button", { name: "Continue" }).click();

test("says which options are full, and leads back to one that filled up", async () => {
  const slug = await publishForm(
    me,
    chain(
      node("name", "short_text", { unique: true }),
      node("shift", "multiple_choice", { options, show_places: true }, true),
      node("note", "short_text"),
    ),
  );
  const { page, expect: expectComplaint } = await visit(`/f/${slug}`);
  expectComplaint(/status of 4\d\d/);
  await page.getByRole("textbox").fill("Ada");
  await goOn(page);
  const places = (option: string) => page.getByRole("radio", { name: option }).locator(".places");
  await page.getByRole("radio", { name: "Early Places left: 1" }).waitFor();
  const [few, many] = await Promise.all(
    ["Early", "Late"].map((option) => places(option).evaluate((it) => getComputedStyle(it).color)),
  );
  expect(few).not.toBe(many);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("radio", { name: "Early" }).click();
  await page.getByRole("heading", { name: "About note" }).waitFor();
  await walk(slug, { name: "Bob", shift: "early" });
  await page.getByRole("textbox").fill("Bye");
  await goOn(page);
  await page.getByText("This option is full. Choose another one.").waitFor();
  const full = page.getByRole("radio", { name: "Early Full" });
  await eventually(async () => expect(await full.getAttribute("aria-disabled")).toBe("true"));
  // the options left aren't wrong, and the message stays
  expect(await full.getAttribute("aria-checked")).toBe("false");
  expect(await page.getByRole("radiogroup").getAttribute("aria-invalid")).toBeNull();
  await page.getByText("This option is full. Choose another one.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("radio", { name: "Late Places left: 5" }).click();
  await eventually(async () => {
    const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/?status=completed`));
    if (body.count < 2) {
      // the note is asked again
      if (await page.getByRole("textbox").isVisible()) await goOn(page);
    }
    expect(body.count).toBe(2);
  });
  expect((await expecting(200, me.get(`/api/v2/r/${slug}/places/`))).body).toEqual({ shift: { early: 0, late: 4 } });
});

test("says that an answer is taken at its question", async () => {
  const slug = await publishForm(me, chain(node("code", "short_text", { unique: true }, true)));
  await walk(slug, { code: "A1" });
  const { page, expect: expectComplaint } = await visit(`/f/${slug}`);
  expectComplaint(/status of 4\d\d/);
  await page.getByRole("textbox").fill("a1");
  await goOn(page);
  await page.getByText("Someone has already given this answer. Enter another one.").waitFor();
});

test("shows a page's questions in an order that stays after a reload", async () => {
  const ids = ["a", "b", "c", "d", "e"];
  const graph = {
    ...chain(...ids.map((id) => node(id, "short_text", {}, true))),
    pages: [{ id: "p", node_ids: ids, shuffle: true }],
  };
  const slug = await publishForm(me, graph);
  const { page } = await visit(`/f/${slug}`);
  const titles = async () =>
    (await page.getByRole("heading", { level: 2 }).allInnerTexts()).map((title) => /About (\w)/.exec(title)?.[1]);
  await page.getByRole("textbox", { name: "About a" }).fill("Ada");
  let detail: { id: string; order: { p: string[] } } | undefined;
  await eventually(async () => {
    const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/`));
    detail = (await expecting(200, me.get(`/api/v2/form/${slug}/responses/${body.results[0]?.id}/`))).body;
  });
  const wanted = detail?.order.p;
  await eventually(async () => expect(await titles()).toEqual(wanted));
  await page.reload();
  await eventually(async () => expect(await titles()).toEqual(wanted));
  // by the API, the path stays that of the edges
  const session = await start(slug);
  expect((await next(session, "a", "x")).body).toMatchObject({ next_node_id: "b" });
});
