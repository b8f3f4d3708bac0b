import { expecting, owner, publishForm, walk } from "../support/api.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { accessibilityProblems, visit } from "./support/browser.ts";

/** The page of public results (features §24.1). */
const long = "An option whose label takes more than one line on a small phone";
const graph = chain(
  node("pick", "multiple_choice", {
    options: [
      { value: "a", label: long },
      { value: "b", label: `${"b".repeat(60)}` },
    ],
  }),
  node("stars", "star_rating"),
);

test.each([
  ["en", "light"],
  ["ar", "dark"],
] as const)("is readable at 320 px in %s and %s, and on paper", async (locale, colorScheme) => {
  const me = await owner();
  const translations = { ar: { "pick.title": "ماذا تفضل؟" } };
  const slug = await publishForm(me, { ...graph, translations } as typeof graph);
  for (let at = 0; at < 9; at += 1) await walk(slug, { pick: at < 5 ? "a" : "b", stars: at < 4 ? 2 : 5 });
  const { body } = await expecting(201, me.put(`/api/v2/form/${slug}/results/`, { title: "Results" }));
  const { page } = await visit(new URL(body.url).pathname, {
    locale,
    colorScheme,
    viewport: { width: 320, height: 640 },
  });
  await page.getByRole("heading", { name: "Results" }).waitFor();
  expect(await page.getByRole("listitem").count()).toBe(4);
  expect(await page.locator("html").getAttribute("lang")).toBe(locale);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.emulateMedia({ media: "print" });
  const fill = await page
    .locator("rect")
    .nth(1)
    .evaluate((bar) => getComputedStyle(bar).fill);
  expect(fill).toBe("rgb(0, 0, 0)");
});

test("says why questions and figures are left out", async () => {
  const me = await owner();
  const pageOf = async (slug: string) => {
    const { body } = await expecting(201, me.put(`/api/v2/form/${slug}/results/`, { title: "Results" }));
    return (await visit(new URL(body.url).pathname)).page;
  };
  const unanswered = await pageOf(await publishForm(me, graph));
  await unanswered.getByText("Questions with fewer than 5 answers aren’t shown.").waitFor();
  const slug = await publishForm(me, graph);
  for (let at = 0; at < 5; at += 1) await walk(slug, { pick: at < 1 ? "a" : "b", stars: 5 });
  const page = await pageOf(slug);
  const pick = page.locator("section").filter({ has: page.getByRole("heading", { name: "About pick" }) });
  await pick.getByText("Answers: 5").waitFor();
  await pick.getByText("Figures that would tell a person’s answer aren’t shown.").waitFor();
});

test("shows a matrix by its rows, and says what a ranking and ranges of numbers count", async () => {
  const me = await owner();
  const options = ["Speed", "Price"].map((label) => ({ value: label.toLowerCase(), label }));
  const columns = ["Yes", "No"].map((label) => ({ value: label.toLowerCase(), label }));
  const rows = ["Friendly", "Fast"].map((label) => ({ key: label.toLowerCase(), label }));
  const parts = chain(
    node("grid", "matrix", { rows, columns }),
    node("rank", "ranking", { options }),
    node("years", "number", { unit: "years" }),
    node("visits", "number", { step: 1 }),
  );
  const slug = await publishForm(me, parts);
  for (let at = 0; at < 12; at += 1) {
    const [first, second] = at < 6 ? ["yes", "no"] : ["no", "yes"];
    const rank = at < 8 ? ["speed", "price"] : ["price", "speed"];
    await walk(slug, { grid: { friendly: first, fast: second }, rank, years: at % 3, visits: at % 3 });
  }
  const { body } = await expecting(201, me.put(`/api/v2/form/${slug}/results/`, { title: "Results" }));
  const { page } = await visit(new URL(body.url).pathname, { viewport: { width: 1000, height: 900 } });
  const textsOf = (name: string) =>
    page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: `About ${name}` }) })
      .innerText();
  expect(await textsOf("grid")).toMatch(/Friendly\s+Yes\s+6 50%\s+No\s+6 50%\s+Fast\s+Yes\s+6 50%\s+No\s+6 50%/);
  expect(await textsOf("rank")).toMatch(/How often each option was ranked first\.\s+Speed\s+8 67%\s+Price\s+4 33%/);
  expect(await textsOf("years")).toMatch(/0 – <1\s+4 33%\s+1 – <2\s+4 33%\s+2 – <3\s+4 33%\s+.*Average: 1 years/);
  expect(await textsOf("visits")).toMatch(/33%\s+0\s+.*33%\s+1\s+.*33%\s+2\s/s);
});
