import { spawn } from "node:child_process";
import { once } from "node:events";
import { startPostgres } from "../support/postgres.ts";
import { startProduct } from "../support/product.ts";
import { startReceiver } from "../support/receiver.ts";
import { register } from "../support/stage.ts";

/** Runs the given programs against a running Pathform and a webhook receiver. Each must exit with 0. */
const postgres = await startPostgres();
const product = await startProduct({ way: "one", env: { SIGNUP: "open", ALLOW_PRIVATE_DESTINATIONS: "true" } });
const receiver = await startReceiver();
try {
  for (const program of process.argv.slice(2)) {
    const [file = "", ...parameters] = program.split(" ");
    receiver.received.length = 0;
    // an account of its own
    const { key } = await register(product.url);
    const env = { ...process.env, PATHFORM_URL: product.url, PATHFORM_KEY: key, RECEIVER_URL: receiver.url };
    const [code] = await once(spawn(file, parameters, { stdio: "inherit", env }), "exit");
    const events = receiver.received.map(({ body }) => JSON.parse(body).type);
    const isWhole = code === 0 && events.every((type) => type === "session.completed");
    if (!isWhole) process.exitCode = 1;
    console.log(`${file}: ${isWhole ? "passed" : `exited with ${code}, and the receiver got ${events}`}`);
  }
} finally {
  await receiver.close();
  await product.stop();
  await postgres.stop();
}
