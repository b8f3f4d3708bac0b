/** What the page has to do with the browser and with a page around it: loaded when the first question can be answered. */
export { tellEmbedder } from "./embedding.ts";
export { followHistory } from "./historySync.ts";
export { sendEarly } from "./sendEarly.ts";
