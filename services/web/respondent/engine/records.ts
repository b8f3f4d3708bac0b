import type * as records from "../../../../shared/domain/questions/records.ts";

/** Replaces `shared/domain/questions/records.ts` in the respondent build. `loadEngine` loads it for forms with records. */
let real: typeof records;

export const recordsOf: typeof records.recordsOf = (compile) => {
  let question: ReturnType<typeof records.recordsOf> | undefined;
  return new Proxy({} as typeof question & object, {
    get(_, key) {
      question ??= real.recordsOf(compile);
      return Reflect.get(question, key);
    },
  });
};

export async function fillRecords(): Promise<void> {
  real = await import("../../../../shared/domain/questions/records.ts");
}
