import { examples } from "../../services/gateway/openapi/examples.ts";
import { cancel } from "../../services/web/strings/en/dashboard/app.ts";
import * as words from "../../services/web/strings/en/dashboard/forms.ts";
import { openPage, screen, within } from "./support/page.ts";

test.each([
  ["over", { closes_at: "2026-01-01T00:00:00.000Z" }],
  ["full", { response_limit: 1, completed_sessions: 1 }],
  ["early", { opens_at: "2126-01-01T00:00:00.000Z" }],
  ["closed", { is_accepting_responses: false }],
  ["open", { response_limit: 2, completed_sessions: 1, closes_at: "2126-01-01T00:00:00.000Z" }],
] as const)("shows on the home page that a form is %s", async (status, changes) => {
  const form = { ...examples.FormListItem, title: "Lunch", is_active: true, published_version: 1, ...changes };
  await openPage("/", { "GET /api/v2/form/": { count: 1, next: null, previous: null, results: [form] } });
  const row = (await screen.findByRole("link", { name: "Lunch" })).closest("tr") as HTMLElement;
  within(row).getByText(words.statuses[status]);
});

const none = { count: 0, next: null, previous: null, results: [] };
const template = { ...examples.Template, id: "nps", title: "NPS" };

test("offers a new form, an import and templates on an empty home page, and archived forms where there are some", async () => {
  const forms = (request: Request) => (request.url.includes("is_active=false") ? { ...none, count: 2 } : none);
  const templates = { "GET /api/v2/template/": { ...none, count: 1, results: [template] } };
  const user = await openPage("/", { "GET /api/v2/form/": none, ...templates });
  await user.click(await screen.findByRole("button", { name: words.importForm }));
  const dialog = await screen.findByRole("dialog", { name: words.importForm });
  await user.click(await within(dialog).findByRole("button", { name: cancel }));
  await screen.findByRole("button", { name: words.newForm });
  await screen.findByRole("button", { name: /NPS/ });
  expect(screen.queryByRole("link", { name: words.toArchive })).toBeNull();
  await openPage("/", { "GET /api/v2/form/": forms, ...templates });
  await screen.findByRole("link", { name: words.toArchive });
});

test("counts all responses of a form, and says how many of them are completed", async () => {
  const form = { ...examples.FormListItem, title: "Lunch", total_sessions: 12, completed_sessions: 9 };
  await openPage("/", { "GET /api/v2/form/": { ...none, count: 1, results: [form] } });
  const link = await screen.findByRole("link", { name: words.responsesOf(12, "Lunch") });
  within(link.parentElement as HTMLElement).getByText("9 completed");
});
