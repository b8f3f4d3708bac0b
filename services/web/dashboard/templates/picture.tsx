import type { ReactNode } from "react";
import type { Template, TemplateCategory } from "../../../../shared/api/shapes/templates.ts";
import { type Preset, presets } from "../../../../shared/domain/theme/presets.ts";
import styles from "./templates.module.css";

type Colors = Preset["colors"];

/** A decorative drawing in the colors of its theme. The ID selects one, so that a new template changes no other. */
export function TemplatePicture({ id, category, theme }: Pick<Template, "id" | "category" | "theme">) {
  const { colors } = presets.find(({ name }) => name === theme) ?? presets[0];
  const kinds = drawings[category];
  // spreads today's IDs over the drawings
  const draw = kinds[[...id].reduce((sum, letter) => (sum * 4 + letter.charCodeAt(0)) % 997, 0) % kinds.length];
  return (
    <svg
      aria-hidden="true"
      className={styles.picture}
      viewBox="0 0 260 112"
      preserveAspectRatio="xMidYMid slice"
      style={{ background: colors.background }}
    >
      {draw?.(colors)}
    </svg>
  );
}

type Drawing = (colors: Colors) => ReactNode;

const Title = ({ fill }: { fill: string }) => <rect x="28" y="30" width="118" height="7" rx="3.5" fill={fill} />;

/** Draws the same shape `count` times in a row. */
const row = (count: number, shape: (index: number) => ReactNode): ReactNode =>
  Array.from({ length: count }, (_, index) => shape(index));

const scale: Drawing = ({ text, primary }) => (
  <>
    <Title fill={text} />
    {row(10, (step) => (
      <rect
        key={step}
        x={28 + step * 20.6}
        y="52"
        width="17"
        height="17"
        rx="4"
        fill={step === 8 ? primary : "none"}
        stroke={primary}
        strokeOpacity={step === 8 ? 1 : 0.45}
      />
    ))}
  </>
);

const result: Drawing = ({ text, primary }) => (
  <>
    <circle cx="58" cy="56" r="24" fill="none" stroke={primary} strokeOpacity="0.2" strokeWidth="6" />
    <path d="M58 32a24 24 0 1 1-21 35" fill="none" stroke={primary} strokeWidth="6" strokeLinecap="round" />
    <g fill={text}>
      <rect x="102" y="38" width="74" height="7" rx="3.5" />
      <rect x="102" y="54" width="104" height="5" rx="2.5" opacity="0.5" />
      <rect x="102" y="66" width="82" height="5" rx="2.5" opacity="0.5" />
    </g>
  </>
);

const stars: Drawing = ({ text, primary }) => (
  <>
    <Title fill={text} />
    {row(5, (star) => (
      <path
        key={star}
        transform={`translate(${28 + star * 28} 50)`}
        d="M11 1l3.1 6.3 6.9 1-5 4.9 1.2 6.8L11 16.8 4.8 20 6 13.2 1 8.3l6.9-1z"
        fill={star < 4 ? primary : "none"}
        stroke={primary}
        strokeWidth="1.5"
      />
    ))}
  </>
);

const options: Drawing = ({ text, primary }) => (
  <>
    <Title fill={text} />
    <rect x="28" y="48" width="204" height="15" rx="4" fill="none" stroke={primary} />
    <rect x="28" y="69" width="204" height="15" rx="4" fill={primary} />
  </>
);

const checklist: Drawing = ({ text, primary }) =>
  row(3, (line) => (
    <g key={line} transform={`translate(28 ${26 + line * 23})`}>
      <rect width="15" height="15" rx="4" fill={line < 2 ? primary : "none"} stroke={primary} />
      <rect x="26" y="4.5" width={[128, 96, 112][line]} height="6" rx="3" fill={text} opacity={line < 2 ? 1 : 0.5} />
    </g>
  ));

const calendar: Drawing = ({ text, primary }) => (
  <>
    <rect x="28" y="24" width="66" height="64" rx="8" fill="none" stroke={primary} strokeWidth="2" />
    <path d="M28 42h66M46 18v12M76 18v12" stroke={primary} strokeWidth="2" strokeLinecap="round" />
    {row(6, (day) => (
      <rect
        key={day}
        x={38 + (day % 3) * 18}
        y={51 + Math.floor(day / 3) * 16}
        width="10"
        height="10"
        rx="3"
        fill={primary}
        opacity={day === 4 ? 1 : 0.25}
      />
    ))}
    <rect x="114" y="36" width="92" height="7" rx="3.5" fill={text} />
    <rect x="114" y="52" width="112" height="5" rx="2.5" fill={text} opacity="0.5" />
    <rect x="114" y="64" width="52" height="15" rx="4" fill={primary} />
  </>
);

const person: Drawing = ({ text, primary }) => (
  <>
    <circle cx="58" cy="44" r="13" fill={primary} />
    <path d="M32 86a26 22 0 0 1 52 0z" fill={primary} opacity="0.35" />
    <g fill={text}>
      <rect x="108" y="36" width="82" height="7" rx="3.5" />
      <rect x="108" y="52" width="118" height="5" rx="2.5" opacity="0.5" />
      <rect x="108" y="64" width="96" height="5" rx="2.5" opacity="0.5" />
    </g>
  </>
);

const bars: Drawing = ({ text, primary }) => (
  <>
    <Title fill={text} />
    {row(5, (bar) => (
      <rect
        key={bar}
        x={28 + bar * 42}
        y={84 - (bar + 1) * 8}
        width="30"
        height={(bar + 1) * 8}
        rx="4"
        fill={primary}
        opacity={0.3 + bar * 0.175}
      />
    ))}
  </>
);

const drawings: Record<TemplateCategory, readonly Drawing[]> = {
  feedback: [options, stars, scale],
  health: [result, checklist, options],
  events: [checklist, calendar, stars],
  hr: [checklist, person, options],
  education: [stars, checklist, options],
  sales: [options, bars, checklist],
};
