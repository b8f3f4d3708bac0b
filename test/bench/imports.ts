import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readForm } from "../../services/forms/importing/read.ts";
import type { ImportResult } from "../../shared/api/shapes/imports.ts";
import { isScreen } from "../../shared/domain/questions/index.ts";

/** Folders of questionnaires in other formats. */
const folders = [
  "fixtures/questionnaires",
  "service/forms/importing",
  "domain/importing/fhir",
  "domain/importing/surveyJs",
  "domain/importing/googleForms",
  "domain/importing/kobo",
  "domain/importing/table",
  "domain/importing/redcap",
  "domain/importing/limesurvey",
  "domain/importing/qualtrics",
];

/** Codes of losses of other parts than questions. */
const notAsked = new Set(["metadata", "calculation", "trigger", "text_variable", "too_many_calculations"]);

/** Prints the share of questions that are imported without loss, by format. With `issues` also the issues of each file. */
export async function run([option]: string[]): Promise<string> {
  const totals = new Map<string, Share>();
  const lines: string[] = [];
  for (const path of await files()) {
    const result: ImportResult = JSON.parse(await readForm(await readFile(path)));
    const share = shareOf(result);
    const before = totals.get(result.format) ?? { questions: 0, whole: 0, files: 0 };
    totals.set(result.format, {
      questions: before.questions + share.questions,
      whole: before.whole + share.whole,
      files: before.files + 1,
    });
    if (option === "issues")
      lines.push(
        `\n${path}: ${percent(share)}`,
        ...result.issues.map(({ severity, code, source, message }) => `- ${severity} ${code} ${source}: ${message}`),
      );
  }
  const all = [...totals.values()].reduce((sum, one) => ({
    questions: sum.questions + one.questions,
    whole: sum.whole + one.whole,
    files: sum.files + one.files,
  }));
  const rows = [...totals, ["all", all] as const].map(
    ([format, share]) => `| ${format} | ${share.files} | ${share.questions} | ${percent(share)} |`,
  );
  return ["| Format | Files | Questions | Without loss |", "|---|---|---|---|", ...rows, ...lines].join("\n");
}

interface Share {
  questions: number;
  whole: number;
  files: number;
}

const percent = ({ whole, questions }: Share): string => `${((100 * whole) / Math.max(questions, 1)).toFixed(1)}%`;

async function files(): Promise<string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const path = join(import.meta.dirname, "..", folder);
      return (await readdir(path))
        .filter((name) => /\.(json|csv|xlsx|lss|qsf)$/.test(name))
        .map((name) => join(path, name));
    }),
  );
  return found.flat().sort();
}

function shareOf({ graph, issues }: ImportResult): Share {
  const questions = graph.nodes.filter(({ question_type }) => !isScreen(question_type)).map(({ id }) => id);
  const named = new Set(issues.map(({ node_id }) => node_id));
  const lost = new Set(
    issues.flatMap(({ severity, code, node_id, source }) =>
      severity === "lost" && node_id === null && !notAsked.has(code) && isPlace(source) ? [source] : [],
    ),
  ).size;
  return {
    questions: questions.length + lost,
    whole: questions.filter((id) => !named.has(id)).length,
    files: 1,
  };
}

/** Whether an issue is of one question, and not of the form. */
const isPlace = (source: string): boolean => /\d/.test(source) && !source.startsWith("settings");
