/** Programs that this machine lacks, the suites that a run leaves out for them, and the packages that install them. */
export interface LeftOut {
  /** the project's name in test/jest.config.js */
  suites: string;
  /** `program` is null where installing a program doesn't help. */
  wants: { program: string | null; want: string }[];
}

interface Package {
  /** in Debian 12; none where it lacks the program or has one that is too old */
  debian?: string;
  /** in Homebrew */
  macos?: string;
}

const packages: Record<string, Package> = {
  "nats-server": { debian: "nats-server", macos: "nats-server" },
  "redis-server": { debian: "redis-server", macos: "redis" },
  chromium: { debian: "chromium", macos: "chromium" },
  "firefox-esr": { debian: "firefox-esr" },
  WebKitWebDriver: { debian: "webkit2gtk-driver" },
  Xvfb: { debian: "xvfb" },
  caddy: { debian: "caddy", macos: "caddy" },
  nginx: { debian: "nginx-light", macos: "nginx" },
  promtool: { debian: "prometheus", macos: "prometheus" },
  pg_basebackup: { debian: "postgresql", macos: "postgresql" },
  pgbouncer: { macos: "pgbouncer" },
  go: { debian: "golang-go", macos: "go" },
  helm: { macos: "helm" },
  kustomize: { macos: "kustomize" },
  kubeconform: { macos: "kubeconform" },
};

/**
 * Returns the lines that name each missing program with the suites of this command that need it, then those of
 * `npm run test:system`, and install what a package has. Empty if nothing is missing.
 */
export function missingLines(ofCommand: readonly LeftOut[], ofSystem: readonly LeftOut[]): string[] {
  const lines = [...linesOf(ofCommand, ""), ...linesOf(ofSystem, " of `npm run test:system`")];
  if (lines.length === 0) return [];
  const wanted = [...ofCommand, ...ofSystem].flatMap(({ wants }) => wants.flatMap(({ program }) => program ?? []));
  const programs = [...new Set(wanted)];
  return [
    "Missing on this machine:",
    ...lines,
    ...installing("Debian: sudo apt-get install", programs, "debian"),
    ...installing("macOS:  brew install", programs, "macos"),
  ];
}

function linesOf(leftOut: readonly LeftOut[], command: string): string[] {
  const suites = new Map<string, string[]>();
  for (const { suites: name, wants } of leftOut) {
    for (const { want } of wants) suites.set(want, [...(suites.get(want) ?? []), name]);
  }
  return [...suites].map(([want, names]) => `- ${want}: leaves out ${names.join(", ")}${command}`);
}

function installing(command: string, programs: readonly string[], system: keyof Package): string[] {
  const names = programs.flatMap((program) => packages[program]?.[system] ?? []);
  const unpackaged = programs.filter((program) => !packages[program]?.[system]);
  return [
    ...(names.length > 0 ? [`${command} ${names.join(" ")}`] : []),
    ...(unpackaged.length > 0 ? [`${command.split(" ")[0]} no package has ${unpackaged.join(", ")}`] : []),
  ];
}
