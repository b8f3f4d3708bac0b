import { existsSync, readFileSync } from "node:fs";
import { eventually } from "../support/eventually.ts";
import { stablePort } from "../support/ports.ts";
import { startProcess } from "../support/processes.ts";
import { findProgram } from "../support/servers.ts";
import { asJson, type Engine } from "./engine.ts";

const elementKey = "element-6066-11e4-a52e-4f735466cecf";

/** Starts WebKitGTK's browser on a virtual display, and controls it with W3C WebDriver. It is at least 447 px wide. */
export async function startWebkit(size: { width: number; height: number }): Promise<Engine> {
  const display = await startProcess({
    name: "xvfb",
    command: findProgram("Xvfb") ?? "",
    args: ["-displayfd", "1", "-nolisten", "tcp", "-screen", "0", "1600x1000x24"],
  });
  const number = await eventually(() => {
    const [found] = /^\d+$/m.exec(readFileSync(display.log, "utf8")) ?? [];
    if (!found) throw new Error("Xvfb has not started yet");
    return found;
  });
  const port = await stablePort();
  const driver = await startProcess({
    name: "webkit",
    command: findProgram("WebKitWebDriver") ?? "",
    args: [`--port=${port}`],
    env: { DISPLAY: `:${number}`, LIBGL_ALWAYS_SOFTWARE: "1", LANG: "en_US.UTF-8" },
  });

  async function send(path: string, body: object = {}, method = "POST"): Promise<Result> {
    const init = method === "POST" ? { method, body: JSON.stringify(body) } : { method };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const { value } = (await response.json()) as { value: Result };
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }

  const options = { binary: browserProgram(), args: ["--automation"] };
  const capabilities = { alwaysMatch: { browserName: "MiniBrowser", "webkitgtk:browserOptions": options } };
  const { sessionId } = await eventually(() => send("/session", { capabilities }));
  const session = `/session/${sessionId}`;
  await send(`${session}/window/rect`, size);

  return {
    async open(url) {
      await send(`${session}/frame`, { id: null });
      await send(`${session}/url`, { url });
    },
    async run(expression) {
      const script = `return ${asJson(expression)}`;
      return JSON.parse(await send(`${session}/execute/sync`, { script, args: [] }));
    },
    act: (actions) => send(`${session}/actions`, { actions }),
    async chooseFile(selector, path) {
      const element = await send(`${session}/element`, { using: "css selector", value: selector });
      await send(`${session}/element/${element[elementKey]}/value`, { text: path });
    },
    enterFrame: () => send(`${session}/frame`, { id: 0 }),
    async close() {
      await send(session, {}, "DELETE");
      await driver.kill();
      await display.kill();
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the shapes are those of the protocol
type Result = any;

/** Finds the browser of Debian's webkit2gtk-driver: a file that isn't on PATH. */
function browserProgram(): string {
  const folders = [`/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu`, "/usr/libexec", "/usr/lib"];
  const found = folders.map((folder) => `${folder}/webkit2gtk-4.1/MiniBrowser`).find((path) => existsSync(path));
  if (!found) throw new Error("WebKitGTK's MiniBrowser isn't installed");
  return found;
}
