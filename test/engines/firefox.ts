import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import WebSocket from "ws";
import { eventually } from "../support/eventually.ts";
import { startProcess } from "../support/processes.ts";
import { runFolder } from "../support/run.ts";
import { findProgram } from "../support/servers.ts";
import { asJson, type Engine } from "./engine.ts";

const preferences = [
  // a fresh profile would open pages of Mozilla's
  ["browser.shell.checkDefaultBrowser", false],
  ["browser.startup.page", 0],
  ["datareporting.policy.dataSubmissionEnabled", false],
  ["app.normandy.enabled", false],
  ["network.connectivity-service.enabled", false],
  ["network.captive-portal-service.enabled", false],
  ["services.settings.server", "data:,"],
];

/** Starts Firefox and controls it with WebDriver BiDi, which it speaks without a driver. */
export async function startFirefox(size: { width: number; height: number }): Promise<Engine> {
  const profile = mkdtempSync(join(runFolder(), "firefox-"));
  writeFileSync(
    join(profile, "user.js"),
    preferences.map((row) => `user_pref(${row.map((it) => JSON.stringify(it)).join(", ")});`).join("\n"),
  );
  const firefox = await startProcess({
    name: "firefox",
    command: findProgram("firefox-esr") ?? "",
    args: ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
    env: { HOME: profile, LANG: "en_US.UTF-8" },
  });
  const address = await eventually(() => {
    const [, found] = /WebDriver BiDi listening on (ws:\S+)/.exec(readFileSync(firefox.log, "utf8")) ?? [];
    if (!found) throw new Error("Firefox isn't listening yet");
    return found;
  }, 60);
  const { send, socket } = await connect(`${address}/session`);
  await send("session.new", { capabilities: {} });
  // the first window never gets the focus, because no display has given it
  const { context: tab } = await send("browsingContext.create", { type: "window" });
  await send("browsingContext.setViewport", { context: tab, viewport: size });
  let context = tab;

  async function evaluate(expression: string): Promise<{ value?: unknown }> {
    const evaluated = await send("script.evaluate", { expression, target: { context }, awaitPromise: true });
    if (evaluated.type === "exception") throw new Error(evaluated.exceptionDetails.text);
    return evaluated.result;
  }

  return {
    async open(url) {
      context = tab;
      await send("browsingContext.navigate", { context, url, wait: "complete" });
    },
    async run(expression) {
      const { value } = await evaluate(asJson(expression));
      return JSON.parse(String(value));
    },
    act: (actions) => send("input.performActions", { context, actions }),
    async chooseFile(selector, path) {
      const locator = { type: "css", value: selector };
      const { nodes } = await send("browsingContext.locateNodes", { context, locator });
      await send("input.setFiles", { context, element: { sharedId: nodes[0].sharedId }, files: [path] });
    },
    async enterFrame() {
      const tree = await send("browsingContext.getTree", { root: tab });
      context = tree.contexts[0].children[0].context;
    },
    async close() {
      socket.close();
      await firefox.kill();
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the shapes are those of the protocol
type Result = any;

/** Opens the protocol's connection: commands with numbers, answered in any order. */
async function connect(url: string) {
  const socket = new WebSocket(url);
  const waiting = new Map<number, { resolve(result: Result): void; reject(error: Error): void }>();
  socket.on("message", (data) => {
    const { id, result, error, message } = JSON.parse(String(data));
    const command = waiting.get(id);
    waiting.delete(id);
    if (error) command?.reject(new Error(`${error}: ${message}`));
    else command?.resolve(result);
  });
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  let count = 0;
  const send = (method: string, params: object): Promise<Result> => {
    count += 1;
    socket.send(JSON.stringify({ id: count, method, params }));
    return new Promise((resolve, reject) => waiting.set(count, { resolve, reject }));
  };
  return { send, socket };
}
