// What the server offers: its bots, and addresses for links that work on other devices.

import { BOTS } from '../protocol';

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

export class Server {
  private known = $state.raw<string[]>([]);
  /** The bots to choose from, weakest first, and then those of the operator. */
  bots = $state.raw<string[]>([...BOTS]);

  /** URLs of the server in the local network; only known on the server's own machine. */
  get addresses(): string[] {
    return this.known;
  }

  setAddresses(addresses: string[]): void {
    this.known = addresses;
  }

  /** Whether this page was opened at a loopback address. */
  get local(): boolean {
    return LOOPBACK.test(location.hostname);
  }

  /** Whether other devices can open links to this server. */
  get reachable(): boolean {
    return !this.local || this.addresses.length > 0;
  }

  /** The origin for links to share. */
  get origin(): string {
    return this.local && this.addresses[0] ? new URL(this.addresses[0]).origin : location.origin;
  }
}

export const server = new Server();
