import { examples } from "../../services/gateway/openapi/examples.ts";
import * as app from "../../services/web/strings/en/dashboard/app.ts";
import * as words from "../../services/web/strings/en/dashboard/developers.ts";
import * as formWords from "../../services/web/strings/en/dashboard/form.ts";
import { answer, failedAnswer, NoAnswer, openPage, screen } from "./support/page.ts";

/** Missing, foreign and truncated responses. test/web/answeredFetch.test.ts tests how they are distinguished. */
const keys = "GET /api/account/api-keys/";
const create = "POST /api/account/api-keys/";
const oneKey = { count: 1, next: null, previous: null, results: [examples.ApiKey] };

describe("a list", () => {
  test.each([
    ["after a timeout", () => Promise.reject(new NoAnswer()), app.noAnswer],
    ["after a truncated response", () => new Response('{"count": 1, "resu', json), app.brokenAnswer],
  ])("loads %s", async (_, lost, why) => {
    const waiting = Promise.withResolvers<void>();
    const user = await openPage("/developers/keys", { [keys]: () => waiting.promise.then(lost) });
    await screen.findByText(app.loading);
    waiting.resolve();
    await screen.findByText(why);
    answer({ [keys]: oneKey });
    await user.click(screen.getByRole("button", { name: app.retry }));
    await screen.findByText(examples.ApiKey.name);
  });
});

const json = { headers: { "content-type": "application/json" } };
const html = { headers: { "content-type": "text/html" } };

describe("typed text", () => {
  test("stays in its form until the service responds", async () => {
    const waiting = Promise.withResolvers<Response>();
    const user = await openPage("/developers/keys", { [keys]: oneKey, [create]: () => waiting.promise });
    await user.click(await screen.findByRole("button", { name: words.newKey }));
    await user.type(await screen.findByLabelText(words.keyName), "Typed once");
    const press = () => user.click(screen.getByRole("button", { name: words.createKey }));
    await press();
    expect(screen.getByRole("button", { name: words.createKey }).hasAttribute("data-busy")).toBe(true);
    waiting.reject(new NoAnswer());
    await screen.findByText(app.noAnswer);
    answer({ [create]: () => new Response("<h1>Welcome to our hotel</h1>", html) });
    await press();
    await screen.findByText(app.foreignAnswer);
    expect(screen.getByLabelText<HTMLInputElement>(words.keyName).value).toBe("Typed once");
    answer({ [create]: () => Response.json(examples.CreatedApiKey, { status: 201 }) });
    await press();
    await screen.findByRole("dialog", { name: words.keyCreatedTitle });
  });

  test("keeps a form's title after a failure, and saves it on another try", async () => {
    const form = "GET /api/v2/form/{slug}/";
    const rename = "PATCH /api/v2/form/{slug}/";
    const old = { ...examples.FormDetail, title: "Old title" };
    const user = await openPage(`/forms/${old.slug}/share`, { [form]: old, [rename]: () => failedAnswer(500, "No.") });
    await user.click(await screen.findByRole("button", { name: formWords.renameForm("Old title") }));
    const field = await screen.findByLabelText<HTMLInputElement>(formWords.formTitle);
    await user.clear(field);
    await user.type(field, "New title{Enter}");
    await screen.findByText(formWords.notRenamed);
    expect(screen.getByLabelText<HTMLInputElement>(formWords.formTitle).value).toBe("New title");
    const renamed = { ...old, title: "New title" };
    answer({ [form]: renamed, [rename]: renamed });
    await user.type(screen.getByLabelText(formWords.formTitle), "{Enter}");
    await screen.findByRole("button", { name: formWords.renameForm("New title") });
  });
});
