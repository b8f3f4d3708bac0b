import { examples } from "../../services/gateway/openapi/examples.ts";
import { close } from "../../services/web/strings/en/dashboard/app.ts";
import * as words from "../../services/web/strings/en/dashboard/importResponses.ts";
import { importAction } from "../../services/web/strings/en/dashboard/responses.ts";
import { accessibilityProblems, answer, openPage, screen } from "./support/page.ts";

const none = { count: 0, next: null, previous: null, results: [] };
const one = "GET /api/v2/form/{slug}/responses/import/{id}/";
const running = { ...examples.ResponseImport, status: "running" };
const checked = {
  ...{ source: "table", rows: 3, checked: 3, fits: 3, skipped: 0, incomplete_count: 0, columns: [] },
  ...{ refused_count: 0, refused_rows: 0, refused: [] },
};

test("says that the responses of an import are being deleted, and then what became of it", async () => {
  const user = await openPage("/forms/lunch/responses", {
    "GET /api/v2/form/{slug}/responses/": none,
    "POST /api/v2/form/{slug}/responses/import/": ({ url }: Request) =>
      new URL(url).searchParams.has("dry_run") ? checked : running,
    [one]: { ...running, status: "erasing" },
  });
  await user.click(await screen.findByRole("button", { name: importAction }));
  const dialog = await screen.findByRole("dialog");
  await user.upload(dialog.querySelector("input") as HTMLInputElement, new File(["name\nAda"], "people.csv"));
  await user.click(await screen.findByRole("button", { name: words.start(3) }));
  await screen.findByText(words.erasing);
  expect(screen.queryByRole("button", { name: words.stop })).toBeNull();
  expect(screen.queryByRole("progressbar")).toBeNull();
  screen.getByRole("button", { name: close });
  expect(await accessibilityProblems()).toEqual([]);
  answer({ [one]: { ...running, status: "cancelled" } });
  await screen.findByText(words.stopped);
});
