import type { ReactNode } from "react";
import type { Template } from "../../../../shared/api/shapes/templates.ts";
import { type Preset, presets } from "../../../../shared/domain/theme/presets.ts";
import * as words from "../../strings/en/dashboard/templates.ts";
import styles from "./templates.module.css";

type Colors = Preset["colors"];

/** A decorative drawing of a question that the template asks, in the colors of its theme. */
export function TemplatePicture({ id, title, theme }: Pick<Template, "id" | "title" | "theme">) {
  const { colors } = presets.find(({ name }) => name === theme) ?? presets[0];
  const [kind, question, ...labels] = words.pictures[id] ?? (["options", title] as const);
  return (
    <svg
      aria-hidden="true"
      className={styles.picture}
      viewBox="0 0 260 112"
      preserveAspectRatio="xMidYMid slice"
      style={{ background: colors.background }}
    >
      {drawings[kind](colors, question, labels)}
    </svg>
  );
}

type Drawing = (colors: Colors, question: string, labels: readonly string[]) => ReactNode;

interface TextProps {
  x?: number;
  y: number;
  fill: string;
  children: ReactNode;
}

const Question = ({ x = 28, ...props }: TextProps) => <text x={x} className={styles.question} {...props} />;
const Label = ({ x = 28, ...props }: TextProps) => <text x={x} className={styles.label} {...props} />;

/** Draws the same shape `count` times in a row. */
const row = (count: number, shape: (index: number) => ReactNode): ReactNode =>
  Array.from({ length: count }, (_, index) => shape(index));

const scale: Drawing = ({ text, primary }, question, [low, high]) => (
  <>
    <Question y={36} fill={text}>
      {question}
    </Question>
    {row(10, (step) => (
      <rect
        key={step}
        x={28 + step * 20.6}
        y="50"
        width="17"
        height="17"
        rx="4"
        fill={step === 8 ? primary : "none"}
        stroke={primary}
        strokeOpacity={step === 8 ? 1 : 0.45}
      />
    ))}
    <Label y={84} fill={text}>
      {low}
    </Label>
    <text x="230" y="84" textAnchor="end" className={styles.label} fill={text}>
      {high}
    </text>
  </>
);

const result: Drawing = ({ text, primary }, question, labels) => (
  <>
    <circle cx="58" cy="56" r="24" fill="none" stroke={primary} strokeOpacity="0.2" strokeWidth="6" />
    <path d="M58 32a24 24 0 1 1-21 35" fill="none" stroke={primary} strokeWidth="6" strokeLinecap="round" />
    <Question x={102} y={50} fill={text}>
      {question}
    </Question>
    <Label x={102} y={68} fill={text}>
      {labels[0]}
    </Label>
  </>
);

const stars: Drawing = ({ text, primary }, question) => (
  <>
    <Question y={42} fill={text}>
      {question}
    </Question>
    {row(5, (star) => (
      <path
        key={star}
        transform={`translate(${28 + star * 28} 56)`}
        d="M11 1l3.1 6.3 6.9 1-5 4.9 1.2 6.8L11 16.8 4.8 20 6 13.2 1 8.3l6.9-1z"
        fill={star < 4 ? primary : "none"}
        stroke={primary}
        strokeWidth="1.5"
      />
    ))}
  </>
);

const options: Drawing = ({ background, text, primary }, question, labels) => (
  <>
    <Question y={labels.length > 0 ? 32 : 60} fill={text}>
      {question}
    </Question>
    {labels.map((label, at) => (
      <g key={label} transform={`translate(28 ${44 + at * 25})`}>
        <rect width="204" height="20" rx="5" fill={at === 1 ? primary : "none"} stroke={primary} />
        <Label x={9} y={14} fill={at === 1 ? background : text}>
          {label}
        </Label>
      </g>
    ))}
  </>
);

const checklist: Drawing = ({ background, text, primary }, question, labels) => (
  <>
    <Question y={30} fill={text}>
      {question}
    </Question>
    {labels.map((label, at) => (
      <g key={label} transform={`translate(28 ${42 + at * 21})`}>
        <rect width="14" height="14" rx="4" fill={at < 2 ? primary : "none"} stroke={primary} />
        {at < 2 && <path d="M3.5 7.2l2.4 2.4 4.6-5" fill="none" stroke={background} strokeWidth="1.6" />}
        <Label x={23} y={11} fill={text}>
          {label}
        </Label>
      </g>
    ))}
  </>
);

const calendar: Drawing = ({ text, primary }, question, labels) => (
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
    <Question x={112} y={52} fill={text}>
      {question}
    </Question>
    <Label x={112} y={70} fill={text}>
      {labels[0]}
    </Label>
  </>
);

const person: Drawing = ({ text, primary }, question, labels) => (
  <>
    <circle cx="56" cy="42" r="12" fill={primary} />
    <path d="M32 82a24 21 0 0 1 48 0z" fill={primary} opacity="0.35" />
    <Question x={104} y={40} fill={text}>
      {question}
    </Question>
    {labels.map((label, at) => (
      <g key={label}>
        <Label x={104} y={60 + at * 22} fill={text}>
          {label}
        </Label>
        <path d={`M104 ${66 + at * 22}h128`} stroke={primary} strokeOpacity="0.45" />
      </g>
    ))}
  </>
);

const signature: Drawing = ({ text, primary }, question, labels) => (
  <>
    <Question y={38} fill={text}>
      {question}
    </Question>
    <path
      d="M40 74c8-16 16-22 18-16s-10 20-4 18 14-20 18-16-4 14 2 13 10-9 15-8 2 9 10 6 12-6 22-6"
      fill="none"
      stroke={primary}
      strokeWidth="2"
      strokeLinecap="round"
    />
    <path d="M28 82h204" stroke={text} strokeOpacity="0.35" />
    <Label y={97} fill={text}>
      {labels[0]}
    </Label>
  </>
);

const drawings: Record<words.PictureKind, Drawing> = {
  scale,
  result,
  stars,
  options,
  checklist,
  calendar,
  person,
  signature,
};
