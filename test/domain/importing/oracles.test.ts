import { readFileSync } from "node:fs";
import { readForm } from "../../../services/forms/importing/read.ts";
import { readCsv } from "../../../services/forms/importing/xlsform/csv.ts";
import { rowCounter } from "../../../services/forms/importing/xlsform/workbook.ts";
import type { ImportResult } from "../../../shared/api/shapes/imports.ts";
import { isWhole, upTo, within } from "../../support/budget.ts";
import {
  conditionOf,
  fhirRowTemplates,
  surveyJsRowTemplates,
  surveyJsTemplates,
  xpathRowTemplates,
  xpathTemplates,
} from "./oracles/expressions.ts";
import { fhirOracle } from "./oracles/fhir.ts";
import { forms, found, timeout } from "./oracles/random.ts";
import { surveyJsOracle } from "./oracles/surveyJs.ts";
import { typeformOracle } from "./oracles/typeform.ts";
import { differences, type Oracle, randomOf, refusals } from "./oracles/walks.ts";
import { xlsformOracle } from "./oracles/xlsform.ts";

/** Imported forms ask what the original asks in its own engine. `npm run test:system` takes more walks, and long forms too. */
const walks = isWhole ? 200 : 20;
/** ms of CPU time for the walks of a questionnaire */
const budget = 350;
/** questions with a condition */
const count = 12;
const refusingWalks = isWhole ? 50 : 2;
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
  ...(isWhole ? ["symptoms.xlsform.csv", "feedback.surveyjs.json"] : []),
];

describe("an imported questionnaire", () => {
  it.each(questionnaires)(
    "asks what %s asks",
    async (name) => {
      const result: ImportResult = JSON.parse(await readForm(fileOf(name)));
      const open = await oracleOf(name);
      const found = within(budget, upTo(walks))
        .flatMap((seed) => differences(result, open(), seed))
        .toArray();
      expect(found.slice(0, 5)).toEqual([]);
    },
    timeout,
  );

  it.each(questionnaires.filter((name) => /xlsform|surveyjs/.test(name)))(
    "refuses what %s refuses",
    async (name) => {
      const result: ImportResult = JSON.parse(await readForm(fileOf(name)));
      const open = await oracleOf(name);
      // `now()` bounds a time by the whole day here (docs/graphs/question-types.md)
      const isLaterToday = `accepts "${new Date().toISOString().slice(0, 10)}T`;
      const found = within(budget, upTo(refusingWalks))
        .flatMap((seed) => refusals(result, open(), seed))
        .filter((difference) => !difference.includes(isLaterToday))
        .toArray();
      expect(found.slice(0, 5)).toEqual([]);
    },
    timeout,
  );
});
