/** Why a file was not taken; `limit`: the most megabytes, or the most files. */
export const fileProblems = {
  type: (name: string) => `${name} is not of a kind that is taken here.`,
  size: (name: string, megabytes: string) => `${name} is larger than ${megabytes} MB.`,
  empty: (name: string) => `${name} is empty.`,
  count: (name: string) => `${name} is one file too many.`,
  rate: (name: string) => `${name} could not be uploaded: too much was sent in the last hour. Please try again later.`,
  failed: (name: string) => `${name} could not be uploaded. Please check your connection and try again.`,
};
