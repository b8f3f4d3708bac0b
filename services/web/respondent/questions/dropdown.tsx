import type * as config from "../../../../shared/domain/questions/config/choice.ts";
import type { ConfigOf } from "../../../../shared/domain/questions/config/declaration.ts";
import { Combobox } from "./parts/combobox.tsx";
import { useOrder } from "./parts/order.ts";
import { Select } from "./parts/select.tsx";
import type { QuestionProps } from "./question.ts";

type Config = ConfigOf<typeof config.dropdown, "dropdown">;

/** Above this number of options, a list needs a search. */
const listLimit = 15;

export default function Dropdown(question: QuestionProps<Config>) {
  const { options, shuffle, allow_other } = question.config;
  const { ordered } = useOrder(options, shuffle, question);
  const props = { question, options: ordered, allowOther: allow_other };
  return options.length > listLimit ? <Combobox {...props} /> : <Select {...props} />;
}
