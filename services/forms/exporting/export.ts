import type { ElsewhereFormat, ElsewhereQuery } from "../../../shared/api/shapes/elsewhere.ts";
import type { FormFile } from "../../../shared/bus/contract/forms.ts";
import { Converter as Fhir } from "./fhir/converter.ts";
import { Form, type Source } from "./form.ts";
import type { Loss } from "./losses.ts";
import { pathformOf } from "./pathform.ts";
import { Converter as SurveyJs } from "./surveyJs/converter.ts";
import { Converter as Xlsform } from "./xlsform/converter.ts";

/** A form as a file, and what the file lacks. */
export interface Exported {
  /** a JSON document, or an XLSX */
  file: object | Uint8Array;
  losses: Loss[];
}

type Convert = (form: Form) => object | Uint8Array | Promise<Uint8Array>;

const converters: Readonly<Record<Exclude<ElsewhereFormat, "pathform">, Convert>> = {
  xlsform: (form) => new Xlsform(form).convert(),
  surveyjs: (form) => new SurveyJs(form).convert(),
  fhir: (form) => new Fhir(form).convert(),
};

/** Takes a form to another format (wants §25). */
export async function exported(format: ElsewhereFormat, source: Source): Promise<Exported> {
  if (format === "pathform") return { file: pathformOf(source), losses: [] };
  const form = new Form(source);
  const file = await converters[format](form);
  return { file, losses: form.losses.inOrder(form.graph.nodes.map(({ id }) => id)) };
}

/** Returns a form as the gateway sends it. */
export async function fileIn({ format, report }: ElsewhereQuery, source: Source): Promise<FormFile> {
  const { file, losses } = await exported(format, source);
  const text = file instanceof Uint8Array ? Buffer.from(file).toString("base64") : JSON.stringify(file, null, 2);
  return { file: report ? null : text, losses: JSON.stringify({ losses }), losses_count: losses.length };
}
