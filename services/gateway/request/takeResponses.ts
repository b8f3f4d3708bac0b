import type { ImportResponsesQuery } from "../../../shared/api/shapes/responseImports.ts";
import type { Caller, FileReservation } from "../../../shared/bus/contract.ts";
import { refuseOtherForms } from "../files/form.ts";
import { type ReceivedFile, receiveFile } from "../files/receive.ts";
import { type Answer, sendAnswer } from "../http/reply.ts";
import type { Request } from "../http/request.ts";
import { authenticate } from "./authenticate.ts";
import { answerOnce, idempotencyKeyOf } from "./idempotency.ts";

/** Receives a file of responses with its mapping, then checks or queues it (wants §25). */
export async function takeResponses(request: Request, reservation: FileReservation): Promise<void> {
  refuseOtherForms(request.req);
  const caller = (await authenticate(request)) as Caller;
  const { call } = request;
  const { id } = reservation;
  const answer = await receiveFile(request, {
    reservation,
    fields: request.route.fields ?? {},
    isHashed: true,
    // any type is accepted, and the content decides
    refusal: () => "",
    renew: () => call("sessions.renewImport", { id }),
    release: () => call("sessions.releaseImport", { id }),
    commit: (file, texts) => commit(request, caller, { id, file, mapping: texts.get("mapping") ?? null }),
  });
  if (answer) sendAnswer(request, answer);
}

interface Received {
  id: string;
  file: ReceivedFile;
  mapping: string | null;
}

/** A repeat of a request with a key has the same file and mapping. */
async function commit(request: Request, caller: Caller, { id, file, mapping }: Received): Promise<Answer | null> {
  const query = queryOf(request.search);
  const slug = request.path.slug ?? "";
  let isTaken = false;
  const work = async (): Promise<Answer> => {
    isTaken = true;
    const result = await request.call("sessions.importResponses", { caller, slug, id, mapping, query });
    return { status: query.dry_run ? 200 : 202, headers: { "Cache-Control": "no-store" }, body: result };
  };
  const key = idempotencyKeyOf(request);
  if (key === null) return work();
  const answer = await answerOnce({ request, caller, key, body: { digest: file.digest, mapping } }, work);
  if (!isTaken) await request.call("sessions.releaseImport", { id });
  return answer;
}

const queryOf = (search: URLSearchParams): ImportResponsesQuery => ({
  dry_run: search.get("dry_run") === "true",
  ...(search.get("incomplete") === "refuse" && { incomplete: "refuse" }),
  ...(search.get("invalid") === "refuse" && { invalid: "refuse" }),
});
