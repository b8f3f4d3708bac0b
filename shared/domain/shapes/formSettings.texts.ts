import type { SettingName, shownSettings } from "./formSettings.ts";

/** Texts of the API about the settings of a form. */
export const settingTexts: Record<SettingName, string> = {
  is_accepting_responses: "False if the owner closed the form.",
  response_limit: "Number of completed sessions after which the form closes. Null for no limit.",
  opens_at: "Time when the form starts to accept responses. Null for now.",
  closes_at: "Time when the form stops accepting responses. Null for never.",
  closed_message: "Text that respondents see while the form is closed. Null for the default text.",
  is_active: "False if the form is archived. An archived form accepts no responses.",
  language: "A language tag (BCP 47) such as en or de-CH.",
  embed_origins: "Origins of websites that can embed the form. `*` allows every website.",
  bot_protection:
    "With `challenge`, a session starts only with the solution of a challenge, which the form's page solves.",
  access: "With `link`, a session starts only by a personal link.",
  resume: "With `mail`, respondents can email themselves a link to finish on another device. Needs a mail server.",
};

/** Texts about those that respondents' clients get. */
export const shownSettingTexts: Record<keyof typeof shownSettings, string> = {
  bot_protection: "`challenge` if a session starts only with the solution of a challenge. Absent otherwise.",
  access: "`link` if a session starts only by a personal link. Absent otherwise.",
  resume: "`mail` if respondents can ask for a link to finish later. Absent otherwise.",
};
