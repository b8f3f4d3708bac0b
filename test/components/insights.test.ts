import { examples } from "../../services/gateway/openapi/examples.ts";
import { reversed } from "../../services/web/strings/en/dashboard/filters.ts";
import * as words from "../../services/web/strings/en/dashboard/insights.ts";
import {
  accessibilityProblems,
  addressNow,
  answer,
  failedAnswer,
  openPage,
  screen,
  setOnline,
} from "./support/page.ts";

const address = "/forms/lunch/insights";
const started = (count: number) => ({
  ...examples.Insights,
  sessions: { ...examples.Insights.sessions, started: count },
});
const figure = (count: number) => screen.findByRole("link", { name: words.figureLink(words.figures.started, count) });
const insights = "GET /api/v2/form/{slug}/insights/";

describe("the insights of a form", () => {
  test("keep the earlier figures while other filters are counted", async () => {
    const user = await openPage(address, { [insights]: started(3) });
    await figure(3);
    const counting = Promise.withResolvers<void>();
    answer({ [insights]: () => counting.promise.then(() => started(1)) });
    await user.selectOptions(screen.getByLabelText("Status"), "In progress");
    await screen.findByText(words.counting);
    await figure(3);
    expect(await accessibilityProblems()).toEqual([]);
    counting.resolve();
    await figure(1);
    answer({ [insights]: started(0) });
    await user.selectOptions(screen.getByLabelText("Status"), "Abandoned");
    await screen.findByText(words.nothingMatches);
    answer({ [insights]: started(3) });
    await user.click(screen.getByRole("link", { name: words.clearFilters }));
    await figure(3);
    expect(addressNow()).toBe(address);
  });

  test("say why they can't be counted: a failed request, a reversed period, no network", async () => {
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
    await screen.findByRole("option", { name: "1 (current)" });
    setOnline(false);
    answer({ [insights]: started(2) });
    await user.selectOptions(screen.getByLabelText("Version"), "1 (current)");
    await screen.findByText(/offline/);
    setOnline(true);
    await figure(2);
  });

  test("show a thousand questions in portions, and find each by its title", async () => {
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
