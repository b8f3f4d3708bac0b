import { type ReactNode, Suspense } from "react";
import type { EditorKind } from "../../../../../shared/domain/schema.ts";
import { TextListField } from "../../../ui/fields/listFields.tsx";
import { PairsField } from "../../../ui/fields/pairsField.tsx";
import {
  BooleanField,
  ChoiceField,
  ColorField,
  LongTextField,
  NumberField,
  TextField,
  UrlField,
} from "../../../ui/fields/simpleFields.tsx";
import { lazyPart } from "../../../ui/lazyPart.ts";
import { ChoiceListField } from "./kinds/choiceListField.tsx";
import { GroupField } from "./kinds/groupField.tsx";
import { NodeField, NodeMapField } from "./kinds/nodeFields.tsx";
import type { FieldProps } from "./kinds/props.ts";

// few questions, or only tabs that open later, show these
const AnswerField = lazyPart(() => import("./kinds/answerField.tsx"), "AnswerField");
const CalculationsField = lazyPart(() => import("./kinds/calculationsField.tsx"), "CalculationsField");
const CountryField = lazyPart(() => import("./kinds/countryField.tsx"), "CountryField");
const DateField = lazyPart(() => import("./kinds/dateField.tsx"), "DateField");
const FieldListField = lazyPart(() => import("./kinds/fieldListField.tsx"), "FieldListField");
const ImageField = lazyPart(() => import("./kinds/imageField.tsx"), "ImageField");
const ScoringField = lazyPart(() => import("./scoringField.tsx"), "ScoringField");

/** One component for each editor kind of a schema. No question type has a component of its own. */
const components = {
  text: TextField,
  long_text: LongTextField,
  integer: NumberField,
  number: NumberField,
  boolean: BooleanField,
  choice: ChoiceField,
  text_list: TextListField,
  choice_list: ChoiceListField,
  url: UrlField,
  image: (props) => <ImageField {...props} />,
  color: ColorField,
  emoji: TextField,
  date: (props) => <DateField {...props} />,
  pattern: TextField,
  country: (props) => <CountryField {...props} />,
  country_list: TextListField,
  node: NodeField,
  node_map: NodeMapField,
  headers: PairsField,
  answer: (props) => <AnswerField {...props} />,
  scoring: (props) => <ScoringField {...props} />,
  field_list: (props) => <FieldListField {...props} />,
  calculation_list: (props) => <CalculationsField {...props} />,
  group: GroupField,
} satisfies Record<EditorKind, (props: FieldProps) => ReactNode>;

export function FieldInput(props: FieldProps) {
  // a kind newer than this page is edited as text
  const Component: (props: FieldProps) => ReactNode = components[props.field.kind] ?? TextField;
  return (
    <Suspense>
      <Component {...props} />
    </Suspense>
  );
}
