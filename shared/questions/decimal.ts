/**
 * Exact decimal arithmetic on JSON numbers: a number is taken as the shortest decimal that denotes it, which is what a
 * person typed. So 0.3 is a multiple of 0.1, which it is not in binary floating point.
 */
interface Decimal {
  /** The value is digits / 10^scale, scale ≥ 0. */
  digits: bigint;
  scale: number;
}

/** Is `value` = `base` + n × `step` for an integer n? `step` > 0. */
export function isOnStep(value: number, base: number, step: number): boolean {
  const [a, b, c] = [decimal(value), decimal(base), decimal(step)];
  const scale = Math.max(a.scale, b.scale, c.scale);
  return (atScale(a, scale) - atScale(b, scale)) % atScale(c, scale) === 0n;
}

/** How many digits stand after the decimal point: 2 for 0.25, 0 for 1e21. */
export function decimalPlaces(value: number): number {
  return decimal(value).scale;
}

/** a × b, rounded to an integer, half away from zero. */
export function roundedProduct(a: number, b: number): number {
  const [left, right] = [decimal(a), decimal(b)];
  const product = left.digits * right.digits;
  const unit = 10n ** BigInt(left.scale + right.scale);
  const size = product < 0n ? -product : product;
  const rounded = (size * 2n + unit) / (unit * 2n);
  return Number(product < 0n ? -rounded : rounded);
}

function decimal(value: number): Decimal {
  const [mantissa = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  const digits = BigInt(whole + fraction);
  const scale = fraction.length - Number(exponent);
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

function atScale({ digits, scale }: Decimal, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - scale);
}
