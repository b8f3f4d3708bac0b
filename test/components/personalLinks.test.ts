import { examples } from "../../services/gateway/openapi/examples.ts";
import { cancel } from "../../services/web/strings/en/dashboard/app.ts";
import { linkEvents, linkStatuses } from "../../services/web/strings/en/dashboard/deliveries.ts";
import * as letters from "../../services/web/strings/en/dashboard/letters.ts";
import * as words from "../../services/web/strings/en/dashboard/linkMails.ts";
import * as linkWords from "../../services/web/strings/en/dashboard/links.ts";
import * as refusals from "../../services/web/strings/en/dashboard/refusals.ts";
import * as share from "../../services/web/strings/en/dashboard/share.ts";
import { node } from "../support/sampleGraphs.ts";
import {
  type Answers,
  accessibilityProblems,
  answer,
  openPage,
  screen,
  userAs,
  waitFor,
  within,
} from "./support/page.ts";

/** Invitations in the tab of personal links (features, last section). */
const address = "/forms/lunch/share?tab=links";
const listed = (...results: unknown[]) => ({ count: results.length, next: null, previous: null, results });
const mailing = examples.LinkMailing;
const name = mailing.name;
const reference = examples.Link.reference ?? "";
const mails = "GET /api/v2/form/{slug}/links/mail/";
const plan = {
  ...mailing,
  id: null,
  counts: { ...mailing.counts, recipients: 2, reminders_planned: 4 },
  left_today: 758,
  preview: {
    link_id: examples.Link.id,
    reference: "ada@example.com",
    language: "en",
    subject: "Hello Ada",
    text: "Your link",
    html: "",
  },
};
const lists = {
  "GET /api/v2/form/{slug}/links/": { ...listed(examples.Link), counts: examples.LinkCounts },
  [mails]: listed(mailing),
};

/** Records the bodies of what is sent, and responds to dry runs with the plan. */
function recording() {
  const bodies: Record<string, unknown>[] = [];
  const respond = async (request: Request) => {
    const body = JSON.parse(await request.text());
    bodies.push(body);
    return body.is_dry_run ? plan : mailing;
  };
  return { bodies, sent: () => bodies.filter((body) => !body.is_dry_run), respond };
}

const send = "POST /api/v2/form/{slug}/links/mail/";

test("lists invitations with their progress and deliveries", async () => {
  const user = await openPage(address, {
    ...lists,
    "GET /api/v2/form/{slug}/links/mail/{id}/deliveries/": listed(examples.LinkMailDelivery),
  });
  await screen.findByText(words.states.sending);
  expect(screen.getByRole("progressbar", { name: words.progress(120, 480) })).toHaveProperty("value", 121);
  expect(await accessibilityProblems()).toEqual([]);
  await user.click(screen.getByRole("button", { name: words.menuOf(name) }));
  await user.click(await screen.findByRole("menuitem", { name: words.showLog }));
  await screen.findByText(new RegExp(`^${linkEvents["link.invited"]} · `));
  expect(await accessibilityProblems()).toEqual([]);
});

test("calls a mailing done that sent nothing", async () => {
  const counts = { ...mailing.counts, recipients: 2, sent: 0, waiting: 0, failed: 0 };
  await openPage(address, { ...lists, [mails]: listed({ ...mailing, status: "done", counts }) });
  await screen.findByText(/ · 0 of 2 sent/);
  await screen.findByText("Done");
});

test("follows an invitation until it is sent", async () => {
  await openPage(address, lists);
  await screen.findByText(words.states.sending);
  const counts = { ...mailing.counts, sent: 479, waiting: 0 };
  answer({ [mails]: listed({ ...mailing, status: "done", counts }) });
  await screen.findByText(words.states.done);
  expect(screen.queryByRole("progressbar")).toBeNull();
});

test("cancels what isn't sent, after a question", async () => {
  let cancelled = 0;
  const user = await openPage(address, {
    ...lists,
    "DELETE /api/v2/form/{slug}/links/mail/{id}/": () => {
      cancelled += 1;
      answer({ [mails]: listed({ ...mailing, status: "cancelled" }) });
      return new Response(null, { status: 204 });
    },
  });
  await user.click(await screen.findByRole("button", { name: words.menuOf(name) }));
  await user.click(await screen.findByRole("menuitem", { name: words.cancelMailing }));
  expect(cancelled).toBe(0);
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: words.cancelMailing }));
  await screen.findByText(words.states.cancelled);
  expect(cancelled).toBe(1);
  await user.click(await screen.findByRole("button", { name: words.menuOf(name) }));
  await screen.findByRole("menuitem", { name: words.showLog });
  expect(screen.queryByRole("menuitem", { name: words.cancelMailing })).toBeNull();
});

/** The ways out of a dialog. */
const waysOut = ["escape", "cancel", "confirm"] as const;

test.each(
  waysOut.flatMap((way) => [
    [way, "keyboard"],
    [way, "pointer"],
  ]),
)("gives the focus back to the menu that opened a dialog, after %s by %s", async (way, by) => {
  const revoked = { ...examples.Link, status: "revoked" };
  const user = await openPage(address, {
    ...lists,
    "DELETE /api/v2/form/{slug}/links/{id}/": () => {
      answer({ "GET /api/v2/form/{slug}/links/": { ...lists["GET /api/v2/form/{slug}/links/"], ...listed(revoked) } });
      return new Response(null, { status: 204 });
    },
  });
  const use = async (element: HTMLElement) => {
    if (by === "pointer") return user.click(element);
    element.focus();
    await user.keyboard("{Enter}");
  };
  const menu = await screen.findByRole("button", { name: linkWords.menuOf(reference) });
  await use(menu);
  await use(await screen.findByRole("menuitem", { name: linkWords.revoke }));
  const dialog = within(await screen.findByRole("dialog"));
  if (way === "escape") await user.keyboard("{Escape}");
  else await use(dialog.getByRole("button", { name: way === "cancel" ? cancel : linkWords.revoke }));
  await waitFor(() => expect(document.activeElement).toBe(menu));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("offers no cancelling to those who can't send", async () => {
  const user = await openPage(address, { ...lists, "GET /api/auth/me/": userAs("viewer", "read") });
  await user.click(await screen.findByRole("button", { name: words.menuOf(name) }));
  await screen.findByRole("menuitem", { name: words.showLog });
  expect(screen.queryByRole("menuitem", { name: words.cancelMailing })).toBeNull();
});

test("invites the people of the list's filter, with reminders", async () => {
  const { sent, respond } = recording();
  const user = await openPage(`${address}&show=unused&search=ada`, { ...lists, [send]: respond });
  await user.click(await screen.findByRole("button", { name: words.open }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByLabelText(words.to)).toHaveProperty("value", "unused");
  await dialog.findByText(words.matching("ada"));
  await dialog.findByText(`${words.planned(2, 4)} ${words.staysFree(756)}`);
  await dialog.findByText("Hello Ada");
  await user.click(dialog.getByText(words.withoutSome(20)));
  dialog.getByText(/3 without an address, 1 unsubscribed, 12 answered, 4 revoked/);
  await user.click(dialog.getByText(letters.moreOptions));
  await user.type(dialog.getByLabelText(words.replyTo), "ada@example.com");
  expect(await accessibilityProblems()).toEqual([]);
  await user.click(dialog.getByRole("button", { name: words.removeReminder(3) }));
  const days = dialog.getByRole("textbox", { name: words.newReminder });
  await user.type(days, "61");
  await dialog.findByText(words.needsDays(60));
  await user.clear(days);
  await user.type(days, "12");
  await user.click(dialog.getByRole("button", { name: words.addReminderLabel }));
  await waitFor(() => expect(dialog.getByRole("button", { name: words.send(2) }).hasAttribute("disabled")).toBe(false));
  await user.click(dialog.getByRole("button", { name: words.send(2) }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ filter: { status: "unused", search: "ada" }, remind_after_days: [7, 12] });
  expect(sent()[0]).toHaveProperty("reply_to", "ada@example.com");
});

test.each([
  [758, "2 emails now, up to 4 reminders. 756 more can be sent today."],
  [2, "2 emails now, up to 4 reminders. 0 more can be sent today."],
  [1, "1 email now, 1 from tomorrow on, up to 4 reminders."],
  [0, "Today’s limit is reached: 2 emails from tomorrow on, up to 4 reminders."],
  [null, "2 emails now, up to 4 reminders."],
])("says when invitations are sent if the daily limit leaves %s", async (left, text) => {
  const user = await openPage(address, { ...lists, [send]: { ...plan, left_today: left } });
  await user.click(await screen.findByRole("button", { name: words.open }));
  await within(await screen.findByRole("dialog")).findByText(text);
});

test.each([
  ["archived", { is_active: false }],
  ["unpublished", { published_version: null }],
  ["closed", { is_accepting_responses: false }],
  ["over", { closes_at: "2020-01-01T00:00:00.000Z" }],
  ["full", { response_limit: 3, completed_sessions: 3 }],
] as const)("sends no invitations to a form that is %s, and says what to do", async (why, state) => {
  const { respond } = recording();
  const form = { ...examples.FormDetail, is_active: true, is_accepting_responses: true, ...state };
  const user = await openPage(address, { ...lists, "GET /api/v2/form/{slug}/": form, [send]: respond });
  await user.click(await screen.findByRole("button", { name: words.open }));
  const dialog = within(await screen.findByRole("dialog"));
  const invite = await dialog.findByRole("button", { name: words.send(2) });
  dialog.getByText(words.closed[why]);
  expect(dialog.queryByText(words.planned(2, 4))).toBeNull();
  expect(invite.hasAttribute("disabled")).toBe(true);
  expect(await accessibilityProblems()).toEqual([]);
  const step = why === "unpublished" ? share.nextSteps.publish : share.nextSteps.settings;
  dialog.getByRole("link", { name: step });
});

test("lets invitations to a form that opens later wait for it", async () => {
  const { respond } = recording();
  const form = { ...examples.FormDetail, opens_at: "2126-01-01T00:00:00.000Z" };
  const user = await openPage(address, { ...lists, "GET /api/v2/form/{slug}/": form, [send]: respond });
  await user.click(await screen.findByRole("button", { name: words.open }));
  const dialog = within(await screen.findByRole("dialog"));
  const invite = await dialog.findByRole("button", { name: words.send(2) });
  await waitFor(() => expect(invite.hasAttribute("disabled")).toBe(false));
});

test("inserts details at the cursor, and sends texts in the form's languages", async () => {
  const { bodies, respond } = recording();
  const graph = { ...examples.VersionDetail.graph, hidden_fields: ["first_name"], translations: { de: {} } };
  const user = await openPage(address, {
    ...lists,
    "GET /api/v2/form/{slug}/versions/{version_number}/": { ...examples.VersionDetail, graph },
    "POST /api/v2/form/{slug}/links/mail/test/": async (request: Request) => {
      bodies.push(JSON.parse(await request.text()));
      return { success: true, error_message: null };
    },
    [send]: respond,
  });
  await user.click(await screen.findByRole("button", { name: words.open }));
  const dialog = within(await screen.findByRole("dialog"));
  const subject = dialog.getByRole<HTMLInputElement>("textbox", { name: letters.subject });
  await user.clear(subject);
  await user.type(subject, "Hello !");
  subject.setSelectionRange(6, 6);
  await user.click(dialog.getByRole("button", { name: letters.insertInto(letters.subject) }));
  await user.click(await screen.findByRole("menuitem", { name: "first_name" }));
  expect(subject.value).toBe("Hello {{hidden:first_name}}!");
  await user.click(await dialog.findByRole("tab", { name: "German" }));
  await user.type(dialog.getByRole("textbox", { name: letters.text }), "Guten Tag");
  expect(await accessibilityProblems()).toEqual([]);
  bodies.splice(0);
  await user.click(dialog.getByRole("button", { name: words.test }));
  await screen.findByText(words.tested);
  const own = "Hello {{hidden:first_name}}!";
  const tested = bodies.find((body) => !("is_dry_run" in body));
  expect(tested).toMatchObject({ subject: own, translations: { de: { subject: own, text: "Guten Tag" } } });
});

test("keeps the last preview and count after a refused text, and says why", async () => {
  const errors = ["subject: {{answer:name}} can't be recalled here"];
  const { respond } = recording();
  const user = await openPage(address, {
    ...lists,
    [send]: async (request: Request) =>
      (await request.clone().text()).includes("{{answer:name}}")
        ? Response.json({ detail: "The request is invalid.", errors }, { status: 400 })
        : respond(request),
  });
  await user.click(await screen.findByRole("button", { name: words.open }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText("Hello Ada");
  await user.type(dialog.getByRole("textbox", { name: letters.subject }), "{{{{answer:name}}");
  await dialog.findByText("{{answer:name}} can’t be recalled here.");
  dialog.getByText("Hello Ada");
  expect(dialog.getByRole("button", { name: words.send(2) }).hasAttribute("disabled")).toBe(true);
});

test("leads from the form's link to personal links if only those let people respond", async () => {
  const user = await openPage("/forms/lunch/share", {
    ...lists,
    "GET /api/v2/form/{slug}/": { ...examples.FormDetail, access: "link" },
  });
  await screen.findByRole("heading", { name: share.onlyPersonal });
  for (const name of [share.copyLink, share.copyCode]) expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByRole("link", { name: share.open })).toBeNull();
  expect(screen.queryByText(share.isOpen)).toBeNull();
  expect(await accessibilityProblems()).toEqual([]);
  await user.click(screen.getByRole("link", { name: share.nextSteps.links }));
  await screen.findByText(words.states.sending);
});

test("addresses the shown rows of undeliverable addresses, and says that no one gets an email", async () => {
  const refused = { ...examples.Link, mail: { ...examples.Link.mail, status: "undeliverable" } };
  const leftOut = { ...mailing.counts.left_out, undeliverable: 1 };
  const bodies: Record<string, unknown>[] = [];
  const user = await openPage(`${address}&show=undeliverable`, {
    "GET /api/v2/form/{slug}/links/": { ...listed(refused), counts: { ...examples.LinkCounts, undeliverable: 1 } },
    [mails]: listed(),
    [send]: async (request: Request) => {
      bodies.push(JSON.parse(await request.text()));
      return {
        ...plan,
        preview: null,
        counts: { ...plan.counts, recipients: 0, reminders_planned: 0, left_out: leftOut },
      };
    },
  });
  await user.click(await screen.findByRole("button", { name: words.open }));
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByRole("option", { name: words.undeliverable(1), selected: true });
  await dialog.findByText(words.noRecipients);
  expect(bodies[0]).toMatchObject({ link_ids: [refused.id] });
  expect(bodies[0]).not.toHaveProperty("filter");
  expect(dialog.getByRole("button", { name: words.send(0) }).hasAttribute("disabled")).toBe(true);
});

test("says whose deliveries are shown, and why one wasn't sent", async () => {
  const subject = "Hello {{hidden:first_name}}, {{link:reference}}";
  const errorMessage = "The person has answered.";
  const attempt = {
    ...examples.LinkMailDelivery,
    event: "link.reminded",
    status: "skipped",
    error_message: errorMessage,
  };
  const user = await openPage(address, {
    ...lists,
    [mails]: listed({ ...mailing, name: null, subject }),
    "GET /api/v2/form/{slug}/links/mail/{id}/deliveries/": listed({ ...attempt, reference: "Ada" }),
  });
  const readable = "Hello @first_name, @Reference";
  await user.click(await screen.findByRole("button", { name: words.menuOf(readable) }));
  await user.click(await screen.findByRole("menuitem", { name: words.showLog }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText("Ada");
  dialog.getByText(linkStatuses.skipped);
  dialog.getByText(new RegExp(errorMessage));
});

test("says why invitations wait", async () => {
  const errorMessage = "Daily limit of invitations reached (8 per workspace). It resets at 00:00 UTC.";
  const postponed = { status: "skipped", next_attempt_at: "2126-11-18T00:00:00.000Z", error_message: errorMessage };
  await openPage(address, {
    ...lists,
    "GET /api/v2/form/{slug}/links/mail/{id}/deliveries/": listed({ ...examples.LinkMailDelivery, ...postponed }),
  });
  await screen.findByText(errorMessage);
});

test("counts each person once in the bar, and those who haven't answered in the filter", async () => {
  const link = { ...examples.Link, mail: { status: "undeliverable", last_sent_at: null, sent_count: 0 } };
  const counts = { ...examples.LinkCounts, unused: 6, started: 1, completed: 2, undeliverable: 2 };
  await openPage(address, { ...lists, "GET /api/v2/form/{slug}/links/": { ...listed(link), count: 5, counts } });
  await screen.findByText(linkWords.refused);
  // two of them answered through a link of several responses
  await screen.findByRole("radio", { name: `${linkWords.filters.unanswered} 5` });
  screen.getByRole("radio", { name: `${linkWords.filters.completed} 2` });
  screen.getByRole("radio", { name: `${linkWords.filters.undeliverable} 2` });
  const parts = [...document.querySelectorAll<HTMLElement>("span[data-state][style]")];
  expect(Object.fromEntries(parts.map(({ dataset, style }) => [dataset.state, style.flexGrow]))).toEqual({
    completed: "2",
    started: "1",
    unused: "6",
  });
  const legend = screen.getByRole("button", { name: /undeliverable address/ });
  expect(legend.textContent).toBe(`2 ${linkWords.legend.undeliverable}`);
});

test("shows addresses beside other references, and how many get the next reminder", async () => {
  const link = { ...examples.Link, reference: "CRM-7", email: "ada@example.com" };
  const next = new Date(Date.now() + 86_400_000).toISOString();
  await openPage(address, {
    ...lists,
    "GET /api/v2/form/{slug}/links/": { ...listed(link), counts: examples.LinkCounts },
    [mails]: listed({ ...mailing, next_reminder_at: next }),
  });
  await screen.findByText("CRM-7");
  screen.getByText("ada@example.com", { selector: "bdi" });
  await screen.findByText(/^Next reminder .*, to up to 1 person$/);
});

/** Opens the dialog to add people, and chooses files in it. */
async function addPeople(given: Answers = {}) {
  const user = await openPage(address, { ...lists, ...given });
  await user.click(await screen.findByRole("button", { name: linkWords.add }));
  const dialog = within(await screen.findByRole("dialog"));
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("The dialog has no field for files.");
  const choose = (name: string, content: BlobPart) => user.upload(input, new File([content], name));
  return { user, dialog, choose };
}

test.each([
  ["people.csv", "PK\u0003\u0004\u0014\0garbage", linkWords.notCsv],
  ["people.csv", "", linkWords.noRows],
  ["people.csv", "Email\n", linkWords.noRows],
  ["people.csv", 'Email\nada@example.com\n"bob@example.com\n', linkWords.unclosed(3)],
])("refuses %s with %j, and creates no link", async (name, text, problem) => {
  const { dialog, choose } = await addPeople();
  await choose(name, text);
  await dialog.findByText(problem);
  dialog.getByText(name);
  expect(dialog.getByRole("button", { name: linkWords.create(0) }).hasAttribute("disabled")).toBe(true);
  expect(dialog.queryByRole("region", { name: linkWords.correctTitle(1) })).toBeNull();
  expect(await accessibilityProblems()).toEqual([]);
  await choose("others.csv", "Email\nada@example.com");
  await dialog.findByText(linkWords.fileRows("others.csv", 1));
  expect(dialog.queryByText(problem)).toBeNull();
});

test("asks for the encoding of a file that isn't UTF-8, and reads it in that one", async () => {
  const created: unknown[] = [];
  const { user, dialog, choose } = await addPeople({
    "GET /api/v2/form/{slug}/versions/{version_number}/": {
      ...examples.VersionDetail,
      graph: { ...examples.VersionDetail.graph, hidden_fields: ["name"] },
    },
    "POST /api/v2/form/{slug}/links/": async (request: Request) => {
      created.push(...((await request.json()) as { links: unknown[] }).links);
      return { results: [] };
    },
  });
  await choose("people.csv", new Uint8Array([...Buffer.from("Email;Name\nada@example.com;I"), 0xfe, 0xfd, 0x6b]));
  const choice = within(await dialog.findByRole("group", { name: linkWords.encoding }));
  expect(choice.getAllByRole<HTMLInputElement>("radio").some(({ checked }) => checked)).toBe(false);
  expect(dialog.getByRole("button", { name: linkWords.create(0) }).hasAttribute("disabled")).toBe(true);
  expect(dialog.queryByRole("alert")).toBeNull();
  expect(await accessibilityProblems()).toEqual([]);
  choice.getByRole("radio", { name: `Iþýk ${linkWords.encodings["windows-1252"]}` });
  await user.click(choice.getByRole("radio", { name: `Işık ${linkWords.encodings["windows-1254"]}` }));
  dialog.getByText(linkWords.fileRows("people.csv", 1));
  await user.click(await dialog.findByRole("button", { name: linkWords.create(1) }));
  await waitFor(() => expect(created).toMatchObject([{ reference: "ada@example.com", hidden: { name: "Işık" } }]));
});

test("names the person and the columns of a row to correct", async () => {
  const graph = {
    ...examples.VersionDetail.graph,
    nodes: [...examples.VersionDetail.graph.nodes, node("age", "number")],
  };
  const { user, dialog, choose } = await addPeople({
    "GET /api/v2/form/{slug}/versions/{version_number}/": { ...examples.VersionDetail, graph },
  });
  await choose("people.csv", "Reference,Email,age\nAda,ada@example.com,36\nBob,bob@example,old");
  const faults = within(await dialog.findByRole("region", { name: linkWords.correctTitle(1) }));
  faults.getByText("Bob");
  const age = await faults.findByRole("textbox", { name: linkWords.cellOf("age", 3), description: refusals.number });
  const email = faults.getByRole("textbox", { name: linkWords.cellOf("Email", 3) });
  expect(await accessibilityProblems()).toEqual([]);
  await user.clear(age);
  await user.type(age, "47");
  await user.type(email, ".org");
  await dialog.findByRole("button", { name: linkWords.create(2) });
  // typed to the end, though a part of it was fine
  expect([age, email].map((field) => (field as HTMLInputElement).value)).toEqual(["47", "bob@example.org"]);
  dialog.getByRole("region", { name: linkWords.allCorrected });
});
