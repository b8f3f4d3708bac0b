import { expecting, next, type Owner, owner, publishForm, start, walk } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { chain, node } from "../support/sampleGraphs.ts";

/** Tags, notes and flags of responses (features §18.1 "Annotations"). */
let me: Owner;
let slug: string;
beforeAll(async () => {
  me = await owner();
  slug = await publishForm(me, chain(node("name", "short_text")));
});

const none = { tags: [], note: "", is_flagged: false };
const pathOf = (session: string, of = slug) => `/api/v2/form/${of}/responses/${session}/`;
const annotate = (session: string, body: object) => me.put(`${pathOf(session)}annotations/`, body);
const detailOf = async (session: string) => (await expecting(200, me.get(pathOf(session)))).body;
const listed = async (query: string): Promise<string[]> => {
  const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/?${query}`));
  expect(body.count).toBe(body.results.length);
  return body.results.map(({ id }: { id: string }) => id);
};

test("are replaced whole, trimmed and without repeats, in any state of the response", async () => {
  const session = await walk(slug, { name: "Ada" });
  const before = await detailOf(session);
  expect(before.annotations).toEqual(none);
  const given = { tags: [" VIP ", "later", "VIP", "vip"], note: "Called\nback", is_flagged: true };
  const stored = { ...given, tags: ["VIP", "later", "vip"] };
  expect((await expecting(200, annotate(session, given))).body).toEqual(stored);
  expect(await detailOf(session)).toEqual({ ...before, annotations: stored });
  expect((await expecting(200, annotate(session, { note: "Done" }))).body).toEqual({ ...none, note: "Done" });

  const running = await start(slug);
  await expecting(200, annotate(running, given));
  await expecting(200, next(running, "name", "Grace"));
  expect((await detailOf(running)).annotations).toEqual(stored);
});

test("are refused beyond their limits, and for responses of other forms", async () => {
  const session = await walk(slug, { name: "Ada" });
  const tags = (count: number) => Array.from({ length: count }, (_, at) => `${at}`);
  const refusals = [
    [{ tags: tags(21) }, "tags"],
    [{ tags: ["x".repeat(51)] }, "tags.0"],
    [{ tags: [" "] }, "tags.0"],
    [{ note: "x".repeat(5_001) }, "note"],
    [{ is_flagged: "yes" }, "is_flagged"],
    [{ color: "red" }, "color"],
  ] as const;
  for (const [body, field] of refusals)
    expect((await expecting(400, annotate(session, body))).body.errors[0]).toContain(`${field}: `);
  expect((await detailOf(session)).annotations).toEqual(none);
  const other = await publishForm(me, chain(node("name", "short_text")));
  await expecting(404, me.put(`${pathOf(session, other)}annotations/`, {}));
  const stranger = await owner();
  await expecting(403, stranger.put(`${pathOf(session)}annotations/`, {}));
});

test("filter the list, and are at the end of the table", async () => {
  const [first, second, third] = await Promise.all(["Ada", "Grace", "Joan"].map((name) => walk(slug, { name })));
  await expecting(200, annotate(first ?? "", { tags: ["a;b", "both"], note: "=1+1", is_flagged: true }));
  await expecting(200, annotate(second ?? "", { tags: ["both"] }));
  expect((await listed("tag=both")).sort()).toEqual([first, second].sort());
  expect(await listed("tag=both&tag=a%3Bb")).toEqual([first]);
  expect(await listed("tag=BOTH")).toEqual([]);
  const narrowed = "tag=both&is_flagged=true&search=ada&started_at_from=2020-01-01&status=completed";
  await eventually(async () => expect(await listed(narrowed)).toEqual([first]));
  expect(await listed("tag=both&is_flagged=false")).toEqual([second]);
  expect(await listed("is_flagged=false&limit=100")).toContain(third);

  const exported = async (query: string) =>
    (await expecting(200, me.get(`/api/v2/form/${slug}/responses/export/?${query}`))).body
      .trim()
      .split(/\r?\n/) as string[];
  const [header = "", ...rows] = await exported("annotations=true&scores=true&tag=both");
  expect(header.endsWith(",tags,note,is_flagged")).toBe(true);
  const ends = rows.map((row) => row.replace(/^.*,(?=Ada|Grace)/, ""));
  expect(ends.sort()).toEqual([`Ada,"a;b; both",'=1+1,true`, "Grace,both,,false"]);
  expect((await exported("tag=both"))[0]).not.toContain("is_flagged");
  const lines = (await exported("format=json&tag=both")).map((line) => JSON.parse(line));
  expect(lines.find(({ id }) => id === first)).toMatchObject({ annotations: { note: "=1+1" } });
});
