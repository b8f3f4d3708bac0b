/** What walks a graph on this device: the code of the service itself, in one chunk. */
export { makeWalker } from "../walk/walker.ts";
