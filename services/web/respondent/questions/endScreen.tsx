import { useEffect, useState } from "preact/hooks";
import type { ShownCalculation } from "../../../../shared/domain/graph/shapes/calculation.ts";
import type { ConfigOf } from "../../../../shared/domain/questions/config/declaration.ts";
import type * as config from "../../../../shared/domain/questions/config/screens.ts";
import { marked } from "../marks.ts";
import { counted, fill, words, wordsLang } from "../words.ts";
import { numberText } from "./numbers.ts";
import type { QuestionProps } from "./question.ts";

type Config = ConfigOf<typeof config.endScreen, "end_screen">;

export default function EndScreen({ nodeId, config, language, end }: QuestionProps<Config>) {
  const { redirect_url, show_calculations } = config;
  if (!end?.isCompleted) {
    return (
      <p class="question-hint" dir="auto" lang={wordsLang()} role="status">
        {end?.isOffline ? words.unsent.offlineWaiting : words.end.sending}
      </p>
    );
  }
  const results = listed(show_calculations, end.calculations);
  return (
    <>
      {end.totalScore !== null && <Score points={end.totalScore} max={end.maxScore} language={language} />}
      {results.length > 0 && (
        <dl class="results">
          {results.map(({ key, title, value, band }) => (
            <div key={key}>
              <dt dir="auto">{title}</dt>
              <dd class="result-value">{value === null ? "–" : numberText(value, language)}</dd>
              {band !== null && (
                <dd class="result-band" dir="auto">
                  {band}
                </dd>
              )}
            </div>
          ))}
        </dl>
      )}
      {redirect_url && (
        <Redirect nodeId={nodeId} config={config} url={redirect_url} language={language} onRedirect={end.onRedirect} />
      )}
    </>
  );
}

interface ScoreProps {
  points: number;
  /** null if the path has no maximum */
  max: number | null;
  language: string;
}

/** The points in a ring that fills up to their part of the maximum. Without a maximum, it fills completely. */
function Score({ points, max, language }: ScoreProps) {
  const part = max === null || max <= 0 ? 100 : Math.round(Math.min(Math.max(points / max, 0), 1) * 100);
  const text = numberText(points, language);
  return (
    <p class="score" data-long={text.length > 4 || undefined} lang={wordsLang()}>
      <svg class="score-ring" viewBox="0 0 200 200" aria-hidden="true">
        <circle cx="100" cy="100" r="84" />
        <circle class="score-part" cx="100" cy="100" r="84" pathLength={100} stroke-dasharray={`${part} 100`} />
      </svg>
      <span class="visually-hidden">{words.end.score}</span> <strong>{text}</strong>{" "}
      {max !== null && fill(words.end.ofMaximum, { max: numberText(max, language) })}
    </p>
  );
}

/** Returns the calculations that the end screen lists. The others are in its texts. */
const listed = (keys: readonly string[] = [], found: readonly ShownCalculation[] = []): ShownCalculation[] =>
  keys.flatMap((key) => found.find((one) => one.key === key) ?? []);

/** Seconds above this are said in minutes. */
const inSeconds = 90;
const timeText = (seconds: number): string =>
  seconds > inSeconds
    ? counted(words.end.redirectsLater, Math.ceil(seconds / 60))
    : counted(words.end.redirects, seconds);

interface RedirectProps {
  nodeId: string;
  config: Config;
  url: string;
  language: string;
  onRedirect(url: string): void;
}

/** Counts down to the redirect. Respondents can cancel it to keep reading (WCAG 2.2.1). */
function Redirect({
  nodeId,
  config: { redirect_delay_s: delay, button_text },
  url,
  language,
  onRedirect,
}: RedirectProps) {
  const [left, setLeft] = useState<number | null>(Math.ceil(delay));
  useEffect(() => {
    if (left === null) return;
    if (!left) return onRedirect(url);
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <div class="redirect" lang={wordsLang()}>
      <button
        type="button"
        class="button button-go"
        lang={button_text && (marked(`${nodeId}.button_text`)?.lang ?? language)}
        data-focus
        onClick={() => onRedirect(url)}
      >
        {button_text ?? words.end.redirect}
      </button>
      {!!left && (
        <>
          {/* announces the delay once, not each second */}
          <p class="visually-hidden" role="status">
            {timeText(Math.ceil(delay))}
          </p>
          <p class="question-hint" dir="auto" aria-hidden="true">
            {timeText(left)}
          </p>
          <button type="button" class="link-button" onClick={() => setLeft(null)}>
            {words.end.stay}
          </button>
        </>
      )}
    </div>
  );
}
