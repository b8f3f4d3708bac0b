import { texts } from "../../domain/texts.ts";
import { ElsewhereQuery, FormElsewhere, FormLoss } from "./elsewhere.ts";

/** Texts of the API about the properties of elsewhere.ts. */
export const elsewhereTexts = [
  texts(ElsewhereQuery, {
    format:
      "`xlsform` (XLSX), `surveyjs` (JSON), `fhir` (FHIR R4 Questionnaire) or `pathform`, with settings and theme.",
    report: "Returns what the format can't say, instead of the file.",
  }),
  texts(FormLoss, {
    node_id: "ID of the node. Null for a part of the form itself.",
    reason: "Part that the file lacks. The text can change.",
  }),
  texts(FormElsewhere, {
    losses: "Parts that the format can't say, all of them, in the order of the graph. Only with `report=true`.",
  }),
];
