import { examples } from "../../services/gateway/openapi/examples.ts";
import * as app from "../../services/web/strings/en/dashboard/app.ts";
import * as filters from "../../services/web/strings/en/dashboard/filters.ts";
import * as keys from "../../services/web/strings/en/dashboard/keys.ts";
import * as words from "../../services/web/strings/en/dashboard/responses.ts";
import * as views from "../../services/web/strings/en/dashboard/savedViews.ts";
import {
  accessibilityProblems,
  addressNow,
  answer,
  failedAnswer,
  openPage,
  screen,
  setOnline,
  waitFor,
} from "./support/page.ts";

const address = "/forms/lunch/responses";
const list = "GET /api/v2/form/{slug}/responses/";
const none = { count: 0, next: null, previous: null, results: [] };
const one = { ...none, count: 1, results: [examples.SessionListItem] };

async function filterBy(user: Awaited<ReturnType<typeof openPage>>, name: string): Promise<void> {
  await user.click(screen.getByRole("button", { name: filters.addFilter }));
  await user.click(await screen.findByRole("menuitem", { name }));
}

describe("a form without responses", () => {
  test("links to the builder if it was never published", async () => {
    const draft = { ...examples.FormDetail, published_version: null };
    await openPage(address, { [list]: none, "GET /api/v2/form/{slug}/": draft });
    await screen.findByText(words.noneText.unpublished as string);
    expect(screen.getByRole("link", { name: words.toBuilder }).getAttribute("href")).toBe("/forms/lunch/build");
    expect(await accessibilityProblems()).toEqual([]);
  });

  test("links to its public page, and offers to clear filters that match nothing", async () => {
    const user = await openPage(address, { [list]: none });
    const open = await screen.findByRole("link", { name: words.openForm });
    expect(open.getAttribute("href")).toMatch(/\/f\/lunch$/);
    await filterBy(user, words.statuses.abandoned);
    await screen.findByText(words.nothingFound);
    await user.click(screen.getByRole("button", { name: words.clearFilters }));
    await screen.findByText(words.emptyTitle);
  });
});

describe("a page that can't be loaded", () => {
  test("shows that the dates are reversed", async () => {
    await openPage(`${address}?started_at_from=2026-02-02&started_at_to=2026-02-01`);
    await screen.findByText(words.reversed);
    expect(await accessibilityProblems()).toEqual([]);
  });

  test("shows the request ID of a failure, and loads on another try", async () => {
    const user = await openPage(address, { [list]: () => failedAnswer(500, "Something went wrong.") });
    await screen.findByText(app.requestId("req-1"));
    expect(await accessibilityProblems()).toEqual([]);
    answer({ [list]: none });
    await user.click(screen.getByRole("button", { name: app.retry }));
    await screen.findByText(words.emptyTitle);
  });

  test("loads when the network is back", async () => {
    const user = await openPage(address, { [list]: none });
    await screen.findByText(words.emptyTitle);
    setOnline(false);
    await filterBy(user, words.statuses.completed);
    await screen.findByText(app.offline);
    setOnline(true);
    await screen.findByText(words.nothingFound);
  });

  test("shows that a response doesn't exist", async () => {
    await openPage(`${address}/01a1fa9d-1dc7-7515-a554-3b6694e9e6ac`);
    await screen.findByRole("heading", { name: words.missingTitle });
    expect(await accessibilityProblems()).toEqual([]);
  });
});

test("shows that a search has more matches than are counted, and their further pages", async () => {
  const many = { ...one, count: 10_000, count_is_exact: false as const, next: "https://forms.example.com/?page=301" };
  const user = await openPage(`${address}?search=tea&page=300`, { [list]: many });
  await screen.findByText(words.range(14_951, 15_000, 10_000, true));
  expect(words.range(14_951, 15_000, 10_000, true)).toBe("14,951–15,000 of more than 10,000 responses");
  await user.click(screen.getByRole("button", { name: words.nextPage }));
  await screen.findByText(words.page(301));
});

test("says how many of the responses are completed, but not of filtered ones", async () => {
  const form = { ...examples.FormDetail, total_sessions: 1, completed_sessions: 1 };
  const user = await openPage(address, { [list]: one, "GET /api/v2/form/{slug}/": form });
  await screen.findByText("1–1 of 1 response, 1 completed");
  await filterBy(user, words.statuses.completed);
  await screen.findByText("1–1 of 1 response");
});

test("ignores single-key shortcuts while typing and when they are off", async () => {
  const user = await openPage(address, { [list]: one });
  await screen.findByText(/of 1 response/);
  const search = screen.getByLabelText<HTMLInputElement>(filters.searchAnswers);
  // the page listens for keys soon after it is shown
  await waitFor(async () => {
    await user.keyboard("/");
    expect(document.activeElement).toBe(search);
  });
  await user.keyboard("ada e?");
  expect(search.value).toBe("ada e?");
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(screen.getByRole("button", { name: keys.keys }));
  await user.click(await screen.findByLabelText(keys.areOn));
  expect(await accessibilityProblems()).toEqual([]);
  await user.keyboard("{Escape}");
  await user.click(screen.getByText(/of 1 response/));
  await user.keyboard("?e");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("shows a response's scores with their bands", async () => {
  const bands = [{ key: "low", from: 0, to: 7, label: "normal" }];
  const calculations = [
    { key: "anxiety", title: "Anxiety", value: 3, bands },
    { key: "stress", title: "Stress", value: 4 },
  ];
  const { graph } = examples.VersionDetail;
  await openPage(`${address}/${examples.ResponseDetail.id}`, {
    [list]: one,
    "GET /api/v2/form/{slug}/responses/{session_id}/": {
      ...examples.ResponseDetail,
      calculations: { anxiety: { value: 3, band: "low" }, stress: { value: null, band: null } },
    },
    "GET /api/v2/form/{slug}/versions/{version_number}/": {
      ...examples.VersionDetail,
      graph: { ...graph, calculations },
    },
  });
  const title = await screen.findByText("Anxiety");
  expect(title.nextSibling?.textContent).toBe("3 · normal");
  expect(screen.queryByText("Stress")).toBeNull();
});

describe("a form with translations", () => {
  const version = "GET /api/v2/form/{slug}/versions/{version_number}/";
  const translations = { de: { title: "Mittagessen" }, fr: {} };
  const graph = { ...examples.VersionDetail.graph, translations };

  test("shows the language of responses, and filters by it", async () => {
    const asked: (string | null)[] = [];
    const user = await openPage(address, {
      [version]: { ...examples.VersionDetail, graph },
      [list]: ({ url }: Request) => {
        asked.push(new URL(url).searchParams.get("language"));
        return { ...one, results: [{ ...examples.SessionListItem, language: "de" }] };
      },
    });
    await screen.findByRole("columnheader", { name: words.language });
    screen.getByRole("cell", { name: "German" });
    await filterBy(user, "German");
    await screen.findByRole("button", { name: filters.remove("German") });
    await waitFor(() => expect(asked.at(-1)).toBe("de"));
    expect(screen.queryByRole("menuitem", { name: "French" })).toBeNull();
    expect(await accessibilityProblems()).toEqual([]);
  });

  test("has no column and no filter without them", async () => {
    const user = await openPage(address, { [version]: examples.VersionDetail, [list]: one });
    await screen.findAllByRole("row");
    expect(screen.queryByRole("columnheader", { name: words.language })).toBeNull();
    await user.click(screen.getByRole("button", { name: filters.addFilter }));
    await screen.findByRole("menuitem", { name: filters.customVersion });
    expect(screen.queryByRole("menuitem", { name: "English" })).toBeNull();
  });
});

describe("the export of rows", () => {
  const version = "GET /api/v2/form/{slug}/versions/{version_number}/";
  const household = {
    id: "household",
    question_type: "records",
    data: {
      title: "Who lives here?",
      config: { fields: [{ key: "name", title: "Name", question_type: "short_text" }] },
    },
  };
  const open = async (nodes: object[]) => {
    const graph = { ...examples.VersionDetail.graph, nodes: [...examples.VersionDetail.graph.nodes, ...nodes] };
    const user = await openPage(address, { [list]: one, [version]: { ...examples.VersionDetail, graph } });
    await user.click(await screen.findByRole("button", { name: words.exportAction }));
    await screen.findByLabelText(words.format);
    return user;
  };

  test("is offered for CSV and Excel, if the form has records", async () => {
    const user = await open([household]);
    await user.selectOptions(await screen.findByLabelText(words.rowFor), words.eachRow("Who lives here?"));
    expect(screen.queryByLabelText(words.withAnnotations)).toBeNull();
    await user.selectOptions(screen.getByLabelText(words.format), words.formats.xlsx);
    expect(screen.getByLabelText<HTMLSelectElement>(words.rowFor).value).toBe("household");
    for (const format of [words.formats.json, words.formats.zip]) {
      await user.selectOptions(screen.getByLabelText(words.format), format);
      expect(screen.queryByLabelText(words.rowFor)).toBeNull();
    }
    expect(await accessibilityProblems()).toEqual([]);
  });

  test("isn't offered without records", async () => {
    await open([]);
    expect(screen.queryByLabelText(words.rowFor)).toBeNull();
  });
});

describe("saved views", () => {
  const path = "GET /api/v2/form/{slug}/view/";
  const late = {
    ...examples.SavedView,
    name: "Late",
    filters: { status: "completed" as const, tag: ["late"] },
    ordering: "total_score" as const,
    columns: null,
  };
  const choose = async (user: Awaited<ReturnType<typeof openPage>>, button: string | RegExp, item: string) => {
    await user.click(await screen.findByRole("button", { name: button }));
    await user.click(await screen.findByRole("menuitem", { name: item }));
  };

  test("open with their filters and order, and say when the page shows something else", async () => {
    const asked: URLSearchParams[] = [];
    const answered = (request: Request) => {
      asked.push(new URL(request.url).searchParams);
      return one;
    };
    const user = await openPage(address, { [list]: answered, [path]: [late] });
    await choose(user, views.views, "Late");
    await screen.findByRole("button", { name: views.viewOf("Late", false) });
    await waitFor(() => {
      const last = Object.fromEntries(asked.at(-1) ?? []);
      expect(last).toMatchObject({ status: "completed", tag: "late", ordering: "total_score" });
    });
    await filterBy(user, filters.flagged);
    await screen.findByRole("button", { name: views.viewOf("Late", true) });
    expect(await accessibilityProblems()).toEqual([]);
  });

  test("are saved with what the page shows, updated and deleted", async () => {
    const sent: unknown[] = [];
    const keep = async (request: Request) => {
      sent.push([request.method, request.method === "DELETE" ? null : await request.json()]);
      return request.method === "DELETE"
        ? null
        : { ...late, name: "Mine", filters: { is_flagged: true }, ordering: "-started_at" as const };
    };
    const user = await openPage(`${address}?is_flagged=true`, {
      [list]: one,
      [path]: [],
      "POST /api/v2/form/{slug}/view/": keep,
      "DELETE /api/v2/form/{slug}/view/{id}/": keep,
    });
    await choose(user, views.views, views.save);
    await user.type(await screen.findByLabelText(views.name), "Mine");
    await user.click(screen.getByRole("button", { name: views.saveNow }));
    await waitFor(() => expect(sent).toHaveLength(1));
    const content = { filters: { is_flagged: true }, ordering: "-started_at", columns: null };
    expect(sent).toEqual([["POST", { name: "Mine", ...content }]]);
    await choose(user, "Mine", views.remove("Mine"));
    await user.click(await screen.findByRole("button", { name: views.deleteNow }));
    await screen.findByRole("button", { name: views.views });
    expect(sent).toContainEqual(["DELETE", null]);
  });
});

test("filters by the answer to a question", async () => {
  const asked: (string | null)[] = [];
  const user = await openPage(address, {
    [list]: (request: Request) => {
      asked.push(new URL(request.url).searchParams.get("answer.nps"));
      return one;
    },
  });
  await screen.findByText(/of 1 response/);
  await filterBy(user, filters.customAnswer);
  await user.selectOptions(await screen.findByLabelText(filters.question), "nps");
  await user.type(screen.getByLabelText(filters.answer), "9");
  expect(await accessibilityProblems()).toEqual([]);
  await user.click(screen.getByRole("button", { name: filters.apply }));
  await waitFor(() => expect(asked.at(-1)).toBe("9"));
});

test("filters by the answer that is clicked in the table, and opens no response", async () => {
  const asked: (string | null)[] = [];
  const user = await openPage(address, {
    [list]: (request: Request) => {
      asked.push(new URL(request.url).searchParams.get("answer.nps"));
      return one;
    },
  });
  await user.click(await screen.findByTitle(filters.filterBy("9")));
  await waitFor(() => expect(asked.at(-1)).toBe("9"));
  expect(addressNow()).toBe(`${address}?answer.nps=9`);
  expect(await accessibilityProblems()).toEqual([]);
});
