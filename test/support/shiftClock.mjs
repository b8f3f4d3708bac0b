/**
 * Preload (`NODE_OPTIONS=--import …`): sets this process's clock SHIFT_CLOCK_MS ahead of the host's, like a host with a wrong
 * clock.
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
