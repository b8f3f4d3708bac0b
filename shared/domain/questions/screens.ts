/** welcome_screen and end_screen (decisions §4.1), which have no answers. */
import type { ConfigOf } from "./config/declaration.ts";
import type * as config from "./config/screens.ts";
import type { Question } from "./question.ts";
import { refused } from "./reply.ts";

function screen<Config>(): Question<Config> {
  return {
    family: null,
    scoring: [],
    check: () => refused("must be absent or null; a screen has no answer"),
    domain: () => null,
    columns: () => [],
    cells: () => [],
  };
}

export const welcomeScreen = screen<ConfigOf<typeof config.welcomeScreen, "welcome_screen">>();
export const endScreen = screen<ConfigOf<typeof config.endScreen, "end_screen">>();
