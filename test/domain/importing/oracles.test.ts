import { readFileSync } from "node:fs";
import { readForm } from "../../../services/forms/importing/read.ts";
import { readCsv } from "../../../services/forms/importing/xlsform/csv.ts";
import { rowCounter } from "../../../services/forms/importing/xlsform/workbook.ts";
import type { ImportResult } from "../../../shared/api/shapes/imports.ts";
import {
  conditionOf,
  fhirRowTemplates,
  fhirTypeTemplates,
  surveyJsRowTemplates,
  surveyJsTemplates,
  surveyJsTypeTemplates,
  xpathRowTemplates,
  xpathTemplates,
  xpathTypeTemplates,
} from "./oracles/expressions.ts";
import { fhirOracle } from "./oracles/fhir.ts";
import { surveyJsOracle } from "./oracles/surveyJs.ts";
import { typeformOracle } from "./oracles/typeform.ts";
import { differences, type Oracle, randomOf, refusals } from "./oracles/walks.ts";
import { xlsformOracle } from "./oracles/xlsform.ts";

/** Imported forms ask what the original asks in its own engine. `npm run test:system` takes more walks, and long forms too. */
const isSystem = process.env.PATHFORM_TESTS === "system";
/** ms. They take a minute on two cores, and many on a busy machine: long surveys take half a second a walk. */
const timeout = isSystem ? 900_000 : 60_000;
const walks = isSystem ? 200 : 20;
const refusingWalks = isSystem ? 50 : 2;
const fileOf = (name: string): Buffer =>
  readFileSync(new URL(`../../fixtures/questionnaires/${name}`, import.meta.url));

async function oracleOf(name: string): Promise<() => Oracle> {
  const text = fileOf(name).toString();
  if (name.endsWith(".csv")) {
    const workbook = (await readCsv(text, rowCounter())) ?? {};
    return () => xlsformOracle(workbook);
  }
  const document = JSON.parse(text);
  if (name.endsWith(".typeform.json")) return () => typeformOracle(document);
  return name.endsWith(".fhir.json") ? () => fhirOracle(document) : () => surveyJsOracle(document);
}

const forms = isSystem ? 200 : 8;
const count = 12;
const walksOfForm = 5;

/** Returns the differences of forms with random conditions. */
async function found(documentOf: (random: () => number) => [Buffer, () => Oracle]): Promise<string[]> {
  const all: string[] = [];
  for (let form = 1; form <= forms; form++) {
    const [bytes, open] = documentOf(randomOf(form));
    const result: ImportResult = JSON.parse(await readForm(bytes));
    for (let walk = 0; walk < walksOfForm; walk++)
      for (const difference of differences(result, open(), form * walksOfForm + walk))
        all.push(`form ${form}: ${difference}: ${conditionIn(bytes, difference)}`);
  }
  return all;
}

const conditionIn = (bytes: Buffer, difference: string): string => {
  const id = difference.split(" ")[0] ?? "";
  return (
    bytes
      .toString()
      .split("\n")
      .find((line) => line.includes(`${id},`) || line.includes(`"${id}"`)) ?? ""
  );
};

describe("random conditions", () => {
  it(
    "ask the same people in an XLSForm",
    async () => {
      const choice = "xyz".split("").map((name) => `,c,${name},${name}`);
      const sheets = (random: () => number): Buffer =>
        Buffer.from(
          [
            "survey,,,,,",
            ",type,name,label,relevant,calculation",
            ",integer,n,N,,",
            ",integer,k,K,,",
            ",date,d,D,,",
            ",date,e,E,,",
            ",text,t,T,,",
            ",select_one c,o,O,,",
            ",select_one c,p,P,,",
            ",select_multiple c,m,M,,",
            ",calculate,level,,,\"if(${n} > 5, 'high', if(${n} > 2, 'mid', 'low'))\"",
            ",calculate,when,,,\"if(${o} = 'x', ${d}, ${e})\"",
            ",calculate,both,,,${n} > 2 and ${k} > 2",
            ",calculate,pick,,,${o}",
            ",calculate,total,,,${n} + ${k}",
            ",calculate,days,,,${d} - ${e}",
            ...Array.from({ length: count }, (_, at) => `,text,q${at},Q,"${conditionOf(random, xpathTemplates)}",`),
            "choices,,,,,",
            ",list_name,name,label,,",
            ...choice,
          ].join("\n"),
        );
      const workbooks = new Map<string, Awaited<ReturnType<typeof readCsv>>>();
      for (let form = 1; form <= forms; form++) {
        const text = sheets(randomOf(form)).toString();
        workbooks.set(text, await readCsv(text, rowCounter()));
      }
      const differing = await found((random) => {
        const bytes = sheets(random);
        return [bytes, () => xlsformOracle(workbooks.get(bytes.toString()) ?? {})];
      });
      expect(differing.slice(0, 5)).toEqual([]);
    },
    timeout,
  );

  it(
    "ask the same people in a SurveyJS survey",
    async () => {
      const differing = await found((random) => {
        const choices = ["x", "y", "z"];
        const numbers = ["n", "k"].map((name) => ({ type: "text", inputType: "number", name }));
        const dates = ["d", "e"].map((name) => ({ type: "text", inputType: "date", name }));
        const document = {
          calculatedValues: [
            { name: "level", expression: "iif({n} > 5, 'high', iif({n} > 2, 'mid', 'low'))" },
            { name: "total", expression: "{n} + {k}" },
          ],
          elements: [
            ...numbers,
            ...dates,
            { type: "text", name: "t" },
            { type: "radiogroup", name: "o", choices },
            { type: "radiogroup", name: "p", choices },
            { type: "checkbox", name: "m", choices },
            { type: "boolean", name: "b" },
            ...Array.from({ length: count }, (_, at) => ({
              type: "text",
              name: `q${at}`,
              visibleIf: conditionOf(random, surveyJsTemplates),
            })),
          ],
        };
        const text = JSON.stringify(document).replaceAll('{"type"', '\n{"type"');
        return [Buffer.from(text), () => surveyJsOracle(document)];
      });
      expect(differing.slice(0, 5)).toEqual([]);
    },
    timeout,
  );
});

/** Conditions of questions of every type, most of which compare what doesn't fit. */
describe("random conditions of every type", () => {
  it(
    "ask the same people in an XLSForm",
    async () => {
      const types = [
        ...["integer,n", "decimal,dec", "range,rng", "text,t", "date,d", "time,tm", "datetime,dt", "select_one c,o"],
        ...["select_one e,one", "select_one f,num", "select_multiple c,m", "select_multiple e,mone", "rank c,rk"],
        ...["acknowledge,ack", "hidden,hid"],
      ];
      const textOf = (random: () => number): string =>
        [
          "survey,,,,,",
          ",type,name,label,relevant,calculation",
          ...types.map((type) => `,${type},L,,`),
          ",calculate,calc,,,\"if(${n} > 1, '1', '0')\"",
          ",calculate,level,,,\"if(${n} > 5, 'x', if(${n} > 2, 'a b', '1'))\"",
          ",calculate,total,,,${n} + ${dec}",
          ",calculate,pick,,,${o}",
          ",calculate,both,,,${n} > 2 and ${dec} > 2",
          ...Array.from({ length: 40 }, (_, at) => `,text,q${at},Q,"${conditionOf(random, xpathTypeTemplates)}",`),
          "choices,,,,,",
          ",list_name,name,label,,",
          ..."xyz".split("").map((name) => `,c,${name},${name}`),
          ...[",e,x,x", ",f,1,one", ",f,2,two"],
        ].join("\n");
      const workbooks = new Map<string, Awaited<ReturnType<typeof readCsv>>>();
      for (let form = 1; form <= forms; form++) {
        const text = textOf(randomOf(form));
        workbooks.set(text, await readCsv(text, rowCounter()));
      }
      const differing = await found((random) => {
        const text = textOf(random);
        return [Buffer.from(text), () => xlsformOracle(workbooks.get(text) ?? {})];
      });
      expect(differing.slice(0, 5)).toEqual([]);
    },
    timeout,
  );

  it(
    "ask the same people in a SurveyJS survey",
    async () => {
      const choices = ["x", "y", "z"];
      const images = (values: string[]) =>
        values.map((value) => ({ value, imageLink: `https://example.com/${value}.png` }));
      const elements = [
        ...["number,n", "text,t", "date,d", "time,tm"].map((one) => {
          const [inputType, name] = one.split(",");
          return { type: "text", inputType, name };
        }),
        ...["comment,cm", "boolean,b", "rating,r"].map((one) => {
          const [type, name] = one.split(",");
          return { type, name };
        }),
        { type: "boolean", name: "bt", valueTrue: "x", valueFalse: "y" },
        { type: "radiogroup", name: "o", choices },
        { type: "radiogroup", name: "one", choices: ["x"] },
        { type: "dropdown", name: "num", choices: [1, 2, 3] },
        { type: "checkbox", name: "m", choices },
        { type: "checkbox", name: "mone", choices: ["x"] },
        { type: "tagbox", name: "tag", choices },
        { type: "imagepicker", name: "pic", choices: images(choices) },
        { type: "imagepicker", name: "pic1", choices: images(["x"]) },
        { type: "imagepicker", name: "pics", multiSelect: true, choices: images(choices) },
        { type: "ranking", name: "rk", choices },
        { type: "matrix", name: "mx", rows: ["r1", "r2"], columns: choices },
      ];
      const differing = await found((random) => {
        const document = {
          calculatedValues: [
            { name: "level", expression: "iif({n} > 5, 'x', iif({n} > 2, 'a', '1'))" },
            { name: "total", expression: "{n} + {r}" },
          ],
          elements: [
            ...elements,
            ...Array.from({ length: 40 }, (_, at) => ({
              type: "text",
              name: `q${at}`,
              visibleIf: conditionOf(random, surveyJsTypeTemplates),
            })),
          ],
        };
        const text = JSON.stringify(document).replaceAll('{"type"', '\n{"type"');
        return [Buffer.from(text), () => surveyJsOracle(document)];
      });
      expect(differing.slice(0, 5)).toEqual([]);
    },
    timeout,
  );

  it(
    "ask the same people in a FHIR questionnaire",
    async () => {
      const types = [
        "n,integer",
        "dec,decimal",
        "t,string",
        "d,date",
        "tm,time",
        "dt,dateTime",
        "b,boolean",
        "url,url",
      ];
      const url = "http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-enableWhenExpression";
      const answerOption = ["x", "y", "z"].map((code) => ({ valueCoding: { code, display: code } }));
      const differing = await found((random) => {
        const asked = Array.from({ length: 40 }, (_, at) => ({
          linkId: `q${at}`,
          type: "string",
          text: "Q",
          extension: [
            {
              url,
              valueExpression: { language: "text/fhirpath", expression: conditionOf(random, fhirTypeTemplates) },
            },
          ],
        }));
        const document = {
          resourceType: "Questionnaire",
          item: [
            ...types.map((one) => {
              const [linkId = "", type = ""] = one.split(",");
              return { linkId, type, text: linkId };
            }),
            { linkId: "o", type: "choice", text: "o", answerOption },
            ...asked,
          ],
        };
        const text = JSON.stringify(document).replaceAll('{"linkId"', '\n{"linkId"');
        return [Buffer.from(text), () => fhirOracle(document)];
      });
      expect(differing.slice(0, 5)).toEqual([]);
    },
    timeout,
  );
});

/** Questions after rows with a required number, an optional one, a text and a choice. Issues name what can't be read of rows. */
describe("random repeats", () => {
  it(
    "ask the same people in an XLSForm",
    async () => {
      const textOf = (random: () => number): string =>
        [
          "survey,,,,,,",
          ",type,name,label,relevant,calculation,required",
          ",integer,n,N,,,",
          ",begin_repeat,r,Rows,${n} != 3,,",
          ",integer,age,Age,,,yes",
          ",decimal,pay,Pay,,,",
          ",text,t,T,,,yes",
          ",select_one c,o,O,,,",
          `,integer,more,M,${random() < 0.5 ? "${age} > 3" : "${n} > 1"},,yes`,
          ",end_repeat,,,,,",
          ",calculate,total,,,sum(${age}) + ${n},",
          ...Array.from({ length: count }, (_, at) => `,text,q${at},Q,"${conditionOf(random, xpathRowTemplates)}",,`),
          "choices,,,,,,",
          ",list_name,name,label,,,",
          ..."xyz".split("").map((name) => `,c,${name},${name}`),
        ].join("\n");
      const workbooks = new Map<string, Awaited<ReturnType<typeof readCsv>>>();
      for (let form = 1; form <= forms; form++) {
        const text = textOf(randomOf(form));
        workbooks.set(text, await readCsv(text, rowCounter()));
      }
      const differing = await found((random) => {
        const text = textOf(random);
        return [Buffer.from(text), () => xlsformOracle(workbooks.get(text) ?? {})];
      });
      expect(differing.slice(0, 5)).toEqual([]);
    },
    timeout,
  );

  it.each(["paneldynamic", "matrixdynamic"])(
    "ask the same people in a SurveyJS survey with a %s",
    async (type) => {
      const differing = await found((random) => {
        const parts = [
          { name: "age", type: "text", inputType: "number", isRequired: true },
          { name: "pay", type: "text", inputType: "number" },
          { name: "t", type: "text" },
          { name: "o", type: "radiogroup", choices: ["x", "y", "z"] },
        ];
        const rows = {
          type,
          name: "r",
          visibleIf: "{n} != 3",
          ...(type === "paneldynamic"
            ? { templateElements: parts }
            : { rowCount: 0, columns: parts.map(({ type: cellType, ...part }) => ({ ...part, cellType })) }),
        };
        const document = {
          elements: [
            { type: "text", inputType: "number", name: "n" },
            rows,
            ...Array.from({ length: count }, (_, at) => ({
              type: "text",
              name: `q${at}`,
              visibleIf: conditionOf(random, surveyJsRowTemplates),
            })),
          ],
        };
        const text = JSON.stringify(document).replaceAll('{"type"', '\n{"type"');
        return [Buffer.from(text), () => surveyJsOracle(document)];
      });
      expect(differing.slice(0, 5)).toEqual([]);
    },
    timeout,
  );

  it(
    "ask the same people in a FHIR questionnaire",
    async () => {
      const enabled = (expression: string) => [
        {
          url: "http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-enableWhenExpression",
          valueExpression: { language: "text/fhirpath", expression },
        },
      ];
      const differing = await found((random) => {
        const document = {
          resourceType: "Questionnaire",
          item: [
            { linkId: "n", type: "integer", text: "N" },
            {
              linkId: "r",
              type: "group",
              text: "Rows",
              repeats: true,
              enableWhen: [{ question: "n", operator: "!=", answerInteger: 3 }],
              item: [
                { linkId: "age", type: "integer", text: "Age", required: true },
                { linkId: "pay", type: "decimal", text: "Pay" },
                { linkId: "t", type: "string", text: "T" },
              ],
            },
            ...Array.from({ length: count }, (_, at) => ({
              linkId: `q${at}`,
              type: "string",
              text: "Q",
              extension: enabled(conditionOf(random, fhirRowTemplates)),
            })),
          ],
        };
        const text = JSON.stringify(document).replaceAll('{"linkId"', '\n{"linkId"');
        return [Buffer.from(text), () => fhirOracle(document)];
      });
      expect(differing.slice(0, 5)).toEqual([]);
    },
    timeout,
  );
});

const questionnaires = [
  "household.xlsform.csv",
  "autopsy.xlsform.csv",
  "needs.xlsform.csv",
  "census.xlsform.csv",
  "intake.surveyjs.json",
  "quiz.surveyjs.json",
  "screening.fhir.json",
  "clinic.fhir.json",
  "lead.typeform.json",
  "order.surveyjs.json",
  "clinic.surveyjs.json",
  "women.xlsform.csv",
  "kobo.xlsform.csv",
  "nutrition.xlsform.csv",
  "gad.fhir.json",
  "clinic.typeform.json",
  ...(isSystem ? ["symptoms.xlsform.csv", "feedback.surveyjs.json"] : []),
];

describe("an imported questionnaire", () => {
  it.each(questionnaires)(
    "asks what %s asks",
    async (name) => {
      const result: ImportResult = JSON.parse(await readForm(fileOf(name)));
      const open = await oracleOf(name);
      const found = Array.from({ length: walks }, (_, seed) => differences(result, open(), seed + 1)).flat();
      expect(found.slice(0, 5)).toEqual([]);
    },
    timeout,
  );

  it.each(questionnaires.filter((name) => /xlsform|surveyjs/.test(name)))(
    "refuses what %s refuses",
    async (name) => {
      const result: ImportResult = JSON.parse(await readForm(fileOf(name)));
      const open = await oracleOf(name);
      const found = Array.from({ length: refusingWalks }, (_, seed) => refusals(result, open(), seed + 1)).flat();
      expect(found.slice(0, 5)).toEqual([]);
    },
    timeout,
  );
});
