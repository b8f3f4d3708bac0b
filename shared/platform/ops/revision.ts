import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");
const length = 12;

/** Returns the first 12 characters of the code's commit: from the image's file `REVISION`, else from Git, else `unknown`. */
export function revisionOf(folder: string): string {
  const file = join(folder, "REVISION");
  const built = existsSync(file) ? readFileSync(file, "utf8").trim().slice(0, length) : "";
  return built || (existsSync(join(folder, ".git")) && checkedOut(folder)) || "unknown";
}

function checkedOut(folder: string): string {
  try {
    const asked = ["rev-parse", `--short=${length}`, "HEAD"];
    return execFileSync("git", asked, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    // no Git, or another user's checkout
    return "";
  }
}

/** Commit of this process's code. */
export const revision = revisionOf(root);
