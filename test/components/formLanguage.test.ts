import { examples } from "../../services/gateway/openapi/examples.ts";
import * as words from "../../services/web/strings/en/dashboard/formSettings.ts";
import { accessibilityProblems, openPage, screen } from "./support/page.ts";

/** The language in a form's settings (features §13). */
test("says at the language that it has translations", async () => {
  const detail = "This form has German translations. Remove them first.";
  const user = await openPage(`/forms/${examples.FormDetail.slug}/settings`, {
    "GET /api/v2/theme/": { count: 1, next: null, previous: null, results: [examples.Theme] },
    "PATCH /api/v2/form/{slug}/": () => Response.json({ detail }, { status: 409 }),
  });
  const list = await screen.findByLabelText<HTMLSelectElement>(words.language);
  await user.selectOptions(list, "de");
  await user.click(screen.getByRole("button", { name: words.save }));
  const problem = await screen.findByText(detail);
  expect(list.getAttribute("aria-describedby")).toBe(problem.id);
  expect(screen.getAllByText(detail)).toHaveLength(1);
  expect(await accessibilityProblems()).toEqual([]);
});
