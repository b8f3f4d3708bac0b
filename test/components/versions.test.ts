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
  await user.click(await screen.findByRole("button", { name: words.restoreOf(1) }));
  await user.click(await screen.findByRole("button", { name: words.restoreNow }));
  await screen.findByText(words.changedMeanwhile);
  // only a form without a draft passes this condition
  expect(conditions).toEqual(["*"]);
});

test("says who published a version, and restores no current one that the draft equals", async () => {
  await openPage("/forms/lunch/versions");
  await screen.findByText(/ · Ada Lovelace · /);
  expect(screen.queryByRole("button", { name: words.restoreOf(1) })).toBeNull();
});
