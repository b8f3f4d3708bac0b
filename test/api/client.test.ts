import { type Answer, pathformClient } from "../../services/web/dashboard/api/client.ts";
import type { SubmittedGraph } from "../../shared/domain/graph/shapes/graph.ts";
import { baseUrl, owner } from "../support/api.ts";
import { survey } from "../support/sampleGraphs.ts";

/**
 * The typed client (services/web/dashboard/api): a form from its creation to its first response, with the compiler's
 * checks.
 */
function dataOf<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(`${answer.status}: ${answer.error.detail}`);
  return answer.data;
}

void doesNotCompile;

test("creates, publishes, answers and reads a form", async () => {
  const { key } = await owner();
  const pathform = pathformClient({ baseUrl: baseUrl(), key });
  const open = pathformClient({ baseUrl: baseUrl() });

  const create = () => pathform.post("/api/v2/form/", { body: { title: "Typed" }, idempotencyKey: "create-typed" });
  const created = await create();
  expect(created.status).toBe(201);
  // repeated with its key it returns the same form
  expect(dataOf(await create())).toEqual(dataOf(created));
  const { slug } = dataOf(created);
  const path = { slug };

  const body = { graph: survey() as SubmittedGraph };
  const saved = await pathform.put("/api/v2/form/{slug}/draft/", { path, body });
  const stale = await pathform.put("/api/v2/form/{slug}/draft/", { path, body, ifMatch: '"stale"' });
  expect([saved.ok && saved.etag, stale.status]).toEqual([expect.any(String), 409]);
  expect(dataOf(await pathform.post("/api/v2/form/{slug}/publish/", { path })).version_number).toBe(1);

  const { id: sessionId } = dataOf(await open.post("/api/v2/r/{slug}/start/", { path, body: {} }));
  const session = { path: { session_id: sessionId } };
  const answers = { name: "Ada", color: "red", age: 36 };
  for (const [nodeId, value] of Object.entries(answers)) {
    const next = await open.post("/api/v2/r/session/{session_id}/next/", {
      ...session,
      body: { node_id: nodeId, value },
    });
    expect(dataOf(next).traversal_path).toContain(nodeId);
  }
  expect(dataOf(await open.post("/api/v2/r/session/{session_id}/complete/", session)).status).toBe("completed");

  const read = await pathform.get("/api/v2/form/{slug}/responses/{session_id}/", {
    path: { slug, session_id: sessionId },
  });
  expect(dataOf(read).answers.map(({ answer }) => answer)).toEqual(Object.values(answers));
  const query = { status: "completed", ordering: "-total_score", limit: 1 } as const;
  expect(dataOf(await pathform.get("/api/v2/form/{slug}/responses/", { path, query })).results).toHaveLength(1);
  const file = dataOf(await pathform.get("/api/v2/form/{slug}/responses/export/", { path, query: { bom: true } }));
  expect(await file.text()).toContain("Ada");
  expect(dataOf(await pathform.delete("/api/v2/form/{slug}/", { path }))).toBeNull();

  const refused = await open.get("/api/v2/form/{slug}/", { path });
  expect(!refused.ok && refused.error.detail).toEqual(expect.any(String));
});

/** Never runs: tsc fails if one of these compiles, or if a response has another type. */
async function doesNotCompile(): Promise<void> {
  const client = pathformClient({ baseUrl: "" });
  const path = { slug: "a-form" };
  const list = dataOf(await client.get("/api/v2/form/"));
  const count: number = list.count;
  const title: string | undefined = list.results[0]?.title;
  const nothing: null = dataOf(await client.delete("/api/v2/form/{slug}/", { path }));
  void [count, title, nothing];
  // @ts-expect-error unknown path
  await client.get("/api/v2/forms/");
  // @ts-expect-error a method that the path doesn't have
  await client.put("/api/v2/form/{slug}/", { path });
  // @ts-expect-error the path's variable is missing
  await client.get("/api/v2/form/{slug}/");
  // @ts-expect-error unknown path variable
  await client.get("/api/v2/form/{slug}/", { path: { slag: "a-form" } });
  // @ts-expect-error a version number is a number
  await client.get("/api/v2/form/{slug}/versions/{version_number}/", { path: { ...path, version_number: "1" } });
  // @ts-expect-error unknown query parameter
  await client.get("/api/v2/form/", { query: { sort: "title" } });
  // @ts-expect-error unknown ordering field
  await client.get("/api/v2/form/", { query: { ordering: "-status" } });
  // @ts-expect-error themes have no search
  await client.get("/api/v2/theme/", { query: { search: "Night" } });
  // @ts-expect-error only POSTs have an Idempotency-Key
  await client.patch("/api/v2/form/{slug}/", { path, body: {}, idempotencyKey: "a-key" });
  // @ts-expect-error an API key's secret is never stored for a repeat
  await client.post("/api/account/api-keys/", { body: { name: "Reports" }, idempotencyKey: "a-key" });
  // @ts-expect-error respondents' requests have none
  await client.post("/api/v2/r/{slug}/start/", { path, body: {}, idempotencyKey: "a-key" });
  // @ts-expect-error the body is missing
  await client.post("/api/v2/form/");
  // @ts-expect-error a required field is missing
  await client.post("/api/v2/form/", { body: { slug: "a-form" } });
  // @ts-expect-error an unknown field
  await client.post("/api/v2/form/", { body: { title: "A", titel: "A" } });
  // @ts-expect-error a GET has no body
  await client.get("/api/v2/form/{slug}/", { path, body: {} });
  // @ts-expect-error the response has no such member
  dataOf(await client.get("/api/v2/form/{slug}/", { path })).titel;
}
