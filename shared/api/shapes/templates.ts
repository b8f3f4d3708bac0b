import { DraftGraph } from "../../domain/graph/shapes/graph.ts";
import { Closed, Nullable, type Static, Type } from "../../domain/schema.ts";

/** Templates for new forms (features §14). */
export const templateCategories = ["feedback", "health", "events", "hr", "education", "sales"] as const;

export const Template = Closed({
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  category: Type.Enum([...templateCategories]),
  language: Type.String({ format: "language" }),
  question_count: Type.Integer(),
  theme: Type.String(),
  licence: Nullable(Type.String()),
  source: Nullable(Type.String()),
});
export const TemplateDetail = Closed({ ...Template.properties, graph: DraftGraph });

export type TemplateCategory = (typeof templateCategories)[number];
export type Template = Static<typeof Template>;
export type TemplateDetail = Static<typeof TemplateDetail>;
