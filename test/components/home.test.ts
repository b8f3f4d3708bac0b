import { examples } from "../../services/gateway/openapi/examples.ts";
import { begun } from "../../services/web/dashboard/forms/checklist/begun.ts";
import * as app from "../../services/web/strings/en/dashboard/app.ts";
import * as checklist from "../../services/web/strings/en/dashboard/checklist.ts";
import * as settings from "../../services/web/strings/en/dashboard/formSettings.ts";
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

test("says when an open form closes soon", async () => {
  const day = 86_400_000;
  const closing = (days: number) => ({
    ...examples.FormListItem,
    id: `00000000-0000-4000-8000-00000000000${days}`,
    title: `In ${days}`,
    published_version: 1,
    response_limit: null,
    closes_at: new Date(Date.now() + days * day).toISOString(),
  });
  await openPage("/", { "GET /api/v2/form/": { ...none, count: 3, results: [closing(1), closing(3), closing(9)] } });
  const row = async (title: string) => within((await screen.findByText(title)).closest("tr") as HTMLElement);
  (await row("In 1")).getByText(words.closesIn(1));
  (await row("In 3")).getByText("Closes in 3 days");
  (await row("In 9")).getByText(words.statuses.open);
});

test("counts the forms of each tab as they are searched", async () => {
  const counts = (request: Request) => {
    const asked = new URL(request.url).searchParams;
    const all = asked.has("is_active") ? 41 : asked.has("has_unpublished_changes") ? 5 : 12;
    return { ...none, count: asked.has("search") ? 3 : all, results: [examples.FormListItem] };
  };
  const user = await openPage("/", { "GET /api/v2/form/": counts });
  for (const [show, count] of [
    ["active", "12"],
    ["changed", "5"],
    ["archived", "41"],
  ] as const) {
    const tab = within((await screen.findByRole("radio", { name: words.shows[show] })).parentElement as HTMLElement);
    await tab.findByText(count);
  }
  await user.type(screen.getByRole("searchbox"), "Lunch");
  await waitFor(() => expect(screen.getAllByText("3")).toHaveLength(3));
  expect(await accessibilityProblems()).toEqual([]);
});

test("moves the selected forms to another workspace, after it says what stays", async () => {
  const forms = ["a", "b"].map((slug) => ({ ...examples.FormListItem, id: slug, slug, title: `Form ${slug}` }));
  const other = { ...examples.Workspace, id: "00000000-0000-4000-8000-0000000000ff", name: "Research", role: "owner" };
  const moved: string[] = [];
  const user = await openPage("/", {
    "GET /api/v2/form/": { ...none, count: 2, results: forms },
    "GET /api/workspaces/": { ...none, count: 2, results: [examples.Workspace, other] },
    "POST /api/v2/form/{slug}/move/": async (request: Request) => {
      const { is_dry_run, workspace_id } = await request.json();
      if (!is_dry_run) moved.push(`${new URL(request.url).pathname} to ${workspace_id}`);
      return examples.MovedForm;
    },
  });
  for (const { title } of forms) await user.click(await screen.findByRole("checkbox", { name: words.select(title) }));
  await user.click(await screen.findByRole("button", { name: settings.moveSome }));
  const dialog = within(await screen.findByRole("dialog", { name: settings.moveSomeTitle(2) }));
  await dialog.findByText(/2 integrations: Receiver, Receiver/);
  expect(await accessibilityProblems()).toEqual([]);
  await user.click(dialog.getByRole("button", { name: settings.moveSomeAction(2) }));
  await screen.findByText(settings.movedSome(2, "Research"));
  expect(moved).toEqual(["a", "b"].map((slug) => `/api/v2/form/${slug}/move/ to ${other.id}`));
  expect(screen.queryByRole("button", { name: settings.moveSome })).toBeNull();
});
