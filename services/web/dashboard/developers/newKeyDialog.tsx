import { useState } from "react";
import type { CreatedApiKey } from "../../../../shared/api/shapes/auth.ts";
import { dayMs } from "../../../../shared/domain/dates.ts";
import * as words from "../../strings/en/dashboard/developers.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { useWordedEntries } from "../../ui/fields/entryProblems.ts";
import { Notice } from "../../ui/notice.tsx";
import { SelectField } from "../../ui/selectField.tsx";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { TextField } from "../../ui/textField.tsx";
import { type Tile, Tiles } from "../../ui/tiles.tsx";
import { createKey } from "../api/queries/developers.ts";
import { useCan } from "../api/rights.ts";
import { type ChosenForm, ChosenForms } from "../people/formPicker.tsx";
import styles from "./developers.module.css";
import {
  isWithin,
  type Levels,
  levelsForForms,
  type Preset,
  presetNames,
  presetOf,
  presets,
  scopesOf,
} from "./permissions.ts";
import { PermissionsField } from "./permissionsField.tsx";
import { useNewKey } from "./useNewKey.ts";

interface Props {
  onCreated: (key: CreatedApiKey) => void;
  onClose: () => void;
}

/** Creates a key with the permissions of a preset or others, up to the user's own. */
export function NewKeyDialog({ onCreated, onClose }: Props) {
  const can = useCan();
  const offered = presetNames.filter((name) => isWithin(presets[name], can));
  const [expiry, setExpiry] = useState<keyof typeof words.expiries>("never");
  const [chosen, setLevels] = useState<Levels>(presets[offered[0] ?? "build"]);
  const [forms, setForms] = useState<readonly ChosenForm[]>([]);
  const isForForms = forms.length > 0;
  const levels = isForForms ? levelsForForms(chosen) : chosen;
  const scopes = scopesOf(levels, isForForms);
  const create = useNewKey(createKey, onCreated);
  const expires = () => (expiry === "never" ? null : new Date(Date.now() + Number(expiry) * dayMs).toISOString());
  const bodyOf = ({ name = "", allowed_addresses: addresses = "" }: Record<string, string>) => ({
    name,
    expires: expires(),
    scopes,
    form_ids: isForForms ? forms.map(({ id }) => id) : null,
    allowed_addresses: addressesOf(addresses),
  });
  const worded = useWordedEntries("allowed_addresses", create.variables?.allowed_addresses, words.badAddress);
  return (
    <Dialog title={words.newKey} isWide="less" onClose={onClose}>
      <SubmitForm action={words.createKey} mutation={create} bodyOf={bodyOf} worded={worded}>
        <div className={styles.two}>
          <TextField
            label={words.keyName}
            description={words.keyNameHint}
            name="name"
            isRequired
            maxLength={100}
            autoFocus
          />
          <SelectField label={words.expiresAfter} value={expiry} options={words.expiries} onChange={setExpiry} />
        </div>
        <Presets offered={offered} levels={levels} onChange={setLevels} />
        <PermissionsField levels={levels} isForForms={isForForms} onChange={setLevels} />
        {scopes.length === 0 && <Notice kind="warning">{words.noPermission}</Notice>}
        <div className={styles.two}>
          <ChosenForms label={words.keyForms} hint={words.keyFormsHint} forms={forms} onChange={setForms} />
          <TextField
            label={words.keyAddresses}
            description={words.keyAddressesHint}
            name="allowed_addresses"
            rows={2}
          />
        </div>
      </SubmitForm>
    </Dialog>
  );
}

/** Returns the lines of the field, or null without any. */
function addressesOf(text: string): string[] | null {
  const addresses = text.split(/[\s,]+/).filter((line) => line !== "");
  return addresses.length > 0 ? addresses : null;
}

interface PresetsProps {
  offered: readonly Preset[];
  levels: Levels;
  onChange: (levels: Levels) => void;
}

function Presets({ offered, levels, onChange }: PresetsProps) {
  const tiles: Record<string, Tile> = {
    ...Object.fromEntries(offered.map((name) => [name, words.presets[name]])),
    ...(presetOf(levels) === null && { custom: words.custom }),
  };
  return (
    <Tiles
      label={words.startFrom}
      value={presetOf(levels) ?? "custom"}
      tiles={tiles}
      onChange={(name) => {
        const preset = offered.find((one) => one === name);
        if (preset) onChange(presets[preset]);
      }}
    />
  );
}
