// The limit of completion, with its reason.

/** Items of an answer. Lists are read by people; a client narrows them down as they type. */
export const mostItems = 500;
