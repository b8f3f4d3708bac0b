import type { FormSettings } from "../../shared/api/shapes/formSettings.ts";

/** A value of each setting of a form that isn't its default. */
export const otherSettings: FormSettings = {
  is_accepting_responses: false,
  response_limit: 7,
  opens_at: "2026-01-02T03:04:05.000Z",
  closes_at: "2099-01-02T03:04:05.000Z",
  closed_message: "Later",
  is_active: false,
  language: "de",
  embed_origins: ["https://a.example"],
  bot_protection: "challenge",
  access: "link",
  resume: "mail",
  edit_window_minutes: 30,
  review: true,
  personal_retention_days: 20,
  retention_days: 400,
};
