import { pathformClient, type Schema } from "../../services/web/api/client.ts";
import { baseUrl, owner } from "../support/api.ts";
import { survey } from "../support/sampleGraphs.ts";

/** The typed client (services/web/api): a form from its creation to its first response, as the compiler checks it. */
test("an owner's form is made, published, answered and read through the typed client", async () => {
  const { key } = await owner();
  const pathform = pathformClient({ baseUrl: baseUrl(), key });
  const open = pathformClient({ baseUrl: baseUrl() });

  const created = await pathform.POST("/api/v2/form/", { body: { title: "Typed" } });
  const form = created.data as Schema<"FormDetail">;
  expect(created.response.status).toBe(201);
  const path = { slug: form.slug };

  await pathform.PUT("/api/v2/form/{slug}/draft/", {
    params: { path },
    body: { graph: survey() as Schema<"SubmittedGraph"> },
  });
  const published = await pathform.POST("/api/v2/form/{slug}/publish/", { params: { path } });
  expect(published.data?.version_number).toBe(1);

  const started = await open.POST("/api/v2/r/{slug}/start/", { params: { path } });
  const session_id = started.data?.id ?? "";
  const ofSession = { params: { path: { session_id } } };
  const answers = { name: "Ada", color: "red", age: 36 };
  for (const [node_id, value] of Object.entries(answers)) {
    const next = await open.POST("/api/v2/r/session/{session_id}/next/", { ...ofSession, body: { node_id, value } });
    expect(next.data?.traversal_path).toContain(node_id);
  }
  const completed = await open.POST("/api/v2/r/session/{session_id}/complete/", ofSession);
  expect(completed.data?.status).toBe("completed");

  const read = await pathform.GET("/api/v2/form/{slug}/responses/{session_id}/", {
    params: { path: { ...path, session_id } },
  });
  expect(read.data?.answers.map(({ answer }) => answer)).toEqual(Object.values(answers));
  expect(read.data?.total_score).toBe(5);

  const refused = await open.GET("/api/v2/form/{slug}/", { params: { path } });
  expect(refused.error?.detail).toEqual(expect.any(String));
});
