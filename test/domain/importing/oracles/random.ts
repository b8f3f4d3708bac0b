import { readForm } from "../../../../services/forms/importing/read.ts";
import type { ImportResult } from "../../../../shared/api/shapes/imports.ts";
import { differences, type Oracle, randomOf } from "./walks.ts";

/** `npm run test:system` takes more forms. */
export const isSystem = process.env.PATHFORM_TESTS === "system";
/** ms. They take a minute on two cores, and many on a busy machine: long surveys take half a second a walk. */
export const timeout = isSystem ? 900_000 : 60_000;

export const forms = isSystem ? 200 : 8;
const walksOfForm = 5;

/** Returns the differences of forms with random conditions. */
export async function found(documentOf: (random: () => number) => [Buffer, () => Oracle]): Promise<string[]> {
  const all: string[] = [];
  for (let form = 1; form <= forms; form++) {
    const [bytes, open] = documentOf(randomOf(form));
    const result: ImportResult = JSON.parse(await readForm(bytes));
    for (let walk = 0; walk < walksOfForm; walk++)
      for (const difference of differences(result, open(), form * walksOfForm + walk))
        all.push(`form ${form}: ${difference}: ${conditionIn(bytes, difference)}`);
  }
  return all;
}

const conditionIn = (bytes: Buffer, difference: string): string => {
  const id = difference.split(" ")[0] ?? "";
  return (
    bytes
      .toString()
      .split("\n")
      .find((line) => line.includes(`${id},`) || line.includes(`"${id}"`)) ?? ""
  );
};
