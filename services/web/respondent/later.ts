/** What is needed once the first question can be answered: loaded then, in one piece. */
export { tellEmbedder } from "./embedding.ts";
export { followHistory } from "./historySync.ts";
export { sendEarly } from "./sendEarly.ts";
export { settled } from "./walk/replies.ts";
export { sendFile, uploading } from "./walk/uploads.ts";
