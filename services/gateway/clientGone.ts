/** The client went away before its request was whole: there is nobody to answer, and nothing of ours has failed. */
export class ClientGone extends Error {}
