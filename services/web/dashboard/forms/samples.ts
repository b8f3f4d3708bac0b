/** The sample questionnaires, each loaded when it is used. */
export interface Sample {
  id: string;
  title: string;
  load(): Promise<{ title: string; graph: unknown }>;
}

const read = (loading: Promise<{ default: { title: string; graph: unknown } }>) => loading.then((file) => file.default);

// biome-ignore format: a table, one row a line
export const samples: readonly Sample[] = [
  { id: "nps", title: "Would you recommend us? (NPS)", load: () => read(import("../../../../shared/domain/samples/nps.json", { with: { type: "json" } })) },
  { id: "allTypes", title: "Conference feedback", load: () => read(import("../../../../shared/domain/samples/all-types.json", { with: { type: "json" } })) },
  { id: "phq9", title: "Patient Health Questionnaire (PHQ-9)", load: () => read(import("../../../../shared/domain/samples/phq-9.json", { with: { type: "json" } })) },
  { id: "gad7", title: "Generalized Anxiety Disorder scale (GAD-7)", load: () => read(import("../../../../shared/domain/samples/gad-7.json", { with: { type: "json" } })) },
  { id: "who5", title: "WHO (Five) Well-Being Index (WHO-5)", load: () => read(import("../../../../shared/domain/samples/who-5.json", { with: { type: "json" } })) },
  { id: "sus", title: "System Usability Scale (SUS)", load: () => read(import("../../../../shared/domain/samples/sus.json", { with: { type: "json" } })) },
  { id: "audit", title: "Alcohol Use Disorders Identification Test (AUDIT)", load: () => read(import("../../../../shared/domain/samples/audit.json", { with: { type: "json" } })) },
];
