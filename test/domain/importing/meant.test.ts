import { readForm } from "../../../services/forms/importing/read.ts";
import type { ImportResult } from "../../../shared/api/shapes/imports.ts";
import { simulate } from "../../../shared/domain/graph/simulate.ts";
import type { Graph, Json } from "../../../shared/domain/graph/types.ts";

/** Forms of other tools as their authors usually write them. */
const read = async (text: string): Promise<ImportResult> => JSON.parse(await readForm(Buffer.from(text)));

const xlsform = (rows: readonly string[]): Promise<ImportResult> =>
  read(["type,name,label,relevant,calculation,label::Klingonish", ...rows].join("\n"));

const asks = ({ graph }: ImportResult, answers: Record<string, Json>): boolean =>
  simulate(graph as Graph, { answers, today: "2026-06-01" }).traversal_path.includes("q");

it.each<[string, string, Json, Json]>([
  ["integer,n,N", "sqrt(${n}) > 3", 10, 9],
  ["integer,n,N", "sqrt(${n}) <= 3", 9, 10],
  ["datetime,n,N", "${n} >= '2026-01-02'", "2026-01-02T00:00", "2026-01-01T23:59"],
  ["note,n,N", "${n} = ''", null, null],
])("reads %s in %s", async (row, relevant, same, other) => {
  const form = await xlsform([row, `text,q,Q,${relevant}`]);
  expect(form.issues).toEqual([]);
  expect(asks(form, { n: same })).toBe(true);
  if (other !== null) expect(asks(form, { n: other })).toBe(false);
});

it("inserts a text that is only there under a condition", async () => {
  const form = await xlsform(["integer,n,N", "calculate,s,,,\"if(${n} > 1, 's', '')\"", "text,q,Your child${s}?"]);
  expect(form.issues).toEqual([]);
  expect(form.graph.nodes.find(({ id }) => id === "q")?.data.title).toBe("Your child{{band:s}}?");
});

it("says that a language isn't known", async () => {
  const form = await xlsform(["text,q,Q,,,nuq"]);
  expect(form.issues.map(({ code, source }) => `${code} ${source}`)).toEqual([
    "translation label::Klingonish",
    "unknown_language label::Klingonish",
  ]);
});

it("asks for the usual fields of a survey's own types", async () => {
  const form = await read(
    JSON.stringify({
      elements: [
        { type: "address", name: "home" },
        { type: "contactinfo", name: "reach" },
        { type: "personname", name: "who" },
        { type: "text", name: "q", title: "Hello {who.first}", visibleIf: "{home.city} = 'Graz'" },
      ],
    }),
  );
  expect(form.graph.nodes.map(({ id, question_type }) => `${id} ${question_type}`)).toEqual(
    expect.arrayContaining(["home_street short_text", "home_zip short_text", "reach_email email", "reach_phone phone"]),
  );
  expect(form.graph.nodes.find(({ id }) => id === "q")?.data.title).toBe("Hello {{answer:who_first}}");
  expect([asks(form, { home_city: "Graz" }), asks(form, { home_city: "Wien" })]).toEqual([true, false]);
});
