import { texts } from "../../domain/texts.ts";
import { Template, TemplateDetail } from "./templates.ts";

/** Texts of the API about the properties of templates.ts. */
export const templatesTexts = [
  texts([Template, TemplateDetail], {
    id: "Name of the template, for `GET /api/v2/template/{id}/`.",
    title: "Title in the gallery, and of a form made from it.",
    description: "One sentence about the purpose of the template.",
    category: "Section of the gallery that shows the template.",
    language: "A language tag (BCP 47) such as en or de-CH.",
    question_count: "Questions in the graph, without screens.",
    theme: "Name of the preset theme that a form made from it gets.",
    licence: "Terms of a published instrument.",
    source: "Citation and URL of a published instrument.",
    graph: "Graph to save as a form's draft.",
  }),
];
