import { registerHooks } from "node:module";

/**
 * The types of the API's client, out of its document. openapi-typescript prints by the compiler of TypeScript 5, which
 * version 7 has no more: for it alone, `typescript` means the old one.
 */
registerHooks({
  resolve: (specifier, context, next) => next(specifier === "typescript" ? "typescript5" : specifier, context),
});
const { astToString, default: openapiTS } = await import("openapi-typescript");

const heading = "// Generated from docs/openapi.json: npm run openapi\n\n";

/** `document` as JSON; gives the text of a TypeScript module. */
export async function clientTypes(document: string): Promise<string> {
  return heading + astToString(await openapiTS(document));
}
