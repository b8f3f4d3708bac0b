/** What walks a graph on this device: the code of the service itself, in one chunk. */
export { compileGraph } from "../../../../shared/domain/graph/compile.ts";
export { startWalk, takeStep } from "../../../../shared/domain/graph/traverse.ts";
