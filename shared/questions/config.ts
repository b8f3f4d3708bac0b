/**
 * How a question's `data.config` is read (decisions §4.1): each type declares the shape of its config as rules, so that a
 * module reads like its row of the table. Strict: no coercion, no unknown keys, every problem is told at once.
 */
import type { Parsed } from "./question.ts";

/** What one key may hold. `read` gives undefined after it has said in `problems` what is wrong. */
export interface Rule<T> {
  read(raw: unknown, path: string, problems: string[]): T | undefined;
  /** The value of an absent key; a rule without it makes its key mandatory. */
  readonly absent?: { readonly value: T };
}

export type Read<R> = R extends Rule<infer T> ? T : never;
type Shape = Record<string, Rule<unknown>>;
type ReadShape<S extends Shape> = { [K in keyof S]: Read<S[K]> };
interface Bounds {
  min?: number;
  max?: number;
}

/** Reads a whole value; `path` is the prefix of every problem. */
export function parse<T>(rule: Rule<T>, raw: unknown, path = ""): Parsed<T> {
  const problems: string[] = [];
  const value = rule.read(raw, path, problems);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: value as T };
}

export function optional<T>(rule: Rule<T>): Rule<T | undefined> {
  return { read: rule.read, absent: { value: undefined } };
}

export function byDefault<T>(value: T, rule: Rule<T>): Rule<T> {
  return { read: rule.read, absent: { value } };
}

/** A rule out of one test: `accept` says whether `raw` is a T, `message` what it must be. */
export function rule<T>(message: string, accept: (raw: unknown) => raw is T): Rule<T> {
  return {
    read(raw, path, problems) {
      if (accept(raw)) return raw;
      problems.push(`${path || "config"}: ${message}`);
      return undefined;
    },
  };
}

const anObject = rule("must be an object", isObject);

/**
 * An object with these keys and no others. `agree` looks at keys that depend on one another; it runs only when each key
 * is right by itself, and reports as (key, message).
 */
export function object<S extends Shape>(
  shape: S,
  agree?: (value: ReadShape<S>, report: (key: string, message: string) => void) => void,
): Rule<ReadShape<S>> {
  return {
    read(raw, path, problems) {
      const source = anObject.read(raw, path, problems);
      if (!source) return undefined;
      const before = problems.length;
      for (const key of Object.keys(source)) {
        if (!Object.hasOwn(shape, key)) problems.push(`${join(path, key)}: unknown field`);
      }
      const entries = Object.entries(shape).map(
        ([key, it]) => [key, readKey(it, source, key, path, problems)] as const,
      );
      if (problems.length > before) return undefined;
      const value = Object.fromEntries(entries.filter(([, it]) => it !== undefined)) as ReadShape<S>;
      agree?.(value, (key, message) => problems.push(`${join(path, key)}: ${message}`));
      return value;
    },
  };
}

function readKey(it: Rule<unknown>, source: Record<string, unknown>, key: string, path: string, problems: string[]) {
  if (Object.hasOwn(source, key)) return it.read(source[key], join(path, key), problems);
  if (!it.absent) problems.push(`${join(path, key)}: is missing`);
  return it.absent?.value;
}

/** An object whose keys are data. It becomes a Map, because such keys may be named like members of Object.prototype. */
export function record<T>(item: Rule<T>): Rule<Map<string, T>> {
  return {
    read(raw, path, problems) {
      const source = anObject.read(raw, path, problems);
      if (!source) return undefined;
      return new Map(Object.entries(source).map(([key, it]) => [key, item.read(it, join(path, key), problems) as T]));
    },
  };
}

/** An array of `min` to `max` items; with `unique`, no two items give the same string (`key`: where that string stands). */
export function list<T>(
  item: Rule<T>,
  bounds: { min: number; max: number; unique?: { key?: string; of: (item: T) => string } },
): Rule<T[]> {
  const { min, max, unique } = bounds;
  return {
    read(raw, path, problems) {
      if (!Array.isArray(raw) || raw.length < min || raw.length > max) {
        problems.push(`${path}: must be an array of ${min} to ${max} items`);
        return undefined;
      }
      const before = problems.length;
      const items = raw.map((it, index) => item.read(it, join(path, String(index)), problems) as T);
      if (unique && problems.length === before) reportRepeats(items, unique, path, problems);
      return items;
    },
  };
}

function reportRepeats<T>(
  items: T[],
  unique: { key?: string; of: (item: T) => string },
  path: string,
  problems: string[],
) {
  const seen = new Set<string>();
  items.forEach((item, index) => {
    const name = unique.of(item);
    const place = unique.key ? `${index}.${unique.key}` : String(index);
    if (seen.has(name)) problems.push(`${join(path, place)}: "${name}" is there twice`);
    seen.add(name);
  });
}

/** A JSON object: no array, not null. */
export function isObject(raw: unknown): raw is Record<string, unknown> {
  return typeof raw === "object" && raw !== null && !Array.isArray(raw);
}

export function boolean(): Rule<boolean> {
  return rule("must be true or false", (raw) => typeof raw === "boolean");
}

export function integer(bounds: Bounds = {}): Rule<number> {
  return rule(
    `must be an integer${range(bounds)}`,
    (raw): raw is number => Number.isSafeInteger(raw) && within(raw as number, bounds),
  );
}

export function number(bounds: Bounds = {}): Rule<number> {
  return rule(
    `must be a number${range(bounds)}`,
    (raw): raw is number => Number.isFinite(raw) && within(raw as number, bounds),
  );
}

export function positive(max = Number.MAX_VALUE): Rule<number> {
  const upTo = max < Number.MAX_VALUE ? `, at most ${max}` : "";
  return rule(
    `must be a number greater than 0${upTo}`,
    (raw): raw is number => Number.isFinite(raw) && (raw as number) > 0 && (raw as number) <= max,
  );
}

export function literal<const T extends string>(...words: T[]): Rule<T> {
  return rule(`must be ${words.map((word) => `"${word}"`).join(" or ")}`, (raw): raw is T => words.includes(raw as T));
}

function within(value: number, { min = -Infinity, max = Infinity }: Bounds) {
  return value >= min && value <= max;
}

function range({ min, max }: Bounds) {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` of at least ${min}`;
  return max === undefined ? "" : ` of at most ${max}`;
}

function join(path: string, key: string) {
  return path ? `${path}.${key}` : key;
}
