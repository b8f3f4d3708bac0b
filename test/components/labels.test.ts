import { examples } from "../../services/gateway/openapi/examples.ts";
import * as forms from "../../services/web/strings/en/dashboard/forms.ts";
import * as words from "../../services/web/strings/en/dashboard/labels.ts";
import { accessibilityProblems, addressNow, openPage, screen, waitFor, within } from "./support/page.ts";

/** Labels of forms on the home page (wants §21.3). */
const form = (slug: string, title: string, labels: string[]) => ({
  ...examples.FormListItem,
  id: `00000000-0000-4000-8000-00000000000${slug}`,
  slug,
  title,
  labels,
});
const rows = [form("1", "Lunch", ["Customers", "Q4"]), form("2", "Dinner", ["Q4"]), form("3", "Tea", [])];
const list = { count: 3, next: null, previous: null, results: rows };
const known = [
  { label: "Customers", forms_count: 1 },
  { label: "Q4", forms_count: 2 },
];

/** Opens the home page, and records what it asks for and stores. */
async function open() {
  const asked: string[] = [];
  const stored: [string, unknown][] = [];
  const user = await openPage("/", {
    "GET /api/v2/form/": (request: Request) => {
      asked.push(new URL(request.url).search);
      return list;
    },
    "GET /api/v2/label/": known,
    "PATCH /api/v2/form/{slug}/": async (request: Request) => {
      stored.push([new URL(request.url).pathname.split("/").at(-2) ?? "", await request.json()]);
      return examples.FormDetail;
    },
  });
  return { user, asked, stored };
}
const rowOf = async (title: string) => (await screen.findByRole("link", { name: title })).closest("tr") as HTMLElement;

test("shows a form's labels, and filters by all that are pressed", async () => {
  const { user, asked } = await open();
  expect(within(await rowOf("Lunch")).getByText("Customers")).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: "Q4 2 forms" }));
  await user.click(await screen.findByRole("button", { name: "Customers 1 form" }));
  await waitFor(() => expect(asked.some((search) => search.includes("label=Q4&label=Customers"))).toBe(true));
  expect(addressNow()).toBe("/?label=Q4&label=Customers");
  const pressed = screen.getByRole("button", { name: "Q4 2 forms" });
  expect(pressed.getAttribute("aria-pressed")).toBe("true");
  expect(await accessibilityProblems()).toEqual([]);
  await user.click(pressed);
  await waitFor(() => expect(addressNow()).toBe("/?label=Customers"));
});

test("creates a label, and removes one, in the menu of a form", async () => {
  const { user, stored } = await open();
  await user.click(within(await rowOf("Lunch")).getByRole("button", { name: forms.menuOf("Lunch") }));
  await user.click(await screen.findByRole("menuitem", { name: forms.editLabels }));
  const dialog = within(await screen.findByRole("dialog", { name: words.dialogTitle(["Lunch"]) }));
  await user.click(await dialog.findByRole("checkbox", { name: "Q4" }));
  await user.type(dialog.getByRole("searchbox"), " 2027 {Enter}");
  expect(dialog.getByRole("checkbox", { name: "2027" })).toHaveProperty("checked", true);
  await user.click(dialog.getByRole("button", { name: words.save }));
  await screen.findByText(words.saved(1));
  expect(stored).toEqual([["1", { labels: ["Customers", "2027"] }]]);
});

test("labels selected forms, and leaves what only some of them have", async () => {
  const { user, stored } = await open();
  for (const title of ["Lunch", "Dinner", "Tea"])
    await user.click(within(await rowOf(title)).getByRole("checkbox", { name: forms.select(title) }));
  await user.click(await screen.findByRole("button", { name: words.label }));
  const dialog = within(await screen.findByRole("dialog", { name: words.dialogTitle(["a", "b", "c"]) }));
  expect(await dialog.findByRole("checkbox", { name: "Q4" })).toHaveProperty("indeterminate", true);
  await user.click(dialog.getByRole("checkbox", { name: "Q4" }));
  await user.click(dialog.getByRole("button", { name: words.save }));
  await waitFor(() => expect(stored).toEqual([["3", { labels: ["Q4"] }]]));
});
