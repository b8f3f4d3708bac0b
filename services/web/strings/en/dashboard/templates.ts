/** Texts of the template gallery, on the home page and in the builder. */

import { counted } from "./numbers.ts";

export const categories = {
  feedback: "Feedback",
  health: "Health",
  events: "Events",
  hr: "HR",
  education: "Education",
  sales: "Sales",
};
export const category = "Category";
export const all = "All templates";
export const search = "Search templates";
export const noneFound = "No templates match";
export const noneFoundText = "Try another word, or show all templates.";
export const showAll = "Show all templates";
export const found = (count: number): string => counted(count, "template", "templates");
export const wording = "Clinical questionnaires keep their authors’ wording and scoring.";
export const loading = "Loading templates…";

export const questions = (count: number): string => counted(count, "question", "questions");
export const minutes = (count: number): string => `About ${count} min`;
export const pages = (count: number): string => counted(count, "page", "pages");
export const scored = "Scored";
export const source = "Source";
export const license = "License";
export const optional = "Optional";
export const followUp = "Follow-up question";
export const more = (count: number): string => `+ ${count} more`;
export const scores = "Scores";
export const ends = "End screens";
export const previewOf = (title: string): string => `Preview of “${title}”`;
export const pageOf = (title: string): string => `Form page of “${title}”`;
export const device = "Device";
export const devices = { computer: "Computer", phone: "Phone" };
export const back = "Back";
export const use = "Use this template";
export const choose = "Choose a template";
export const close = "Close";
export const used = "Template added. Press Ctrl+Z to undo.";
