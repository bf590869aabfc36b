// The addresses of files beside the page.

/** The URL of a file of `public`. The site may be in any folder; the page of a server is at its root. */
export const asset = (name: string): string => import.meta.env.BASE_URL + name;
