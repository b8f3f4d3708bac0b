/**
 * Imported before anything else: ends with one line where Node.js is too old to run TypeScript as it is. Plain
 * JavaScript that an old Node.js can read.
 */
const neededMajor = 24;

if (Number(process.versions.node.split(".")[0]) < neededMajor) {
  process.stderr.write(
    `Pathform needs Node.js ${neededMajor} or newer, this is ${process.version}: run it with npm after "npm ci", which installs one.\n`,
  );
  process.exit(1);
}
