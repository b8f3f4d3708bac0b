import type { Theme } from "../../../../../shared/domain/theme/themes.ts";
import * as words from "../../../strings/en/dashboard/themes.ts";
import { Tiles } from "../../../ui/tiles.tsx";

type Layout = Theme["layout"];

interface Props {
  value: Layout;
  onChange: (value: Layout) => void;
}

export function LayoutField({ value, onChange }: Props) {
  const tile = (layout: Layout) => ({ ...words.layouts[layout], picture: <Picture layout={layout} /> });
  const tiles = { centered: tile("centered"), split: tile("split"), cover: tile("cover") };
  return <Tiles label={words.layout} value={value} tiles={tiles} onChange={onChange} />;
}

/** The places of the question and the background image. */
function Picture({ layout }: { layout: Layout }) {
  const start = { centered: 60, split: 16, cover: 60 }[layout];
  const top = layout === "centered" ? 12 : 0;
  return (
    <svg aria-hidden="true" viewBox="0 0 200 88">
      {layout === "centered" && <rect x="60" y="10" width="80" height="18" rx="4" fill="var(--brand-line)" />}
      {layout !== "centered" && (
        <g>
          <rect x={layout === "split" ? 110 : 0} width="200" height="88" fill="var(--brand-soft-2)" />
          <circle cx="176" cy="22" r="9" fill="var(--brand-line)" />
          <path d="M110 88l34-36 22 22 14-14 20 20v8z" fill="var(--brand-line)" />
        </g>
      )}
      {layout === "cover" && <rect x="46" y="12" width="108" height="64" rx="6" fill="var(--raised)" />}
      <rect x={start} y={24 + top} width="60" height="6" rx="3" fill="var(--text-3)" />
      <rect x={start} y={38 + top} width="80" height="8" rx="3" fill="var(--border)" />
      <rect x={start} y={52 + top} width="30" height="10" rx="3" fill="var(--brand)" />
    </svg>
  );
}
