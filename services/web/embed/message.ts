/**
 * Messages from the respondent page to the page that embeds it (respondent/embedding.ts). They contain no answers, because
 * any site can embed a form.
 */
export type EmbedMessage = { pathform: 1; slug: string } & (
  | { type: "ready" | "step" | "started" | "completed" | "closed" }
  | { type: "height"; height: number }
  /** of the page (BCP 47), first and after each switch */
  | { type: "language"; language: string }
);

export function isMessage(data: unknown): data is EmbedMessage {
  const { pathform, type, height, language } = (data ?? {}) as Record<string, unknown>;
  if (pathform !== 1 || typeof type !== "string") return false;
  if (type === "language") return typeof language === "string";
  return type !== "height" || (typeof height === "number" && height >= 0);
}
