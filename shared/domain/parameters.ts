/** Returns the query parameters of these values; a record has one for each key, such as `answer.q1`. */
export const parametersOf = (values: Record<string, unknown>): [name: string, text: string][] =>
  Object.entries(values).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return [];
    if (typeof value !== "object") return [[name, String(value)]];
    return Object.entries(value).map(([key, text]) => [`${name}.${key}`, String(text)]);
  });
