import { field, Type } from "../../schema.ts";
import { defaults } from "../defaults.ts";
import { declare } from "./declaration.ts";
import { HttpsUrl, Label, Name, Text } from "./words.ts";

export const welcomeScreen = declare("welcome_screen", {
  button_text: Type.Optional(Label("Button text", { default: defaults.welcome_screen.button_text })),
});

export const endScreen = declare("end_screen", {
  redirect_url: Type.Optional(HttpsUrl("Redirect URL", { description: "URL that respondents are redirected to." })),
  redirect_delay_s: Type.Optional(
    Type.Number({
      ...field("number", "Redirect delay (seconds)"),
      minimum: 0,
      maximum: 3600,
      default: defaults.end_screen.redirect_delay_s,
    }),
  ),
  button_text: Type.Optional(Label("Button text", { description: "Text of the button that redirects." })),
  show_score: Type.Optional(
    Type.Boolean({ ...field("boolean", "Show score"), default: defaults.end_screen.show_score }),
  ),
  show_answers: Type.Optional(
    Type.Boolean({
      ...field("boolean", "Offer answers to print", "Adds “Print or save your answers”."),
      default: defaults.end_screen.show_answers,
    }),
  ),
  show_calculations: Type.Optional(
    Type.Array(Name("Calculation"), {
      ...field("calculation_list", "Scores", "Scores that respondents see at the end."),
      maxItems: 20,
    }),
  ),
  outcome: Type.Optional(Text("Outcome", { description: "Label for this ending in exports." })),
});
