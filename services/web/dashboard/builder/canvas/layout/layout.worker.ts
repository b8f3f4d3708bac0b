import { arrange } from "./arrange.ts";
import type { Arranged } from "./wrap.ts";

// a large form takes seconds: the page stays usable
addEventListener("message", ({ data }: MessageEvent<Arranged>) => postMessage(arrange(data)));
