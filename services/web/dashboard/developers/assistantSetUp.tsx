import { type ReactNode, useState } from "react";
import type { ApiKey, CreatedApiKey } from "../../../../shared/api/shapes/auth.ts";
import * as words from "../../strings/en/dashboard/assistants.ts";
import { createKey as createKeyLabel } from "../../strings/en/dashboard/developers.ts";
import { Button } from "../../ui/button.tsx";
import { buttonRowClass } from "../../ui/buttonRow.tsx";
import { recentTimeText } from "../../ui/dates.ts";
import { problemText } from "../../ui/failed.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { Notice } from "../../ui/notice.tsx";
import { flushClass } from "../../ui/rowsCard.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { SelectField } from "../../ui/selectField.tsx";
import { Snippet } from "../../ui/snippet.tsx";
import { Step, Steps } from "../../ui/steps.tsx";
import { type Tile, Tiles } from "../../ui/tiles.tsx";
import { createKey } from "../api/queries/developers.ts";
import { type App, setUpCode } from "./assistant.ts";
import styles from "./assistants.module.css";
import { keyNames } from "./keyNames.ts";
import { presets, scopesOf } from "./permissions.ts";
import { useNewKey } from "./useNewKey.ts";

/** A new key with this preset, or one that exists. */
export type Choice = "build" | "read" | "existing";

interface Props {
  offered: readonly Choice[];
  choice: Choice;
  /** with the whole key, which is shown until the page is left */
  created: CreatedApiKey | null;
  /** the key that the assistant gets, once there is one */
  current: ApiKey | null;
  /** active ones */
  keys: readonly ApiKey[];
  onChoice: (choice: Choice) => void;
  onCreated: (key: CreatedApiKey | null) => void;
  onKey: (id: string) => void;
}

/** Three steps: a key, what to paste, and the first request. */
export function AssistantSetUp(props: Props) {
  const { choice, created, current } = props;
  const isWhole = choice !== "existing" && created !== null;
  return (
    <section className={flushClass} aria-label={words.title}>
      <Steps>
        <TitledStep title={words.choose}>
          <KeyStep {...props} />
        </TitledStep>
        <TitledStep title={words.add} isLater={!current}>
          <CodeStep whole={isWhole ? created.key : null} prefix={current?.prefix ?? null} />
        </TitledStep>
        <TitledStep title={words.ask} isLater={!current?.last_used}>
          <p className={styles.sample}>{words.samples[choice === "read" ? "read" : "build"]}</p>
          {current && <FirstRequest apiKey={current} />}
        </TitledStep>
      </Steps>
    </section>
  );
}

interface TitledStepProps {
  title: string;
  /** it can't be taken yet */
  isLater?: boolean;
  children: ReactNode;
}

const TitledStep = ({ title, isLater = false, children }: TitledStepProps) => (
  <Step isLater={isLater}>
    <div className={styles.step}>
      <h2 className={styles.name}>{title}</h2>
      {children}
    </div>
  </Step>
);

function KeyStep({ offered, choice, created, keys, onChoice, onCreated, onKey, current }: Props) {
  if (created && choice !== "existing")
    return (
      <>
        <Notice kind="good">{words.created(created.prefix)}</Notice>
        <p className={mutedClass}>{words.once}</p>
        <div>
          <Button size="small" onPress={() => onCreated(null)}>
            {words.another}
          </Button>
        </div>
      </>
    );
  const tiles: Record<string, Tile> = Object.fromEntries(offered.map((one) => [one, words.choices[one]]));
  return (
    <>
      <Tiles
        label={words.choose}
        isLabelHidden
        value={choice}
        tiles={tiles}
        onChange={(name) => onChoice(offered.find((one) => one === name) ?? choice)}
      />
      {choice !== "existing" && <Create preset={choice} onCreated={onCreated} />}
      {choice === "existing" && keys.length === 0 && <p className={mutedClass}>{words.noKeys}</p>}
      {choice === "existing" && current && (
        <SelectField label={words.key} value={current.id} options={keyNames(keys)} onChange={onKey} />
      )}
    </>
  );
}

function Create({ preset, onCreated }: { preset: keyof typeof presets; onCreated: (key: CreatedApiKey) => void }) {
  const body = { name: words.keyName, scopes: scopesOf(presets[preset], false) };
  const create = useNewKey(() => createKey(body), onCreated);
  return (
    <>
      <div className={buttonRowClass}>
        <Button look="primary" isPending={create.isPending} onPress={() => create.mutate()}>
          {createKeyLabel}
        </Button>
        <span className={mutedClass}>{words.never}</span>
      </div>
      {create.error && <Notice kind="danger">{problemText(create.error)}</Notice>}
    </>
  );
}

/** Stands for the rest of a key. */
const rest = "…";

function CodeStep({ whole, prefix }: { whole: string | null; prefix: string | null }) {
  const [app, setApp] = useState<App>("desktop");
  const code = setUpCode(app, location.origin, whole ?? `${prefix ?? "pf_"}${rest}`);
  return (
    <>
      <Segmented label={words.app} value={app} options={words.apps} onChange={setApp} />
      <Snippet
        label={words.snippetLabel[app]}
        hint={words.snippetHint[app]}
        code={code}
        rows={Math.max(2, code.split("\n").length)}
        copyLabel={words.copy}
      />
      {prefix && !whole && <p className={mutedClass}>{words.pasteKey(prefix)}</p>}
    </>
  );
}

const FirstRequest = ({ apiKey: { last_used: used, prefix } }: { apiKey: ApiKey }) => (
  <p role="status" className={styles.state} data-connected={used !== null || undefined}>
    {used === null ? words.waiting : words.connected(recentTimeText(used, new Date()), prefix)}
  </p>
);
