// Everything that the page knows of the server's messages.

export * from './messages';
