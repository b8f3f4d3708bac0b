import { readForm } from "../../../../services/forms/importing/read.ts";
import type { ImportResult } from "../../../../shared/api/shapes/imports.ts";
import { isWhole, upTo, within } from "../../../support/budget.ts";
import { differences, type Oracle, randomOf } from "./walks.ts";

/** ms. They take a minute on two cores, and many on a busy machine: long surveys take half a second a walk. */
export const timeout = isWhole ? 900_000 : 60_000;

export const forms = isWhole ? 200 : 8;
const walksOfForm = 5;
/** ms of CPU time */
const budget = 700;

/** Returns the differences of forms with random conditions. */
export async function found(documentOf: (random: () => number) => [Buffer, () => Oracle]): Promise<string[]> {
  const all: string[] = [];
  for (const form of within(budget, upTo(forms))) {
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
