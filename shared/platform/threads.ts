/** For a thread's `execArgv`: what this process loads before all else (deploy/bundledPackages.mjs) its threads load so too. */
export const preloads = (): string[] =>
  process.execArgv.flatMap((argument, at, all) => (argument === "--import" ? all.slice(at, at + 2) : []));
