import { Closed, Nullable, type Static, Type } from "../../domain/schema.ts";

/** Forms as files of other tools (wants §25). */
export const elsewhereFormats = ["xlsform", "surveyjs", "fhir", "pathform"] as const;

export const ElsewhereQuery = Closed({
  format: Type.Enum([...elsewhereFormats]),
  report: Type.Optional(Type.Boolean({ default: false })),
});

/** A part of the form that the format can't say. */
export const FormLoss = Closed({ node_id: Nullable(Type.String()), reason: Type.String() });

/** The losses with `report=true`, else a JSON file. */
export const FormElsewhere = Type.Object(
  { losses: Type.Optional(Type.Array(FormLoss)) },
  { additionalProperties: true, description: "With `report=true` the losses, else the file." },
);

export type ElsewhereFormat = (typeof elsewhereFormats)[number];
export type ElsewhereQuery = Static<typeof ElsewhereQuery>;
export type FormElsewhere = Static<typeof FormElsewhere>;
export type FormLoss = Static<typeof FormLoss>;

/** Media type and end of the file name of each format. */
export const elsewhereFiles: Readonly<Record<ElsewhereFormat, { type: string; end: string }>> = {
  xlsform: { type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", end: ".xlsx" },
  surveyjs: { type: "application/json", end: ".surveyjs.json" },
  fhir: { type: "application/fhir+json", end: ".fhir.json" },
  pathform: { type: "application/json", end: ".pathform.json" },
};
