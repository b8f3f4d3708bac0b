import vm from "node:vm";
import { gzipSync } from "node:zlib";
import { type BuildResult, build, type Plugin } from "esbuild";
import type { compileGraph } from "../../shared/domain/graph/compile.ts";
import type { Step, startWalk, takeStep } from "../../shared/domain/graph/traverse.ts";
import type { Graph, Json } from "../../shared/domain/graph/types.ts";
import { type QuestionType, questionTypes } from "../../shared/domain/questions/question.ts";
import { minimal, sampleAnswers } from "./questions/support.ts";

/**
 * Code of the server that respondent pages use to check answers and walk. Its browser bundle is small, without config schemas and
 * editor code. Pages load phone data, RE2 and calculations only if needed.
 */
const entry = `
  export { compileGraph } from "./shared/domain/graph/compile.ts";
  export { startWalk, takeStep } from "./shared/domain/graph/traverse.ts";
`;
const gzipLimit = 17 * 1024;

/** Stubs that accept everything. */
const stubs: Record<string, string> = {
  "libphonenumber-js/max": "export const parsePhoneNumberFromString = () => ({ isValid: () => true, country: 'DE' });",
  re2js: `
    export const RE2JS = { CASE_INSENSITIVE: 1, compile: () => ({ programSize: () => 1 }) };
    export class RE2Set { add() {} compile() {} match() { return [0]; } }
  `,
};

const stubbed: Plugin = {
  name: "stubs",
  setup({ onResolve, onLoad }) {
    const filter = new RegExp(`^(${Object.keys(stubs).join("|")})$`);
    onResolve({ filter }, ({ path }) => ({ path, namespace: "stub" }));
    // forms with calculations load these
    onResolve({ filter: /\/calculations\/compile\.ts$/ }, ({ path }) => ({ path, namespace: "calculations" }));
    onLoad({ filter: /./, namespace: "calculations" }, () => ({
      contents: "export const compileCalculations = () => null;",
    }));
    onLoad({ filter, namespace: "stub" }, ({ path }) => ({ contents: stubs[path] ?? "" }));
  },
};

interface Walking {
  compileGraph: typeof compileGraph;
  startWalk: typeof startWalk;
  takeStep: typeof takeStep;
}

let bundle: BuildResult<{ write: false; metafile: true }>;
beforeAll(async () => {
  bundle = await build({
    stdin: { contents: entry, resolveDir: `${import.meta.dirname}/../..` },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    platform: "browser",
    format: "iife",
    globalName: "walking",
    plugins: [stubbed],
  });
});

const code = () => bundle.outputFiles[0]?.text ?? "";

test("is at most 17 kB compressed", () => {
  expect(gzipSync(code(), { level: 9 }).length).toBeLessThanOrEqual(gzipLimit);
});

test("has no schema library and no config schemas", () => {
  const files = Object.keys(bundle.metafile.inputs).filter((file) => /node_modules|shared/.test(file));
  expect(files).toContain("shared/domain/graph/traverse.ts");
  expect(files.filter((file) => /typebox|questions\/config|shapes|schema\.ts|check\.ts/.test(file))).toEqual([]);
});

test("has no explanation code, which only simulations need", () => {
  const files = Object.keys(bundle.metafile.inputs);
  expect(files.filter((file) => /graph\/(explain|simulate|outline|proof|diff)/.test(file))).toEqual([]);
});

test("walks a form with every question type to its end", () => {
  const sandbox: { walking?: Walking } = {};
  // browser globals only, no Node.js
  vm.runInNewContext(`${code()}; globalThis.walking = walking`, Object.assign(sandbox, { URL }));
  const { compileGraph, startWalk, takeStep } = sandbox.walking as Walking;
  const types = questionTypes.filter((type) => type !== "end_screen");
  const graph: Graph = {
    schema_version: "2.0",
    entry_node_id: types[0] ?? "",
    nodes: [...types, "end_screen" as const].map((type) => nodeOf(type)),
    edges: types.map((type, index) => ({ from: type, to: types[index + 1] ?? "end_screen", condition: null })),
  };
  const compiled = compileGraph(graph);
  let walk = startWalk(compiled);
  for (const type of types) {
    const value = sampleAnswers[type];
    const step = takeStep(compiled, walk, { node_id: type, value }, context) as Extract<Step, { kind: "moved" }>;
    expect({ type, kind: step.kind }).toEqual({ type, kind: "moved" });
    walk = { ...walk, visits: [...walk.visits, step.visit], current_node_id: step.next_node_id };
  }
  expect(walk.current_node_id).toBe("end_screen");
  const refused = takeStep(compiled, walk, { node_id: "email", value: "nobody", back: true }, context);
  expect(refused).toMatchObject({ kind: "invalid", message: "must be an email address" });
});

const context = { today: "2026-06-01", isIssuedFile: () => true };

const nodeOf = (type: QuestionType) => ({
  id: type,
  question_type: type,
  data: { title: type, config: minimal[type] as Record<string, Json> },
});
