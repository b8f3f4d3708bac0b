/** What walks a graph on this device: the code of the service itself, in one chunk. Previews take the service's part too. */
export { compileGraph } from "../../../../shared/domain/graph/compile.ts";
export { startWalk, takeStep, totalScore } from "../../../../shared/domain/graph/traverse.ts";
export { makeWalker } from "../walk/walker.ts";
