import * as words from "../../services/web/strings/en/dashboard/importing.ts";
import { openPage, screen } from "./support/page.ts";

test("refuses a file over 5 MB before its upload", async () => {
  const user = await openPage("/", { "GET /api/v2/form/": { count: 0, next: null, previous: null, results: [] } });
  await user.click(await screen.findByRole("button", { name: "Import form" }));
  const file = new File([new Uint8Array(5 * 1024 * 1024 + 1)], "survey.json", { type: "application/json" });
  await user.upload(await screen.findByLabelText(words.file), file);
  await user.click(screen.getByRole("button", { name: words.convert }));
  await screen.findByText("survey.json is larger than 5 MB. Choose a smaller file.");
});
