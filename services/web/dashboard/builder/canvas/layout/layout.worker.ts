import { type Arranged, arrange } from "./arrange.ts";

/** Beside the page: a large form takes seconds. */
addEventListener("message", ({ data }: MessageEvent<Arranged>) => postMessage(arrange(data)));
