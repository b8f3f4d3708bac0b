import type { PictureKind } from "./templatePicture.tsx";

/** The sample questionnaires, loaded on use. */
export interface Sample {
  id: string;
  title: string;
  picture: PictureKind;
  load(): Promise<{ title: string; graph: unknown }>;
}

const read = (loading: Promise<{ default: { title: string; graph: unknown } }>) => loading.then((file) => file.default);

// biome-ignore format: a table, one row a line
export const samples: readonly Sample[] = [
  { id: "nps", picture: "scale", title: "Would you recommend us? (NPS)", load: () => read(import("../../../../shared/domain/samples/nps.json", { with: { type: "json" } })) },
  { id: "allTypes", picture: "stars", title: "Conference feedback", load: () => read(import("../../../../shared/domain/samples/all-types.json", { with: { type: "json" } })) },
  { id: "phq9", picture: "result", title: "Patient Health Questionnaire (PHQ-9)", load: () => read(import("../../../../shared/domain/samples/phq-9.json", { with: { type: "json" } })) },
  { id: "gad7", picture: "result", title: "Generalized Anxiety Disorder scale (GAD-7)", load: () => read(import("../../../../shared/domain/samples/gad-7.json", { with: { type: "json" } })) },
  { id: "who5", picture: "scale", title: "WHO (Five) Well-Being Index (WHO-5)", load: () => read(import("../../../../shared/domain/samples/who-5.json", { with: { type: "json" } })) },
  { id: "sus", picture: "options", title: "System Usability Scale (SUS)", load: () => read(import("../../../../shared/domain/samples/sus.json", { with: { type: "json" } })) },
  { id: "audit", picture: "options", title: "Alcohol Use Disorders Identification Test (AUDIT)", load: () => read(import("../../../../shared/domain/samples/audit.json", { with: { type: "json" } })) },
];
