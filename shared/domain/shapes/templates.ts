import { Closed, Nullable, type Static, Type } from "../schema.ts";
import { DraftGraph } from "./graph.ts";

/** Templates for new forms (features §14). */
export const templateCategories = ["feedback", "health", "events", "hr", "education", "sales"] as const;

export const Template = Closed({
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  category: Type.Enum([...templateCategories]),
  language: Type.String({ format: "language" }),
  question_count: Type.Integer({ description: "Questions in the graph, without screens." }),
  theme: Type.String({ description: "Name of the preset theme that a form made from it gets." }),
  licence: Nullable(Type.String({ description: "Terms of a published instrument." })),
  source: Nullable(Type.String({ description: "Citation and URL of a published instrument." })),
});
export const TemplateDetail = Closed({ ...Template.properties, graph: DraftGraph });

export type TemplateCategory = (typeof templateCategories)[number];
export type Template = Static<typeof Template>;
export type TemplateDetail = Static<typeof TemplateDetail>;
