import { examples } from "../../services/gateway/openapi/examples.ts";
import * as words from "../../services/web/strings/en/dashboard/importing.ts";
import { openPage, screen } from "./support/page.ts";

const noForms = { "GET /api/v2/form/": { count: 0, next: null, previous: null, results: [] } };

test("refuses a file over 5 MB before its upload", async () => {
  const user = await openPage("/", noForms);
  await user.click(await screen.findByRole("button", { name: "Import form" }));
  const file = new File([new Uint8Array(5 * 1024 * 1024 + 1)], "survey.json", { type: "application/json" });
  await user.upload(await screen.findByLabelText(words.file), file);
  await user.click(screen.getByRole("button", { name: words.convert }));
  await screen.findByText("survey.json is larger than 5 MB. Choose a smaller file.");
});

test("sends CSV files as attachments of the form", async () => {
  const user = await openPage("/", { ...noForms, "POST /api/v2/import/": examples.ImportResult });
  const sent = jest.spyOn(FormData.prototype, "append");
  await user.click(await screen.findByRole("button", { name: "Import form" }));
  const files = ["crops.csv", "household.xlsx", "districts.csv"].map((name) => new File(["a"], name));
  await user.upload(await screen.findByLabelText(words.file), files);
  await user.click(screen.getByRole("button", { name: words.convert }));
  await screen.findByRole("button", { name: words.createForm });
  const parts = sent.mock.calls.map(([field, file]) => [field, (file as unknown as File).name]);
  expect(parts).toEqual([
    ["file", "household.xlsx"],
    ["attachment", "crops.csv"],
    ["attachment", "districts.csv"],
  ]);
});
