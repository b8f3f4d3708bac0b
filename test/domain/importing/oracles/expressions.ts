/**
 * Random conditions, written for a language by its templates. `N` is a number, `C` a condition, `V` a part with a number, `Q` a
 * question of any type, `K` one of those that calculations are compared with, `W` a word that answers can have, and `U` a text without
 * quotes.
 */
export function conditionOf(
  random: () => number,
  { conditions, parts, questions = [], calculated = [] }: Templates,
  depth = 2,
): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const filled = (template: string, left: number): string =>
    template.replace(/\b[CVNOQKUW]\b/g, (hole) => {
      if (hole === "Q") return pick(questions);
      if (hole === "K") return pick(calculated);
      if (hole === "W") return pick(["x", "y", "a", "1", "2", "true", "2015-06-15"]);
      if (hole === "U") return pick(["x", "2015-06-15", "2015/06/15", "5-2", "8 - 2 * 3", "1st", "06", "a.b", "a-b"]);
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
  questions?: readonly string[];
  calculated?: readonly string[];
}

/** A question of each type, beside those of the templates above. */
export const xpathTypeTemplates: Templates = {
  conditions: [
    ...["selected(${Q}, 'W')", "not(selected(${Q}, 'W'))", "${Q} = 'W'", "${Q} != 'W'", "${Q} = ''", "${Q} != ''"],
    ...["string-length(${Q}) = 0", "string-length(${Q}) > 0", "string-length(${Q}) O N", "${n} = 'NaN'", "${Q} O N"],
    ...["count-selected(${Q}) O N", "contains(${Q}, 'W')", "starts-with(${Q}, 'W')"],
    ...["coalesce(${Q}, 'W') = 'W'", "number(${Q}) O N", "${Q} O ${Q}", "if(${Q} = 'W', 1, 0) = 1"],
    ...["${Q} + 1 O N", "concat(${Q}, '') = 'W'", "string(${Q}) = 'W'", "(C) and (C)", "not(C)", "selected(${Q}, '')"],
    ...[
      "string-length(${n}) O N",
      "string-length(${n}) != 2",
      "regex(${n}, '^[0-9]{N}$')",
      "regex(${n}, '^[1-4][0-9]{1}$')",
    ],
    ...["boolean-from-string(${Q})", "count-non-empty(${Q}) O N", "coalesce(${d}, '') > '2015-06-15'"],
    ...["${mix} O N", "${mix} + ${num} O N", "${mix} O ${n}", "${mix} * 2 O N", "pi() O ${n}", "sum(${mix}) O N"],
    ...["format-date(${d}, '%d') O 15", "format-date(${d}, '%e') O N", "format-date(${d}, '%a') = 'Mon'"],
    ...["format-date(${d}, '%b') != 'Jun'", "format-date(${d} + N, '%e') O 18", "format-date(${d}, '%n') O N"],
    ...["regex(${Q}, '^W')", "int(${Q}) = N", "${total} = 'NaN'", "${total} != 'NaN'", "selected(${Q}, ${o})"],
  ],
  parts: [],
  questions: "n dec rng t d tm dt o one num m mone rk mix ack hid calc level total pick".split(" "),
};

export const surveyJsTypeTemplates: Templates = {
  conditions: [
    ...["{Q} = 'W'", "{Q} <> 'W'", "{Q} = ['W']", "{Q} <> ['W']", "{Q} = x", "{Q} = N", "{Q} = true", "{Q} <> false"],
    ...["!({Q} = 'W')", "!{Q}", "{Q}", "{Q} empty", "{Q} notempty", "{Q} = ''", "{Q} > N"],
    ...["{Q} contains 'W'", "{Q} notcontains 'W'", "{Q} anyof ['W', 'y']", "{Q} noneof ['W']", "{Q} allof ['W', 'y']"],
    ...["{Q.length} O N", "{Q} + 1 O N", "{Q} = {Q}", "{Q} <> {Q}", "iif({Q} = 'W', 1, 2) = 1", "{Q} = ['W', 'y']"],
    ...["{Q} = null", "{Q} <> undefined", "(C) and (C)", "!(C)", "{Q} anyof 'W'", "{Q} = U", "{Q} <> U", "{Q} > U"],
    ...[
      "{d} >= U",
      "{n} < U",
      "{t} = U",
      "{m} contains {o}",
      "{m} notcontains {o}",
      "{m} contains {num}",
      "{n} ^ 2 O 9",
    ],
    ...[
      "year({d}) O 2015",
      "month({d}) O N",
      "day({d}) O 15",
      "dateAdd({d}, 3, 'days') O '2015-06-18'",
      "weekday({d}) O 1",
    ],
    ...["currentYear() > 2000", "{d} < dateAdd(today(), -2, 'days')"],
    ...[
      "{K} = {K}",
      "{K} <> {K}",
      "{K} <= {K}",
      "{K} > 'W'",
      "{K} contains {K}",
      "{K} notcontains {K}",
      "{K} contains N",
    ],
  ],
  parts: [],
  questions: "n t cm d tm b bt r o one num m mone tag pic pic1 pics rk mx.r1 level total".split(" "),
  calculated: "n t b bt o num r level total truth truthText emptyText".split(" "),
};

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

/** n is a number. r are rows of age (a required number), pay (a number), t and o. */
export const xpathRowTemplates: Templates = {
  conditions: [
    ...["V O N", "V O V", "(C) and (C)", "(C) or (C)", "not(C)", "count(${r}) O N", "sum(${age}) O N", "${total} O N"],
    ...["sum(${pay}) >= 0", "sum(${pay}) < 1000", "sum(${age}) < 50", "sum(${more}) >= 0", "count(${more}) = N"],
    ...["${age} = N", "${o} = 'x'", "${r} != ''", "count-non-empty(${pay}) O N", "count(${pay}) = count(${r})"],
  ],
  parts: [
    ...["${n}", "count(${r})", "count(${age})", "count(${pay})", "count(${more})", "sum(${age})", "sum(${pay})"],
    ...["sum(${age}) div count(${r})", "max(${age})", "min(${pay})", "sum(${more})", "V + V", "V * N", "${total}", "N"],
  ],
};

export const surveyJsRowTemplates: Templates = {
  conditions: [
    ...["V O N", "V O V", "(C) and (C)", "(C) or (C)", "!(C)", "{r} notempty", "{r} empty", "{r.length} O N"],
    ...["countInArray({r}, 'pay') = {r.length}", "avgInArray({r}, 'pay') >= 0", "avgInArray({r}, 'pay') < 9"],
    ...["{r[0].age} = N", "{r} = ''", "sumInArray({r}, 'age', {pay} > 2) O N", "maxInArray({r}, 'age') < 9"],
  ],
  parts: [
    ...["{n}", "sumInArray({r}, 'age')", "sumInArray({r}, 'pay')", "avgInArray({r}, 'age')", "avgInArray({r}, 'pay')"],
    ...["countInArray({r}, 'age')", "countInArray({r}, 'pay')", "maxInArray({r}, 'age')", "minInArray({r}, 'pay')"],
    ...["{r.length}", "V + V", "V * N", "iif(C, V, V)", "N"],
  ],
};

const rows = "%resource.item.where(linkId='r')";
const field = (name: string): string => `${rows}.item.where(linkId='${name}').answer.value`;

export const fhirRowTemplates: Templates = {
  conditions: [
    ...["V O N", "(C) and (C)", "(C) or (C)", `${rows}.exists()`, `${rows}.empty()`, `${rows}.count() O N`],
    ...[`${field("age")}.exists()`, `${field("pay")}.exists()`, `${field("pay")} = N`, `${field("t")} = 'a'`],
    ...[`${field("age")}.sum() >= 0`, `${field("pay")}.avg() >= 0`, `${field("pay")}.count() = ${rows}.count()`],
  ],
  parts: [
    ...[`${rows}.count()`, `${field("age")}.sum()`, `${field("pay")}.sum()`, `${field("age")}.avg()`],
    ...[`${field("pay")}.avg()`, `${field("age")}.max()`, `${field("age")}.count()`, `${field("pay")}.count()`],
    ...["V + V", "%resource.item.where(linkId='n').answer.value", "N"],
  ],
};

const answer = "%resource.item.where(linkId='Q').answer.value";

/** Expressions that stop with an error have no meaning to compare. */
export const fhirTypeTemplates: Templates = {
  conditions: [
    ...[`${answer} = 'W'`, `${answer} != 'W'`, `(${answer} = 'W').not()`, `${answer} = N`, `${answer} != N`],
    ...[`${answer} > N`, `${answer}.exists()`, `${answer}.empty()`, `${answer} = true`, `${answer}.not()`],
    ...[
      `${answer} in ('W' | 'y')`,
      `${answer}.contains('W')`,
      `${answer}.startsWith('W')`,
      "(C) and (C)",
      "(C) or (C)",
    ],
    ...[`${answer} = @2015-06-15`, `${answer} >= @2015-06-15`, `iif(${answer} = 'W', 1, 2) = 1`, `${answer} + 1 > N`],
    ...[
      "%resource.item.where(linkId='o').answer.value.code = 'W'",
      "%resource.item.where(linkId='o').answer.value.code != 'W'",
    ],
    ...[`${answer}.code = 'W'`, `${answer}.code != 'W'`, `${answer}.code.exists()`, `${answer}.code in ('W' | 'y')`],
    ...[`%resource.item.where(linkId='Q').answer.where(value.code = 'W').exists()`],
  ],
  parts: [],
  questions: "n dec t d tm dt b o url".split(" "),
};
