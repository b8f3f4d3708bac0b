/** Random conditions, written for a language by its templates. `N` is a number, `C` a condition, `V` a part with a number. */
export function conditionOf(random: () => number, { conditions, parts }: Templates, depth = 2): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const filled = (template: string, left: number): string =>
    template.replace(/\b[CVNO]\b/g, (hole) => {
      if (hole === "N") return String(Math.floor(random() * 7));
      if (hole === "O") return pick(["=", "!=", "<", "<=", ">", ">="]);
      return filled(
        pick((hole === "C" ? conditions : parts).filter((it) => left > 0 || !/\b[CV]\b/.test(it))),
        left - 1,
      );
    });
  return filled(pick(conditions), depth);
}

export interface Templates {
  conditions: readonly string[];
  parts: readonly string[];
}

/** Questions: n and k are numbers, d and e dates, t is a text, o and p one choice, m several choices, b is yes or no. */
export const xpathTemplates: Templates = {
  conditions: [
    ...[
      "V O N",
      "V O V",
      "(C) and (C)",
      "(C) or (C)",
      "not(C)",
      "${t} = 'a'",
      "${t} != ''",
      "${n} = ''",
      "${d} O ${e}",
    ],
    ...[
      "${d} O '2015-06-15'",
      "${d} O today()",
      "${o} = 'x'",
      "${o} != 'y'",
      "${o} = ${p}",
      "${p} != ''",
      "${n} O ${k}",
    ],
    ...[
      "selected(${m}, 'x')",
      "selected(${o}, 'y')",
      "count-selected(${m}) O N",
      "string-length(${t}) O N",
      "${m} = ''",
    ],
    ...[
      "contains(${t}, 'n')",
      "starts-with(${t}, 'J')",
      "boolean(C)",
      "(C) = true()",
      "(C) = (C)",
      "selected-at(${m}, 0) = 'y'",
    ],
    ...[
      "${level} = 'high'",
      "${level} != 'low'",
      "${when} O '2015-06-15'",
      "${when} = ''",
      "${both} = 'true'",
      "${pick} = 'x'",
    ],
    ...["if(C, 'a', 'b') = 'a'", "coalesce(${t}, 'z') = 'z'", "coalesce(V, 'z') = 'z'", "${total} O N"],
  ],
  parts: [
    ...["${n}", "${k}", "V + V", "V - V", "V * N", "V div 2", "if(C, V, V)", "max(V, V)", "min(V, N)", "round(V)", "N"],
    ...[
      "count-selected(${m})",
      "abs(V)",
      "int(V)",
      "floor(V div 3)",
      "V mod 2",
      "${total}",
      "${days}",
      "coalesce(V, N)",
      "number(${n})",
    ],
  ],
};

export const surveyJsTemplates: Templates = {
  conditions: [
    ...[
      "V O N",
      "V O V",
      "(C) and (C)",
      "(C) or (C)",
      "!(C)",
      "{t} = 'A'",
      "{t} <> ''",
      "{n} = ''",
      "{n} empty",
      "{m} notempty",
    ],
    ...[
      "{o} = 'X'",
      "{o} <> 'y'",
      "{o} = {p}",
      "{m} contains 'x'",
      "{m} notcontains 'y'",
      "{m} anyof ['x', 'y']",
      "{m} allof ['x', 'z']",
    ],
    ...[
      "{o} anyof ['x', 'y']",
      "{m} noneof ['x']",
      "{b} = true",
      "{b} = false",
      "{b}",
      "{n}",
      "{t} contains 'N'",
      "{o} contains 'y'",
    ],
    ...[
      "{level} = 'high'",
      "{level} <> 'low'",
      "iif(C, 'a', 'b') = 'a'",
      "{total} O N",
      "{d} O {e}",
      "{d} O '2015-06-15'",
      "{m.length} O N",
      "{d} O today(-1)",
      "{n} = {k}",
    ],
  ],
  parts: [
    "{n}",
    "{k}",
    "V + V",
    "V - V",
    "V * N",
    "iif(C, V, V)",
    "max({n}, {k})",
    "sum({n}, V)",
    "avg({n}, {k})",
    "{total}",
    "N",
  ],
};
