import * as words from "../../../strings/en/files.ts";

interface Props {
  name: string;
  /** bytes */
  size: number | undefined;
  language: string;
  /** 0 to 1 during the upload */
  progress?: number | undefined;
  problem?: string | undefined;
  onRetry?: (() => void) | undefined;
  onRemove(): void;
}

export function FileRow({ name, size, language, progress, problem, onRetry, onRemove }: Props) {
  const percent = Math.round((progress ?? 0) * 100);
  return (
    <li class="file" data-problem={problem !== undefined || undefined}>
      <span class="file-name" dir="auto">
        {name}
      </span>
      {size !== undefined && (
        <span class="file-size" dir="auto" lang="en">
          {sizeText(size, language)}
        </span>
      )}
      <button type="button" class="rank-button" lang="en" aria-label={words.remove(name)} onClick={onRemove}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M6 6l8 8M14 6l-8 8" />
        </svg>
      </button>
      {progress !== undefined && (
        <progress
          class="file-progress"
          lang="en"
          max={100}
          value={percent}
          aria-label={words.uploading(name, percent)}
        />
      )}
      {problem !== undefined && (
        <p class="file-problem" dir="auto" lang="en" role="alert">
          <span class="visually-hidden" lang={language}>
            {name}:{" "}
          </span>
          {problem}{" "}
          {onRetry && (
            <button type="button" class="link-button" aria-label={words.tryAgain(name)} onClick={onRetry}>
              {words.again}
            </button>
          )}
        </p>
      )}
    </li>
  );
}

function sizeText(bytes: number, language: string): string {
  const isSmall = bytes < 1_000_000;
  const shown = isSmall ? Math.max(1, Math.round(bytes / 1_000)) : Math.round(bytes / 100_000) / 10;
  return words.fileSize(new Intl.NumberFormat(language).format(shown), isSmall ? "kB" : "MB");
}
