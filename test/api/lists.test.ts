import { type Client, createForm, expecting, type Owner, owner, publishForm, signedIn, start } from "../support/api.ts";
import { survey } from "../support/sampleGraphs.ts";

/** Conventions of list endpoints (spec §Conventions for list endpoints, decisions §1). */
interface Item {
  id: string;
  title: string;
  slug: string;
}
const formsPath = "/api/v2/form/";
let me: Owner;
/** Titles in order of creation. */
const titles = ["Banana", "apple", "Cherry", "date", "Elder berry", "fig", "Grape 10%", "grape_fruit", "Ähre", "kiwi"];

beforeAll(async () => {
  me = await owner();
  for (const title of titles) await createForm(me, { title });
});
const list = async (query = "", by: Client = me) => (await expecting(200, by.get(`${formsPath}${query}`))).body;
const titlesOf = (body: { results: Item[] }) => body.results.map(({ title }) => title);

/** Follows `next` or `previous` from this page. */
async function follow(first: string, link: "next" | "previous"): Promise<string[]> {
  const seen: string[] = [];
  for (let path: string | null = first; path; ) {
    const { body } = await expecting(200, me.get(path));
    const page = titlesOf(body);
    seen.push(...(link === "next" ? page : page.reverse()));
    const url: URL | null = body[link] ? new URL(body[link]) : null;
    path = url && url.pathname + url.search;
  }
  return seen;
}
const newestFirst = [...titles].reverse();

describe("the envelope", () => {
  test("has count, next, previous and results, newest first by default", async () => {
    const body = await list();
    expect(Object.keys(body).sort()).toEqual(["count", "next", "previous", "results"]);
    expect(body).toMatchObject({ count: titles.length, next: null, previous: null });
    expect(titlesOf(body)).toEqual(newestFirst);
  });

  test("has 20 results by default and at most 100", async () => {
    const by = await owner();
    for (let batch = 0; batch < 7; batch++) {
      await Promise.all(Array.from({ length: 15 }, () => createForm(by)));
    }
    expect((await list("", by)).results).toHaveLength(20);
    const page = await list("?limit=100", by);
    expect(page.count).toBe(105);
    expect(page.results).toHaveLength(100);
    const ids = [...page.results, ...(await list("?limit=100&page=2", by)).results].map(({ id }: Item) => id);
    expect(new Set(ids).size).toBe(105);
  });

  test("links to absolute URLs with the other parameters", async () => {
    const { next, previous } = await list("?limit=2&offset=2&ordering=title&search=a");
    for (const link of [next, previous].filter(Boolean)) {
      const { protocol, pathname, searchParams } = new URL(link);
      expect(protocol).toMatch(/^https?:$/);
      expect(pathname).toBe(formsPath);
      expect(Object.fromEntries(searchParams)).toMatchObject({ limit: "2", ordering: "title", search: "a" });
    }
    expect(previous).not.toBeNull();
  });
});

describe("paging", () => {
  test.each(["?limit=3", "?limit=1", "?limit=3&page=1", "?limit=10", "?limit=4&ordering=-created"])(
    "follows next through every row once, from %s",
    async (query) => {
      expect(await follow(`${formsPath}${query}`, "next")).toEqual(newestFirst);
    },
  );

  test.each(["?limit=3&offset=9", "?limit=3&page=4", "?limit=5&offset=7"])(
    "follows previous to the first row, from %s",
    async (query) => {
      const seen = await follow(`${formsPath}${query}`, "previous");
      expect(seen.at(-1)).toBe(newestFirst[0]);
    },
  );

  test.each(["limit=3", "limit=3&page=1", "limit=4&ordering=started_at"])(
    "follows next through every response once while sessions start and the last one of a page is erased, from ?%s",
    async (query) => {
      const by = await owner();
      const slug = await publishForm(by, survey());
      const ids: string[] = [];
      for (let count = 0; count < 8; count += 1) ids.push(await start(slug));
      const seen: string[] = [];
      let path: string | null = `${formsPath}${slug}/responses/?${query}`;
      while (path) {
        const { body } = await expecting(200, by.get(path));
        seen.push(...body.results.map(({ id }: Item) => id));
        const url: URL | null = body.next && new URL(body.next);
        if (url) {
          if (body.previous) expect(new URL(body.previous).searchParams.get("after")).toBeNull();
          if (seen.length < 6) await start(slug);
          await expecting(204, by.delete(`${formsPath}${slug}/responses/${seen.at(-1)}/`));
        }
        path = url && url.pathname + url.search;
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toEqual(expect.arrayContaining(ids));
    },
  );

  test.each(["after=", "after=x", "after=99999999999999999_1", `after=1_${"0".repeat(36)}`])(
    "rejects a list of responses with %s, which no link has, with 400",
    async (query) => {
      const by = await owner();
      const slug = await publishForm(by, survey());
      const { body } = await expecting(400, by.get(`${formsPath}${slug}/responses/?${query}`));
      expect(body.errors).toEqual(["after: must be the value in a `next` link"]);
    },
  );

  test("starts page n at (n-1)*limit", async () => {
    expect(titlesOf(await list("?limit=3&page=2"))).toEqual(titlesOf(await list("?limit=3&offset=3")));
  });

  test("returns an empty page with the count past the end", async () => {
    for (const query of ["?offset=1000", "?page=1000"]) {
      expect(await list(query)).toMatchObject({ count: titles.length, next: null, results: [] });
    }
    const { previous } = await list("?offset=1000");
    expect(previous).not.toBeNull();
  });
});

describe("ordering", () => {
  test.each(["title", "slug", "created", "modified"])("orders by %s in both directions", async (field) => {
    const up = await list(`?ordering=${field}`);
    const down = await list(`?ordering=-${field}`);
    expect(titlesOf(down)).toEqual(titlesOf(up).reverse());
    if (field === "created") expect(titlesOf(up)).toEqual(titles);
  });

  test("is total: pages of equal rows repeat and skip none", async () => {
    const by = await owner();
    for (let n = 0; n < 7; n++) await createForm(by, { title: "Same" });
    const pages = await Promise.all([0, 2, 4, 6].map((offset) => list(`?ordering=title&limit=2&offset=${offset}`, by)));
    const ids = pages.flatMap(({ results }) => results.map(({ id }: Item) => id));
    expect(new Set(ids).size).toBe(7);
  });
});

describe("search", () => {
  test("rejects more than 500 characters, for forms and integrations", async () => {
    for (const path of ["/api/v2/form/", "/api/integrations/"]) {
      await expecting(200, me.get(`${path}?search=${"é+".repeat(250)}`));
      const { body } = await expecting(400, me.get(`${path}?search=${"a+".repeat(251)}`));
      expect(body.errors).toEqual(["search: must be at most 500 characters long"]);
    }
  });

  test("rejects more than 20 different words with 400, for forms and integrations", async () => {
    const words = Array.from({ length: 21 }, (_, at) => `w${at}`);
    for (const path of ["/api/v2/form/", "/api/integrations/"]) {
      await expecting(200, me.get(`${path}?search=${words.slice(1).join("+")}`));
      const { body } = await expecting(400, me.get(`${path}?search=${words.join("+")}`));
      expect(body.errors).toEqual([expect.stringMatching(/^search: must have at most 20 different words/)]);
    }
  });

  test.each([
    ["cherry", ["Cherry"]],
    ["CHER", ["Cherry"]],
    ["elder berry", ["Elder berry"]],
    ["nothing like it", []],
  ])("for %s finds %j", async (text, expected) => {
    expect(titlesOf(await list(`?search=${encodeURIComponent(text)}`))).toEqual(expected);
  });

  test("finds by slug", async () => {
    const slug = await createForm(await owner());
    const mine = (await list("?ordering=title&limit=1")).results[0] as Item;
    expect(titlesOf(await list(`?search=${mine.slug}`))).toEqual([mine.title]);
    expect(titlesOf(await list(`?search=${slug}`))).toEqual([]);
  });

  test("treats no character as a pattern", async () => {
    expect(titlesOf(await list("?search=%25")).every((title) => title.includes("%"))).toBe(true);
    expect(titlesOf(await list("?search=e_f")).every((title) => title.includes("e_f"))).toBe(true);
    for (const odd of ["'", "\\", "(", "*", ":", "&", "|", "!", "<->"])
      await list(`?search=${encodeURIComponent(odd)}`);
  });

  test("ignores an empty text", async () => {
    expect((await list("?search=")).count).toBe(titles.length);
  });
});

const wrong = [
  ["limit=0", "limit:"],
  ["limit=101", "limit:"],
  ["limit=-1", "limit:"],
  ["limit=ten", "limit:"],
  ["limit=1.5", "limit:"],
  ["limit=", "limit:"],
  ["offset=-1", "offset:"],
  ["offset=x", "offset:"],
  ["page=0", "page:"],
  ["page=-1", "page:"],
  ["page=1e2", "page:"],
  ["page=2&offset=0", "page:"],
  ["ordering=password", "ordering:"],
  ["ordering=", "ordering:"],
  ["ordering=--title", "ordering:"],
  ["colour=red", "colour: unknown query parameter"],
  ["limit=1&limit=2", "limit:"],
] as const;

test.each(wrong)("returns 400 for ?%s on every list", async (query, error) => {
  const slug = await publishForm(me, survey());
  await start(slug);
  const lists: [Client, string][] = [
    [me, formsPath],
    [me, `${formsPath}${slug}/versions/`],
    [me, `${formsPath}${slug}/responses/`],
    [me, `${formsPath}${slug}/integrations/`],
    [me, "/api/v2/theme/"],
    [me, "/api/integrations/"],
    [me, "/api/integrations/webhook/"],
    [signedIn(me.cookie), "/api/account/api-keys/"],
  ];
  for (const [by, path] of lists) {
    const { body } = await expecting(400, by.get(`${path}?${query}`));
    expect(body.errors).toEqual([expect.stringContaining(error)]);
  }
  await expecting(204, me.delete(`${formsPath}${slug}/`));
});

test("has the ordering fields of each list", async () => {
  const slug = await publishForm(me, survey());
  const fields: [Client, string, string[]][] = [
    [me, `${formsPath}${slug}/versions/`, ["version_number", "published_at"]],
    [me, "/api/v2/theme/", ["name", "created"]],
    [me, "/api/integrations/", ["name", "created"]],
    [signedIn(me.cookie), "/api/account/api-keys/", ["name", "created"]],
  ];
  for (const [by, path, names] of fields) {
    for (const name of names) await expecting(200, by.get(`${path}?ordering=-${name}&limit=5`));
    await expecting(400, by.get(`${path}?ordering=slug`));
  }
});

test("rejects query parameters of endpoints that aren't lists", async () => {
  const slug = await createForm(me);
  await expecting(400, me.get(`${formsPath}${slug}/?expand=theme`));
  await expecting(400, me.get(`${formsPath}${slug}/?limit=1`));
});

test("filters forms by is_active true, false or all", async () => {
  await expecting(400, me.get(`${formsPath}?is_active=maybe`));
  await expecting(200, me.get(`${formsPath}?is_active=true`));
});
