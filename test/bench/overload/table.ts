import { median, quantile } from "../quantile.ts";
import type { Outcome } from "./generator.ts";
import type { Phase } from "./phases.ts";

/** A column: its title and its outcome in a phase. */
type Column = [title: string, cell: (phases: Phase[]) => string | number];

const middle = (phases: Phase[], of: (phase: Phase) => number | null | undefined): number =>
  median(phases.map((phase) => of(phase) ?? 0));

const number = (title: string, of: (phase: Phase) => number | null | undefined, unit = ""): Column => [
  title,
  (phases) => `${Math.round(middle(phases, of))}${unit}`,
];

const perSecond = (title: string, outcome: string): Column =>
  number(title, ({ outcomes }) => outcomes.get(outcome)?.perSecond);

const times = (outcome: string, ...keys: Exclude<keyof Outcome, "perSecond">[]): Column[] =>
  keys.map((key) => number(`${outcome} ${key}`, ({ outcomes }) => outcomes.get(outcome)?.[key], " ms"));

const offered: Column = ["offered a second", (phases) => Math.round(middle(phases, (it) => it.offered)) || "–"];
/** Formats a median with quartiles, because a shared machine's speed varies within a round. */
const share: Column = [
  "of the peak",
  (phases) => {
    const shares = phases.map((phase) => phase.share);
    const at = (quarters: number) => Math.round(100 * quantile(shares, quarters / 4));
    return `${at(2)} % (${at(1)}–${at(3)})`;
  },
];

const rest = (...expected: string[]): Column[] => [
  [
    "anything else",
    (phases) => {
      const found = phases.flatMap(({ outcomes }) => [...outcomes.keys()]).filter((it) => !expected.includes(it));
      return [...new Set(found)].join("; ") || "nothing";
    },
  ],
  number("memory", ({ memory }) => memory, " MB"),
  number("generator late", ({ late }) => late, " ms"),
];

export const startColumns: Column[] = [
  offered,
  number("accepted a second", ({ accepted }) => accepted),
  share,
  ...times("201", "p50"),
  perSecond("refused a second", "503"),
  ...times("503", "p50", "p99", "slowest"),
  ...rest("201", "503"),
];

export const sessionColumns: Column[] = [
  offered,
  number("completed a second", ({ accepted }) => accepted),
  share,
  ...times("start", "p99"),
  ...times("step", "p50", "p99"),
  perSecond("starts refused a second", "start refused"),
  ...times("start refused", "p50", "p99", "slowest"),
  perSecond("later steps refused a second", "step refused"),
  ...times("step refused", "slowest"),
  ...rest("start", "step", "completed", "start refused", "step refused"),
];

/** Returns a row per name with the medians of its rounds. */
export const table = (columns: Column[], phases: Phase[]): string[] => [
  `| | ${columns.map(([title]) => title).join(" | ")} |`,
  `|---|${columns.map(() => "---|").join("")}`,
  ...[...Map.groupBy(phases, ({ name }) => name)].map(
    ([name, same]) => `| ${name} | ${columns.map(([, cell]) => cell(same)).join(" | ")} |`,
  ),
];
