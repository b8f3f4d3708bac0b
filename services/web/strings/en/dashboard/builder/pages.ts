/** Texts of the settings of a page. Loaded with them. */

export const kind = "Page";
export const close = "Close page";
export const help = "Respondents answer these questions together. Questions that don’t apply stay hidden.";
export const questions = "Questions";
export const move = (name: string) => `Move ${name}`;
export const remove = (name: string) => `Remove ${name} from page`;
export const missing = (id: string) => `“${id}” (missing)`;
