/**
 * Exits with one line if Node.js is too old to run TypeScript. Import it before everything else. Plain JavaScript, for old versions.
 */
const neededMajor = 24;

if (Number(process.versions.node.split(".")[0]) < neededMajor) {
  process.stderr.write(
    `Pathform needs Node.js ${neededMajor} or newer. This is ${process.version}. Run "npm ci", which installs one, then use npm scripts.\n`,
  );
  process.exit(1);
}
