import type { LeftBehind } from "../../../../../shared/api/shapes/forms.ts";
import * as words from "../../../strings/en/dashboard/formSettings.ts";
import { mutedClass } from "../../../ui/muted.ts";

const kinds = Object.keys(words.leftBehind) as (keyof typeof words.leftBehind)[];

/** Names of more open on demand. */
const shownNames = 3;

const LeftOfKind = ({ title, names }: { title: string; names: readonly string[] }) => (
  <li>
    {names.length <= shownNames ? (
      `${title}: ${names.join(", ")}`
    ) : (
      <details>
        <summary>{title}</summary>
        {names.join(", ")}
      </details>
    )}
  </li>
);

interface Props {
  left: readonly LeftBehind[];
  /** above the list */
  title?: string;
}

/** Counts everything that stays, without themes and images, which are copied. */
export function Left({ left, title = words.leavesBehind }: Props) {
  const missed = left.filter(
    (one): one is LeftBehind & { kind: keyof typeof words.leftBehind } => one.kind in words.leftBehind,
  );
  if (missed.length === 0) return <p className={mutedClass}>{words.nothingLeft}</p>;
  return (
    <>
      <p>{title}</p>
      <ul>
        {kinds.map((kind) => {
          const names = missed.filter((one) => one.kind === kind).map(({ name }) => name);
          return (
            names.length > 0 && <LeftOfKind key={kind} title={words.leftBehind[kind](names.length)} names={names} />
          );
        })}
      </ul>
    </>
  );
}
