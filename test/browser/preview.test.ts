import { baseUrl, type Owner, owner, publishForm } from "../support/api.ts";
import { chain, end, node } from "../support/sampleGraphs.ts";
import { visit } from "./support/browser.ts";

/** The preview in the builder: an unpublished form whose answers aren't sent. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

test("shows each form that the embedding page sends, without requests", async () => {
  const slug = await publishForm(me, chain(node("q", "short_text")));
  const { body: form } = await me.get(`/api/v2/r/${slug}/`);
  const { page, context } = await visit(null);
  const builder = { contentType: "text/html", body: "<!doctype html><title>Builder</title>" };
  await context.route("**/builder", (route) => route.fulfill(builder));
  await page.goto("/builder");
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  const send = (title: string) =>
    page.evaluate(
      async ({ url, message }) => {
        let frame = document.querySelector("iframe");
        if (!frame) {
          frame = document.createElement("iframe");
          const ready = new Promise((resolve) => addEventListener("message", resolve, { once: true }));
          frame.src = url;
          frame.title = "Preview";
          document.body.append(frame);
          await ready;
        }
        frame.contentWindow?.postMessage(message, location.origin);
      },
      {
        url: `${baseUrl()}/f/not-published-yet?preview`,
        message: { pathform: 1, type: "preview", form: { ...form, graph: scored(title) } },
      },
    );
  const frame = page.frameLocator("iframe");
  await send("First draft");
  await frame.getByRole("radio", { name: "Yes" }).waitFor();
  await send("Second draft");
  await frame.getByRole("radiogroup", { name: "Second draft" }).waitFor();
  await frame.getByRole("radio", { name: "Yes" }).press("y");
  await frame.getByRole("button", { name: "Continue" }).click();
  await frame.getByText("Your score 7 of 7").waitFor();
  expect(calls.filter((path) => path.startsWith("/api/"))).toEqual([]);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

const scored = (title: string) => {
  const config = { scoring: { mode: "options", points: { yes: 7 } } };
  const question = { ...node("sure", "yes_no", config), data: { title, config } };
  const last = end("end", { show_score: true });
  return { ...chain(question), nodes: [question, last] };
};
