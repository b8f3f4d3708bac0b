/** Settings of a question for files. */
interface Config extends Limits {
  input: "file" | "draw" | "photo";
}

interface Limits {
  max_files: number;
  max_size_mb: number;
  accept: string[];
}

/** A drawing is one PNG of at most 1 MiB (wants §23). */
const drawing: Limits = { max_files: 1, max_size_mb: 1, accept: ["image/png"] };

/** Returns the media types that a question for photos takes: of images alone. */
export const photoTypes = (accept: readonly string[]): string[] => accept.filter((type) => type.startsWith("image/"));

/** Returns what a question for files takes (wants §23): a drawing has limits of its own, and photos are images. */
export function fileLimits({ input, max_files, max_size_mb, accept }: Config): Limits {
  if (input === "draw") return { ...drawing, max_size_mb: Math.min(max_size_mb, drawing.max_size_mb) };
  return { max_files, max_size_mb, accept: input === "photo" ? photoTypes(accept) : accept };
}
