/** Returns query parameters. A list has one per item, and a record one per key, such as `answer.q1`. */
export const parametersOf = (values: Record<string, unknown>): [name: string, text: string][] =>
  Object.entries(values).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return [];
    if (Array.isArray(value)) return value.map((item) => [name, String(item)]);
    if (typeof value !== "object") return [[name, String(value)]];
    return Object.entries(value).map(([key, text]) => [`${name}.${key}`, String(text)]);
  });

/** Maximum answer filters of a query. Each one is looked up in all sessions that match the other filters. */
export const answerFilterLimit = 10;
