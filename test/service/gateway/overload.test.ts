import { openAdmission } from "../../../services/gateway/admission/overload.ts";

/** How many requests a gateway takes in at once (decisions §1: 503 with Retry-After, at once). */
function admitted(admission: ReturnType<typeof openAdmission>, count: number, isStart = false): (() => void)[] {
  return Array.from({ length: count }, () => admission.admit(isStart)).filter((release) => release !== null);
}

function answer(admission: ReturnType<typeof openAdmission>, count: number): void {
  for (let left = count; left > 0; left -= 100) for (const release of admitted(admission, 100)) release();
}

/** As the gateway asks, of starts. */
function takenIn(admission: ReturnType<typeof openAdmission>, count: number): (() => void)[] {
  const answers = Array.from({ length: count }, () => (admission.refuses(true) ? null : admission.admit(true)));
  return answers.filter((release) => release !== null);
}

test("what is over the least is refused until something is answered", () => {
  const admission = openAdmission(800, () => 0);
  const releases = admitted(admission, 1_000);
  expect(releases).toHaveLength(800);
  expect(admission.refuses(false)).toBe(true);
  releases[0]?.();
  expect(admission.refuses(false)).toBe(false);
  expect(admitted(admission, 5)).toHaveLength(1);
});

test("starts have a small part of the room: respondents under way are quick, and are not refused", () => {
  const admission = openAdmission(1_600, () => 0);
  expect(admitted(admission, 1_000, true)).toHaveLength(300);
  expect(admission.refuses(true)).toBe(true);
  expect(admitted(admission, 2_000)).toHaveLength(1_300);
});

test("where a crowd asks again at once, up to twice as many starts wait instead of being refused", () => {
  let now = 0;
  const admission = openAdmission(1_600, () => now);
  answer(admission, 2_000);
  // twice what can be answered: fewer are refused than answered
  const releases = takenIn(admission, 300 + 750);
  expect(releases).toHaveLength(300);
  expect(takenIn(admission, 10_000)).toHaveLength(300);
  for (const release of releases) release();
  expect(admission.refuses(true)).toBe(false);
  // ten seconds later the crowd has gone
  now = 10_000;
  expect(admission.refuses(true)).toBe(true);
});

test("takes in as many as it answers in a quarter of its best second of the last ten", () => {
  let now = 0;
  const admission = openAdmission(100, () => now);
  answer(admission, 16_000);
  now = 5_000;
  answer(admission, 4_000);
  const releases = admitted(admission, 5_000);
  expect(releases).toHaveLength(4_000);
  for (const release of releases) release();
  // 8,000 were answered in second 5; ten seconds after it nothing is known of a rate
  now = 14_999;
  expect(admitted(admission, 5_000)).toHaveLength(2_000);
  now = 3_600_000;
  expect(admitted(admission, 5_000)).toHaveLength(0);
});
