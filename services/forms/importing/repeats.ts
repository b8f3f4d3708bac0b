import { fitted } from "./wording.ts";

/**
 * Returns why the questions of a group are lost that respondents fill in several times, for all formats. Converters find these groups
 * here, where a question of type `records` would begin (features §18.2).
 */
export const inRepeat = (group: string) => ({
  code: "repeat",
  message: `It belongs to ${fitted(group, 200)}, which can be filled in several times. That isn't supported yet.`,
});
