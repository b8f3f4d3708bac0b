import { examples } from "../../services/gateway/openapi/examples.ts";
import * as refusals from "../../services/web/strings/en/dashboard/refusals.ts";
import * as words from "../../services/web/strings/en/dashboard/share.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { accessibilityProblems, openPage, screen, waitFor, within } from "./support/page.ts";

/** Links with answers on the share page (features §16). */
const options = ["a", "b"].map((value) => ({ value, label: value.toUpperCase() }));

test("builds a link with answers behind #", async () => {
  const graph = chain(
    node("name", "short_text"),
    node("one", "dropdown", { options: options as never }),
    node("some", "checkbox", { options: options as never }),
  );
  const user = await openPage(`/forms/${examples.FormDetail.slug}/share`, {
    "GET /api/v2/form/{slug}/versions/{number}/": { ...examples.VersionDetail, graph },
  });
  await user.click(await screen.findByText(words.prefill));
  await user.type(screen.getByRole("textbox", { name: "About name" }), "Ada");
  await user.selectOptions(screen.getByRole("combobox", { name: "About one" }), "B");
  await user.click(within(screen.getByRole("group", { name: "About some" })).getByRole("checkbox", { name: "A" }));
  await user.click(screen.getByRole("checkbox", { name: words.skip }));
  const link = screen.getByRole<HTMLInputElement>("textbox", { name: words.linkLabel });
  await waitFor(() =>
    expect(new URL(link.value).hash).toBe("#answer.name=Ada&answer.one=b&answer.some=a&prefill=skip"),
  );
});

/** Opens the card with these questions. */
async function openCard(...nodes: ReturnType<typeof node>[]) {
  const user = await openPage(`/forms/${examples.FormDetail.slug}/share`, {
    "GET /api/v2/form/{slug}/versions/{number}/": { ...examples.VersionDetail, graph: chain(...nodes) },
  });
  await user.click(await screen.findByText(words.prefill));
  const hash = () => new URL(screen.getByRole<HTMLInputElement>("textbox", { name: words.linkLabel }).value).hash;
  return { user, hash };
}

test("leaves an answer out until it fits, and says why", async () => {
  const { user, hash } = await openCard(node("stars", "star_rating", { max: 5 }), node("mail", "email"));
  const stars = screen.getByRole("textbox", { name: "About stars" });
  await user.type(stars, "99");
  await screen.findByText(refusals.tooHigh(5));
  expect(hash()).toBe("");
  expect(stars.getAttribute("aria-invalid")).toBe("true");
  expect(await accessibilityProblems()).toEqual([]);
  await user.clear(stars);
  await user.type(stars, "4");
  expect(screen.queryByText(refusals.tooHigh(5))).toBeNull();
  await waitFor(() => expect(hash()).toBe("#answer.stars=4"));
});

test("offers fields that fit the questions, under readable titles", async () => {
  const titled = node("note", "long_text");
  titled.data.title = "Why {{hidden:plan}}?";
  await openCard(
    titled,
    node("day", "date"),
    node("mail", "email"),
    node("tel", "phone"),
    node("face", "emoji_rating"),
  );
  expect(screen.getByRole("textbox", { name: "Why @plan?" }).tagName).toBe("TEXTAREA");
  const types = ["day", "mail", "tel"].map((id) => screen.getByLabelText<HTMLInputElement>(`About ${id}`).type);
  expect(types).toEqual(["date", "email", "tel"]);
  screen.getByRole("combobox", { name: "About face" });
});

test("numbers the options of a ranking in the order of choosing", async () => {
  const { user, hash } = await openCard(node("order", "ranking", { options: options as never }));
  const group = within(screen.getByRole("group", { name: "About order" }));
  group.getByText(words.rankHint);
  await user.click(group.getByRole("checkbox", { name: "B" }));
  await user.click(group.getByRole("checkbox", { name: "A" }));
  group.getByRole("checkbox", { name: words.ranked(1, "B") });
  group.getByRole("checkbox", { name: words.ranked(2, "A") });
  await waitFor(() => expect(hash()).toBe("#answer.order=b&answer.order=a"));
});
