// What the server offers: its bots, and addresses for links that work on other devices.

import { BOTS } from '../protocol';

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

export class Server {
  private known = $state.raw<string[]>([]);
  private offered = $state.raw<string[]>([...BOTS]);

  /** The bots to choose from, weakest first and then those of the operator, without the traveller, which plays at random. */
  get bots(): string[] {
    return this.offered.filter((bot) => bot !== 'traveller');
  }

  /** Set the bots that the server offers. */
  offerBots(bots: string[]): void {
    this.offered = bots;
  }

  /** The first of these bots that the server offers; otherwise the weakest. */
  botOf(...wanted: string[]): string {
    return wanted.find((bot) => this.bots.includes(bot)) ?? this.bots[0] ?? BOTS[0];
  }

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
