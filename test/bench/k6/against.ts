import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/**
 * `node against.ts <program> <script> [k6 options]`: runs a script of test/bench/k6 against PATHFORM_URL or a temporary Pathform.
 * Exits with k6's code, 99 for a crossed threshold.
 */
const [program = "k6", script = "", ...further] = process.argv.slice(2);
const scripts = ["smoke", "respondents", "spike", "soak", "mixed"];

async function runK6(url: string, options: string[]): Promise<number> {
  const file = join(import.meta.dirname, `${script}.ts`);
  const k6 = spawn(program, ["run", "--quiet", "-e", `PATHFORM_URL=${url}`, ...options, ...further, file], {
    stdio: ["inherit", "pipe", "inherit"],
    env: { ...process.env, K6_NO_USAGE_REPORT: "true" },
  });
  let printed = "";
  k6.stdout.on("data", (piece) => {
    printed += piece;
    process.stdout.write(piece);
  });
  const [code] = await once(k6, "close");
  // k6 has no thresholds on ratios of metrics
  return code || (/^- crossed:/m.test(printed) ? 99 : 0);
}

/** Starts Pathform with rate limits and trusted X-Forwarded-For, as in production. */
async function againstOwn(): Promise<number> {
  const { startPostgres } = await import("../../support/postgres.ts");
  const { startProduct } = await import("../../support/product.ts");
  const postgres = await startPostgres();
  const product = await startProduct({ way: "many", env: { RATE_LIMITS: "on", TRUSTED_PROXIES: "127.0.0.1" } });
  try {
    return await runK6(product.url, ["-e", "FORWARDED=true"]);
  } finally {
    await product.stop();
    await postgres.stop();
  }
}

if (!scripts.includes(script)) {
  console.error(`Usage: test/bench/k6/run ${scripts.join(" | ")} [k6 options]`);
  process.exitCode = 2;
} else {
  const { PATHFORM_URL: url } = process.env;
  process.exitCode = await (url ? runK6(url, []) : againstOwn());
}
