import { targetOf } from "../expressions/targets.ts";
import { choiceOf, type Options, optionsOf, valuesOf } from "../options.ts";
import { list, type Raw, text, whole } from "../values.ts";
import { fitted } from "../wording.ts";
import { type Block, isOption, takesSeveral } from "./blocks.ts";
import { type Current, choicesIn, type Made, settingOf } from "./current.ts";
import type { TallyForm } from "./form.ts";
import { textOf } from "./texts.ts";

/** Returns the label of an option, row or column. */
export function labelOf(tally: TallyForm, { item, page }: Current, { payload }: Block): string {
  return text(payload.text) || textOf(tally.mentions, payload, page.at, item) || text(payload.label);
}

/** Options that no one can choose are left out. Conditions of single options have no counterpart yet. */
function optionsIn(tally: TallyForm, current: Current, type = isOption): Block[] {
  const options = current.blocks.filter(type);
  const { rules } = tally;
  const isSame = new Set(options.map(({ uuid }) => rules.keyOf(uuid))).size < 2;
  const own = new Set(isSame ? [] : options.filter(({ uuid }) => rules.effectsOn(uuid).length > 0));
  if (own.size > 0)
    current.item.lostPart("option_condition", "Logic shows or hides single options. Here, they are always offered.");
  return options.filter((one) => one.payload.isHidden !== true || isSame || own.has(one));
}

/** Returns options with their texts as values, since UUIDs say nothing. Logic names them by UUID. */
function named(tally: TallyForm, current: Current, blocks: readonly Block[], hasImages = false): Options {
  const options = optionsOf(
    blocks.map((block, at) => {
      const label = labelOf(tally, current, block) || `Option ${at + 1}`;
      return { key: label, label, ...(hasImages && { image_url: text(block.payload.image) }) };
    }),
  );
  const values = new Map(blocks.map(({ uuid }, at) => [uuid, options.list[at]?.value ?? ""]));
  for (const [label, value] of options.values) if (!values.has(label)) values.set(label, value);
  return { ...options, values };
}

export function choiceIn(current: Current, tally: TallyForm): Made {
  const { item, kind } = current;
  const blocks = optionsIn(tally, current);
  const other = blocks.find(({ payload }) => payload.isOtherOption === true);
  const fixed = blocks.filter(({ payload }) => payload.isOtherOption !== true);
  const isMultiple = takesSeveral(kind) || settingOf(current, "allowMultiple") === true;
  current.options = choicesIn(current);
  if (isMultiple) current.kind = "CHECKBOXES";
  noteOther(current, other ? labelOf(tally, current, other) : "");
  const images = fixed.map(({ payload }) => text(payload.image));
  const hasImages = fixed.length > 0 && images.every((url) => url.startsWith("https://") && URL.canParse(url));
  if (hasImages && !other) {
    const { list: options, values } = named(tally, current, fixed, true);
    return { question_type: "picture_choice", config: { options, ...(isMultiple && { multiple: true }) }, values };
  }
  if (images.some(Boolean)) item.lostPart("media", "Images of its options aren't shown.");
  const options = named(tally, current, fixed);
  const isDropdown = kind === "DROPDOWN" || kind === "MULTI_SELECT";
  const { question_type, config } = choiceOf(item, options, {
    isMultiple,
    isDropdown,
    allowsOther: other !== undefined,
  });
  if (!("options" in config)) {
    current.options = { options: new Set(), other: null };
    return { question_type, config };
  }
  const more = isMultiple ? limitsOf(current) : {};
  return {
    question_type,
    config: { ...config, ...shuffleOf(current, fixed, isMultiple), ...more },
    values: options.values,
  };
}

function noteOther({ item }: Current, label: string): void {
  if (label === "" || /^other\b.{0,20}$/i.test(label)) return;
  item.changed("other_label", `Its option for another answer is named “Other” instead of “${fitted(label, 100)}”.`);
}

function limitsOf(current: Current): Raw {
  const [min, max] = ["Min", "Max"].map((end) =>
    settingOf(current, `has${end}Choices`) === true
      ? whole(settingOf(current, `${end.toLowerCase()}Choices`), 1, 100)
      : undefined,
  );
  return { ...(min !== undefined && { min_selections: min }), ...(max !== undefined && { max_selections: max }) };
}

function shuffleOf(current: Current, options: readonly Block[], keepsOrder: boolean): Raw {
  if (settingOf(current, "randomize") !== true) return {};
  const known = new Set(options.map(({ uuid }) => uuid));
  const locked = list(settingOf(current, "lockInPlace"))
    .map(text)
    .filter((uuid) => known.has(uuid));
  if (!keepsOrder && locked.length === 0) return { shuffle: "all" };
  if (!keepsOrder && locked.length === 1 && locked[0] === options.at(-1)?.uuid) return { shuffle: "except_last" };
  current.item.lostPart("shuffle", "Its options keep their order.");
  return {};
}

export function rankingIn(current: Current, tally: TallyForm): Made {
  const blocks = optionsIn(tally, current);
  const options = named(tally, current, blocks);
  if (settingOf(current, "randomize") === true) current.item.lostPart("shuffle", "Its options keep their order.");
  if (blocks.length < 2 || blocks.length > 25) current.item.lost("ranking", "A ranking can have 2 to 25 options.");
  return { question_type: "ranking", config: { options: options.list }, values: options.values };
}

export function matrixIn(current: Current, tally: TallyForm): Made | null {
  const { item } = current;
  const [rows = [], columns = []] = ["MATRIX_ROW", "MATRIX_COLUMN"].map((type) =>
    optionsIn(tally, current, (block) => block.type === type),
  );
  if (rows.length < 1 || rows.length > 50 || columns.length < 2 || columns.length > 20) {
    item.lost("matrix", "A matrix can have 1–50 rows and 2–20 columns.");
    return null;
  }
  if (rows.some(isSeveral)) item.lostPart("matrix_multiple", "Its rows take one answer each.");
  const named = (blocks: readonly Block[]) => {
    const labels = blocks.map((block) => labelOf(tally, current, block));
    const values = valuesOf(labels);
    return blocks.map(({ uuid }, at) => ({ uuid, value: values[at] as string, label: labels[at] as string }));
  };
  const keyed = named(rows).map(({ value, ...row }) => ({ ...row, key: value }));
  const valued = named(columns);
  const values = new Map(valued.map(({ uuid, value }) => [uuid, value]));
  current.onAdded = (node) => {
    for (const { uuid, key } of keyed) {
      const name = `row ${uuid}`;
      tally.names.set(uuid, name);
      tally.scope.add(name, targetOf(node, values, key));
      const options = new Set(values.keys());
      tally.questions.set(name, { kind: "MATRIX_ROW", page: current.page.at, isSure: false, options, other: null });
    }
  };
  const config = {
    rows: keyed.map(({ key, label }) => ({ key, label: fitted(label || key) })),
    columns: valued.map(({ value, label }) => ({ value, label: fitted(label || value) })),
  };
  return { question_type: "matrix", config };
}

const isSeveral = ({ payload }: Block): boolean =>
  ["Min", "Max"].some(
    (end) => payload[`has${end}Choices`] === true && (whole(payload[`${end.toLowerCase()}Choices`], 0, 1000) ?? 0) > 1,
  );
