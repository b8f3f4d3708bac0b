import {
  anonymous,
  baseUrl,
  complete,
  expecting,
  next,
  type Owner,
  owner,
  publishForm,
  start,
  walk,
} from "../support/api.ts";
import { edge, end, graphOf, node } from "../support/sampleGraphs.ts";

/** Emphasis, links and lists in texts (wants §21.1): source for clients that draw, plain everywhere else. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const options = [
  { value: "a", label: "**Yes**, [terms](https://terms.example)" },
  { value: "b", label: "*No*" },
];
const titled = <Data extends object>(one: ReturnType<typeof node>, data: Data) => ({
  ...one,
  data: { ...one.data, ...data },
});
const color = titled(node("color", "multiple_choice", { options }), {
  title: "Which **color**, [really](https://color.example)?",
  description: "One:\n\n- *red*\n- blue",
});
const why = node("why", "short_text");
const rule = {
  condition: { op: "neq", right: "no" },
  message: "**Not** {{answer:color}} {{hidden:who}}. [Why](https://why.example)",
};
const graph = {
  ...graphOf(
    [
      color,
      titled(why, { title: "**Why** {{answer:color}}?", valid_if: [rule] }),
      titled(end(), { title: "*Thanks*" }),
    ],
    [edge("color", "why"), edge("why", "end")],
  ),
  hidden_fields: ["who"],
  markup: "inline",
};

const load = async (slug: string) => (await fetch(`${baseUrl()}/f/${slug}`)).text();

describe("a form with markup", () => {
  let slug: string;
  beforeAll(async () => {
    slug = await publishForm(me, graph, { title: "*Plain* title" });
  });

  it("has its source in what clients draw", async () => {
    const { body } = await expecting(200, anonymous().get(`/api/v2/r/${slug}/`));
    expect(body.graph.markup).toBe("inline");
    expect(body.graph.nodes[0].data.title).toBe(color.data.title);
    expect(body.graph.nodes[0].data.config.options[0].label).toBe(options[0]?.label);
    const draft = await expecting(200, me.get(`/api/v2/form/${slug}/draft/`));
    expect(draft.body.graph.markup).toBe("inline");
    const version = await expecting(200, me.get(`/api/v2/form/${slug}/versions/1/`));
    expect(version.body.graph.nodes[0].data.description).toBe(color.data.description);
  });

  it("is drawn by the gateway, and plain in the title and in the link card", async () => {
    const html = await load(slug);
    expect(html).toMatch(
      /<h1[^>]*>Which <strong>color<\/strong>, <a href="https:\/\/color.example" target="_blank" rel="noopener noreferrer">really<\/a>\?/,
    );
    expect(html).toContain("<p>One:</p><ul><li><em>red</em></li><li>blue</li></ul>");
    expect(html).toMatch(/<span class="card-label"[^>]*><strong>Yes<\/strong>, <a [^>]*>terms<\/a><\/span>/);
    expect(html).toContain("<title>*Plain* title</title>");
    expect(html).toMatch(/<link rel="modulepreload" href="\/assets\/drawing-/);
  });

  it("is plain in insights, exports and simulations", async () => {
    await walk(slug, { color: "a", why: "*so*" });
    const insights = await expecting(200, me.get(`/api/v2/form/${slug}/insights/`));
    expect(insights.body.questions[0].title).toBe("Which color, really?");
    expect(JSON.stringify(insights.body)).toContain("Yes, terms");
    expect(JSON.stringify(insights.body)).not.toContain("**");
    const csv = await expecting(200, me.get(`/api/v2/form/${slug}/responses/export/`));
    expect(csv.body).toContain("Which color, really?");
    expect(csv.body).toContain('"Yes, terms"');
    expect(csv.body).not.toContain("**");
    const simulated = await expecting(
      200,
      me.post(`/api/v2/form/${slug}/draft/simulate/`, { answers: { color: "a", why: "x" } }),
    );
    expect(JSON.stringify(simulated.body)).not.toContain("**");
  });

  it("keeps what respondents wrote as text in messages", async () => {
    const session = await start(slug, { hidden: { who: "**me** [x](https://evil.example)" } });
    await expecting(200, next(session, "color", "a"));
    const { body } = await expecting(400, next(session, "why", "no"));
    expect(body.errors).toEqual([
      String.raw`value: **Not** Yes, terms \*\*me\*\* \[x\]\(https://evil.example\). [Why](https://why.example)`,
    ]);
    await expecting(200, next(session, "why", "yes"));
    await expecting(200, complete(session));
  });
});

it("draws the message of a closed form, and names it plainly in the link card", async () => {
  const slug = await publishForm(me, graph, {
    closed_message: "**Closed.** See [others](https://others.example)",
  });
  await expecting(200, me.patch(`/api/v2/form/${slug}/`, { is_accepting_responses: false }));
  const html = await load(slug);
  expect(html).toMatch(/<strong>Closed.<\/strong> See <a href="https:\/\/others.example"/);
  expect(html).toContain('<meta property="og:description" content="Closed. See others"/>');
});

it("leaves forms without the key as they were", async () => {
  const { markup: _, ...plain } = graph;
  const slug = await publishForm(me, plain);
  const html = await load(slug);
  expect(html).toMatch(/<h1[^>]*>Which \*\*color\*\*, \[really\]\(https:\/\/color.example\)\?/);
  expect(html).not.toContain("drawing-");
  await walk(slug, { color: "a" });
  const insights = await expecting(200, me.get(`/api/v2/form/${slug}/insights/`));
  expect(insights.body.questions[0].title).toBe(color.data.title);
});
