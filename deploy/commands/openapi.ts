import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { openApiDocument, openApiText } from "../../services/gateway/openapi/document.ts";
import { missingExamples } from "../../services/gateway/openapi/missingExamples.ts";
import { inVersion30 } from "../../services/gateway/openapi/version30.ts";
import { routes } from "../../services/gateway/routes/routes.ts";
import { collection } from "./collection.ts";
import { questionTypes } from "./questionTypes.ts";

/**
 * `npm run openapi`: writes the OpenAPI document and the files generated from it. `--check` fails if they are out of date or an
 * example is missing. `-- --version 3.0` prints the document as OpenAPI 3.0.3, for tools that don't support 3.1.
 */
const { values: options } = parseArgs({ options: { check: { type: "boolean" }, version: { type: "string" } } });
const text = openApiText(routes);
const files: Record<string, string> = {
  "docs/openapi.json": text,
  "docs/pathform.http": collection(JSON.parse(text)),
  "docs/develop/question-types.md": questionTypes(JSON.parse(text)),
};

if (options.version === "3.0") console.log(JSON.stringify(inVersion30(openApiDocument(routes)), null, 2));
else if (options.version && options.version !== "3.1") throw new Error("--version must be 3.0 or 3.1");
else writeFiles();

function writeFiles(): void {
  for (const [path, made] of Object.entries(files)) {
    if (!options.check) writeFileSync(path, made);
    else if (textOf(path) !== made) {
      console.error(`${path} is out of date. Run "npm run openapi".`);
      process.exitCode = 1;
    }
  }
  for (const operation of missingExamples(JSON.parse(text))) {
    console.error(`${operation} has no example. Add one for its shape to services/gateway/openapi/examples.ts.`);
    process.exitCode = 1;
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
