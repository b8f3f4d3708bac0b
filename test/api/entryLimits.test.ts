import { beforeAll, expect, test } from "@jest/globals";
import { entryLimits } from "../../shared/domain/entryLimits.ts";
import { anonymous, expecting, type Owner, owner, publishForm, start, unique } from "../support/api.ts";
import { checkFile, importFile, sendFile } from "../support/responseImports.ts";
import { chain, node } from "../support/sampleGraphs.ts";

/** One over each limit of what comes with a response, by each way in: a way that lacks a limit goes round it. */
const hidden = Array.from({ length: entryLimits.hidden_fields }, (_, at) => `h${at}`);
const graph = {
  ...chain(
    node("n", "number"),
    node("why", "long_text"),
    node("list", "records", { fields: [{ key: "n", title: "N", question_type: "number" }] }),
  ),
  hidden_fields: hidden,
};
let ada: Owner;
let slug: string;
beforeAll(async () => {
  ada = await owner();
  slug = await publishForm(ada, graph);
});

const json = { "content-type": "application/json" };
/** Sends JSON as it is written, and returns the errors of the 400. */
async function refused(
  path: string,
  body: object | string,
  by: Pick<Owner, "request"> = anonymous(),
): Promise<string[]> {
  const raw = Buffer.from(typeof body === "string" ? body : JSON.stringify(body)) as Uint8Array<ArrayBuffer>;
  return (await expecting(400, by.request("POST", path, undefined, { raw, headers: json }))).body.errors;
}
const starting = (body: object | string) => refused(`/api/v2/r/${slug}/start/`, body);
const linking = (link: object | string) =>
  refused(
    `/api/v2/form/${slug}/links/`,
    `{"links":[${typeof link === "string" ? link : JSON.stringify({ reference: unique(), ...link })}]}`,
    ada,
  );
const stepping = async (body: object | string, given: { hidden?: Record<string, string> } = {}) =>
  refused(`/api/v2/r/session/${await start(slug, given)}/next/`, body);
const completing = async (body: object) => refused(`/api/v2/r/session/${await start(slug)}/complete/`, body);
/** Reasons of a file's refusals. */
const importing = async (file: string, columns?: object): Promise<string[]> =>
  (await checkFile(ada, slug, { file, ...(columns && { mapping: { columns } }) })).refused.map(
    ({ reason }: { reason: string }) => reason,
  );

const many = (count: number, value: string) => Object.fromEntries(hidden.slice(0, count).map((key) => [key, value]));
const toHidden = Object.fromEntries(hidden.map((key) => [key, `hidden:${key}`]));
/** JSON writes such a character with six bytes. */
const wide = "\u0001".repeat(entryLimits.hidden_value);
const long = "v".repeat(entryLimits.hidden_value + 1);
const language = "x".repeat(entryLimits.language + 1);
const digits = "0.1000000000000000055";

type Way = "start" | "links" | "start by a link" | "next" | "complete" | "CSV" | "JSON";
const ways: Record<
  keyof typeof entryLimits,
  Partial<Record<Way, [refusals: () => Promise<string[]>, says: RegExp]>>
> = {
  hidden_value: {
    start: [() => starting({ hidden: { h0: long } }), /^hidden\.h0: must be at most 1000 characters/],
    links: [() => linking({ hidden: { h0: long } }), /^links\.0\.hidden\.h0: must be at most 1000 characters/],
    CSV: [() => importing(`h0\n${long}`, { h0: "hidden:h0" }), /^is longer than 1,000 characters$/],
    JSON: [() => importing(JSON.stringify([{ h0: long }]), { h0: "hidden:h0" }), /^is longer than 1,000 characters$/],
  },
  hidden_fields: {
    start: [() => starting({ hidden: { ...many(50, "v"), h50: "v" } }), /^hidden: must have at most 50/],
    links: [() => linking({ hidden: { ...many(50, "v"), h50: "v" } }), /^links\.0\.hidden: must have at most 50/],
    CSV: [
      async () =>
        (await expecting(400, sendFile(ada, slug, { file: "h50\nv", mapping: { columns: { h50: "hidden:h50" } } })))
          .body.errors,
      /^mapping\.columns\.h50: /,
    ],
  },
  session_bytes: {
    start: [() => starting({ hidden: many(50, wide) }), /^hidden: all hidden fields must be at most 256 KiB/],
    links: [() => linking({ hidden: many(50, wide) }), /256 KiB/],
    "start by a link": [
      async () => {
        const links = [{ reference: unique(), hidden: many(25, wide) }];
        const { body } = await expecting(201, ada.post(`/api/v2/form/${slug}/links/`, { links }));
        const link = new URL(body.results[0].url).searchParams.get("link");
        return starting({ link, hidden: Object.fromEntries(hidden.slice(25).map((key) => [key, wide])) });
      },
      /^hidden: all hidden fields must be at most 256 KiB/,
    ],
    next: [
      async () => {
        const session = await start(slug, { hidden: many(43, wide) });
        await expecting(200, anonymous().post(`/api/v2/r/session/${session}/next/`, { node_id: "n" }));
        return refused(`/api/v2/r/session/${session}/next/`, { node_id: "why", value: "w".repeat(5_000) });
      },
      /^value: must keep the session's answers within 256 KiB/,
    ],
    CSV: [() => importing(`${hidden}\n${hidden.map(() => wide)}`, toHidden), /^has answers of more than 256 KiB$/],
  },
  number_digits: {
    links: [() => linking(`{"reference": "digits", "prefill": {"n": ${digits}}}`), /^links\.0\.prefill\.n: /],
    next: [() => stepping(`{"node_id": "n", "value": ${digits}}`), /^value: has too many digits$/],
    CSV: [() => importing(`n\n${digits}`), /^has too many digits$/],
    JSON: [() => importing(`[{"n": 1, "list": [{"n": ${digits}}]}, {"n": ${digits}}]`), /^has too many digits$/],
  },
  language: {
    start: [() => starting({ language }), /^language: /],
    links: [() => linking({ language }), /^links\.0\.language: /],
    next: [() => stepping({ node_id: "n", language }), /^language: /],
    complete: [() => completing({ language }), /^language: /],
  },
  reference: {
    links: [() => linking({ reference: "r".repeat(entryLimits.reference + 1) }), /^links\.0\.reference: /],
  },
  email: { links: [() => linking({ email: `${"e".repeat(entryLimits.email)}@a.example` }), /^links\.0\.email: /] },
  // cut off below
  user_agent: {},
};

test.each(
  Object.entries(ways).flatMap(([limit, by]) =>
    Object.entries(by).map(([way, [refusals, says]]) => ({ limit, way, refusals, says })),
  ),
)("$limit binds $way", async ({ refusals, says }) => {
  const found = await refusals();
  expect(found.length).toBeGreaterThan(0);
  for (const one of found) expect(one).toMatch(says);
});

test("an import keeps neither a language that the form lacks nor a user agent, and a start cuts the latter", async () => {
  const agents = async () =>
    (await expecting(200, ada.get(`/api/v2/form/${slug}/responses/`))).body.results.map(({ id }: { id: string }) => id);
  const other = await publishForm(ada, graph);
  slug = other;
  await importFile(ada, other, {
    file: `n,language,user_agent\n1,${language},${"a".repeat(600)}`,
    mapping: { columns: { language: "language" } },
  });
  await start(other, { headers: { "user-agent": "a".repeat(600) } });
  const details = await Promise.all(
    (await agents()).map(
      async (id: string) => (await expecting(200, ada.get(`/api/v2/form/${other}/responses/${id}/`))).body,
    ),
  );
  const lengths = details.map(({ metadata }) => metadata?.user_agent?.length ?? 0);
  expect(lengths.toSorted((a, b) => a - b)).toEqual([0, entryLimits.user_agent]);
  for (const { language: kept } of details) expect(kept === null || kept.length <= entryLimits.language).toBe(true);
});
