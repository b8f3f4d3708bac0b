/** welcome_screen and end_screen (decisions §4.1): they ask nothing, so no value is an answer. */
import { boolean, byDefault, number, object, optional, parse, type Read, type Rule } from "./config.ts";
import type { Question } from "./question.ts";
import { refused } from "./reply.ts";
import { httpsUrl, label, text } from "./words.ts";

const welcome = object({ button_text: byDefault("Start", label()) });

const end = object({
  redirect_url: optional(httpsUrl()),
  redirect_delay_s: byDefault(0, number({ min: 0, max: 3_600 })),
  show_score: byDefault(false, boolean()),
  outcome: optional(text()),
});

function screen<Config>(config: Rule<Config>): Question<Config> {
  return {
    family: null,
    scoring: [],
    parseConfig: (raw) => parse(config, raw),
    check: () => refused("a screen takes no answer"),
    domain: () => null,
    columns: () => [],
    cells: () => [],
  };
}

export const welcomeScreen: Question<Read<typeof welcome>> = screen(welcome);
export const endScreen: Question<Read<typeof end>> = screen(end);
