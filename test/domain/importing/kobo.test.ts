import { readForm } from "../../../services/forms/importing/read.ts";
import type { ImportResult } from "../../../shared/api/shapes/imports.ts";
import { errorsOf, example, issuesOf } from "./converted.ts";

const read = async (document: unknown, attachments: { name: string; bytes: Buffer }[] = []): Promise<ImportResult> =>
  JSON.parse(
    await readForm(Buffer.from(typeof document === "string" ? document : JSON.stringify(document)), attachments),
  );

const visit = example("kobo", "visit") as { name: string; content: Record<string, unknown> };

/** The XLSForm that KoboToolbox downloads for the form. */
const xlsform = `survey
,type,name,label::English (en),label::Français (fr),hint::English (en),relevant,required,appearance,constraint,default,calculation,kobo--score-choices
,start,start
,select_one sources,water,Where does your water come from?,D’où vient votre eau ?,The main source.,,true
,text,which_source,Which one?,Laquelle ?,,\${water} = 'other',false
,begin_group,people,People,Personnes,,,,field-list
,integer,adults,Adults,Adultes,,,true,,. >= 1
,integer,children,Children,Enfants,,,,,,0
,end_group
,calculate,size,,,,,,,,,\${adults} + \${children}
,select_multiple needs,needs,What does the household need?,De quoi le ménage a-t-il besoin ?,,\${size} > 3
,begin_score,services,How good are these?,Sont-ils bons ?,,,,,,,,marks
,score__row,clinic,The clinic,La clinique,,,true
,score__row,school,The school,L’école,,,true
,end_score
,geopoint,place,Where are you?,Où êtes-vous ?
choices
,list_name,name,label::English (en),label::Français (fr)
,sources,well,A well,Un puits
,sources,other,Another one,Une autre
,needs,food,Food,Nourriture
,needs,shelter,Shelter,Abri
,marks,1,Poor,Mauvais
,marks,2,Good,Bon
settings
,form_title,default_language,style,id_string
,Household visit,English (en),pages,aVisit
`;

describe("a form of KoboToolbox as JSON", () => {
  it("arrives as its XLSForm does, with translations, groups, ratings and calculations", async () => {
    const [result, same] = [await read(visit), await read(xlsform)];
    expect(result).toMatchObject({ format: "kobo", title: "Household visit", language: "en", translations_count: 1 });
    expect(result.graph).toEqual(same.graph);
    expect(result.counts).toEqual(same.counts);
    expect(errorsOf(result as never)).toEqual([]);
    expect(issuesOf(result as never)).toEqual([
      "lost metadata survey row 2",
      "changed geopoint survey row 15",
      "lost setting settings row 2",
    ]);
  });

  it.each<[string, unknown]>([
    ["the address of its content", { kind: "asset.content", uid: "aVisit", data: visit.content }],
    ["its content alone", visit.content],
  ])("is read from %s", async (_, document) => {
    const { format, graph } = await read(document);
    expect(format).toBe("kobo");
    expect(graph.nodes).toHaveLength((await read(visit)).graph.nodes.length);
  });

  it("takes choices from attached files", async () => {
    const survey = [{ type: "select_one_from_file", file: "towns.csv", name: "town", label: ["Town"] }];
    const towns = { name: "towns.csv", bytes: Buffer.from("name,label\nr,Rome\np,Paris\n") };
    const { graph, issues } = await read({ content: { survey } }, [towns]);
    expect(issues).toEqual([]);
    expect(graph.nodes[0]).toMatchObject({ data: { config: { options: [{ value: "r" }, { value: "p" }] } } });
  });

  it("says which row has no question", async () => {
    await expect(read({ content: { survey: [{ type: "begin_group", name: "g" }] } })).rejects.toThrow(
      /has no question/,
    );
  });

  it("takes at most 500 columns, at little cost", async () => {
    const survey = Array.from({ length: 19_000 }, (_, at) => ({ type: "text", name: `q${at}`, [`c${at}`]: "x" }));
    const before = process.cpuUsage();
    await expect(read({ content: { survey } })).rejects.toThrow("file: must have at most 500 columns in `survey`");
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10);
  });

  it("counts 20,000 rows of all sheets", async () => {
    const survey = Array.from({ length: 20_001 }, (_, at) => ({ type: "text", name: `q${at}` }));
    await expect(read({ content: { survey } })).rejects.toThrow(/20,000 rows/);
  });
});
