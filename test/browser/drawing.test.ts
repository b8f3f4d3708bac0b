import type { Page } from "playwright-core";
import { expecting, type Owner, owner, publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { accessibilityProblems, visit } from "./support/browser.ts";

/** Signatures, dates with times and photos on the page (wants §23). */
let me: Owner;
let slug: string;
beforeAll(async () => {
  me = await owner();
  const sign = node("sign", "file_upload", { input: "draw" }, true);
  sign.data.title = "Your signature";
  slug = await publishForm(me, chain(sign, node("color", "short_text")));
});

const sheet = (page: Page) => page.getByRole("img", { name: "Drawing area" });
const next = (page: Page) => page.getByRole("textbox", { name: /About color/ });

async function draw(page: Page, from = 0.2): Promise<void> {
  const box = await sheet(page).boundingBox();
  if (!box) throw new Error("no sheet");
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.move(...at(from, 0.7));
  await page.mouse.down();
  for (let step = 0; step <= 20; step += 1)
    await page.mouse.move(...at(from + 0.03 * step, 0.5 + 0.25 * Math.sin(step)));
  await page.mouse.up();
}

/** Returns the width, height and number of dark pixels of the latest answer's image, as the owner downloads it. */
async function imageOf(page: Page): Promise<{ width: number; height: number; dark: number }> {
  const answer = await eventually(async () => {
    const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/?include=answers`));
    const found = body.results[0]?.answers.sign?.value;
    expect(found).toHaveLength(1);
    return found as string[];
  });
  const file = await fetch(answer[0] as string, { headers: { authorization: `Bearer ${me.key}` } });
  expect(file.headers.get("content-type")).toBe("image/png");
  const bytes = Buffer.from(await file.arrayBuffer()).toString("base64");
  return page.evaluate(async (base64) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (it) => it.charCodeAt(0))]));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const dark = Array.from({ length: data.length / 4 }, (_, at) => data[at * 4] as number).filter((red) => red < 128);
    return { width: image.width, height: image.height, dark: dark.length };
  }, bytes);
}

test("a signature is drawn with a mouse, cleared, drawn again and stored", async () => {
  const { page, expect: allow } = await visit(`/f/${slug}`, {
    colorScheme: "dark",
    viewport: { width: 1000, height: 900 },
  });
  // an answer still names the removed one
  allow(/409/);
  await draw(page);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").filter({ hasText: "Draw, or type your name." }).waitFor();
  await draw(page);
  // stored before it continues
  await page.getByRole("button", { name: "Continue" }).click();
  await next(page).waitFor();
  const { width, height, dark } = await imageOf(page);
  // dark ink on white, also on a dark page
  expect([width > 600, height, dark > 1_000, dark < 30_000]).toEqual([true, 440, true, true]);
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("button", { name: "Remove drawing.png" }).click();
  await draw(page, 0.1);
  await page.getByRole("status").filter({ hasText: "Drawing saved." }).waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await next(page).waitFor();
});

test("a name is typed by keyboard alone, and Enter stores it and continues", async () => {
  const { page } = await visit(`/f/${slug}`);
  await page.getByRole("radio", { name: "Draw" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Mira Kask");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await next(page).waitFor();
  expect((await imageOf(page)).dark).toBeGreaterThan(500);
});

test("a drawing that can't be sent waits for the connection", async () => {
  const { page, context, expect: allow } = await visit(`/f/${slug}`);
  allow(/ERR_INTERNET_DISCONNECTED/);
  await draw(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").filter({ hasText: "Couldn’t save your drawing." }).waitFor();
  await context.setOffline(false);
  await page.getByRole("status").filter({ hasText: "Drawing saved." }).waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await next(page).waitFor();
});

test("dates with times and times are typed, checked and stored", async () => {
  const dates = await publishForm(
    me,
    chain(
      node("start", "date", { precision: "minute", min: "2026-11-21T14:30" }, true),
      node("at", "date", { precision: "time", max: "17:00" }, true),
    ),
  );
  const { page } = await visit(`/f/${dates}`);
  const field = (name: string) => page.getByLabel(new RegExp(`About ${name}`));
  await page.getByText("From November 21, 2026 at 2:30 PM").waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").filter({ hasText: "Enter the full date and a time." }).waitFor();
  await field("start").fill("2026-11-21T14:29");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").filter({ hasText: "Enter November 21, 2026 at 2:30 PM or later." }).waitFor();
  await field("start").fill("2026-11-22T09:05");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Until 5:00 PM").waitFor();
  await field("at").fill("17:01");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").filter({ hasText: "Enter 5:00 PM or earlier." }).waitFor();
  await field("at").fill("08:00");
  await page.getByRole("button", { name: "Continue" }).click();
  await eventually(async () => {
    const { body } = await expecting(200, me.get(`/api/v2/form/${dates}/responses/?include=answers`));
    const { start, at } = body.results[0].answers;
    expect([start.value, at.value]).toEqual(["2026-11-22T09:05", "08:00"]);
  });
});

test("a question for photos opens the camera of a phone", async () => {
  const photo = await publishForm(me, chain(node("face", "file_upload", { input: "photo" }, true)));
  const { page } = await visit(`/f/${photo}`);
  const field = page.locator("input[type=file]");
  expect(await field.evaluate((it: HTMLInputElement) => [it.getAttribute("capture"), it.accept])).toEqual([
    "environment",
    "image/*",
  ]);
  await page.getByText("Take a photo").waitFor();
});
