import { type Searched, search } from "./search.ts";

addEventListener("message", ({ data }: MessageEvent<Searched>) => postMessage(search(data)));
