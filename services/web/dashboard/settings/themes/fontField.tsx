import { useState } from "react";
import { hostedFonts } from "../../../../../shared/domain/theme/fonts.ts";
import * as words from "../../../strings/en/dashboard/themes.ts";
import "../../../fonts/themes.css";
import { TextField } from "../../../ui/textField.tsx";
import { Tiles } from "../../../ui/tiles.tsx";

const system = "system-ui";
const own = "own";

interface Props {
  value: string;
  onChange: (value: string) => void;
}

/** A hosted font, the device's own, or another by its name. */
export function FontField({ value, onChange }: Props) {
  const [isNaming, setNaming] = useState(false);
  const isOwn = isNaming || !(hostedFonts.includes(value) || value === system);
  const tiles = {
    ...Object.fromEntries(hostedFonts.map((font) => [font, { title: font, titleStyle: { fontFamily: font } }])),
    [system]: { title: words.systemFont, titleStyle: { fontFamily: system } },
    [own]: { title: words.ownFont },
  };
  return (
    <>
      <Tiles
        label={words.font}
        value={isOwn ? own : value}
        tiles={tiles}
        onChange={(font) => {
          setNaming(font === own);
          if (font !== own) onChange(font);
        }}
      />
      {isOwn && (
        <TextField
          label={words.fontName}
          description={words.fontHint}
          name="font"
          value={value}
          onChange={onChange}
          maxLength={100}
          isRequired
        />
      )}
    </>
  );
}
