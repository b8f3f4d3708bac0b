import { fill, numeral, words, wordsLang } from "../../words.ts";

interface Props {
  name: string;
  /** bytes */
  size: number | undefined;
  language: string;
  /** 0 to 1 during the upload */
  progress?: number | undefined;
  problem?: string | undefined;
  /** the problem kept the respondent from continuing */
  isHeld?: boolean;
  onRetry?: (() => void) | undefined;
  onRemove(): void;
}

export function FileRow({ name, size, language, progress, problem, isHeld, onRetry, onRemove }: Props) {
  const percent = Math.round((progress ?? 0) * 100);
  return (
    <li
      class="file"
      data-problem={problem !== undefined || undefined}
      tabIndex={problem === undefined ? undefined : -1}
    >
      <span class="file-name" dir="auto">
        {name}
      </span>
      {size !== undefined && (
        <span class="file-size" dir="auto" lang={wordsLang()}>
          {fileSize(size)}
        </span>
      )}
      <button
        type="button"
        class="rank-button"
        lang={wordsLang()}
        aria-label={fill(words.files.remove, { name })}
        onClick={onRemove}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M6 6l8 8M14 6l-8 8" />
        </svg>
      </button>
      {progress !== undefined && (
        <progress
          class="file-progress"
          lang={wordsLang()}
          max={100}
          value={percent}
          aria-label={fill(words.files.uploading, { name, percent: numeral(percent / 100, { style: "percent" }) })}
        />
      )}
      {problem !== undefined && (
        <p class="file-problem" dir="auto" lang={wordsLang()} role="alert">
          <span class="visually-hidden">
            <bdi lang={language}>{name}</bdi>
            {": "}
          </span>
          {problem} {isHeld && `${words.files.held} `}
          {onRetry && (
            <button
              type="button"
              class="link-button"
              aria-label={fill(words.files.tryAgain, { name })}
              onClick={onRetry}
            >
              {words.files.again}
            </button>
          )}
        </p>
      )}
    </li>
  );
}

/** Writes a size with its unit, such as `1.5 MB`. */
export const sizeText = (value: number, unit: "kilobyte" | "megabyte"): string =>
  numeral(value, { style: "unit", unit, maximumFractionDigits: 1 });

const fileSize = (bytes: number): string =>
  bytes < 1_000_000
    ? sizeText(Math.max(1, Math.round(bytes / 1_000)), "kilobyte")
    : sizeText(Math.round(bytes / 100_000) / 10, "megabyte");
