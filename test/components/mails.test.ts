import { deliveryExamples } from "../../services/gateway/openapi/examples/deliveries.ts";
import { examples } from "../../services/gateway/openapi/examples.ts";
import { addComparison } from "../../services/web/strings/en/dashboard/builder/conditions.ts";
import { statuses } from "../../services/web/strings/en/dashboard/deliveries.ts";
import { omitPersonal, save } from "../../services/web/strings/en/dashboard/integrations.ts";
import * as letters from "../../services/web/strings/en/dashboard/letters.ts";
import * as words from "../../services/web/strings/en/dashboard/mails.ts";
import { accessibilityProblems, openPage, screen, waitFor, within } from "./support/page.ts";

/** Email notifications and conditions on a form's Integrations page (features §17). */
const address = "/forms/lunch/integrations";
const none = { count: 0, next: null, previous: null, results: [] };
const listed = (...results: unknown[]) => ({ ...none, count: results.length, results });
const { Mail: mail } = deliveryExamples;
const lists = {
  "GET /api/v2/form/{slug}/integrations/": none,
  "GET /api/v2/form/{slug}/mails/": none,
};

/** Records the bodies of requests, and responds with the mail. */
function recording(response: unknown) {
  const bodies: Record<string, unknown>[] = [];
  const answer = async (request: Request) => {
    bodies.push(JSON.parse(await request.text()));
    return response;
  };
  return { bodies, answer };
}

test("says what to set on a server without mail, and offers nothing to add", async () => {
  await openPage(address, { ...lists, "GET /api/auth/options/": { ...examples.EntryOptions, mail: false } });
  await screen.findByText(words.noMail);
  expect(screen.queryByRole("button", { name: words.add })).toBeNull();
  expect(await accessibilityProblems()).toEqual([]);
});

test("creates an email notification to the owner with a condition", async () => {
  const { bodies, answer } = recording(mail);
  const user = await openPage(address, { ...lists, "POST /api/v2/form/{slug}/mails/": answer });
  await user.click(await screen.findByRole("button", { name: words.add }));
  const dialog = within(await screen.findByRole("dialog"));
  await waitFor(() => expect(dialog.getByLabelText(words.to)).toHaveProperty("value", examples.User.email));
  await user.click(dialog.getByText(letters.moreOptions));
  await user.click(await dialog.findByRole("button", { name: words.addCondition }));
  await dialog.findByRole("button", { name: addComparison });
  expect(await accessibilityProblems()).toEqual([]);
  await user.click(dialog.getByRole("button", { name: words.create }));
  await waitFor(() => expect(bodies).toHaveLength(1));
  expect(bodies[0]).toMatchObject({
    to: [examples.User.email],
    to_node_id: null,
    subject: words.defaultSubject,
    digest: "none",
    condition: { left: { type: "answer" } },
  });
});

test("takes addresses as they are copied from an email", async () => {
  const { bodies, answer } = recording(mail);
  const user = await openPage(address, { ...lists, "POST /api/v2/form/{slug}/mails/": answer });
  await user.click(await screen.findByRole("button", { name: words.add }));
  const dialog = within(await screen.findByRole("dialog"));
  await waitFor(() => expect(dialog.getByLabelText(words.to)).toHaveProperty("value", examples.User.email));
  await user.clear(dialog.getByLabelText(words.to));
  await user.type(dialog.getByLabelText(words.to), "Lovelace, Ada <ada@example.com>; bob@example.com");
  await user.click(dialog.getByRole("button", { name: words.create }));
  await waitFor(() => expect(bodies).toMatchObject([{ to: ["ada@example.com", "bob@example.com"] }]));
});

test("says at the field which address is wrong", async () => {
  const errors = ["to.1: must be an email address"];
  const refused = () => Response.json({ detail: "Invalid.", errors }, { status: 400 });
  const user = await openPage(address, { ...lists, "POST /api/v2/form/{slug}/mails/": refused });
  await user.click(await screen.findByRole("button", { name: words.add }));
  const dialog = within(await screen.findByRole("dialog"));
  await waitFor(() => expect(dialog.getByLabelText(words.to)).toHaveProperty("value", examples.User.email));
  await user.type(dialog.getByLabelText(words.to), "\nada@lovelace");
  await user.click(dialog.getByRole("button", { name: words.create }));
  await dialog.findByText(words.badAddress("ada@lovelace"));
  expect(dialog.getByLabelText(words.to).getAttribute("aria-invalid")).toBe("true");
  expect(dialog.queryByText(/to\.1/)).toBeNull();
});

test("lists notifications with their state, and shows what a condition excluded", async () => {
  const delivery = { ...deliveryExamples.Delivery, integration_type: "mail", status: "skipped", response_code: null };
  const user = await openPage(address, {
    ...lists,
    "GET /api/v2/form/{slug}/mails/": listed({ ...mail, status: "pending" }),
    "GET /api/v2/form/{slug}/mails/{id}/deliveries/": listed(delivery),
  });
  await screen.findByText(words.statuses.pending);
  await user.click(screen.getByRole("button", { name: words.menuOf(mail.name) }));
  await user.click(await screen.findByRole("menuitem", { name: words.showLog }));
  await screen.findByText(statuses.skipped);
});

test("asks again when a stopped notification is enabled", async () => {
  const { bodies, answer } = recording(mail);
  const user = await openPage(address, {
    ...lists,
    "GET /api/v2/form/{slug}/mails/": listed({ ...mail, status: "stopped" }),
    "PATCH /api/v2/form/{slug}/mails/{id}/": answer,
  });
  await user.click(await screen.findByRole("button", { name: words.menuOf(mail.name) }));
  await user.click(await screen.findByRole("menuitem", { name: words.enable }));
  await waitFor(() => expect(bodies).toEqual([{ is_enabled: true }]));
});

test("removes the condition of an attached integration", async () => {
  const { bodies, answer } = recording({ ...examples.Attachment, condition: null });
  const user = await openPage(address, {
    ...lists,
    "GET /api/v2/form/{slug}/integrations/": listed(examples.Attachment),
    "PATCH /api/v2/form/{slug}/integrations/{id}/": answer,
  });
  await user.click(await screen.findByRole("button", { name: examples.Attachment.integration_name }));
  await user.click(await screen.findByRole("button", { name: words.removeCondition }));
  await user.click(screen.getByRole("button", { name: save }));
  await waitFor(() => expect(bodies).toEqual([{ condition: null }]));
});

test("edits a copy's texts in the form's languages, a tab each", async () => {
  const { bodies, answer } = recording(mail);
  const graph = {
    schema_version: "2.0",
    nodes: [{ id: "mail", question_type: "email", data: { title: "Your email" } }],
    edges: [],
    translations: { de: { "mail.title": "E-Mail" }, fr: {} },
  };
  const user = await openPage(address, {
    ...lists,
    "GET /api/v2/form/{slug}/versions/{version_number}/": { ...examples.VersionDetail, graph },
    "POST /api/v2/form/{slug}/mails/": answer,
  });
  await user.click(await screen.findByRole("button", { name: words.add }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.selectOptions(dialog.getByLabelText(words.recipients), "to_node_id");
  await user.click(await dialog.findByRole("tab", { name: "German" }));
  await user.type(dialog.getByRole("textbox", { name: letters.text }), "Danke");
  expect(await accessibilityProblems()).toEqual([]);
  await user.click(dialog.getByRole("tab", { name: "French" }));
  await user.click(dialog.getByRole("button", { name: words.create }));
  await waitFor(() => expect(bodies).toHaveLength(1));
  const german = { subject: words.defaultCopySubject, text: "Danke" };
  expect(bodies[0]).toMatchObject({ subject: words.defaultCopySubject, translations: { de: german } });
  expect(bodies[0]?.translations).not.toHaveProperty("fr");
});

test("inserts an answer at the cursor, and previews the letter with its sender", async () => {
  const { bodies, answer } = recording(mail);
  const graph = {
    schema_version: "2.0",
    nodes: [
      { id: "name", question_type: "short_text", data: { title: "Your name" } },
      { id: "secret", question_type: "short_text", data: { title: "Your street", is_personal: true } },
      { id: "end", question_type: "end_screen", data: { title: "Thanks" } },
    ],
    edges: [],
    hidden_fields: ["plan"],
    calculations: [{ key: "points", title: "Points", terms: [], bands: [{ key: "low", label: "Low" }] }],
  };
  const user = await openPage(address, {
    ...lists,
    "GET /api/v2/form/{slug}/versions/{version_number}/": { ...examples.VersionDetail, graph },
    "POST /api/v2/form/{slug}/mails/": answer,
  });
  await user.click(await screen.findByRole("button", { name: words.add }));
  const dialog = within(await screen.findByRole("dialog"));
  const preview = within(dialog.getByRole("region", { name: letters.preview }));
  await preview.findByText(`New response: ${examples.FormDetail.title}`);
  const text = dialog.getByRole<HTMLTextAreaElement>("textbox", { name: letters.text });
  await user.type(text, "From !");
  text.setSelectionRange(5, 5);
  await user.click(dialog.getByRole("button", { name: letters.insertInto(letters.text) }));
  const offered = (await screen.findAllByRole("menuitem")).map((item) => item.textContent);
  expect(offered.map((label) => label?.replace(/(Short text|Score|Band of a score|Hidden field)$/, ""))).toEqual([
    "Your name",
    "Your street",
    "Points",
    "Points (band)",
    "plan",
    letters.formTitle,
    words.responseLink,
  ]);
  await user.click(screen.getByRole("menuitem", { name: /Your name/ }));
  expect(text.value).toBe("From {{answer:name}}!");
  const letter = () => preview.getByTitle<HTMLIFrameElement>(words.preview).srcdoc;
  await waitFor(() => expect(letter()).toContain("From [Your name]!"));
  for (const title of ["Your name", "Your street"]) expect(letter()).toContain(`${title}</`);
  await user.click(dialog.getByText(letters.moreOptions));
  await user.click(dialog.getByRole("switch", { name: omitPersonal }));
  expect(letter()).not.toContain("Your street");
  await user.click(dialog.getByRole("button", { name: words.create }));
  await waitFor(() => expect(bodies).toMatchObject([{ text: "From {{answer:name}}!", personal: "omit" }]));
});

test("offers no answers to daily emails, and no link to respondents", async () => {
  const user = await openPage(address, lists);
  await user.click(await screen.findByRole("button", { name: words.add }));
  const dialog = within(await screen.findByRole("dialog"));
  const offered = async () => {
    await user.click(dialog.getByRole("button", { name: letters.insertInto(letters.subject) }));
    const labels = (await screen.findAllByRole("menuitem")).map((item) => item.textContent);
    await user.keyboard("{Escape}");
    return labels;
  };
  await user.click(dialog.getByText(letters.moreOptions));
  await user.selectOptions(dialog.getByLabelText(words.digest), "daily");
  expect(await offered()).toEqual([letters.formTitle, words.responsesLink]);
  await user.type(dialog.getByRole("textbox", { name: letters.text }), "Thanks");
  await user.selectOptions(dialog.getByLabelText(words.recipients), "to_node_id");
  expect(dialog.getByLabelText(letters.subject)).toHaveProperty("value", words.defaultCopySubject);
  expect(await offered()).not.toContain(words.responseLink);
});
