// The connection to a server: the network by default, replaceable at start-up.

/** The part of `WebSocket` that the page uses. */
export type Socket = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

export interface Transport {
  /** Send an HTTP request to a path of the server. */
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** Open a socket at a path of the server. */
  open(path: string): Socket;
}

/** Connects to the server that served the page. */
export const network: Transport = {
  fetch: (path, init) => fetch(path, init),
  open(path) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    return new WebSocket(`${scheme}://${location.host}${path}`);
  },
};

let current = network;

/** Set the transport. Called once, before the app is mounted. */
export function useTransport(transport: Transport): void {
  current = transport;
}

export const transport = (): Transport => current;
