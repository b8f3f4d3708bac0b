import { readFileSync, writeFileSync } from "node:fs";
import { openApiText } from "../../services/gateway/openapi/document.ts";
import { routes } from "../../services/gateway/routes.ts";
import { clientTypes } from "./client.ts";
import { collection } from "./collection.ts";

/** `npm run openapi`: writes the API's document and what is made from it; `--check` only says whether they are fresh. */
const text = openApiText(routes);
const files: Record<string, string> = {
  "docs/openapi.json": text,
  "docs/pathform.http": collection(JSON.parse(text)),
  "services/web/api/schema.ts": await clientTypes(text),
};

const isCheck = process.argv.includes("--check");
for (const [path, made] of Object.entries(files)) {
  if (!isCheck) writeFileSync(path, made);
  else if (textOf(path) !== made) {
    console.error(`${path} is not what the code says: npm run openapi`);
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
