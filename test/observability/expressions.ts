import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** Alert rules and dashboards that Pathform ships. */
const root = join(import.meta.dirname, "../..");
export const alertsFile = join(root, "deploy/alerts/pathform.rules.yaml");
const dashboardFile = join(root, "deploy/grafana/pathform.json");

export interface Rule {
  alert?: string;
  record?: string;
  expr: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

export const rules = (): Rule[] =>
  (parse(readFileSync(alertsFile, "utf8")) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);

interface Panel {
  type: string;
  title: string;
  targets?: { expr: string }[];
}

interface Dashboard {
  panels: Panel[];
}

export const dashboard = (): Dashboard => JSON.parse(readFileSync(dashboardFile, "utf8"));

/** Returns the dashboard's expressions. */
export const dashboardExpressions = (): string[] =>
  dashboard().panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** Returns the names of all metrics in alert rules and dashboards, without the rules' own. */
export function metricsUsed(): string[] {
  const texts = [...rules().map(({ expr }) => expr), ...dashboardExpressions()];
  const names = texts.flatMap((text) => text.match(/\b(?:pathform|nodejs|process)_\w+/g) ?? []);
  return [...new Set(names)];
}
