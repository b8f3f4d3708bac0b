import { examples } from "../../services/gateway/openapi/examples.ts";
import * as words from "../../services/web/strings/en/dashboard/share.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { openPage, screen, waitFor, within } from "./support/page.ts";

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
