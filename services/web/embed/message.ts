/**
 * What the respondent's page tells a page that shows it in a frame (respondent/embedding.ts). Nothing that was answered is
 * in it, so that whoever frames the page may hear it.
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
