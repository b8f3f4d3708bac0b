import type { Call } from "../../../shared/bus/calls.ts";
import { takesFiles } from "../../../shared/domain/questions/index.ts";
import type { SessionDetail } from "../../../shared/domain/shapes/sessions.ts";
import { signedFileUrl } from "../../../shared/platform/files/link.ts";
import { linkKeys } from "../../../shared/platform/files/linkKeys.ts";
import { withoutSignature } from "./content.ts";

/** Returns the names of a session's files by URL. A file that can't be found has none. */
export async function fileNamesOf(
  call: Call,
  { answers }: Pick<SessionDetail, "answers">,
  now: Date,
): Promise<Map<string, string>> {
  const uploads = answers.filter(({ question_type }) => takesFiles(question_type));
  const urls = uploads.flatMap(({ answer }) =>
    Array.isArray(answer) ? answer.map((url) => withoutSignature(String(url))) : [],
  );
  const named = await Promise.all(urls.map(async (url) => [url, await nameOf(call, url, now)] as const));
  return new Map(named.flatMap(([url, name]) => (name === null ? [] : [[url, name] as const])));
}

/** Opens the file by a signed link, like a reader without sign-in. */
async function nameOf(call: Call, url: string, now: Date): Promise<string | null> {
  const expires = Math.ceil(now.getTime() / 1000) + 60;
  const signed = URL.parse(signedFileUrl(url, expires, linkKeys()[0]));
  const signature = signed?.searchParams.get("signature");
  if (!signed || !signature) return null;
  const id = signed.pathname.split("/").at(-2) ?? "";
  const opened = await call("sessions.openFile", { caller: null, id, query: { expires, signature } }).catch(() => null);
  return opened?.name ?? null;
}
