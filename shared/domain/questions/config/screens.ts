import { field, Type } from "../../schema.ts";
import { defaults } from "../defaults.ts";
import { declare } from "./declaration.ts";
import { HttpsUrl, Label, Text } from "./words.ts";

export const welcomeScreen = declare("welcome_screen", {
  button_text: Type.Optional(Label("Button text", { default: defaults.welcome_screen.button_text })),
});

export const endScreen = declare("end_screen", {
  redirect_url: Type.Optional(HttpsUrl("Redirect to", { description: "Where respondents are sent on to." })),
  redirect_delay_s: Type.Optional(
    Type.Number({
      ...field("number", "Seconds before the redirect"),
      minimum: 0,
      maximum: 3600,
      default: defaults.end_screen.redirect_delay_s,
    }),
  ),
  show_score: Type.Optional(
    Type.Boolean({ ...field("boolean", "Show the score"), default: defaults.end_screen.show_score }),
  ),
  outcome: Type.Optional(Text("Outcome", { description: "What reaching this end stands for, in exports." })),
});
