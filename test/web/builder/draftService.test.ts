import { answered } from "../../../services/web/dashboard/api/answeredFetch.ts";
import { pathformClient } from "../../../services/web/dashboard/api/client.ts";
import { draftServiceOf } from "../../../services/web/dashboard/builder/saving/draftService.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";

/** The API and the proxies in front of it, as saving sees them. */
const graph: Graph = { schema_version: "2.0", nodes: [], edges: [] };
const draft = { title: "A", graph, last_saved_at: "2026-01-01T00:00:00.000Z", problems: [] };

const serviceOf = (answer: (init: RequestInit) => Promise<Response>, timeout?: number) => {
  const send = (async (_: unknown, init: RequestInit) => answer(init)) as typeof fetch;
  return draftServiceOf(pathformClient({ baseUrl: "", fetch: answered(send, timeout) }), { slug: "form" });
};
const json = (status: number, body: unknown, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });
const page = (status: number) => new Response("<html>", { status, headers: { "Content-Type": "text/html" } });

test.each([
  ["saved", json(200, draft, { ETag: '"2"' }), { kind: "saved", etag: '"2"' }],
  ["the page of a network that wants a sign-in of its own", page(200), { kind: "unreachable" }],
  ["a proxy that takes ETags away", json(200, draft), { kind: "refused", message: expect.stringMatching(/ETag/) }],
  ["changed meanwhile", json(409, { detail: "x" }), { kind: "changed_elsewhere" }],
  ["a condition that a proxy finds not met", page(412), { kind: "changed_elsewhere" }],
  ["too slow", page(408), { kind: "unreachable" }],
  ["too large for a proxy", page(413), { kind: "too_large" }],
  ["what no draft may be", json(422, { detail: "No.", errors: ["a: no"] }), { kind: "refused", message: "a: no" }],
  ["too many", json(429, { detail: "x" }), { kind: "unreachable" }],
  ["broken", json(500, { detail: "x" }), { kind: "unreachable" }],
  ["busy, as a proxy says it", page(503), { kind: "unreachable" }],
  ["gone", json(404, { detail: "There is no such form." }), { kind: "refused", message: "There is no such form." }],
])("classifies the response to a save: %s", async (_, answer, expected) => {
  expect(await serviceOf(async () => answer).save(graph, '"1"', graph)).toEqual(expected);
});

test.each([
  ["read", json(200, draft, { ETag: '"2"' }), { kind: "read", graph, etag: '"2"' }],
  ["a page of somebody else", page(200), { kind: "unreachable" }],
  ["a proxy that takes ETags away", json(200, draft), { kind: "refused", message: expect.stringMatching(/ETag/) }],
])("classifies the response to a read: %s", async (_, answer, expected) => {
  expect(await serviceOf(async () => answer).read()).toEqual(expected);
});

test("treats a network that never responds as unreachable", async () => {
  const silent = ({ signal }: RequestInit) =>
    new Promise<Response>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  expect(await serviceOf(silent, 20).save(graph, null, graph)).toEqual({ kind: "unreachable" });
});

describe("a save of a form with translations", () => {
  const base: Graph = { ...graph, translations: { de: { title: "A" }, fr: { title: "B" } } };
  const saves = async (to: Graph, etag: string | null = '"1"', answers: Response[] = []) => {
    const sent: [method: string, path: string, body: unknown, ifMatch: string | undefined][] = [];
    const send = (async (path: string, { method, body, headers }: RequestInit) => {
      const ifMatch = (headers as Record<string, string>)["If-Match"];
      sent.push([
        String(method),
        path.replace("/api/v2/form/form/draft/", ""),
        body && JSON.parse(String(body)),
        ifMatch,
      ]);
      return answers[sent.length - 1] ?? json(200, draft, { ETag: `"${sent.length + 1}"` });
    }) as typeof fetch;
    const service = draftServiceOf(pathformClient({ baseUrl: "", fetch: answered(send) }), { slug: "form" });
    return { answer: await service.save(to, etag, base), sent };
  };

  test("sends the language that changed, and nothing else", async () => {
    const { answer, sent } = await saves({ ...base, translations: { ...base.translations, de: { title: "C" } } });
    expect(sent).toEqual([["PUT", "translations/de/", { texts: { title: "C" } }, '"1"']]);
    expect(answer).toEqual({ kind: "saved", etag: '"2"' });
  });

  test("sends the rest without translations, then languages that changed or are gone, each with the ETag before", async () => {
    const { answer, sent } = await saves({ ...base, hidden_fields: ["plan"], translations: { fr: {} } });
    expect(sent).toEqual([
      ["PUT", "?exclude=translations", { graph: { ...graph, hidden_fields: ["plan"] } }, '"1"'],
      ["DELETE", "translations/de/", null, '"2"'],
      ["PUT", "translations/fr/", { texts: {} }, '"3"'],
    ]);
    expect(answer).toEqual({ kind: "saved", etag: '"4"' });
  });

  test("sends all of a first draft, and stops at a failure", async () => {
    expect((await saves(base, null)).sent).toEqual([["PUT", "", { graph: base }, undefined]]);
    const stopped = await saves({ ...base, translations: {} }, '"1"', [json(409, { detail: "x" })]);
    expect(stopped.sent).toHaveLength(1);
    expect(stopped.answer).toEqual({ kind: "changed_elsewhere" });
  });
});
