import type { Raw } from "../values.ts";

type Coding = readonly [code: string, display: string, points?: number];

const yesNo: readonly Coding[] = [
  ["Y", "Yes"],
  ["N", "No"],
];
const frequency: readonly Coding[] = [
  ["LA6568-5", "Not at all", 0],
  ["LA6569-3", "Several days", 1],
  ["LA6570-1", "More than half the days", 2],
  ["LA6571-9", "Nearly every day", 3],
];
const gender: readonly Coding[] = [
  ["male", "Male"],
  ["female", "Female"],
  ["other", "Other"],
  ["unknown", "Unknown"],
];

/** Value sets of HL7 and LOINC that questionnaires name without containing them, by the end of their URL. */
const sets: Readonly<Record<string, readonly Coding[]>> = {
  "vs/LL358-3": frequency,
  "ValueSet/LL358-3": frequency,
  "ValueSet/administrative-gender": gender,
  "ValueSet/yesnodontknow": [...yesNo, ["asked-unknown", "Don't know"]],
  "ValueSet/v2-0136": yesNo,
  "ValueSet/expandedYesNoIndicator": [...yesNo, ["asked-unknown", "Don't know"]],
  "ValueSet/v2-0532": [
    ...yesNo,
    ["ASKU", "Asked but unknown"],
    ["NASK", "Not asked"],
    ["UNK", "Unknown"],
    ["NA", "Not applicable"],
  ],
};

/** Returns the codings of a well-known value set. */
export function knownSet(reference: string): Raw[] | undefined {
  const url = reference.split("|")[0] ?? "";
  const key = url.split("/").slice(-2).join("/");
  const found = Object.hasOwn(sets, key) ? sets[key] : undefined;
  return found?.map(([code, display, points]) => ({
    code,
    display,
    ...(points !== undefined && {
      extension: [{ url: "http://hl7.org/fhir/StructureDefinition/itemWeight", valueDecimal: points }],
    }),
  }));
}
