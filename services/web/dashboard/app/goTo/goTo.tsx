import { useState } from "react";
import * as words from "../../../strings/en/dashboard/goTo.ts";
import { Icon } from "../../../ui/icon.tsx";
import { PaletteDialog } from "../../../ui/palette/paletteDialog.tsx";
import type { PlacesFinder } from "../../../ui/palette/placesContext.ts";
import { usePlaces } from "./places.ts";

/** Goes to a form or a page of the workspace, or begins something. */
export function GoTo({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const groups = usePlaces(text);
  return (
    <PaletteDialog
      title={words.title}
      placeholder={words.placeholder}
      listLabel={words.list}
      text={text}
      onText={setText}
      columns={groups.length > 0 ? [groups] : []}
      none={words.none}
      iconOf={({ icon }) => <Icon name={icon} />}
      hintsOf={(place) => (place ? words.hints : [])}
      lastHint={words.lastHint}
      onChoose={(place) => {
        onClose();
        place.open();
      }}
      onClose={onClose}
    />
  );
}

/** `PlacesContext` */
export const Places: PlacesFinder = ({ text, children }) => children(usePlaces(text));
