/**
 * Loaded before everything else (NODE_OPTIONS=--import …): this process's clock is SHIFT_CLOCK_MS ahead of the host's, as on a
 * host whose clock is wrong.
 */
const shift = Number(process.env.SHIFT_CLOCK_MS);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + shift] : given));
  }
  static now() {
    return RealDate.now() + shift;
  }
};
