import { readFileSync, writeFileSync } from "node:fs";
import { openApiText } from "../../services/gateway/openapi/document.ts";
import { routes } from "../../services/gateway/routes.ts";

/** `npm run openapi`: writes what is made from the API's document; `--check` writes nothing and fails where it differs. */
const files: Record<string, string> = {
  "docs/openapi.json": openApiText(routes),
};

const isCheck = process.argv.includes("--check");
for (const [path, text] of Object.entries(files)) {
  if (isCheck && textOf(path) !== text) {
    console.error(`${path} is not what the code says: npm run openapi`);
    process.exitCode = 1;
  } else if (!isCheck) writeFileSync(path, text);
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
