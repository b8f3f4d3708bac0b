/**
 * Keys that answer each question of the sample `all-types` with `?ticket=vip`, up to its end screen `end_happy`. `"…"` is typed.
 * The file of `photos` is up to the test.
 */
export const allTypesKeys = {
  welcome: ["Enter"],
  name: ['"Ada"', "Enter"],
  email: ['"ada@example.org"', "Enter"],
  phone: ['"02079460958"', "Enter"],
  role: ["ArrowDown", "ArrowDown", "Enter"],
  talk_rating: ["4", "Enter"],
  talks: ['"3"', "Enter"],
  arrival: ['"06032026"', "Enter"],
  late: ["c", "Enter"],
  tracks: ["a", "c", "Enter"],
  web_effort: ["End", "ArrowLeft", "Space", "Enter"],
  venue: ["Space", "Enter"],
  priorities: ["ArrowDown", "1", "ArrowDown", "Space", "Enter"],
  food: ['"Very good."', "Control+Enter"],
  aspects: ["End", "Space", "Tab", "End", "Space", "Tab", "End", "Space", "Enter"],
  mood: ["e", "Enter"],
  recommend: ["End", "Space", "Enter"],
  guests: ['"Mira"', "Enter", '"41"', "Enter", "n", "Control+Enter"],
  consent: ["y", "Enter"],
  vip_wish: ['"Tea"', "Enter"],
};

/** The answers that these keys give, with one photo. */
export const allTypesAnswers = {
  name: "Ada",
  email: "ada@example.org",
  phone: "+442079460958",
  role: "speaker",
  talk_rating: 4,
  talks: 3,
  arrival: "2026-06-03",
  late: "choice",
  tracks: ["web", "people"],
  web_effort: 90,
  venue: ["hall"],
  priorities: ["food", "talks", "friends"],
  food: "Very good.",
  aspects: { sound: "good", seats: "good", staff: "good" },
  mood: "great",
  recommend: 10,
  guests: [{ name: "Mira", age: 41, speaks: "no" }],
  photos: [expect.stringContaining("/api/v2/file/")],
  consent: "yes",
  vip_wish: "Tea",
};
