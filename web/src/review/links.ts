// Links to a review and from it.

/** The path of a decision of a review: the one after so many actions. */
export const reviewLink = (table: string, moment: number): string => `/review/${table}?moment=${moment}`;

/** The path where a moment can be explored; empty as long as there is no such page. */
export const exploreLink = (_table: string, _moment: number): string => '';
