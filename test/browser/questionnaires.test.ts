import type { Page } from "playwright-core";
import type { GraphNode } from "../../shared/domain/graph/types.ts";
import { allTypesAnswers, allTypesKeys } from "../support/allTypes.ts";
import { expecting, type Owner, owner, publishForm } from "../support/api.ts";
import { images } from "../support/images.ts";
import { sampleForm } from "../support/sampleForms.ts";
import { visit } from "./support/browser.ts";
import { treeOf } from "./support/tree.ts";

/** Completes the sample questionnaires with a keyboard and a screen reader. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

/** Keys in order; `"…"` is typed. Default: the last option's letter and Enter. */
type Keys = Record<string, (string | ((page: Page) => Promise<void>))[]>;

const allTypes: Keys = {
  ...allTypesKeys,
  phone: [(page) => page.getByLabel("Country").waitFor(), ...allTypesKeys.phone],
  photos: [(page) => chooseFile(page), (page) => toButton(page, "Continue"), "Enter"],
};

test.each<[name: string, query: string, keys: Keys, answers: Record<string, unknown>, end: string]>([
  ["phq-9", "", { welcome: ["Enter"] }, { phq1: "nearly_every_day", phq9: "nearly_every_day" }, "end_severe"],
  ["audit", "", { welcome: ["Enter"] }, { audit2: "10_or_more", audit10: "last_year" }, "end_zone_4"],
  ["all-types", "?ticket=vip", allTypes, allTypesAnswers, "end_happy"],
])("completes %s by keyboard alone, with named controls and described errors", async (...row) => {
  const [name, query, keys, answers, end] = row;
  const { graph } = sampleForm(name);
  const slug = await publishForm(me, graph);
  const { page, context, expect: expectComplaint } = await visit(null);
  // images of the sample, whose content doesn't matter
  expectComplaint(/^a request to https:\/\/example\.com\//);
  await context.route("https://example.com/**", (route) =>
    route.fulfill({ contentType: "image/png", body: images.png }),
  );
  // registered early, because a listener added with the key may be too late
  page.on("filechooser", (chooser) =>
    chooser.setFiles({ name: "photo.png", mimeType: "image/png", buffer: images.png }),
  );
  await page.goto(`/f/${slug}${query}`);
  const tree = await treeOf(page);

  let current = graph.nodes[0]?.id ?? "";
  while (current !== end) {
    await page.locator(`[id="${current}-title"]`).waitFor();
    const node = graph.nodes.find(({ id }) => id === current) as GraphNode;
    expect([current, await tree.nameless()]).toEqual([current, []]);
    // the page that opens leaves the focus where it is
    if (current === graph.nodes[0]?.id) await page.keyboard.press("Tab");
    await hasFocus(page);
    if (node.data.is_required) {
      await page.keyboard.press("Enter");
      const alert = page.getByRole("alert").filter({ hasText: /\.$/ });
      await alert.waitFor();
      const field = await tree.focusedField();
      expect([field.name, namesOf(node).some((it) => field.name.startsWith(it))]).toEqual([field.name, true]);
      expect(field.description).toContain(await alert.textContent());
    }
    for (const key of keys[current] ?? [lastLetter(node), "Enter"]) {
      if (typeof key === "function") await key(page);
      else if (key.startsWith('"')) await page.keyboard.type(key.slice(1, -1));
      else await page.keyboard.press(key);
    }
    current = await nextShown(page, current);
  }
  await page.getByText("Your score").waitFor();
  expect(await answersIn(slug)).toMatchObject(answers);
});

/** Returns the answers of the only completed session, by node id. */
async function answersIn(slug: string): Promise<Record<string, unknown>> {
  const list = await expecting(200, me.get(`/api/v2/form/${slug}/responses/?status=completed`));
  const detail = await expecting(200, me.get(`/api/v2/form/${slug}/responses/${list.body.results[0].id}/`));
  const rows = detail.body.answers as { node_id: string; answer: unknown }[];
  return Object.fromEntries(rows.map(({ node_id, answer }) => [node_id, answer]));
}

/** Returns possible names of a node's field: its title, or the label of a matrix row. */
function namesOf({ data }: GraphNode): string[] {
  const rows = (data.config?.rows as { label: string }[] | undefined) ?? [];
  return [...rows.map(({ label }) => label), (data.title ?? "").replace("{{answer:name}}", "Ada")];
}

/** Returns the letter of the last option, which scores highest. */
const lastLetter = ({ data }: GraphNode) =>
  "abcdefghijk"[((data.config?.options as unknown[]) ?? []).length - 1] ?? "a";

const shownNode = () => document.querySelector("[data-heading]")?.id.replace(/-title$/, "") ?? "";

async function nextShown(page: Page, current: string): Promise<string> {
  await page.waitForFunction((it) => document.querySelector("[data-heading]")?.id !== `${it}-title`, current);
  return page.evaluate(shownNode);
}

/** Waits until the question has the focus. */
async function hasFocus(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.closest("form.question") !== null);
}

async function chooseFile(page: Page): Promise<void> {
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove photo.png" }).waitFor();
}

async function toButton(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name });
  while (!(await button.evaluate((element) => element === document.activeElement))) await page.keyboard.press("Tab");
}
