import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { type CreateMailBody, Mail } from "../../../shared/api/shapes/mails.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { checker } from "../../../shared/domain/schema.ts";
import { statusOf } from "../auth/broker.ts";
import { newestFirst } from "./broker.ts";
import { storedNames } from "./deliveriesStage.ts";
import { until } from "./deliveriesSupport.ts";
import {
  answer,
  base,
  change,
  complete,
  create,
  current,
  logged,
  logOf,
  mailed,
  newForm,
  own,
  type Rule,
  resetServer,
  rule,
  server,
  stage,
  startMailStage,
  stopMailStage,
} from "./mailStage.ts";

/** Email notifications from rule to mail server (features §17). */
beforeAll(() => startMailStage({ QUOTA_MAILS_PER_ACCOUNT_DAY: "8", QUOTA_COPIES_PER_ACCOUNT_DAY: "5" }));
afterEach(resetServer);
afterAll(stopMailStage);

describe("rules", () => {
  test("are created with defaults, changed, listed and deleted", async () => {
    const made = await rule();
    const { caller, form, mail } = made;
    expect(checker(Mail)(mail)).toEqual([]);
    expect(mail).toMatchObject({
      event: "session.completed",
      to: [own],
      to_node_id: null,
      reply_to_node_id: null,
      include_answers: true,
      condition: null,
      digest: "none",
      is_enabled: true,
      status: "active",
    });
    const changed = { name: "Sales", event: "session.started" as const, digest: "daily" as const, is_enabled: false };
    expect(await change(made, changed)).toEqual({ ...mail, ...changed });
    const paging = newestFirst;
    expect(await stage.call("integrations.listMails", { caller, slug: form.slug, paging })).toEqual({
      count: 1,
      results: [{ ...mail, ...changed }],
    });
    await stage.call("integrations.removeMail", { caller, slug: form.slug, id: mail.id });
    expect(await statusOf(current(made))).toBe(404);
    const { count } = await stage.call("integrations.listMails", { caller, slug: form.slug, paging });
    expect(count).toBe(0);
  });

  test("stay out of the account's integrations and the form's attachments", async () => {
    const { caller, form, mail } = await rule();
    const integrations = await stage.call("integrations.list", { caller, paging: newestFirst });
    const attachments = await stage.call("integrations.listAttachments", {
      caller,
      slug: form.slug,
      paging: newestFirst,
    });
    expect([integrations.count, attachments.count]).toEqual([0, 0]);
    const body = { integration_id: mail.id, events: ["session.completed" as const] };
    expect(await statusOf(stage.call("integrations.attach", { caller, slug: form.slug, body }))).toBe(400);
    expect(await statusOf(stage.call("integrations.detach", { caller, slug: form.slug, id: mail.id }))).toBe(404);
  });

  test.each([
    ["without a recipient", { to: null }, /^to: is required/],
    ["with both kinds of recipients", { to_node_id: "mail" }, /^to: must be null/],
    ["with a line break in an address", { to: ["a@b.example\nbcc: c@d.example"] }, /^to\.0: /],
    ["with a repeated address", { to: [own, own.toUpperCase()] }, /^to\.1: /],
    ["for a question that isn't an email question", { to: null, to_node_id: "name" }, /^to_node_id: /],
    ["with an unknown reply question", { reply_to_node_id: "gone" }, /^reply_to_node_id: /],
    ["with a daily copy", { to: null, to_node_id: "mail", digest: "daily" as const }, /^digest: /],
    ["with a response link in a copy", { to: null, to_node_id: "mail", text: "{{response:url}}" }, /^text: /],
    [
      "with a response link in a translated copy",
      { to: null, to_node_id: "mail", translations: { de: { subject: "x", text: "{{response:url}}" } } },
      /^translations\.de\.text: must not use/,
    ],
    [
      "with no language tag",
      { translations: { "not a tag": { subject: "x", text: "" } } },
      /^translations\.not a tag: /,
    ],
    [
      "with a language twice",
      { translations: { de: { subject: "x", text: "" }, DE: { subject: "x", text: "" } } },
      /^translations\.DE: must not be repeated/,
    ],
    ["with a malformed condition", { condition: { op: "answered" } }, /^condition: /],
  ])("are rejected %s with 400", async (_, body, error) => {
    const { caller, form } = newForm();
    await expect(create(caller, form.slug, body as Partial<CreateMailBody>)).rejects.toMatchObject({
      code: 400,
      data: { errors: [expect.stringMatching(error)] },
    });
  });

  test("are limited to 20 per form, under concurrency too", async () => {
    const { caller, form } = newForm();
    const statuses = await Promise.all(Array.from({ length: 24 }, () => statusOf(create(caller, form.slug, {}))));
    expect(statuses.filter((status) => status === 409)).toHaveLength(4);
  });
});

describe("an owner's email", () => {
  test("has no Reply-To if the respondent's address can't be in a header", async () => {
    const made = await rule({ reply_to_node_id: "mail" });
    await complete(made, [answer("mail", "jürgen@example.org")]);
    const [mail] = await mailed(1);
    expect(mail?.headers.get("reply-to")).toBeUndefined();
  });

  test("has the answers as escaped text, and says who sent it and why", async () => {
    const made = await rule({
      subject: "{{answer:name}} answered\n{{form:title}}",
      text: "From {{answer:name}}: {{response:url}}",
      reply_to_node_id: "mail",
    });
    const hostile = "Eve\r\nBcc: victim@example.com <a href='https://evil.example'>{{form:title}}</a>";
    const file = "https://forms.example/api/v2/file/7d9e6f70-0000-4000-8000-000000000000/";
    const event = await complete(made, [
      answer("name", hostile),
      answer("mail", "eve@example.org"),
      answer("photo", [`${file}?expires=1&signature=secret`]),
      answer("color", "r"),
    ]);
    const [mail] = await mailed(1);
    const { headers, text, html } = mail as NonNullable<typeof mail>;
    expect(mail).toMatchObject({ from: "forms@pathform.example", to: [own] });
    expect(headers.get("from")).toBe("Pathform <forms@pathform.example>");
    expect(headers.get("reply-to")).toBe("eve@example.org");
    expect(headers.get("auto-submitted")).toBe("auto-generated");
    expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(headers.get("list-unsubscribe")).toMatch(/^<https:\/\/forms\.example\/mail\/stop\?token=[\w-]+>$/);
    expect(headers.has("bcc")).toBe(false);
    const url = `${base}/forms/${made.form.slug}/responses/${event.data.session.id}`;
    for (const part of [text, html]) expect(part).toContain(url);
    expect(text).toContain("<a href='https://evil.example'>{{form:title}}</a>");
    expect(html).toContain("&lt;a href=&#39;https://evil.example&#39;&gt;{{form:title}}&lt;/a&gt;");
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(links).toEqual([url, file, url, headers.get("list-unsubscribe")?.slice(1, -1)]);
    expect(html).toContain("Red &amp; &lt;hot&gt;");
    expect(text).toContain(`Pathform sent this email to ${own}`);
    expect(text + html).not.toContain("signature=");
    const [record] = await logged(made, 1);
    expect(record).toMatchObject({ status: "success", response_code: 250, integration_type: "mail", attempt: 1 });
    const { caller, form } = made;
    const ofSession = { caller, slug: form.slug, session_id: event.data.session.id };
    expect(await stage.call("integrations.listSessionDeliveries", ofSession)).toEqual([record]);
    const counting = { ...caller, capabilities: ["forms:read" as const], needs: ["forms:read" as const] };
    expect(record).toMatchObject({ session_id: event.data.session.id });
    expect(await logOf({ ...made, caller: counting })).toEqual([{ ...record, session_id: null }]);
  });

  test("leaves out the answers if the rule says so", async () => {
    const made = await rule({ include_answers: false });
    await complete(made, [answer("name", "Secretive")]);
    const [mail] = await mailed(1);
    expect(`${mail?.text}${mail?.html}`).not.toContain("Secretive");
  });

  test("inserts calculations and their bands", async () => {
    const made = await rule({ subject: "Mood {{calculation:mood}}{{calculation:none}}", text: "[{{band:mood}}]" });
    await complete(made, [], "session.completed", { mood: { value: 21, band: "high" } });
    const [mail] = await mailed(1);
    expect(mail?.headers.get("subject")).toBe("Mood 21");
    expect(mail?.text).toContain("[Raised & <high>]");
    expect(mail?.html).toContain("[Raised &amp; &lt;high&gt;]");
  });

  test("isn't sent for a session that doesn't satisfy the condition", async () => {
    const condition = { left: { type: "answer" as const, node_id: "name" }, op: "eq", right: "Bob" };
    const made = await rule({ condition });
    await complete(made, [answer("name", "Ann")]);
    expect(await logged(made, 1)).toMatchObject([{ status: "skipped", response_code: null }]);
    await complete(made, [answer("name", "Bob")]);
    await mailed(1);
  });
});

describe("a copy to the respondent", () => {
  test("goes to the address of the answer, names files and links to nothing", async () => {
    const made = await rule({ to: null, to_node_id: "mail", subject: "Thanks {{answer:name}}" });
    expect(made.mail).toMatchObject({ to: null, status: "active" });
    const file = `${base}/api/v2/file/7d9e6f70-0000-4000-8000-000000000000/`;
    storedNames[file] = "photo.png";
    await complete(made, [answer("name", "Ann"), answer("mail", "ann@example.org"), answer("photo", [file])]);
    const [mail] = await mailed(1);
    expect(mail?.to).toEqual(["ann@example.org"]);
    expect(mail?.headers.get("subject")).toBe("Thanks Ann");
    expect(mail?.headers.has("list-unsubscribe")).toBe(false);
    expect(mail?.text).toContain("photo.png");
    expect(mail?.html).not.toContain("href=");
    await logged(made, 1);
    const rows = await stage.query(
      "select request_headers::text || request_body || coalesce(response_body, '') as kept from integrations.attempts where integration_id = $1",
      [made.mail.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.kept).not.toMatch(/ann/i);
  });

  test("is in the session's language: the owner's texts, titles, labels and the frame", async () => {
    const german = { subject: "Danke {{answer:name}}: {{form:title}}", text: "Gewählt: {{answer:color}}" };
    const made = await rule({ to: null, to_node_id: "mail", subject: "Thanks", translations: { DE: german } });
    expect(made.mail.translations).toEqual({ DE: german });
    const texts = { title: "Umfrage", "color.title": "Welche Farbe?", "color.options.b": "Blau" };
    const known = stage.graphs.get(made.form.id) as Graph;
    stage.graphs.set(made.form.id, { ...known, translations: { de: texts, ar: {} } });
    const answers = [answer("name", "Ann"), answer("mail", "ann@example.org"), answer("color", "b")];
    await complete(made, answers, "session.completed", {}, "de");
    const [mail] = await mailed(1);
    expect(mail?.headers.get("subject")).toBe("Danke Ann: Umfrage");
    expect(mail?.text).toContain("Gewählt: Blau");
    expect(mail?.text).toContain("Welche Farbe?\n  Blau");
    expect(mail?.text).toContain("weil diese Adresse im Formular „Umfrage“ eingegeben");
    expect(mail?.html).toContain('<html lang="de" dir="ltr">');
    await complete(made, answers, "session.completed", {}, "ar");
    const [, arabic] = await mailed(2);
    expect(arabic?.headers.get("subject")).toBe("Thanks");
    expect(arabic?.html).toContain('<html lang="ar" dir="rtl">');
  });

  test("marks texts that stay in the form's own language, and those of a language without a frame", async () => {
    const made = await rule({ to: null, to_node_id: "mail", text: "Thank you" });
    stage.languages.set(made.form.id, "en");
    const known = stage.graphs.get(made.form.id) as Graph;
    const translations = { ar: { "color.title": "أي لون؟" }, ur: { title: "سروے", "color.options.b": "نیلا" } };
    stage.graphs.set(made.form.id, { ...known, translations });
    const answers = [answer("name", "Ann"), answer("mail", "ann@example.org"), answer("color", "b")];
    await complete(made, answers, "session.completed", {}, "ar");
    const [arabic] = await mailed(1);
    expect(arabic?.html).toMatch(/<h1 lang="en" dir="auto"/);
    expect(arabic?.html).toMatch(/<div lang="en" dir="auto"[^>]*>Thank you/);
    expect(arabic?.html).toMatch(/<div class="quiet" dir="auto"[^>]*>أي لون؟<\/div><div lang="en" dir="auto"[^>]*>/);
    expect(arabic?.html).toMatch(/<div dir="auto"[^>]*>Ann</);
    await complete(made, answers, "session.completed", {}, "ur");
    const [, urdu] = await mailed(2);
    expect(urdu?.html).toContain('<html lang="en" dir="ltr">');
    expect(urdu?.html).toMatch(/<h1 lang="ur" dir="auto"[^>]*>سروے/);
    expect(urdu?.html).toMatch(/<div lang="ur" dir="auto"[^>]*>نیلا/);
    expect(urdu?.html).toMatch(/<div dir="auto"[^>]*>Thank you/);
  });

  test("is in the form's language if it has no translations", async () => {
    const made = await rule({ to: null, to_node_id: "mail" });
    stage.languages.set(made.form.id, "de");
    await complete(made, [answer("mail", "ann@example.org")]);
    const [mail] = await mailed(1);
    expect(mail?.text).toContain("weil diese Adresse im Formular");
    expect(mail?.html).toContain('<html lang="de" dir="ltr">');
  });

  test("has default labels, numbers and days in its language, unlike owners' emails", async () => {
    const texts = {
      subject: "{{answer:happy}} {{answer:mood}}",
      text: "{{answer:size}} {{answer:day}} {{calculation:half}}",
    };
    const copy = await rule({ to: null, to_node_id: "mail", ...texts });
    await create(copy.caller, copy.form.slug, texts as never);
    const known = stage.graphs.get(copy.form.id) as Graph;
    const nodes = known.nodes.map((one) =>
      one.id === "name" ? { ...one, data: { title: "{{answer:happy}}?" } } : one,
    );
    stage.graphs.set(copy.form.id, { ...known, nodes });
    stage.languages.set(copy.form.id, "de");
    const given = {
      mail: "ann@example.org",
      name: "Ann",
      happy: "yes",
      mood: "good",
      size: 12345.5,
      day: "2026-03-04",
    };
    const answers = Object.entries(given).map(([id, value]) => answer(id, value));
    await complete(copy, answers, "session.completed", { half: { value: 0.5, band: null } });
    const mails = await mailed(2);
    const to = (address: string) => mails.find((mail) => mail.to.includes(address));
    const respondents = to("ann@example.org");
    expect(respondents?.headers.get("subject")).toBe("Ja Gut");
    expect(respondents?.text).toContain("12.345,5 4. März 2026 0,5");
    for (const line of ["Ja?\n  Ann", "About happy\n  Ja", "About mood\n  Gut", "About size\n  12.345,5"])
      expect(respondents?.text).toContain(line);
    const owners = to(own);
    expect(owners?.headers.get("subject")).toBe("Yes Good");
    expect(owners?.text).toContain("12345.5 March 4, 2026 0.5");
    expect(owners?.text).toContain("About day\n  March 4, 2026");
  });

  test("isn't sent if the respondent gave no address", async () => {
    const made = await rule({ to: null, to_node_id: "mail" });
    await complete(made);
    expect(await logged(made, 1)).toMatchObject([{ status: "skipped" }]);
    expect(server.mails).toEqual([]);
  });

  test("goes to one address up to 3 times a day, with one notification", async () => {
    const made = await rule({ to: null, to_node_id: "mail" });
    for (let i = 0; i < 5; i += 1) await complete(made, [answer("mail", `ann+${i}@example.org`)]);
    const records = await logged(made, 5);
    expect(records.map(({ status }) => status).sort()).toEqual(["error", "error", "success", "success", "success"]);
    expect(server.mails).toHaveLength(3);
    const { results } = await stage.call("integrations.listNotices", {
      caller: made.caller,
      query: {},
      paging: newestFirst,
    });
    expect(results).toMatchObject([{ kind: "quota_warning" }]);
  });
});

describe("limits and erasure", () => {
  const noticesOf = async ({ caller }: Rule) =>
    (await stage.call("integrations.listNotices", { caller, query: {}, paging: newestFirst })).results;

  test("an account's emails over the daily limit wait for the next UTC day, with one notification", async () => {
    const made = await rule();
    for (let i = 0; i < 10; i += 1) await complete(made);
    const waiting = await until(async () => {
      const rows = await stage.query(
        `select due_at from integrations.deliveries where integration_id = $1 and state = 'queued' and lease is null
          and due_at between date_trunc('day', now(), 'UTC') + interval '1 day' and date_trunc('day', now(), 'UTC') + interval '1 day 1 hour'`,
        [made.mail.id],
      );
      expect(rows).toHaveLength(2);
      return rows;
    });
    expect(waiting).toHaveLength(2);
    const records = await logged(made, 8);
    expect(records.map(({ status }) => status)).toEqual(records.map(() => "success"));
    expect(server.mails).toHaveLength(8);
    expect(await noticesOf(made)).toMatchObject([{ message: expect.stringContaining("after 00:00 UTC") }]);
    // the next day
    await stage.query("update integrations.mail_sends set day = day - 1 where account_id = $1", [
      made.caller.account_id,
    ]);
    await stage.query(
      "update integrations.deliveries set due_at = now() where integration_id = $1 and state = 'queued'",
      [made.mail.id],
    );
    await mailed(10);
  });

  test("one client gets 20 copies an hour, of all accounts", async () => {
    stage.client = "one client";
    const rules = [];
    for (let at = 0; at < 5; at++) rules.push(await rule({ to: null, to_node_id: "mail" }));
    for (const [at, made] of rules.entries())
      for (let i = 0; i < 5; i += 1) await complete(made, [answer("mail", `ben${at}-${i}@example.org`)]);
    const records = (await Promise.all(rules.map((made) => logged(made, 5)))).flat();
    const refused = records.filter(({ status }) => status === "error");
    expect(refused).toHaveLength(5);
    expect(refused[0]?.error_message).toMatch(/already got 20 copies within an hour/);
    expect(server.mails).toHaveLength(20);
    stage.client = "another client";
    const made = await rule({ to: null, to_node_id: "mail" });
    await complete(made, [answer("mail", "ben@example.org")]);
    await mailed(21);
    stage.client = null;
  });

  test("copies have a daily limit of their own, beside the owner's emails", async () => {
    const made = await rule({ to: null, to_node_id: "mail" });
    for (let i = 0; i < 7; i += 1) await complete(made, [answer("mail", `ann${i}@example.org`)]);
    const records = await logged(made, 7);
    expect(records.filter(({ status }) => status === "error")).toHaveLength(2);
    expect(records.find(({ status }) => status === "error")).toMatchObject({
      next_attempt_at: null,
      error_message: "Daily limit of copies reached (5 per workspace). It resets at 00:00 UTC.",
    });
    expect(await noticesOf(made)).toMatchObject([{ kind: "quota_warning" }]);
    const owners = await rule({}, made);
    await complete(owners, []);
    await until(() => expect(server.mails.map(({ to }) => to)).toContainEqual([own]));
  });

  test("erasing a session cancels its queued emails and empties the log", async () => {
    const made = await rule({ subject: "About {{answer:name}}" });
    server.behave({ recipient: () => 451 });
    const event = await complete(made, [answer("name", "Forgettable")]);
    await logged(made, 1);
    await stage.call("integrations.eraseSession", { session_id: event.data.session.id });
    server.behave({});
    const rows = await stage.query("select payload, due_at, state from integrations.deliveries where event_id = $1", [
      event.id,
    ]);
    expect(rows).toEqual([{ payload: null, due_at: null, state: "cancelled" }]);
    const kept = await stage.query(
      "select request_body, response_body from integrations.attempts where session_id = $1",
      [event.data.session.id],
    );
    expect(kept).toEqual(kept.map(() => ({ request_body: null, response_body: null })));
    expect(server.mails).toEqual([]);
  });
});

test("keeps the mail server's code, but no address and none of its text in the log", async () => {
  const made = await rule();
  server.behave({ recipient: () => 550 });
  await complete(made);
  const { caller, form, mail } = made;
  await stage.call("integrations.testMail", { caller, slug: form.slug, id: mail.id, base_url: base });
  const records = await logged(made, 2);
  expect(records.map(({ response_code }) => response_code)).toEqual([550, 550]);
  const kept = await stage.query("select a::text as text from integrations.attempts a where integration_id = $1", [
    mail.id,
  ]);
  expect(kept).toHaveLength(2);
  for (const { text } of kept) expect(text).not.toMatch(/ada@|refused by the test/);
});

test("sends a test email to the caller, logged without a session", async () => {
  const made = await rule({ subject: "Hi {{answer:name}}" });
  const { caller, form, mail } = made;
  const tested = await stage.call("integrations.testMail", { caller, slug: form.slug, id: mail.id, base_url: base });
  expect(tested).toMatchObject({ success: true, response_code: 250, error_message: null });
  const [sent] = await mailed(1);
  expect(sent?.to).toEqual([own]);
  expect(sent?.headers.get("subject")).toBe("Test: Hi [name]");
  expect(await logOf(made)).toMatchObject([{ event: "test", session_id: null, status: "success" }]);
});
