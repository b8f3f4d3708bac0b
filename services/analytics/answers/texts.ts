import { answersWithoutPersonal } from "../../../shared/api/personal.ts";
import type { SessionListItem } from "../../../shared/api/shapes/sessions.ts";
import type { Json } from "../../../shared/domain/json.ts";
import { plainCell } from "../../../shared/domain/questions/columns.ts";
import type { CompiledQuestion } from "../../../shared/domain/questions/question.ts";
import { readableTexts } from "../../../shared/domain/questions/readable.ts";
import type { Omitted } from "../personal.ts";
import { slices } from "../slices.ts";
import type { StoredAnswers } from "../store/pageAnswers.ts";
import type { Labels, QuestionOf } from "./labels.ts";

/** in Unicode code points */
const textLimit = 300;

/** Adds the answers of these sessions with the export's labels (features §19). */
export async function withTexts(
  labels: Labels,
  formId: string,
  sessions: readonly SessionListItem[],
  stored: ReadonlyMap<string, StoredAnswers>,
  omitted: Omitted = null,
): Promise<SessionListItem[]> {
  const numbers = [...new Set(sessions.map(({ version_number: number }) => number))];
  const questions = new Map(
    await Promise.all(numbers.map(async (number) => [number, await labels.get(formId, number)] as const)),
  );
  const withText = (session: SessionListItem): SessionListItem => {
    const { answers, language } = stored.get(session.id) ?? {};
    const questionOf = questions.get(session.version_number) ?? (() => null);
    const shown = omitted ? answersWithoutPersonal(answers ?? {}, omitted) : (answers ?? {});
    return { ...session, ...(language && { language }), answers: textsOf(shown, questionOf) };
  };
  const written: SessionListItem[] = [];
  for (const session of sessions) written.push(await slices.run(() => withText(session)));
  return written;
}

const textsOf = (answers: Record<string, Json>, questionOf: QuestionOf) =>
  Object.fromEntries(
    Object.entries(answers).map(([nodeId, value]) => [
      nodeId,
      { value, text: cut(answerText(value, questionOf(nodeId))) },
    ]),
  );

/** Returns an answer in the export's labels. A matrix names its rows: `row: column; …`. */
function answerText(answer: Json, question: CompiledQuestion | null): string {
  return question ? readableTexts(question, answer).join("; ") : plainCell(answer).join();
}

function cut(text: string): string {
  if (text.length <= textLimit) return text;
  const characters = [...text.slice(0, 2 * (textLimit + 1))];
  return characters.length > textLimit ? `${characters.slice(0, textLimit).join("")}…` : text;
}
