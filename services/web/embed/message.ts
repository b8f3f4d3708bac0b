/**
 * Messages from the respondent page to the page that embeds it (respondent/embedding.ts). They contain no answers, because
 * any site can embed a form.
 */
export type EmbedMessage = { pathform: 1; slug: string } & (
  | { type: "ready" | "step" | "started" | "completed" | "closed" }
  | { type: "height"; height: number }
);

export function isMessage(data: unknown): data is EmbedMessage {
  const { pathform, type, height } = (data ?? {}) as { pathform?: unknown; type?: unknown; height?: unknown };
  if (pathform !== 1 || typeof type !== "string") return false;
  return type !== "height" || (typeof height === "number" && height >= 0);
}
