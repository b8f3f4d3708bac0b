import type { Config } from "./form.ts";
import { Names } from "./names.ts";

/**
 * Names of options, rows and columns in a format: what the tool that they come from calls them, where the format takes it (wants §25),
 * else their values. Made once for a list.
 */
export class Codes {
  private readonly lists = new WeakMap<object, ReadonlyMap<string, string>>();
  private readonly rules: ConstructorParameters<typeof Names>[0];

  constructor(rules: ConstructorParameters<typeof Names>[0]) {
    this.rules = rules;
  }

  /** Returns the name of a value or key of a list, and other texts as they are. */
  of(list: readonly Config[], value: string): string {
    const names = this.lists.get(list) ?? this.namesOf(list);
    this.lists.set(list, names);
    return names.get(value) ?? value;
  }

  private namesOf(list: readonly Config[]): ReadonlyMap<string, string> {
    const names = new Names(this.rules);
    return new Map(list.map(({ value, key = value, source_value: source }) => [key, names.of("", key, source)]));
  }
}

/** Returns the options of a choice or the columns of a matrix. */
export const choicesOf = (config: Config | undefined): readonly Config[] => config?.options ?? config?.columns ?? none;

const none: readonly Config[] = [];
