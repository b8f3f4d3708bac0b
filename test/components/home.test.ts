import { examples } from "../../services/gateway/openapi/examples.ts";
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
  const row = (await screen.findByRole("link", { name: "Lunch" })).closest("li") as HTMLElement;
  within(row).getByText(words.statuses[status]);
});
