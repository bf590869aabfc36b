// How the page reaches a server: over the network, or whatever is passed in at the start instead.

/** What the page uses of a WebSocket. */
export type Socket = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

export interface Transport {
  /** Send an HTTP request to a path of the server. */
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** Open a socket at a path of the server. */
  open(path: string): Socket;
}

/** The server that the page came from. */
export const network: Transport = {
  fetch: (path, init) => fetch(path, init),
  open(path) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    return new WebSocket(`${scheme}://${location.host}${path}`);
  },
};

let chosen = network;

/** Use this transport from now on; called once, before the page is shown. */
export function useTransport(transport: Transport): void {
  chosen = transport;
}

export const transport = (): Transport => chosen;
