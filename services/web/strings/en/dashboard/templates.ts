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

export type PictureKind = "scale" | "result" | "stars" | "options" | "checklist" | "calendar" | "person" | "signature";

/** A drawing of each template: its kind, a short question and labels, of which the second is chosen. */
export const pictures: Readonly<Record<string, readonly [PictureKind, string, ...string[]]>> = {
  nps: ["scale", "Would you recommend us?", "Not likely", "Very likely"],
  "customer-satisfaction": ["stars", "How satisfied are you?"],
  "product-feedback": ["options", "What do you use most?", "Reports", "Automations"],
  sus: ["scale", "The product is easy to use", "Disagree", "Agree"],
  audit: ["options", "How often do you drink?", "Monthly or less", "2–4 times a month"],
  consent: ["signature", "I agree to take part", "Sign here"],
  "dass-21": ["result", "Three scores", "Mild · Normal · Mild"],
  "gad-7": ["options", "Over the last 2 weeks", "Not at all", "Several days"],
  "phq-9": ["result", "Your score", "Minimal"],
  "who-5": ["scale", "I have felt cheerful", "At no time", "All of the time"],
  "patient-intake": ["person", "About you", "Name", "Date of birth"],
  appointment: ["calendar", "Pick a day", "Thursday, 10:30"],
  "event-feedback": ["stars", "How was the event?"],
  "event-registration": ["checklist", "Which sessions?", "Opening", "Workshop", "Dinner"],
  rsvp: ["options", "Can you come?", "Sorry, I can’t", "Yes, I’ll be there"],
  raffle: ["person", "Enter the raffle", "Name", "Email"],
  "field-trip": ["signature", "My child may take part", "Parent or guardian"],
  "shift-list": ["calendar", "Choose a shift", "2 places left"],
  "employee-engagement": ["scale", "I’m proud to work here", "Disagree", "Agree"],
  "exit-interview": ["options", "Why are you leaving?", "New role", "Relocation"],
  "job-application": ["person", "Apply", "Name", "Résumé"],
  onboarding: ["checklist", "Your first week", "Laptop", "Accounts", "Meet the team"],
  "course-evaluation": ["stars", "How was the course?"],
  quiz: ["options", "What’s the capital of Peru?", "Cusco", "Lima"],
  "lead-qualification": ["options", "How large is your team?", "1–10", "11–50"],
  order: ["checklist", "Your order", "Coffee beans", "Filters", "Mug"],
  "quote-request": ["person", "Request a quote", "Company", "Budget"],
};
