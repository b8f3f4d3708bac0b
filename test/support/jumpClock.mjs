/** Preload (`NODE_OPTIONS=--import …`): each SIGUSR2 advances this process's clock by ten seconds. Timers continue unchanged. */
const jump = 10_000;
const RealDate = Date;
const realNow = performance.now.bind(performance);
let passed = 0;

process.on("SIGUSR2", () => {
  passed += jump;
});
performance.now = () => realNow() + passed;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + passed] : given));
  }
  static now() {
    return RealDate.now() + passed;
  }
};
