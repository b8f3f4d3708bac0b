import type { PublicForm, ResumedWithAnswers } from "../../../../shared/api/shapes/sessions.ts";
import type { RespondentState } from "../walk/state.ts";

/** Requests about links to finish later. Cookies are left out, because forms are public. */

/** `refused`: no address. `failed`: no network, or the service is busy. */
export type Asked = "sent" | "refused" | "failed";

export async function askForLink({ form, sessionId, resumeKey }: RespondentState, email: string): Promise<Asked> {
  // the session learns about a switch with its next answer
  const body = { email, ...(form?.form.languages && { language: form.form.language }) };
  const status = await post(`session/${sessionId}/resume/`, body, resumeKey).then(
    (response) => response.status,
    () => 0,
  );
  if (status === 204) return "sent";
  return status === 400 ? "refused" : "failed";
}

/** Opens a link. `key` lets this device repeat the request if the reply is lost. */
export async function openLink(token: string, key: string): Promise<ResumedWithAnswers | "used" | "failed"> {
  try {
    const response = await post("resume/", { token, key });
    if (response.ok) return (await response.json()) as ResumedWithAnswers;
    return response.status === 404 || response.status === 400 ? "used" : "failed";
  } catch {
    return "failed";
  }
}

/** Returns the ID of a form whose page came without it, or "" if it can't be read now. */
export async function formIdOf(slug: string): Promise<string> {
  const asked = fetch(new URL(`/api/v2/r/${slug}/`, location.href), { credentials: "omit" });
  return asked.then(async (response) => ((await response.json()) as PublicForm).form.id).catch(() => "");
}

const post = (path: string, body: object, key: string | null = null): Promise<Response> =>
  fetch(new URL(`/api/v2/r/${path}`, location.href), {
    method: "POST",
    credentials: "omit",
    headers: { "Content-Type": "application/json", ...(key !== null && { "Resume-Key": key }) },
    body: JSON.stringify(body),
  });
