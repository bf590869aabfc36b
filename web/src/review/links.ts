/** The path of a decision of a review: the one after so many actions. */
export const reviewLink = (table: string, moment: number): string => `/review/${table}?moment=${moment}`;
