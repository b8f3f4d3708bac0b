import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** docker-compose.yml and deploy/Dockerfile as parsed by tests. */
const root = join(import.meta.dirname, "../..");

export interface ComposeService {
  image?: string;
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  ports?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
  read_only?: boolean;
  init?: boolean;
  labels?: Record<string, string>;
  mem_limit?: string;
  logging?: { options: Record<string, string> };
}

/** Replaces `${NAME:-default}` by its default and `${NAME:?…}` by a password, as if .env has nothing else. */
export function readCompose(): Record<string, ComposeService> {
  const { services } = parse(readFileSync(join(root, "docker-compose.yml"), "utf8"), { merge: true });
  const text = JSON.stringify(services).replaceAll(/\$\{\w+:\?[^}]*\}/g, "password");
  return JSON.parse(text.replaceAll(/\$\{\w+:-([^}]*)\}/g, "$1"));
}

export interface Dockerfile {
  env: Record<string, string>;
  entrypoint: string[];
  exposed: number[];
  healthcheck: string[];
  user: string;
  text: string;
}

/** Returns the instructions of the last stage. */
export function readDockerfile(): Dockerfile {
  const text = readFileSync(join(root, "deploy/Dockerfile"), "utf8").replaceAll("\\\n", " ");
  const last = text.slice(text.lastIndexOf("\nFROM "));
  const instruction = (name: string) => new RegExp(`^${name} (.*)$`, "m").exec(last)?.[1] ?? "";
  const list = (name: string): string[] => JSON.parse(instruction(name).replace(/^.*?\[/, "["));
  return {
    env: Object.fromEntries(
      instruction("ENV")
        .split(" ")
        .map((pair) => pair.split("=") as [string, string]),
    ),
    entrypoint: list("ENTRYPOINT"),
    exposed: instruction("EXPOSE").split(" ").map(Number),
    healthcheck: list("HEALTHCHECK"),
    user: instruction("USER"),
    text: last,
  };
}
