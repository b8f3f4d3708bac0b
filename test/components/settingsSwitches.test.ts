import { examples } from "../../services/gateway/openapi/examples.ts";
import * as words from "../../services/web/strings/en/dashboard/formSettings.ts";
import { noReceivers, notice as privacyNotice } from "../../services/web/strings/en/dashboard/privacy.ts";
import type { FormDetail } from "../../shared/api/shapes/forms.ts";
import { openPage, screen, waitFor } from "./support/page.ts";

/** Switches in a form's settings (features §15, wants §23). */
test.each([
  ["bot protection", words.botProtection, "bot_protection", ["challenge", "off"]],
  ["finishing on another device", words.finishLater, "resume", ["mail", "device"]],
] as const)("turns %s on and off", async (_, name, field, [on, off]) => {
  let form: FormDetail = examples.FormDetail;
  const sent: unknown[] = [];
  const user = await openPage(`/forms/${form.slug}/settings`, {
    "GET /api/v2/theme/": { count: 1, next: null, previous: null, results: [examples.Theme] },
    "PATCH /api/v2/form/{slug}/": async (request: Request) => {
      const changes = await request.json();
      sent.push(changes);
      form = { ...form, ...changes };
      return form;
    },
    "GET /api/v2/form/{slug}/": () => form,
  });
  const box = await screen.findByRole<HTMLInputElement>("switch", { name });
  expect(box.checked).toBe(false);
  for (const value of [on, off]) {
    await user.click(box);
    await user.click(screen.getByRole("button", { name: words.save }));
    await waitFor(() => expect(sent.at(-1)).toEqual({ [field]: value }));
    await waitFor(() => expect(box.checked).toBe(value === on));
  }
  expect(sent).toHaveLength(2);
});

test("asks for a mail server only where there is none, and puts the address before the slug", async () => {
  const themes = { "GET /api/v2/theme/": { count: 1, next: null, previous: null, results: [examples.Theme] } };
  const address = `/forms/${examples.FormDetail.slug}/settings`;
  await openPage(address, themes);
  await screen.findByText(words.finishLaterHint(true));
  screen.getByText(`${location.host}/f/`);
  await openPage(address, { ...themes, "GET /api/auth/options/": { ...examples.EntryOptions, mail: false } });
  await screen.findByText(words.finishLaterHint(false));
});

test("shows Archive only when nothing above it will move it, also if a list can't be read", async () => {
  const waiting = Promise.withResolvers<Response>();
  await openPage(`/forms/${examples.FormDetail.slug}/settings`, {
    "GET /api/v2/theme/": { count: 1, next: null, previous: null, results: [examples.Theme] },
    "GET /api/v2/form/{slug}/mails/": () => waiting.promise,
  });
  await screen.findByText(privacyNotice);
  await screen.findByText(noReceivers);
  expect(screen.queryByRole("button", { name: words.archive })).toBeNull();
  waiting.resolve(Response.json({ detail: "Something went wrong." }, { status: 500 }));
  await screen.findByRole("button", { name: words.archive });
});
