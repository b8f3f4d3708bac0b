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
  "domain/importing/formbricks",
  "domain/importing/tally",
];

/** Codes of losses of other parts than questions. */
const notAsked = new Set(["metadata", "calculation", "trigger", "text_variable", "too_many_calculations", "captcha"]);

/** Codes of issues that tell how a question is asked here. Respondents see the same questions, and can give the same answers. */
const alike = new Set([
  ...["several_questions", "usual_type", "contact_info", "address", "countries", "icon", "moved"],
  // a question with more than 50 rows isn't asked, and options that can't be chosen aren't shown
  ...["row_limit", "enable_if"],
]);

/**
 * Prints the share of questions without an issue, and of those that lose nothing, by format. With `issues` also the issues of each
 * file.
 */
export async function run([option]: string[]): Promise<string> {
  const totals = new Map<string, Share>();
  const lines: string[] = [];
  for (const path of await files()) {
    const result: ImportResult = JSON.parse(await readForm(await readFile(path)));
    const share = shareOf(result);
    totals.set(result.format, sum(totals.get(result.format) ?? none, share));
    if (option === "issues")
      lines.push(
        `\n${path}: ${percent(share.whole, share)}, ${percent(share.alike, share)}`,
        ...result.issues.map(({ severity, code, source, message }) => `- ${severity} ${code} ${source}: ${message}`),
      );
  }
  const rows = [...totals, ["all", [...totals.values()].reduce(sum, none)] as const].map(
    ([format, share]) =>
      `| ${format} | ${share.files} | ${share.questions} | ${percent(share.whole, share)} | ${percent(share.alike, share)} |`,
  );
  return ["| Format | Files | Questions | Unchanged | Without loss |", "|---|---|---|---|---|", ...rows, ...lines].join(
    "\n",
  );
}

interface Share {
  questions: number;
  /** without any issue */
  whole: number;
  /** with no issues but those of `alike` */
  alike: number;
  files: number;
}

const none: Share = { questions: 0, whole: 0, alike: 0, files: 0 };
const sum = (left: Share, right: Share): Share => ({
  questions: left.questions + right.questions,
  whole: left.whole + right.whole,
  alike: left.alike + right.alike,
  files: left.files + right.files,
});

const percent = (count: number, { questions }: Share): string =>
  `${((100 * count) / Math.max(questions, 1)).toFixed(1)}%`;

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
  const poorer = new Set(issues.filter(({ code }) => !alike.has(code)).map(({ node_id }) => node_id));
  const lost = new Set(
    issues.flatMap(({ severity, code, node_id, source }) =>
      severity === "lost" && node_id === null && !notAsked.has(code) && isPlace(source) ? [source] : [],
    ),
  ).size;
  return {
    questions: questions.length + lost,
    whole: questions.filter((id) => !named.has(id)).length,
    alike: questions.filter((id) => !poorer.has(id)).length,
    files: 1,
  };
}

/** Whether an issue is of one question, and not of the form. */
const isPlace = (source: string): boolean => /\d/.test(source) && !source.startsWith("settings");
