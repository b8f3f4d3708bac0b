import { examples } from "../../services/gateway/openapi/examples.ts";
import { addFilter, presets } from "../../services/web/strings/en/dashboard/filters.ts";
import * as words from "../../services/web/strings/en/dashboard/insights.ts";
import { hideTable } from "../../services/web/strings/en/dashboard/plots.ts";
import { reversed } from "../../services/web/strings/en/dashboard/responses.ts";
import {
  accessibilityProblems,
  addressNow,
  answer,
  failedAnswer,
  openPage,
  screen,
  setOnline,
  userAs,
  waitFor,
  within,
} from "./support/page.ts";

const address = "/forms/lunch/insights";
const started = (count: number) => ({
  ...examples.Insights,
  sessions: { ...examples.Insights.sessions, started: count },
});
const figure = (count: number) => screen.findByRole("link", { name: words.figureLink(words.figures.started, count) });
const insights = "GET /api/v2/form/{slug}/insights/";

type User = Awaited<ReturnType<typeof openPage>>;
async function choose(user: User, menu: string | RegExp, item: string) {
  await user.click(screen.getByRole("button", { name: menu }));
  await user.click(await screen.findByRole("menuitem", { name: item }));
}
const [dates, versions] = [new RegExp(`^${words.dates}`), new RegExp(`^${words.versions}`)];

describe("the insights page", () => {
  test("keeps the earlier figures while other filters load, and offers all time if nothing matches", async () => {
    const user = await openPage(address, { [insights]: started(3) });
    await figure(3);
    const counting = Promise.withResolvers<void>();
    answer({ [insights]: () => counting.promise.then(() => started(1)) });
    await choose(user, addFilter, "In progress");
    await screen.findByText(words.counting);
    await figure(3);
    expect(await accessibilityProblems()).toEqual([]);
    counting.resolve();
    await figure(1);
    answer({ [insights]: started(0) });
    await choose(user, addFilter, "Abandoned");
    await screen.findByText(words.nothingMatches);
    answer({ [insights]: started(3) });
    await user.click(screen.getByRole("button", { name: words.clearFilters }));
    await figure(3);
    expect(addressNow()).toBe(address);
    answer({ [insights]: started(0) });
    await choose(user, dates, "Last 7 days");
    answer({ [insights]: started(3) });
    await user.click(await screen.findByRole("button", { name: words.showAllTime }));
    await figure(3);
    expect(addressNow()).toBe(`${address}?dates=all`);
  });

  test("shows why figures can't be counted: a failed request, a reversed period, no network", async () => {
    const user = await openPage(address, { [insights]: () => failedAnswer(500, "Something went wrong.") });
    await screen.findByText(/req-1/);
    expect(await accessibilityProblems()).toEqual([]);
    answer({ [insights]: started(3) });
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await figure(3);
    await openPage(`${address}?started_at_from=2026-03-02&started_at_to=2026-03-01`);
    await screen.findByText(reversed);
    await openPage(address, { [insights]: started(3) });
    await figure(3);
    setOnline(false);
    answer({ [insights]: started(2) });
    await choose(user, versions, words.currentVersion(1));
    await screen.findByText(/offline/);
    setOnline(true);
    await figure(2);
  });

  test("compares with the period before by default, and never all time", async () => {
    const asked: URLSearchParams[] = [];
    const before = { sessions: { ...examples.Insights.sessions, started: 2 }, score: examples.Insights.score };
    const compared = (request: Request) => {
      const { searchParams } = new URL(request.url);
      asked.push(searchParams);
      return { ...started(3), previous: searchParams.has("compare") ? before : null };
    };
    const user = await openPage(address, { [insights]: compared });
    expect((await screen.findByText("50%")).parentElement?.textContent).toBe("Up 50% vs. previous 30 days");
    await choose(user, dates, words.allTime);
    await waitFor(() => expect(screen.queryByText("vs. previous 30 days")).toBeNull());
    expect(asked.map((query) => [query.get("compare"), query.has("started_at_from")])).toEqual([
      ["previous", true],
      [null, false],
    ]);
  });

  test("asks for whole UTC days without access to responses, and says so", async () => {
    const asked: URLSearchParams[] = [];
    const figures = (request: Request) => {
      asked.push(new URL(request.url).searchParams);
      return started(3);
    };
    const as = { "GET /api/auth/me/": userAs("viewer", "none"), [insights]: figures };
    const user = await openPage(`${address}?status=completed&started_at_from=2026-03-01T00:00:00%2B02:00`, as);
    await screen.findByText(words.utcPeriod);
    expect(screen.queryByRole("button", { name: addFilter })).toBeNull();
    expect(await accessibilityProblems()).toEqual([]);
    await choose(user, dates, presets[1]);
    await waitFor(() => expect(asked.length).toBeGreaterThan(1));
    expect(asked[0]?.get("started_at_from")).toBe("2026-03-01");
    expect(asked[0]?.has("status")).toBe(false);
    expect(asked.at(-1)?.get("started_at_from")).toBe(new Date().toISOString().slice(0, 10));
  });

  test("links each step of a scale to its responses, and shows all charts as tables", async () => {
    const user = await openPage(`${address}?dates=all`, { [insights]: started(12) });
    const step = await screen.findByRole("link", { name: "9: 5 answers. Open responses" });
    expect(step.getAttribute("href")).toBe("/forms/lunch/responses?answer.nps=9");
    expect(screen.queryByRole("link", { name: /^0: 0 answers/ })).toBeNull();
    screen.getByRole("img", { name: /: \+55$/ });
    for (const button of screen.getAllByRole("button", { name: /^Show table/ })) await user.click(button);
    await choose(user, /^Actions for/, "Show table");
    expect(screen.getAllByRole("button", { name: new RegExp(`^${hideTable}`) })).toHaveLength(4);
    screen.getByRole("table", { name: /^Answers to/ });
    const rows = within(screen.getByRole("table", { name: words.nps })).getAllByRole("row");
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      "GroupAnswersShare",
      "Detractors 0–619.1%",
      "Passives 7–8327.3%",
      "Promoters 9–10763.6%",
    ]);
    expect(await accessibilityProblems()).toEqual([]);
  });

  test("shows the latest texts, each with its response", async () => {
    const [question] = examples.Insights.questions;
    const text = { node_id: "why", question_type: "long_text", title: "Why?", answers: 2 };
    const { id } = examples.SessionListItem;
    const row = { ...examples.SessionListItem, answers: { why: { value: "Because", text: "Because" } } };
    await openPage(`${address}?dates=all`, {
      [insights]: { ...started(2), questions: [question, text] },
      "GET /api/v2/form/{slug}/responses/": { count: 1, next: null, previous: null, results: [row] },
    });
    const link = await screen.findByRole("link", { name: "Because. Open response" });
    expect(link.getAttribute("href")).toBe(`/forms/lunch/responses/${id}`);
    screen.getByRole("link", { name: "Read all 2: Why?" });
  });

  test("lists questions that no one was shown apart, and shows recalls in titles as chips", async () => {
    const [step] = examples.Insights.funnel;
    const [question] = examples.Insights.questions;
    const shown = { node_id: "why", title: "You chose {{answer:recommend}}. Why?" };
    const hidden = { node_id: "quote", title: "May we quote you?" };
    const { graph } = examples.VersionDetail;
    const node = { id: "why", question_type: "long_text", data: { title: "You chose {{answer:recommend}}. Why?" } };
    await openPage(address, {
      [insights]: {
        ...started(1),
        funnel: [
          { ...step, ...shown, reached: 1 },
          { ...step, ...hidden, reached: 0 },
        ],
        questions: [
          { ...question, ...shown },
          { ...question, ...hidden, answers: 0, distribution: null },
        ],
      },
      "GET /api/v2/form/{slug}/versions/{number}/": {
        ...examples.VersionDetail,
        graph: { ...graph, nodes: [node, ...graph.nodes.filter(({ id }) => id !== "why")] },
      },
    });
    const apart = await screen.findByRole("list", { name: words.notShown });
    within(apart).getByText(hidden.title);
    expect(within(screen.getByRole("list", { name: words.funnel })).queryByText(hidden.title)).toBeNull();
    expect(screen.queryByRole("heading", { name: hidden.title })).toBeNull();
    // in the funnel, in the card and above the promoter score
    await waitFor(() => expect(screen.getAllByText("@recommend")).toHaveLength(3));
    expect(await accessibilityProblems()).toEqual([]);
  });

  test("compares with nothing if the period before has no responses", async () => {
    const sessions = { ...examples.Insights.sessions, started: 0, completed: 0 };
    const before = { sessions: { ...sessions, completion_rate: null, median_duration_seconds: null }, score: null };
    await openPage(address, { [insights]: { ...started(3), previous: before } });
    await figure(3);
    expect(screen.queryByText(words.comparedWith(30))).toBeNull();
  });

  test("shows a thousand questions in portions, and finds each by its title", async () => {
    const [step] = examples.Insights.funnel;
    const [question] = examples.Insights.questions;
    const titled = (_: unknown, at: number) => ({ node_id: `q${at}`, title: `About q${at}` });
    const many = Array.from({ length: 999 }, titled);
    const large = {
      ...started(1),
      funnel: many.map((named) => ({ ...step, ...named })),
      questions: many.map((named) => ({ ...question, ...named })),
    };
    const user = await openPage(address, { [insights]: large });
    await user.click(await screen.findByRole("button", { name: words.showMore(50, 999) }));
    const funnel = screen.getByRole("list", { name: words.funnel });
    expect(funnel.querySelectorAll("li")).toHaveLength(100);
    await user.type(screen.getByLabelText(words.find), "q731");
    await screen.findByRole("heading", { name: "About q731", level: 3 });
    expect(screen.getAllByRole("heading", { level: 3 })).toHaveLength(1);
  });
});
