/** Returns the query parameters of these values; a record has one for each key, such as `answer.q1`. */
export const parametersOf = (values: Record<string, unknown>): [name: string, text: string][] =>
  Object.entries(values).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return [];
    if (typeof value !== "object") return [[name, String(value)]];
    return Object.entries(value).map(([key, text]) => [`${name}.${key}`, String(text)]);
  });

/** So many answers may narrow a read down at once: each is looked up in every session that the other filters leave. */
export const answerFilterLimit = 10;
