import type { ReactNode } from "react";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/conflicts.ts";
import { takeSide } from "../model/merging/conflict.ts";
import type { Conflict } from "../model/merging/parts.ts";
import { useProblemText } from "../problems/useProblemText.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { type Difference, differencesOf } from "./differences.ts";
import styles from "./saving.module.css";

/** `both`: changes that only cause a problem together stay. */
export type Choice = "mine" | "theirs" | "both";
export type Chosen = ReadonlyMap<Conflict, Choice>;

/** Returns the graph with the chosen versions. It has mine, or both, already. */
export const withChosen = (graph: Graph, conflicts: readonly Conflict[], chosen: Chosen): Graph =>
  conflicts.reduce((all, conflict) => {
    const choice = chosen.get(conflict) ?? "both";
    return choice === "both" ? all : takeSide(all, conflict, choice);
  }, graph);

interface Props {
  conflicts: readonly Conflict[];
  graph: Graph;
  /** author of the other versions; null if unknown */
  by: string | null;
  chosen: Chosen;
  onChosen(chosen: Chosen): void;
}

/** Both versions of each conflict beside each other. None is chosen at first. */
export const Choices = ({ conflicts, chosen, onChosen, ...props }: Props) => (
  <ul className={styles.choices}>
    {conflicts.map((conflict) => (
      <li key={JSON.stringify(conflict.parts.map(({ path }) => path))}>
        <Versions
          {...props}
          conflict={conflict}
          choice={chosen.get(conflict) ?? null}
          onChoice={(choice) => onChosen(new Map(chosen).set(conflict, choice))}
        />
      </li>
    ))}
  </ul>
);

interface VersionsProps extends Pick<Props, "graph" | "by"> {
  conflict: Conflict;
  choice: Choice | null;
  onChoice(choice: Choice): void;
}

function Versions({ conflict, graph, by, choice, onChoice }: VersionsProps) {
  const table = useQuestionTable();
  const textOf = useProblemText();
  const differences = differencesOf(conflict, graph, table);
  const { problems } = conflict;
  const [only] = differences.length === 1 ? differences : [];
  const side = (name: Choice, label: string, body?: ReactNode) => (
    <label className={styles.version}>
      <span>
        <input type="radio" name={legend} checked={choice === name} onChange={() => onChoice(name)} /> {label}
      </span>
      {body}
    </label>
  );
  const legend = problems ? words.problemsTitle : only ? words.nameOf(only) : (differences[0]?.subject ?? "");
  const texts = (of: "mine" | "theirs") => <Texts differences={differences} side={of} isNamed={!only} />;
  return (
    <fieldset className={styles.conflict}>
      <legend>{legend}</legend>
      {problems?.map((problem) => (
        <p key={JSON.stringify([problem.code, problem.path])}>{textOf(problem)}</p>
      ))}
      {side("mine", words.yours, texts("mine"))}
      {side("theirs", by ?? words.theirs, texts("theirs"))}
      {problems && side("both", words.both)}
    </fieldset>
  );
}

/** Texts of one side, with their names where there are several. */
function Texts({
  differences,
  side,
  isNamed,
}: {
  differences: Difference[];
  side: "mine" | "theirs";
  isNamed: boolean;
}) {
  const [first] = differences;
  return differences.map((one) => (
    <span key={words.nameOf(one)} className={styles.text}>
      {isNamed && <b>{one.subject === first?.subject ? (one.name ?? one.subject) : words.nameOf(one)}</b>}
      <span dir="auto">{one[side]}</span>
    </span>
  ));
}
