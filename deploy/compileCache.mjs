/**
 * Imported before the product's modules: Node.js keeps what it has compiled, TypeScript's types stripped, in
 * node_modules/.cache/pathform (NODE_COMPILE_CACHE names another folder), so that the next start compiles nothing. A
 * folder that cannot be written is no fault: then every start compiles. Not the system's temporary folder, which is
 * Node's own choice: what another user puts there would be run.
 */
import module from "node:module";
import { join } from "node:path";

if (!process.env.NODE_COMPILE_CACHE)
  module.enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/pathform"));
