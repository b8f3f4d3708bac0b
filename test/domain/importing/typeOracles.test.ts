import { readCsv } from "../../../services/forms/importing/xlsform/csv.ts";
import { rowCounter } from "../../../services/forms/importing/xlsform/workbook.ts";
import { conditionOf, fhirTypeTemplates, surveyJsTypeTemplates, xpathTypeTemplates } from "./oracles/expressions.ts";
import { fhirOracle } from "./oracles/fhir.ts";
import { forms, found, timeout } from "./oracles/random.ts";
import { surveyJsOracle } from "./oracles/surveyJs.ts";
import { randomOf } from "./oracles/walks.ts";
import { xlsformOracle } from "./oracles/xlsform.ts";

/** Conditions of questions of every type, most of which compare what doesn't fit. */
describe("random conditions of every type", () => {
  it(
    "ask the same people in an XLSForm",
    async () => {
      const types = [
        ...["integer,n", "decimal,dec", "range,rng", "text,t", "date,d", "time,tm", "datetime,dt", "select_one c,o"],
        ...[
          "select_one e,one",
          "select_one f,num",
          "select_one g,mix",
          "select_multiple c,m",
          "select_multiple e,mone",
          "rank c,rk",
        ],
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
          ...[",e,x,x", ",f,1,one", ",f,2,two", ",g,1,one", ",g,3,three", ",g,dk,unknown"],
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
      // it logs each condition that it can't read
      jest.spyOn(console, "warn").mockImplementation(() => {});
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
            { name: "truth", expression: "{n} > 3" },
            { name: "truthText", expression: "iif({n} > 3, 'true', 'false')" },
            { name: "emptyText", expression: "iif({n} > 3, 'true', '')" },
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

  it(
    "ask the same people by enableWhen of a FHIR questionnaire",
    async () => {
      const types = ["n,integer", "dec,decimal", "t,string", "d,date", "tm,time", "dt,dateTime", "b,boolean"];
      const answerOption = ["x", "y", "z"].map((code) => ({ valueCoding: { code, display: code } }));
      const questions = [
        ...types.map((one) => {
          const [linkId = "", type = ""] = one.split(",");
          return { linkId, type, text: linkId };
        }),
        { linkId: "o", type: "choice", text: "o", answerOption },
        { linkId: "m", type: "choice", repeats: true, text: "m", answerOption },
        { linkId: "oc", type: "open-choice", text: "oc", answerOption },
      ];
      const wanted = [
        ...[{ answerInteger: 2 }, { answerDecimal: 1.5 }, { answerDate: "2015-06-15" }, { answerTime: "08:30:00" }],
        ...[{ answerString: "x" }, { answerString: "2" }, { answerString: "a" }, { answerBoolean: true }],
        ...[
          { answerDateTime: "2015-06-15T08:30:00" },
          { answerCoding: { code: "x" } },
          { answerCoding: { code: "q" } },
        ],
      ];
      const differing = await found((random) => {
        const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
        const when = () => ({
          question: pick(questions).linkId,
          operator: pick(["=", "!=", "<", "<=", ">", ">="]),
          ...pick(wanted),
        });
        const document = {
          resourceType: "Questionnaire",
          item: [
            ...questions,
            ...Array.from({ length: 40 }, (_, at) => ({
              linkId: `q${at}`,
              type: "string",
              text: "Q",
              enableWhen: random() < 0.7 ? [when()] : [when(), when()],
              enableBehavior: pick(["all", "any"]),
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
