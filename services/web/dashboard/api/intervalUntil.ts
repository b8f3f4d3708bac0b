export const oftenMs = 1_500;

/** Returns the interval of reloads: often until `closelyUntil` (ms), when a retry has its result, and then `otherwise` (ms). */
export const intervalUntil = (closelyUntil: number, otherwise: number): number =>
  Date.now() < closelyUntil ? oftenMs : otherwise;
