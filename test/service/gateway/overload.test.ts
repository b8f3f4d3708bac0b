import { openAdmission } from "../../../services/gateway/overload.ts";

/** How many requests a gateway takes in at once (decisions §1: 503 with Retry-After, at once). */
function admitted(admission: ReturnType<typeof openAdmission>, count: number, isStart = false): (() => void)[] {
  return Array.from({ length: count }, () => admission.admit(isStart)).filter((release) => release !== null);
}

test("what is over the least is refused until something is answered", () => {
  const admission = openAdmission(800, () => 0);
  const releases = admitted(admission, 1_000);
  expect(releases).toHaveLength(800);
  releases[0]?.();
  expect(admitted(admission, 5)).toHaveLength(1);
});

test("starts are refused before respondents under way are", () => {
  const admission = openAdmission(800, () => 0);
  expect(admitted(admission, 1_000, true)).toHaveLength(600);
  expect(admitted(admission, 1_000)).toHaveLength(200);
});

test("takes in as many as it answers in an eighth of its best second of the last ten", () => {
  let now = 0;
  const admission = openAdmission(100, () => now);
  const answer = (count: number) => {
    for (let left = count; left > 0; left -= 100) for (const release of admitted(admission, 100)) release();
  };
  answer(16_000);
  now = 5_000;
  answer(4_000);
  const releases = admitted(admission, 5_000);
  expect(releases).toHaveLength(2_000);
  for (const release of releases) release();
  // 6,000 were answered in second 5; ten seconds after it nothing is known of a rate
  now = 14_999;
  expect(admitted(admission, 5_000)).toHaveLength(750);
  now = 3_600_000;
  expect(admitted(admission, 5_000)).toHaveLength(0);
});
