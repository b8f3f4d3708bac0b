/** Code for after the first question, in one chunk. */
export { tellEmbedder } from "./embedding.ts";
export { followHistory } from "./historySync.ts";
export { followKeyboard } from "./screens/keyboard.ts";
export { fadeLeft } from "./screens/leaving.ts";
export { sendEarly } from "./sendEarly.ts";
export { settled } from "./walk/replies.ts";
export { sendFile, uploading } from "./walk/uploads.ts";
