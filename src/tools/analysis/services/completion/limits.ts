// The limit of completion, with its reason.

/** Items in an answer. People read the list, and a client narrows it down while they type. */
export const mostItems = 500;
