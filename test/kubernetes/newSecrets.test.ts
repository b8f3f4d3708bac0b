import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import {
  chart,
  containersOf,
  type Manifest,
  parseManifests,
  renderChart,
  templateOf,
} from "../../deploy/kubernetes/tools/render.ts";

/** `deploy/kubernetes/newSecrets` */
const newSecrets = (mode: string): Manifest[] =>
  parseManifests(execFileSync("deploy/kubernetes/newSecrets", [mode], { encoding: "utf8" }));

describe.each([
  ["bundled", "single-node"],
  ["cloudnative", "production"],
])("%s", (mode, example) => {
  test("prints every key that the chart's containers read", () => {
    const secrets = Object.fromEntries(newSecrets(mode).map(({ metadata, stringData }) => [metadata.name, stringData]));
    const containers = renderChart(join(chart, "examples", `${example}.yaml`)).flatMap((manifest) => {
      const template = templateOf(manifest);
      return template ? containersOf(template) : [];
    });
    const keys = containers.flatMap(({ env = [] }) =>
      env.flatMap(({ valueFrom }: Manifest) => valueFrom?.secretKeyRef ?? []),
    );
    expect(keys.length).toBeGreaterThan(30);
    for (const { name, key } of keys) expect(secrets[name]).toHaveProperty(key);
  });

  test("gives NATS and PostgreSQL the passwords of the services' URLs, and each service its own", () => {
    const text = JSON.stringify(newSecrets(mode));
    const [, password] = /"NATS_FORMS_PASSWORD":"(\w+)"/.exec(text) ?? [];
    expect(text).toContain(`nats://forms:${password}@nats:4222`);
    const urls = text.match(/postgres:\/\/\w+:\w+/g) ?? [];
    // analytics has two URLs
    expect(new Set(urls).size).toBe(6);
    expect(JSON.stringify(newSecrets(mode))).not.toContain(password);
  });
});
