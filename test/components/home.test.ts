import { examples } from "../../services/gateway/openapi/examples.ts";
import { begun } from "../../services/web/dashboard/forms/checklist/begun.ts";
import * as app from "../../services/web/strings/en/dashboard/app.ts";
import * as checklist from "../../services/web/strings/en/dashboard/checklist.ts";
import * as words from "../../services/web/strings/en/dashboard/forms.ts";
import { accessibilityProblems, openPage, screen, waitFor, within } from "./support/page.ts";

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
  await user.click(await within(dialog).findByRole("button", { name: app.cancel }));
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

test("leads to the first answer in four steps, then disappears permanently", async () => {
  const answering = (changes: object) => {
    const form = { ...examples.FormListItem, title: "Lunch", total_sessions: 0, completed_sessions: 0, ...changes };
    return { "GET /api/v2/form/": { ...none, count: 1, results: [form] }, "GET /api/v2/template/": none };
  };
  await openPage("/", answering({ has_published_version: false, draft_saved_at: null }));
  await screen.findByText(checklist.progress(0, 4));
  const user = await openPage("/", answering({ has_published_version: true }));
  const list = within(await screen.findByRole("region", { name: checklist.title }));
  list.getByText(checklist.progress(2, 4));
  await user.click(list.getByRole("link", { name: checklist.share }));
  await user.click((await screen.findAllByRole("link", { name: app.forms }))[0] as HTMLElement);
  await user.click(await screen.findByRole("link", { name: checklist.answer }));
  expect(await accessibilityProblems()).toEqual([]);
  await user.click(screen.getByRole("button", { name: checklist.hide }));
  expect(screen.queryByRole("region", { name: checklist.title })).toBeNull();
  expect(begun(examples.Workspace.id)).toBe("done");

  await openPage("/", answering({ total_sessions: 1, completed_sessions: 1 }));
  await waitFor(() => expect(begun(examples.Workspace.id)).toBe("done"));
  expect(screen.queryByRole("region", { name: checklist.title })).toBeNull();
});
