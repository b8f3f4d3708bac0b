import { examples } from "../../services/gateway/openapi/examples.ts";
import * as words from "../../services/web/strings/en/dashboard/versions.ts";
import { failedAnswer, openPage, screen } from "./support/page.ts";

test("restores no version over a draft whose ETag was lost on the way", async () => {
  const conditions: (string | null)[] = [];
  const user = await openPage("/forms/lunch/versions", {
    "GET /api/v2/form/{slug}/": { ...examples.FormDetail, has_unpublished_changes: true },
    "GET /api/v2/form/{slug}/draft/": examples.Draft,
    "POST /api/v2/form/{slug}/versions/{number}/restore/": (request: Request) => {
      conditions.push(request.headers.get("if-none-match"));
      return failedAnswer(409, "The draft has changed.");
    },
  });
  await user.click(await screen.findByRole("button", { name: words.discardSince(1) }));
  await user.click(await screen.findByRole("button", { name: words.discard }));
  await screen.findByText(words.changedMeanwhile);
  // only a form without a draft passes this condition
  expect(conditions).toEqual(["*"]);
});

test("says who published a version, and restores no current one that the draft equals", async () => {
  await openPage("/forms/lunch/versions");
  await screen.findByText("Ada Lovelace");
  expect(screen.queryByRole("button", { name: words.discardSince(1) })).toBeNull();
});

test("opens a version to its changes since the one before, with its number of responses", async () => {
  const [node, ...others] = examples.VersionDetail.graph.nodes;
  const nodes = [{ ...node, data: { ...node?.data, title: "How was lunch?" } }, ...others];
  const second = { ...examples.VersionDetail, version_number: 2, graph: { ...examples.VersionDetail.graph, nodes } };
  const user = await openPage("/forms/lunch/versions", {
    "GET /api/v2/form/{slug}/draft/": examples.Draft,
    "GET /api/v2/form/{slug}/versions/": {
      count: 2,
      next: null,
      previous: null,
      results: [
        { ...examples.Version, version_number: 2 },
        { ...examples.Version, id: crypto.randomUUID(), is_current: false },
      ],
    },
    "GET /api/v2/form/{slug}/versions/2/": second,
    "GET /api/v2/form/{slug}/responses/": (request: Request) => {
      const { searchParams } = new URL(request.url);
      return { count: searchParams.get("version") === "2" ? 1098 : 1, next: null, previous: null, results: [] };
    },
  });
  await screen.findByRole("link", { name: "1,098 responses to version 2" });
  await screen.findByRole("link", { name: "1 response to version 1" });
  expect(screen.queryByRole("button", { name: /^Version 1/ })).toBeNull();
  const row = screen.getByRole("button", { name: /^Version 2/ });
  await user.click(row);
  const after = await screen.findByText("“How was lunch?”");
  expect(row.getAttribute("aria-expanded")).toBe("true");
  expect(after.closest("li li")?.textContent).toMatch(/^Title of question 1/);
});
