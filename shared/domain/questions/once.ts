/**
 * Something made out of a config, once per config and kept as long as it: a compiled pattern, a set of values. It is not
 * part of the config, which stays plain JSON for pages and exports.
 */
export function oncePer<Config extends object, T>(make: (config: Config) => T): (config: Config) => T {
  const made = new WeakMap<Config, { value: T }>();
  return (config) => {
    let entry = made.get(config);
    if (!entry) {
      entry = { value: make(config) };
      made.set(config, entry);
    }
    return entry.value;
  };
}
