/** Caches a value derived from a config, such as a compiled pattern, as long as the config exists. */
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
