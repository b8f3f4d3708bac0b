import { countriesIn } from "../countries.ts";
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

const maritalStatus: readonly Coding[] = [
  ["A", "Annulled"],
  ["D", "Divorced"],
  ["I", "Interlocutory"],
  ["L", "Legally Separated"],
  ["M", "Married"],
  ["C", "Common Law"],
  ["P", "Polygamous"],
  ["T", "Domestic partner"],
  ["U", "unmarried"],
  ["S", "Never Married"],
  ["W", "Widowed"],
  ["UNK", "unknown"],
];
const race: readonly Coding[] = [
  ["1002-5", "American Indian or Alaska Native"],
  ["2028-9", "Asian"],
  ["2054-5", "Black or African American"],
  ["2076-8", "Native Hawaiian or Other Pacific Islander"],
  ["2106-3", "White"],
  ["UNK", "Unknown"],
  ["ASKU", "Asked but no answer"],
];
const ethnicity: readonly Coding[] = [
  ["2135-2", "Hispanic or Latino"],
  ["2186-5", "Non Hispanic or Latino"],
];
const contactSystems: readonly Coding[] = [
  ["phone", "Phone"],
  ["fax", "Fax"],
  ["email", "Email"],
  ["pager", "Pager"],
  ["url", "URL"],
  ["sms", "SMS"],
  ["other", "Other"],
];
const contactUses: readonly Coding[] = [
  ["home", "Home"],
  ["work", "Work"],
  ["temp", "Temp"],
  ["old", "Old"],
  ["mobile", "Mobile"],
];
const weekdays: readonly Coding[] = [
  ["mon", "Monday"],
  ["tue", "Tuesday"],
  ["wed", "Wednesday"],
  ["thu", "Thursday"],
  ["fri", "Friday"],
  ["sat", "Saturday"],
  ["sun", "Sunday"],
];
const criticality: readonly Coding[] = [
  ["low", "Low Risk"],
  ["high", "High Risk"],
  ["unable-to-assess", "Unable to Assess Risk"],
];

/** Value sets of HL7 and LOINC that questionnaires name without containing them, by the end of their URL. */
const sets: Readonly<Record<string, readonly Coding[]>> = {
  "vs/LL358-3": frequency,
  "ValueSet/LL358-3": frequency,
  "ValueSet/administrative-gender": gender,
  "ValueSet/yesnodontknow": [...yesNo, ["asked-unknown", "Don't know"]],
  "ValueSet/marital-status": maritalStatus,
  "ValueSet/omb-race-category": race,
  "ValueSet/omb-ethnicity-category": ethnicity,
  "ValueSet/contact-point-system": contactSystems,
  "ValueSet/contact-point-use": contactUses,
  "ValueSet/days-of-week": weekdays,
  "ValueSet/allergy-intolerance-criticality": criticality,
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
  if (key === "ValueSet/iso3166-1-2") return countriesIn("en").map(({ code, name }) => ({ code, display: name }));
  const found = Object.hasOwn(sets, key) ? sets[key] : undefined;
  return found?.map(([code, display, points]) => ({
    code,
    display,
    ...(points !== undefined && {
      extension: [{ url: "http://hl7.org/fhir/StructureDefinition/itemWeight", valueDecimal: points }],
    }),
  }));
}
