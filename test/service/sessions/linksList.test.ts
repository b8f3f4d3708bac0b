import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { matchingLinks, matchingValues } from "../../../services/sessions/store/links.ts";
import type { Link, NewLink } from "../../../shared/api/shapes/links.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import {
  createLinks,
  invitation,
  listLinks,
  owner,
  startBy,
  startLinkMails,
  startLinks,
  tokenOf,
} from "./linksStage.ts";
import { answer, complete, failure, outcomes, type Process, type Stage } from "./stage.ts";

/** Creating, listing and exporting personal links (features §15 and its last section). */
let stage: Stage;
beforeAll(async () => {
  stage = await startLinks(2);
  startLinkMails(stage);
});
afterAll(() => stage?.stop());

const newForm = async () => {
  const form = await stage.newForm(invitation());
  return { ...form, slug: form.slug as string };
};
const create = (slug: string, ...links: NewLink[]) => createLinks(stage, slug, links);
const named = (...references: string[]) => references.map((reference) => ({ reference }));
const reader: Caller = { ...owner, role: "viewer", capabilities: ["forms:read", "responses:read"] };

describe("creating links", () => {
  it("gives them ids in their order, in which they are invited", async () => {
    const { slug } = await newForm();
    const links = await create(slug, ...Array.from({ length: 20 }, (_, index) => ({ reference: `person ${index}` })));
    const ids = links.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort());
  });

  it("returns them in their order, with the address of a reference as email", async () => {
    const { slug } = await newForm();
    const [mail, name, own] = await create(
      slug,
      { reference: " Ada@example.com " },
      { reference: "Zoë, row 2", max_responses: 3, expires_at: "2099-01-31T12:00:00Z" },
      {
        reference: "4711",
        email: "eve@example.com",
        hidden: { plan: "pro" },
        prefill: { color: "blue" },
        language: "EN",
      },
    );
    expect(mail).toMatchObject({
      ...{
        reference: "Ada@example.com",
        email: "Ada@example.com",
        status: "unused",
        max_responses: 1,
        responses_count: 0,
      },
      ...{ url: expect.stringMatching(/^https:\/\/forms\.example\.com\/f\/form-[0-9a-f-]+\?link=[\w-]{43}$/) },
      ...{ hidden: {}, prefill: {}, expires_at: null, mail: { status: "none", last_sent_at: null, sent_count: 0 } },
    });
    expect(name).toMatchObject({ email: null, max_responses: 3, expires_at: "2099-01-31T12:00:00.000Z" });
    expect(own).toMatchObject({ email: "eve@example.com", hidden: { plan: "pro" }, prefill: { color: "blue" } });
    const { results } = await listLinks(stage, slug, { ordering: "created" });
    expect(results.map(({ reference }) => reference)).toEqual(["Ada@example.com", "Zoë, row 2", "4711"]);
  });

  it.each<[string, NewLink, string]>([
    ["a blank reference", { reference: " " }, "links.1.reference: must not be blank"],
    ["a reference of the same request", { reference: "FIRST" }, "links.1.reference: is the same as that of links.0"],
    ["an undeclared hidden field", { reference: "a", hidden: { no: "1" } }, "links.1.hidden.no: unknown field"],
    ["an unknown question", { reference: "a", prefill: { no: 1 } }, "links.1.prefill.no: question not found"],
    ["a screen", { reference: "a", prefill: { end: 1 } }, "links.1.prefill.end: question not found"],
    ["an empty answer", { reference: "a", prefill: { color: "" } }, "links.1.prefill.color: must not be empty"],
    ["an address that isn't one", { reference: "a", email: "ada@" }, "links.1.email: must be an email address"],
    [
      "a past expiry",
      { reference: "a", expires_at: "2020-01-01T00:00:00Z" },
      "links.1.expires_at: must be in the future",
    ],
    ["a language that the form lacks", { reference: "a", language: "de" }, "links.1.language: must be one of en"],
  ])("rejects %s and creates none", async (_, link, error) => {
    const { slug } = await newForm();
    const { data } = await failure(create(slug, { reference: "first" }, link));
    expect(data?.errors).toEqual([error]);
    expect((await listLinks(stage, slug)).count).toBe(0);
  });

  it("rejects an unfit answer with the question's own message", async () => {
    const { slug } = await newForm();
    const { data } = await failure(create(slug, { reference: "a", prefill: { color: "green" } }));
    expect(data?.errors).toEqual([expect.stringMatching(/^links\.0\.prefill\.color: must be /)]);
  });

  it("answers 409 naming a taken reference, whatever its case, until it is revoked", async () => {
    const { slug } = await newForm();
    const [first] = await create(slug, ...named("Zoë"));
    const taken = await failure(create(slug, ...named("new", " zoe\u0308")));
    const data = { body: { references: ["Zoë"] } };
    expect(taken).toMatchObject({ code: 409, message: expect.stringContaining('"Zoë"'), data });
    await stage.call("sessions.revokeLink", { caller: owner, slug, id: first?.id as string, query: {} });
    expect(await create(slug, ...named("zoë"))).toHaveLength(1);
  });

  it("creates a reference once if two copies get it at the same time", async () => {
    const { slug } = await newForm();
    const one = named("ada");
    const { results, errors } = await outcomes(
      Array.from({ length: 10 }, (_, at) => createLinks(stage.processes[at % 2] as Process, slug, one)),
    );
    expect(results).toHaveLength(1);
    expect(errors.map(({ code }) => code)).toEqual(Array(9).fill(409));
  });

  it("asks for a published form only if the links need one", async () => {
    const { slug, form_id } = await newForm();
    await stage.database.query("update sessions.live_forms set version_id = null where form_id = $1", [form_id]);
    const needy = [{ hidden: { plan: "a" } }, { prefill: { color: "red" } }, { language: "en" }];
    for (const fields of needy) {
      const refused = await failure(create(slug, { reference: "a", ...fields }));
      expect(refused).toMatchObject({ code: 409, message: "Publish the form first." });
    }
    expect(await create(slug, ...named("a"))).toHaveLength(1);
  });

  it("creates no more links than the quota, under any concurrency", async () => {
    const { slug, form_id } = await newForm();
    await stage.database.query(
      `insert into sessions.links (id, form_id, hidden, prefill, max_responses, created)
        select gen_random_uuid(), $1, '{}', '{}', 1, now() from generate_series(1, 99970)`,
      [form_id],
    );
    const calls = Array.from({ length: 10 }, (_, at) =>
      createLinks(
        stage.processes[at % 2] as Process,
        slug,
        named(...Array.from({ length: 10 }, (_, i) => `${at} ${i}`)),
      ),
    );
    const { results, errors } = await outcomes(calls);
    expect(results).toHaveLength(3);
    expect(errors[0]).toMatchObject({ code: 409, message: expect.stringContaining("100,000 personal links") });
    expect((await listLinks(stage, slug)).count).toBe(100_000);
  });
});

describe("lists", () => {
  const begun = async (slug: string, link: { url: string | null }, ends: boolean) => {
    const { id } = await startBy(stage, slug, tokenOf(link));
    if (!ends) return id;
    await answer(stage.call, id, { welcome: null, color: "red" });
    await complete(stage.call, id);
    return id;
  };

  it("have statuses by precedence, counts, filters and a search in references", async () => {
    const { slug } = await newForm();
    const soon = { expires_at: "2099-01-01T00:00:00Z" };
    const links = await create(
      slug,
      ...[
        "unused",
        "started",
        "completed",
        "expired",
        "started-expired",
        "completed-expired",
        "revoked",
        "completed-revoked",
      ].map((reference) => ({ reference, ...(reference.includes("expired") && soon) })),
    );
    for (const link of links) {
      const reference = link.reference as string;
      if (/started|completed/.test(reference)) await begun(slug, link, reference.includes("completed"));
      if (reference.includes("expired"))
        await stage.database.query("update sessions.links set expires_at = now() - interval '1 second' where id = $1", [
          link.id,
        ]);
      if (reference.includes("revoked"))
        await stage.call("sessions.revokeLink", { caller: owner, slug, id: link.id, query: {} });
    }
    const all = await listLinks(stage, slug, { ordering: "reference" });
    expect(Object.fromEntries(all.results.map(({ reference, status }) => [reference, status]))).toEqual({
      ...{
        completed: "completed",
        "completed-expired": "completed",
        "completed-revoked": "revoked",
        expired: "expired",
      },
      ...{ revoked: "revoked", started: "started", "started-expired": "expired", unused: "unused" },
    });
    expect(all.results.map(({ reference }) => reference)).toEqual(all.results.map(({ reference }) => reference).sort());
    const counts = { unused: 1, started: 1, completed: 2, expired: 2, revoked: 2, undeliverable: 0 };
    expect(all).toMatchObject({ count: 8, counts });
    const references = async (query: Parameters<typeof listLinks>[2]) => {
      const { count, results, counts: whole } = await listLinks(stage, slug, { ordering: "reference", ...query });
      expect(whole).toEqual(counts);
      expect(count).toBe(results.length);
      return results.map(({ reference }) => reference);
    };
    expect(await references({ status: "completed" })).toEqual(["completed", "completed-expired"]);
    expect(await references({ status: "unanswered" })).toEqual(["started", "unused"]);
    expect(await references({ search: "EXPIRED" })).toEqual(["completed-expired", "expired", "started-expired"]);
    expect(await references({ search: "expired", status: "expired" })).toEqual(["expired", "started-expired"]);
    expect(await references({ mail_status: "sent" })).toEqual([]);
    expect((await listLinks(stage, slug, { limit: 2, offset: 7 })).results).toHaveLength(1);
  });

  it("count a completed response as an answer, also if the link takes more or it was deleted", async () => {
    const { slug, form_id } = await newForm();
    const [again, erased] = await create(slug, { reference: "again", max_responses: 3 }, ...named("erased", "no"));
    await begun(slug, again as Link, true);
    await stage.call("sessions.erase", { form_id, session_id: await begun(slug, erased as Link, true) });
    const { count, counts, results } = await listLinks(stage, slug, { status: "unanswered" });
    expect(results.map(({ reference }) => reference)).toEqual(["no"]);
    expect({ count, counts }).toMatchObject({ count: 1, counts: { unused: 2, started: 1 } });
    const choice = { status: "unanswered" as const };
    const { links } = await stage.call("sessions.chooseLinks", { form_id, choice, after: null, limit: 10 });
    expect(links.map(({ reference }) => reference)).toEqual(["no"]);
    expect(await exported(slug, owner, choice)).toMatch(/^reference,url,status\r\nno,\S+,unused\r\n$/);
  });

  it("find who hasn't answered without reading rows of links", async () => {
    const client = await stage.database.connect();
    try {
      // other plans are cheaper for some numbers of links
      await client.query("begin; drop index sessions.links_created");
      await client.query("set enable_seqscan = off; set enable_bitmapscan = off");
      const { rows } = await client.query(
        `explain select count(*) from sessions.links link where ${matchingLinks}`,
        matchingValues(owner.account_id, { status: "unanswered", search: "9" }, new Date()),
      );
      expect(rows.map((row) => row["QUERY PLAN"]).join()).toContain("Index Only Scan using links_answered");
    } finally {
      client.release(true);
    }
  });

  it("have no addresses without the right to write responses", async () => {
    const { slug } = await newForm();
    await create(slug, ...named("ada"));
    const { results } = await listLinks(stage, slug, { caller: reader });
    expect(results).toMatchObject([{ reference: "ada", url: null }]);
    expect(await exported(slug, reader)).toBe("reference,url,status\r\nada,,unused\r\n");
  });

  async function exported(slug: string, caller = owner, query = {}): Promise<string> {
    const params = { caller, slug, query, base_url: "https://forms.example.com" };
    let { cursor } = (await stage.call("sessions.beginLinksExport", params)) as { cursor: string | null };
    let text = "";
    while (cursor !== null) {
      const piece = await stage.call("sessions.linksPiece", { cursor });
      text += piece.text;
      ({ cursor } = piece);
    }
    return text;
  }

  it("export every link once, in the order of creation, guarded against formulas", async () => {
    const { slug } = await newForm();
    const many = Array.from({ length: 1_000 }, (_, at) => ({ reference: `person ${at}` }));
    await create(slug, { reference: "=1+1" }, ...many.slice(1));
    await create(slug, ...named("last"));
    const lines = (await exported(slug)).trimEnd().split("\r\n");
    expect(lines).toHaveLength(1_002);
    expect(lines[1]).toMatch(/^'=1\+1,https:\/\/forms\.example\.com\/f\/\S+\?link=[\w-]{43},unused$/);
    expect(lines.slice(2, -1).map((line) => line.split(",")[0])).toEqual(
      many.slice(1).map(({ reference }) => reference),
    );
    expect(lines.at(-1)).toMatch(/^last,/);
    expect(await exported(slug, owner, { search: "person 99" })).toMatch(/^reference,url,status\r\nperson 99,/);
  });
});
